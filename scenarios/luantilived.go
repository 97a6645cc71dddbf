package scenarios

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/luanti"
	"github.com/adam-discovery/adam/interaction/sim"
)

// LuantiLived writes down as a world file what a game's registry implies where one lives in it:
// as [Luanti], but that a node is dug once and in one way, and that one cooks beside a furnace,
// which is put down.
func LuantiLived(w interaction.Spec, r *luanti.Registry) (*sim.File, error) {
	b := newLuantiBuilder(w.ID, r)
	b.file.Title = "what the registry of a Luanti game implies for who lives in it"
	for _, f := range w.Factors {
		b.file.Factors = append(b.file.Factors, interaction.Factor{Name: f.Name, Kind: f.Kind, Max: f.Max})
	}
	slices.SortFunc(b.file.Factors, func(a, c interaction.Factor) int { return cmp.Compare(a.Name, c.Name) })
	for _, c := range r.Cooking {
		b.cookBeside(r, c)
	}
	b.crafts(r)
	for _, e := range r.Eats {
		b.one("eat", e.Name, sim.Gift{Item: luanti.Health, Quantity: sim.Fixed(int(e.Health))})
	}
	for _, s := range r.Stations {
		b.one("place", s, sim.Gift{Item: luanti.Near(s), Quantity: sim.Fixed(1)})
	}
	nodes := append(slices.Clone(r.Natural), r.Stations...)
	slices.Sort(nodes)
	for _, node := range slices.Compact(nodes) {
		all, err := b.harvests(r, node, 1)
		if err != nil {
			return nil, fmt.Errorf("registry: %s: %w", node, err)
		}
		if len(all) > 0 && (all[0].byHand || len(all[0].tools) > 0) {
			b.harvest(node, all[0])
		}
	}
	b.scoop(r.Scoops)
	return b.done()
}

// one is an action that uses up one of what it is named by.
func (b *luantiBuilder) one(kind, name string, gift sim.Gift) {
	b.add(kind, name, sim.Action{Effects: []sim.Effect{{Gives: []sim.Gift{gift}, Chance: 1,
		Ways: []sim.Way{{Consumes: requirements(map[string]int{name: 1})}}}}})
}

// cookBeside is what comes of cooking beside one of the furnaces.
func (b *luantiBuilder) cookBeside(r *luanti.Registry, c luanti.RegCook) {
	e := sim.Effect{Gives: []sim.Gift{{Item: c.Output, Quantity: sim.Fixed(int(c.Count))}}, Chance: 1}
	var left luantiLeft
	for _, f := range r.Fuels {
		if f.Name == c.Output {
			continue
		}
		for _, furnace := range c.Furnaces {
			takes := map[string]int{c.Input: 1}
			takes[f.Name] += burnt(c, f)
			e.Ways = append(e.Ways, sim.Way{Consumes: requirements(takes), Needs: requirements(map[string]int{luanti.Near(furnace): 1})})
			takes[luanti.Near(furnace)] = 1
			left.add(f.Left, takes)
		}
	}
	var a sim.Action
	if len(e.Ways) > 0 {
		a.Effects = append([]sim.Effect{e}, left...)
	}
	b.add("cook", c.Input, a)
}
