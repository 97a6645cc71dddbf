package controller_test

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// barrel is a body where rain comes now and then and lasts for some steps; a jar is filled in the rain with glass that was fetched.
type barrel struct {
	every, lasts, way, takes, breaks int // how often it rains, a hundred unless said otherwise; how long rain lasts, what the way and an action cost, and how often waiting breaks
	have                             map[string]int
	steps, dry, waits                int // jars that were tried without rain, and waits
}

func (b *barrel) Observe(context.Context) (interaction.State, error) {
	now := map[string]int{"glass": b.have["glass"], "jar": b.have["jar"]}
	every := cmp.Or(b.every, 100)
	if b.steps%every >= every-b.lasts {
		now["rain"] = 1
	}
	return interaction.StateOf(now), nil
}

func (b *barrel) Act(ctx context.Context, a interaction.Action) (interaction.State, error) {
	b.steps += 1 + b.takes
	now, _ := b.Observe(ctx)
	switch {
	case a == "fetch":
		b.have["glass"]++
	case a == "buy":
		b.have["jar"]++
	case now.Level("rain") == 0:
		b.dry++
	case b.have["glass"] > 0:
		b.have["glass"], b.have["jar"] = b.have["glass"]-1, b.have["jar"]+1
	}
	return b.Observe(ctx)
}

func (b *barrel) Survive(_ context.Context, steps int) error {
	b.waits++
	if b.steps += steps; b.waits <= b.breaks {
		return &interaction.Fault{Class: "test", Err: errors.New("it broke")}
	}
	return nil
}

func (b *barrel) Approach(context.Context, interaction.Action) error { b.steps += b.way; return nil }
func (b *barrel) Travel(context.Context, int) (bool, error)          { return false, nil }
func (b *barrel) Return(context.Context, []string) (bool, error)     { return false, nil }
func (b *barrel) Comes(fact string) bool                             { return fact != "well" }
func (b *barrel) Steps() int                                         { return b.steps }

// TestAwaits: what needs rain is done in the rain, which is waited for where it is needed, as long as it is worth it.
func TestAwaits(t *testing.T) {
	one := func(factor string, grade graphstore.Grade, members ...graphstore.Member) []graphstore.Effect {
		return []graphstore.Effect{{Factor: factor, Grade: grade, Chance: graphstore.Interval{Estimate: 1, Low: 1, High: 1, Trials: 30, Successes: 30},
			Ways: []graphstore.Way{{Members: members, Yield: graphstore.Yield{Min: 1, Max: 1, Mean: 1}}}}}
	}
	need := func(factor string, used int) graphstore.Member {
		return graphstore.Member{Factors: []string{factor}, Count: 1, Consumed: used}
	}
	graph := func(fill string, more ...graphstore.Action) *graphstore.Graph {
		return &graphstore.Graph{Factors: []graphstore.Factor{{Name: "glass"}, {Name: "jar", Number: 1}, {Name: "rain", Number: 2, Kind: interaction.Fact}, {Name: "well", Number: 3, Kind: interaction.Fact}},
			Actions: append([]graphstore.Action{{ID: "fetch", Learned: true, Effects: one("glass", graphstore.Proven)},
				{ID: "fill", Learned: true, Effects: one("jar", graphstore.Proven, need("glass", 1), need(fill, 0))}}, more...)}
	}
	want := func(factor string, level int, where ...controller.Condition) controller.Goal {
		return controller.Goal{Want: []interaction.Amount{{Name: factor, Level: level}}, Where: where}
	}
	buy := graphstore.Action{ID: "buy", Learned: true, Effects: one("jar", graphstore.Proven)}
	dance := graphstore.Action{ID: "dance", Effects: []graphstore.Effect{{Factor: "rain", Grade: graphstore.Reached}}}
	for _, c := range []struct {
		name   string
		body   barrel
		graph  *graphstore.Graph
		goals  []controller.Goal
		then   [][]controller.Goal
		reason string // empty: it is solved
		waits  bool
	}{
		{"some jars", barrel{lasts: 10, way: 2}, graph("rain"), []controller.Goal{want("jar", 5)}, nil, "", true},
		{"an action that was seen with rain doesn't bring it", barrel{lasts: 10, way: 2}, graph("rain", dance), []controller.Goal{want("jar", 1)}, nil, "", true},
		{"rain itself", barrel{lasts: 10}, graph("rain"), []controller.Goal{want("rain", 1)}, nil, "", true},
		{"rain and glass", barrel{lasts: 10}, graph("rain"), []controller.Goal{{Want: []interaction.Amount{{Name: "glass", Level: 2}, {Name: "rain", Level: 1}}}}, nil, "", true},
		{"sessions that break", barrel{lasts: 10, way: 2, breaks: 3}, graph("rain"), []controller.Goal{want("jar", 1)}, nil, "", true},
		{"a time that breaks", barrel{breaks: 3}, graph("rain"), []controller.Goal{{Survive: 5}}, nil, "", true},
		{"no rain", barrel{}, graph("rain"), []controller.Goal{want("jar", 1)}, nil, "for rain", true},
		{"rain that is over on the way", barrel{lasts: 10, way: 20}, graph("rain"), []controller.Goal{want("jar", 1)}, nil, "for rain", true},
		{"rain that is over when it acts", barrel{lasts: 10, takes: 11}, graph("rain"), []controller.Goal{want("jar", 1)}, nil, "for rain", true},
		{"another way", barrel{lasts: 10}, graph("rain", buy), []controller.Goal{want("jar", 1)}, nil, "", false},
		{"another goal", barrel{lasts: 10}, graph("rain"), []controller.Goal{want("jar", 1), want("glass", 1)}, nil, "", false},
		{"what one has to go to", barrel{lasts: 10}, graph("well"), []controller.Goal{want("jar", 1)}, nil, "well is missing", false},
		{"rain where something holds", barrel{lasts: 10}, graph("rain"), []controller.Goal{want("rain", 1, controller.Condition{Aspect: controller.Near, Name: "water"})}, nil, "rain is missing", false},
		{"rain, and rain again", barrel{every: 900, lasts: 10}, graph("rain"), []controller.Goal{want("rain", 1)}, [][]controller.Goal{{{Survive: 20}}, {want("rain", 1)}}, "", true},
	} {
		b := c.body
		b.have = map[string]int{}
		cfg := controller.DefaultActorConfig()
		cfg.Retries = 20
		a := controller.Actor{Graph: c.graph, Body: &b, Config: cfg}
		r, err := a.Run(t.Context(), controller.Task{Stages: append([][]controller.Goal{c.goals}, c.then...)})
		if err != nil || r.Solved != (c.reason == "") || !strings.Contains(r.Reason, c.reason) || b.waits > 0 != c.waits || r.Disputes > 0 || b.dry > 0 && b.takes == 0 {
			t.Errorf("%s: %+v (%v); %d waits, %d jars were tried without rain", c.name, r, err, b.waits, b.dry)
		}
	}
}

// What waits for the rain in a world that always breaks says so after as many breaks as are allowed.
func TestAwaitsInVain(t *testing.T) {
	b := barrel{lasts: 10, breaks: 1000, have: map[string]int{}}
	g := &graphstore.Graph{Factors: []graphstore.Factor{{Name: "rain", Kind: interaction.Fact}}}
	cfg := controller.DefaultActorConfig()
	cfg.Retries = 4
	a := controller.Actor{Graph: g, Body: &b, Config: cfg}
	r, err := a.Run(t.Context(), controller.Task{Stages: [][]controller.Goal{{{Want: []interaction.Amount{{Name: "rain", Level: 1}}}}}})
	if !errors.Is(err, controller.ErrBroken) || b.waits != 4 {
		t.Errorf("%+v (%v) after %d waits", r, err, b.waits)
	}
}
