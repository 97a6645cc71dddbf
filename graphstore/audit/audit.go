// Package audit looks at a learned technology tree as a maker of games would: what
// can't be had, what is good for nothing, what hangs by one thread, what is cheaper
// than it looks, and what can be multiplied for ever.
//
// The invariant the package exists for: a report is a function of the graph alone,
// and says of each finding exactly what was computed. Ways count when they are at
// least proven. What the graph doesn't know, the report doesn't know either.
package audit

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Report is what an audit found. All lists are sorted as their comments say and
// hold everything that was found.
type Report struct {
	World   string `json:"world"`
	Factors int    `json:"factors"`
	Actions int    `json:"actions"`
	// Certified is how many effects are certified, Effects how many there are: as
	// long as they differ, the report may lack ways.
	Certified int `json:"certified"`
	Effects   int `json:"effects"`
	// Learned is how many actions are: those that do something but aren't learned may do
	// more.
	Learned int `json:"learned"`
	// Useless are the actions that were never seen to give anything, in the
	// world's order.
	Useless []Useless `json:"useless"`
	// Unreachable are factors that some way names and that can't be had from
	// nothing, ascending, without those in Unexplained. Facts and vitals that no action
	// raises are taken to be there: the world brings them about.
	Unreachable []string `json:"unreachable"`
	// Unexplained are factors that some action gave, though it isn't known yet what it
	// needs, and that can't be had otherwise; ascending.
	Unexplained []string `json:"unexplained"`
	// DeadEnds are items that no way of another factor needs, ascending.
	DeadEnds []string `json:"dead_ends"`
	// Single are factors that one way of one action gives, as is certified, ascending.
	Single []Single `json:"single"`
	// Bargains are factors that one action gives for a third or less of what another
	// one costs, which gives nothing else; the greatest ratio first.
	Bargains []Bargain `json:"bargains"`
	// Keys are factors without which others can't be had; what cuts off most first.
	Keys []Key `json:"keys"`
	// Loops are ways that together make more of something out of nothing but
	// itself; by their first gain.
	Loops []Loop `json:"loops"`
	// Undecided are the factors of cycles of which it could not be computed whether
	// they gain; usually empty.
	Undecided [][]string `json:"undecided"`
}

// Useless is an action that does nothing, as far as is known.
type Useless struct {
	Action interaction.Action `json:"action"`
	Label  string             `json:"label,omitempty"`
	Reason string             `json:"reason,omitempty"`
}

// Single is a factor that hangs by one thread.
type Single struct {
	Factor string `json:"factor"`
	Action string `json:"action"`
	Way    string `json:"way"`
}

// Bargain is a factor that can be had for less. Costs are the actions that it takes
// to make one more, on average, with everything at hand that is kept.
type Bargain struct {
	Factor    string  `json:"factor"`
	Cheap     string  `json:"cheap"` // the action
	CheapCost float64 `json:"cheap_cost"`
	Dear      string  `json:"dear"`
	DearCost  float64 `json:"dear_cost"`
}

// Key is a factor that others depend on.
type Key struct {
	Factor string `json:"factor"`
	// Lost are how many other factors can't be had if this one can't.
	Lost int `json:"lost"`
	// Tool: no way uses it up.
	Tool bool `json:"tool"`
}

// Loop is a set of ways and how often each is used, in proportion, so that nothing
// is used up and something is gained, on average.
type Loop struct {
	Gains []Amount `json:"gains"`
	Steps []Step   `json:"steps"`
}

// Amount is how much of a factor is gained while the steps are done once.
type Amount struct {
	Factor string  `json:"factor"`
	Count  float64 `json:"count"`
}

// Step is a way that is used Times times.
type Step struct {
	Times  float64 `json:"times"`
	Action string  `json:"action"`
	Way    string  `json:"way"`
}

// New audits the graph.
func New(g *graphstore.Graph) Report {
	m := newModel(g)
	r := Report{World: g.World, Factors: len(g.Factors), Actions: len(g.Actions), Useless: []Useless{}, Unreachable: []string{},
		Unexplained: []string{}, DeadEnds: []string{}, Single: []Single{}, Keys: []Key{}}
	uncertain, unexplained := map[string]bool{}, map[string]bool{} // by factor: some effect is
	for _, a := range g.Actions {
		if a.Learned {
			r.Learned++
		}
		if len(a.Effects) == 0 {
			r.Useless = append(r.Useless, Useless{a.ID, a.Label, a.Reason})
		}
		for _, e := range a.Effects {
			r.Effects++
			unexplained[e.Factor] = unexplained[e.Factor] || len(e.Ways) == 0
			if e.Grade == graphstore.Certified && !e.Disputed {
				r.Certified++
			} else {
				uncertain[e.Factor] = true
			}
		}
	}
	have := m.reach(-1)
	needed := make([]bool, len(m.names))
	eaten := make([]bool, len(m.names))
	givers := make([][]*recipe, len(m.names))
	for i := range m.recipes {
		rec := &m.recipes[i]
		for _, in := range rec.members {
			needed[in.item] = needed[in.item] || rec.gives[0].item != in.item || len(rec.gives) > 1
			eaten[in.item] = eaten[in.item] || in.consumed > 0
		}
		for _, out := range rec.gives {
			givers[out.item] = append(givers[out.item], rec)
		}
	}
	for i, name := range m.names[:m.real] {
		switch {
		case !have[i] && unexplained[name]:
			r.Unexplained = append(r.Unexplained, name)
			continue
		case !have[i]:
			r.Unreachable = append(r.Unreachable, name)
			continue
		case !needed[i] && m.items[i]:
			r.DeadEnds = append(r.DeadEnds, name)
		}
		if len(givers[i]) == 1 && !uncertain[name] {
			r.Single = append(r.Single, Single{name, givers[i][0].action, givers[i][0].text})
		}
		if lost := m.lost(i, have); lost > 0 {
			r.Keys = append(r.Keys, Key{name, lost, !eaten[i]})
		}
	}
	slices.SortStableFunc(r.Keys, func(a, b Key) int { return b.Lost - a.Lost })
	r.Bargains = m.bargains()
	r.Loops, r.Undecided = m.loops()
	return r
}

// model is the graph with numbers for factors, in the order of their names. Classes of
// which something is asked for are numbered after them, as pools that any of their factors
// can be put into.
type model struct {
	names   []string
	real    int    // how many of these are factors
	items   []bool // which of these are items
	given   []bool // the world brings it about
	recipes []recipe
}

// recipe is what comes together: the effects of one action that have a way with the
// same members. Ways that need nothing at all are recipes without members.
type recipe struct {
	action  string // empty: a factor is put into a pool, which is no work
	text    string
	members []member
	gives   []gain
	chance  float64 // that something is used up: the highest of its effects, above zero
	sole    bool    // the action gives nothing else
}

type member struct {
	item     int
	consumed int
}

type gain struct {
	item   int
	mean   float64
	chance float64 // of the effect, above zero
}

func newModel(g *graphstore.Graph) *model {
	set, gave := map[string]bool{}, map[string]bool{}
	kind := map[string]interaction.Kind{}
	for _, f := range g.Factors {
		set[f.Name] = true
		kind[f.Name] = f.Kind
	}
	each(g, func(_ *graphstore.Action, e *graphstore.Effect, w *graphstore.Way) {
		set[e.Factor], gave[e.Factor] = true, true
		for _, m := range w.Members {
			for _, f := range m.Factors {
				set[f] = true
			}
		}
	})
	m := &model{names: slices.Sorted(maps.Keys(set))}
	m.real = len(m.names)
	index := make(map[string]int, len(m.names))
	for i, n := range m.names {
		index[n] = i
		m.items = append(m.items, kind[n] == interaction.Item)
		m.given = append(m.given, kind[n] != interaction.Item && !gave[n])
	}
	place := map[string]int{} // action and members -> recipe
	each(g, func(a *graphstore.Action, e *graphstore.Effect, w *graphstore.Way) {
		chance := e.Chance.Estimate
		if chance <= 0 {
			chance = 1 // nothing is known of it
		}
		key := string(a.ID) + "\x00" + graphstore.Way{Members: w.Members}.String()
		i, ok := place[key]
		if !ok {
			rec := recipe{action: cmp.Or(a.Label, string(a.ID)), text: w.String(), sole: len(a.Effects) == 1}
			for _, in := range w.Members {
				rec.members = append(rec.members, member{m.pool(in, index), in.Consumed})
			}
			i = len(m.recipes)
			place[key] = i
			m.recipes = append(m.recipes, rec)
		}
		mean := w.Yield.Mean
		if mean <= 0 {
			mean = 1 // successes of this very way weren't told apart: at least one came
		}
		rec := &m.recipes[i]
		rec.chance = max(rec.chance, chance)
		rec.gives = append(rec.gives, gain{index[e.Factor], mean, chance})
	})
	return m
}

// pool is the number of the factor that the member asks for, or of the pool of its class,
// which is made when it is asked for first.
func (m *model) pool(in graphstore.Member, index map[string]int) int {
	if len(in.Factors) == 1 {
		return index[in.Factors[0]]
	}
	key := fmt.Sprint(in.Consumed > 0, in.Factors)
	if i, known := index[key]; known {
		return i
	}
	i := len(m.names)
	index[key] = i
	m.names = append(m.names, key)
	m.items, m.given = append(m.items, false), append(m.given, false)
	for _, f := range in.Factors {
		m.recipes = append(m.recipes, recipe{members: []member{{index[f], min(1, in.Consumed)}}, gives: []gain{{i, 1, 1}}, chance: 1})
	}
	return i
}

// each visits the ways of effects that are at least proven.
func each(g *graphstore.Graph, visit func(*graphstore.Action, *graphstore.Effect, *graphstore.Way)) {
	for i := range g.Actions {
		a := &g.Actions[i]
		for j := range a.Effects {
			e := &a.Effects[j]
			for k := range e.Ways {
				if e.Grade >= graphstore.Proven {
					visit(a, e, &e.Ways[k])
				}
			}
		}
	}
}

// reach says which factors can be had from nothing if the one without can't be; -1:
// if all may be.
func (m *model) reach(without int) []bool {
	have := slices.Clone(m.given)
	for more := true; more; {
		more = false
		for i := range m.recipes {
			rec := &m.recipes[i]
			if slices.ContainsFunc(rec.members, func(in member) bool { return !have[in.item] }) {
				continue
			}
			for _, out := range rec.gives {
				if !have[out.item] && out.item != without {
					have[out.item], more = true, true
				}
			}
		}
	}
	return have
}

// lost counts the other factors that can't be had if this one can't.
func (m *model) lost(item int, have []bool) int {
	n := -1 // itself
	for i, h := range m.reach(item)[:m.real] {
		if have[i] && !h {
			n++
		}
	}
	return n
}
