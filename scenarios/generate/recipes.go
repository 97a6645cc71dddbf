package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction/sim"
)

// craft adds an action for each result of crafting.
func (b *builder) craft() {
	for _, r := range b.recipes {
		e := sim.Effect{Chance: 1}
		left := b.leftover(r)
		for _, g := range alternatives(r.variants) {
			gives := append([]sim.Gift{{Item: r.item, Quantity: sim.Fixed(g.count)}}, left...)
			way := b.way(g)
			if e.Gives == nil {
				e.Gives = gives
			} else if g.count != e.Gives[0].Quantity.Min() {
				way.Gives = gives
			}
			e.Ways = append(e.Ways, way)
		}
		b.add("craft "+r.item, []sim.Effect{e}, nil)
	}
}

// recipe is a recipe with its choices open: for each ingredient what can be used,
// and how many.
type recipe struct {
	members [][]string
	counts  []int
	count   int
	table   bool // it needs a grid of three by three
}

// alternatives undoes what the package did to recipes with choices, of which it
// lists every combination: variants with the same pattern that are exactly all
// combinations of their ingredients become one recipe.
func alternatives(variants []variant) []recipe {
	var order []string
	groups := map[string][]variant{}
	for _, v := range variants {
		p := pattern(v)
		if groups[p] == nil {
			order = append(order, p)
		}
		groups[p] = append(groups[p], v)
	}
	var out []recipe
	for _, p := range order {
		one := merge(groups[p])
		combinations := 1
		for _, m := range one.members {
			combinations *= len(m)
		}
		if combinations == len(groups[p]) {
			out = append(out, one)
			continue
		}
		for _, v := range groups[p] {
			out = append(out, merge([]variant{v}))
		}
	}
	return out
}

// pattern is the recipe with letters for ingredients, by first appearance.
func pattern(v variant) string {
	letters := map[string]byte{}
	var s strings.Builder
	fmt.Fprintf(&s, "%v %d", v.shaped, v.count)
	for _, row := range v.rows {
		s.WriteByte('/')
		for _, it := range row {
			if it == "" {
				s.WriteByte('-')
				continue
			}
			if letters[it] == 0 {
				letters[it] = byte('A' + len(letters))
			}
			s.WriteByte(letters[it])
		}
	}
	return s.String()
}

// merge joins variants of one pattern.
func merge(variants []variant) recipe {
	var out recipe
	for k, v := range variants {
		out.count = v.count
		index := map[string]int{}
		cells := 0
		for _, row := range v.rows {
			for _, it := range row {
				if it == "" {
					continue
				}
				cells++
				i, ok := index[it]
				if !ok {
					i = len(index)
					index[it] = i
					if k == 0 {
						out.members, out.counts = append(out.members, nil), append(out.counts, 0)
					}
					if !slices.Contains(out.members[i], it) {
						out.members[i] = append(out.members[i], it)
					}
				}
				if k == 0 {
					out.counts[i]++
				}
			}
		}
		if v.shaped {
			out.table = len(v.rows) > 2 || len(v.rows[0]) > 2
		} else {
			out.table = cells > 4
		}
	}
	return out
}

func (b *builder) way(r recipe) sim.Way {
	var w sim.Way
	for i, members := range r.members {
		for _, m := range members {
			b.item(m)
		}
		w.Consumes = append(w.Consumes, b.require(members, r.counts[i]))
	}
	if r.table {
		w.Needs = []sim.Requirement{b.require([]string{"crafting_table"}, 1)}
	}
	return w
}

// leftover lists what stays in the grid, if it is the same for all variants.
func (b *builder) leftover(r result) []sim.Gift {
	var first map[string]int
	for k, v := range r.variants {
		stay := map[string]int{}
		for _, row := range v.rows {
			for _, it := range row {
				if l, ok := leftovers[it]; ok {
					stay[l]++
				}
			}
		}
		if k > 0 && !maps.Equal(first, stay) {
			return nil
		}
		first = stay
	}
	var out []sim.Gift
	for _, it := range slices.Sorted(maps.Keys(first)) {
		out = append(out, sim.Gift{Item: b.item(it), Quantity: sim.Fixed(first[it])})
	}
	return out
}
