package inquiry

import (
	"cmp"
	"fmt"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/interaction"
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
	// Ask are the starts to try next, the most useful first; one that is
	// listed twice is to be tried twice. Empty when Settled or Refused.
	Ask []interaction.State
	// Bulk: there are many tests, most of Ask is worth its trial whatever comes of the
	// rest, and looking at each outcome by itself would cost more than it saves.
	Bulk bool
	// Doubt is the probability that the ways are mistaken where Ask looks first; 1
	// if they are known to be. It guides the order of work and is part of no
	// certificate.
	Doubt float64
	// Full: the factor can't be seen to rise from a level above Most, though it can from
	// that one. Nothing else is asked until the ceilings take that into account.
	Full bool
	Most int
	// Tests are those of the complements of the ways, when Settled, and Chance is the
	// evidence on the effect's chance with which they were weighed.
	Tests  []Test
	Chance chance.Tally
	// Exchange: the tests are all there are under the assumption [discovery.Exchange] only.
	Exchange bool
	// Reason says why the inquiry is Refused.
	Reason string
}

// Test is one series of trials at a complement of the ways.
type Test struct {
	Caps discovery.Transversal
	At   interaction.State
	// Misses are those that count: a few that came before the test was chosen may not.
	Misses    int
	PValue    float64
	Threshold float64
}

// Subject is what an inquiry is about, and what helps it to be quick.
type Subject struct {
	Judge   chance.Judge
	Refiner discovery.Refiner
	History *discovery.History
	// Effect is the effect's place in History.Effects.
	Effect int
	// Budget is the probability with which the effect's certificate may be wrong.
	Budget float64
	// Proved: that the budget is kept is proven, whatever is tested when and however long
	// (docs/theory.md, "Budgets"), and not calibrated. The judge must be one for that. It takes
	// more trials.
	Proved bool
	// Guess is the hypothesis on the effect's causes; it orders the search.
	Guess discovery.Hypothesis
	// Prior is the prior on the effect's chance; nil means [chance.DefaultPrior].
	Prior *chance.Prior
	// Substitutes lists groups of factors, this one and others, that stand for each other
	// elsewhere, each ascending, with how many of each that takes; nil: it isn't known. A group is
	// listed, as the same slice, for each of its factors. They are
	// guesses: where a factor turns out to have a substitute, they are tried.
	Substitutes func(factor int) [][]interaction.Level
	// Bulk lists the items that were used up several at a time anywhere, with the
	// largest such quantity, ascending; nil: it isn't known. Of what is needed but not used
	// up, that many are tried first.
	Bulk func() []interaction.Level
	// Eager: what suffices is wanted first, then what is needed, and certificates last.
	Eager bool
}

// Inquiry finds and certifies all ways of one effect of one action. Its guess and its prior
// may be replaced while it goes on. It belongs to one goroutine.
type Inquiry struct {
	*evidence
	refusal     *refusal
	classes     *classes
	search      *search
	certificate *certificate
}

// New returns an inquiry that knows no way yet.
func New(s Subject) *Inquiry {
	if s.Prior == nil {
		s.Prior = chance.DefaultPrior
	}
	e := &evidence{Subject: s}
	q := &Inquiry{evidence: e, refusal: &refusal{evidence: e}, classes: &classes{evidence: e}}
	q.search = &search{evidence: e, classes: q.classes, besides: map[string]*beside{}}
	q.certificate = &certificate{evidence: e, budget: newBudget(e)}
	return q
}

// mostAtOnce is how many questions a search asks at a time, however many there is
// room for: more of them learn little from each other. A certificate needs all that
// it asks for.
const mostAtOnce = 8

// Recall enters the ways that an earlier inquiry ended with. Their evidence, which is
// that every choice of factors of their classes and every mixture of a class was seen to
// suffice, must be in the history before anything is asked.
func (q *Inquiry) Recall(ways []discovery.Way) {
	q.ways = ways
	q.version++
	if len(q.certificate.witnesses()) > sample {
		q.History.Condense(q.Effect, ways)
	}
}

// Ways returns the ways found so far.
func (q *Inquiry) Ways() []discovery.Way { return q.ways }

// mostEnough is how many factors a start has at most that one would bring about for one
// effect.
const mostEnough = 64

// Enough is a start that was seen to suffice, as a way: it may ask for more than is needed,
// but for at most 64 factors, and for one of each, for what a success used up, or for what
// is used in bulk anywhere. It is the smallest such, by total quantity; nil if there is none.
func (q *Inquiry) Enough() discovery.Way { return q.search.enough() }

// Needs reports whether trials speak for it that the effect needs the factor, a member of
// its first way.
func (q *Inquiry) Needs(factor int) bool { return q.certificate.needs(factor) }

// Next says how the inquiry stands and what to ask, given the largest starts there are and
// how many questions can be asked at once.
func (q *Inquiry) Next(ceilings *discovery.Ceilings, slots int) Step {
	q.ceilings = ceilings
	few := min(slots, mostAtOnce)
	if step, stop := q.refusal.look(slots); stop {
		return step
	}
	for {
		// What is known is brought into its shortest form before it is added to.
		for _, ask := range [...]func(int) []interaction.State{q.classes.adopt, q.classes.alike, q.classes.again} {
			if starts := ask(few); len(starts) > 0 {
				return Step{Phase: Certifying, Ways: q.ways, Ask: starts, Doubt: 1}
			}
		}
		found, ask := q.search.instead(slots)
		if len(found) > 0 {
			for _, w := range found {
				q.add(w)
			}
			continue
		}
		if ask == nil {
			ask = q.search.further(few)
		}
		if len(ask) > 0 {
			return Step{Phase: Certifying, Ways: q.ways, Ask: ask, Bulk: len(ask) > mostAtOnce, Doubt: 1}
		}
		if !q.certificate.prepare() {
			return q.refuse(fmt.Sprintf("%d ways are known, and to show that there are no more takes over %d tests", len(q.ways), discovery.MaxTransversals))
		}
		k, contradicted := q.certificate.contradicted()
		if !contradicted {
			step := q.certificate.step(slots)
			if step.Phase == Settled {
				if reason := cmp.Or(q.refusal.mixedChances(), q.refusal.higher()); reason != "" {
					return q.refuse(reason)
				}
				if ask := q.refusal.crowded(slots); len(ask) > 0 {
					return Step{Phase: Certifying, Ways: q.ways, Ask: ask, Doubt: 1}
				}
			}
			return step
		}
		way, ask := q.search.way(k, few)
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

// refuse ends the inquiry without a certificate.
func (q *evidence) refuse(reason string) Step {
	return Step{Phase: Refused, Ways: q.ways, Reason: reason}
}
