package percipient

import (
	"context"
	"errors"
	"fmt"

	"github.com/adam-discovery/adam/interaction"
)

// Aspect is what a question is about, as in MP5 (section 3.2). The zero Aspect is invalid.
type Aspect uint8

// The aspects of a picture.
const (
	Object     Aspect = iota + 1 // a class of things that stay where they are
	Creature                     // a class of things that move about
	Ecology                      // the biome
	Time                         // day, dusk or night
	Weather                      // clear, or what falls
	Brightness                   // bright, dim or dark
)

// Aspects are all of them.
var Aspects = [...]Aspect{Object, Creature, Ecology, Time, Weather, Brightness}

var aspectNames = [...]string{"invalid", "object", "creature", "ecology", "time", "weather", "brightness"}

// String is the aspect's name, in small letters.
func (a Aspect) String() string {
	if int(a) < len(aspectNames) {
		return aspectNames[a]
	}
	return aspectNames[0]
}

// several reports whether a picture can show several of the aspect's names.
func (a Aspect) several() bool { return a == Object || a == Creature }

// Of is the scene's one name of the aspect; empty: there may be several.
func (a Aspect) Of(s interaction.Scene) string {
	switch a {
	case Ecology:
		return s.Ecology
	case Time:
		return s.Time
	case Weather:
		return s.Weather
	case Brightness:
		return s.Brightness
	}
	return ""
}

// Question asks of a picture whether it shows so: whether the object or creature of the name is in it, or whether
// ecology, time, weather or brightness have that name.
type Question struct {
	Aspect Aspect
	Name   string
}

// Answer is what a percipient believes.
type Answer struct {
	Holds bool
	// Confidence is the probability that it takes itself to be right with, from 0.5 to 1.
	Confidence float64
	// Side is where an object or a creature is that holds: "left", "middle" or "right"; empty: it can't say.
	Side string
	// Far is how many cells off the nearest of them is, about, 1 of what touches the agent; zero: it can't say. Where it can,
	// Bearing is how far to the right of the picture's middle it is seen, from -1, the left edge, to 1.
	Far, Bearing float64
}

// cellsOff is the distance that is answered of something that was told of, or learned, to be that many cells off. What touches the
// agent was told of as none, which of an answer means that one can't say.
func cellsOff(far float64) float64 { return max(1, far) }

// ErrCantTell is the error of a percipient that has nothing to go by.
var ErrCantTell = errors.New("can't tell")

// ErrNotAsked is the error of a percipient that asks somebody else, and couldn't ask to the end, as a budget was used up. It
// is an [ErrCantTell] that says nothing of how well anybody sees.
var ErrNotAsked = fmt.Errorf("%w: it wasn't asked", ErrCantTell)

// Percipient answers questions about a picture (the percipient of MP5, section 3.2). It is given nothing else. Ask fails
// with [ErrCantTell] if it knows nothing of what is asked for. It is safe for concurrent use.
type Percipient interface {
	Ask(ctx context.Context, f interaction.Frame, q Question) (Answer, error)
}

// None sees nothing.
type None struct{}

// Ask implements [Percipient]: it can't tell.
func (None) Ask(context.Context, interaction.Frame, Question) (Answer, error) {
	return Answer{}, ErrCantTell
}

// Told answers by what the world itself tells of its pictures: the metadata of ADAM's table 4.3, to compare with. It
// looks from where the frame was taken, and so must be asked before the session's next step. It isn't safe for
// concurrent use.
type Told struct{ World interaction.Teller }

// Ask implements [Percipient].
func (t Told) Ask(_ context.Context, f interaction.Frame, q Question) (Answer, error) {
	scene, err := t.World.Tell(f.Shot)
	if err != nil {
		return Answer{}, err
	}
	a, known := truth(scene, q)
	if !known {
		return a, ErrCantTell
	}
	return a, nil
}

// truth is the right answer of a scene; known is false for what isn't an aspect.
func truth(s interaction.Scene, q Question) (a Answer, known bool) {
	a.Confidence = 1
	switch q.Aspect {
	case Object, Creature:
		for _, x := range s.Things {
			if x.Name == q.Name && x.Creature == (q.Aspect == Creature) {
				a.Holds, a.Side, a.Far = true, x.Side, cellsOff(float64(x.Far))
				a.Bearing = map[string]float64{"left": -.6, "right": .6}[x.Side]
			}
		}
	case Ecology, Time, Weather, Brightness:
		a.Holds = q.Aspect.Of(s) == q.Name
	default:
		return Answer{}, false
	}
	return a, true
}
