package scenarios

import (
	"maps"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction/luanti"
	"github.com/adam-discovery/adam/interaction/sim"
)

// grow is what comes of what is planted: it is used up, and what it became is dug once. What
// it became may give some of it back.
func (b *luantiBuilder) grow(r *luanti.Registry, g luanti.RegGrow) error {
	all, err := b.harvests(r, g.Becomes, 1)
	if err != nil {
		return err
	}
	needs := map[string]int{}
	switch len(g.Hoes) {
	case 0:
	case 1:
		needs[g.Hoes[0]] = 1
	default:
		needs["class:"+b.class("hoe", g.Hoes)] = 1
	}
	h := all[0]
	back := 0 // how much of it comes back at least
	for _, d := range h.drops {
		if q := d.Gives[0].Quantity; d.Gives[0].Item == g.Item && d.Chance == 1 {
			back = q[0].Count
		}
	}
	takes := map[string]int{g.Item: 1}
	if back > 0 {
		needs[g.Item] = 1
		takes = nil
	}
	var a sim.Action
	for _, d := range h.drops {
		gift := d.Gives[0]
		if gift.Item == g.Item {
			gift.Quantity, d.Chance = luantiNet(gift.Quantity, d.Chance)
		}
		if ways := h.with(needs); d.Chance > 0 && len(ways) > 0 {
			a.Effects = append(a.Effects, sim.Effect{Gives: []sim.Gift{gift}, Chance: d.Chance, Ways: ways})
		}
	}
	luantiTake(a.Effects, takes)
	b.add("grow", g.Item, a)
	return nil
}

// luantiTake has what is used up be used up once, though it gives several things: by the
// first effect, while the others need it.
func luantiTake(effects []sim.Effect, takes map[string]int) {
	for i, e := range effects {
		for k := range e.Ways {
			if w := &e.Ways[k]; i == 0 {
				w.Consumes = requirements(takes)
			} else {
				all := maps.Clone(takes)
				if all == nil {
					all = map[string]int{}
				}
				for _, q := range w.Needs {
					all[q.Key()] = max(all[q.Key()], q.Count)
				}
				w.Needs = requirements(all)
			}
		}
	}
}

// luantiNet is what is gained where one is used up.
func luantiNet(q sim.Quantity, chance float64) (sim.Quantity, float64) {
	var out sim.Quantity
	share := 0.0
	for _, p := range q {
		if p.Count > 1 {
			out = append(out, sim.Portion{Count: p.Count - 1, Chance: p.Chance})
			share += p.Chance
		}
	}
	for i := range out {
		out[i].Chance /= share
	}
	return out, chance * share
}

// pour is what comes of what is poured out: what it was in, and what the liquid became.
func (b *luantiBuilder) pour(r *luanti.Registry, p luanti.RegPour) error {
	var a sim.Action
	add := func(gives []sim.Gift, chance float64, ways []sim.Way) {
		a.Effects = append(a.Effects, sim.Effect{Gives: gives, Chance: chance, Ways: ways})
	}
	if p.Left != "" {
		add([]sim.Gift{{Item: p.Left, Quantity: sim.Fixed(1)}}, 1, []sim.Way{{}})
	}
	name := p.Item
	if p.Onto != "" {
		name += " on " + p.Onto
		all, err := b.harvests(r, p.Becomes, 1)
		if err != nil {
			return err
		}
		for _, d := range all[0].drops {
			if ways := all[0].with(nil); len(ways) > 0 {
				add(d.Gives, d.Chance, ways)
			}
		}
	}
	luantiTake(a.Effects, map[string]int{p.Item: 1})
	slices.SortFunc(a.Effects, func(x, y sim.Effect) int { return strings.Compare(x.Gives[0].Item, y.Gives[0].Item) })
	b.add("pour", name, a)
	return nil
}

// scoop is what comes of dipping vessels into each liquid.
func (b *luantiBuilder) scoop(scoops []luanti.RegScoop) {
	for i := 0; i < len(scoops); {
		var a sim.Action
		liquid := scoops[i].Liquid
		for ; i < len(scoops) && scoops[i].Liquid == liquid; i++ {
			s := scoops[i]
			way := sim.Way{Consumes: requirements(map[string]int{s.Vessel: 1})}
			k := slices.IndexFunc(a.Effects, func(e sim.Effect) bool { return e.Gives[0].Item == s.Gives })
			if k < 0 {
				k = len(a.Effects)
				a.Effects = append(a.Effects, sim.Effect{Gives: []sim.Gift{{Item: s.Gives, Quantity: sim.Fixed(1)}}, Chance: 1})
			}
			a.Effects[k].Ways = append(a.Effects[k].Ways, way)
		}
		b.add("scoop", liquid, a)
	}
}
