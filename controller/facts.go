package controller

import (
	"cmp"
	"slices"
)

// Facts don't last: an action may end one, and holding one ends another. So how often an
// action is done to bring one about isn't counted in a draft; it is done whenever the next
// action needs the fact and it doesn't hold.

// maxBring bounds how many facts are brought about for each other's sake.
const maxBring = 8

// holds reports whether all of the facts do.
func holds(facts []int32, have []int) bool {
	return !slices.ContainsFunc(facts, func(f int32) bool { return have[f] == 0 })
}

// met reports whether the op can be done with what there is, once its facts were brought
// about.
func (r *run) met(o *op, have []int) bool {
	for _, m := range o.needs {
		if r.level[m.item] == 0 && have[m.item] < m.n {
			return false
		}
	}
	if holds(o.facts, have) {
		return true
	}
	_, ok := r.bring(o, have)
	return ok
}

// bring returns what to do so that all facts that the op needs hold; ok is false if it finds
// nothing. Facts that end each other are tried in both orders.
func (r *run) bring(o *op, have []int) (turns []turn, ok bool) {
	if holds(o.facts, have) {
		return nil, true
	}
	back := slices.Clone(o.facts)
	slices.Reverse(back)
	for _, facts := range [][]int32{o.facts, back} {
		h := slices.Clone(have)
		if turns, ok := r.bringAll(facts, h, 0); ok && holds(o.facts, h) &&
			!slices.ContainsFunc(o.needs, func(m amount) bool { return h[m.item] < m.n }) {
			return turns, true
		}
	}
	return nil, false
}

// bringAll brings the facts about one after the other, and changes what there is.
func (r *run) bringAll(facts []int32, have []int, depth int) (turns []turn, ok bool) {
	for _, f := range facts {
		more, ok := r.bringOne(f, have, depth)
		if !ok {
			return nil, false
		}
		turns = append(turns, more...)
	}
	return turns, true
}

// bringOne brings a fact about by the action that costs least.
func (r *run) bringOne(fact int32, have []int, depth int) (turns []turn, ok bool) {
	if have[fact] > 0 {
		return nil, true
	}
	if depth == maxBring {
		return nil, false
	}
	makers := slices.Clone(r.makers[fact])
	slices.SortStableFunc(makers, func(a, b int32) int { return cmp.Compare(r.ops[a].cost, r.ops[b].cost) })
	for _, m := range makers {
		o := &r.ops[m]
		lacks := slices.ContainsFunc(o.needs, func(a amount) bool { return r.level[a.item] == 0 && have[a.item] < a.n })
		if lacks || !slices.ContainsFunc(o.gives[:o.sure], func(g amount) bool { return g.item == fact }) {
			continue
		}
		h := slices.Clone(have)
		before, ok := r.bringAll(o.facts, h, depth+1)
		if !ok || !holds(o.facts, h) || slices.ContainsFunc(o.needs, func(a amount) bool { return h[a.item] < a.n }) {
			continue
		}
		r.do(o, h, 1)
		copy(have, h)
		return append(before, turn{m, 1}), true
	}
	return nil, false
}

// replay does the turns, and what brings about the facts that they need; false if that
// can't be done, or the goal isn't there at the end.
func (r *run) replay(turns []turn) (out []turn, ok bool) {
	have := slices.Clone(r.have)
	for _, t := range turns {
		o := &r.ops[t.op]
		for left := t.times; left > 0; {
			before, ok := r.bring(o, have)
			if !ok {
				return nil, false
			}
			for _, b := range before {
				r.do(&r.ops[b.op], have, b.times)
			}
			out = append(out, before...)
			times := left
			if slices.ContainsFunc(o.facts, func(f int32) bool { return slices.Contains(o.ends, f) }) {
				times = 1
			}
			r.do(o, have, times-1)
			if slices.ContainsFunc(o.needs, func(m amount) bool { return have[m.item] < m.n }) {
				return nil, false
			}
			r.do(o, have, 1)
			out = append(out, turn{t.op, times})
			left -= times
		}
	}
	goal := op{}
	for _, w := range r.want {
		if r.level[w] > 0 {
			goal.facts = append(goal.facts, w)
		}
	}
	last, ok := r.bring(&goal, have)
	if !ok {
		return nil, false
	}
	for _, b := range last {
		r.do(&r.ops[b.op], have, b.times)
	}
	return merge(append(out, last...)), r.done(have)
}

// done reports whether the goal is there.
func (r *run) done(have []int) bool {
	return !slices.ContainsFunc(r.want, func(w int32) bool { return have[w] < r.goal[w] })
}

// bringing reports whether the op is there to bring a fact about.
func (n *net) bringing(o int32) bool { return n.level[n.ops[o].item] > 0 }
