package controller

import (
	"encoding/binary"
	"math"
	"slices"
)

// turn is an op, and how often it is done in a row.
type turn struct {
	op    int32
	times int
}

// order puts the ops of a draft into an order in which each has what it needs, and
// at the end of which the goal is there; nil if it finds none. It does what can be
// done, low ranks first, and consumes what others still need as a tool only when
// nothing else can be done. Where tools have to be consumed in a certain order it
// may miss one that exists; see [run.arrange].
func (r *run) order(x counts) []turn {
	return r.fitting(func() []turn { return r.ordered(x) })
}

// fitting is what find finds within what there can be of items, or else without regard to that: it may be that what is lost isn't missed.
func (r *run) fitting(find func() []turn) []turn {
	turns := find()
	if turns == nil && slices.ContainsFunc(r.tops, func(top int) bool { return top > 0 }) {
		r.loose = true
		turns = find()
		r.loose = false
	}
	return turns
}

// ordered is order, within what there can be unless that is loose.
func (r *run) ordered(x counts) []turn {
	turns, ok := r.sequence(r.lasting(x), x)
	if !ok {
		return nil
	}
	if turns, ok = r.replay(turns); !ok {
		return nil
	}
	return turns
}

// lasting lists the ops of a draft that aren't there to bring facts about, by rank.
func (r *run) lasting(x counts) []int32 {
	return slices.DeleteFunc(sortedOps(x, r.net, r.r.rank), r.bringing)
}

// sequence is an order of the ops, but for what brings facts about.
func (r *run) sequence(ops []int32, x counts) ([]turn, bool) {
	left := make([]int, len(ops))
	have := slices.Clone(r.have)
	var turns []turn
	held := map[int32][]int{} // item -> places of ops that hold it
	todo := 0
	for i, o := range ops {
		left[i] = x[o]
		todo += left[i]
		for _, h := range r.ops[o].holds {
			held[h.item] = append(held[h.item], i)
		}
	}
	do := func(i, times int) {
		before, _ := r.bring(&r.ops[ops[i]], have)
		for _, b := range before {
			r.do(&r.ops[b.op], have, b.times)
		}
		r.do(&r.ops[ops[i]], have, times)
		left[i] -= times
		todo -= times
		turns = append(turns, turn{ops[i], times})
	}
	// can is how often the op can be done now, leaving what others hold if protect.
	can := func(i int, protect bool) int {
		o := &r.ops[ops[i]]
		times := left[i]
		if !r.met(o, have) {
			return 0
		}
		comes := func(f int32) bool { // with something that is still to be done
			for j, n := range left {
				if j != i && n > 0 && slices.ContainsFunc(r.ops[ops[j]].gives[:r.ops[ops[j]].sure], func(g amount) bool { return g.item == f }) {
					return true
				}
			}
			return false
		}
		if protect && slices.ContainsFunc(o.facts, func(f int32) bool { return have[f] == 0 && comes(f) }) {
			return 0
		}
		for _, u := range o.uses {
			keep := 0
			for _, h := range o.holds {
				if h.item == u.item {
					keep = h.n
				}
			}
			if protect {
				for _, j := range held[u.item] {
					if j == i || left[j] == 0 {
						continue
					}
					for _, h := range r.ops[ops[j]].holds {
						if h.item == u.item {
							keep = max(keep, h.n)
						}
					}
				}
			}
			times = min(times, max(0, have[u.item]-keep)/u.n)
		}
		return min(times, r.room(o, have))
	}
	for todo > 0 {
		progress := false
		for i := range ops {
			if left[i] > 0 {
				if n := can(i, true); n > 0 {
					do(i, n)
					progress = true
				}
			}
		}
		for i := 0; i < len(ops) && !progress; i++ {
			if left[i] > 0 && can(i, false) > 0 {
				do(i, 1)
				progress = true
			}
		}
		if !progress {
			return nil, false
		}
	}
	return merge(turns), true
}

// arrange looks for an order by depth-first search, counting nodes down to zero:
// below that, nil doesn't mean that there is none.
func (r *run) arrange(x counts, nodes *int) []turn {
	return r.fitting(func() []turn { return r.arranged(x, nodes) })
}

// arranged is arrange, within what there can be unless that is loose.
func (r *run) arranged(x counts, nodes *int) []turn {
	ops := r.lasting(x)
	left, todo := make([]int, len(ops)), 0
	for i, o := range ops {
		left[i] = x[o]
		todo += left[i]
	}
	have := slices.Clone(r.have)
	failed, keyed := map[string]bool{}, []byte{}
	var turns []turn
	var walk func() bool
	walk = func() bool {
		if todo == 0 {
			_, ok := r.replay(turns)
			return ok
		}
		keyed = keyed[:0]
		for _, n := range left {
			keyed = binary.AppendUvarint(keyed, uint64(n))
		}
		key := string(keyed)
		if failed[key] {
			return false
		}
		if r.ctx.Err() != nil {
			*nodes = 0
		}
		if *nodes--; *nodes < 0 {
			return false
		}
		for i := range ops {
			o := &r.ops[ops[i]]
			if left[i] == 0 || !r.met(o, have) || r.room(o, have) == 0 {
				continue
			}
			was := slices.Clone(have)
			before, _ := r.bring(o, have)
			for _, b := range before {
				r.do(&r.ops[b.op], have, b.times)
			}
			r.do(o, have, 1)
			left[i]--
			todo--
			turns = append(turns, turn{ops[i], 1})
			if walk() {
				return true
			}
			turns = turns[:len(turns)-1]
			todo++
			left[i]++
			have = was
			if len(o.uses) == 0 && r.tops[o.item] == 0 {
				break // what consumes nothing can't be wrong to do first
			}
		}
		failed[key] = true
		return false
	}
	if !walk() {
		return nil
	}
	turns, _ = r.replay(merge(turns))
	return turns
}

// room is how often the op is worth to be done in a row until there is as much as there can be of what it is for. What else it gives, and
// doesn't fit, is lost.
func (r *run) room(o *op, have []int) int {
	top := r.tops[o.item]
	if top == 0 || r.loose {
		return math.MaxInt
	}
	left := top - have[o.item]
	for i, p := range r.class { // what was put by for something is there, too
		if slices.Contains(p, r.names[o.item]) {
			left -= have[i]
		}
	}
	for _, g := range o.gives {
		if g.item == o.item && g.n > 0 {
			return (max(left, 0) + g.n - 1) / g.n
		}
	}
	return math.MaxInt
}

// do changes what there is as the turn does. A fact isn't there twice.
func (r *run) do(o *op, have []int, times int) {
	if times == 0 {
		return
	}
	for _, u := range o.uses {
		have[u.item] -= u.n * times
	}
	for _, f := range o.ends {
		have[f] = 0
	}
	for _, g := range o.gives {
		if r.level[g.item] > 0 {
			have[g.item] = 1
		} else {
			have[g.item] += g.n * times
			if top := r.tops[g.item]; top > 0 && !r.loose {
				have[g.item] = min(have[g.item], top)
			}
		}
	}
}

// merge joins equal turns that follow each other.
func merge(turns []turn) []turn {
	var out []turn
	for _, t := range turns {
		if n := len(out); n > 0 && out[n-1].op == t.op {
			out[n-1].times += t.times
		} else {
			out = append(out, t)
		}
	}
	return out
}

// trim takes executions out of a draft that it can do without. Drafts provide for
// a tool and an ingredient of the same kind separately, and it may be the same one.
func (r *run) trim(x counts) counts {
	ops := sortedOps(x, r.net, r.r.rank)
	for i := len(ops) - 1; i >= 0; i-- {
		for x[ops[i]] > 0 {
			x[ops[i]]--
			if r.order(x) == nil {
				x[ops[i]]++
				break
			}
		}
	}
	for _, o := range ops {
		if x[o] == 0 {
			delete(x, o)
		}
	}
	return x
}
