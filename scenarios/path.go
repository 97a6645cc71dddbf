package scenarios

import (
	"cmp"
	"slices"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Levels returns the tech level of every item that can be had: the least number of
// actions in a row after which it can be had, at least 1.
func (t *Truth) Levels() map[string]int {
	levels := map[string]int{}
	for level := 1; ; level++ {
		var fresh []string
		for _, a := range t.Actions {
			for _, e := range a.Effects {
				if levels[e.Item] == 0 && slices.ContainsFunc(e.Ways, func(w TruthWay) bool { return ready(w.Way, levels) }) {
					fresh = append(fresh, e.Item)
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

// ready reports whether everything that the way takes has a level.
func ready(w graphstore.Way, levels map[string]int) bool {
	return !slices.ContainsFunc(w.Members, func(m graphstore.Member) bool { return levels[m.Item] == 0 })
}

// Path returns actions that suffice for the goal, in the world's order: from the
// goal backward, each item by the action and way whose latest member has the
// lowest level, and among these by the fewest members. Nil if the goal can't be
// had.
func (t *Truth) Path(goal string) []interaction.Action {
	levels := t.Levels()
	if levels[goal] == 0 {
		return nil
	}
	want, seen, used := []string{goal}, map[string]bool{goal: true}, map[interaction.Action]bool{}
	for len(want) > 0 {
		item := want[0]
		want = want[1:]
		id, way := t.best(item, levels)
		used[id] = true
		for _, m := range way.Members {
			if !seen[m.Item] {
				seen[m.Item] = true
				want = append(want, m.Item)
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

func (t *Truth) best(item string, levels map[string]int) (id interaction.Action, way graphstore.Way) {
	least := [2]int{-1}
	for _, a := range t.Actions {
		for _, e := range a.Effects {
			if e.Item != item {
				continue
			}
			for _, w := range e.Ways {
				cost := [2]int{0, len(w.Members)}
				for _, m := range w.Members {
					cost[0] = max(cost[0], levels[m.Item])
				}
				if ready(w.Way, levels) && (least[0] < 0 || cmp.Or(cost[0]-least[0], cost[1]-least[1]) < 0) {
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
	for _, it := range t.Items {
		g.Items = append(g.Items, graphstore.Item{Name: it, Level: levels[it]})
	}
	for _, a := range t.Actions {
		ga := graphstore.Action{ID: a.ID, Label: a.Label, Learned: true}
		for _, e := range a.Effects {
			ge := graphstore.Effect{
				Item: e.Item, Grade: graphstore.Certified, Ambient: e.Ambient, Classes: e.Classes,
				Certificate: &graphstore.Certificate{Observed: len(t.Items)},
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
