package curriculum_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/adam-discovery/adam/controller/curriculum"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// known is a graph of a tree of two branches: log > planks > bowl, and stone > knife; a crown was seen, but nothing known
// leads to it.
func known() *graphstore.Graph {
	g := &graphstore.Graph{}
	for name, level := range map[string]int{"log": 1, "planks": 2, "bowl": 3, "stone": 1, "knife": 2, "crown": 0} {
		g.Factors = append(g.Factors, graphstore.Factor{Name: name, Kind: interaction.Item, Level: level, Ample: 9})
	}
	makes := func(id interaction.Action, factor, from string) {
		w := graphstore.Way{Yield: graphstore.Yield{Min: 1, Max: 1, Mean: 1}}
		if from != "" {
			w.Members = graphstore.Members{{Factors: []string{from}, Count: 1, Consumed: 1}}
		}
		g.Actions = append(g.Actions, graphstore.Action{ID: id, Effects: []graphstore.Effect{{Factor: factor, Grade: graphstore.Certified,
			Unconditional: from == "", Ways: []graphstore.Way{w}, Chance: graphstore.Interval{Low: 1, High: 1}}}})
	}
	makes("a", "log", "")
	makes("b", "planks", "log")
	makes("c", "bowl", "planks")
	makes("d", "stone", "")
	makes("e", "knife", "stone")
	for i := range g.Factors { // ascending by name
		for j := range g.Factors[:i] {
			if g.Factors[i].Name < g.Factors[j].Name {
				g.Factors[i], g.Factors[j] = g.Factors[j], g.Factors[i]
			}
		}
	}
	return g
}

func texts(t *testing.T, c *curriculum.Curriculum, tried []graphstore.TaskEntry, n int) (out []string) {
	t.Helper()
	ps, err := c.Propose(t.Context(), known(), tried, n)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range ps {
		out = append(out, fmt.Sprint(p.Edge, ": ", p.Text))
	}
	return out
}

func TestPropose(t *testing.T) {
	tried := func(text string, solved bool) graphstore.TaskEntry {
		return graphstore.TaskEntry{Agent: 1, Task: text, Solved: solved}
	}
	for _, c := range []struct {
		tried []graphstore.TaskEntry
		want  []string
	}{
		{nil, []string{"new: 1 log", "far: 1 bowl, 1 knife", "new: 1 stone"}},
		{[]graphstore.TaskEntry{tried("1 log", true), tried("1 stone", false), tried("1 bowl, 1 knife", true)},
			[]string{"new: 1 knife", "failed: 1 stone", "rare: 1 log"}},
		{[]graphstore.TaskEntry{tried("1 log", true), tried("1 log", true), tried("1 bowl", true), tried("1 knife", true), tried("1 knife", true),
			tried("1 planks", true), tried("1 stone", false), tried("1 stone", true)},
			[]string{"rare: 1 bowl", "far: 1 bowl, 1 knife", "rare: 1 planks"}},
	} {
		if got := texts(t, &curriculum.Curriculum{}, c.tried, 3); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
	all := texts(t, &curriculum.Curriculum{}, nil, 100)
	if len(all) != 5+10 { // every item, and every pair; no crown
		t.Errorf("%d: %q", len(all), all)
	}
	if got, err := (&curriculum.Curriculum{}).Propose(t.Context(), &graphstore.Graph{}, nil, 3); err != nil || len(got) > 0 {
		t.Errorf("of nothing: %v, %v", got, err)
	}
}

// A model may propose within the grammar. What is no task, or can't be had, is dropped and counted; what is said
// twice is proposed once. What it says beyond its half is left to the other edges.
func TestModelProposes(t *testing.T) {
	c := &curriculum.Curriculum{Complete: func(_ context.Context, prompt string) (string, error) {
		return "- 2 planks then 1 knife\n\nI would suggest:\n1 crown\n1 dragon\n2 planks then a knife\n`a log given 3 planks`\n\x1b[31m1 log\n1 bowl\n", nil
	}}
	if got, want := texts(t, c, nil, 4), []string{"model: 2 planks then 1 knife", "model: 1 bowl", "new: 1 log", "far: 1 bowl, 1 knife"}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q, not %q", got, want)
	}
	if c.Dropped != 5 || c.Proposed != 4 || c.Unanswered != 0 {
		t.Errorf("%+v", c)
	}
	c = &curriculum.Curriculum{Complete: func(context.Context, string) (string, error) {
		return "1 log\n1 planks\n1 bowl\n1 stone\n1 knife\nnonsense", nil
	}}
	if got, want := texts(t, c, nil, 2), []string{"model: 1 log", "new: 1 stone"}; fmt.Sprint(got) != fmt.Sprint(want) || c.Dropped != 0 {
		t.Errorf("%q, not %q; %d dropped", got, want, c.Dropped)
	}
	c.Complete = func(context.Context, string) (string, error) { return "", errors.New("it is away") }
	if got := texts(t, c, nil, 2); len(got) != 2 || c.Unanswered != 1 {
		t.Errorf("%q, %d", got, c.Unanswered)
	}
}
