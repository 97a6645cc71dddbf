package inquiry

import (
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
)

// A budget is the probability with which something that is claimed may be wrong. That
// of a run is divided among its actions, that of an action among its effects, and that
// of an effect among the batches of its tests.

// share is the part of a budget for the j-th claimant, from 1: nearly all for the first,
// as there is often no other, and the rest so that all parts sum to 1 however many there
// come to be (alpha spending). Few actions have a second effect; a second batch an effect
// has whenever the first ways that were found aren't all.
func share(j int) float64 {
	const first = .95
	if j == 1 {
		return first
	}
	return (1 - first) / float64((j-1)*j)
}

// EffectBudget is the share of delta of the e-th effect (from 1) of one of so many
// actions. Summed over all effects of all actions it is at most delta, so by the
// union bound everything that is certified is right with probability at least
// 1 - delta.
func EffectBudget(delta float64, actions, e int) float64 {
	return delta / float64(actions) * share(e)
}

// batch is transversals that are put to the test together: those of the first ways that
// are found, those that further ways add, and so on.
//
// Its tests could divide its share among them. But what is claimed is wrong only if a
// co-point of a claimed transversal suffices after all, and all of those that do missed
// each time. If one does in the whole batch, then all of the batch is claimed: each test
// may spend the whole share. If n do, it is most probable that one of them misses so
// often and the others are refuted, and it may be any of the n: so where n-1 of the batch
// aren't claimed any more, each test may spend an n-th. That several of them miss so often
// is rarer by far; TestBatchKeepsItsShare adds all of it up. A transversal with mixtures
// is claimed with all of them, so these don't divide its part.
//
// This takes it that the tests of a batch are chosen before they are begun. But the
// search looks at misses when it chooses, one trial at a time above all: of many items
// that stand for each other it finds that which seems to be needed, and of many
// quantities that which seems to be the least. So misses from before the batch don't
// count, or the test may spend less, and that of a quantity half at most. How often
// certificates are wrong then is measured where it is most often
// (TestWorstWorldsKeepTheirError, TestSmallBudgetsKeepTheirError, adam bench
// interventions).
type batch struct {
	size  int // transversals
	share float64
}

const (
	// ofChosen is the part of a test's threshold that one of a quantity may spend, at most;
	// the less the budget is below fewChosen, the longer the search looks, and the more it
	// finds to choose from.
	ofChosen  = .5
	fewChosen = .008
	// ofEarly is the part of a test's threshold that it may spend if misses from before it
	// was chosen count in it, at most; the more items there were to choose from, the less.
	ofEarly = .4
	// ofEarlyBit is that part times the bits of the choice, where ofEarly is no limit.
	ofEarlyBit = 1.4
)

// threshold is the part of the budget that a test may spend, where so many
// transversals of its batch are claimed.
func (b batch) threshold(standing int) float64 {
	return b.share / float64(b.size-standing+1)
}

// early is a series of misses at a co-point from before its test was chosen.
type early struct {
	misses int
	counts bool // in the test, which may spend less then
}

// spend opens a batch for the transversals that are put to the test for the first time,
// and gives each test its threshold. Also what trials have refuted already was put to
// the test, by the search; but not what is known to suffice from other inventories, which
// is left out unless all is wanted.
func (q *Inquiry) spend(all bool) {
	if q.batchOf == nil {
		q.batchOf, q.early = map[string]int{}, map[discovery.Hash]early{}
	}
	points := q.tests.points
	fresh := len(q.batches)
	standing := make([]int, fresh+1) // transversals of each batch among the tests
	var of []int                     // the batch of each transversal; -1: none
	for i := 0; i < len(points); i += points[i].mixtures {
		k := points[i].of.Key()
		b, tested := q.batchOf[k]
		switch {
		case tested:
		case !all && q.given(points[i:i+points[i].mixtures]):
			of = append(of, -1)
			continue
		default:
			b = fresh
			q.batchOf[k] = b
			q.look(points[i:i+points[i].mixtures], q.Budget*share(fresh+1))
		}
		standing[b]++
		of = append(of, b)
	}
	if n := standing[fresh]; n > 0 {
		q.batches = append(q.batches, batch{n, share(fresh + 1)})
	}
	i := 0
	for _, b := range of {
		threshold := 0.0
		if b >= 0 {
			threshold = q.Budget * q.batches[b].threshold(standing[b])
			if q.chosen(points[i].of) {
				threshold *= chosenPart(q.Budget)
			}
		}
		for n := points[i].mixtures; n > 0; n-- {
			p := &points[i]
			p.threshold = threshold
			if q.early[p.at.Hash()].counts {
				p.threshold *= earlyPart(p.at.Size())
			}
			i++
		}
	}
}

// look notes the misses that there are when the tests are chosen, and whether they count:
// if that spares trials, though less may be spent then. An earlier run may have asked for
// them; it searched the same way.
func (q *Inquiry) look(points []coPoint, threshold float64) {
	weigh := q.weigh(q.History.Chance(q.Effect))
	for _, p := range points {
		r := q.History.Find(p.at)
		if r == nil || r.Trials == 0 || r.Proven(q.Effect) {
			continue
		}
		_, whole := weigh(0, threshold)
		_, rest := weigh(r.Trials, threshold*earlyPart(p.at.Size()))
		q.early[p.at.Hash()] = early{r.Trials, rest < whole}
	}
}

// given reports whether one of the co-points is known to suffice though it was never
// tried.
func (q *Inquiry) given(points []coPoint) bool {
	return slices.ContainsFunc(points, func(p coPoint) bool {
		return q.History.Find(p.at) == nil && q.History.Seen(q.Effect, p.at)
	})
}

// chosen reports whether the transversal leaves a quantity that the search chose: some,
// of what a known way asks one more of and its successes didn't use up.
func (q *Inquiry) chosen(t discovery.Transversal) bool {
	return slices.ContainsFunc(t, func(c discovery.Requirement) bool {
		return c.Count > 0 && slices.ContainsFunc(q.ways, func(w discovery.Way) bool {
			r := q.History.Find(w.Point())
			if r == nil || !slices.ContainsFunc(w, func(m discovery.Requirement) bool { return m.Count == c.Count+1 && discovery.Subset(m.Items, c.Items) }) {
				return false
			}
			used, _ := r.Used(q.Effect)
			n := 0
			for _, u := range used {
				if slices.Contains(c.Items, u.Item) {
					n += u.Count
				}
			}
			return n <= c.Count
		})
	})
}

// chosenPart is the part of a test's threshold that one of a quantity may spend that the
// search chose. (Of 60,000 certificates with a budget of 0.00024 that two of an item are
// needed and not used up, 26 were wrong without the root; 14 may be.)
func chosenPart(budget float64) float64 {
	return ofChosen * math.Pow(min(1, budget/fewChosen), .25)
}

// earlyPart is the part of a test's threshold that it may spend if misses from before it
// was chosen count in it, where so many items are present.
func earlyPart(items int) float64 {
	return min(ofEarly, ofEarlyBit/math.Log2(float64(max(2, items))))
}
