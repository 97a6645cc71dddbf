package controller

import (
	"container/heap"
	"math"
)

// ranking orders the items that can be had: each by at least one op whose members
// all come before it. It is Knuth's generalisation of Dijkstra's algorithm (A
// generalization of Dijkstra's algorithm, 1977), which is why cycles do no harm.
type ranking struct {
	rank []int32 // from 1 for an item that some op gives; 0: it needs none; -1: can't be had
	// unit estimates what one more of the item costs, first what the first one
	// costs, its tools included.
	unit, first []float64
}

func (r *ranking) can(item int32) bool { return r.rank[item] >= 0 }

type candidate struct {
	cost float64
	item int32
}

type frontier []candidate

func (f frontier) Len() int { return len(f) }
func (f frontier) Less(i, j int) bool {
	return f[i].cost < f[j].cost || f[i].cost == f[j].cost && f[i].item < f[j].item
}
func (f frontier) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(x any)   { *f = append(*f, x.(candidate)) }
func (f *frontier) Pop() any {
	old := *f
	x := old[len(old)-1]
	*f = old[:len(old)-1]
	return x
}

// rank computes the ranking when these items are there already.
func (n *net) rank(have []amount) ranking {
	r := ranking{rank: make([]int32, len(n.names)), unit: make([]float64, len(n.names)), first: make([]float64, len(n.names))}
	for i := range r.rank {
		r.rank[i], r.unit[i], r.first[i] = -1, math.Inf(1), math.Inf(1)
	}
	missing := make([]int32, len(n.ops))
	var front frontier
	offer := func(o *op) {
		cost := o.cost
		for _, m := range o.needs {
			cost += r.first[m.item]
		}
		for _, g := range o.gives {
			if r.rank[g.item] < 0 {
				heap.Push(&front, candidate{cost, g.item})
			}
		}
	}
	done := func(item int32) {
		for _, u := range n.users[item] {
			if missing[u]--; missing[u] == 0 {
				offer(&n.ops[u])
			}
		}
	}
	for i := range n.ops {
		missing[i] = int32(len(n.ops[i].needs))
	}
	for _, h := range have {
		if h.n > 0 && r.rank[h.item] < 0 {
			r.rank[h.item], r.unit[h.item], r.first[h.item] = 0, 0, 0
		}
	}
	for i := range n.ops {
		if missing[i] == 0 {
			offer(&n.ops[i])
		}
	}
	for _, h := range have {
		if h.n > 0 {
			done(h.item)
		}
	}
	for next := int32(1); len(front) > 0; {
		c := heap.Pop(&front).(candidate)
		if r.rank[c.item] >= 0 {
			continue
		}
		r.rank[c.item] = next
		next++
		for _, m := range n.makers[c.item] {
			o := &n.ops[m]
			if !r.before(o, c.item) {
				continue
			}
			unit, first := o.cost, o.cost
			for _, u := range o.uses {
				unit += float64(u.n) * r.unit[u.item]
				first += float64(u.n-1) * r.unit[u.item]
			}
			for _, m := range o.needs {
				first += r.first[m.item]
			}
			y := float64(o.yields(c.item))
			r.unit[c.item], r.first[c.item] = min(r.unit[c.item], unit/y), min(r.first[c.item], first)
		}
		done(c.item)
	}
	return r
}

// before reports whether everything that the op needs ranks before the item.
func (r *ranking) before(o *op, item int32) bool {
	for _, m := range o.needs {
		if r.rank[m.item] < 0 || r.rank[m.item] >= r.rank[item] {
			return false
		}
	}
	return true
}

// yields is how many of the item a success gives at least.
func (o *op) yields(item int32) int {
	for _, g := range o.gives {
		if g.item == item {
			return g.n
		}
	}
	return 0
}

// priceRounds bounds the work on prices; a tree without cycles that gain needs as
// many as it has levels.
const priceRounds = 200

// prices values the items so that no op gains: for every op the prices of what it
// gives are at most its cost and the prices of what it consumes. By the duality of
// linear programming no plan is then cheaper than the price of what it must bring
// about, which is the bound of the search (see search.bound). Tools are left out
// of it. All prices are zero, which is always right, if cycles that gain keep
// them from settling.
func (n *net) prices() []float64 {
	price := make([]float64, len(n.names))
	for i := range price {
		if price[i] = n.renewed.unit[i]; math.IsInf(price[i], 1) {
			price[i] = 0
		}
	}
	for range priceRounds {
		changed := false
		for i := range n.ops {
			o := &n.ops[i]
			in, reachable := o.cost, true
			for _, m := range o.needs {
				reachable = reachable && n.renewed.can(m.item)
			}
			if !reachable {
				continue
			}
			for _, u := range o.uses {
				in += float64(u.n) * price[u.item]
			}
			for _, g := range o.gives {
				// Each product may claim its share of the cost.
				if most := in / float64(len(o.gives)*g.n); price[g.item] > most+1e-12 {
					price[g.item], changed = most, true
				}
			}
		}
		if !changed {
			return price
		}
	}
	return make([]float64, len(n.names))
}
