package controller_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/controller/learner"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
)

// TestBrokenWorld: sessions that are lost or refuse cost actions, and nothing
// else.
func TestBrokenWorld(t *testing.T) {
	f := world(t, "minecraft-41")
	f.Faults = sim.Faults{Chance: .25, Kinds: []sim.FaultKind{sim.Lost, sim.Refused}}
	_, g := ledger(t)
	broke := 0
	a := controller.Actor{Graph: g, Body: enter(t, sim.New(f), 5), Config: controller.DefaultActorConfig()}
	a.Trace = func(e controller.Event) {
		if e.Kind == controller.EventAct && e.Verdict == controller.Broke {
			broke++
		}
	}
	r, err := a.Run(t.Context(), taskOf(g, t, "an iron pickaxe"))
	if err != nil || !r.Solved || broke == 0 || r.Disputes > 0 {
		t.Errorf("%v: %+v, %d broke", err, r, broke)
	}
	f.Faults.Chance = 1
	a.Config.Retries = 5
	a.Body = enter(t, sim.New(f), 5)
	if r, err := a.Run(t.Context(), taskOf(g, t, "a log")); !errors.Is(err, controller.ErrBroken) || r.Solved || r.Executed != 5 || !strings.Contains(r.Reason, "broke 5 times") {
		t.Errorf("%v: %+v", err, r)
	}
}

// TestLedgerFails: a step that can't be recorded ends the task with an error.
func TestLedgerFails(t *testing.T) {
	l, g := ledger(t)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	a := controller.Actor{Graph: g, Body: enter(t, sim.New(world(t, "minecraft-41")), 5), Config: controller.DefaultActorConfig(), Ledger: l}
	if r, err := a.Run(t.Context(), taskOf(g, t, "a log")); err == nil || r.Solved {
		t.Errorf("%+v", r)
	}
}

// lessons is a learner that always fails in the same way.
type lessons struct{ err error }

func (l lessons) Learn(context.Context, controller.Lesson) (*graphstore.Graph, error) {
	return nil, l.err
}

// TestLearningFails: that the world doesn't give something is an answer; that the
// ledger or the world failed isn't.
func TestLearningFails(t *testing.T) {
	w := sim.New(world(t, "minecraft-41"))
	task := controller.Task{Stages: [][]controller.Goal{{{Want: []interaction.Amount{{Name: "log", Level: 1}}}}}}
	for _, c := range []struct {
		learner controller.Learner
		failed  error
		reason  string
	}{
		{lessons{fmt.Errorf("learn: %w", graphstore.ErrFull)}, graphstore.ErrFull, ""},
		{lessons{fmt.Errorf("learn: %w", explore.ErrBroken)}, explore.ErrBroken, ""},
		{lessons{fmt.Errorf("learn: %w", controller.ErrUnreachable)}, nil, "1 log can't be had"},
	} {
		a := controller.Actor{Graph: &graphstore.Graph{}, Body: enter(t, w, 5), Config: controller.DefaultActorConfig(), Learner: c.learner}
		if r, err := a.Run(t.Context(), task); !errors.Is(err, c.failed) || r.Solved || !strings.Contains(r.Reason, c.reason) {
			t.Errorf("%v: error %v, %+v", c.learner, err, r)
		}
	}
	// An exploration says which of the two it is.
	school := &learner.Explorer{World: w, Ledger: &graphstore.Memory{}, Config: exploring(), Pool: pool.Config{Sessions: 1, Seed: 1}}
	if _, err := school.Learn(t.Context(), controller.Lesson{Goal: "unobtainium"}); !errors.Is(err, controller.ErrUnreachable) || !errors.Is(err, explore.ErrUnknownGoal) {
		t.Errorf("an item that isn't there: %v", err)
	}
}

// TestMakeWhatIsThere: what is there already is made once more where it is to be made
// with something, though nothing is known of it yet.
func TestMakeWhatIsThere(t *testing.T) {
	w := sim.New(world(t, "tiny"))
	task, err := controller.Grammar{Factors: []string{"axe", "flint"}}.Parse(t.Context(), "axe with flint given 1 axe and 1 flint")
	if err != nil {
		t.Fatal(err)
	}
	for _, school := range []controller.Learner{nil, &learner.Explorer{World: w, Ledger: &graphstore.Memory{}, Config: exploring(), Pool: pool.Config{Sessions: 1, Seed: 1}}} {
		body, err := controller.Enter(t.Context(), w, interaction.StateOf(map[string]int{"axe": 1, "flint": 1}), 5)
		if err != nil {
			t.Fatal(err)
		}
		defer body.Close()
		a := controller.Actor{Graph: &graphstore.Graph{}, Body: body, Config: controller.DefaultActorConfig(), Learner: school}
		r, err := a.Run(t.Context(), task)
		if err != nil || r.Solved != (school != nil) || r.Solved && r.Final.Level("axe") != 2 {
			t.Errorf("%v: %+v", err, r)
		}
	}
}

// TestNovel: something new that an action gives is learned on the way.
func TestNovel(t *testing.T) {
	l, g := ledger(t)
	w := sim.New(world(t, "minecraft-41"))
	for i := range g.Actions {
		g.Actions[i].Learned = false
		g.Actions[i].Effects = slices.DeleteFunc(g.Actions[i].Effects, func(e graphstore.Effect) bool { return e.Factor == "dirt" || e.Factor == "apple" })
	}
	school := &learner.Explorer{World: w, Ledger: l, Config: exploring(), Pool: pool.Config{Sessions: 1, Seed: 1}}
	a := controller.Actor{Graph: g, Body: enter(t, w, 5), Config: controller.DefaultActorConfig(), Learner: school, Ledger: l}
	var novel []string
	a.Trace = func(e controller.Event) {
		if e.Verdict == controller.Novel {
			novel = append(novel, e.Why)
		}
	}
	r, err := a.Run(t.Context(), taskOf(g, t, "an iron pickaxe"))
	if err != nil || !r.Solved || r.Lessons == 0 || len(novel) == 0 || r.Disputes > 0 {
		t.Errorf("%v: %+v, new: %v", err, r, novel)
	}
}

// TestStages carries out a task of several stages, one to be made with something,
// from what is given.
func TestStages(t *testing.T) {
	_, g := ledger(t)
	w := sim.New(world(t, "minecraft-41"))
	task := taskOf(g, t, "given 2 log, make a crafting table then 2 raw iron with a stone pickaxe then a diamond hoe or a wooden hoe")
	body, err := controller.Enter(t.Context(), w, interaction.StateOf(map[string]int{"log": 2}), 8)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = body.Close() }()
	stages, ore := 0, 0
	a := controller.Actor{Graph: g, Body: body, Config: controller.DefaultActorConfig(), Trace: func(e controller.Event) {
		if e.Kind == controller.EventStage {
			stages++
		}
		if e.Kind == controller.EventAct && e.Goal == "raw_iron" && e.Verdict == controller.Succeeded {
			ore++
		}
	}}
	r, err := a.Run(t.Context(), task)
	if err != nil || !r.Solved || stages != 3 || ore == 0 || r.Final.Level("wooden_hoe") != 1 || r.Final.Level("raw_iron") < 2 {
		t.Errorf("%v: %+v, %d stages, %d times ore", err, r, stages, ore)
	}
	// What is already there is made again if it is to be made with something.
	a.Body, ore = body, 0
	r, err = a.Run(t.Context(), taskOf(g, t, "a raw iron with a stone pickaxe"))
	if err != nil || !r.Solved || ore == 0 {
		t.Errorf("%v: %+v, %d times ore", err, r, ore)
	}
	a.Config.MaxSteps, a.Config.Alpha, a.Config.Retries = 0, 2, 0
	if _, err := a.Run(t.Context(), task); err == nil || strings.Count(err.Error(), "\n") < 2 {
		t.Errorf("a bad configuration: %v", err)
	}
}
