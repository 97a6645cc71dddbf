package explore

import (
	"slices"

	"github.com/adam-discovery/adam/discovery"
)

// closure is the factors that can be had from nothing by effects that pass, through
// ways whose members can be had. It is kept as effects come to pass, so that its
// cost is that of what changes.
type closure struct {
	pass    func(*effect) bool
	given   func(factor int) bool // the world brings it about by itself
	by      map[int]*effect       // by factor: the effect by which it came to be had
	waiting map[int][]*effect     // by factor that would help
	gained  []int                 // since they were last taken
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
		if c.has(e.factor) || !c.pass(e) {
			continue
		}
		if slices.ContainsFunc(e.plans(), c.met) {
			c.by[e.factor] = e
			c.gained = append(c.gained, e.factor)
			queue = append(queue, c.waiting[e.factor]...)
			delete(c.waiting, e.factor)
			continue
		}
		for _, w := range e.plans() {
			for _, m := range w {
				for _, i := range m.Factors {
					if !c.has(i) && !slices.Contains(c.waiting[i], e) {
						c.waiting[i] = append(c.waiting[i], e)
					}
				}
			}
		}
	}
}

// has reports whether the factor can be had by an action.
func (c *closure) has(factor int) bool { return c.by[factor] != nil }

// met reports whether something can be had for each member.
func (c *closure) met(w discovery.Way) bool {
	return !slices.ContainsFunc(w, func(m discovery.Member) bool {
		return !slices.ContainsFunc(m.Factors, func(i int) bool { return c.has(i) || c.given(i) })
	})
}

// take returns the factors that were gained since it was last called.
func (c *closure) take() []int {
	out := c.gained
	c.gained = nil
	return out
}
