package controller

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// search finds the cheapest draft by branch and bound. A draft is a number of
// executions for each op; every plan is an order of one. The search takes an open
// demand, branches over the ops that give the item, and goes on until there are no
// demands; then the draft is ordered. What no order is found for gets one more
// execution of something that gives what was lacking.
//
// It is exhaustive over drafts: as long as a draft is part of the cheapest plan's,
// one of the branches is, too.
type search struct {
	*run
	balance []int // start and produced, minus consumed and wanted
	total   []int // start and produced
	hold    []int // the most that an op of the draft needs at once
	active  []int32
	mark    []bool
	price   []float64
	x       counts
	bound   float64 // no plan with this draft in it is cheaper
	depth   int
	nodes   int
	cut     bool // the search is not exhaustive any more
	best    counts
	turns   []turn
	cost    float64
}

// maxDepth bounds how many branchings are on top of each other; a search that
// meets it isn't exhaustive.
const maxDepth = 400

const epsilon = 1e-9

func newSearch(r *run, nodes int, cost float64) *search {
	n := len(r.names)
	s := &search{run: r, balance: slices.Clone(r.have), total: slices.Clone(r.have), hold: make([]int, n),
		mark: make([]bool, n), x: counts{}, nodes: nodes, cost: cost}
	s.price = r.priced()
	for i, h := range r.have {
		s.bound -= s.price[i] * float64(h)
	}
	for _, i := range r.want {
		s.balance[i] -= r.goal[i]
		s.bound += s.price[i] * float64(r.goal[i])
		s.activate(i)
	}
	return s
}

// priced are the prices of the items that can become part of what is wanted, and
// zero for all others: tools have no price there, so making one counts in full. If
// the start inventory makes more possible than the prices were computed for,
// nothing has a price.
func (r *run) priced() []float64 {
	out := make([]float64, len(r.names))
	for i := range r.names {
		if r.r.rank[i] >= 0 && !r.renewed.can(int32(i)) {
			return out
		}
	}
	next := slices.Clone(r.want)
	seen := make([]bool, len(r.names))
	for _, i := range next {
		seen[i] = true
	}
	for len(next) > 0 {
		i := next[len(next)-1]
		next = next[:len(next)-1]
		out[i] = r.price[i]
		for _, m := range r.makers[i] {
			for _, u := range r.ops[m].uses {
				if !seen[u.item] {
					seen[u.item] = true
					next = append(next, u.item)
				}
			}
		}
	}
	return out
}

func (s *search) activate(i int32) {
	if !s.mark[i] {
		s.mark[i] = true
		s.active = append(s.active, i)
	}
}

// apply does the op k times, or takes that back if k is negative; what the op holds
// is set by the caller.
func (s *search) apply(op int32, k int) {
	o := &s.ops[op]
	reduced := o.cost
	for _, u := range o.uses {
		s.balance[u.item] -= k * u.n
		reduced += s.price[u.item] * float64(u.n)
		s.activate(u.item)
	}
	for _, g := range o.gives {
		s.balance[g.item] += k * g.n
		s.total[g.item] += k * g.n
		reduced -= s.price[g.item] * float64(g.n)
	}
	s.bound += reduced * float64(k)
	if s.x[op] += k; s.x[op] == 0 {
		delete(s.x, op)
	}
}

// lack is how many of the item are missing.
func (s *search) lack(i int32) int { return max(-s.balance[i], s.hold[i]-s.total[i]) }

// explore looks for drafts that cost less than the best. last is the item that was
// worked on, -1 if none, and rest are the makers of it that may still be taken, so
// that the same choice isn't made in two orders.
func (s *search) explore(last int32, rest []int32) {
	if s.ctx.Err() != nil {
		s.nodes = 0
	}
	if s.nodes--; s.nodes < 0 || s.depth > maxDepth {
		s.cut = true
		return
	}
	if s.bound >= s.cost-epsilon {
		return
	}
	open := int32(-1)
	if last >= 0 && s.lack(last) > 0 {
		open = last // once begun, a demand is met before the next
	} else {
		for _, i := range s.active {
			if s.lack(i) > 0 && (open < 0 || s.r.rank[i] > s.r.rank[open]) {
				open = i
			}
		}
		if open < 0 {
			s.leaf()
			return
		}
		rest = s.ordered(open)
	}
	for p, op := range rest {
		for k := ceil(s.lack(open), s.ops[op].yields(open)); k > 0 && !s.done(); k-- {
			s.try(op, k, open, rest[p+1:])
		}
	}
}

func (s *search) done() bool { return s.nodes < 0 }

// try explores with k more executions of the op, made for the item.
func (s *search) try(op int32, k int, item int32, rest []int32) {
	o := &s.ops[op]
	var was [8]int
	old := was[:0]
	for _, m := range o.needs {
		old = append(old, s.hold[m.item])
		s.hold[m.item] = max(s.hold[m.item], m.n)
		s.activate(m.item)
	}
	s.apply(op, k)
	s.depth++
	s.explore(item, rest)
	s.depth--
	s.apply(op, -k)
	for i, m := range o.needs {
		s.hold[m.item] = old[i]
	}
}

// ordered lists the makers of an item that can be used, the most promising first.
func (s *search) ordered(item int32) []int32 {
	type scored struct {
		op   int32
		cost float64
	}
	var all []scored
	for _, m := range s.makers[item] {
		o := &s.ops[m]
		if slices.ContainsFunc(o.needs, func(a amount) bool { return !s.r.can(a.item) }) {
			continue
		}
		c := o.cost
		for _, n := range o.needs {
			if s.total[n.item] == 0 && s.hold[n.item] == 0 {
				c += s.r.first[n.item]
			}
		}
		all = append(all, scored{m, c / float64(o.yields(item))})
	}
	slices.SortStableFunc(all, func(a, b scored) int {
		return cmp.Compare(a.cost, b.cost)
	})
	out := make([]int32, len(all))
	for i, a := range all {
		out[i] = a.op
	}
	return out
}

// leaf orders a draft without open demands.
func (s *search) leaf() {
	if s.run.cost(s.x) >= s.cost-epsilon {
		return
	}
	turns := s.order(s.x)
	if turns == nil && len(s.x) > 0 {
		turns = s.arrange(s.x, &s.nodes)
	}
	if turns != nil || len(s.x) == 0 {
		if cost := s.costOf(turns); cost < s.cost {
			s.cost, s.best, s.turns = cost, maps.Clone(s.x), turns
		}
		return
	}
	// A plan with this draft in it has one more execution that gives something
	// the draft needs: if it gave nothing of that, the draft could be ordered
	// without it.
	tried := map[int32]bool{}
	for _, o := range sortedOps(s.x, s.net, s.r.rank) {
		for _, need := range s.ops[o].needs {
			for _, m := range s.ordered(need.item) {
				if !tried[m] && !s.done() {
					tried[m] = true
					s.try(m, 1, -1, nil)
				}
			}
		}
	}
}

// mostAgain bounds how often a first draft has facts brought about once more.
const mostAgain = 63

// solve is what is best within the budget of nodes: the draft's turns, and whether
// the search was exhausted. turns is nil and found false if there is no plan.
func (r *run) solve(nodes int) (turns []turn, optimal, found bool) {
	cost := math.Inf(1)
	for _, r.alone = range []bool{false, true} {
		for r.again = 0; !found && r.again <= mostAgain && r.ctx.Err() == nil; r.again = 2*r.again + 1 {
			x, ok := r.draft(nil)
			if !ok {
				break
			}
			x = r.improve(x)
			if turns = r.order(x); turns != nil || len(x) == 0 {
				x = r.trim(x)
				turns, found = r.order(x), true
				cost = r.costOf(turns)
			}
			if !slices.ContainsFunc(r.lasting(x), func(o int32) bool { return len(r.ops[o].facts) > 0 }) {
				break // it needs none
			}
		}
	}
	s := newSearch(r, nodes, cost)
	s.explore(-1, nil)
	s.cut = s.cut || s.nodes < 0
	if s.best != nil {
		turns, found = s.turns, true
	}
	return r.surest(turns), !s.cut, found
}
