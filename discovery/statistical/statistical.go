// Package statistical guesses causes from outcomes alone, without a language
// model.
//
// Its guess is a prior, never trusted: what it misses or invents costs trials.
package statistical

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/adam-discovery/adam/discovery"
)

// Hypothesizer scores every item by five kinds of evidence: a success consumed it;
// the effect came without it (then it isn't needed); the effect comes more often
// with it than without, by Fisher's exact test on the two-by-two table of presence
// and effect; the world listed the action when it appeared; and other actions were
// found to need it without using it up, as tools and stations are.
type Hypothesizer struct{}

var _ discovery.Hypothesizer = Hypothesizer{}

// Name is "statistical".
func (Hypothesizer) Name() string { return "statistical" }

const (
	consumed   = .95 // an item that every success consumed
	needless   = .01 // an item without which the effect came
	associated = .85 // the most that association alone can say
	base       = .7  // expected number of causes among items with no evidence
	unlocking  = .85 // an item after which the world listed the action
)

// Propose implements [discovery.Hypothesizer].
func (Hypothesizer) Propose(_ context.Context, v discovery.View) (discovery.Hypothesis, error) {
	e := slices.Index(v.History.Effects(), v.Effect)
	out := discovery.Hypothesis{Causes: map[int]float64{}}
	if e < 0 {
		return out, nil
	}
	n := len(v.Items)
	// with[i], without[i]: hits and misses where item i was present, or absent.
	with, without := make([]discovery.Tally, n), make([]discovery.Tally, n)
	used := make([]int, n)
	successes := 0
	for _, r := range v.History.Records() {
		t := r.Hits(e)
		if t.Hits > 0 {
			successes++
			amounts, _ := r.Used(e)
			for _, a := range amounts {
				used[a.Item]++
			}
		}
		for i := range n {
			side := &without[i]
			if r.At.At(i) > 0 {
				side = &with[i]
			}
			side.Hits += t.Hits
			side.Misses += t.Misses
		}
	}
	score := make([]float64, n) // -log of Fisher's p-value
	for i := range n {
		// Over long records the p-value underflows; its logarithm must stay a number.
		score[i] = -math.Log(max(discovery.Fisher(with[i], without[i]), math.SmallestNonzeroFloat64))
	}
	total := floats.Sum(score)
	for i := range n {
		switch {
		case with[i].Hits == 0:
			continue // never present at a success
		case used[i] > 0 && used[i] == successes:
			out.Causes[i] = consumed
		case without[i].Hits > 0:
			out.Causes[i] = needless
		case slices.Contains(v.Unlock, i):
			out.Causes[i] = unlocking
		case v.Kept[i] > 0:
			// Laplace's rule, over the effects whose ways are known.
			out.Causes[i] = min(associated, float64(v.Kept[i]+1)/float64(v.Others+2))
		case total > 0:
			// One alternative explains the misses as well as another: the
			// association is shared among all items that show it.
			p := base/float64(n) + score[i]/total*(1-math.Exp(-floats.Max(score)))
			out.Causes[i] = min(associated, p)
		}
	}
	return out, nil
}
