package interaction

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// World is anything that can be acted in, one named action at a time, and observed before
// and after. Open may be called from several goroutines; each Session it returns is
// independent of the others.
type World interface {
	// Spec says what the world offers. It is constant for the World's lifetime.
	Spec() Spec
	// Open starts a session. The session outlives ctx.
	Open(ctx context.Context) (Session, error)
}

// Session is one copy of the world, used by one goroutine at a time. An error of
// Begin or Step means that it broke and says nothing about the world's rules; a *[Fault]
// tells whether the session can go on.
type Session interface {
	// Begin starts anew, as Caps.Starts says: at the start that is wished for, or as near
	// to it as the world comes; at the world's own start; or not anew at all, where the
	// world has one life. It returns what the world really has then. Where Caps.Seeds, the
	// seed fixes the chances of all Steps until the next Begin; each Step has its own.
	Begin(ctx context.Context, wish State, seed uint64) (State, error)
	// Step executes the action once and returns what there is afterwards. It must
	// return when ctx is done. Once the episode is over it fails with [ErrEnded], until
	// the next Begin.
	Step(ctx context.Context, action Action) (State, error)
	// Close ends the session. It may be called while Begin or Step hangs.
	Close() error
}

// ErrEnded is wrapped by the error of a Step that the end of the episode cut short, and of
// those after it: nothing broke, and nothing can be concluded.
var ErrEnded = errors.New("the episode has ended")

// Labeler is implemented by worlds that know what people call their actions.
// Labels are for reports; nothing that learns may read them.
type Labeler interface {
	// Label is what people call the action; empty if unknown.
	Label(Action) string
}

// Spec says what a world offers to an experimenter.
type Spec struct {
	// ID names the world, as in "minecraft-41".
	ID string `json:"id"`
	// Fingerprint changes whenever the rules do: evidence from worlds with
	// different fingerprints must not be mixed.
	Fingerprint string       `json:"fingerprint"`
	Actions     []ActionSpec `json:"actions"`
	// Factors are what the world says of factors. Facts and vitals are known by being
	// named here, as senses; an item is known once it was seen, and an item that isn't
	// listed can have any quantity.
	Factors []Factor `json:"factors,omitempty"`
	// Exclusions are what can't be there at the same time.
	Exclusions []Exclusion `json:"exclusions,omitempty"`
	Caps       Caps        `json:"caps"`
	// Ground is how one moves; nil: there is no map, or the sessions find their own way.
	Ground *Ground `json:"ground,omitempty"`
	// Near are the facts that hold near things, where the sessions find their own way: one goes there, so none of them comes by itself.
	Near []string `json:"near,omitempty"`
	// Misread bounds the probability that a level is reported as another than it is, where sessions perceive what there is
	// ([Believer]); zero: what they report is so.
	Misread float64 `json:"misread,omitempty"`
	// Shots are pictures that the sessions take, which are Cameras then: one for each view, of a size that suits it.
	// Others may be refused. Empty: there are no pictures.
	Shots []Shot `json:"shots,omitempty"`
}

// Validate reports every fault of what the world says of its factors and actions at once.
func (s Spec) Validate() error {
	var errs []error
	factors := map[string]bool{}
	for _, f := range s.Factors {
		errs = append(errs, f.Validate())
		if factors[f.Name] {
			errs = append(errs, fmt.Errorf("factor %q is listed twice", f.Name))
		}
		factors[f.Name] = true
	}
	excluded := map[string]bool{}
	for _, x := range s.Exclusions {
		errs = append(errs, x.Validate())
		for _, n := range x.Factors {
			if excluded[n] {
				errs = append(errs, fmt.Errorf("factor %q is in two exclusions", n))
			}
			excluded[n] = true
			if !factors[n] {
				errs = append(errs, fmt.Errorf("exclusion of %s: factor %q isn't listed", strings.Join(x.Factors, ", "), n))
			}
		}
	}
	actions := map[Action]bool{}
	for _, a := range s.Actions {
		if a.ID == "" || actions[a.ID] {
			errs = append(errs, fmt.Errorf("action %q is listed twice, or has no name", a.ID))
		}
		actions[a.ID] = true
	}
	if s.Ground != nil {
		errs = append(errs, s.Ground.Validate(s.Factors))
	}
	for _, shot := range s.Shots {
		errs = append(errs, shot.Validate())
	}
	if !(s.Misread >= 0 && s.Misread < .5) {
		errs = append(errs, fmt.Errorf("levels are misread with a probability of up to %g", s.Misread))
	}
	if len(s.Actions) == 0 {
		errs = append(errs, errors.New("there is no action"))
	}
	return errors.Join(errs...)
}

// Shot is the world's picture of the view; false: it has none.
func (s Spec) Shot(v View) (Shot, bool) {
	for _, shot := range s.Shots {
		if shot.View == v {
			return shot, true
		}
	}
	return Shot{}, false
}

// ActionSpec is one action that the world offers.
type ActionSpec struct {
	ID Action `json:"id"`
	// Unlock lists the factors after all of which the world lists the action as
	// available; empty: from the start. It is a hint, prior knowledge handed to
	// the agent as in ADAM, and may be ignored.
	Unlock []string `json:"unlock,omitempty"`
}

// Starts says how a session of a world can begin. The zero Starts is invalid.
type Starts uint8

const (
	// AnyStart: at any start of factors that the world knows, isn't [Factor.Fixed] about
	// and doesn't exclude. An intervention is never faked: a world that can't do that says so.
	AnyStart Starts = iota + 1
	// Episodes: at the world's own start only.
	Episodes
	// OneLife: not at all; a session goes on where the world is.
	OneLife
)

var startsNames = [...]string{"invalid", "any", "episodes", "one-life"}

// String is the word by which worlds say it: "any", "episodes" or "one-life".
func (s Starts) String() string {
	if int(s) < len(startsNames) {
		return startsNames[s]
	}
	return startsNames[0]
}

// MarshalText writes the word; the zero Starts can't be written.
func (s Starts) MarshalText() ([]byte, error) {
	if s == 0 || int(s) >= len(startsNames) {
		return nil, fmt.Errorf("starts %d are invalid", s)
	}
	return []byte(startsNames[s]), nil
}

// UnmarshalText reads the word; anything else is an error that lists the words.
func (s *Starts) UnmarshalText(text []byte) error {
	i := slices.Index(startsNames[1:], string(text))
	if i < 0 {
		return fmt.Errorf("starts %q are not one of %s", text, strings.Join(startsNames[1:], ", "))
	}
	*s = Starts(i + 1)
	return nil
}

// Caps says what a world can do.
type Caps struct {
	// Starts is how a session can begin.
	Starts Starts `json:"starts"`
	// Seeds: equal trials with equal seeds have equal outcomes.
	Seeds bool `json:"seeds"`
	// Batch is how many trials at most a session takes in one call; above one,
	// sessions are a [Batcher]. Zero is the same as one.
	Batch int `json:"batch,omitempty"`
	// Prompt: sessions only compute; they can't hang, and nobody has to watch
	// them. A world that is reached over a connection can't say so.
	Prompt bool `json:"-"`
}

// Fault is an error of a session that broke, as opposed to an action that had no
// effect. Class is a stable word for reports.
type Fault struct {
	Class string
	// Dead: the session can't be used again and must be replaced.
	Dead bool
	Err  error
}

// FaultRefused is the class of a step that the world didn't take: all is as it was, and the session can go on.
const FaultRefused = "refused"

// Classes of faults that this package and the pool report themselves.
const (
	FaultTimeout = "timeout" // the session didn't answer in time
	FaultLost    = "lost"    // the session's error was not a *Fault
	FaultStart   = "start"   // the world couldn't begin at the start that was wished for
	FaultPanic   = "panic"   // the session panicked
	FaultState   = "state"   // the world said that it had what it can't have
	FaultWay     = "way"     // no place was found where the action can be done, or it wasn't the right one: the session is whole
)

// Error says what broke.
func (f *Fault) Error() string {
	if f.Class == FaultWay && f.Err != nil {
		return f.Err.Error()
	}
	if f.Err == nil {
		return "the session broke (" + f.Class + ")"
	}
	return fmt.Sprintf("the session broke (%s): %v", f.Class, f.Err)
}

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

// AsFault returns err as a *Fault: itself if it is one, else a dead session's
// [FaultLost] with err as its cause.
func AsFault(err error) *Fault {
	var f *Fault
	if errors.As(err, &f) {
		return f
	}
	return &Fault{Class: FaultLost, Dead: true, Err: err}
}

// ErrNoStarts is returned when a world that can't begin at any start is to be experimented
// with as if it could.
var ErrNoStarts = errors.New("the world can't begin at a chosen start, so its actions can't be tried one by one")
