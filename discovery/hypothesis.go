package discovery

import (
	"context"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// View is what a hypothesizer may look at: the outcomes of one action. Names are there for
// prompts that need letters to map; a hypothesizer must not draw on what it knows of a
// name.
type View struct {
	// Factors are all that are known, by number.
	Factors []interaction.Factor
	// History is what was seen of the action; read only.
	History *History
	// Effect is the factor whose causes are asked for.
	Effect int
	// Unlock are the factors after which the world listed the action; nil if it
	// doesn't say.
	Unlock []int
	// Kept counts, by factor, the effects of other actions that were found to need
	// it without using it up, among Others effects with known ways.
	Kept   map[int]int
	Others int
	// Failed are earlier guesses at this effect that trials refuted, the oldest
	// first; nil unless the hypothesizer is [Reconsidering].
	Failed []Failure
}

// Failure is a guess that was refuted: what it named was there, and the effect
// never came.
type Failure struct {
	// Causes are the factors that the guess named, ascending.
	Causes []int
	// Misses is how often the effect didn't come from one start that holds
	// them all.
	Misses int
}

// Hypothesis is a guess at the causes of an effect: for factors by number, the
// probability of being a cause. Factors that aren't named have only the base rate.
// It is never trusted: a wrong one costs trials, not correctness.
type Hypothesis struct {
	Causes map[int]float64
	// Unnamed is how many causes are expected beyond those that are named; zero
	// means that it isn't known. The exploration sets it from how many the hypothesizer
	// missed elsewhere.
	Unnamed float64
}

// Hypothesizer guesses causes from outcomes. Propose may be called from one
// goroutine at a time. An error means that it has no guess; the exploration goes on
// without one. Asked the same again by a run that is repeated over its ledger, it
// must say the same, or the run takes another course: one whose answers don't follow
// from the view keeps them in the ledger.
type Hypothesizer interface {
	Name() string
	Propose(ctx context.Context, v View) (Hypothesis, error)
}

// Reconsidering is a Hypothesizer that wants to be asked again when trials refuted
// what it named, as ADAM does with its language model (section 3.4).
type Reconsidering interface {
	Hypothesizer
	// Again is how often at most, for one effect; not negative, and the same at
	// every call.
	Again() int
}

// named is the probability from which on a hypothesis is said to name a factor.
const named = .5

// Named lists the factors that the hypothesis takes for causes, ascending.
func (h Hypothesis) Named() []int {
	var out []int
	for i, p := range h.Causes {
		if p >= named {
			out = append(out, i)
		}
	}
	slices.Sort(out)
	return out
}

// NoHypothesis is the hypothesizer without a guess.
type NoHypothesis struct{}

var _ Hypothesizer = NoHypothesis{}

// Name is "none".
func (NoHypothesis) Name() string { return "none" }

// Propose returns an empty hypothesis.
func (NoHypothesis) Propose(context.Context, View) (Hypothesis, error) { return Hypothesis{}, nil }
