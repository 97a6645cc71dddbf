package body

import "github.com/adam-discovery/adam/interaction"

// habit is what is known of a class of things.
type habit struct {
	open    passable
	deadly  bool
	cleared bool // an action took it away
	crossed bool // what flies was seen over it
	walked  int  // steps on it
	moved   int  // how often it was seen to move
	shown   int  // in how many cells it was seen, view by view
	roams   bool
	hurt    int // how often a loss was felt beside it
	beside  int // steps that it was beside the agent
	menace  int // how often a loss was felt while it was near
	around  int // steps that it was near
	seen    int // how often it was seen beside the agent while it roamed, and in the same cell as a step before
	stays   int
	into    int  // the number, plus one, of what it became in time where it was put down; zero: none was seen
	ripe    int  // the least age at which one was seen to have become that; zero: none was
	green   int  // the greatest age at which one was seen that hadn't
	barren  bool // it was put down in vain, or was still there after long
}

// passable is whether a class of things can be walked on.
type passable uint8

const (
	untried passable = iota
	yes
	no
)

const (
	// roams is how often a thing is seen to move before it is taken for one that does, if there is at least one move in
	// roamsEvery cells where it is seen: what is misread in the dark seems to move now and then.
	roams, roamsEvery = 2, 200
	// harms is how often a loss is felt beside a thing before it is taken for the cause, if there is
	// at least one in harmEvery steps.
	harms, harmEvery = 2, 12
	// A thing is near within reach steps, and menacing if there is a loss in at least one of menaceEvery
	// steps that it is near.
	reach, menaceEvery = 4, 16
	// taughtHarm is as often as what was learned in another life counts.
	taughtHarm = 20
	// taughtFlight is how often a thing is seen before it is taken for one that never stays, and staysEvery
	// how rarely it may.
	taughtFlight, staysEvery = 12, 12
	// blow is a loss of so much of a vital at once that it isn't the time's.
	blow = 2
)

// move notes that the thing was seen to move.
func (h *habit) move() {
	h.moved++
	h.roams = h.roams || h.moved >= roams && h.moved*roamsEvery >= h.shown
}

// flying reports whether the thing never stays where it is.
func (h *habit) flying() bool { return h.seen >= taughtFlight && h.stays*staysEvery <= h.seen }

// menacing reports whether an agent near the thing is hurt often.
func (h *habit) menacing() bool { return h.menace > harms && h.menace*menaceEvery >= h.around }

// threatening reports whether it is better to keep away from the thing. What flies is evaded when it comes.
func (h *habit) threatening() bool { return (h.menacing() || h.harmful()) && !h.flying() }

// due is the age at which what is put down is reckoned to have become something else, halfway between what is known from either
// side; zero: that isn't known.
func (h *habit) due() int {
	switch {
	case h.ripe == 0:
		return 0
	case h.green < h.ripe:
		return (h.green + h.ripe + 1) / 2
	}
	return h.green + h.green/4 + 1 // one takes longer than another
}

// fatal reports whether an agent that goes there dies; one that survived it for a while knows better.
func (h *habit) fatal() bool { return h.deadly && h.walked < survived }

// survived is how many steps that takes.
const survived = 5

// harmful reports whether the thing is taken to hurt an agent beside it.
func (h *habit) harmful() bool { return h.hurt >= harms && h.hurt*harmEvery >= h.beside }

// put is an action that put down what can't be walked on.
type put struct {
	action interaction.Action
	thing  int
}
