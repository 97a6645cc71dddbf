package controller

import (
	"cmp"
	"container/heap"
	"context"
	"math"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// run is one call of Plan: the goal by number, and room to work.
type run struct {
	*net
	ctx  context.Context // of the call; its end cuts the search short
	from interaction.State
	r    ranking // of what can be had from the start inventory
	have []int   // the start inventory
	goal []int   // wanted quantities
	want []int32 // the items wanted

	// alone: drafts count only on what an op is for.
	alone bool
	// loose: there may be more of something than there can be; see order.
	loose bool
	// again is how often a draft has facts brought about once more, as some end before they aren't needed any more.
	again int

	// The draft under construction, by item; touched are the items to clear.
	need, hold, extra []int
	touched           []int32
	queued            []bool
}

// counts says how often each op of a draft is done, by op.
type counts map[int32]int

// costOf is what the turns cost on average.
func (n *net) costOf(turns []turn) float64 {
	sum := 0.0
	for _, t := range turns {
		sum += n.ops[t.op].cost * float64(t.times)
	}
	return sum
}

// cost is what the ops cost on average.
func (n *net) cost(x counts) float64 {
	sum := 0.0
	for o, k := range x {
		sum += n.ops[o].cost * float64(k)
	}
	return sum
}

// byRank is a heap of items, the highest rank first: when an item is taken from
// it, everything that may demand the item was taken before.
type byRank struct {
	items []int32
	rank  []int32
}

func (h *byRank) Len() int           { return len(h.items) }
func (h *byRank) Less(i, j int) bool { return h.rank[h.items[i]] > h.rank[h.items[j]] }
func (h *byRank) Swap(i, j int)      { h.items[i], h.items[j] = h.items[j], h.items[i] }
func (h *byRank) Push(x any)         { h.items = append(h.items, x.(int32)) }
func (h *byRank) Pop() any {
	x := h.items[len(h.items)-1]
	h.items = h.items[:len(h.items)-1]
	return x
}

// draft says how often to do which op: from the goal backward, each demand, once
// everything that adds to it is known, by the op that seems cheapest then, or by
// the one that is forced. Ops only use what ranks below what they are for, so this
// ends; it is false if it runs out of an item that nothing makes. Done by rank,
// every op of a draft has what it needs, unless the draft counts on what another op
// gives as well: that may come too late (see run.alone).
func (r *run) draft(force map[int32]int32) (counts, bool) {
	for _, i := range r.touched {
		r.need[i], r.hold[i], r.extra[i], r.queued[i] = 0, 0, 0, false
	}
	r.touched = r.touched[:0]
	x := counts{}
	h := &byRank{rank: r.r.rank}
	touch := func(i int32) {
		if !r.queued[i] {
			r.queued[i] = true
			r.touched = append(r.touched, i)
			heap.Push(h, i)
		}
	}
	for _, i := range r.want {
		touch(i)
	}
	for h.Len() > 0 {
		i := heap.Pop(h).(int32)
		have := r.have[i] + r.extra[i]
		ends := r.again > 0 && r.level[i] > 0 // before it isn't needed any more
		if ends {
			have = 0
		}
		lack := r.need[i] + max(r.hold[i], r.goal[i]) - have
		if lack <= 0 {
			continue
		}
		add := func(op int32, k int) {
			o := &r.ops[op]
			x[op] += k
			for _, g := range o.gives {
				if g.item != i && !r.alone {
					if !r.queued[g.item] && r.extra[g.item] == 0 {
						r.touched = append(r.touched, g.item) // to be cleared
					}
					r.extra[g.item] += k * g.n
				}
			}
			for _, u := range o.uses {
				r.need[u.item] += k * u.n
				touch(u.item)
			}
			for _, u := range o.holds {
				r.hold[u.item] = max(r.hold[u.item], u.n)
				touch(u.item)
			}
		}
		best, ok := force[i]
		if !ok && r.class[i] != nil {
			lack = r.spare(i, lack, add)
		}
		if lack == 0 {
			continue
		}
		if !ok {
			best = r.choose(i, lack)
		}
		if best < 0 && ends && r.have[i]+r.extra[i] > 0 {
			continue // the world brought it about
		}
		if best < 0 {
			return nil, false
		}
		times := ceil(lack, r.ops[best].yields(i))
		if r.bringing(best) {
			times *= 1 + r.again
		}
		add(best, times)
	}
	return x, true
}

// spare puts into a pool what is there and isn't demanded, and returns what is lacking still.
func (r *run) spare(pool int32, lack int, add func(op int32, k int)) int {
	for _, m := range r.makers[pool] {
		f := r.ops[m].uses[0].item
		free := r.have[f] + r.extra[f] - r.need[f] - max(r.hold[f], r.goal[f])
		if k := min(lack, free); k > 0 {
			add(m, k)
			lack -= k
		}
	}
	return lack
}

func ceil(n, by int) int { return (n + by - 1) / by }

// choose is the op by which what lacks of the item seems to cost least, given what is
// there and what is demanded already; -1 if there is none.
func (r *run) choose(item int32, lack int) int32 {
	best, least := int32(-1), math.Inf(1)
	for _, m := range r.makers[item] {
		o := &r.ops[m]
		if !r.r.before(o, item) {
			continue
		}
		if c := r.estimate(o, ceil(lack, o.yields(item))); c < least {
			best, least = m, c
		}
	}
	return best
}

// estimate is what it costs to do the op so often, beyond what is demanded
// anyway.
func (r *run) estimate(o *op, k int) float64 {
	c := o.cost * float64(k)
	for _, m := range o.needs {
		demanded := r.need[m.item] + max(r.hold[m.item], r.goal[m.item])
		free := r.have[m.item] + r.extra[m.item] - demanded
		take := 0
		for _, u := range o.uses {
			if u.item == m.item {
				take = u.n * k
			}
		}
		more := take - max(0, free)
		if keep := m.n; take == 0 {
			if keep <= r.have[m.item]+r.extra[m.item] || keep <= demanded {
				continue
			}
			more = keep - max(demanded, r.have[m.item]+r.extra[m.item])
		}
		if more <= 0 {
			continue
		}
		if demanded == 0 && r.have[m.item] == 0 {
			c += r.r.first[m.item] - r.r.unit[m.item]
		}
		c += float64(more) * r.r.unit[m.item]
	}
	return c
}

// Bounds on local improvement: how many drafts are made for one goal, and how many
// alternatives of an item are looked at.
const (
	maxDrafts       = 120
	maxAlternatives = 6
)

// improve changes the op of one item at a time, as long as that makes the draft
// cheaper.
func (r *run) improve(x counts) counts {
	force := map[int32]int32{}
	cost, drafts := r.cost(x), 0
	for changed := true; changed && drafts < maxDrafts; {
		changed = false
		for _, made := range sortedOps(x, r.net, r.r.rank) {
			item := r.ops[made].item
			type option struct {
				op   int32
				cost float64
			}
			var options []option
			for _, m := range r.makers[item] {
				o := &r.ops[m]
				if m == made || !r.r.before(o, item) {
					continue
				}
				c := o.cost
				for _, u := range o.needs {
					c += r.r.first[u.item]
				}
				options = append(options, option{m, c / float64(o.yields(item))})
			}
			slices.SortStableFunc(options, func(a, b option) int {
				return cmp.Compare(a.cost, b.cost)
			})
			for _, alt := range options[:min(len(options), maxAlternatives)] {
				if drafts >= maxDrafts {
					return x
				}
				old, was := force[item]
				force[item] = alt.op
				drafts++
				if y, ok := r.draft(force); ok {
					if c := r.cost(y); c < cost-1e-9 {
						x, cost, changed = y, c, true
						break
					}
				}
				if was {
					force[item] = old
				} else {
					delete(force, item)
				}
			}
		}
	}
	return x
}

// sortedOps lists the ops of a draft by the rank of what they are for.
func sortedOps(x counts, n *net, rank []int32) []int32 {
	out := make([]int32, 0, len(x))
	for o, k := range x {
		if k > 0 {
			out = append(out, o)
		}
	}
	slices.SortFunc(out, func(a, b int32) int {
		if d := rank[n.ops[a].item] - rank[n.ops[b].item]; d != 0 {
			return int(d)
		}
		return int(a - b)
	})
	return out
}
