package explore

import (
	"slices"

	"github.com/adam-discovery/adam/discovery"
)

// closure is the items that can be had from nothing by effects that pass, through
// ways whose members can be had. It is kept as effects come to pass, so that its
// cost is that of what changes.
type closure struct {
	pass    func(*effect) bool
	by      map[int]*effect   // by item: the effect by which it came to be had
	waiting map[int][]*effect // by item that would help
	gained  []int             // since they were last taken
}

// reset forgets all.
func (c *closure) reset() { c.by, c.waiting, c.gained = nil, nil, nil }

// changed looks at an effect of which a way or the grade changed.
func (c *closure) changed(e *effect) {
	if c.by == nil {
		c.by, c.waiting = map[int]*effect{}, map[int][]*effect{}
	}
	for queue := []*effect{e}; len(queue) > 0; {
		e, queue = queue[0], queue[1:]
		if c.has(e.item) || !c.pass(e) {
			continue
		}
		if slices.ContainsFunc(e.plans(), c.met) {
			c.by[e.item] = e
			c.gained = append(c.gained, e.item)
			queue = append(queue, c.waiting[e.item]...)
			delete(c.waiting, e.item)
			continue
		}
		for _, w := range e.plans() {
			for _, r := range w {
				for _, i := range r.Items {
					if !c.has(i) && !slices.Contains(c.waiting[i], e) {
						c.waiting[i] = append(c.waiting[i], e)
					}
				}
			}
		}
	}
}

// has reports whether the item can be had.
func (c *closure) has(item int) bool { return c.by[item] != nil }

// met reports whether something can be had for each requirement.
func (c *closure) met(w discovery.Way) bool {
	return !slices.ContainsFunc(w, func(r discovery.Requirement) bool {
		return !slices.ContainsFunc(r.Items, c.has)
	})
}

// take returns the items that were gained since it was last called.
func (c *closure) take() []int {
	out := c.gained
	c.gained = nil
	return out
}
