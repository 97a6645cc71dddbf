package living

import (
	"fmt"
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// drill is what there is to be done in an episode.
type drill struct {
	goals  []goal
	demand []int // what the goals use up, by factor
	later  map[interaction.Action]int
	tried  map[interaction.Action]bool // of those that were never seen to do anything
	tries  map[interaction.Action]int  // of these, how often
	sownAt int                         // steps before which nothing is planted
	visit  int                         // how old what was planted is to be before it is looked at
	now    *action                     // that of the goal that is pursued
	far    map[interaction.Action]int  // steps to where it can be done, worked out for this choice; -1: not known

	wishes  []wish     // that are asked on the way
	durable []int      // see there
	ground  *situation // see there, worked out for this choice; nil: not yet
	free    bool       // it does with what the life did without
	asking  bool       // a wish is being asked
	tended  int        // steps that went into looking after vitals since that began
}

// goal is an action that is to do once what it is known to do.
type goal struct {
	action *action
	ways   []discovery.Way
	vital  *remedy // that it raises; nil: none
	idle   bool    // it was never seen to do anything: the ways are with what it is to be tried
	rare   bool    // and is done to what moves about, or was never found
	// nowhere is whether lives looked for a place for it in vain.
	nowhere bool
}

// drill works out the goals of a life.
func (p *pilot) drill(asks []ask) *drill {
	d := &drill{later: map[interaction.Action]int{}, tried: map[interaction.Action]bool{}, tries: map[interaction.Action]int{}}
	rules, everything := p.reach().Rules(), p.reach().Without(nil)
	for _, q := range asks {
		g := goal{action: q.action}
		for i := range rules {
			if rules[i].Action == q.action.id {
				g.ways = append(g.ways, rules[i].Ways...)
			}
		}
		switch {
		case len(q.action.effects) > 0:
		case len(q.action.takes) == 0:
			g.idle, g.ways = true, p.untried(q.action)
			g.rare = p.bound(q.action.id) && (q.action.trials == 0 || p.walker.Roams(q.action.id))
			g.nowhere = len(p.play.situations) > 0 && q.action.trials == 0 && p.k.placeless(q.action, everything)
		default:
			g.ways = []discovery.Way{q.action.needs()}
		}
		for i, r := range p.care.remedies {
			if r.action == q.action.id {
				g.vital = &p.care.remedies[i]
			}
		}
		if len(g.ways) > 0 && !g.action.breaks() && (g.vital == nil || !g.vital.rests()) { // what takes rest is for the night
			d.goals = append(d.goals, g)
		}
	}
	return d
}

// needs is the way of what the action was seen to take.
func (a *action) needs() (w discovery.Way) {
	for _, u := range a.takes {
		w = append(w, discovery.One(u.Factor, u.Level))
	}
	return w
}

// untried is the least with which an action is to be tried that was never seen to do anything.
func (p *pilot) untried(a *action) []discovery.Way {
	everything := p.reach().Without(nil)
	for _, levels := range p.k.samples(everything)[a.bound] {
		if p.k.tried(a, levels) >= curious {
			continue
		}
		var w discovery.Way
		for f, n := range levels {
			if n > 0 && !p.k.vital(f) {
				w = append(w, discovery.Member{Factors: []int{f}, Count: n})
			}
		}
		return []discovery.Way{w}
	}
	return []discovery.Way{nil}
}

// due reports whether the goal isn't reached yet, and can be.
func (p *pilot) due(g goal) bool {
	if g.idle {
		return !p.course.tried[g.action.id]
	}
	return !p.managed[g.action.id] && (g.vital == nil || g.vital.room(p.levels[g.vital.vital]))
}

// survey works out what the goals that are left use up: each its own things, and stations once for all goals that lack the
// same, as these are going to be reached at one place.
func (p *pilot) survey(d *drill) {
	d.ground = nil
	d.demand, d.far = make([]int, len(p.levels)), map[interaction.Action]int{}
	type site struct {
		station int
		lacks   string
	}
	sites := map[site]bool{}
	for _, g := range d.goals {
		if p.managed[g.action.id] || g.vital != nil || g.idle {
			continue
		}
		lacks := ""
		for _, m := range g.ways[0] {
			f := m.Factors[0]
			if len(g.action.effects) == 0 {
				d.demand[f] += m.Count
			}
			d.demand[f] += m.Consumed
			if p.k.item(f) && p.levels[f] < m.Count {
				lacks += fmt.Sprint(f, " ")
			}
		}
		for _, m := range g.ways[0] {
			f := m.Factors[0]
			x := p.station(f)
			if at := (site{f, lacks}); x != nil && !sites[at] && (lacks != "" || p.levels[f] == 0) {
				sites[at] = true
				for _, m := range x.Ways[0] {
					d.demand[m.Factors[0]] += m.Consumed
				}
			}
		}
	}
}

// next is the goal that should take the fewest steps, and how many; nil: there is none. What was put off comes last.
func (p *pilot) next(d *drill) (best *goal, way discovery.Way, steps float64) {
	least := math.Inf(1)
	seeks := p.plays() && p.complete() && p.k.lives-p.k.newest > settling
	for i := range d.goals {
		g := &d.goals[i]
		if !p.due(*g) || p.kept(g.action.id) || p.held(g) {
			continue
		}
		c := p.access(d, g.action.id) + each/p.chance(g.action)
		sought := seeks && g.action.trials == 0 && !g.nowhere
		if g.action.trials == 0 && c >= strange && !sought {
			continue // it is no use to look for it
		}
		later := 0.
		if d.later[g.action.id] > p.used() {
			later += putOff
		}
		if g.idle && !sought && !p.promising(g) {
			later += untold
		}
		opens := p.opens(d, g)
		for _, w := range g.ways {
			n := c
			for _, m := range w {
				n += p.lack(d, m.Factors[0], max(m.Count, m.Consumed), 6)
			}
			if m := n/(1+opens) + later; m < least {
				best, way, steps, least = g, w, n+later, m
			}
		}
	}
	return best, way, steps
}

// settling is how many lives without a new effect it takes until one looks for what was never seen.
const settling = 4

// promising reports whether the goal's action, which was never seen to do anything, can be done anywhere, and was never tried with one
// of the factors with which it is to be tried, or with two of them together.
func (p *pilot) promising(g *goal) bool {
	if !p.plays() || p.bound(g.action.id) || p.care.burrowed {
		return false
	}
	levels := make([]int, len(p.levels))
	for _, m := range g.ways[0] {
		levels[m.Factors[0]] = m.Count
	}
	return !g.action.tries.holds(p.k.marks(levels))
}

// opens is how many other goals that are due need what the goal's action gives, and there isn't any of.
func (p *pilot) opens(d *drill, g *goal) (n float64) {
	for i := range d.goals {
		o := &d.goals[i]
		if o != g && !o.idle && p.due(*o) && slices.ContainsFunc(g.action.effects, func(e *effect) bool { return p.needs(o.ways[0], e.factor, 6) }) {
			n++
		}
	}
	return n
}

// needs reports whether the way takes the factor, or something that does, and there is none of.
func (p *pilot) needs(w discovery.Way, f, depth int) bool {
	if depth == 0 {
		return false
	}
	for _, m := range w {
		g := m.Factors[0]
		if p.levels[g] > 0 {
			continue
		}
		if g == f {
			return true
		}
		for _, x := range p.reach().Rules() {
			if x.Factor == g && len(x.Ways) > 0 && p.needs(x.Ways[0], f, depth-1) {
				return true
			}
		}
	}
	return false
}

// chance is that of what the action does.
func (p *pilot) chance(a *action) float64 {
	for _, x := range p.reach().Rules() {
		if x.Action == a.id {
			return x.Chance
		}
	}
	return 1
}

// access is how many steps it should take to be where the action can be done.
func (p *pilot) access(d *drill, a interaction.Action) float64 {
	if !p.bound(a) {
		return 1
	}
	far, known := d.far[a]
	if !known {
		far = p.walker.Far(a)
		d.far[a] = far
	}
	if far < 0 {
		return strange
	}
	return float64(far + each)
}

// lack is how many steps it should take to have so much of the factor.
func (p *pilot) lack(d *drill, f, want, depth int) float64 {
	want -= p.levels[f]
	if want <= 0 {
		return 0
	}
	least := math.Inf(1)
	if depth == 0 {
		return least
	}
	for _, x := range p.reach().Rules() {
		if x.Factor != f {
			continue
		}
		times := (want + max(1, x.Least) - 1) / max(1, x.Least)
		for _, w := range x.Ways {
			c := p.access(d, x.Action) + float64(each*times)/x.Chance
			for _, m := range w {
				c += p.lack(d, m.Factors[0], max(m.Count, m.Consumed*times), depth-1)
			}
			least = min(least, c)
		}
	}
	return least
}

// provided is the way to a station with what the goals use up that can be reached there at once: those that take
// nothing else but what can be gathered with nothing.
func (p *pilot) provided(g *goal, way discovery.Way) discovery.Way {
	free := func(f int) bool {
		return slices.ContainsFunc(p.reach().Rules(), func(x discovery.Rule) bool {
			return x.Factor == f && p.bound(x.Action) && slices.ContainsFunc(x.Ways, func(w discovery.Way) bool { return len(w) == 0 })
		})
	}
	station := func(f int) bool {
		return slices.ContainsFunc(g.action.effects, func(e *effect) bool { return e.factor == f })
	}
	more := map[int]int{}
	for _, o := range p.course.goals {
		if o.idle || len(o.ways) == 0 || !p.due(o) || !slices.ContainsFunc(o.ways[0], func(m discovery.Member) bool { return station(m.Factors[0]) }) {
			continue
		}
		if !slices.ContainsFunc(o.ways[0], func(m discovery.Member) bool {
			f := m.Factors[0]
			return !station(f) && !free(f) && p.levels[f] < m.Count
		}) {
			for _, m := range o.ways[0] {
				more[m.Factors[0]] += m.Consumed
			}
		}
	}
	out := slices.Clone(way)
	for i, m := range out {
		if f := m.Factors[0]; len(m.Factors) == 1 && p.k.item(f) {
			out[i].Count = p.k.atMost(f, m.Count+more[f])
		}
	}
	return out
}

// handy is a goal that can be reached here, beside the way, and by what; nil: there is none.
func (p *pilot) handy() (*action, discovery.Way) {
	if p.course == nil || p.walker == nil {
		return nil, nil
	}
	var near []interaction.Action
	calm, looked := false, false
	for _, g := range p.course.goals {
		if g.action == p.course.now || !p.due(g) || !p.allowed(g.action) || p.held(&g) || p.kept(g.action.id) || p.noWay[g.action.id] || g.idle && !g.rare || p.course.later[g.action.id] > p.used() {
			continue
		}
		i := slices.IndexFunc(g.ways, func(w discovery.Way) bool { return discovery.Meets(w, p.levels) })
		if i < 0 && g.rare {
			i = 0 // it comes by seldom: it is tried with what there is
		}
		if i < 0 {
			continue
		}
		if !looked {
			near, calm = p.walker.Near(beside)
			looked = true
		}
		if (calm || g.idle) && (slices.Contains(near, g.action.id) || !p.bound(g.action.id) && !p.builds(g)) {
			return g.action, g.ways[i]
		}
	}
	return nil, nil
}

// builds reports whether the goal's action brings about a fact: not just anywhere, where it may be needed elsewhere.
func (p *pilot) builds(g goal) bool {
	return slices.ContainsFunc(g.action.effects, func(e *effect) bool { return p.k.vocabulary.Factor(e.factor).Kind == interaction.Fact })
}

// gathers reports whether there is a handful more to be had of what the goal's action gives and others need.
func (p *pilot) gathers(g *goal) bool {
	return slices.ContainsFunc(g.action.effects, func(e *effect) bool { return p.more(e.factor, g.action.id) })
}

// more reports whether there is a handful more to be had of what is going to be needed.
func (p *pilot) more(f int, a interaction.Action) bool {
	if p.course == nil || f >= len(p.course.demand) || p.levels[f] >= p.k.atMost(f, p.course.demand[f]) || !p.bound(a) {
		return false
	}
	far := p.walker.Far(a)
	return far >= 0 && far <= handful
}
