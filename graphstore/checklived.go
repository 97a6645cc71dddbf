package graphstore

import (
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// Certificates of worlds where starts can't be chosen: each test is made from situations that
// hold what can be brought about without what it caps, whatever else they hold.

func (c *checker) lived() bool { return c.world != nil && c.world.Lived }

func met(ways []discovery.Way, at interaction.State) bool {
	return slices.ContainsFunc(ways, func(w discovery.Way) bool { return discovery.MetBy(w, at) })
}

// livedTest checks one test: that the effect was missed so often from situations that hold what
// it says, and none of the ways.
func (c *checker) livedTest(k *claim, v *evidence, ways []discovery.Way, t Test) {
	misses := 0
	for _, r := range v.records {
		if !met(ways, r.at) && c.open(k, r.at) && r.at.Covers(t.At) {
			misses += r.trials - r.seen[k.effect.Factor].hits
		}
	}
	if misses < t.Trials {
		c.failf(k.at, "it certifies that %s by %d misses from %s, but %d completed trials that held this, and none of its ways, are before it",
			k, t.Trials, NewStart(t.At), misses)
	}
}

// open reports whether the effect can be seen from the start.
func (c *checker) open(k *claim, at interaction.State) bool {
	top := c.top(k)
	return top == 0 || at.Level(k.effect.Factor) < top
}

// top is the level from which the effect can't be seen any more; zero: there is none.
func (c *checker) top(k *claim) int {
	i, ok := c.vocabulary.Index(k.effect.Factor)
	if !ok {
		return 0
	}
	f, most := c.vocabulary.Factor(i), 0
	for _, w := range k.effect.Ways {
		most = max(most, w.Yield.Max)
	}
	if f.Kind == interaction.Fact && most > 0 { // it rises to that, and no further
		return min(f.Top(), most)
	}
	return f.Top()
}

// alone checks that the effect never came but by the ways.
func (c *checker) alone(k *claim, s *sufficiency, ways []discovery.Way) {
	for _, r := range s.came {
		if !k.contradicted && !met(ways, r.at) {
			k.contradicted = true
			c.failf(k.at, "it certifies that %s by no other way, but the trial of entry %d from %s did",
				k, r.seen[k.effect.Factor].first, NewStart(r.at))
		}
	}
}

// levels are those of the state, by factor number.
func levels(v *interaction.Vocabulary, at interaction.State) []int {
	out := make([]int, v.Len())
	for i, n := range at.All() {
		out[i] = n
	}
	return out
}

// usedUp enters what a success used up.
func (c *checker) usedUp(r *record, changes []interaction.Change) {
	used := c.items(changes)
	for _, x := range changes {
		h, came := r.seen[x.Factor]
		if !came || x.Gain() <= 0 {
			continue
		}
		if h.hits > 1 {
			h.used, h.ever = discovery.Common(h.used, used), discovery.Either(h.ever, used)
		} else {
			h.used, h.ever = used, used
		}
		r.seen[x.Factor] = h
	}
}

// closures checks that every test of what still stands was made at what can be brought about
// with all that is claimed in the end, without what the test is to tell.
func (c *checker) closures() {
	var rules []discovery.Rule
	standing := map[*claim][]discovery.Way{}
	for _, k := range c.ordered() {
		factor, ok := c.vocabulary.Index(k.effect.Factor)
		s := c.actions[k.action].effect(k.effect.Factor)
		if !ok || len(s.came) == 0 {
			continue // that was said
		}
		x := discovery.Rule{Action: k.action, Factor: factor, Chance: 1, Along: c.actions[k.action].along.With(factor)}
		if n := k.effect.Chance; n.Trials > 0 {
			x.Chance = float64(n.Successes) / float64(n.Trials)
		}
		for _, w := range k.effect.Ways {
			if v, err := c.numbered(w); err == nil {
				x.Ways = append(x.Ways, v)
			}
		}
		order := discovery.NewPrecedence(x.Ways)
		fact := c.vocabulary.Factor(x.Factor).Kind == interaction.Fact
		for i, r := range s.came {
			h := r.seen[k.effect.Factor]
			if fact { // it is brought to a level, whatever it was
				h.least, h.most = h.low, h.high
			}
			if i == 0 {
				x.Least = h.least
			}
			x.Least, x.Most = min(x.Least, h.least), max(x.Most, h.most)
			order.Saw(levels(c.vocabulary, r.at), h.used, h.ever, h.hits)
		}
		x.Before = order.Before()
		x.Burnt = order.Burnt(x.Ways)
		rules = append(rules, x)
		if k.standing() {
			standing[k] = x.Ways
			c.alone(k, s, x.Ways)
		}
	}
	reach := c.setting.Reach(c.vocabulary, rules)
	for _, k := range c.ordered() {
		ways, stands := standing[k]
		if !stands {
			continue
		}
		ts, ok := discovery.Transversals(ways)
		if !ok {
			c.failf(k.at, "it certifies that %s by ways that take too many tests", k)
			continue
		}
		if n := k.effect.Certificate.Together; n != reach.Together() {
			c.failf(k.at, "it certifies that %s, where %d of what competes for slots is needed at most, but situations are there for %d", k, n, reach.Together())
		}
		for _, t := range ts {
			factor, _ := c.vocabulary.Index(k.effect.Factor)
			all := reach.Split(reach.Without(reach.Lacking(factor, c.top(k), t)))
			if all == nil {
				c.failf(k.at, "it certifies that %s, where more than %d situations would have to be tested", k, discovery.MostSituations)
			}
			for _, one := range all {
				at := one.State(c.vocabulary)
				if !slices.ContainsFunc(k.effect.Certificate.Tests, func(x Test) bool { return x.At.Covers(at) }) {
					c.failf(k.at, "it certifies that %s, but no test tells whether it comes from %s, which can be brought about", k, NewStart(at))
				}
			}
		}
	}
}
