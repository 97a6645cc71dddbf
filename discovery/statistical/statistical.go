// Package statistical guesses causes from outcomes alone, without a language
// model.
//
// Its guess is a prior, never trusted: what it misses or invents costs trials.
package statistical

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
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
	associated = .85 // the most that association alone can say
	base       = .7  // expected number of causes among items with no evidence
	unlocking  = .9  // an item after which the world listed the action
	// telling is how much more than an item with no evidence one must be likely
	// to be named.
	telling = 2
)

// kind is items that were present in the same trials.
type kind struct {
	items         []int // all of them, or the first few
	count         int
	with, without chance.Tally // trials where they were present, and absent
	score         float64      // -log of Fisher's p-value
}

// few is how many items with nothing to tell them apart are named at most.
const few = 32

// Propose implements [discovery.Hypothesizer]. Its work grows with what differs
// between the starts, not with the number of items.
func (Hypothesizer) Propose(_ context.Context, v discovery.View) (discovery.Hypothesis, error) {
	v.Kept = often(v.Kept)
	e := slices.Index(v.History.Effects(), v.Effect)
	out := discovery.Hypothesis{Causes: map[int]float64{}}
	if e < 0 {
		return out, nil
	}
	used := map[int]int{}
	successes := 0
	for _, r := range v.History.Records() {
		if r.Hits(e).Hits > 0 {
			successes++
			amounts, _ := r.Used(e)
			for _, a := range amounts {
				used[a.Factor]++
			}
		}
	}
	total, top := 0.0, 0.0
	kinds := kindsOf(v, used)
	for i := range kinds {
		k := &kinds[i]
		for _, r := range v.History.Records() {
			if r.Full(e) {
				continue
			}
			side := &k.without
			if r.At.At(k.items[0]) > 0 {
				side = &k.with
			}
			t := r.Hits(e)
			side.Hits += t.Hits
			side.Misses += t.Misses
		}
		// Over long records the p-value underflows; its logarithm must stay a number.
		k.score = -math.Log(max(chance.Fisher(k.with, k.without), math.SmallestNonzeroFloat64))
		total += k.score * float64(k.count)
		top = max(top, k.score)
	}
	n := float64(len(v.Factors))
	for _, k := range kinds {
		i := k.items[0]
		switch {
		case k.with.Hits == 0:
			// never present at a success
		case used[i] > 0 && used[i] == successes:
			out.Causes[i] = consumed
		case k.without.Hits > 0:
			// the effect came without it
		case slices.Contains(v.Unlock, i):
			out.Causes[i] = unlocking
		case v.Kept[i] > 0:
			// Laplace's rule, over the effects whose ways are known.
			out.Causes[i] = min(associated, float64(v.Kept[i]+1)/float64(v.Others+2))
		case total > 0 && k.count == len(k.items):
			// One alternative explains the misses as well as another: the
			// association is shared among all items that show it.
			p := min(associated, base/n+k.score/total*(1-math.Exp(-top)))
			if p < telling*base/n {
				continue
			}
			for _, i := range k.items {
				out.Causes[i] = p
			}
		}
	}
	return out, nil
}

// mostKept is how many items that other actions need are looked at one by one.
const mostKept = 64

// often are the items that most other effects need.
func often(kept map[int]int) map[int]int {
	if len(kept) <= mostKept {
		return kept
	}
	items := slices.SortedFunc(maps.Keys(kept), func(a, b int) int { return cmp.Or(kept[b]-kept[a], a-b) })
	out := map[int]int{}
	for _, i := range items[:mostKept] {
		out[i] = kept[i]
	}
	return out
}

// kindsOf sorts the items by the trials in which they were present. Items of which
// something special is known are kinds of their own.
func kindsOf(v discovery.View, used map[int]int) []kind {
	n := len(v.Factors)
	special := map[int]bool{}
	cuts := map[int]bool{n: true} // items on the same side of all cuts are alike
	for _, r := range v.History.Records() {
		for _, o := range r.At.Over() {
			special[o.Factor] = true
		}
		cuts[min(r.At.Len(), n)] = true
	}
	for _, i := range v.Unlock {
		special[i] = true
	}
	for i := range v.Kept {
		special[i] = true
	}
	for i := range used {
		special[i] = true
	}
	own := slices.DeleteFunc(slices.Sorted(maps.Keys(special)), func(i int) bool { return i >= n })
	var out []kind
	for _, i := range own {
		out = append(out, kind{items: []int{i}, count: 1})
	}
	lo := 0
	for _, hi := range slices.Sorted(maps.Keys(cuts)) {
		k := kind{count: hi - lo}
		from, _ := slices.BinarySearch(own, lo)
		to, _ := slices.BinarySearch(own, hi)
		k.count -= to - from
		for i := lo; i < hi && len(k.items) < min(few, k.count); i++ {
			if !special[i] {
				k.items = append(k.items, i)
			}
		}
		if k.count > 0 {
			out = append(out, k)
		}
		lo = hi
	}
	return out
}
