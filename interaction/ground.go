package interaction

import (
	"context"
	"errors"
	"fmt"
)

// Ground is how one moves and what one may see in a world that has a map. An agent knows
// it beforehand, as it knows the names of its movements (ADAM, section 3.1); what its other
// actions do it doesn't.
type Ground struct {
	// Moves are the actions that go one cell west, east, north and south, or turn there
	// where the way is barred.
	Moves [4]Action `json:"moves"`
	// Wait is the action that does nothing; empty: there is none.
	Wait Action `json:"wait,omitempty"`
	// Things are what a cell can show, by number.
	Things []Thing `json:"things"`
}

// Thing is a class of what a cell can show.
type Thing struct {
	Name string `json:"name"`
	// Does is the action that is done to the thing by whoever faces it; empty: none.
	Does Action `json:"does,omitempty"`
	// Near is the fact that the thing is within the square of three by three cells around
	// the agent; empty: there is no such fact.
	Near string `json:"near,omitempty"`
}

// Steps are the movements as differences of columns and rows, in the order of Moves.
var Steps = [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}

// Unseen is the number of a cell of which nothing is seen.
const Unseen = -1

// Sight is what an agent sees of the map around it.
type Sight struct {
	// Width and Height are those of the view, in cells; both are odd, and the agent is in
	// the middle.
	Width, Height int
	// Cells are numbers of things, row by row from the north-west, or Unseen. The agent's
	// own cell shows what it stands on.
	Cells []int
	// Facing is the place in Moves of the direction that the agent looks in.
	Facing int
}

// At is the thing so many columns east and rows south of the agent; Unseen outside of the view.
func (s Sight) At(dx, dy int) int {
	x, y := s.Width/2+dx, s.Height/2+dy
	if x < 0 || y < 0 || x >= s.Width || y >= s.Height {
		return Unseen
	}
	return s.Cells[y*s.Width+x]
}

// Valid reports what is wrong with a sight of a world with so many things.
func (s Sight) Valid(things int) error {
	if s.Width%2 == 0 || s.Height%2 == 0 || s.Width < 3 || s.Height < 3 || s.Width > MaxView || s.Height > MaxView || len(s.Cells) != s.Width*s.Height {
		return fmt.Errorf("the view is %d by %d with %d cells: sides must be odd, from 3 to %d", s.Width, s.Height, len(s.Cells), MaxView)
	}
	if s.Facing < 0 || s.Facing >= len(Steps) {
		return fmt.Errorf("the agent faces direction %d of %d", s.Facing, len(Steps))
	}
	for _, c := range s.Cells {
		if c < Unseen || c >= things {
			return fmt.Errorf("a cell shows thing %d of %d", c, things)
		}
	}
	return nil
}

// MaxView is the longest side that a view can have.
const MaxView = 255

// Seer is a session of a world with a [Ground].
type Seer interface {
	Session
	// Look returns what is seen now. The Sight is valid until the next call of a method of
	// the session.
	Look() Sight
}

// Walker is a session that finds its own way to where an action can be done.
type Walker interface {
	Session
	// Approach goes to where the action can be done, and returns what there is then; if it can,
	// to where none of the facts to avoid hold. It fails with [ErrNoWay] if it doesn't find such
	// a place; the session can go on.
	Approach(ctx context.Context, a Action, avoid []string) (State, error)
	// Bound reports whether the action is done to a thing, and so not just anywhere.
	Bound(a Action) bool
	// Return goes back to where the fact holds, if such a place was seen; else it fails with
	// [ErrNoWay].
	Return(ctx context.Context, fact string) (State, error)
	// Leave goes to where none of these facts hold, as far as it can.
	Leave(ctx context.Context, facts []string) (State, error)
	// Steps counts the world's own steps since the session began.
	Steps() int
}

// ErrNoWay is returned where there is no way to where an action can be done, as far as one
// can see.
var ErrNoWay = errors.New("no place for the action was found")
