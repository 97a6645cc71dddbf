package inquiry

import (
	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/interaction"
)

// evidence is what all parts of an inquiry look at: the trials, and the ways that they
// proved so far.
type evidence struct {
	Subject
	ways     []discovery.Way
	version  int                 // changes whenever the ways do
	ceilings *discovery.Ceilings // of the last Next
}

// unlikely is the probability below which the search stops waiting for a start to work. It
// is not part of the certificate.
const unlikely = .05

// conflict is the bound below which misses from a start that holds a proven way are no bad
// luck any more.
const conflict = 1e-5

// add enters a way and drops those that it makes superfluous.
func (q *evidence) add(w discovery.Way) {
	kept := q.ways[:0:0]
	for _, v := range q.ways {
		if v = v.Without(w); !v.Implies(w) {
			kept = append(kept, v)
		}
	}
	q.ways = append(kept, w)
	q.version++
}

// at is a smallest start that meets the way.
func (q *evidence) at(w discovery.Way) interaction.State {
	return discovery.At(q.History.Vocabulary(), w)
}

// tops are the largest starts from which the effect can be seen.
func (q *evidence) tops() []interaction.State {
	return q.ceilings.For(q.factor(), q.History.Room(q.Effect))
}

// factor is the effect's.
func (q *evidence) factor() int { return q.History.Effects()[q.Effect] }

// over is the first of the largest starts that covers this one.
func (q *evidence) over(at interaction.State) interaction.State {
	return discovery.Over(q.tops(), at)
}

// seen reports whether the start covers one that is known to suffice.
func (q *evidence) seen(at interaction.State) bool { return q.History.Seen(q.Effect, at) }

// misses is the largest number of misses from one start that covers this one.
func (q *evidence) misses(at interaction.State) int { return q.History.Misses(q.Effect, at) }

// chance is the evidence on the effect's chance.
func (q *evidence) chance() chance.Tally {
	if q.Proved {
		return q.History.Unselected(q.Effect)
	}
	return q.History.Chance(q.Effect)
}

// besides is the evidence on the effect's chance but for the misses from this start.
func (q *evidence) besides(r *discovery.Record) chance.Tally {
	c := q.chance()
	switch {
	case !r.Proven(q.Effect):
	case q.Proved:
		c.Misses -= r.Known(q.Effect).Misses
	default:
		c.Misses -= r.Hits(q.Effect).Misses
	}
	return c
}

// luck is the probability of this many misses in a row from a start that suffices.
func (q *evidence) luck(misses int) float64 {
	return q.Prior.MissLikelihood(q.chance(), misses)
}

// open reports whether the search should still wait for the start to work.
func (q *evidence) open(at interaction.State) bool {
	n := q.misses(at)
	return n == 0 || q.luck(n) > unlikely
}

// ruledOut reports whether the start was tried, and the search needn't wait for it any more.
func (q *evidence) ruledOut(at interaction.State) bool {
	r := q.History.Find(at)
	if r == nil {
		return false
	}
	// Its own misses mostly are enough: to look for a larger start with more goes through all of them.
	if r.Trials > 0 && !r.Proven(q.Effect) && !r.Full(q.Effect) && q.luck(r.Trials) <= unlikely {
		return true
	}
	return !q.open(at)
}

// insist is the start as often as the search would wait for it to work.
func (q *evidence) insist(at interaction.State, slots int) []interaction.State {
	ask := []interaction.State{at}
	for n := q.misses(at) + 1; len(ask) < slots && q.luck(n) > unlikely; n++ {
		ask = append(ask, at)
	}
	return ask
}

// fails reports whether the start, which isn't known to suffice, missed so often that it
// doesn't: as surely as a refusal takes.
func (q *evidence) fails(at interaction.State) bool {
	n := q.misses(at)
	if n == 0 {
		return false
	}
	_, more := q.Judge.Weigh(q.chance(), n, conflict)
	return more == 0
}

// used is what a success from a smallest start of the way consumed, at least.
func (q *evidence) used(w discovery.Way) []interaction.Level {
	r := q.History.Find(q.at(w))
	if r == nil {
		return nil
	}
	used, _ := r.Used(q.Effect)
	return used
}

// substitutes are the groups with the factor that stand for each other elsewhere.
func (q *evidence) substitutes(factor int) [][]interaction.Level {
	if q.Substitutes == nil {
		return nil
	}
	return q.Substitutes(factor)
}

// bulk is the factors that are used several at a time anywhere.
func (q *evidence) bulk() []interaction.Level {
	if q.Bulk == nil {
		return nil
	}
	return q.Bulk()
}

// beyond is the way without what it asks of the class, and how many that is.
func beyond(w discovery.Way, class []int) (rest discovery.Way, n int) {
	for _, m := range w {
		if discovery.Subset(m.Factors, class) {
			n += m.Count
		} else {
			rest = append(rest, m)
		}
	}
	return rest, n
}

func repeat(p interaction.State, n int) []interaction.State {
	var out []interaction.State
	for range n {
		out = append(out, p)
	}
	return out
}
