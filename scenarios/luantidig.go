package scenarios

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/adam-discovery/adam/interaction/luanti"
	"github.com/adam-discovery/adam/interaction/sim"
)

// luantiHarvest is by what a node is dug, and what comes of it.
type luantiHarvest struct {
	byHand bool
	tools  []string
	drops  []sim.Ambient
}

// harvests are the ways to dig a node, each of which is an action, where it is dug so often
// if what comes is left to chance.
func (b *luantiBuilder) harvests(r *luanti.Registry, node string, patch int) ([]luantiHarvest, error) {
	it := b.items[node]
	if it == nil {
		return nil, fmt.Errorf("it isn't registered")
	}
	if i := slices.IndexFunc(r.Digs, func(d luanti.RegDig) bool { return d.Node == node }); i >= 0 {
		var out []luantiHarvest
		for _, w := range r.Digs[i].Ways {
			h := luantiHarvest{byHand: slices.Contains(w.Tools, ""), tools: slices.DeleteFunc(slices.Clone(w.Tools), func(t string) bool { return t == "" })}
			chance := 1.0
			if w.Chance && patch == 1 && len(w.Gives) > 1 {
				chance = .5 // not told: neither never nor always
			}
			for _, g := range w.Gives {
				h.drops = append(h.drops, sim.Ambient{Gives: []sim.Gift{{Item: g.Name, Quantity: sim.Fixed(int(g.Count))}}, Chance: chance})
			}
			out = append(out, h)
		}
		return out, nil
	}
	var h luantiHarvest
	var err error
	if h.byHand, err = canDig(it, &r.Hand); err != nil {
		return nil, err
	}
	for _, name := range b.file.Items {
		tool := b.items[name]
		if tool.Caps == nil {
			continue
		}
		can, err := canDig(it, tool.Caps)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if can {
			h.tools = append(h.tools, name)
		}
	}
	h.drops, err = luantiDrops(it, patch)
	return []luantiHarvest{h}, err
}

func (b *luantiBuilder) dig(r *luanti.Registry, node string) error {
	all, err := b.harvests(r, node, luantiPatch)
	for i, h := range all {
		name := node
		if i > 0 {
			name += " with " + r.Digs[slices.IndexFunc(r.Digs, func(d luanti.RegDig) bool { return d.Node == node })].Ways[i].Tools[0]
		}
		b.harvest(name, h)
	}
	return err
}

// harvest adds a way to dig a node as an action.
func (b *luantiBuilder) harvest(name string, h luantiHarvest) {
	var a sim.Action
	for _, d := range h.drops {
		if h.byHand {
			a.Ambient = append(a.Ambient, d)
		} else if ways := h.with(nil); len(ways) > 0 {
			a.Effects = append(a.Effects, sim.Effect{Gives: d.Gives, Chance: d.Chance, Ways: ways})
		}
	}
	b.add("dig", name, a)
}

// with are the ways by which the node is dug, where more has to be held.
func (h luantiHarvest) with(more map[string]int) []sim.Way {
	if h.byHand {
		return []sim.Way{{Needs: requirements(more)}}
	}
	var out []sim.Way
	for _, t := range h.tools {
		needs := maps.Clone(more)
		if needs == nil {
			needs = map[string]int{}
		}
		needs[t] = max(1, needs[t])
		out = append(out, sim.Way{Needs: requirements(needs)})
	}
	return out
}

// canDig is the engine's rule (getDigParams): a tool digs a node by any group in
// which it has a time for the node's rating and at least the node's level.
func canDig(node *luanti.RegItem, caps *luanti.ToolCaps) (bool, error) {
	if node.Groups["dig_immediate"] == 2 || node.Groups["dig_immediate"] == 3 {
		return true, nil
	}
	for group, c := range caps.Groups {
		if c.MaxLevel < node.Groups["level"] {
			continue
		}
		times, err := ratings(c.Times)
		if err != nil {
			return false, fmt.Errorf("times of %s: %w", group, err)
		}
		if rating := int(node.Groups[group]); rating != 0 && times[rating] > 0 {
			return true, nil
		}
	}
	return false, nil
}

// ratings reads times by rating: the game writes a list where the ratings are
// 1, 2, ..., and else an object or a list with gaps.
func ratings(data json.RawMessage) (map[int]float64, error) {
	out := map[int]float64{}
	var list []*float64
	if json.Unmarshal(data, &list) == nil {
		for i, t := range list {
			if t != nil {
				out[i+1] = *t
			}
		}
		return out, nil
	}
	err := json.Unmarshal(data, &out)
	return out, err
}

// luantiDrops is what digging a node gives, each item with the chance that it comes
// at all, ascending by name. Where that is left to chance it is dug so often.
func luantiDrops(it *luanti.RegItem, patch int) ([]sim.Ambient, error) {
	chance := false
	for _, d := range it.Drops {
		if d.Tools {
			return nil, fmt.Errorf("its drops depend on the tool")
		}
		chance = chance || d.Rarity > 1
	}
	if chance && it.MaxDrops > 1 {
		return nil, fmt.Errorf("at most %g of its drops come at once", it.MaxDrops)
	}
	blow := map[string]sim.Quantity{} // what one blow gives, zero included
	before := 1.0                     // the chance that no earlier drop came
	for _, d := range it.Drops {
		p := 1 / d.Rarity
		if it.MaxDrops == 1 {
			p *= before
			before *= 1 - 1/d.Rarity
		}
		for _, s := range d.Items {
			item, n := s.Name, int(s.Count)
			if blow[item] == nil {
				blow[item] = sim.Quantity{{Count: 0, Chance: 1}}
			}
			blow[item] = sum(blow[item], sim.Quantity{{Count: 0, Chance: 1 - p}, {Count: n, Chance: p}})
		}
	}
	blows := 1
	if chance {
		blows = patch
	}
	var out []sim.Ambient
	for _, item := range slices.Sorted(maps.Keys(blow)) {
		q := sim.Quantity{{Count: 0, Chance: 1}}
		for range blows {
			q = sum(q, blow[item])
		}
		none := 0.0
		if q[0].Count == 0 {
			none, q = q[0].Chance, q[1:]
		}
		total := 0.0
		for _, p := range q {
			total += p.Chance
		}
		for i := range q {
			q[i].Chance /= total
		}
		come := 1 - none
		if none < 1e-9 {
			come = 1
		}
		out = append(out, sim.Ambient{Gives: []sim.Gift{{Item: item, Quantity: q}}, Chance: come})
	}
	return out, nil
}

// sum is the distribution of the sum of two independent quantities, without what is
// less likely than once in 10^12 times.
func sum(a, b sim.Quantity) sim.Quantity {
	m := map[int]float64{}
	for _, x := range a {
		for _, y := range b {
			m[x.Count+y.Count] += x.Chance * y.Chance
		}
	}
	var out sim.Quantity
	for _, n := range slices.Sorted(maps.Keys(m)) {
		if m[n] > 1e-12 {
			out = append(out, sim.Portion{Count: n, Chance: m[n]})
		}
	}
	return out
}
