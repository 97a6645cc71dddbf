package controller_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/controller/learner"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/discovery/statistical"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

func exploring() explore.Config {
	return explore.Config{Seed: 1, Width: 8, Delta: .01, Floor: .3, Chances: explore.ChancesShared, Stock: 64, Unlock: explore.UnlockWorld,
		Refiner: refine.Group{}, Hypothesizer: statistical.Hypothesizer{}, Attempts: 3}
}

// explored is what a whole exploration of minecraft-41 learned; made once.
var explored = sync.OnceValues(func() ([]graphstore.Entry, error) {
	f, err := scenarios.Load("minecraft-41")
	if err != nil {
		return nil, err
	}
	l := &graphstore.Memory{}
	e := &learner.Explorer{World: sim.New(f), Ledger: l, Config: exploring(), Pool: pool.Config{Sessions: 2, Seed: 1}}
	x, err := explore.New(context.Background(), e.Config, e.World.Spec(), l)
	if err != nil {
		return nil, err
	}
	p, err := pool.New(e.World, e.Pool)
	if err != nil {
		return nil, err
	}
	if _, err := x.Run(context.Background(), p, nil); err != nil {
		return nil, err
	}
	var out []graphstore.Entry
	for e, err := range l.Since(context.Background(), 0) {
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, p.Close()
})

// ledger is a ledger of its own with that exploration, and its graph.
func ledger(t testing.TB) (*graphstore.Memory, *graphstore.Graph) {
	t.Helper()
	entries, err := explored()
	if err != nil {
		t.Fatal(err)
	}
	l := &graphstore.Memory{}
	if err := l.Append(t.Context(), entries...); err != nil {
		t.Fatal(err)
	}
	f, err := graphstore.Fold(t.Context(), l, nil)
	if err != nil {
		t.Fatal(err)
	}
	return l, f.Graph
}

func enter(t testing.TB, w interaction.World, seed uint64) *controller.Avatar {
	t.Helper()
	b, err := controller.Enter(t.Context(), w, interaction.State{}, seed)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	return b
}

func taskOf(g *graphstore.Graph, t testing.TB, text string) controller.Task {
	t.Helper()
	var names []string
	for _, it := range g.Factors {
		names = append(names, it.Name)
	}
	task, err := controller.Grammar{Factors: names}.Parse(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

func world(t testing.TB, name string) *sim.File {
	t.Helper()
	f, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestActor gets a diamond pickaxe from nothing in 40 games, with and without
// losses, and blind.
func TestActor(t *testing.T) {
	w := sim.New(world(t, "minecraft-41"))
	l, g := ledger(t)
	goal := taskOf(g, t, "a diamond pickaxe")
	executed := 0 // with the ledger
	for _, mode := range []struct {
		name        string
		blind, drop bool
		least, most int // of 40 games solved
	}{{"patrolled", false, false, 40, 40}, {"patrolled, with losses", false, true, 40, 40}, {"blind", true, false, 0, 34}} {
		solved, steps, plans, disputes := 0, 0, 0, 0
		for seed := range uint64(40) {
			body := enter(t, w, seed)
			cfg := controller.DefaultActorConfig()
			cfg.MaxSteps, cfg.Blind = 600, mode.blind
			a := controller.Actor{Graph: g, Body: body, Config: cfg}
			if mode.drop {
				a.Between = dropper(body, rand.New(rand.NewPCG(seed, 9)), .3)
			}
			if seed == 0 {
				a.Ledger = l
				a.Trace = func(e controller.Event) {
					t.Logf("%d %s %s %s %s: %s (%s)", e.Executed, e.Kind, e.Goal, e.Action, e.Verdict, interaction.FormatChanges(e.Changes), e.Why)
				}
			}
			r, err := a.Run(t.Context(), goal)
			if err != nil {
				t.Fatal(err)
			}
			if a.Ledger != nil {
				executed += r.Executed
			}
			if r.Solved {
				solved++
				if r.Final.Level("diamond_pickaxe") == 0 {
					t.Errorf("seed %d is called solved with %s", seed, r.Final)
				}
			} else if !mode.blind {
				t.Errorf("%s, seed %d: %s", mode.name, seed, r.Reason)
			}
			steps, plans, disputes = steps+r.Executed, plans+r.Plans, disputes+r.Disputes
		}
		t.Logf("%s: %d of 40 solved, %.1f steps and %.1f plans a game, %d disputes", mode.name, solved, float64(steps)/40, float64(plans)/40, disputes)
		if solved < mode.least || solved > mode.most || disputes > 0 {
			t.Errorf("%s: %d of 40 games solved, %d true claims disputed", mode.name, solved, disputes)
		}
	}
	n := 0
	for e, err := range l.Since(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == graphstore.KindStep {
			n++
		}
	}
	if n != executed {
		t.Errorf("%d of %d steps were recorded", n, executed)
	}
	if r, err := graphstore.Check(t.Context(), l); err != nil || len(r.Problems) > 0 {
		t.Errorf("%v %+v", err, r.Problems)
	}
}

// TestLongRun: what is claimed truly isn't disputed, however long one acts.
func TestLongRun(t *testing.T) {
	w := sim.New(world(t, "minecraft-41"))
	_, g := ledger(t)
	goal := taskOf(g, t, "60 iron pickaxes and 10 golden swords and 20 fences")
	steps := 0
	for seed := range uint64(5) {
		a := controller.Actor{Graph: g, Body: enter(t, w, seed), Config: controller.DefaultActorConfig(), Trace: func(e controller.Event) {
			if e.Kind == controller.EventDispute {
				t.Errorf("seed %d: %s is disputed: %s", seed, e.Action, e.Why)
			}
		}}
		r, err := a.Run(t.Context(), goal)
		if err != nil || !r.Solved {
			t.Errorf("seed %d: %v: %+v", seed, err, r)
		}
		steps += r.Executed
	}
	t.Logf("%d actions, no true claim disputed", steps)
}

// dropper lets one of the stacks vanish with a probability.
func dropper(body *controller.Avatar, rng *rand.Rand, chance float64) func(context.Context) error {
	return func(ctx context.Context) error {
		now, err := body.Observe(ctx)
		if err != nil || rng.Float64() >= chance {
			return err
		}
		held := now.Amounts()
		if len(held) == 0 {
			return nil
		}
		s := held[rng.IntN(len(held))]
		return body.Become(ctx, now.After([]interaction.Change{{Factor: s.Name, From: s.Level}}))
	}
}

// shifting is a world that changes its rules, for every session, once told to.
type shifting struct {
	before, after *sim.World
	changed       atomic.Bool
}

func (w *shifting) Spec() interaction.Spec { return w.before.Spec() }
func (w *shifting) Open(ctx context.Context) (interaction.Session, error) {
	a, err := w.before.Open(ctx)
	if err != nil {
		return nil, err
	}
	b, err := w.after.Open(ctx)
	return &shiftingSession{world: w, before: a, after: b}, err
}

type shiftingSession struct {
	world         *shifting
	before, after interaction.Session
	now           interaction.State
	moved         bool
}

func (s *shiftingSession) Begin(ctx context.Context, start interaction.State, seed uint64) (interaction.State, error) {
	if _, err := s.after.Begin(ctx, start, seed); err != nil {
		return s.now, err
	}
	s.moved = s.world.changed.Load()
	got, err := s.before.Begin(ctx, start, seed)
	s.now = got
	return got, err
}

func (s *shiftingSession) Step(ctx context.Context, a interaction.Action) (got interaction.State, err error) {
	if s.world.changed.Load() {
		if !s.moved {
			if _, err := s.after.Begin(ctx, s.now, 5); err != nil {
				return s.now, err
			}
			s.moved = true
		}
		got, err = s.after.Step(ctx, a)
	} else {
		got, err = s.before.Step(ctx, a)
	}
	s.now = got
	return got, err
}

func (s *shiftingSession) Close() error { _ = s.before.Close(); return s.after.Close() }

// TestRulesChange changes a recipe in the middle of a task: the actor must notice,
// have it learned again, and go on.
func TestRulesChange(t *testing.T) {
	for _, c := range []struct {
		name, action, item string
		edit               func(*sim.Effect)
	}{
		{"another ingredient", "craftIronPickaxe", "iron_pickaxe", func(e *sim.Effect) { e.Ways[0].Consumes[0].Name = "cobblestone" }},
		{"more of an ingredient", "craftStonePickaxe", "stone_pickaxe", func(e *sim.Effect) { e.Ways[0].Consumes[0].Count = 7 }},
		{"a smaller yield", "craftPlanks", "planks", func(e *sim.Effect) { e.Gives[0].Quantity = sim.Fixed(1) }},
		{"less of an ingredient", "craftFurnace", "furnace", func(e *sim.Effect) { e.Ways[0].Consumes[0].Count = 5 }},
		{"another tool", "mineIronOre", "raw_iron", func(e *sim.Effect) {
			e.Ways[0].Needs[0] = sim.Requirement{Kind: sim.OfItem, Name: "wooden_axe", Count: 1}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l, g := ledger(t)
			f := world(t, "minecraft-41")
			changed := world(t, "minecraft-41")
			var id interaction.Action
			for i := range changed.Actions {
				if changed.Actions[i].Label == c.action {
					id = interaction.ActionName(i)
					for j := range changed.Actions[i].Effects {
						if e := &changed.Actions[i].Effects[j]; e.Gives[0].Item == c.item {
							c.edit(e)
						}
					}
				}
			}
			if err := changed.Validate(); err != nil {
				t.Fatal(err)
			}
			w := &shifting{before: sim.New(f), after: sim.New(changed)}
			cfg := exploring()
			school := &learner.Explorer{World: w, Ledger: l, Config: cfg, Pool: pool.Config{Sessions: 2, Seed: 1}}
			var events []string
			a := controller.Actor{Graph: g, Body: enter(t, w, 3), Config: controller.DefaultActorConfig(), Learner: school, Ledger: l}
			a.Config.MaxSteps = 1000
			a.Trace = func(e controller.Event) {
				events = append(events, string(e.Kind)+" "+string(e.Action)+" "+e.Why)
				if e.Executed >= 1 {
					w.changed.Store(true) // after the first action of the task
				}
			}
			r, err := a.Run(t.Context(), taskOf(g, t, "an iron pickaxe"))
			if err != nil {
				t.Fatal(err)
			}
			noticed := slices.ContainsFunc(events, func(e string) bool { return strings.HasPrefix(e, "dispute "+string(id)+" ") })
			learned := slices.ContainsFunc(events, func(e string) bool { return strings.HasPrefix(e, "learn "+string(id)+" learned") })
			if !r.Solved || !noticed || !learned {
				t.Errorf("solved %v, noticed %v, learned %v: %s\n%s", r.Solved, noticed, learned, r.Reason, strings.Join(events, "\n"))
			}
			for _, e := range events {
				if strings.HasPrefix(e, "dispute") || strings.HasPrefix(e, "learn") {
					t.Log(e)
				}
			}
			t.Logf("%d steps, %d plans, %d disputes, %d trials to learn", r.Executed, r.Plans, r.Disputes, school.Trials)
			if r, err := graphstore.Check(t.Context(), l); err != nil || len(r.Problems) > 0 {
				t.Errorf("%v %+v", err, r.Problems)
			}
		})
	}
}

// TestLearnFirst gives a task whose goal was never seen: it is explored for first.
func TestLearnFirst(t *testing.T) {
	w := sim.New(world(t, "minecraft-41"))
	l := &graphstore.Memory{}
	school := &learner.Explorer{World: w, Ledger: l, Config: exploring(), Pool: pool.Config{Sessions: 2, Seed: 1}}
	a := controller.Actor{Graph: &graphstore.Graph{}, Body: enter(t, w, 3), Config: controller.DefaultActorConfig(), Learner: school, Ledger: l}
	r, err := a.Run(t.Context(), controller.Task{Text: "stone sword", Stages: [][]controller.Goal{{want("stone_sword", 1)}}})
	if err != nil || !r.Solved || r.Lessons == 0 {
		t.Fatalf("%v: %+v", err, r)
	}
	a.Body = enter(t, w, 4)
	r, err = a.Run(t.Context(), controller.Task{Stages: [][]controller.Goal{{want("unobtainium", 1)}}})
	if err != nil || r.Solved || !strings.Contains(r.Reason, "unobtainium is missing") {
		t.Fatalf("%v: %+v", err, r)
	}
}
