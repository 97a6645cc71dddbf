package inquiry

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
)

// Phase is how far an inquiry is.
type Phase uint8

const (
	// Unreached: the effect was never seen from what is observed now.
	Unreached Phase = iota + 1
	// Searching: the effect was seen, no small way is known yet.
	Searching
	// Certifying: a way is proven; whether it is minimal and the only one is
	// being tested.
	Certifying
	// Settled: the ways are certified.
	Settled
	// Refused: the effect can't be certified, for a reason that is given.
	Refused
)

// Step is what an inquiry knows and what it wants to know next.
type Step struct {
	Phase Phase
	// Ways are the ways found so far, each proven by a success. When Settled they
	// are all.
	Ways []discovery.Way
	// Ask are the inventories to try next, the most useful first; one that is
	// listed twice is to be tried twice. Empty when Settled or Refused.
	Ask []discovery.Point
	// Bulk: there are many tests, all of Ask is needed whatever comes of it, and
	// looking at each outcome by itself would cost more than it saves.
	Bulk bool
	// Doubt is the probability that the ways are mistaken where Ask looks first; 1
	// if they are known to be. It guides the order of work and is part of no
	// certificate.
	Doubt float64
	// Tests are the co-points of the ways, when Settled, and Chance is the evidence on
	// the effect's chance with which they were weighed.
	Tests  []Test
	Chance chance.Tally
	// Reason says why the inquiry is Refused.
	Reason string
}

// Test is one co-point: everything observed but for the caps.
type Test struct {
	Caps discovery.Transversal
	At   discovery.Point
	// Misses are those that count: a few that came before the test was chosen may not.
	Misses    int
	PValue    float64
	Threshold float64
}

// Inquiry finds and certifies all ways of one effect of one action. It belongs to
// one goroutine.
type Inquiry struct {
	Judge   chance.Judge
	Refiner discovery.Refiner
	History *discovery.History
	// Effect is the effect's place in History.Effects.
	Effect int
	// Budget is the probability with which the effect's certificate may be wrong.
	Budget float64
	// Guess is the hypothesis on the effect's causes; it orders the search.
	Guess discovery.Hypothesis
	// Prior is the prior on the effect's chance; nil means DefaultChancePrior.
	Prior *chance.Prior
	// Kin lists classes of items with this one that stand for each other elsewhere,
	// each ascending; nil: nobody knows. Where an item turns out to have a
	// substitute, they are tried.
	Kin func(item int) [][]int
	// Heaps lists the items that were used up several at a time anywhere, with the
	// largest such quantity, ascending; nil: nobody knows. Of what is needed but not used
	// up, so many are tried first.
	Heaps func() []discovery.Amount
	// Eager: what suffices is wanted first, then what is needed, and certificates last.
	Eager bool

	ways    []discovery.Way
	batches []batch
	batchOf map[string]int           // by transversal that was ever tested, the place of its batch
	early   map[discovery.Hash]early // by co-point
	tests   *tests                   // of the ways; nil: to be made
	proofs  int                      // hits looked at
	loose   []*discovery.Record      // those of them that meet no known way
	watched int                      // trials by the last look at the chances of its ways
	strange map[kinship]bool         // those that were tried and didn't do
	apart   bool                     // two items that stand for each other were found not to mix
}

// mostAtOnce is how many questions a search asks at a time, however many there is
// room for: more of them learn little from each other. A certificate needs all that
// it asks for.
const mostAtOnce = 8

// Recall enters the ways that an earlier inquiry ended with. Their evidence, which is
// that every choice of items of their classes and every mixture of a class was seen to
// suffice, must be in the history before anything is asked.
func (q *Inquiry) Recall(ways []discovery.Way) {
	q.ways, q.tests = ways, nil
	if len(mixedPoints(ways)) > sample {
		q.History.Condense(q.Effect, ways)
	}
}

// Ways returns the ways found so far.
func (q *Inquiry) Ways() []discovery.Way { return q.ways }

// mostEnough is how many items nobody would gather for one effect.
const mostEnough = 64

// Enough is an inventory that was seen to suffice, as a way: it may ask for more than
// is needed, but not for so much that nobody would gather it: of at most 64 items for
// one, for what a success used up, or for a heap. It is the smallest such, by total
// quantity; nil if there is none.
func (q *Inquiry) Enough() discovery.Way {
	for _, r := range q.History.Smallests(q.Effect) {
		if r.At.Each() <= 1 && r.At.Size() <= mostEnough && q.usual(r) {
			return discovery.WayOf(r.At)
		}
	}
	return nil
}

// usual reports whether the inventory holds no larger quantity than a success from it
// used up, or a heap.
func (q *Inquiry) usual(r *discovery.Record) bool {
	used, _ := r.Used(q.Effect)
	covers := func(o discovery.Amount) func(discovery.Amount) bool {
		return func(u discovery.Amount) bool { return u.Item == o.Item && u.Count >= o.Count }
	}
	return !slices.ContainsFunc(r.At.Over(), func(o discovery.Amount) bool {
		return o.Count > 1 && !slices.ContainsFunc(used, covers(o)) && !slices.ContainsFunc(q.heaps(), covers(o))
	})
}

func (q *Inquiry) heaps() []discovery.Amount {
	if q.Heaps == nil {
		return nil
	}
	return q.Heaps()
}

// Next says how the inquiry stands and what to ask, given everything observed at
// ample quantity and how many questions can be asked at once.
func (q *Inquiry) Next(all discovery.Point, slots int) Step {
	if q.Prior == nil {
		q.Prior = chance.DefaultPrior
	}
	reason := q.conflict()
	if reason == "" {
		if reason = q.change(); reason != "" {
			reason = cmp.Or(q.mixedChances(), reason)
		}
	}
	if c := q.History.Chance(q.Effect); reason == "" && c.Misses > 0 && c.Hits+c.Misses > q.watched*9/8 {
		q.watched = c.Hits + c.Misses // now and then; and before it settles
		reason = q.mixedChances()
	}
	if reason != "" {
		return Step{Phase: Refused, Ways: q.ways, Reason: reason}
	}
	for {
		if ask := q.adopt(min(slots, mostAtOnce)); len(ask) > 0 {
			return Step{Phase: Certifying, Ways: q.ways, Ask: ask, Doubt: 1}
		}
		if ask := q.alike(all, min(slots, mostAtOnce)); len(ask) > 0 {
			return Step{Phase: Certifying, Ways: q.ways, Ask: ask, Doubt: 1}
		}
		if ask := q.further(all, min(slots, mostAtOnce)); len(ask) > 0 {
			return Step{Phase: Certifying, Ways: q.ways, Ask: ask, Doubt: 1}
		}
		if !q.prepare(all) {
			return Step{Phase: Refused, Ways: q.ways, Reason: fmt.Sprintf(
				"%d ways are known, and to show that there are no more takes over %d tests", len(q.ways), discovery.MaxTransversals)}
		}
		i := q.contradicted()
		if i < 0 {
			return q.certify(all, slots)
		}
		way, ask := q.pursue(q.tests.points[i].caps, all, min(slots, mostAtOnce))
		if ask != nil {
			phase := Certifying
			if len(q.ways) == 0 {
				phase = Searching
			}
			return Step{Phase: phase, Ways: q.ways, Ask: ask, Doubt: 1}
		}
		q.add(way)
	}
}

// add enters a way and drops those that it makes superfluous.
func (q *Inquiry) add(w discovery.Way) {
	kept := q.ways[:0:0]
	for _, v := range q.ways {
		if v = without(v, w); !v.Implies(w) {
			kept = append(kept, v)
		}
	}
	q.ways = append(kept, w)
	q.tests = nil
}

// without is w without the choices of single items that ask for more than another
// way.
func without(w, less discovery.Way) discovery.Way {
	for i, r := range w {
		if len(r.Items) == 1 || r.Count > 1 {
			continue
		}
		items := slices.DeleteFunc(slices.Clone(r.Items), func(item int) bool {
			one := slices.Clone(w)
			one[i] = discovery.Requirement{Items: []int{item}, Count: 1}
			return one.Implies(less) && less.Total() < one.Total()
		})
		if 0 < len(items) && len(items) < len(r.Items) {
			w = slices.Clone(w)
			w[i] = discovery.Requirement{Items: items, Count: 1}
			slices.SortFunc(w, discovery.CompareRequirements)
			return without(w, less)
		}
	}
	return w
}
