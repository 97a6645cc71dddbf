package controller_test

import (
	"container/heap"
	"fmt"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// move is one way of one action as an independent reading of the graph.
type move struct {
	needs, uses, gives map[string]int
	cost               float64
}

func moves(g *graphstore.Graph) []move {
	var out []move
	for _, a := range g.Actions {
		for _, e := range a.Effects {
			for _, w := range e.Ways {
				for _, x := range mixtures(w.Members) {
					m := move{needs: map[string]int{}, uses: map[string]int{}, gives: map[string]int{e.Factor: max(1, w.Yield.Min)}, cost: 1 / e.Chance.Estimate}
					for _, x := range x {
						m.needs[x.Factors[0]] = x.Count
						m.uses[x.Factors[0]] = x.Consumed
					}
					for _, s := range a.Effects {
						if s.Factor == e.Factor {
							continue
						}
						same := s.Chance == e.Chance && fmt.Sprint(members(s.Ways)) == fmt.Sprint(members(e.Ways))
						if s.Chance.Estimate != 1 && !same {
							continue
						}
						for _, sw := range s.Ways {
							if slices.ContainsFunc(mixtures(sw.Members), m.covers) {
								m.gives[s.Factor] = max(1, sw.Yield.Min)
								break
							}
						}
					}
					out = append(out, m)
				}
			}
		}
	}
	return out
}

// covers reports whether the move takes at least what the members do.
func (m move) covers(members graphstore.Members) bool {
	return !slices.ContainsFunc(members, func(x graphstore.Member) bool {
		return m.needs[x.Factors[0]] < x.Count || m.uses[x.Factors[0]] < x.Consumed
	})
}

// mixtures lists the members with each class replaced by some of its factors, in every
// mixture. A class is used up wholly or not at all.
func mixtures(members graphstore.Members) []graphstore.Members {
	out := []graphstore.Members{nil}
	for _, x := range members {
		var shares []graphstore.Members
		var walk func(i, left int, chosen graphstore.Members)
		walk = func(i, left int, chosen graphstore.Members) {
			if i == len(x.Factors) {
				if left == 0 {
					shares = append(shares, slices.Clone(chosen))
				}
				return
			}
			for n := 0; n <= left; n++ {
				next := chosen
				if n > 0 {
					next = append(slices.Clone(chosen), graphstore.Member{Factors: x.Factors[i : i+1], Count: n, Consumed: n * x.Consumed / x.Count})
				}
				walk(i+1, left-n, next)
			}
		}
		walk(0, x.Count, nil)
		var next []graphstore.Members
		for _, o := range out {
			for _, s := range shares {
				next = append(next, append(slices.Clone(o), s...))
			}
		}
		out = next
	}
	return out
}

func members(ways []graphstore.Way) []graphstore.Members {
	var out []graphstore.Members
	for _, w := range ways {
		out = append(out, w.Members)
	}
	return out
}

type node struct {
	have []int
	cost float64
}
type nodes []node

func (h nodes) Len() int           { return len(h) }
func (h nodes) Less(i, j int) bool { return h[i].cost < h[j].cost }
func (h nodes) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *nodes) Push(x any)        { *h = append(*h, x.(node)) }
func (h *nodes) Pop() any {
	o := *h
	x := o[len(o)-1]
	*h = o[:len(o)-1]
	return x
}

// optimum searches all inventories by uniform cost and returns the least cost of
// the goal, if that is below limit. known is false if there were more than most
// inventories; exhausted is true if no inventory was left.
func optimum(g *graphstore.Graph, from interaction.State, want []interaction.Amount, limit float64, most int) (cost float64, reached, known, exhausted bool) {
	ms := moves(g)
	index := map[string]int{}
	names := []string{}
	number := func(s string) int {
		if _, ok := index[s]; !ok {
			index[s] = len(names)
			names = append(names, s)
		}
		return index[s]
	}
	for _, s := range from.Amounts() {
		number(s.Name)
	}
	for _, w := range want {
		number(w.Name)
	}
	for _, m := range ms {
		for _, t := range []map[string]int{m.needs, m.uses, m.gives} {
			for i := range t {
				number(i)
			}
		}
	}
	start := make([]int, len(names))
	for _, s := range from.Amounts() {
		start[index[s.Name]] = s.Level
	}
	key := func(h []int) string {
		var b strings.Builder
		for _, n := range h {
			fmt.Fprintf(&b, "%d,", n)
		}
		return b.String()
	}
	best := map[string]float64{key(start): 0}
	q := &nodes{{start, 0}}
	for q.Len() > 0 {
		n := heap.Pop(q).(node)
		if n.cost > best[key(n.have)]+1e-9 {
			continue
		}
		if n.cost >= limit-1e-9 {
			return 0, false, true, false
		}
		if !slices.ContainsFunc(want, func(w interaction.Amount) bool { return n.have[index[w.Name]] < w.Level }) {
			return n.cost, true, true, false
		}
		if len(best) > most {
			return 0, false, false, false
		}
		for _, m := range ms {
			ok := true
			for i, c := range m.needs {
				ok = ok && n.have[index[i]] >= c
			}
			if !ok {
				continue
			}
			next := slices.Clone(n.have)
			for i, c := range m.uses {
				next[index[i]] -= c
			}
			for i, c := range m.gives {
				next[index[i]] += c
			}
			k := key(next)
			if c, seen := best[k]; !seen || n.cost+m.cost < c-1e-12 {
				best[k] = n.cost + m.cost
				heap.Push(q, node{next, n.cost + m.cost})
			}
		}
	}
	return 0, false, true, true
}
