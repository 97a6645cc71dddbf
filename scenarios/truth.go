package scenarios

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
)

// Truth is what the rules of a world imply, as far as an experimenter who starts
// with nothing could ever find it: ways with members that can't be had are left
// out, and so are effects without a way. It is a value; nobody may change it.
type Truth struct {
	World       string        `json:"world"`
	Fingerprint string        `json:"fingerprint"`
	Items       []string      `json:"items"` // that can be had, ascending
	Actions     []TruthAction `json:"actions"`
	// Unreachable are the actions that can do nothing.
	Unreachable []interaction.Action `json:"unreachable,omitempty"`
}

// TruthAction is an action that can do something.
type TruthAction struct {
	ID    interaction.Action `json:"id"`
	Label string             `json:"label,omitempty"`
	// Effects ascend by item.
	Effects []TruthEffect `json:"effects"`
}

// TruthEffect is one item that an action gives.
type TruthEffect struct {
	Item string `json:"item"`
	// Ambient: it comes with no cause. There is one way, with no members.
	Ambient bool `json:"ambient,omitempty"`
	// Ways are the minimal sufficient sets with counts, classes replaced by
	// single members; ascending by their text. Mixtures are left to Classes, but
	// where a way also takes a member otherwise, the mixture with it is listed.
	Ways []TruthWay `json:"ways"`
	// Blockers are items that can keep the effect from coming although a way is
	// there, ascending. If there are any, no set of items suffices whatever else
	// is there: Ways are what suffices alone, and no certificate of the effect is
	// right.
	Blockers []string `json:"blockers,omitempty"`
	// Classes are those of which at least two members can be had.
	Classes []graphstore.Class `json:"classes,omitempty"`
}

// TruthWay is a way, and what comes of it when nothing else is there. Chance is over
// trials, each with a hidden phase of its own. Yield is
// what a success adds to the inventory, over everything that can happen.
type TruthWay struct {
	graphstore.Way
	Chance float64 `json:"chance"`
}

// NewTruth computes the truth about the world of a valid file.
func NewTruth(f *sim.File) *Truth {
	have, can := fixpoint(f)
	t := &Truth{World: f.ID, Fingerprint: f.Fingerprint(), Items: slices.Sorted(maps.Keys(have))}
	for i := range f.Actions {
		id := interaction.ActionName(i)
		if !can[i] {
			t.Unreachable = append(t.Unreachable, id)
			continue
		}
		a := &f.Actions[i]
		ta := TruthAction{ID: id, Label: a.Label}
		for j := range a.Effects {
			for _, g := range a.Effects[j].Gives {
				if e := effectTruth(f, &a.Effects[j], g.Item, have); len(e.Ways) > 0 {
					ta.Effects = append(ta.Effects, e)
				}
			}
		}
		for _, am := range a.Ambient {
			for _, g := range am.Gives {
				y := graphstore.Yield{Min: g.Quantity.Min(), Max: g.Quantity.Max(), Mean: g.Quantity.Mean()}
				ta.Effects = append(ta.Effects, TruthEffect{Item: g.Item, Ambient: true, Ways: []TruthWay{{graphstore.Way{Yield: y}, am.Chance}}})
			}
		}
		slices.SortFunc(ta.Effects, func(a, b TruthEffect) int { return strings.Compare(a.Item, b.Item) })
		t.Actions = append(t.Actions, ta)
	}
	return t
}

// fixpoint tries everything until nothing new appears: what can be had, and which
// actions can do anything.
func fixpoint(f *sim.File) (have map[string]bool, can []bool) {
	have, can = map[string]bool{}, make([]bool, len(f.Actions))
	get := func(i int, gives []sim.Gift) {
		can[i] = true
		for _, g := range gives {
			have[g.Item] = true
		}
	}
	type closed struct {
		action int
		effect *sim.Effect
	}
	var left []closed
	for i := range f.Actions {
		for _, am := range f.Actions[i].Ambient {
			get(i, am.Gives)
		}
		for j := range f.Actions[i].Effects {
			left = append(left, closed{i, &f.Actions[i].Effects[j]})
		}
	}
	for before := -1; before != len(left); {
		before = len(left)
		left = slices.DeleteFunc(left, func(c closed) bool {
			open := slices.ContainsFunc(c.effect.Ways, func(w sim.Way) bool { return canHave(f, w.Consumes, have) && canHave(f, w.Needs, have) })
			if open {
				get(c.action, c.effect.Gives)
			}
			return open
		})
	}
	return have, can
}

// canHave reports whether each requirement has a member that can be had.
func canHave(f *sim.File, reqs []sim.Requirement, have map[string]bool) bool {
	return !slices.ContainsFunc(reqs, func(r sim.Requirement) bool {
		return !slices.ContainsFunc(f.Members(r), func(m string) bool { return have[m] })
	})
}

// counts is an inventory, or how much a way takes of it.
type counts map[string]int

// choices lists the requirements of a way with every class replaced by one of its
// members that can be had, in all combinations. What is consumed adds up, as each
// unit can be used up once; what is only needed may be needed twice.
func choices(f *sim.File, w sim.Way, have map[string]bool) []counts {
	type pick struct {
		req      sim.Requirement
		consumes bool
		item     string
	}
	var picks [][]pick
	add := func(reqs []sim.Requirement, consumes bool) {
		for _, r := range reqs {
			var options []pick
			for _, m := range f.Members(r) {
				if have[m] {
					options = append(options, pick{r, consumes, m})
				}
			}
			picks = append(picks, options)
		}
	}
	add(w.Consumes, true)
	add(w.Needs, false)

	var out []counts
	chosen := make([]pick, 0, len(picks))
	var walk func(i int)
	walk = func(i int) {
		if i == len(picks) {
			consumed, all := counts{}, counts{}
			for _, p := range chosen {
				if p.consumes {
					consumed[p.item] += p.req.Count
				}
			}
			for _, p := range chosen {
				all[p.item] = max(all[p.item], consumed[p.item], p.req.Count)
			}
			out = append(out, all)
			return
		}
		for _, p := range picks[i] {
			chosen = append(chosen, p)
			walk(i + 1)
			chosen = chosen[:len(chosen)-1]
		}
	}
	walk(0)
	return out
}

// effectTruth finds the ways of one effect to get one item.
func effectTruth(f *sim.File, e *sim.Effect, item string, have map[string]bool) TruthEffect {
	var points []counts
	out := TruthEffect{Item: item}
	for _, w := range e.Ways {
		points = append(points, choices(f, w, have)...)
		for _, r := range append(slices.Clone(w.Consumes), w.Needs...) {
			out.addClass(f, r, have)
		}
	}
	var least []counts
	seen := map[string]bool{}
	for _, p := range antichain(points) {
		least = append(least, minima(f, e, p, seen)...)
	}
	for _, p := range antichain(least) {
		out.Ways = append(out.Ways, playAlone(f, e, item, p))
	}
	slices.SortFunc(out.Ways, func(a, b TruthWay) int { return strings.Compare(a.String(), b.String()) })
	out.Blockers = blockers(f, e, out.Ways, have)
	if len(out.Ways) == 1 && len(out.Ways[0].Members) == 0 {
		out.Ambient, out.Classes = true, nil
	}
	return out
}

func (e *TruthEffect) addClass(f *sim.File, r sim.Requirement, have map[string]bool) {
	if r.Kind == sim.OfItem {
		return
	}
	c := graphstore.Class{Count: r.Count, Mixes: r.Kind == sim.OfClass && r.Count > 1}
	for _, m := range f.Members(r) {
		if have[m] {
			c.Items = append(c.Items, m)
		}
	}
	slices.Sort(c.Items)
	if len(c.Items) < 2 || slices.ContainsFunc(e.Classes, func(d graphstore.Class) bool {
		return slices.Equal(c.Items, d.Items) && c.Count == d.Count && c.Mixes == d.Mixes
	}) {
		return
	}
	e.Classes = append(e.Classes, c)
	slices.SortFunc(e.Classes, func(a, b graphstore.Class) int {
		return cmp.Or(slices.Compare(a.Items, b.Items), cmp.Compare(a.Count, b.Count))
	})
}

// antichain returns the distinct points that aren't above another one.
func antichain(points []counts) []counts {
	below := func(a, b counts) bool {
		for it, n := range a {
			if b[it] < n {
				return false
			}
		}
		return true
	}
	var out []counts
	for _, p := range points {
		if slices.ContainsFunc(out, func(q counts) bool { return below(q, p) }) {
			continue
		}
		out = slices.DeleteFunc(out, func(q counts) bool { return below(p, q) })
		out = append(out, p)
	}
	return out
}

// minima lists the least inventories below p that suffice for the effect, in any
// way. That is p itself, unless p takes an item by name or by two classes: then a
// mixture of members may do with less of it. What is in seen isn't listed again.
func minima(f *sim.File, e *sim.Effect, p counts, seen map[string]bool) []counts {
	key := fmt.Sprint(p)
	if seen[key] {
		return nil
	}
	seen[key] = true
	var out []counts
	least := true
	for it, n := range p {
		less := maps.Clone(p)
		if less[it]--; n == 1 {
			delete(less, it)
		}
		if slices.ContainsFunc(e.Ways, func(w sim.Way) bool { _, ok := takes(f, &w, less); return ok }) {
			least = false
			out = append(out, minima(f, e, less, seen)...)
		}
	}
	if least {
		return []counts{p}
	}
	return out
}

// playAlone says what a success does when the inventory holds exactly p: which way
// fires, what it takes, what is left over of what it gives.
func playAlone(f *sim.File, e *sim.Effect, item string, p counts) TruthWay {
	var fired *sim.Way
	var taken counts
	for k := range e.Ways {
		if t, ok := takes(f, &e.Ways[k], p); ok {
			fired, taken = &e.Ways[k], t
			break
		}
	}
	var w TruthWay
	w.Chance = e.ChanceOf(fired) * f.ShareOf(e)
	gain := counts{}
	for _, g := range e.GivesOf(fired) {
		gain[g.Item] = g.Quantity.Min()
		if g.Item == item {
			used := taken[item]
			w.Yield = graphstore.Yield{Min: g.Quantity.Min() - used, Max: g.Quantity.Max() - used, Mean: g.Quantity.Mean() - float64(used)}
		}
	}
	for it, n := range p {
		// What is given back in larger quantity isn't seen to be used up.
		w.Members = append(w.Members, graphstore.Member{Item: it, Count: n, Consumed: max(0, taken[it]-gain[it])})
	}
	slices.SortFunc(w.Members, func(a, b graphstore.Member) int { return strings.Compare(a.Item, b.Item) })
	return w
}

// takes reports whether the inventory satisfies a way, and what it would use up.
func takes(f *sim.File, w *sim.Way, inv counts) (counts, bool) {
	if slices.ContainsFunc(w.Without, func(it string) bool { return inv[it] > 0 }) {
		return nil, false
	}
	left, taken := maps.Clone(inv), counts{}
	for _, r := range w.Needs {
		if !satisfied(f.Members(r), r, inv) {
			return nil, false
		}
	}
	for _, kind := range []bool{false, true} { // single items first
		for _, r := range w.Consumes {
			if (r.Kind != sim.OfItem) != kind {
				continue
			}
			members := f.Members(r)
			if !satisfied(members, r, left) {
				return nil, false
			}
			todo := r.Count
			for _, m := range members {
				n := min(todo, left[m])
				if r.Kind == sim.OfOne && n < r.Count {
					continue
				}
				left[m] -= n
				taken[m] += n
				todo -= n
			}
		}
	}
	return taken, true
}

func satisfied(members []string, r sim.Requirement, inv counts) bool {
	sum := 0
	for _, m := range members {
		if r.Kind == sim.OfOne && inv[m] < r.Count {
			continue
		}
		sum += inv[m]
	}
	return sum >= r.Count
}
