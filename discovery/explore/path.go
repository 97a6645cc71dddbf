package explore

import (
	"cmp"
	"slices"

	"github.com/adam-discovery/adam/discovery"
)

// route is the way to the goal, by what is known.
type route struct{ *knowledge }

// producer is the effect by which a factor is had in plans: the one that raised it
// first. First producers can't be circular, as each was reached from factors that
// were known before; unless what was seen first is no evidence any more. Then it is
// the one that completed the first plan.
func (k route) producer(factor int) *effect {
	if e := k.proven.by[factor]; k.disputed && e != nil {
		return e
	}
	return k.producers[factor]
}

// lacking divides effects on the path into those that no plan can use yet and the
// others. What one asks for that another one on the path gives will be had.
func (k route) lacking(on []*effect) (lacking, known []*effect) {
	given := map[int]bool{}
	for _, e := range on {
		given[e.factor] = true
	}
	had := func(m discovery.Member) bool {
		return slices.ContainsFunc(m.Factors, func(i int) bool { return given[i] || k.proven.has(i) || k.given(i) })
	}
	for _, e := range on {
		if slices.ContainsFunc(e.plans(), func(w discovery.Way) bool {
			return !slices.ContainsFunc(w, func(m discovery.Member) bool { return !had(m) })
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
// way is known yet, the factors after which the world listed the action stand in for
// it. What was found first is proven first: later actions often need the same
// stations. Until there is a plan for the goal, what suffices will do for a way if three
// quarters of a round can prove what else it asks for: that is sooner done than finding a
// smaller one.
// Once there is a plan, nothing is done for the sake of what may not be needed after all.
//
// whole is false where the way to the goal isn't known: it wasn't reached, or there was a
// dispute, so that what gave a factor on the way may not do so any more, and there is no
// plan.
func (k route) path() (out []*effect, whole bool) {
	if k.goal < 0 || k.disputed && !k.proven.has(k.goal) {
		return nil, false
	}
	seen := map[int]bool{}
	queue := []int{k.goal}
	for len(queue) > 0 {
		factor := queue[0]
		queue = queue[1:]
		if seen[factor] {
			continue
		}
		seen[factor] = true
		e := k.producer(factor)
		if e == nil {
			continue
		}
		out = append(out, e)
		if e.guessed {
			k.refresh(e)
		}
		ways := e.ways()
		if !k.proven.has(k.goal) && k.unknown(e.enough, seen) <= (3*k.cfg.Width+3)/4 {
			ways = e.plans()
		}
		if len(ways) > 0 {
			for _, m := range ways[0] {
				if !k.proven.has(k.goal) || k.settled(e) || e.refused() || e.inquiry.Needs(m.Factors[0]) {
					queue = append(queue, m.Factors[0])
				}
			}
		} else if k.cfg.Unlock == UnlockWorld {
			for _, name := range e.action.unlock {
				if i, ok := k.vocabulary.Index(name); ok {
					queue = append(queue, i)
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b *effect) int { return cmp.Compare(a.factor, b.factor) })
	return out, true
}

// unknown counts what the way asks for and no plan gives, nor an effect that is known
// to be on the path.
func (k route) unknown(w discovery.Way, seen map[int]bool) (n int) {
	for _, m := range w {
		if i := m.Factors[0]; !seen[i] && !k.proven.has(i) && !k.given(i) {
			n++
		}
	}
	return n
}
