package living

import (
	"context"
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// price works out what one of each factor costs, in actions: by value iteration.
func (p *pilot) price() {
	p.cost, p.comes = make([]float64, p.k.vocabulary.Len()), map[[2]int]float64{}
	for f := range p.cost {
		p.cost[f] = math.Inf(1)
		if p.k.reach.Begins(f) > 0 {
			p.cost[f] = atFirst
		}
	}
	rules := p.reach().Rules()
	for range len(p.cost) + 1 {
		for i := range rules {
			for _, w := range rules[i].Ways {
				if c := p.wayCost(&rules[i], w); c < p.cost[rules[i].Factor] {
					p.cost[rules[i].Factor] = c
				}
			}
		}
	}
}

// atFirst is what something costs that an episode begins with, and that may not be had again.
const atFirst = 100

// wayCost is what one of the rule's factor costs by the way.
func (p *pilot) wayCost(x *discovery.Rule, w discovery.Way) float64 {
	c := 3.0
	for _, m := range w {
		n := float64(m.Consumed)
		if n == 0 {
			n = discovery.Kept // it stays
		}
		c += n * p.cost[m.Factors[0]]
	}
	return c / math.Max(1, float64(x.Least))
}

// facts adds those of the way that hold here to others.
func (p *pilot) facts(w discovery.Way, others []string) []string {
	others = slices.Clip(others)
	for _, m := range w {
		if x := p.k.vocabulary.Factor(m.Factors[0]); x.Kind == interaction.Fact && p.levels[m.Factors[0]] > 0 {
			others = append(others, x.Name)
		}
	}
	return others
}

// gather gets everything that the situation holds, dear things first, as they use up others.
func (p *pilot) gather(ctx context.Context, s *situation, spare map[int]int) error {
	order := make([]int, 0, len(s.closure.Levels))
	for f, n := range s.levels {
		if n+spare[f] > 0 && p.k.item(f) && (spare[f] > 0 || !slices.Contains(s.closure.Sheds, f)) {
			order = append(order, f)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case p.cost[a] > p.cost[b]:
			return -1
		case p.cost[a] < p.cost[b]:
			return 1
		}
		return a - b
	})
	for range 8 {
		missing := false
		for _, f := range order {
			if want := p.k.atMost(f, s.levels[f]+spare[f]); p.levels[f] < want {
				missing = true
				if _, err := p.obtain(ctx, s, f, want, 0, true); err != nil {
					return err
				}
			}
		}
		if !missing {
			return nil
		}
	}
	return nil
}

// obtain gets the factor up to a level; false if that doesn't work. If the agent may go elsewhere
// for it, it goes back to where a fact held.
func (p *pilot) obtain(ctx context.Context, s *situation, f, want, depth int, back bool) (bool, error) {
	want = p.k.atMost(f, want)
	if p.levels[f] >= want {
		return true, nil
	}
	if depth > deepest {
		return false, nil
	}
	x, w, cost := p.choose(s, f, want, nil)
	if p.walker != nil && p.k.vocabulary.Factor(f).Kind == interaction.Fact && (back || len(p.keep) > 0) {
		facts := append(slices.Clone(p.keep), p.k.vocabulary.Name(f))
		most := math.MaxInt
		if x != nil {
			most = worth + int(cost)
		}
		if _, err := p.walk(ctx, func() (interaction.State, error) { return p.walker.Return(ctx, facts, most) }); err != nil {
			return false, err
		}
		if p.levels[f] >= want {
			return true, nil
		}
	}
	switch {
	case x == nil && !p.k.unexplained(f):
		return false, nil
	case x == nil && p.walker == nil && p.k.reach.Begins(f) > 0:
		return false, errPassed
	case x == nil:
		return p.await(ctx, f, func() bool { return p.levels[f] >= want })
	}
	keep := p.keep
	p.chain, p.keep = append(p.chain, f), nil
	defer func() { p.chain, p.keep = p.chain[:len(p.chain)-1], keep }()
	var tried []discovery.Way
	for missed := 0; p.levels[f] < want || p.more(f, x.Action); {
		if missed > stubborn {
			return false, nil
		}
		had := p.levels[f]
		times := 1
		if x.Least > 0 && p.k.item(f) {
			times = max(1, (want-had+x.Least-1)/x.Least)
		}
		ok, err := p.prepare(ctx, s, x.Action, w, p.fitting(w, min(times, 32)), depth)
		if err != nil {
			return false, err
		}
		if !ok { // what it takes may be made of what it is to give
			tried = append(tried, w)
			if x, w, _ = p.choose(s, f, want, tried); x == nil {
				return false, nil
			}
			continue
		}
		if x.Action == discovery.Waiting {
			return p.await(ctx, f, func() bool { return p.levels[f] >= want })
		}
		if ok, err := p.bring(ctx, x.Action, interaction.Where{Keep: p.facts(w, keep)}); !ok || err != nil {
			return false, err
		}
		if missed++; p.levels[f] > had {
			missed = 0
		}
	}
	return true, nil
}

// choose is the cheapest way to the factor that the situation allows, of a fact to that level, and that needs nothing for
// which the factor is being got, but for those that were tried in vain. What is kept costs something only as long
// as it isn't there.
func (p *pilot) choose(s *situation, f, want int, tried []discovery.Way) (best *discovery.Rule, by discovery.Way, least float64) {
	rules := p.reach().Rules()
	least = math.Inf(1)
	for i := range rules {
		x := &rules[i]
		if x.Factor != f || !s.closure.Open[i] || p.noWay[x.Action] || !p.k.item(f) && x.Most > 0 && x.Most < want {
			continue
		}
		for _, w := range x.Ways {
			c, possible := 3.0, !slices.ContainsFunc(tried, w.Equal)
			for _, m := range w {
				g := m.Factors[0]
				missing := max(0, m.Count-p.levels[g])
				if missing > 0 && slices.Contains(p.chain, g) || slices.Contains(s.closure.Never, g) && m.Count > capOf(s.caps, g) {
					possible = false
				}
				c += float64(max(missing, m.Consumed)) * p.cost[g]
			}
			if c /= math.Max(1, float64(x.Least)); possible && c < least {
				best, by, least = x, w, c
			}
		}
	}
	return best, by, least
}

// worth is how many steps of way more than its price a station is worth that is there.
const worth = 10

// prepare brings about what the action's way needs for that many successes: things first, then the place,
// then the facts that hold there.
func (p *pilot) prepare(ctx context.Context, s *situation, a interaction.Action, w discovery.Way, times, depth int) (bool, error) {
	fact := func(m discovery.Member) bool {
		return !p.k.item(m.Factors[0])
	}
	met := func(m discovery.Member) bool { return p.levels[m.Factors[0]] >= m.Count }
	if a != discovery.Waiting {
		w = p.guarded(p.k.byID[a], w)
	}
	for range 4 {
		if !slices.ContainsFunc(w, func(m discovery.Member) bool { return !met(m) }) {
			return true, nil
		}
		if p.course != nil && p.walker != nil {
			if ok, err := p.settle(ctx, s, w, times, depth); !ok || err != nil {
				return false, err
			}
		}
		for _, m := range w {
			if want := p.k.atMost(m.Factors[0], max(m.Count, m.Consumed*times)); !fact(m) && !met(m) {
				if ok, err := p.obtain(ctx, s, m.Factors[0], want, depth+1, true); err != nil || !ok && !met(m) {
					return false, err
				}
			}
		}
		if !slices.ContainsFunc(w, func(m discovery.Member) bool { return fact(m) && !met(m) }) {
			continue
		}
		if p.bound(a) {
			if ok, err := p.approach(ctx, a, interaction.Where{}); !ok || err != nil {
				return false, err
			}
		}
		for _, m := range w {
			if !fact(m) || met(m) {
				continue
			}
			kept := p.keep
			p.keep = p.facts(w, p.keep)
			ok, err := p.obtain(ctx, s, m.Factors[0], m.Count, depth+1, !p.bound(a) && len(p.keep) == 0)
			p.keep = kept
			if !ok || err != nil {
				return false, err
			}
		}
	}
	return !slices.ContainsFunc(w, func(m discovery.Member) bool { return !met(m) }), nil
}

// settle gets what is on the bill; false: something isn't to be had, and there isn't enough for doing it once. What is used up
// for the rest of the bill is got again by who asked.
func (p *pilot) settle(ctx context.Context, s *situation, w discovery.Way, times, depth int) (bool, error) {
	all := true
	for _, x := range p.bill(w, times) {
		if p.levels[x.Factor] < x.Level && slices.Contains(p.chain, x.Factor) {
			return false, nil // it is being got for this
		}
		ok, err := p.obtain(ctx, s, x.Factor, x.Level, depth+1, true)
		if err != nil {
			return false, err
		}
		all = all && ok
	}
	return all || !slices.ContainsFunc(p.bill(w, 1), func(x interaction.Level) bool { return p.levels[x.Factor] < x.Level }), nil
}

// bill is how much of each item the way takes in all: also what it takes to bring about those of its facts that hold nowhere
// near. Who puts up a bench with all his wood has none left for what he wants to make there.
func (p *pilot) bill(w discovery.Way, times int) (out []interaction.Level) {
	add := func(w discovery.Way, times int) {
		for _, m := range w {
			f := m.Factors[0]
			if !p.k.item(f) {
				continue
			}
			i := slices.IndexFunc(out, func(l interaction.Level) bool { return l.Factor == f })
			if i < 0 {
				i, out = len(out), append(out, interaction.Level{Factor: f})
			}
			out[i].Level += max(m.Count, m.Consumed*times)
		}
	}
	add(w, times)
	for _, m := range w {
		f := m.Factors[0]
		x := p.station(f)
		if x == nil || p.levels[f] > 0 {
			continue
		}
		if far := p.walker.Back([]string{p.k.vocabulary.Name(f)}); far < 0 || float64(far) > worth+p.cost[f] {
			add(x.Ways[0], 1)
		}
	}
	return out
}

// station is the rule by which a fact is brought about anywhere; nil: there is none, or it is no fact.
func (p *pilot) station(f int) *discovery.Rule {
	rules := p.reach().Rules()
	i := slices.IndexFunc(rules, func(x discovery.Rule) bool {
		return x.Factor == f && x.Action != discovery.Waiting && !p.bound(x.Action) && len(x.Ways) > 0
	})
	if i < 0 || p.k.vocabulary.Factor(f).Kind != interaction.Fact {
		return nil
	}
	return &rules[i]
}
