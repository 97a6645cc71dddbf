package graphstore_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
)

// base is a graph in which everything can change.
func base() *graphstore.Graph {
	axe := effect("axe", graphstore.Certified, way("flint", "stick"), way("planks", "stick"))
	axe.Chance = graphstore.Interval{Low: .4, Estimate: .5, High: .6, Successes: 50, Trials: 100}
	return &graphstore.Graph{World: "w",
		Factors: []graphstore.Factor{{Name: "axe", Level: 2}, {Name: "flint", Level: 1}, {Name: "planks", Level: 1}, {Name: "stick", Level: 1}},
		Actions: []graphstore.Action{
			{ID: "b", Label: "makeAxe", Learned: true, Effects: []graphstore.Effect{axe}},
			{ID: "a", Reason: "not tried yet"},
		}}
}

func TestDiff(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(g *graphstore.Graph, axe *graphstore.Effect)
		there  []string // what the change is called
		back   []string // and its reversal
	}{
		{"nothing", func(*graphstore.Graph, *graphstore.Effect) {}, nil, nil},
		{"noise", func(g *graphstore.Graph, e *graphstore.Effect) {
			g.Delta, g.Factors[0].Level = .5, 7
			e.Chance = graphstore.Interval{Low: .6, Estimate: .7, High: .8, Successes: 7, Trials: 10}
			e.Ways[0].Yield = graphstore.Yield{Min: 1, Max: 4, Mean: 2}
			e.Certificate = &graphstore.Certificate{Budget: .1, Observed: 9}
		}, nil, nil},
		{"order", func(g *graphstore.Graph, e *graphstore.Effect) {
			slices.Reverse(g.Factors)
			slices.Reverse(e.Ways)
			slices.Reverse(e.Ways[0].Members)
		}, nil, nil},
		{"no trials", func(_ *graphstore.Graph, e *graphstore.Effect) { e.Chance = graphstore.Interval{} }, nil, nil},
		{"item", func(g *graphstore.Graph, _ *graphstore.Effect) {
			g.Factors = append(g.Factors, graphstore.Factor{Name: "wool"})
		}, []string{"wool is new."}, []string{"wool was found before, and isn't now."}},
		{"learned", func(g *graphstore.Graph, _ *graphstore.Effect) {
			g.Actions[0].Learned, g.Actions[0].Reason = false, "it broke"
		},
			[]string{"makeAxe is not learned any more: it broke."}, []string{"makeAxe is learned."}},
		{"effect", func(g *graphstore.Graph, _ *graphstore.Effect) {
			g.Actions[1].Effects = append(g.Actions[1].Effects, effect("log", graphstore.Proven, way("axe"), way()), effect("wool", graphstore.Reached))
		}, []string{"a gives log, by 1 axe or nothing.", "a gives wool, by a way that isn't known."},
			[]string{"a isn't known to give log, as it did by 1 axe or nothing.", "a isn't known to give wool, as it did by a way that isn't known."}},
		{"grade", func(_ *graphstore.Graph, e *graphstore.Effect) { e.Grade = graphstore.Proven },
			[]string{"That makeAxe gives axe is now proven, no longer certified."}, []string{"That makeAxe gives axe is now certified, no longer proven."}},
		{"disputed", func(_ *graphstore.Graph, e *graphstore.Effect) { e.Disputed = true },
			[]string{"That makeAxe gives axe is now disputed (was certified), no longer certified."},
			[]string{"That makeAxe gives axe is now certified, no longer disputed (was certified)."}},
		{"unconditional", func(_ *graphstore.Graph, e *graphstore.Effect) { e.Unconditional = true },
			[]string{"makeAxe gives axe with no cause at all now."}, []string{"makeAxe gives axe only with a cause now."}},
		{"way", func(_ *graphstore.Graph, e *graphstore.Effect) { e.Ways = append(e.Ways, way("wool")) },
			[]string{"makeAxe gives axe also by 1 wool now."}, []string{"makeAxe doesn't give axe by 1 wool any more."}},
		{"another way", func(_ *graphstore.Graph, e *graphstore.Effect) { e.Ways[1] = way("wool") },
			[]string{"makeAxe gives axe also by 1 wool now.", "makeAxe doesn't give axe by 1 planks + 1 stick any more."},
			[]string{"makeAxe gives axe also by 1 planks + 1 stick now.", "makeAxe doesn't give axe by 1 wool any more."}},
		{"count", func(_ *graphstore.Graph, e *graphstore.Effect) { e.Ways[1].Members[1].Count = 2 },
			[]string{"makeAxe gives axe by 1 planks + 2 stick (1 used) now, no longer by 1 planks + 1 stick."},
			[]string{"makeAxe gives axe by 1 planks + 1 stick now, no longer by 1 planks + 2 stick (1 used)."}},
		{"consumed", func(_ *graphstore.Graph, e *graphstore.Effect) { e.Ways[0].Members[0].Consumed = 0 },
			[]string{"makeAxe gives axe by flint (kept) + 1 stick now, no longer by 1 flint + 1 stick."},
			[]string{"makeAxe gives axe by 1 flint + 1 stick now, no longer by flint (kept) + 1 stick."}},
		{"class", func(_ *graphstore.Graph, e *graphstore.Effect) {
			e.Ways = []graphstore.Way{{Members: graphstore.Members{{Factors: []string{"flint", "planks"}, Count: 2, Consumed: 2}, {Factors: []string{"stick"}, Count: 1, Consumed: 1}}}}
		},
			[]string{"makeAxe gives axe by 2 in sum of flint, planks + 1 stick now, no longer by 1 flint + 1 stick.", "makeAxe doesn't give axe by 1 planks + 1 stick any more."},
			[]string{"makeAxe gives axe by 1 flint + 1 stick now, no longer by 2 in sum of flint, planks + 1 stick.", "makeAxe gives axe also by 1 planks + 1 stick now."}},
		{"ends", func(g *graphstore.Graph, _ *graphstore.Effect) { g.Actions[0].Ends = []string{"near"} },
			[]string{"makeAxe ends near now, and nothing before."}, []string{"makeAxe ends nothing now, and near before."}},
		{"chance", func(_ *graphstore.Graph, e *graphstore.Effect) {
			e.Chance = graphstore.Interval{Low: .61, Estimate: .7, High: .8, Successes: 700, Trials: 1000}
		}, []string{"The chance that makeAxe gives axe is 0.7 (0.61 to 0.8) now, 0.5 (0.4 to 0.6) before."},
			[]string{"The chance that makeAxe gives axe is 0.5 (0.4 to 0.6) now, 0.7 (0.61 to 0.8) before."}},
		{"not known any more", func(_ *graphstore.Graph, e *graphstore.Effect) {
			e.Grade, e.Ways = graphstore.Proven, []graphstore.Way{way("wool")}
		}, []string{"That makeAxe gives axe is now proven, no longer certified.", "makeAxe gives axe also by 1 wool now.",
			"makeAxe isn't known to give axe by 1 flint + 1 stick.", "makeAxe isn't known to give axe by 1 planks + 1 stick."},
			[]string{"That makeAxe gives axe is now certified, no longer proven.",
				"makeAxe gives axe also by 1 flint + 1 stick now.", "makeAxe gives axe also by 1 planks + 1 stick now.",
				"makeAxe doesn't give axe by 1 wool any more."}},
		{"label", func(g *graphstore.Graph, e *graphstore.Effect) {
			g.Actions[0].Label, e.Unconditional = "craftAxe", true
		},
			[]string{"craftAxe gives axe with no cause at all now."}, []string{"makeAxe gives axe only with a cause now."}},
		{"action gone", func(g *graphstore.Graph, _ *graphstore.Effect) { g.Actions = g.Actions[1:] },
			[]string{"makeAxe is not learned any more: the world doesn't have it.", "makeAxe doesn't give axe any more; it did by 1 flint + 1 stick or 1 planks + 1 stick."},
			[]string{"makeAxe is learned.", "makeAxe gives axe, by 1 flint + 1 stick or 1 planks + 1 stick."}},
		{"order of changes", func(g *graphstore.Graph, e *graphstore.Effect) {
			g.Factors = append(g.Factors, graphstore.Factor{Name: "zinc"}, graphstore.Factor{Name: "alum"})
			g.Actions[1].Learned = true
			e.Grade, e.Unconditional = graphstore.Proven, true
		}, []string{"alum is new.", "zinc is new.", "That makeAxe gives axe is now proven, no longer certified.",
			"makeAxe gives axe with no cause at all now.", "a is learned."},
			[]string{"alum was found before, and isn't now.", "zinc was found before, and isn't now.", "That makeAxe gives axe is now certified, no longer proven.",
				"makeAxe gives axe only with a cause now.", "a is not learned any more: not tried yet."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			was, now := base(), base()
			c.change(now, &now.Actions[0].Effects[0])
			sentences(t, "there", graphstore.Diff(was, now), c.there)
			sentences(t, "back", graphstore.Diff(now, was), c.back)
		})
	}
}

func sentences(t *testing.T, what string, changes []graphstore.Change, want []string) {
	t.Helper()
	var got []string
	for _, c := range changes {
		got = append(got, c.String())
		b, err := json.Marshal(c)
		if err != nil || !strings.Contains(string(b), `"kind":"`+string(c.Kind)+`"`) {
			t.Errorf("%s: JSON %s %v", what, b, err)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestDiffOfNothing: no graph counts as an empty one.
func TestDiffOfNothing(t *testing.T) {
	g := fold(t, tiny(t)).Graph
	effects, learned := 0, 0
	for _, a := range g.Actions {
		effects += len(a.Effects)
		if a.Learned {
			learned++
		}
	}
	if n := len(graphstore.Diff(nil, g)); n != len(g.Factors)+effects+learned {
		t.Errorf("%d changes from nothing", n)
	}
	if n := len(graphstore.Diff(g, nil)); n != len(g.Factors)+effects+learned {
		t.Errorf("%d changes to nothing", n)
	}
	if c := graphstore.Diff(nil, nil); len(c) > 0 {
		t.Errorf("nothing differs from itself: %v", c)
	}
}
