package controller_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
)

// crafts is a graph in which planks come of a log, or with an axe of half a log, and a bowl of planks with a knife.
func crafts() *graphstore.Graph {
	g := &graphstore.Graph{}
	for i, name := range []string{"axe", "bowl", "knife", "log", "planks"} {
		g.Factors = append(g.Factors, graphstore.Factor{Name: name, Kind: interaction.Item, Number: i})
	}
	member := func(name string, n, used int) graphstore.Member {
		return graphstore.Member{Factors: []string{name}, Count: n, Consumed: used}
	}
	add := func(id interaction.Action, factor string, ways ...graphstore.Members) {
		e := graphstore.Effect{Factor: factor, Grade: graphstore.Proven, Chance: graphstore.Interval{Estimate: 1, Low: 1, High: 1}}
		for _, w := range ways {
			e.Ways = append(e.Ways, graphstore.Way{Members: w, Yield: graphstore.Yield{Min: 1, Max: 1}})
		}
		g.Actions = append(g.Actions, graphstore.Action{ID: id, Learned: true, Effects: []graphstore.Effect{e}})
	}
	add("a1", "log", graphstore.Members{})
	add("a2", "planks", graphstore.Members{member("log", 2, 2)}, graphstore.Members{member("axe", 1, 0), member("log", 1, 1)})
	add("a3", "axe", graphstore.Members{member("log", 1, 1)})
	add("a4", "bowl", graphstore.Members{member("knife", 1, 0), member("planks", 1, 1)})
	return g
}

func TestPlanHow(t *testing.T) {
	p, err := controller.NewExact(crafts(), controller.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	have := interaction.StateOf(map[string]int{"axe": 1, "log": 2})
	one := []interaction.Amount{{Name: "planks", Level: 1}}
	last := func(g controller.Goal) []string {
		plan, err := p.Plan(t.Context(), have, g)
		if err != nil || len(plan.Steps) == 0 {
			t.Fatalf("%s: %v %v", g, plan.Steps, err)
		}
		var takes []string
		for _, m := range plan.Steps[len(plan.Steps)-1].Takes {
			takes = append(takes, m.Factors[0])
		}
		return takes
	}
	for _, x := range []struct {
		goal controller.Goal
		want []string
	}{
		{controller.Goal{Want: one, Bare: true}, []string{"log"}},
		{controller.Goal{Want: one, Without: []string{"axe"}}, []string{"log"}},
		{controller.Goal{Want: one, With: []string{"axe"}}, []string{"axe", "log"}},
		{controller.Goal{Use: []string{"axe"}}, []string{"axe", "log"}},
		{controller.Goal{Use: []string{"log"}, Without: []string{"axe"}}, []string{"log"}},
	} {
		if got := last(x.goal); !slices.Equal(got, x.want) {
			t.Errorf("%s: takes %v, not %v", x.goal, got, x.want)
		}
	}
	for _, g := range []controller.Goal{{Want: one, Without: []string{"log"}}, {Use: []string{"bowl"}}, {Want: []interaction.Amount{{Name: "bowl", Level: 1}}, Bare: true}} {
		if plan, err := p.Plan(t.Context(), have, g); !errors.Is(err, controller.ErrUnreachable) {
			t.Errorf("%s: %v %v", g, plan.Steps, err)
		}
	}
	if plan, err := p.Plan(t.Context(), have, controller.Goal{Survive: 5}); err != nil || len(plan.Steps) > 0 {
		t.Errorf("to survive takes no plan: %v %v", plan.Steps, err)
	}
}

// TestWhatThereIsIsNotMadeAgain: to use a thing once, or to make something with it, takes as many actions however much of
// what comes of it there is.
func TestWhatThereIsIsNotMadeAgain(t *testing.T) {
	g := truth(t, "minecraft-41")
	p := exact(t, g, 1000)
	four := []interaction.Amount{{Name: "planks", Level: 4}}
	for _, goal := range []controller.Goal{
		{Use: []string{"log"}},
		{Use: []string{"log"}, Without: []string{"stick"}},
		{Want: four, With: []string{"log"}},
		{Want: four, With: []string{"log"}, Without: []string{"stick"}},
	} {
		for _, planks := range []int{0, 20, 400} {
			from := interaction.StateOf(map[string]int{"log": 1, "planks": planks})
			plan, err := p.Plan(t.Context(), from, goal)
			if err != nil || len(plan.Steps) != 1 || plan.Steps[0].Times != 1 {
				t.Errorf("%s from %s: %v, %v", goal, from, plan.Steps, err)
			}
			body, err := controller.Enter(t.Context(), sim.New(world(t, "minecraft-41")), from, 5)
			if err != nil {
				t.Fatal(err)
			}
			a := controller.Actor{Graph: g, Body: body, Config: controller.DefaultActorConfig()}
			if r, err := a.Run(t.Context(), controller.Task{Stages: [][]controller.Goal{{goal}}}); err != nil || !r.Solved || r.Executed != 1 {
				t.Errorf("%s from %s: %v, %+v", goal, from, err, r)
			}
			if err := body.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestOneMealIsUsed: to use a meal is to eat once, also where that fills less of what is lacking than there is.
func TestOneMealIsUsed(t *testing.T) {
	all := graphstore.Interval{Low: 1, High: 1, Estimate: 1}
	g := &graphstore.Graph{
		Factors: []graphstore.Factor{{Name: "bread", Kind: interaction.Item}, {Name: "food", Kind: interaction.Vital, Number: 1, Max: 9}},
		Actions: []graphstore.Action{
			{ID: "bake", Learned: true, Effects: []graphstore.Effect{{Factor: "bread", Grade: graphstore.Certified, Unconditional: true, Chance: all,
				Ways: []graphstore.Way{{Yield: graphstore.Yield{Min: 1, Max: 1}}}}}},
			{ID: "eat", Learned: true, Effects: []graphstore.Effect{{Factor: "food", Grade: graphstore.Certified, Chance: all,
				Ways: []graphstore.Way{{Members: graphstore.Members{{Factors: []string{"bread"}, Count: 1, Consumed: 1}}, Yield: graphstore.Yield{Min: 2, Max: 2}}}}}},
		},
	}
	plan, err := exact(t, g, 1000).Plan(t.Context(), interaction.StateOf(map[string]int{"food": 7, "bread": 1}), controller.Goal{Use: []string{"bread"}})
	if err != nil || len(plan.Steps) != 1 || plan.Steps[0].Times != 1 {
		t.Errorf("%v, %v", plan.Steps, err)
	}
}
