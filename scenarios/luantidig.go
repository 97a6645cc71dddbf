package scenarios

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/adam-discovery/adam/interaction/luanti"
	"github.com/adam-discovery/adam/interaction/sim"
)

func (b *luantiBuilder) dig(r *luanti.Registry, node string) error {
	it := b.items[node]
	if it == nil {
		return fmt.Errorf("it isn't registered")
	}
	byHand, err := canDig(it, &r.Hand)
	if err != nil {
		return err
	}
	var ways []sim.Way
	for _, name := range b.file.Items {
		tool := b.items[name]
		if tool.Caps == nil {
			continue
		}
		can, err := canDig(it, tool.Caps)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if can {
			ways = append(ways, sim.Way{Needs: requirements(map[string]int{name: 1})})
		}
	}
	drops, err := luantiDrops(it)
	if err != nil {
		return err
	}
	var a sim.Action
	for _, d := range drops {
		switch {
		case byHand:
			a.Ambient = append(a.Ambient, d)
		case len(ways) > 0:
			a.Effects = append(a.Effects, sim.Effect{Gives: d.Gives, Chance: d.Chance, Ways: ways})
		}
	}
	b.add("dig", node, a)
	return nil
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
// at all, ascending by name.
func luantiDrops(it *luanti.RegItem) ([]sim.Ambient, error) {
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
			item, n := luantiStack(s)
			if blow[item] == nil {
				blow[item] = sim.Quantity{{Count: 0, Chance: 1}}
			}
			blow[item] = sum(blow[item], sim.Quantity{{Count: 0, Chance: 1 - p}, {Count: n, Chance: p}})
		}
	}
	blows := 1
	if chance {
		blows = luantiPatch
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
