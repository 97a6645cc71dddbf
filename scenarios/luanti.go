package scenarios

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/adam-discovery/adam/interaction/luanti"
	"github.com/adam-discovery/adam/interaction/sim"
)

// luantiPatch is how often a node whose drops are left to chance is dug in one
// action: see the package comment of luanti.
const luantiPatch = 32

// Luanti writes down as a world file what a game's registry implies for the actions
// of package luanti: what digs what by groups and ratings, what drops, which
// recipes there are, what burns how long. It asks the registry and not the game, so
// that what was learned is held against something else than what taught it. The
// actions are in the order of the world's.
func Luanti(id string, r *luanti.Registry) (*sim.File, error) {
	b := newLuantiBuilder(id, r)
	for _, c := range r.Cooking {
		b.cook(r, c)
	}
	b.crafts(r)
	for _, node := range r.Natural {
		if err := b.dig(r, node); err != nil {
			return nil, fmt.Errorf("registry: %s: %w", node, err)
		}
	}
	for _, g := range r.Grows {
		if err := b.grow(r, g); err != nil {
			return nil, fmt.Errorf("registry: %s: %w", g.Item, err)
		}
	}
	for _, p := range r.Pours {
		if err := b.pour(r, p); err != nil {
			return nil, fmt.Errorf("registry: %s: %w", p.Item, err)
		}
	}
	b.scoop(r.Scoops)
	return b.done()
}

func newLuantiBuilder(id string, r *luanti.Registry) *luantiBuilder {
	b := &luantiBuilder{file: &sim.File{ID: LuantiID(id), Title: "what the registry of a Luanti game implies"}, items: map[string]*luanti.RegItem{}, classes: map[string]string{}, fits: map[string][]string{}, failed: r.Failed}
	for i := range r.Items {
		b.items[r.Items[i].Name] = &r.Items[i]
		b.file.Items = append(b.file.Items, r.Items[i].Name)
	}
	return b
}

// crafts adds all that is crafted.
func (b *luantiBuilder) crafts(r *luanti.Registry) {
	for i := 0; i < len(r.Crafts); {
		n := i
		for n < len(r.Crafts) && r.Crafts[n].Label == r.Crafts[i].Label {
			n++
		}
		b.craft(r.Crafts[i:n])
		i = n
	}
}

// done is the file, if it is valid.
func (b *luantiBuilder) done() (*sim.File, error) {
	slices.SortFunc(b.file.Classes, func(a, c sim.Class) int { return cmp.Compare(a.Name, c.Name) })
	if err := b.file.Validate(); err != nil {
		return nil, fmt.Errorf("registry: %w", err)
	}
	return b.file, nil
}

// LuantiID is the name of a world of package luanti as world files may have it, which [Luanti] gives them: lower-case letters, digits and dots,
// and hyphens for all else. Two folders of games may have the same.
func LuantiID(id string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' {
			return r
		}
		return '-'
	}, strings.ToLower(id))
}

type luantiBuilder struct {
	file    *sim.File
	items   map[string]*luanti.RegItem
	classes map[string]string   // members, joined -> the class
	fits    map[string][]string // a want -> the items of its groups
	failed  []string            // labels
}

// LuantiNothing is an item that the game doesn't have: an action that can't do
// anything gives it to whoever has it already, as a world file's actions must do
// something.
const LuantiNothing = "nothing"

func (b *luantiBuilder) add(kind, name string, a sim.Action) {
	if len(a.Effects)+len(a.Ambient) == 0 {
		a.Effects = []sim.Effect{{Gives: []sim.Gift{{Item: LuantiNothing, Quantity: sim.Fixed(1)}}, Chance: 1,
			Ways: []sim.Way{{Needs: requirements(map[string]int{LuantiNothing: 1})}}}}
	}
	if a.Label = kind + " " + name; slices.Contains(b.failed, a.Label) {
		return
	}
	b.file.Actions = append(b.file.Actions, a)
}

// requirements sorts counts by kind and name as a world file has them.
func requirements(m map[string]int) []sim.Requirement {
	var out []sim.Requirement
	for key, n := range m {
		name, class := strings.CutPrefix(key, "class:")
		q := sim.Requirement{Name: name, Count: n}
		if class {
			q.Kind = sim.OfClass
		}
		out = append(out, q)
	}
	slices.SortFunc(out, func(a, c sim.Requirement) int { return strings.Compare(a.Key(), c.Key()) })
	return out
}

func (b *luantiBuilder) cook(r *luanti.Registry, c luanti.RegCook) {
	e := sim.Effect{Gives: []sim.Gift{{Item: c.Output, Quantity: sim.Fixed(int(c.Count))}}, Chance: 1}
	var left luantiLeft
	for _, f := range r.Fuels {
		takes := map[string]int{c.Input: 1}
		takes[f.Name] += burnt(c, f)
		if len(c.Furnaces) == 0 || f.Name == c.Output { // nobody burns what he cooks
			continue
		}
		needs := map[string]int{}
		if len(c.Furnaces) == 1 {
			needs[c.Furnaces[0]] = 1 + takes[c.Furnaces[0]]
		} else {
			needs["class:"+b.class("furnace", c.Furnaces)] = 1
		}
		e.Ways = append(e.Ways, sim.Way{Consumes: requirements(takes), Needs: requirements(needs)})
		for item := range needs {
			takes[item] = max(takes[item], needs[item])
		}
		left.add(f.Left, takes)
	}
	var a sim.Action
	if len(e.Ways) > 0 {
		a.Effects = append([]sim.Effect{e}, left...)
	}
	b.add("cook", c.Input, a)
}

// burnt is how much of the fuel cooks it.
func burnt(c luanti.RegCook, f luanti.RegFuel) int { return int(math.Ceil(c.Time / f.Time)) }

// luantiLeft are effects of what ways leave behind, ascending by item.
type luantiLeft []sim.Effect

func (l *luantiLeft) add(stacks []luanti.RegStack, takes map[string]int) {
	for _, s := range stacks {
		item, n := s.Name, int(s.Count)
		i, ok := slices.BinarySearchFunc(*l, item, func(e sim.Effect, item string) int { return strings.Compare(e.Gives[0].Item, item) })
		if !ok {
			*l = slices.Insert(*l, i, sim.Effect{Gives: []sim.Gift{{Item: item, Quantity: sim.Fixed(n)}}, Chance: 1})
		}
		(*l)[i].Ways = append((*l)[i].Ways, sim.Way{Needs: requirements(takes)})
	}
}

// fitting lists the items that fit a want, without the output itself, ascending.
func (b *luantiBuilder) fitting(want, output string) []string {
	return slices.DeleteFunc(slices.Clone(b.grouped(want)), func(item string) bool { return item == output })
}

// grouped lists all items that fit a want, ascending. It is kept, as thousands of recipes ask for
// some dozens of groups, of which each has to be looked for in all items.
func (b *luantiBuilder) grouped(want string) []string {
	groups, isGroup := strings.CutPrefix(want, "group:")
	if !isGroup {
		if b.items[want] == nil {
			return nil
		}
		return []string{want}
	}
	if out, ok := b.fits[want]; ok {
		return out
	}
	var out []string
	for _, name := range b.file.Items {
		fits := true
		for g := range strings.SplitSeq(groups, ",") {
			fits = fits && b.items[name].Groups[g] != 0
		}
		if fits {
			out = append(out, name)
		}
	}
	b.fits[want] = out
	return out
}

// class names the set of items that fit a want.
func (b *luantiBuilder) class(want string, members []string) string {
	key := strings.Join(members, " ")
	if name, ok := b.classes[key]; ok {
		return name
	}
	base := strings.NewReplacer(":", "-", ",", "-", "_", "-").Replace(strings.TrimPrefix(want, "group:"))
	name := base
	for n := 2; slices.ContainsFunc(b.file.Classes, func(c sim.Class) bool { return c.Name == name }); n++ {
		name = base + "-" + strconv.Itoa(n)
	}
	b.classes[key] = name
	b.file.Classes = append(b.file.Classes, sim.Class{Name: name, Items: members})
	return name
}

func (b *luantiBuilder) craft(recipes []luanti.RegCraft) {
	output := recipes[0].Output
	made := sim.Effect{Chance: 1}
	var left luantiLeft
	for _, c := range recipes {
		if c.Result == nil || c.Result.Item != output {
			continue // nothing fits, or the game makes something else of it
		}
		takes := map[string]int{}
		possible := true
		for _, want := range c.Wants {
			members := slices.DeleteFunc(b.fitting(want, output), func(m string) bool { return slices.Contains(c.Unfit[want], m) })
			switch len(members) {
			case 0:
				possible = false
			case 1:
				takes[members[0]]++
			default:
				takes["class:"+b.class(want, members)]++
			}
		}
		if !possible {
			continue
		}
		w := sim.Way{Consumes: requirements(takes)}
		gives := []sim.Gift{{Item: output, Quantity: sim.Fixed(int(c.Result.Count))}}
		switch {
		case made.Gives == nil:
			made.Gives = gives
		case made.Gives[0].Quantity[0].Count != int(c.Result.Count):
			w.Gives = gives
		}
		made.Ways = append(made.Ways, w)
		left.add(c.Result.Left, takes)
	}
	a := sim.Action{}
	if made.Gives != nil {
		a.Effects = append(a.Effects, made)
	}
	a.Effects = append(a.Effects, left...)
	b.add("craft", recipes[0].Label, a)
}
