package scenarios

import (
	"cmp"
	"slices"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Levels returns the tech level of every factor that an action gives: the least number of
// actions in a row after which it can be had, at least 1.
func (t *Truth) Levels() map[string]int {
	levels := map[string]int{}
	for level := 1; ; level++ {
		var fresh []string
		for _, a := range t.Actions {
			for _, e := range a.Effects {
				if levels[e.Factor] == 0 && slices.ContainsFunc(e.Ways, func(w TruthWay) bool { return t.ready(w.Way, levels) }) {
					fresh = append(fresh, e.Factor)
				}
			}
		}
		if len(fresh) == 0 {
			return levels
		}
		for _, it := range fresh {
			levels[it] = level
		}
	}
}

// ready reports whether something has a level for everything that the way takes, or is
// brought about by the world.
func (t *Truth) ready(w graphstore.Way, levels map[string]int) bool {
	return !slices.ContainsFunc(w.Members, func(m graphstore.Member) bool { return t.cheapest(m, levels) == "" })
}

// cheapest is the factor of a member that has the lowest level, the first of several; empty
// if none has one. What the world brings about has level zero.
func (t *Truth) cheapest(m graphstore.Member, levels map[string]int) (best string) {
	for _, f := range m.Factors {
		if levels[f] == 0 && !slices.Contains(t.given, f) {
			continue
		}
		if best == "" || levels[f] < levels[best] {
			best = f
		}
	}
	return best
}

// Path returns actions that suffice for the goal, in the world's order: from the
// goal backward, each factor by the action and way whose latest member has the
// lowest level, and among these by the fewest members. Nil if the goal can't be
// had.
func (t *Truth) Path(goal string) []interaction.Action {
	levels := t.Levels()
	if levels[goal] == 0 {
		return nil
	}
	want, seen, used := []string{goal}, map[string]bool{goal: true}, map[interaction.Action]bool{}
	for len(want) > 0 {
		factor := want[0]
		want = want[1:]
		id, way := t.best(factor, levels)
		used[id] = true
		for _, m := range way.Members {
			if f := t.cheapest(m, levels); !seen[f] && levels[f] > 0 {
				seen[f] = true
				want = append(want, f)
			}
		}
	}
	var out []interaction.Action
	for _, a := range t.Actions {
		if used[a.ID] {
			out = append(out, a.ID)
		}
	}
	return out
}

func (t *Truth) best(factor string, levels map[string]int) (id interaction.Action, way graphstore.Way) {
	least := [2]int{-1}
	for _, a := range t.Actions {
		for _, e := range a.Effects {
			if e.Factor != factor {
				continue
			}
			for _, w := range e.Ways {
				cost := [2]int{0, len(w.Members)}
				for _, m := range w.Members {
					cost[0] = max(cost[0], levels[t.cheapest(m, levels)])
				}
				if t.ready(w.Way, levels) && (least[0] < 0 || cmp.Or(cost[0]-least[0], cost[1]-least[1]) < 0) {
					least, id, way = cost, a.ID, w.Way
				}
			}
		}
	}
	return id, way
}

// Only returns the truth about these actions alone.
func (t *Truth) Only(actions ...interaction.Action) *Truth {
	out := *t
	out.Actions, out.Unreachable = nil, nil
	for _, a := range t.Actions {
		if slices.Contains(actions, a.ID) {
			out.Actions = append(out.Actions, a)
		}
	}
	return &out
}

// Graph returns the graph of somebody who learned everything, each effect
// certified, or proven if something can block it, with no counts of trials behind
// it.
func (t *Truth) Graph() *graphstore.Graph {
	g := &graphstore.Graph{World: t.World, Fingerprint: t.Fingerprint}
	levels := t.Levels()
	for i, f := range t.Factors {
		g.Factors = append(g.Factors, graphstore.Factor{Name: f, Kind: t.kinds[f], Number: i, Level: levels[f]})
	}
	for _, a := range t.Actions {
		ga := graphstore.Action{ID: a.ID, Label: a.Label, Learned: true, Ends: a.Ends}
		for _, e := range a.Effects {
			ge := graphstore.Effect{
				Factor: e.Factor, Grade: graphstore.Certified, Unconditional: e.Unconditional,
				Certificate: &graphstore.Certificate{Observed: len(t.Factors)},
			}
			if len(e.Blockers) > 0 {
				ge.Grade, ge.Certificate = graphstore.Proven, nil
			}
			for _, w := range e.Ways {
				ge.Ways = append(ge.Ways, w.Way)
				ge.Chance.Estimate = max(ge.Chance.Estimate, w.Chance)
			}
			ge.Chance.Low, ge.Chance.High = ge.Chance.Estimate, ge.Chance.Estimate
			ga.Effects = append(ga.Effects, ge)
		}
		g.Actions = append(g.Actions, ga)
	}
	return g
}
