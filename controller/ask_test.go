package controller_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
)

// scripted answers one after the other, and keeps what it was asked.
type scripted struct {
	answers []string
	asked   []string
}

func (s *scripted) complete(_ context.Context, prompt string) (string, error) {
	s.asked = append(s.asked, prompt)
	if len(s.answers) == 0 {
		return "", errors.New("the script is over")
	}
	a := s.answers[0]
	s.answers = s.answers[1:]
	return a, nil
}

func TestAsking(t *testing.T) {
	s := &scripted{answers: []string{"Sure! You want a golden bowl.", "`craft 2 bowl and 1 iron_pickaxe`\n"}}
	p := controller.Asking{Grammar: words, Complete: s.complete, Tries: 3}
	task, err := p.Parse(t.Context(), "I'd love two bowls and the iron thing for digging")
	if err != nil || show(task) != "2 bowl, 1 iron_pickaxe" || !strings.HasPrefix(task.Text, "I'd love") {
		t.Errorf("%v: %s", err, show(task))
	}
	if len(s.asked) != 2 || !strings.Contains(s.asked[1], "golden bowl") || !strings.Contains(s.asked[0], "crafting_table") {
		t.Errorf("asked %q", s.asked)
	}
	// What the grammar understands isn't asked about.
	if task, err := p.Parse(t.Context(), "a bowl"); err != nil || show(task) != "1 bowl" || len(s.asked) != 2 {
		t.Errorf("%v: %s, asked %d times", err, show(task), len(s.asked))
	}
	s.answers = []string{"no", "", strings.Repeat("x", 1<<20)}
	if _, err := p.Parse(t.Context(), "make me happy"); !errors.Is(err, controller.ErrTask) {
		t.Error(err)
	}
	if _, err := p.Parse(t.Context(), "make me happy"); err == nil || errors.Is(err, controller.ErrTask) {
		t.Errorf("a model that doesn't answer: %v", err)
	}
}

func TestAdvised(t *testing.T) {
	_, g := ledger(t)
	w := sim.New(world(t, "minecraft-41"))
	for i := range g.Actions {
		g.Actions[i].Label = w.Label(g.Actions[i].ID)
	}
	planner := exact(t, g, 1000)
	s := &scripted{answers: []string{"1. 1 unobtainium\n", "Here you go", "1. 8 planks\n2. 1 crafting_table\n- 1 wooden_pickaxe\n* 11 cobblestone\n5) 1 furnace\n"}}
	p := controller.Advised{Exact: planner, Complete: s.complete, Tries: 3}
	plan, err := p.Plan(context.Background(), interaction.State{}, want("iron_pickaxe", 1))
	if err != nil || plan.Optimal {
		t.Fatal(err)
	}
	end, err := controller.SelfCheck(interaction.State{}, plan.Steps, plan.Goal)
	if err != nil || end.Level("iron_pickaxe") != 1 {
		t.Errorf("%v: %s", err, end)
	}
	if len(s.asked) != 3 || !strings.Contains(s.asked[1], "unobtainium") || !strings.Contains(s.asked[0], "planks") {
		t.Errorf("asked %q", s.asked)
	}
	for _, a := range g.Actions {
		for _, asked := range s.asked {
			if strings.Contains(asked, a.Label) {
				t.Errorf("the model is told the label %s", a.Label)
			}
		}
	}
	s.answers = []string{"a", "b", "c"}
	if _, err := p.Plan(context.Background(), interaction.State{}, want("iron_pickaxe", 1)); !errors.Is(err, controller.ErrBudget) {
		t.Error(err)
	}
	if _, err := p.Plan(context.Background(), interaction.State{}, want("unobtainium", 1)); !errors.Is(err, controller.ErrUnreachable) {
		t.Error(err)
	}
	// An actor that is advised.
	s.answers = []string{"8 planks\n1 crafting_table", "8 planks", "8 planks"}
	a := controller.Actor{Graph: g, Body: enter(t, w, 3), Config: controller.DefaultActorConfig(),
		Plan: func(e *controller.Exact) controller.Planner {
			return controller.Advised{Exact: e, Complete: s.complete, Tries: 2}
		}}
	if r, err := a.Run(t.Context(), taskOf(g, t, "a wooden sword")); err != nil || !r.Solved {
		t.Errorf("%v: %+v", err, r)
	}
}
