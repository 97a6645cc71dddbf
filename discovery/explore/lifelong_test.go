package explore_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
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

// What one run certified, others neither test again nor take back.
func TestGoalAfterAll(t *testing.T) {
	f := load(t, "minecraft-41")
	l := &graphstore.Memory{}
	if _, err := run(t.Context(), t, f, config(1), l, 2, nil); err != nil {
		t.Fatal(err)
	}
	before := exported(t, l)
	goal, wide, modest := config(1), config(2), config(1)
	goal.Goal = "diamond"
	wide.Width = 3
	modest.Delta = .05
	for _, cfg := range []explore.Config{goal, wide, modest} {
		sum, err := run(t.Context(), t, f, cfg, l, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		if sum.NewTrials != 0 || !sum.Complete || sum.Delta != config(1).Delta {
			t.Errorf("%+v: %d new trials, complete %v, wrong with probability %v", cfg, sum.NewTrials, sum.Complete, sum.Delta)
		}
		if !bytes.Equal(before, exported(t, l)) {
			t.Errorf("%+v changed the graph", cfg)
		}
	}
	// Who wants less error has to test again, and loses nothing until that is done.
	strict := config(1)
	strict.Delta, strict.Budget = config(1).Delta/10, 50
	sum, err := run(t.Context(), t, f, strict, l, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	if sum.ActionsCertified == sum.ActionsTotal || sum.Delta != strict.Delta {
		t.Errorf("after %d trials %d actions are certified with an error of %v", sum.NewTrials, sum.ActionsCertified, sum.Delta)
	}
	g := graph(t, l)
	for _, a := range g.Actions {
		if !a.Learned {
			t.Errorf("%s isn't learned any more: %s", a.ID, a.Reason)
		}
	}
	if g.Delta < config(1).Delta {
		t.Errorf("the graph is wrong with probability %v, though parts of it were certified with %v", g.Delta, config(1).Delta)
	}
	strict.Budget = 0
	whole, err := run(t.Context(), t, f, strict, l, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := run(t.Context(), t, f, strict, &graphstore.Memory{}, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !whole.Complete || whole.Delta != strict.Delta || whole.Trials*3 > alone.Trials {
		t.Errorf("complete %v with an error of %v, after %d trials; %d where nothing was known", whole.Complete, whole.Delta, whole.Trials, alone.Trials)
	}
	if g := graph(t, l); g.Delta != strict.Delta {
		t.Errorf("the graph is wrong with probability %v, but all of it was certified with %v", g.Delta, strict.Delta)
	}
	if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
		t.Errorf("check: %v %v", r.Problems, err)
	}
}

// Somebody who assumes more finds that it isn't so; what was certified without that stands.
func TestOwnThenShared(t *testing.T) {
	f, err := sim.Parse("two.json", []byte(`{"format": 1, "id": "two", "title": "two ways", "actions": [
		{"label": "chop", "effects": [{"gives": {"log": 4}, "ways": [{}]}]},
		{"label": "dig", "effects": [{"gives": {"dirt": 4}, "ways": [{}]}]},
		{"label": "mine", "effects": [{"gives": {"stone": 1}, "ways": [{}]}]},
		{"label": "make", "effects": [{"gives": {"tool": 1}, "ways": [
			{"consumes": {"stone": 1}, "chance": 0.2}, {"consumes": {"log": 2, "dirt": 3}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	refused := false
	for seed := range uint64(8) {
		l := &graphstore.Memory{}
		own := config(seed)
		own.Chances, own.Floor = explore.ChancesOwn, .15
		if sum, err := run(t.Context(), t, f, own, l, 1, nil); err != nil || !sum.Complete {
			t.Fatalf("seed %d: %v: %+v", seed, err, sum.NotLearned)
		}
		before := graph(t, l)
		sum, err := run(t.Context(), t, f, config(seed), l, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		refused = refused || !sum.Complete
		if c := graphstore.Diff(before, graph(t, l)); len(c) > 0 {
			t.Errorf("seed %d: %v", seed, c)
		}
	}
	if !refused {
		t.Error("nobody noticed that the ways differ: the test shows nothing")
	}
}

// Runs with whatever settings, one after the other over one ledger, stopped or not: what
// the ledger says holds together, what is certified is right, and stays certified unless
// something new is observed.
func TestManyRuns(t *testing.T) {
	for _, world := range []string{"tiny", "minecraft-41", "minecraft-41-modified"} {
		t.Run(world, func(t *testing.T) {
			t.Parallel()
			f := load(t, world)
			truth := scenarios.NewTruth(f)
			spec := sim.New(f).Spec()
			wrong := 0
			const ledgers, runs = 12, 6
			for seed := range uint64(ledgers) {
				rng := rand.New(rand.NewPCG(seed, 3))
				l := &graphstore.Memory{}
				items, certified := 0, map[string]bool{}
				for range runs {
					cfg := config(rng.Uint64N(5))
					cfg.Width = 1 + rng.IntN(12)
					cfg.Delta = []float64{.002, .01, .05}[rng.IntN(3)]
					cfg.Budget = []int{0, 7, 60, 400}[rng.IntN(4)]
					if rng.IntN(4) == 0 {
						cfg.Chances = explore.ChancesOwn
					}
					if rng.IntN(4) == 0 {
						cfg.Unlock = explore.UnlockNone
					}
					switch known := graph(t, l).Factors; {
					case rng.IntN(3) == 0 && len(known) > 0:
						cfg.Goal = known[rng.IntN(len(known))].Name
					case rng.IntN(3) == 0:
						cfg.Only = []interaction.Action{spec.Actions[rng.IntN(len(spec.Actions))].ID}
					}
					sum, err := run(t.Context(), t, f, cfg, l, 1, nil)
					if err != nil {
						t.Fatalf("%d: %+v: %v", seed, cfg, err)
					}
					if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
						t.Fatalf("%d: %+v: check: %v %v", seed, cfg, r.Problems, err)
					}
					g := graph(t, l)
					if d := sum.Delta - g.Delta; sum.Complete && len(cfg.Only) == 0 && math.Abs(d) > 1e-12 {
						t.Errorf("%d: %+v: the run says that it is wrong with probability %v, the graph %v", seed, cfg, sum.Delta, g.Delta)
					}
					now := map[string]bool{}
					for _, a := range g.Actions {
						if a.Learned {
							now[string(a.ID)] = true
						}
						for _, e := range a.Effects {
							if e.Grade == graphstore.Certified {
								now[string(a.ID)+" "+e.Factor] = true
							}
						}
					}
					for e := range certified {
						if !now[e] && len(g.Factors) == items {
							t.Errorf("%d: %+v: %s isn't learned, or certified, any more", seed, cfg, e)
						}
					}
					items, certified = len(g.Factors), now
				}
				wrong += len(scenarios.NewScore(truth, graph(t, l)).WrongCertificates)
			}
			if wrong > 1 { // one in a dozen ledgers may be, with an error of a few percent each
				t.Errorf("%d certificates are wrong", wrong)
			}
		})
	}
}

// A run that takes over certificates goes on, after a pause, where it was.
func TestInheritedInPieces(t *testing.T) {
	f := load(t, "minecraft-41-paper")
	begun := func() *graphstore.Memory {
		l := &graphstore.Memory{}
		goal := config(1)
		goal.Goal = "stone_pickaxe"
		if _, err := run(t.Context(), t, f, goal, l, 2, nil); err != nil {
			t.Fatal(err)
		}
		return l
	}
	whole, pieces := begun(), begun()
	if _, err := run(t.Context(), t, f, config(2), whole, 2, nil); err != nil {
		t.Fatal(err)
	}
	for _, budget := range []int{61, 300, 0} {
		cfg := config(2)
		cfg.Budget = budget
		if _, err := run(t.Context(), t, f, cfg, pieces, 2, nil); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(exported(t, whole), exported(t, pieces)) {
		t.Error("the run in pieces has another graph")
	}
}

// A certificate that a trial of a later run contradicts is taken back.
func TestClaimRefuted(t *testing.T) {
	was := load(t, "minecraft-41-paper")
	l := &graphstore.Memory{}
	if _, err := run(t.Context(), t, was, config(1), l, 2, nil); err != nil {
		t.Fatal(err)
	}
	// Now planks take nothing.
	now := load(t, "minecraft-41-paper")
	i := slices.IndexFunc(now.Actions, func(a sim.Action) bool { return a.Label == "craftPlanks" })
	now.Actions[i].Effects[0].Ways = []sim.Way{{}}
	spec := sim.New(was).Spec()
	cfg := config(1)
	cfg.Delta /= 10
	if _, err := runDrifted(t, now, spec, cfg, l); err != nil {
		t.Fatal(err)
	}
	for _, e := range graph(t, l).Action(spec.Actions[i].ID).Effects {
		if len(e.Ways) != 1 || len(e.Ways[0].Members) != 0 {
			t.Errorf("%s is still had by %v", e.Factor, e.Ways)
		}
	}
	if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
		t.Errorf("check: %v %v", r.Problems, err)
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
