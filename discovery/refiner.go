package discovery

import (
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/interaction"
)

// Case is one effect of one action as a refiner sees it. All of it is read only.
type Case struct {
	History *History
	// Effect is the effect's place in History.Effects.
	Effect int
	// All is everything that was observed, at ample quantity.
	All interaction.State
	// Guess is the hypothesis on the effect's causes.
	Guess Hypothesis
	// Prior is the prior on the effect's chance.
	Prior *chance.Prior
	// Like is a known way that the one to be found may resemble; nil if there is
	// none.
	Like Way
	// Bulk are the items that are used several at a time anywhere, with the largest
	// such quantity, ascending; nil: it isn't known.
	Bulk []interaction.Level
	// Remove is the probability of being needed from which on a factor is rather taken
	// away from everything than tested where the search is: a miss there counts for the
	// certificate, too, but tells the search less. In [0, 1]; zero: always.
	Remove float64
	// Slots is how many questions can be asked at once, at least 1.
	Slots int
}

// Refiner finds a small sufficient way by intervention. It is a pure function of
// the case: asked again with the same history it says the same.
type Refiner interface {
	Name() string
	// FindWay looks inside within, a start at which the effect was seen. It
	// returns either a way, which is a start inside within at which the
	// effect was seen too and which the refiner believes minimal, or the
	// starts that it would like to see tried, the most useful first, at most
	// Slots of them and at least one. It is never wrong to return a way that isn't
	// minimal: the certificate finds out, at the price of trials.
	FindWay(c *Case, within *Record) (way interaction.State, ask []interaction.State)
	// Further lists starts that the refiner would like to see tried, at most Slots,
	// because it thinks it likely that there is another way inside within, like c.Like but
	// for one requirement that within doesn't meet; nil if it doesn't. The effect wasn't
	// seen at within.
	Further(c *Case, within interaction.State) []interaction.State
}
