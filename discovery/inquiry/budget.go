package inquiry

import (
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/interaction"
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

// EffectBudget is the share of delta of the e-th effect (from 1) of one of the
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
// complement of a claimed transversal suffices after all, and all of those that do missed
// each time. If one does in the whole batch, then all of the batch is claimed: each test
// may spend the whole share. If n do, it is most probable that one of them misses so
// often and the others are refuted, and it may be any of the n: so where n-1 of the batch
// aren't claimed any more, each test may spend an n-th. That several of them miss so often
// is rarer by far; TestBatchKeepsItsShare adds all of it up. A transversal with mixtures
// is claimed with all of them, so these don't divide its part.
//
// This takes it that the tests of a batch are chosen before they are begun. But the
// search looks at misses when it chooses, one trial at a time above all: of many factors
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
	// was chosen count in it, at most; the more factors there were to choose from, the less.
	ofEarly = .4
	// ofEarlyBit is that part times the bits of the choice, where ofEarly is no limit.
	ofEarlyBit = 1.4
)

// threshold is the part of the budget that a test may spend, where standing
// transversals of its batch are claimed.
//
// Where it has to be proven, half of the share is for the case that all of the batch is
// claimed: then that which was the first to suffice when the batch was opened is among them,
// and its test alone has to err. The other half is divided: whichever is claimed beside others
// that aren't.
func (b batch) threshold(standing int, proved bool) float64 {
	if proved && standing == b.size {
		return b.share / 2
	}
	if proved {
		return b.share / float64(2*b.size)
	}
	return b.share / float64(b.size-standing+1)
}

// early is a series of misses at a complement from before its test was chosen.
type early struct {
	misses int
	counts bool // in the test, which may spend less then
}

// budget divides that of an effect among its tests.
type budget struct {
	*evidence
	batches []batch
	of      map[string]int               // by transversal that was ever tested, the place of its batch
	early   map[interaction.Digest]early // by complement
}

func newBudget(e *evidence) *budget {
	return &budget{evidence: e, of: map[string]int{}, early: map[interaction.Digest]early{}}
}

// spend opens a batch for the transversals that are put to the test for the first time,
// and gives each test its threshold. Also what trials have refuted already was put to
// the test, by the search; but not what is known to suffice from other starts, which
// is left out unless all is wanted.
func (q *budget) spend(points []test, all bool) {
	fresh := len(q.batches)
	standing := make([]int, fresh+1) // transversals of each batch among the tests
	var of []int                     // the batch of each transversal; -1: none
	var groups [][]test              // the tests of each transversal
	for i := 0; i < len(points); {
		k := points[i].Of.Key()
		n := 1
		for i+n < len(points) && points[i+n].Of.Key() == k {
			n++
		}
		group := points[i : i+n]
		groups = append(groups, group)
		i += n
		b, tested := q.of[k]
		switch {
		case tested:
		case !all && q.given(group):
			of = append(of, -1)
			continue
		default:
			b = fresh
			q.of[k] = b
			if !q.Proved {
				q.look(group, q.Budget*share(fresh+1))
			}
		}
		if q.Proved {
			q.begin(group)
		}
		standing[b]++
		of = append(of, b)
	}
	if n := standing[fresh]; n > 0 {
		q.batches = append(q.batches, batch{n, share(fresh + 1)})
	}
	for g, b := range of {
		threshold := 0.0
		if b >= 0 {
			threshold = q.Budget * q.batches[b].threshold(standing[b], q.Proved)
			if !q.Proved && q.chosen(groups[g][0].Of) {
				threshold *= chosenPart(q.Budget)
			}
		}
		for i := range groups[g] {
			p := &groups[g][i]
			p.threshold = threshold
			if q.early[p.At.Digest()].counts {
				p.threshold *= earlyPart(p.At.Size())
			}
		}
	}
}

// look notes the misses that there are when the tests are chosen, and whether they count:
// if that spares trials, though less may be spent then. An earlier run may have asked for
// them; it searched the same way.
func (q *budget) look(points []test, threshold float64) {
	weigh := chance.Given(q.Judge, q.chance())
	for _, p := range points {
		r := q.History.Find(p.At)
		if r == nil || r.Trials == 0 || r.Proven(q.Effect) {
			continue
		}
		_, whole := weigh(0, threshold)
		_, rest := weigh(r.Trials, threshold*earlyPart(p.At.Size()))
		q.early[p.At.Digest()] = early{r.Trials, rest < whole}
	}
}

// begin notes the misses that there are at complements when their tests begin: only what comes
// after that was foreseen counts.
func (q *budget) begin(points []test) {
	for _, p := range points {
		if _, begun := q.early[p.At.Digest()]; begun {
			continue
		}
		e := early{}
		if r := q.History.Find(p.At); r != nil {
			e.misses = r.Trials
		}
		q.early[p.At.Digest()] = e
	}
}

// given reports whether one of the complements is known to suffice though it was never
// tried.
func (q *budget) given(points []test) bool {
	return slices.ContainsFunc(points, func(p test) bool {
		return q.History.Find(p.At) == nil && q.seen(p.At)
	})
}

// chosen reports whether the transversal leaves a quantity that the search chose: some,
// of what a known way asks one more of and its successes didn't use up.
func (q *budget) chosen(t discovery.Transversal) bool {
	return slices.ContainsFunc(t, func(c discovery.Member) bool {
		return c.Count > 0 && slices.ContainsFunc(q.ways, func(w discovery.Way) bool {
			if q.History.Find(q.at(w)) == nil || !slices.ContainsFunc(w, func(m discovery.Member) bool { return m.Count == c.Count+1 && discovery.Subset(m.Factors, c.Factors) }) {
				return false
			}
			n := 0
			for _, u := range q.used(w) {
				if slices.Contains(c.Factors, u.Factor) {
					n += u.Level
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
// was chosen count in it, by how many factors are present.
func earlyPart(factors int) float64 {
	return min(ofEarly, ofEarlyBit/math.Log2(float64(max(2, factors))))
}
