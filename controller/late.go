package controller

import (
	"math"
	"slices"

	"github.com/adam-discovery/adam/graphstore"
)

// The world decides which of several ways of an effect it uses, where an inventory
// meets several: one kind of planks or another. A plan is the surer the fewer such
// choices it leaves, and what isn't there yet can't be chosen.

// late orders a draft so that each op comes as late as those that need what it
// gives allow, and what an op needs is made just before it; nil if that order
// doesn't hold. Among equals mix decides; 1 is by rank.
func (r *run) late(x counts, mix uint32) []turn {
	ops := r.lasting(x)
	feeds := make([][]int, len(ops)) // op -> the ops that need what it gives
	open := make([]int, len(ops))    // how many of these aren't placed yet
	for i, o := range ops {
		for j, p := range ops {
			if i != j && slices.ContainsFunc(r.ops[o].gives, func(g amount) bool {
				return slices.ContainsFunc(r.ops[p].needs, func(m amount) bool { return m.item == g.item })
			}) {
				feeds[i] = append(feeds[i], j)
			}
		}
		open[i] = len(feeds[i])
	}
	place := make([]int, len(ops)) // from the end, counted from 1; 0: not placed
	var turns []turn
	for len(turns) < len(ops) {
		next, latest := -1, -1
		for i := range ops {
			if place[i] > 0 || open[i] > 0 {
				continue
			}
			recent := 0
			for _, j := range feeds[i] {
				recent = max(recent, place[j])
			}
			if recent > latest || recent == latest && uint32(i+1)*mix > uint32(next+1)*mix {
				next, latest = i, recent
			}
		}
		if next < 0 {
			return nil
		}
		turns = append(turns, turn{ops[next], x[ops[next]]})
		place[next] = len(turns)
		for i := range ops {
			if slices.Contains(feeds[i], next) {
				open[i]--
			}
		}
	}
	slices.Reverse(turns)
	turns, ok := r.replay(turns)
	if !ok {
		return nil
	}
	return turns
}

// choices counts the steps at which the world may choose another way than the one that is
// meant, or something else of a class.
func (r *run) choices(turns []turn) (n int) {
	have := r.from.Map()
	for _, s := range r.steps(turns, false) {
		if slices.ContainsFunc(r.ways[claim{s.Action, s.Factor}], func(w graphstore.Way) bool { return met(&w, have) && mayTake(&w, have, s.Takes) }) {
			n++
		}
		if s.play(have, s.Times) != nil {
			return math.MaxInt
		}
	}
	return n
}

// met reports whether what there is meets the way.
func met(w *graphstore.Way, have map[string]int) bool {
	for _, m := range w.Members {
		sum := 0
		for _, f := range m.Factors {
			sum += have[f]
		}
		if sum < m.Count {
			return false
		}
	}
	return true
}

// mayTake reports whether a success by the way may use up something else than is meant.
func mayTake(w *graphstore.Way, have map[string]int, meant graphstore.Members) bool {
	for _, m := range w.Members {
		for _, f := range m.Factors {
			n := min(have[f], m.Consumed)
			for _, t := range meant {
				if t.Factors[0] == f {
					n -= t.Consumed
				}
			}
			if n > 0 {
				return true
			}
		}
	}
	return false
}

// surest is the order of the turns, or a late one, whichever leaves fewest choices
// to the world.
func (r *run) surest(turns []turn) []turn {
	n := r.choices(turns)
	if n == 0 {
		return turns
	}
	x := counts{}
	for _, t := range turns {
		x[t.op] += t.times
	}
	var seen [][]turn
	for k := range uint32(maxMixes) {
		if n == 0 {
			break
		}
		// An odd factor spreads small numbers over all (Knuth's multiplicative hash).
		other := r.late(x, 1+k*0x9e3779b0)
		if other == nil || slices.ContainsFunc(seen, func(t []turn) bool { return slices.Equal(t, other) }) {
			continue
		}
		seen = append(seen, other)
		if m := r.choices(other); m < n {
			turns, n = other, m
		}
	}
	return turns
}

// maxMixes is how many late orders are looked at.
const maxMixes = 12
