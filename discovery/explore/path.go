package explore

import (
	"cmp"
	"slices"

	"github.com/adam-discovery/adam/discovery"
)

// producer is the effect by which an item is had in plans: the one that gave it
// first. First producers can't be circular, as each was reached from items that
// were observed before; unless what was seen first is no evidence any more. Then it is
// the one that completed the first plan.
func (x *Explorer) producer(item int) *effect {
	if e := x.proven.by[item]; x.disputed && e != nil {
		return e
	}
	return x.producers[item]
}

// lacking divides effects on the path into those that no plan can use yet and the
// others. What one asks for that another one on the path gives will be had.
func (x *Explorer) lacking(on []*effect) (lacking, known []*effect) {
	given := map[int]bool{}
	for _, e := range on {
		given[e.item] = true
	}
	had := func(r discovery.Requirement) bool {
		return slices.ContainsFunc(r.Items, func(i int) bool { return given[i] || x.proven.has(i) })
	}
	for _, e := range on {
		if slices.ContainsFunc(e.plans(), func(w discovery.Way) bool {
			return !slices.ContainsFunc(w, func(r discovery.Requirement) bool { return !had(r) })
		}) {
			known = append(known, e)
		} else {
			lacking = append(lacking, e)
		}
	}
	return lacking, known
}

// path lists the effects on the way to the goal, in order of discovery: its
// producer, and the producers of what the producer's first way asks for. Where no
// way is known yet, the items after which the world listed the action stand in for
// it. What was found first is proven first: later actions often need the same
// stations. Until there is a plan for the goal, what suffices will do for a way if three
// quarters of a round can prove what else it asks for: that is sooner done than finding a
// smaller one.
// Once there is a plan, nothing is done for the sake of what may not be needed after all.
//
// whole is false where the way to the goal isn't known: it wasn't reached, or there was a
// dispute, so that what gave an item on the way may not do so any more, and there is no
// plan.
func (x *Explorer) path() (out []*effect, whole bool) {
	if x.goal < 0 || x.disputed && !x.proven.has(x.goal) {
		return nil, false
	}
	seen := map[int]bool{}
	queue := []int{x.goal}
	for len(queue) > 0 {
		item := queue[0]
		queue = queue[1:]
		if seen[item] {
			continue
		}
		seen[item] = true
		e := x.producer(item)
		if e == nil {
			continue
		}
		out = append(out, e)
		if e.guessed {
			x.advance(e)
		}
		ways := e.ways()
		if !x.proven.has(x.goal) && x.strangers(e.enough, seen) <= (3*x.cfg.Width+3)/4 {
			ways = e.plans()
		}
		if len(ways) > 0 {
			for _, r := range ways[0] {
				if !x.proven.has(x.goal) || e.settled(len(x.words.names)) || e.refused() || e.inquiry.Needs(r.Items[0]) {
					queue = append(queue, r.Items[0])
				}
			}
		} else if x.cfg.Unlock == UnlockWorld {
			for _, name := range e.actor.unlock {
				if i, ok := x.words.index[name]; ok {
					queue = append(queue, i)
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b *effect) int { return cmp.Compare(a.item, b.item) })
	return out, true
}

// strangers counts what the way asks for and no plan gives, nor an effect that is known
// to be on the path.
func (x *Explorer) strangers(w discovery.Way, seen map[int]bool) (n int) {
	for _, r := range w {
		if i := r.Items[0]; !seen[i] && !x.proven.has(i) {
			n++
		}
	}
	return n
}
