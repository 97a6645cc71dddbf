package explore

import (
	"cmp"
	"slices"
)

// producer is the effect by which an item is had in plans: the one that gave it
// first. First producers can't be circular, as each was reached from items that
// were observed before.
func (x *Explorer) producer(item int) *effect { return x.producers[item] }

// path lists the effects on the way to the goal, in order of discovery: its
// producer, and the producers of what the producer's first way asks for. Where no
// way is known yet, the items after which the world listed the action stand in for
// it. What was found first is proven first: later actions often need the same
// stations.
func (x *Explorer) path() []*effect {
	var out []*effect
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
		if ways := e.ways(); len(ways) > 0 {
			for _, r := range ways[0] {
				queue = append(queue, r.Items[0])
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
	return out
}
