package explore_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/sim"
)

// A run in pieces of a budget, with broken trials, is the run in one piece: a
// round that the budget cuts short is looked at only when it is whole.
func TestBudgetInPieces(t *testing.T) {
	f := load(t, "minecraft-41-modified")
	f.Faults = sim.Faults{Chance: .1, Kinds: []sim.FaultKind{sim.Refused}}
	whole := &graphstore.Memory{}
	if _, err := run(t.Context(), t, f, config(1), whole, 2, nil); err != nil {
		t.Fatal(err)
	}
	l := &graphstore.Memory{}
	for i, budget := range []int{37, 101, 1, 500, 0} {
		cfg := config(1)
		cfg.Budget = budget
		sum, err := run(t.Context(), t, f, cfg, l, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		if budget > 0 && sum.NewTrials != budget {
			t.Errorf("piece %d: %d new trials, want %d", i, sum.NewTrials, budget)
		}
	}
	if !bytes.Equal(exported(t, whole), exported(t, l)) {
		t.Error("the run in pieces has another graph")
	}
}

// A run after others is replayed like a first one, and another configuration
// starts from what is known.
func TestSecondRun(t *testing.T) {
	f := load(t, "minecraft-41-paper")
	l := &graphstore.Memory{}
	goal := config(1)
	goal.Goal = "iron_pickaxe"
	first, err := run(t.Context(), t, f, goal, l, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	full, err := run(t.Context(), t, f, config(1), l, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	fresh := &graphstore.Memory{}
	alone, err := run(t.Context(), t, f, config(1), fresh, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	if full.NewTrials >= alone.NewTrials || full.NewTrials+first.NewTrials > alone.NewTrials*5/4 {
		t.Errorf("%d trials for the goal and %d for the rest, but %d alone: what was known wasn't used", first.NewTrials, full.NewTrials, alone.NewTrials)
	}
	before := exported(t, l)
	again, err := run(t.Context(), t, f, config(1), l, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	if again.NewTrials != 0 || again.Mark != full.Mark {
		t.Errorf("the same again: %d new trials, %+v, want 0 and %+v", again.NewTrials, again.Mark, full.Mark)
	}
	if !bytes.Equal(before, exported(t, l)) {
		t.Error("the same again changed the graph")
	}
}

// A replay that is stopped takes nothing back.
func TestStoppedReplay(t *testing.T) {
	f := load(t, "tiny")
	l := &graphstore.Memory{}
	if _, err := run(t.Context(), t, f, config(1), l, 1, nil); err != nil {
		t.Fatal(err)
	}
	before := exported(t, l)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := run(ctx, t, f, config(1), l, 1, nil); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want context.Canceled", err)
	}
	if !bytes.Equal(before, exported(t, l)) {
		t.Error("the stopped replay changed the graph")
	}
}

// One goal after the other in one ledger: each is certified, as what gave an item
// first doesn't become something that needs it.
func TestGoalAfterGoal(t *testing.T) {
	f := load(t, "minecraft-1.19")
	l := &graphstore.Memory{}
	for _, goal := range []string{"wooden_pickaxe", "bowl", "iron_pickaxe", "diamond_pickaxe"} {
		cfg := config(1)
		cfg.Goal = goal
		sum, err := run(t.Context(), t, f, cfg, l, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if sum.Milestones[goal].Certified == nil {
			t.Errorf("%s isn't certified: %+v", goal, sum.Milestones[goal])
		}
	}
}
