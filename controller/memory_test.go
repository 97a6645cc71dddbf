package controller_test

import (
	"context"
	"testing"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
)

// TestMemory solves a task, and recalls it and its sub-goals afterwards, from the
// ledger, as long as the tree allows.
func TestMemory(t *testing.T) {
	l, g := ledger(t)
	w := sim.New(world(t, "minecraft-41"))
	m, err := controller.NewMemory(t.Context(), l)
	if err != nil {
		t.Fatal(err)
	}
	a := controller.Actor{Graph: g, Body: enter(t, w, 1), Config: controller.DefaultActorConfig(), Memory: m, Ledger: l}
	if r, err := a.Run(t.Context(), taskOf(g, t, "an iron pickaxe")); err != nil || !r.Solved || m.Recalled != 0 {
		t.Fatalf("%v %+v, %d recalled", err, r, m.Recalled)
	}
	again, err := controller.NewMemory(t.Context(), l)
	if err != nil {
		t.Fatal(err)
	}
	planner := exact(t, g, 1000)
	p := again.Over(planner, planner)
	for _, item := range []string{"iron_pickaxe", "furnace", "stone_pickaxe", "iron_ingot", "stick"} {
		plan, err := p.Plan(context.Background(), interaction.State{}, want(item, 1))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := controller.SelfCheck(interaction.State{}, plan.Steps, plan.Goal); err != nil {
			t.Error(err)
		}
		best, err := planner.Plan(context.Background(), interaction.State{}, want(item, 1))
		if err != nil || plan.Cost > 1.5*best.Cost {
			t.Errorf("%s: recalled at %.1f, planned at %.1f: %v", item, plan.Cost, best.Cost, err)
		}
	}
	if again.Recalled != 5 || again.Planned != 0 {
		t.Errorf("%d recalled, %d planned", again.Recalled, again.Planned)
	}
	// From another inventory, for another goal, or when the tree says otherwise,
	// it is planned.
	if _, err := p.Plan(context.Background(), interaction.StateOf(map[string]int{"iron_ingot": 3, "crafting_table": 1}), want("iron_pickaxe", 1)); err != nil || again.Recalled != 5 {
		t.Errorf("%v: recalled from where most is there", err)
	}
	if _, err := p.Plan(context.Background(), interaction.State{}, want("diamond", 1)); err != nil || again.Recalled != 5 {
		t.Errorf("%v: recalled what never was", err)
	}
	changed := *g
	changed.Actions = append([]graphstore.Action{}, g.Actions...)
	for i := range changed.Actions {
		if changed.Actions[i].ID == interaction.ActionName(2) { // craftCraftingTable
			e := changed.Actions[i].Effects[0]
			e.Ways = []graphstore.Way{{Members: graphstore.Members{{Factors: []string{"planks"}, Count: 6, Consumed: 6}}, Yield: e.Ways[0].Yield}}
			changed.Actions[i].Effects = []graphstore.Effect{e}
		}
	}
	planner = exact(t, &changed, 1000)
	p = again.Over(planner, planner)
	if _, err := p.Plan(context.Background(), interaction.State{}, want("iron_pickaxe", 1)); err != nil || again.Recalled != 5 {
		t.Errorf("%v: recalled what isn't claimed any more", err)
	}
}

// TestTips: an avoided action gives way to another, and a preferred one is taken.
func TestTips(t *testing.T) {
	g := truth(t, "minecraft-41")
	var coal, stone interaction.Action
	for _, a := range g.Actions {
		switch a.Label {
		case "gatherCoalOre":
			coal = a.ID
		case "gatherStone":
			stone = a.ID
		}
	}
	last := func(cfg controller.Config) interaction.Action {
		cfg.Nodes = 1000
		p, err := controller.NewExact(g, cfg)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := p.Plan(context.Background(), interaction.State{}, want("cobblestone", 4))
		if err != nil {
			t.Fatal(err)
		}
		return plan.Steps[len(plan.Steps)-1].Action
	}
	if a := last(controller.Config{}); a != stone {
		t.Errorf("without tips it is %s", a)
	}
	if a := last(controller.Config{Avoid: []interaction.Action{stone}}); a == stone {
		t.Error("the avoided action is taken")
	}
	if a := last(controller.Config{Prefer: []interaction.Action{coal}}); a != coal {
		t.Errorf("the preferred action isn't taken, but %s", a)
	}
}

// TestTipsAreNotOptimal: a plan that follows a tip doesn't say that none is shorter.
func TestTipsAreNotOptimal(t *testing.T) {
	g := truth(t, "tiny")
	for i, a := range g.Actions {
		for _, cfg := range []controller.Config{{Nodes: 100_000}, {Nodes: 100_000, Prefer: []interaction.Action{a.ID}}, {Nodes: 100_000, Avoid: []interaction.Action{a.ID}}} {
			p, err := controller.NewExact(g, cfg)
			if err != nil {
				t.Fatal(err)
			}
			plan, err := p.Plan(context.Background(), interaction.State{}, want("axe", 1))
			if err != nil {
				t.Fatal(err)
			}
			if tips := len(cfg.Prefer)+len(cfg.Avoid) > 0; plan.Optimal == tips {
				t.Errorf("action %d, %+v: a plan of cost %v, optimal %v", i, cfg, plan.Cost, plan.Optimal)
			}
		}
	}
}

// BenchmarkPlan plans for an iron pickaxe, and recalls the plan.
func BenchmarkPlan(b *testing.B) {
	_, g := ledger(b)
	p := exact(b, g, controller.DefaultConfig().Nodes)
	m, err := controller.NewMemory(b.Context(), nil)
	if err != nil {
		b.Fatal(err)
	}
	plan, err := p.Plan(context.Background(), interaction.State{}, want("iron_pickaxe", 1))
	if err != nil {
		b.Fatal(err)
	}
	if err := m.Keep(b.Context(), "", plan, interaction.State{}, 20); err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		p    controller.Planner
	}{{"planned", p}, {"recalled", m.Over(p, p)}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := c.p.Plan(context.Background(), interaction.State{}, want("iron_pickaxe", 1)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkWholeGame plans for 1,000 random goals of minecraft-1.19.
func BenchmarkWholeGame(b *testing.B) {
	g := truth(b, "minecraft-1.19")
	goals := randomGoals(g, 1000)
	for b.Loop() {
		p := exact(b, g, controller.DefaultConfig().Nodes)
		for _, goal := range goals {
			if _, err := p.Plan(context.Background(), interaction.State{}, goal); err != nil {
				b.Fatal(err)
			}
		}
	}
}
