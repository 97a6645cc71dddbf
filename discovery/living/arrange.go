package living

import (
	"context"
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// refill gets what was used up meanwhile, by actions that give nothing that is capped; or, if so wanted, nothing but
// what something known gets rid of in one way only.
func (p *pilot) refill(ctx context.Context, s *situation, bold bool) error {
	safe := *s
	safe.closure.Open = slices.Clone(s.closure.Open)
	rules := p.reach().Rules()
	clean := func(f int) bool {
		return slices.Contains(s.closure.Sheds, f) && slices.ContainsFunc(rules, func(x discovery.Rule) bool {
			return len(x.Ways) == 1 && discovery.Uses(x.Ways[0], f) > 0
		})
	}
	for i := range rules {
		for _, x := range rules {
			if x.Action == rules[i].Action && capOf(s.caps, x.Factor) < math.MaxInt && p.k.item(x.Factor) && !(bold && clean(x.Factor)) {
				safe.closure.Open[i] = false
			}
		}
	}
	for f, n := range s.levels {
		if p.levels[f] < n && p.k.item(f) {
			if _, err := p.obtain(ctx, &safe, f, n, 0, true); err != nil {
				return err
			}
		}
	}
	return nil
}

// stand brings about the facts of the situation where the action is done.
func (p *pilot) stand(ctx context.Context, s *situation, a interaction.Action) error {
	for range 3 {
		var away []string
		lacking, stands := -1, false
		stays := -1 // what must not hold, and ends by itself
		for f, n := range s.levels {
			x := p.k.vocabulary.Factor(f)
			if x.Kind != interaction.Fact {
				continue
			}
			if p.levels[f] > capOf(s.caps, f) {
				if away = append(away, x.Name); p.k.unexplained(f) && !p.k.reach.Ended(f) {
					stays = f
				}
			}
			if p.levels[f] < n {
				lacking = f
			} else if n > 0 {
				stands = true // what else is needed has to be there, too
			}
		}
		switch {
		case stays >= 0 && p.walker == nil && p.k.setting.Steady(stays):
			if ok, err := p.linger(ctx); !ok || err != nil {
				return err
			}
			return errSteady
		case stays >= 0:
			if ok, err := p.await(ctx, stays, func() bool { return p.levels[stays] <= capOf(s.caps, stays) }); !ok || err != nil {
				return err
			}
		case len(away) > 0 && p.walker != nil:
			if _, err := p.walk(ctx, func() (interaction.State, error) { return p.walker.Leave(ctx, away) }); err != nil {
				return err
			}
			if _, err := p.approach(ctx, a, interaction.Where{Avoid: p.avoids(s)}); err != nil {
				return err
			}
		case len(away) > 0 && p.walker == nil:
			if ok, err := p.depart(ctx, s); !ok || err != nil {
				return err
			}
		case lacking >= 0:
			furnished := false
			if p.furnishes(s, a) {
				ok, err := p.furnish(ctx, s, a)
				if err != nil {
					return err
				}
				furnished = ok
			}
			for f, n := range s.levels {
				if !furnished && p.k.vocabulary.Factor(f).Kind == interaction.Fact && p.levels[f] < n {
					p.keep = p.holding(s)
					_, err := p.obtain(ctx, s, f, n, 0, !p.bound(a) && len(p.avoids(s)) == 0 && !stands)
					p.keep = nil
					if err != nil {
						return err
					}
					stands = true
				}
			}
			if err := p.shed(ctx, s, 1); err != nil {
				return err
			}
		default:
			return nil
		}
	}
	return nil
}

// depart ends a fact that mustn't hold; false: nothing is known that does.
func (p *pilot) depart(ctx context.Context, s *situation) (bool, error) {
	for f, n := range p.levels {
		if p.k.vocabulary.Factor(f).Kind == interaction.Fact && n > capOf(s.caps, f) {
			if ok, err := p.quit(ctx, s, f); ok || err != nil {
				return ok, err
			}
		}
	}
	return false, nil
}

// quit does something that was seen to end the fact, and that isn't sure to give what mustn't be there; false: there is nothing.
func (p *pilot) quit(ctx context.Context, s *situation, f int) (bool, error) {
	for i, x := range p.reach().Rules() {
		a := p.k.byID[x.Action]
		if a == nil || a.ends[f] == 0 || !s.closure.Open[i] || p.noWay[x.Action] || slices.ContainsFunc(p.reach().Rules(), func(y discovery.Rule) bool {
			return y.Action == x.Action && y.Chance >= 1 && p.levels[y.Factor] >= capOf(s.caps, y.Factor) && slices.ContainsFunc(y.Ways, func(w discovery.Way) bool { return discovery.Meets(w, p.levels) })
		}) {
			continue
		}
		if ok, err := p.prepare(ctx, s, x.Action, x.Ways[0], 1, 0); !ok || err != nil {
			return false, err
		}
		return p.bring(ctx, x.Action, interaction.Where{})
	}
	return false, nil
}

// furnishes reports whether the action is done to a thing, and all facts of the situation hold near things.
func (p *pilot) furnishes(s *situation, a interaction.Action) bool {
	if !p.bound(a) {
		return false
	}
	for f, n := range s.levels {
		if x := p.k.vocabulary.Factor(f); n > 0 && x.Kind == interaction.Fact && !p.walker.Nears(x.Name) {
			return false
		}
	}
	return true
}

// furnish has what the facts of the situation hold near put down beside a place where the action can be done, and goes there; false:
// it didn't come to that. What takes no other fact comes first.
func (p *pilot) furnish(ctx context.Context, s *situation, a interaction.Action) (bool, error) {
	at := interaction.Where{Avoid: p.avoids(s)}
	for _, last := range [2]bool{false, true} {
		for f, n := range s.levels {
			fact := p.k.vocabulary.Factor(f)
			if n == 0 || fact.Kind != interaction.Fact || slices.Contains(at.Keep, fact.Name) {
				continue
			}
			with := at.Keep
			all := append(slices.Clone(with), fact.Name)
			if p.walker.Post(a, interaction.Where{Keep: all, Avoid: at.Avoid}) >= 0 {
				at.Keep = all
				continue
			}
			x, w, _ := p.choose(s, f, n, nil)
			if x == nil || x.Action == discovery.Waiting || p.bound(x.Action) {
				return false, nil
			}
			if !last && slices.ContainsFunc(w, func(m discovery.Member) bool { return p.k.vocabulary.Factor(m.Factors[0]).Kind == interaction.Fact }) {
				continue
			}
			if ok, err := p.prepare(ctx, s, x.Action, w, 1, 0); !ok || err != nil {
				return false, err
			}
			if ok, err := p.bring(ctx, x.Action, interaction.Where{Keep: p.facts(w, nil), Beside: a, With: with, Avoid: at.Avoid}); !ok || err != nil {
				return false, err
			}
			at.Keep = all
		}
	}
	if p.walker.Post(a, at) < 0 {
		return false, nil
	}
	return p.approach(ctx, a, at)
}

// shed gets rid of what there is too much of, by actions that use it up; where the quantity has
// to be exact, some is got again between. Which comes first is another one in each turn.
func (p *pilot) shed(ctx context.Context, s *situation, turn int) error {
	for i := range s.closure.Sheds {
		n := (i + turn - 1) % len(s.closure.Sheds)
		f := s.closure.Sheds[n]
		if !p.k.item(f) {
			continue
		}
		top, want := capOf(s.caps, f), s.levels[f]
		most := 2 * (stubborn + max(0, p.levels[f]-top))
		for tries := 0; tries < most && (p.levels[f] > top || p.levels[f] < want); tries++ {
			if dropped, err := p.drop(ctx, f, max(top, want)); err != nil {
				return err
			} else if dropped {
				continue
			}
			i, w, produce := p.toward(s, f, want, s.closure.Sheds[n+1:])
			if i < 0 {
				break
			}
			x := &p.reach().Rules()[i]
			var avoid []string
			if produce {
				w = p.cheapest(x)
			} else if fact := p.k.vocabulary.Factor(x.Factor); fact.Kind == interaction.Fact && p.levels[x.Factor] > 0 && p.walker == nil {
				// It is used up by bringing about a fact, which must not hold before.
				if ok, err := p.quit(ctx, s, x.Factor); err != nil {
					return err
				} else if !ok {
					break
				}
			} else if fact.Kind == interaction.Fact && p.levels[x.Factor] > 0 {
				avoid = []string{fact.Name}
				if _, err := p.walk(ctx, func() (interaction.State, error) { return p.walker.Leave(ctx, avoid) }); err != nil {
					return err
				}
			}
			ok, err := p.prepare(ctx, s, x.Action, w, 1, 1)
			if err != nil {
				return err
			}
			if !ok {
				break
			}
			got := p.levels[x.Factor]
			if ok, err := p.bring(ctx, x.Action, interaction.Where{Keep: p.facts(w, nil), Avoid: avoid}); err != nil {
				return err
			} else if !ok {
				break
			}
			if !produce && p.levels[x.Factor] > got && !slices.ContainsFunc(p.trials[len(p.trials)-1].Changes, func(c interaction.Change) bool { return c.Gain() < 0 }) {
				p.spares[[2]int{i, f}]++ // it came by something that isn't used up
			}
		}
	}
	return nil
}

// ends reports whether the fact, which mustn't hold in the end, may hold before, as what ends it is done last: where there is no map.
func (p *pilot) ends(s *situation, f int) bool {
	return p.walker == nil && p.k.vocabulary.Factor(f).Kind == interaction.Fact && slices.Contains(s.closure.Sheds, f)
}

// manySpared is how many successes of a rule that didn't use a factor up tell that in this life it isn't got rid of by that: there is what they
// come by otherwise, though that may not be known yet.
const manySpared = 3

func (p *pilot) cheapest(x *discovery.Rule) discovery.Way {
	best := x.Ways[0]
	for _, w := range x.Ways {
		if p.wayCost(x, w) < p.wayCost(x, best) {
			best = w
		}
	}
	return best
}

// toward is the first step of a shortest row of actions, by what they add or use up, that ends
// with exactly so much of the factor, by the ways of rules and those that burn it. Of what is capped it gives only what is got rid of later.
func (p *pilot) toward(s *situation, f, want int, later []int) (rule int, way discovery.Way, produce bool) {
	type move struct {
		by      int
		rule    int
		way     discovery.Way
		produce bool
	}
	var moves []move
	rules := p.reach().Rules()
	burning := p.burning(f)
	for i, x := range rules {
		if !s.closure.Open[i] || p.noWay[x.Action] || p.spares[[2]int{i, f}] >= manySpared {
			continue
		}
		if x.Factor == f {
			moves = append(moves, move{x.Least, i, nil, true})
			continue
		}
		capped := slices.ContainsFunc(s.caps, func(c interaction.Level) bool {
			return slices.ContainsFunc(p.reach().Rules(), func(y discovery.Rule) bool {
				return y.Action == x.Action && y.Factor == c.Factor && !slices.Contains(later, c.Factor) && !p.ends(s, c.Factor) && p.levels[c.Factor]+y.Least > c.Level
			})
		})
		if capped {
			continue
		}
		for _, w := range slices.Concat(x.Ways, burning[i]) {
			if n := discovery.Uses(w, f); n > 0 && p.relieves(w, f, p.levels[f]-want) > 0 && !slices.ContainsFunc(w, func(m discovery.Member) bool {
				return m.Factors[0] != f && p.levels[m.Factors[0]] < m.Count && math.IsInf(p.cost[m.Factors[0]], 1)
			}) {
				moves = append(moves, move{-n - p.preparing(w, f), i, w, false})
			}
		}
	}
	// Of equal ones the cheapest is taken: the search is breadth first over quantities.
	slices.SortStableFunc(moves, func(a, b move) int {
		if a.produce != b.produce {
			if b.produce {
				return -1
			}
			return 1
		}
		x, y := p.side(s, &rules[a.rule], a.way, f, p.levels[f]-want), p.side(s, &rules[b.rule], b.way, f, p.levels[f]-want)
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return a.rule - b.rule
	})
	now := p.levels[f]
	most := now + 64
	first := map[int]int{now: -1}
	for queue := []int{now}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at == want && at != now {
			m := moves[first[at]]
			return m.rule, m.way, m.produce
		}
		for i, m := range moves {
			to := at + m.by
			if to < 0 || to > most {
				continue
			}
			if _, seen := first[to]; seen {
				continue
			}
			first[to] = first[at]
			if at == now {
				first[to] = i
			}
			queue = append(queue, to)
		}
	}
	return -1, nil, false
}

// burning are ways by which rules use the factor up beside those that are known, by rule: the least that was there each time that
// they did.
func (p *pilot) burning(f int) map[int][]discovery.Way {
	out, known := p.burns[f]
	if known {
		return out
	}
	out = map[int][]discovery.Way{}
	p.burns[f] = out
	for i, x := range p.k.reach.Rules() {
		if !slices.ContainsFunc(x.Burnt, func(b discovery.Burnt) bool { return b.Factor == f }) {
			continue
		}
		e := p.k.seen(x.Action, x.Factor)
		by := slices.DeleteFunc(slices.Clone(e.hits), func(r *record) bool { return !uses(r.of(e.number).used, f) })
		if len(by) == 0 {
			continue // it wasn't each time
		}
		w := p.k.shared(e, by)
		out[i] = []discovery.Way{p.k.leanest(e, w, nil, p.k.count(e, []discovery.Way{w}))} // tally keeps what it counts, and others read that
	}
	return out
}

// before is how often the rule succeeds until it uses the factor up by the way: as often as there is what is known to be used up in
// its place first.
func (p *pilot) before(x *discovery.Rule, w discovery.Way, f int) (times int) {
	first := map[int]int{} // how much a success uses up, by factor
	if n := slices.IndexFunc(x.Ways, w.Equal); n >= 0 && x.Before != nil {
		for _, v := range x.Before[n] {
			for _, m := range x.Ways[v] {
				if m.Consumed > 0 && !w.Overlaps(m.Factors) {
					first[m.Factors[0]] = m.Consumed
				}
			}
		}
	}
	for _, b := range x.Burnt {
		if b.Factor == f {
			for _, g := range b.First {
				first[g.Factor] = g.Level + 1
			}
		}
	}
	for g, n := range first {
		times += p.levels[g] / n
	}
	return times
}

func uses(used []interaction.Level, f int) bool {
	return slices.ContainsFunc(used, func(u interaction.Level) bool { return u.Factor == f })
}

// side is what a success uses up beside the factor. What comes only when something else that is wanted is used
// up comes later, and last what is capped, and would have to be got first: it would have to be got
// rid of in turn.
func (p *pilot) side(s *situation, x *discovery.Rule, w discovery.Way, f, over int) (c float64) {
	if n := slices.IndexFunc(x.Ways, w.Equal); n >= 0 && x.Before != nil && slices.ContainsFunc(x.Before[n], func(v int) bool { return discovery.Meets(x.Ways[v], s.levels) }) {
		c += 1e3
	}
	for _, m := range w {
		g := m.Factors[0]
		if g == f {
			continue
		}
		c += float64(m.Consumed) * p.cost[g]
		if p.levels[g] < m.Count && capOf(s.caps, g) < math.MaxInt {
			c += 1e6
		}
	}
	return c / p.relieves(w, f, over)
}
