package discovery

import "context"

// View is what a hypothesizer may look at: the outcomes of one action. Item names
// are there for prompts that need letters to map; a hypothesizer must not draw on
// what it knows of a name.
type View struct {
	// Items are the names of all observed items, by number.
	Items []string
	// History is what was seen of the action; read only.
	History *History
	// Effect is the item whose causes are asked for.
	Effect int
	// Unlock are the items after which the world listed the action; nil if it
	// doesn't say.
	Unlock []int
	// Kept counts, by item, the effects of other actions that were found to need
	// the item without using it up, among Others effects with known ways.
	Kept   map[int]int
	Others int
}

// Hypothesis is a guess at the causes of an effect: for items by number, the
// probability of being a cause. Items that aren't named have only the base rate.
// It is never trusted: a wrong one costs trials, not correctness.
type Hypothesis struct {
	Causes map[int]float64
}

// Hypothesizer guesses causes from outcomes. Propose may be called from one
// goroutine at a time. An error means that it has no guess; the exploration goes on
// without one.
type Hypothesizer interface {
	Name() string
	Propose(ctx context.Context, v View) (Hypothesis, error)
}

// NoHypothesis is the hypothesizer without a guess.
type NoHypothesis struct{}

var _ Hypothesizer = NoHypothesis{}

// Name is "none".
func (NoHypothesis) Name() string { return "none" }

// Propose returns an empty hypothesis.
func (NoHypothesis) Propose(context.Context, View) (Hypothesis, error) { return Hypothesis{}, nil }
