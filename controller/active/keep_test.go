package active_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/controller/active"
	"github.com/adam-discovery/adam/interaction"
)

// hungry is a world where one has to eat and drink, and berries are roasted before.
const hungry = `{"format": 1, "id": "hungry", "factors": {"health": {"kind": "vital", "max": 9}, "food": {"kind": "vital", "max": 9}, "water": {"kind": "vital", "max": 9}, "sleep": {"kind": "vital", "max": 9}},
	"map": {"size": 64, "vitals": {"health": {"life": true}, "food": {"lasts": 25}, "water": {"lasts": 20}}, "biomes": {"wood": {"ground": "grass"}, "hills": {"ground": "rock"}},
		"things": {"pond": {"share": 0.03}, "bush": {"share": 0.03}}},
	"actions": [{"label": "drink", "at": "pond", "effects": [{"gives": {"water": 3}, "ways": [{}]}]},
		{"label": "pick", "at": "bush", "effects": [{"gives": {"berry": 1}, "chance": 0.7, "ways": [{}]}]},
		{"label": "eat", "effects": [{"gives": {"food": 4}, "ways": [{"consumes": {"berry": 1}}]}]}]}`

// tree plans by what the world hungry is.
type tree struct{ drink, pick, eat interaction.Action }

func (p tree) Plan(_ context.Context, from interaction.State, goal controller.Goal) (controller.Plan, error) {
	switch goal.Want[0].Name {
	case "water":
		return controller.Plan{Steps: []controller.Step{{Action: p.drink, Factor: "water", Times: 1}}}, nil
	case "food":
		steps := []controller.Step{{Action: p.eat, Factor: "food", Times: 1}}
		if from.Level("berry") == 0 {
			steps = slices.Insert(steps, 0, controller.Step{Action: p.pick, Factor: "berry", Times: 1})
		}
		return controller.Plan{Steps: steps}, nil
	}
	return controller.Plan{}, controller.ErrUnreachable
}

// An agent that goes by what its pictures show eats and drinks on its way, and does what makes that ready.
func TestKeepsItselfAlive(t *testing.T) {
	world, sees := learnt(t, hungry)
	s, err := world.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	actions := world.Spec().Actions
	for seed := range uint64(6) {
		for _, keeps := range []bool{false, true} {
			state, err := s.Begin(t.Context(), interaction.State{}, seed)
			if err != nil {
				t.Fatal(err)
			}
			a := active.New(s.(interaction.Camera), world.Spec().Ground, []string{"health"}, state, sees,
				active.Config{Strategy: active.Strategy{Around: true, Doubts: true}, Steps: 2000, Size: 64, Seed: seed})
			b := active.NewBody(a, func(string) bool { return false })
			if keeps {
				b.Keep(tree{actions[0].ID, actions[1].ID, actions[2].ID}, []active.Vital{{Name: "food", Max: 9}, {Name: "sleep", Max: 9}, {Name: "water", Max: 9}})
			}
			switch err := b.Survive(t.Context(), 1000); {
			case keeps && err != nil:
				t.Errorf("seed %d: after %d steps, with %v: %v", seed, b.Steps(), b.State(), err)
			case !keeps && !errors.Is(err, interaction.ErrEnded):
				t.Errorf("seed %d: who doesn't eat has %v after %d steps: %v", seed, b.State(), b.Steps(), err)
			}
		}
	}
}

// That food falls by itself doesn't hide that a drink, or a meal, raised it.
func TestMealsAreNoticed(t *testing.T) {
	world, sees := learnt(t, hungry)
	s, err := world.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	state, err := s.Begin(t.Context(), interaction.State{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	actions := world.Spec().Actions
	a := active.New(s.(interaction.Camera), world.Spec().Ground, []string{"health"}, state, sees,
		active.Config{Strategy: active.Strategy{Around: true, Doubts: true}, Steps: 2000, Size: 64, Seed: 1})
	b := active.NewBody(a, func(string) bool { return false })
	b.Keep(tree{actions[0].ID, actions[1].ID, actions[2].ID}, []active.Vital{{Name: "water", Max: 9}})
	if err := b.Survive(t.Context(), 70); err != nil { // it is thirsty
		t.Fatal(err)
	}
	for range 3 { // what it faces first may be something else
		if err := b.Approach(t.Context(), actions[0].ID); err != nil {
			t.Fatal(err)
		}
		before := b.Steps()
		if _, err := b.Act(t.Context(), actions[0].ID); err == nil {
			if n := b.Steps() - before; n > 1 {
				t.Errorf("a drink takes %d steps", n)
			}
			return
		}
	}
	t.Errorf("with %v, no drink was noticed", b.State())
}
