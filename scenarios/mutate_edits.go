package scenarios

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
)

// edit is one try to change a file. The kinds of edits don't look whether the
// result is valid or solvable; [Mutate] does.
type edit struct {
	file    *sim.File
	rnd     *rand.Rand
	path    []interaction.Action // one that leads to the goal
	touched []int                // actions whose requirements changed
}

// kinds returns the line of the edit that it made, or "" if it found nothing to do.
var kinds = [...]func(*edit) string{
	(*edit).swapIngredient,
	(*edit).addIngredient,
	(*edit).removeIngredient,
	(*edit).changeCount,
	(*edit).changeYield,
	(*edit).permuteTools,
	(*edit).exchangeOutputs,
	(*edit).addWay,
	(*edit).addAmbientDecoy,
	(*edit).addThing,
}

// place is a random way of a random action.
type place struct {
	action int
	effect *sim.Effect
	way    *sim.Way
}

// title is the action's name, and if it does several things, which of them.
func (e *edit) title(p place) string {
	if len(e.file.Actions[p.action].Effects) > 1 {
		return title(e.file, p.action) + " for " + p.effect.Gives[0].Item
	}
	return title(e.file, p.action)
}

// anyWay picks the path to the goal half the time, so that it is hit in a large
// world too.
func (e *edit) anyWay() (place, bool) {
	i := e.rnd.IntN(len(e.file.Actions))
	if e.rnd.IntN(2) == 0 {
		id := e.path[e.rnd.IntN(len(e.path))]
		for interaction.ActionName(i) != id {
			i = (i + 1) % len(e.file.Actions)
		}
	}
	a := &e.file.Actions[i]
	if len(a.Effects) == 0 {
		return place{}, false
	}
	eff := &a.Effects[e.rnd.IntN(len(a.Effects))]
	return place{i, eff, &eff.Ways[e.rnd.IntN(len(eff.Ways))]}, true
}

// anyItem is a random item that can be had and isn't used or given by the place.
func (e *edit) anyItem(p place) (string, bool) {
	have := sim.Reach(e.file, false).Items
	var free []string
	for _, it := range e.file.AllFactors() {
		if have[it] == 0 || slices.ContainsFunc(p.effect.Gives, func(g sim.Gift) bool { return g.Item == it }) {
			continue
		}
		used := func(r sim.Requirement) bool { return slices.Contains(e.file.Members(r), it) }
		if slices.ContainsFunc(p.way.Consumes, used) || slices.ContainsFunc(p.way.Needs, used) {
			continue
		}
		free = append(free, it)
	}
	if len(free) == 0 {
		return "", false
	}
	return free[e.rnd.IntN(len(free))], true
}

// anyList is the consumed or the kept requirements of a way, whichever has some.
func (e *edit) anyList(w *sim.Way) *[]sim.Requirement {
	lists := []*[]sim.Requirement{}
	for _, l := range []*[]sim.Requirement{&w.Consumes, &w.Needs} {
		if len(*l) > 0 {
			lists = append(lists, l)
		}
	}
	if len(lists) == 0 {
		return nil
	}
	return lists[e.rnd.IntN(len(lists))]
}

func (e *edit) swapIngredient() string {
	p, ok := e.anyWay()
	if !ok {
		return ""
	}
	l := e.anyList(p.way)
	it, ok := e.anyItem(p)
	if l == nil || !ok {
		return ""
	}
	old := (*l)[e.rnd.IntN(len(*l))]
	*l = with(drop(*l, old), sim.Requirement{Name: it, Count: old.Count})
	e.touched = []int{p.action}
	return fmt.Sprintf("%s takes %s in place of %s", e.title(p), it, old.Key())
}

func (e *edit) addIngredient() string {
	p, ok := e.anyWay()
	if !ok {
		return ""
	}
	it, ok := e.anyItem(p)
	if !ok {
		return ""
	}
	e.touched = []int{p.action}
	if e.rnd.IntN(2) == 0 {
		p.way.Needs = with(p.way.Needs, sim.Requirement{Name: it, Count: 1})
		return fmt.Sprintf("%s also needs %s", e.title(p), it)
	}
	r := sim.Requirement{Name: it, Count: 1 + e.rnd.IntN(3)}
	p.way.Consumes = with(p.way.Consumes, r)
	return fmt.Sprintf("%s also takes %s", e.title(p), r)
}

func (e *edit) removeIngredient() string {
	p, ok := e.anyWay()
	if !ok {
		return ""
	}
	l := e.anyList(p.way)
	// A recipe keeps one ingredient: things that come from nothing are no game.
	if l == nil || len(p.way.Consumes)+len(p.way.Needs) < 2 {
		return ""
	}
	old := (*l)[e.rnd.IntN(len(*l))]
	*l = drop(*l, old)
	e.touched = []int{p.action}
	return fmt.Sprintf("%s no longer takes %s", e.title(p), old.Key())
}

func (e *edit) changeCount() string {
	p, ok := e.anyWay()
	if !ok || len(p.way.Consumes) == 0 {
		return ""
	}
	r := &p.way.Consumes[e.rnd.IntN(len(p.way.Consumes))]
	old := r.Count
	r.Count = 1 + e.rnd.IntN(max(4, 2*old))
	if r.Count == old {
		return ""
	}
	return fmt.Sprintf("%s takes %s in place of %d", e.title(p), r, old)
}

func (e *edit) changeYield() string {
	p, ok := e.anyWay()
	if !ok || p.way.Gives != nil {
		return ""
	}
	g := &p.effect.Gives[e.rnd.IntN(len(p.effect.Gives))]
	if len(g.Quantity) > 1 {
		return ""
	}
	old := g.Quantity.Min()
	n := 1 + e.rnd.IntN(max(4, 2*old))
	if n == old {
		return ""
	}
	g.Quantity = sim.Fixed(n)
	return fmt.Sprintf("%s gives %d %s in place of %d", title(e.file, p.action), n, g.Item, old)
}

// permuteTools exchanges what two ways need and keep: tiers of tools, mostly.
func (e *edit) permuteTools() string {
	p, ok1 := e.anyWay()
	q, ok2 := e.anyWay()
	if !ok1 || !ok2 || len(p.way.Needs) == 0 || len(q.way.Needs) == 0 {
		return ""
	}
	a, b := p.way.Needs[e.rnd.IntN(len(p.way.Needs))], q.way.Needs[e.rnd.IntN(len(q.way.Needs))]
	if p.action == q.action || a.Key() == b.Key() {
		return ""
	}
	p.way.Needs = with(drop(p.way.Needs, a), b)
	q.way.Needs = with(drop(q.way.Needs, b), a)
	e.touched = []int{p.action, q.action}
	return fmt.Sprintf("%s needs %s and %s needs %s, exchanged", e.title(p), b.Key(), e.title(q), a.Key())
}

func (e *edit) exchangeOutputs() string {
	p, ok1 := e.anyWay()
	q, ok2 := e.anyWay()
	if !ok1 || !ok2 || p.action == q.action || len(p.effect.Gives) > 1 || len(q.effect.Gives) > 1 {
		return ""
	}
	for _, eff := range []*sim.Effect{p.effect, q.effect} {
		for k := range eff.Ways {
			if eff.Ways[k].Gives != nil {
				return ""
			}
		}
	}
	p.effect.Gives, q.effect.Gives = q.effect.Gives, p.effect.Gives
	a, b := p.effect.Gives[0].Item, q.effect.Gives[0].Item
	if a == b {
		return ""
	}
	e.touched = []int{p.action, q.action}
	return fmt.Sprintf("%s gives %s and %s gives %s, exchanged", title(e.file, p.action), a, title(e.file, q.action), b)
}

func (e *edit) addWay() string {
	p, ok := e.anyWay()
	if !ok {
		return ""
	}
	w := sim.Way{
		Consumes: slices.Clone(p.way.Consumes), Needs: slices.Clone(p.way.Needs),
		Without: slices.Clone(p.way.Without), Gives: slices.Clone(p.way.Gives), Chance: p.way.Chance,
	}
	l := e.anyList(&w)
	it, ok := e.anyItem(p)
	if l == nil || !ok {
		return ""
	}
	old := (*l)[e.rnd.IntN(len(*l))]
	*l = with(drop(*l, old), sim.Requirement{Name: it, Count: old.Count})
	p.effect.Ways = append(p.effect.Ways, w)
	e.touched = []int{p.action}
	return fmt.Sprintf("%s also works with %s for %s", e.title(p), it, old.Key())
}

func (e *edit) addAmbientDecoy() string {
	i := e.rnd.IntN(len(e.file.Actions))
	it := freshItem(e.file, e.rnd)
	// Half the time: often enough to be found, and above every usual floor.
	e.file.Actions[i].Ambient = append(e.file.Actions[i].Ambient, sim.Ambient{Gives: []sim.Gift{{Item: it, Quantity: sim.Fixed(1)}}, Chance: 0.5})
	return fmt.Sprintf("%s sometimes gives %s, which nothing needs", title(e.file, i), it)
}

func (e *edit) addThing() string {
	it := freshItem(e.file, e.rnd)
	e.file.Items = append(e.file.Items, it)
	slices.Sort(e.file.Items)
	return fmt.Sprintf("there is %s, which nothing gives or needs", it)
}

var decoys = [...]string{"feather", "pebble", "clay_ball", "flower", "bone", "seashell", "mushroom", "string", "amethyst", "honeycomb"}

// freshItem is an item name that the world doesn't have.
func freshItem(f *sim.File, rnd *rand.Rand) string {
	items := f.AllFactors()
	name := decoys[rnd.IntN(len(decoys))]
	for n := 2; slices.Contains(items, name); n++ {
		name = fmt.Sprintf("%s_%d", decoys[rnd.IntN(len(decoys))], n)
	}
	return name
}

// drop returns the requirements without this one.
func drop(reqs []sim.Requirement, r sim.Requirement) []sim.Requirement {
	return slices.DeleteFunc(slices.Clone(reqs), func(q sim.Requirement) bool { return q.Key() == r.Key() })
}

// with returns the requirements and this one, in canonical order. A key that is
// there already takes the new count.
func with(reqs []sim.Requirement, r sim.Requirement) []sim.Requirement {
	out := append(drop(reqs, r), r)
	slices.SortFunc(out, func(a, b sim.Requirement) int { return strings.Compare(a.Key(), b.Key()) })
	return out
}
