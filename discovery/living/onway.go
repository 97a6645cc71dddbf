package living

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

const (
	// affordable is how many steps a situation may take that is worth more than the goal at hand.
	affordable = 150
	// asking is how many steps more than three times what it should take are spent on a situation on the way, those not counted
	// that go into looking after vitals, and how many pass from its begin before it is tried again.
	asking = 150
	// sacrifice is how many steps a life spends on a situation in all. What fails at once counts for some, too.
	sacrifice, trifle = 4 * asking, asking / 2
	// lasting is for how many steps one goes on where no goal can be reached.
	lasting = 10 * strange
	// closeBy is how far one goes to try what was never seen to do anything.
	closeBy = 12
	// droppings is how many of one thing are dropped at a time, at most.
	droppings = 12
	// vainDrops is how often in a row there may be as much as before when something was dropped: some may have come on the way.
	vainDrops = 2
	// seldomEnds is in one of how many trials a fact ends, at least, by what is taken to be the cause.
	seldomEnds = 10
	// enough is how often an action is tried in vain in a life without what it may not take.
	enough = 3
)

// wish is a situation that a life asks of on the way. Its asks are those that are left.
type wish struct {
	situation
	spent, again int // steps that went into it, and those before which it isn't asked of
	answered     bool
}

// wishes are those that the life begins with.
func (p *play) wishes() []wish {
	out := make([]wish, len(p.situations))
	for i, s := range p.situations {
		out[i].situation = s
		out[i].asks = slices.Clone(s.asks)
	}
	return out
}

// open reports whether something is left to be asked there, and it didn't take too much yet.
func (w *wish) open() bool { return len(w.asks) > 0 && w.spent < sacrifice }

// close reports whether a place for what is asked is known, and is near where it was never seen to do anything.
func (p *pilot) close(q ask) bool {
	if !p.bound(q.action.id) {
		return true
	}
	far := p.walker.Far(q.action.id)
	return far >= 0 && (far <= closeBy || len(q.action.effects) > 0)
}

// toll is how many steps it should take to bring the situation about and to try what is asked there, with what stations and getting
// rid of things use up; infinite if no place for that is known.
func (p *pilot) toll(s *situation) float64 {
	c := math.Inf(1)
	promised := s == p.promise()
	for _, q := range s.asks {
		if promised || p.close(q) {
			c = min(c, p.access(p.course, q.action.id))
		}
	}
	need, kept := map[int]int{}, map[int]int{} // of items
	take := func(w discovery.Way, times, but int) {
		for _, m := range w {
			switch f := m.Factors[0]; {
			case f == but:
			case !p.k.item(f):
				if s.levels[f] == 0 {
					c += p.lack(p.course, f, m.Count, 6)
				}
			case m.Consumed == 0:
				kept[f] = max(kept[f], m.Count)
			default:
				need[f] += m.Consumed * times
			}
		}
	}
	for f, n := range s.levels {
		switch kind := p.k.vocabulary.Factor(f).Kind; {
		case n == 0 || kind == interaction.Vital:
		case kind == interaction.Item:
			need[f] += n
		case p.levels[f] >= n:
		default:
			if x := p.station(f); x != nil {
				c += each
				take(x.Ways[0], 1, f)
			} else {
				c += p.lack(p.course, f, n, 6)
			}
		}
	}
	for _, x := range s.caps {
		if over := p.levels[x.Factor] - x.Level; over > 0 {
			c += float64(each * over)
			if w := p.sheds(x.Factor); w != nil {
				take(w, (over-1)/discovery.Uses(w, x.Factor)+1, x.Factor)
			}
		}
	}
	for f, n := range kept {
		need[f] = max(need[f], n)
	}
	for _, f := range sorted(need) {
		c += p.lack(p.course, f, p.k.atMost(f, need[f]), 6)
	}
	return c
}

// sheds is the way that uses the item up and takes the least of others for each; nil: it can be dropped, or there is none.
func (p *pilot) sheds(f int) (way discovery.Way) {
	if a, _ := p.drops(f); a != "" {
		return nil
	}
	least := math.Inf(1)
	for _, x := range p.reach().Rules() {
		for _, w := range x.Ways {
			n := discovery.Uses(w, f)
			if n == 0 {
				continue
			}
			c := 0.
			for _, m := range w {
				if m.Factors[0] != f && m.Consumed > 0 {
					c += float64(m.Consumed) * p.cost[m.Factors[0]]
				}
			}
			if c /= float64(n); c < least {
				way, least = w, c
			}
		}
	}
	return way
}

// sooner is the wish that comes before the goal, of which these are the steps that it should take; nil: the goal comes first. In the
// dark, only what can be had inside does. Who has one of all that lasts asks first what certifies: there are few such lives, and a
// search goes on in others.
func (p *pilot) sooner(g *goal, steps float64) *wish {
	if !p.plays() {
		return nil
	}
	whole := p.play.whole && p.devoted()
	switch {
	case g == nil || !whole && p.complete():
		steps = lasting
	case whole:
		return nil
	}
	inside := p.care.burrowed || p.dark(p.state)
	promise := p.promise()
	complete := p.complete()
	var best *wish
	least, certifies := math.Inf(1), false
	for i := range p.course.wishes {
		w := &p.course.wishes[i]
		s := &w.situation
		if !w.open() || p.used() < w.again || p.spoiled(s) || p.grounded(s) == nil || inside && !p.care.burrowed {
			continue
		}
		most := steps
		if s == promise {
			most = max(most, affordable)
		}
		if inside {
			most = min(most, strange) // as much as it takes to find what isn't to be had there
		}
		sure := complete && !s.searches()
		if c := p.toll(s); c < most && (best == nil || sure && !certifies || sure == certifies && c < least) {
			best, least, certifies = w, c, sure
		}
	}
	return best
}

// complete reports whether there is some of all items that nothing known gets rid of: then whatever may be asked isn't far.
func (p *pilot) complete() bool {
	return len(p.course.durable) > 0 && !slices.ContainsFunc(p.course.durable, func(f int) bool { return p.levels[f] == 0 })
}

// durable are the items that can be had and that nothing known gets rid of.
func (k *knowledge) durable(r *discovery.Reach) (out []int) {
	taken := func(f int) bool {
		return slices.ContainsFunc(k.actions, func(a *action) bool { return uses(a.takes, f) })
	}
	for f, n := range r.Without(nil).Levels {
		if n > 0 && !taken(f) && k.item(f) && slices.Contains(r.Without([]interaction.Level{{Factor: f}}).Never, f) {
			out = append(out, f)
		}
	}
	return out
}

// put brings the situation about and tries what is asked of it, within the effort that it is worth. What is at hand comes before
// vitals are looked after.
func (p *pilot) put(ctx context.Context, w *wish) error {
	s := &w.situation
	promised := s == p.promise()
	first, toll, trials := p.used(), p.toll(s), 0
	for _, q := range s.asks {
		trials += q.times
	}
	clear(p.noWay)
	t := p.grounded(s)
	p.never, p.effort = t, first+asking+3*int(min(toll, lasting))
	p.course.asking, p.course.tended = true, 0
	if toll <= atOnce {
		p.care.firstAt = first + 2*int(toll) + each*trials
	}
	answered, outside := false, !p.care.burrowed
	defer func() {
		p.course.asking = false
		p.never, p.effort, p.care.firstAt = nil, p.limit, 0
		if w.spent += max(trifle, p.used()-first-p.course.tended); answered {
			w.answered, p.rested = true, p.used()
			p.done = append(p.done, s.key)
		} else if !w.open() {
			p.fail(s, true)
		}
		if w.again = first + asking; outside && p.care.burrowed { // it was late
			w.again = p.used()
		}
	}()
	for asks := slices.Clone(s.asks); len(asks) > 0; {
		n, seen := p.nearest(asks)
		q := asks[n]
		asks = slices.Delete(asks, n, n+1)
		if !promised && (!seen && p.bound(q.action.id) || !p.close(q)) {
			continue
		}
		p.answered = false
		ok, err := p.question(ctx, t, q)
		if errors.Is(err, errNowhere) {
			ok, err = true, nil
		}
		answered = answered || p.answered
		if ok && err == nil && p.answered {
			s.asks = slices.DeleteFunc(s.asks, func(o ask) bool { return o.action == q.action })
		}
		if err != nil && !errors.Is(err, errSpoiled) && !errors.Is(err, errEffort) && !errors.Is(err, errAnew) {
			return err
		}
		if !ok || err != nil {
			return nil
		}
	}
	return nil
}

// strip drops what may not be needed for what is to be done here, where there is time for that, and reports whether it set out to: then
// the place is to be taken again. From afar, it goes where there is room for all of it: in a tunnel as much is dug again.
func (p *pilot) strip(ctx context.Context, a *action, afar bool) (went bool, err error) {
	if !p.plays() || p.course.asking || p.care.burrowed {
		return false, nil
	}
	for _, x := range p.play.needless {
		if x.action != a.id || !slices.ContainsFunc(x.items, func(f int) bool { return p.levels[f] > 0 }) || slices.ContainsFunc(x.items, p.sticks) || p.spared(x) {
			continue
		}
		for _, f := range x.items {
			for n, vain := 0, 0; n < droppings && p.levels[f] > 0 && vain < vainDrops; n++ {
				drop, takes := p.discards(f)
				if drop == "" || p.hurried() {
					break
				}
				at, had := interaction.Where{}, p.levels[f]
				if afar {
					at.Room = (had + takes - 1) / takes
				}
				went = true
				if ok, err := p.lay(ctx, drop, at); err != nil {
					return went, err
				} else if !ok {
					break
				}
				if vain++; p.levels[f] < had {
					vain = 0
				}
			}
		}
	}
	return went, nil
}

// hurried reports whether there is no time to drop anything.
func (p *pilot) hurried() bool {
	return p.dark(p.state) || p.weak() || p.used() >= p.limit || p.never != nil && p.used() >= p.effort
}

// spared reports whether it was tried enough in this life without the items: it came, or didn't come often.
func (p *pilot) spared(x needless) bool {
	misses := 0
	for i := range p.trials {
		t := &p.trials[i]
		if t.Trial.Action != x.action || slices.ContainsFunc(x.items, func(f int) bool { return t.Trial.Start.Level(p.k.vocabulary.Name(f)) > 0 }) {
			continue
		}
		if misses++; misses == enough || slices.ContainsFunc(t.Changes, func(c interaction.Change) bool { return c.Gain() > 0 && c.Factor == p.k.vocabulary.Name(x.gives) }) {
			return true
		}
	}
	return false
}

// sticks reports whether there is some of the item, and nothing known drops all of it at once.
func (p *pilot) sticks(f int) bool {
	if p.levels[f] == 0 {
		return false
	}
	drop, n := p.discards(f)
	return drop == "" || p.levels[f]%n > 0 || p.levels[f] > n*droppings
}

// discards is drops, or else an action that puts a station down anywhere, for so much of the item and nothing else; empty: none is
// known, or it isn't to be there.
func (p *pilot) discards(f int) (interaction.Action, int) {
	if a, n := p.drops(f); a != "" {
		return a, n
	}
	for _, x := range p.reach().Rules() {
		if p.bound(x.Action) || p.noWay[x.Action] || len(x.Ways) != 1 || len(x.Ways[0]) != 1 || !p.walker.Nears(p.k.vocabulary.Name(x.Factor)) {
			continue
		}
		a := p.k.byID[x.Action]
		if n := discovery.Uses(x.Ways[0], f); n > 0 && len(a.effects) == 1 && a.harmless() && p.allowed(a) && !p.barred(a, x.Ways) {
			return x.Action, n
		}
	}
	return "", 0
}

// drops is an action that uses up so much of the factor, and was never seen to do anything else but what may have come by itself;
// empty: none is known.
func (p *pilot) drops(f int) (interaction.Action, int) {
	for _, a := range p.k.actions {
		if len(a.effects) == 0 && len(a.takes) == 1 && a.takes[0].Factor == f && a.harmless() && !p.bound(a.id) && !p.noWay[a.id] {
			return a.id, a.takes[0].Level
		}
	}
	return "", 0
}

// harmless reports whether it seldom lowers a vital, or ends a fact that held: now and then that comes by itself.
func (a *action) harmless() bool {
	return 3*a.lowers < a.trials && len(a.ending()) == 0
}

// ending are the facts that it ends, ascending: what ends by itself now and then is none.
func (a *action) ending() (out []int) {
	for f, ended := range a.ends {
		held := 0
		for _, r := range a.records {
			if r.level(f) > 0 {
				held += r.trials
			}
		}
		if seldomEnds*ended >= held {
			out = append(out, f)
		}
	}
	slices.Sort(out)
	return out
}

// drop gets rid of some of the factor where that is known, down to the level at most; false: it didn't.
func (p *pilot) drop(ctx context.Context, f, to int) (bool, error) {
	if !p.plays() {
		return false, nil
	}
	a, n := p.drops(f)
	if a == "" || p.levels[f]-n < to {
		return false, nil
	}
	had := p.levels[f]
	ok, err := p.do(ctx, a, interaction.Where{})
	return ok && p.levels[f] < had, err
}
