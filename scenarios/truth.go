package scenarios

import (
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
	Factors     []string      `json:"factors"` // that can be had, ascending
	Actions     []TruthAction `json:"actions"`
	// Unreachable are the actions that can do nothing.
	Unreachable []interaction.Action `json:"unreachable,omitempty"`

	file  *sim.File
	kinds map[string]interaction.Kind
	tops  map[string]int // of facts: the highest level, where it isn't 1
	given []string       // what the world brings about by itself
	stays []string       // facts that nothing ends

	lived  *reach // nil: starts can be chosen
	untold []Edge // that nobody can tell there who can't choose starts
}

// TruthAction is an action that can do something.
type TruthAction struct {
	ID    interaction.Action `json:"id"`
	Label string             `json:"label,omitempty"`
	// Effects ascend by factor.
	Effects []TruthEffect `json:"effects"`
	// Ends are the facts that it ends, ascending.
	Ends []string `json:"ends,omitempty"`
}

// TruthEffect is one factor that an action raises.
type TruthEffect struct {
	Factor string `json:"factor"`
	// Unconditional: it comes with no cause. There is one way, with no members.
	Unconditional bool `json:"unconditional,omitempty"`
	// Ways are the minimal sufficient sets with counts, those that differ in which factor
	// of a class they take as one; ascending by their text.
	Ways []TruthWay `json:"ways"`
	// Blockers are factors that can keep the effect from coming although a way is
	// there, ascending. If there are any, no start suffices whatever else
	// is there: Ways are what suffices alone, and no certificate of the effect is
	// right.
	Blockers []string `json:"blockers,omitempty"`

	along []string             // what it never comes without
	rule  []graphstore.Members // what suffices, as the file says it: not always minimal
}

// TruthWay is a way, and what comes of it when nothing else is there. Chance is over
// trials, each with a hidden phase of its own. Yield is what a success adds to what is
// there, over everything that can happen; of a fact the level that it reaches.
type TruthWay struct {
	graphstore.Way
	Chance float64 `json:"chance"`
}

// NewTruth computes the truth about the world of a valid file, in which starts can be chosen.
func NewTruth(f *sim.File) *Truth { return truth(f, f.Chosen()...) }

// truth is what can be found where these facts and vitals are given.
func truth(f *sim.File, given ...string) *Truth {
	reached := sim.Reach(f, false, given...)
	have, can := obtainable(reached), reached.Actions
	t := &Truth{file: f, World: f.ID, Fingerprint: f.Fingerprint(), Factors: slices.Sorted(maps.Keys(have)), kinds: map[string]interaction.Kind{}, tops: map[string]int{}, given: f.Given()}
	if f.Map != nil { // a life begins with these full
		for _, v := range f.Map.Vitals {
			if !slices.Contains(t.given, v.Name) {
				t.given = append(t.given, v.Name)
			}
		}
	}
	for _, name := range t.Factors {
		t.kinds[name] = f.Factor(name).Kind
		if t.kinds[name] == interaction.Fact {
			t.tops[name] = f.Factor(name).Max
		}
		if t.kinds[name] == interaction.Fact && lasts(f, name) && !slices.Contains(t.given, name) {
			t.stays = append(t.stays, name)
		}
	}
	for i := range f.Actions {
		id := interaction.ActionName(i)
		if !can[i] {
			t.Unreachable = append(t.Unreachable, id)
			continue
		}
		a := &f.Actions[i]
		ta := TruthAction{ID: id, Label: interaction.Shown(a.Label), Ends: a.Ends}
		for j := range a.Effects {
			for _, g := range a.Effects[j].Gives {
				if e := effectTruth(f, &a.Effects[j], g.Item, have); len(e.Ways) > 0 {
					e.along = along(f, &a.Effects[j], g.Item)
					ta.Effects = append(ta.Effects, e)
				}
			}
		}
		for _, am := range a.Ambient {
			for _, g := range am.Gives {
				y := graphstore.Yield{Min: g.Quantity.Min(), Max: g.Quantity.Max(), Mean: g.Quantity.Mean()}
				ta.Effects = append(ta.Effects, TruthEffect{Factor: g.Item, Unconditional: true, Ways: []TruthWay{{graphstore.Way{Yield: y}, am.Chance}}, rule: []graphstore.Members{nil}})
			}
		}
		slices.SortFunc(ta.Effects, func(a, b TruthEffect) int { return strings.Compare(a.Factor, b.Factor) })
		t.Actions = append(t.Actions, ta)
	}
	return t
}

// along are the items that the effect gives each time with the other one.
func along(f *sim.File, e *sim.Effect, item string) (out []string) {
	if slices.ContainsFunc(e.Ways, func(w sim.Way) bool { return len(w.Gives) > 0 }) {
		return nil
	}
	for _, g := range e.Gives {
		if g.Item != item && f.Factor(g.Item).Kind == interaction.Item && g.Quantity.Min() > 0 {
			out = append(out, g.Item)
		}
	}
	return out
}

// lasts reports whether no action ends the fact, and nobody can walk away from it.
func lasts(f *sim.File, fact string) bool {
	if f.Map != nil && slices.ContainsFunc(f.Map.Stations, func(s string) bool { return sim.NearFact(s) == fact }) {
		return false
	}
	return !slices.ContainsFunc(f.Actions, func(a sim.Action) bool { return slices.Contains(a.Ends, fact) })
}

// obtainable is what can be had.
func obtainable(r sim.Reached) map[string]bool {
	have := map[string]bool{}
	for name := range r.Items {
		have[name] = true
	}
	return have
}

// canHave reports whether each requirement has a member that can be had.
func canHave(f *sim.File, reqs []sim.Requirement, have map[string]bool) bool {
	return !slices.ContainsFunc(reqs, func(r sim.Requirement) bool {
		return !slices.ContainsFunc(f.Members(r), func(m string) bool { return have[m] })
	})
}

// counts is a start, or how much a way takes of it.
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
	if f.Excluded(&w) {
		return nil
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

// effectTruth finds the ways of one effect to raise one factor.
func effectTruth(f *sim.File, e *sim.Effect, factor string, have map[string]bool) TruthEffect {
	var points []counts
	out := TruthEffect{Factor: factor}
	for i := range e.Ways {
		points = append(points, choices(f, e.Ways[i], have)...)
		out.rule = append(out.rule, rule(f, &e.Ways[i], have)...)
	}
	out.rule = slices.DeleteFunc(out.rule, func(w graphstore.Members) bool { // more than there can be at the same time
		p := counts{}
		for _, m := range w {
			if len(m.Factors) == 1 {
				p[m.Factors[0]] = m.Count
			}
		}
		return !possible(f, p)
	})
	var least []counts
	seen := map[string]bool{}
	for _, p := range antichain(points) {
		least = append(least, minima(f, e, p, seen)...)
	}
	for _, p := range antichain(least) {
		if possible(f, p) {
			out.Ways = append(out.Ways, playAlone(f, e, factor, p))
		}
	}
	out.Blockers = blockers(f, e, out.Ways, have)
	out.Ways = shortest(f, e, out.Ways)
	slices.SortFunc(out.Ways, func(a, b TruthWay) int { return strings.Compare(a.String(), b.String()) })
	out.Unconditional = len(out.Ways) == 1 && len(out.Ways[0].Members) == 0
	return out
}

// possible reports whether the world's limits allow this to be there at the same time.
func possible(f *sim.File, p counts) bool {
	for name, n := range p {
		if top := f.Factor(name).Top(); top > 0 && n > top {
			return false
		}
	}
	return !slices.ContainsFunc(f.Exclusions, func(x interaction.Exclusion) bool {
		slots := 0
		for name, n := range p {
			if d := f.Factor(name); slices.Contains(x.Factors, name) || len(x.Factors) == 0 && d.Kind == interaction.Item {
				slots += d.Slots(n)
			}
		}
		return slots > x.Slots
	})
}

// shortest makes one way of those that differ in which factor of a class of the effect's
// ways they take, and in nothing else.
func shortest(f *sim.File, e *sim.Effect, ways []TruthWay) []TruthWay {
	var classes []sim.Requirement
	for _, w := range e.Ways {
		for _, r := range append(slices.Clone(w.Consumes), w.Needs...) {
			if (r.Kind == sim.OfClass || r.Kind == sim.OfOne && r.Count == 1) && !slices.Contains(classes, r) {
				classes = append(classes, r)
			}
		}
	}
	slices.SortStableFunc(classes, func(a, b sim.Requirement) int { return len(f.Members(b)) - len(f.Members(a)) })
	for _, c := range classes {
		ways = unite(ways, f.Members(c), c.Count)
	}
	return ways
}

// unite makes one way of those that differ only in which factor of a class they ask for so
// many of.
func unite(ways []TruthWay, class []string, count int) []TruthWay {
	var out []TruthWay
	place := map[string]int{} // in out, by what else the way is
	for _, w := range ways {
		i := slices.IndexFunc(w.Members, func(m graphstore.Member) bool {
			return m.Count == count && len(m.Factors) == 1 && slices.Contains(class, m.Factors[0])
		})
		if i < 0 {
			out = append(out, w)
			continue
		}
		rest := w
		rest.Members = append(slices.Clone(w.Members[:i]), w.Members[i+1:]...)
		key := fmt.Sprint(rest, rest.Yield, rest.Chance, w.Members[i].Consumed)
		j, known := place[key]
		if !known {
			place[key] = len(out)
			out = append(out, w)
			continue
		}
		k := slices.IndexFunc(out[j].Members, func(m graphstore.Member) bool { return m.Count == count && slices.Contains(class, m.Factors[0]) })
		wide := out[j].Members[k]
		wide.Factors = append(slices.Clone(wide.Factors), w.Members[i].Factors[0])
		slices.Sort(wide.Factors)
		out[j].Members = rest.Members.With(wide)
	}
	return out
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

// minima lists the least starts below p that suffice for the effect, in any
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

// playAlone says what a success does when the start holds exactly p: which way
// fires, what it takes, what is left over of what it gives.
func playAlone(f *sim.File, e *sim.Effect, factor string, p counts) TruthWay {
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
		if g.Item == factor {
			used := taken[factor]
			w.Yield = graphstore.Yield{Min: g.Quantity.Min() - used, Max: g.Quantity.Max() - used, Mean: g.Quantity.Mean() - float64(used)}
		}
	}
	for it, n := range p {
		// What is given back in larger quantity isn't seen to be used up.
		w.Members = w.Members.With(graphstore.Member{Factors: []string{it}, Count: n, Consumed: max(0, taken[it]-gain[it])})
	}
	return w
}

// takes reports whether the start satisfies a way, and what it would use up.
func takes(f *sim.File, w *sim.Way, inv counts) (counts, bool) {
	if slices.ContainsFunc(w.Without, func(it string) bool { return inv[it] > 0 }) {
		return nil, false
	}
	// Most ways are told apart by one thing that isn't there, as hundreds of fuels are.
	for _, all := range [][]sim.Requirement{w.Needs, w.Consumes} {
		for _, r := range all {
			if !satisfied(f.Members(r), r, inv) {
				return nil, false
			}
		}
	}
	left, taken := maps.Clone(inv), counts{}
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
