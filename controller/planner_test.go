package controller_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/scenarios"
)

func truth(t testing.TB, world string) *graphstore.Graph {
	t.Helper()
	f, err := scenarios.Load(world)
	if err != nil {
		t.Fatal(err)
	}
	g := scenarios.NewTruth(f).Graph()
	for i := range g.Actions {
		for j, a := range f.Actions {
			if interaction.ActionName(j) == g.Actions[i].ID {
				g.Actions[i].Label = a.Label
			}
		}
	}
	return g
}

func exact(t testing.TB, g *graphstore.Graph, nodes int) *controller.Exact {
	t.Helper()
	p, err := controller.NewExact(g, controller.Config{Nodes: nodes})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func want(item string, n int) controller.Goal {
	return controller.Goal{Want: []interaction.Amount{{Name: item, Level: n}}}
}

// TestEveryItem plans for every item of the paper's world, from nothing.
func TestEveryItem(t *testing.T) {
	for _, world := range []string{"tiny", "minecraft-41", "minecraft-41-paper", "minecraft-41-modified"} {
		g := truth(t, world)
		p := exact(t, g, controller.DefaultConfig().Nodes)
		optimal := 0
		for _, it := range g.Factors {
			plan, err := p.Plan(context.Background(), interaction.State{}, want(it.Name, 1))
			if err != nil {
				t.Fatalf("%s: %s: %v", world, it.Name, err)
			}
			if plan.Optimal {
				optimal++
			}
			if _, err := controller.SelfCheck(interaction.State{}, plan.Steps, plan.Goal); err != nil {
				t.Errorf("%s: %s: %v", world, it.Name, err)
			}
			if it.Name == "iron_pickaxe" {
				t.Log(plan.Explain())
			}
		}
		t.Logf("%s: %d of %d proven optimal", world, optimal, len(g.Factors))
	}
}

func randomGoals(g *graphstore.Graph, n int) []controller.Goal {
	rng := rand.New(rand.NewPCG(1, 2))
	var out []controller.Goal
	for range n {
		out = append(out, want(g.Factors[rng.IntN(len(g.Factors))].Name, 1+rng.IntN(4)))
	}
	return out
}

// TestWholeGame plans 300 random goals of the whole game, each of which has to
// be reached on the tree.
func TestWholeGame(t *testing.T) {
	g := truth(t, "minecraft-1.19")
	p := exact(t, g, controller.DefaultConfig().Nodes)
	start, optimal, longest := time.Now(), 0, time.Duration(0)
	for _, goal := range randomGoals(g, 300) {
		one := time.Now()
		plan, err := p.Plan(context.Background(), interaction.State{}, goal)
		longest = max(longest, time.Since(one))
		if err != nil {
			t.Fatalf("%s: %v", goal, err)
		}
		if _, err := controller.SelfCheck(interaction.State{}, plan.Steps, goal); err != nil {
			t.Fatal(err)
		}
		if plan.Optimal {
			optimal++
		}
	}
	t.Logf("300 goals in %v, the longest %v, %d proven optimal", time.Since(start), longest, optimal)
}

// TestAgainstBruteForce compares plans in random small worlds with the optimum, by
// uniform-cost search over inventories.
func TestAgainstBruteForce(t *testing.T) {
	const seed = 7
	rng := rand.New(rand.NewPCG(seed, 0))
	worlds, compared, proven, worse, unreachable := 0, 0, 0, 0, 0
	gap := 0.0
	for i := range 100 {
		f, err := scenarios.Synth(scenarios.SynthOptions{Actions: 4 + rng.IntN(6), Seed: uint64(i)})
		if err != nil {
			t.Fatal(err)
		}
		worlds++
		g := scenarios.NewTruth(f).Graph()
		// Without some actions there are items that can't be had any more, and
		// things in the start inventory that can't be replaced.
		if i%3 == 0 {
			k := rng.IntN(len(g.Actions))
			g.Actions = slices.Delete(g.Actions, k, min(len(g.Actions), k+2))
		}
		p := exact(t, g, 20000)
		from := map[string]int{}
		for _, it := range g.Factors {
			if i%2 == 0 && rng.IntN(3) == 0 {
				from[it.Name] = 1 + rng.IntN(4)
			}
		}
		start := interaction.StateOf(from)
		goal := want(g.Factors[rng.IntN(len(g.Factors))].Name, 1+rng.IntN(3))
		if rng.IntN(3) == 0 {
			goal.Want = append(goal.Want, interaction.Amount{Name: g.Factors[rng.IntN(len(g.Factors))].Name, Level: 1})
			if goal.Want[0].Name == goal.Want[1].Name {
				goal.Want = goal.Want[:1]
			}
		}
		plan, err := p.Plan(context.Background(), start, goal)
		if errors.Is(err, controller.ErrUnreachable) {
			_, reached, known, _ := optimum(g, start, goal.Want, math.Inf(1), 5000)
			if reached {
				t.Errorf("world %d: %s from %s: %v, and it can be reached", i, goal, start, err)
			}
			if known && !reached {
				unreachable++
			}
			continue
		}
		if err != nil {
			t.Errorf("world %d: %s from %s: %v", i, goal, start, err)
			continue
		}
		if plan.Optimal {
			proven++
		}
		cost, reached, known, _ := optimum(g, start, goal.Want, plan.Cost, 6000)
		if !known {
			continue
		}
		compared++
		if reached {
			worse++
			gap = max(gap, plan.Cost/cost-1)
			if plan.Optimal {
				t.Errorf("world %d: %s from %s costs %.3f, not %.3f as the plan that is called optimal:\n%s", i, goal, start, cost, plan.Cost, plan.Explain())
			}
		}
	}
	t.Logf("%d worlds: %d plans compared, %d called optimal, %d worse than the optimum (by at most %.0f%%); %d goals unreachable by both", worlds, compared, proven, worse, 100*gap, unreachable)
	if compared < 50 || unreachable < 3 {
		t.Errorf("only %d plans were compared and %d goals were out of reach", compared, unreachable)
	}
	if worse*50 > compared {
		t.Errorf("%d of %d plans are worse than the optimum", worse, compared)
	}
}

// TestSynthetic plans in larger random worlds, from nothing and from something: what
// can be had from nothing has a plan, and every plan reaches its goal.
func TestSynthetic(t *testing.T) {
	const seed = 11
	rng := rand.New(rand.NewPCG(seed, 0))
	planned, out := 0, 0
	for i := range 40 {
		f, err := scenarios.Synth(scenarios.SynthOptions{Actions: 20 + rng.IntN(150), Seed: uint64(i)})
		if err != nil {
			t.Fatal(err)
		}
		g := scenarios.NewTruth(f).Graph()
		names := g.Factors
		if i%2 == 1 {
			g.Actions = slices.DeleteFunc(g.Actions, func(graphstore.Action) bool { return rng.IntN(10) == 0 })
		}
		levels := levelsOf(g)
		p := exact(t, g, 300)
		for range 20 {
			from := map[string]int{}
			for range rng.IntN(6) {
				from[names[rng.IntN(len(names))].Name] = 1 + rng.IntN(9)
			}
			start := interaction.StateOf(from)
			goal := want(names[rng.IntN(len(names))].Name, 1+rng.IntN(30))
			plan, err := p.Plan(context.Background(), start, goal)
			switch fromNothing := levels[goal.Want[0].Name]; {
			case err == nil:
				planned++
				end, err := controller.SelfCheck(start, plan.Steps, goal)
				if err != nil || !goal.Met(end) {
					t.Errorf("world %d (seed %d): %s from %s: %v", i, seed, goal, start, err)
				}
			case fromNothing:
				t.Errorf("world %d (seed %d): %s from %s, which can be had from nothing: %v", i, seed, goal, start, err)
			case !errors.Is(err, controller.ErrUnreachable) && !errors.Is(err, controller.ErrBudget):
				t.Error(err)
			default:
				out++
			}
		}
	}
	t.Logf("%d goals planned, %d out of reach", planned, out)
	if planned < 500 || out < 20 {
		t.Errorf("only %d goals were planned and %d out of reach", planned, out)
	}
}

// levelsOf tells what can be had from nothing, by trying everything until nothing
// new comes.
func levelsOf(g *graphstore.Graph) map[string]bool {
	have := map[string]bool{}
	for before := -1; before != len(have); {
		before = len(have)
		for _, a := range g.Actions {
			for _, e := range a.Effects {
				for _, w := range e.Ways {
					if !slices.ContainsFunc(w.Members, func(m graphstore.Member) bool { return !have[m.Factors[0]] }) {
						have[e.Factor] = true
					}
				}
			}
		}
	}
	return have
}

// TestSurest counts the steps of the plans for MP5's tasks at which the inventory
// meets several ways of the effect, so that the world may use up something else than
// the plan counts on.
func TestSurest(t *testing.T) {
	g := truth(t, "minecraft-1.19")
	p := exact(t, g, controller.DefaultConfig().Nodes)
	suite, err := scenarios.LoadSuite("mp5-process")
	if err != nil {
		t.Fatal(err)
	}
	open := 0
	for _, task := range suite.Tasks {
		plan, err := p.Plan(context.Background(), interaction.State{}, controller.Goal{Want: task.Goal})
		if err != nil {
			t.Fatal(err)
		}
		have := interaction.State{}
		for _, s := range plan.Steps {
			i := slices.IndexFunc(g.Actions, func(a graphstore.Action) bool { return a.ID == s.Action })
			for _, e := range g.Actions[i].Effects {
				if e.Factor == s.Factor && slices.ContainsFunc(e.Ways, func(w graphstore.Way) bool {
					return slices.ContainsFunc(mixtures(w.Members), func(x graphstore.Members) bool {
						other := controller.Step{Takes: x}
						met := !slices.ContainsFunc(x, func(m graphstore.Member) bool { return have.Level(m.Factors[0]) < m.Count })
						return met && !slices.Equal(other.Uses(), s.Uses())
					})
				}) {
					open++
					t.Logf("%s: %s, from %s", task.Name, s, have)
				}
			}
			if have, err = controller.SelfCheck(have, []controller.Step{s}, controller.Goal{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if open > 3 {
		t.Errorf("%d steps leave a choice to the world", open)
	}
}

// TestTogetherIsAGuess: that two effects of chance came equally often doesn't show
// that they come together, so a plan that counts on it isn't called optimal.
func TestTogetherIsAGuess(t *testing.T) {
	half := graphstore.Interval{Low: .27, Estimate: .5, High: .73, Successes: 10, Trials: 20}
	always := graphstore.Interval{Low: .83, Estimate: 1, High: 1, Successes: 20, Trials: 20}
	effect := func(item string, chance graphstore.Interval) graphstore.Effect {
		return graphstore.Effect{Factor: item, Grade: graphstore.Certified, Unconditional: true, Chance: chance, Ways: []graphstore.Way{{Yield: graphstore.Yield{Min: 1, Max: 1, Mean: 1}}}}
	}
	g := &graphstore.Graph{
		Factors: []graphstore.Factor{{Name: "apple", Level: 1}, {Name: "dust", Level: 1}, {Name: "leaf", Level: 1}},
		Actions: []graphstore.Action{{ID: "a", Effects: []graphstore.Effect{
			effect("apple", half), effect("dust", always), effect("leaf", half),
		}}},
	}
	p := exact(t, g, 1000)
	for _, c := range []struct {
		want    []interaction.Amount
		cost    float64
		optimal bool
	}{
		{[]interaction.Amount{{Name: "apple", Level: 1}}, 2, true},
		{[]interaction.Amount{{Name: "apple", Level: 1}, {Name: "dust", Level: 1}}, 2, true},
		{[]interaction.Amount{{Name: "apple", Level: 1}, {Name: "leaf", Level: 1}}, 2, false},
		{[]interaction.Amount{{Name: "apple", Level: 1}, {Name: "dust", Level: 1}, {Name: "leaf", Level: 1}}, 2, false},
	} {
		plan, err := p.Plan(context.Background(), interaction.State{}, controller.Goal{Want: c.want})
		if err != nil || plan.Cost != c.cost || plan.Optimal != c.optimal {
			t.Errorf("%v: cost %v, optimal %v, %v", c.want, plan.Cost, plan.Optimal, err)
		}
	}
}

// ending is a context that ends when it was asked so often whether it has.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestSearchEnds: with room for any number of drafts, the search ends with its
// context all the same.
func TestSearchEnds(t *testing.T) {
	p := exact(t, truth(t, "minecraft-41"), math.MaxInt)
	ctx := &ending{context.Background(), 1000}
	if _, err := p.Plan(ctx, interaction.State{}, want("diamond", 9)); !errors.Is(err, context.Canceled) || ctx.left < -5000 {
		t.Errorf("%v, after the context was asked %d times more", err, -ctx.left)
	}
}

// There is never more of an item than there can be: what gives it and what takes it take turns.
func TestPlansWithinWhatThereCanBe(t *testing.T) {
	way := func(yield int, members ...graphstore.Member) []graphstore.Way {
		return []graphstore.Way{{Members: members, Yield: graphstore.Yield{Min: yield, Max: yield, Mean: float64(yield)}}}
	}
	use := func(f string, n int) graphstore.Member {
		return graphstore.Member{Factors: []string{f}, Count: n, Consumed: n}
	}
	one := graphstore.Interval{Low: 1, Estimate: 1, High: 1, Successes: 9, Trials: 9}
	g := &graphstore.Graph{
		Factors: []graphstore.Factor{{Name: "crown"}, {Name: "gold"}, {Name: "key", Max: 1}},
		Actions: []graphstore.Action{
			{ID: "a", Effects: []graphstore.Effect{{Factor: "key", Grade: graphstore.Proven, Unconditional: true, Chance: one, Ways: way(1)}}},
			{ID: "b", Effects: []graphstore.Effect{{Factor: "gold", Grade: graphstore.Proven, Chance: one, Ways: way(1, use("key", 1))}}},
			{ID: "c", Effects: []graphstore.Effect{{Factor: "crown", Grade: graphstore.Proven, Chance: one, Ways: way(1, use("gold", 3))}}},
		},
	}
	plan, err := exact(t, g, 1000).Plan(t.Context(), interaction.State{}, want("crown", 1))
	if err != nil {
		t.Fatal(err)
	}
	var got []interaction.Action
	for _, s := range plan.Steps {
		for range s.Times {
			got = append(got, s.Action)
		}
	}
	if want := []interaction.Action{"a", "b", "a", "b", "a", "b", "c"}; !slices.Equal(got, want) {
		t.Errorf("it plans %v", got)
	}
	// What is given besides, and doesn't fit, is lost, and so is a part of what is wanted.
	key := graphstore.Effect{Factor: "key", Grade: graphstore.Proven, Unconditional: true, Chance: one, Ways: way(1)}
	g.Actions[0].Effects = []graphstore.Effect{{Factor: "dust", Grade: graphstore.Proven, Unconditional: true, Chance: one, Ways: way(1)}, key}
	g.Factors = append(g.Factors[:1:1], graphstore.Factor{Name: "dust"}, g.Factors[1], g.Factors[2])
	if plan, err = exact(t, g, 1000).Plan(t.Context(), interaction.State{}, want("dust", 4)); err != nil || len(plan.Steps) != 1 || plan.Steps[0].Times != 4 {
		t.Errorf("for what comes with keys it plans %v, %v", plan.Steps, err)
	}
	g.Factors[3].Max = 3
	g.Actions[0].Effects[1].Ways = way(2)
	if plan, err = exact(t, g, 1000).Plan(t.Context(), interaction.State{}, want("key", 3)); err != nil || len(plan.Steps) != 1 || plan.Steps[0].Times != 2 {
		t.Errorf("for three keys, which come by two, it plans %v, %v", plan.Steps, err)
	}
}
