package living

import (
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/interaction"
)

// lean is what can be brought about if ways that aren't settled take no more than the evidence asks for. Such a way holds
// whatever was there each time that the effect came: who first got it with a full bag is told to fill the bag again, and never
// sees that it would have come without. Who plans by the lean ways tries the least that may do, and where that doesn't
// do, the miss puts back what was missing.
func (k *knowledge) lean() *discovery.Reach {
	rules := slices.Clone(k.reach.Rules())
	for i := range rules {
		x := &rules[i]
		e := k.seen(x.Action, x.Factor)
		if e == nil || e.answer.phase == settled || e.answer.phase == refused {
			continue
		}
		x.Ways = slices.Clone(x.Ways)
		for j, w := range x.Ways {
			x.Ways[j] = k.leanest(e, w, nil, k.tally(e, []discovery.Way{w}))
		}
	}
	return k.reach.With(rules)
}

// seen is what the action was seen to do to the factor; nil: nothing.
func (k *knowledge) seen(a interaction.Action, f int) *effect {
	x := k.byID[a]
	if x == nil {
		return nil
	}
	if i := slices.IndexFunc(x.effects, func(e *effect) bool { return e.factor == f }); i >= 0 {
		return x.effects[i]
	}
	return nil
}

// leanest is the way, of whose chance this is the evidence, and beside which others are known, without those members that aren't used
// up and without which nothing is known to fail. What was found is given up before what was made, which is likelier to be of use, and
// what is known longest first.
func (k *knowledge) leanest(e *effect, way discovery.Way, others []discovery.Way, t chance.Tally) discovery.Way {
	var order []int
	for _, m := range way {
		if m.Consumed == 0 && k.item(m.Factors[0]) {
			order = append(order, m.Factors[0])
		}
	}
	made := func(f int) int {
		if slices.ContainsFunc(k.effects, func(o *effect) bool { return o.factor == f && o.action.bound }) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(order, func(f, g int) int {
		if d := made(f) - made(g); d != 0 {
			return d
		}
		return f - g
	})
	lean := way
	for _, f := range order {
		if l := less(lean, f); k.spares(e, l, way, others, t) {
			lean = l
		}
	}
	return lean
}

// less is the way without the factor.
func less(w discovery.Way, f int) discovery.Way {
	return slices.DeleteFunc(slices.Clone(w), func(m discovery.Member) bool { return m.Factors[0] == f })
}

// spares reports whether nothing known speaks against it that less than the way does: whether misses by that, which the way's chance is
// to explain, aren't too many.
func (k *knowledge) spares(e *effect, less, way discovery.Way, others []discovery.Way, t chance.Tally) bool {
	without := k.rest(e, less, append(slices.Clip(others), way))
	return without.Misses == 0 || without.Hits == 0 && luck(t, without.Misses) >= unlikely || without.Hits > 0 && chance.Fisher(t, without) >= unlikely
}

// rest is what came of the trials that met the one way, and none of the others.
func (k *knowledge) rest(e *effect, met discovery.Way, not []discovery.Way) (t chance.Tally) {
	for _, r := range e.action.records {
		if !k.full(e, r) && r.meets([]discovery.Way{met}) && !r.meets(not) {
			hits := r.of(e.number).hits
			t.Hits += hits
			t.Misses += r.trials - hits
		}
	}
	return t
}

// doubt has a life that is to bring a situation about make its plans by full ways from here on, where an action came to nothing
// by one that was leaner and that never failed before: a row of tries under way is still finished. Who practises goes on
// to something else.
func (p *pilot) doubt(a interaction.Action, changes []interaction.Change) {
	if p.life.plans == nil || p.life.practice != nil {
		return
	}
	for i, x := range p.life.plans.Rules() {
		met := func(w discovery.Way) bool { return discovery.Meets(w, p.levels) }
		if x.Action != a || x.Chance < 1 || !slices.ContainsFunc(x.Ways, met) || slices.ContainsFunc(p.k.reach.Rules()[i].Ways, met) {
			continue
		}
		if top := p.k.vocabulary.Factor(x.Factor).Top(); top > 0 && p.levels[x.Factor] >= top {
			continue // more of it couldn't be seen
		}
		if !slices.ContainsFunc(changes, func(c interaction.Change) bool { return c.Factor == p.k.vocabulary.Name(x.Factor) && c.Gain() > 0 }) {
			p.life.plans = nil
			p.price()
			return
		}
	}
}
