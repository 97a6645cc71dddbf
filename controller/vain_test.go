package controller_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// quarry is a body that finds no place to dig, until it has waited for so long; the shop is always found, and the way there makes hungry.
type quarry struct {
	until, steps, searches int
	have                   map[string]int
}

func (q *quarry) Observe(context.Context) (interaction.State, error) {
	return interaction.StateOf(q.have), nil
}

func (q *quarry) Act(ctx context.Context, _ interaction.Action) (interaction.State, error) {
	q.steps++
	q.have["stone"]++
	return q.Observe(ctx)
}

func (q *quarry) Approach(_ context.Context, a interaction.Action) error {
	if a == "dig" && (q.until == 0 || q.steps < q.until) {
		q.searches++
		return &interaction.Fault{Class: interaction.FaultWay, Err: interaction.ErrNoWay}
	}
	if a == "buy" && q.have["food"] > 0 {
		q.have["food"]--
	}
	return nil
}

func (q *quarry) Survive(_ context.Context, steps int) error     { q.steps += steps; return nil }
func (q *quarry) Travel(context.Context, int) (bool, error)      { return false, errors.New("no") }
func (q *quarry) Return(context.Context, []string) (bool, error) { return false, nil }
func (q *quarry) Comes(string) bool                              { return false }
func (q *quarry) Steps() int                                     { return q.steps }

// stones is what is known of the actions, of which digging is tried first.
func stones(actions ...interaction.Action) *graphstore.Graph {
	g := &graphstore.Graph{Factors: []graphstore.Factor{{Name: "food", Kind: interaction.Vital, Max: 9}, {Name: "stone", Level: 1}}}
	for i, a := range actions {
		g.Actions = append(g.Actions, graphstore.Action{ID: a, Learned: true, Effects: []graphstore.Effect{{Factor: "stone", Grade: graphstore.Certified, Unconditional: true,
			Chance: graphstore.Interval{Estimate: 1 / float64(i+1), Low: .1, High: 1}, Ways: []graphstore.Way{{Yield: graphstore.Yield{Min: 1, Max: 1, Mean: 1}}}}}})
	}
	return g
}

// Where no place is found for an action it is waited a while, then done without, and it isn't said that the world breaks.
func TestVain(t *testing.T) {
	run := func(q *quarry, g *graphstore.Graph, goal controller.Goal) controller.Result {
		t.Helper()
		a := &controller.Actor{Graph: g, Body: q, Config: controller.DefaultActorConfig()}
		res, err := a.Run(t.Context(), controller.Task{Stages: [][]controller.Goal{{goal}}})
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	stone := controller.Goal{Want: []interaction.Amount{{Name: "stone", Level: 2}}}
	if res := run(&quarry{have: map[string]int{"food": 9}}, stones("dig", "buy"), stone); !res.Solved {
		t.Errorf("with another way: %s", res.Reason)
	}
	q := &quarry{have: map[string]int{}, until: 100}
	if res := run(q, stones("dig"), stone); !res.Solved || q.searches < 2 {
		t.Errorf("where there is a place later, after %d searches: %s", q.searches, res.Reason)
	}
	if res := run(&quarry{have: map[string]int{}}, stones("dig"), stone); res.Solved || !strings.Contains(res.Reason, "no place was found for dig") {
		t.Errorf("without: %s", res.Reason)
	}
	stone.Unhurt = []string{"food"}
	if res := run(&quarry{have: map[string]int{"food": 9}}, stones("buy"), stone); res.Solved || !strings.Contains(res.Reason, "food fell") {
		t.Errorf("food fell, and it is said: %+v", res)
	}
	if res := run(&quarry{have: map[string]int{"food": 9}, until: 1}, stones("dig"), stone); !res.Solved {
		t.Errorf("no food was lost: %s", res.Reason)
	}
}

// More than there can be isn't planned for.
func TestMoreThanThereCanBe(t *testing.T) {
	g := stones("dig")
	g.Factors[1].Max = 9
	p, err := controller.NewExact(g, controller.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	for n, ok := range map[int]bool{9: true, 10: false} {
		_, err := p.Plan(t.Context(), interaction.State{}, controller.Goal{Want: []interaction.Amount{{Name: "stone", Level: n}}})
		if (err == nil) != ok || !ok && !errors.Is(err, controller.ErrUnreachable) {
			t.Errorf("%d of at most 9: %v", n, err)
		}
	}
}

// A meal near something waits until there is room for it; what can never be isn't waited for, and nothing is where nobody lives.
func TestHunger(t *testing.T) {
	g := &graphstore.Graph{Factors: []graphstore.Factor{{Name: "food", Kind: interaction.Vital, Max: 9}}, Actions: []graphstore.Action{{ID: "eat", Learned: true,
		Effects: []graphstore.Effect{{Factor: "food", Grade: graphstore.Certified, Unconditional: true, Chance: graphstore.Interval{Estimate: 1, Low: .9, High: 1},
			Ways: []graphstore.Way{{Yield: graphstore.Yield{Min: 2, Max: 2, Mean: 2}}}}}}}}
	run := func(b controller.Body, goal controller.Goal) controller.Result {
		t.Helper()
		a := &controller.Actor{Graph: g, Body: b, Config: controller.DefaultActorConfig()}
		res, err := a.Run(t.Context(), controller.Task{Stages: [][]controller.Goal{{goal}}})
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	more := controller.Goal{Want: []interaction.Amount{{Name: "food", Level: 1}}, Without: []string{"stone"}}
	if res := run(&diner{food: 9}, more); !res.Solved {
		t.Errorf("when there is room: %s", res.Reason)
	}
	d := &diner{food: 9}
	if res := run(d, controller.Goal{Want: []interaction.Amount{{Name: "food", Level: 10}}}); res.Solved || d.steps > 0 {
		t.Errorf("ten of nine, after %d steps: %+v", d.steps, res)
	}
}

// diner is a body that gets hungry.
type diner struct{ food, steps int }

func (d *diner) Observe(context.Context) (interaction.State, error) {
	return interaction.StateOf(map[string]int{"food": d.food}), nil
}

func (d *diner) Act(ctx context.Context, _ interaction.Action) (interaction.State, error) {
	d.steps++
	d.food = min(d.food+2, 9)
	return d.Observe(ctx)
}

func (d *diner) Survive(_ context.Context, steps int) error {
	d.steps += steps
	d.food = max(0, d.food-steps/5)
	return nil
}

func (d *diner) Travel(context.Context, int) (bool, error) { return false, nil }
func (d *diner) Comes(string) bool                         { return false }
func (d *diner) Steps() int                                { return d.steps }
