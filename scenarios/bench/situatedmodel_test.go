package bench_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// A model plays the tasks where others do, and is told what is around it in one of the columns only. One that doesn't answer,
// or isn't there, is skipped with the reason.
func TestModelsPlaySituatedTasks(t *testing.T) {
	file, err := scenarios.Load("wilds")
	if err != nil {
		t.Fatal(err)
	}
	world, err := land.New(file)
	if err != nil {
		t.Fatal(err)
	}
	b := bench.Situated{
		Contexts: bench.Contexts{World: world, Creature: func(string) bool { return false }, Biomes: []string{"plains", "taiga"}, Census: world.Census,
			Seeds: 1, Steps: 2000, Size: 64, Seed: 1, Parallel: 1},
		Actions: 100, What: bench.FactorTasks[:1],
	}
	var told, untold atomic.Int32
	knows := llm.CompleterFunc(func(_ context.Context, r llm.Request) (llm.Reply, error) {
		if strings.Contains(r.Messages[0].Text, "Around you: ") {
			told.Add(1)
		} else {
			untold.Add(1)
		}
		return llm.Reply{Text: `{"program": "seek near river_water; stop"}`}, nil
	})
	mute := llm.CompleterFunc(func(context.Context, llm.Request) (llm.Reply, error) { return llm.Reply{}, errors.New("it is down") })
	play := func(p bench.Players, columns ...string) (r bench.SituatedResult) {
		t.Helper()
		games, skipped, err := p.Situated(t.Context(), file, b, columns, func(int, int) {})
		if err != nil {
			t.Fatal(err)
		}
		r.Tasks = map[string]map[string]bench.SituatedRate{}
		r.Add(games, skipped)
		return r
	}

	sees := bench.ModelColumns[0]
	r := play(bench.Players{Ask: knows, Model: "m", Called: "m"}, sees)
	if got := r.Tasks[sees+" (m)"][b.What[0].Name]; got.Games != 2 || got.Rate != 1 || len(r.Skipped) > 0 {
		t.Errorf("a model that seeks a river: %+v", r)
	}
	for _, g := range r.Games {
		if g.Actions < 1 || g.Actions > 100 || g.Steps > 10*g.Actions {
			t.Errorf("%d actions in %d steps, of which ten are an action", g.Actions, g.Steps)
		}
	}
	if told.Load() == 0 || untold.Load() > 0 {
		t.Errorf("it was told what is around it %d times, and %d times not", told.Load(), untold.Load())
	}
	told.Store(0)
	if play(bench.Players{Ask: knows, Model: "m", Called: "m"}, bench.ModelColumns[1]); told.Load() > 0 || untold.Load() == 0 {
		t.Errorf("who isn't to be told what is around was, %d times", told.Load())
	}
	for name, p := range map[string]bench.Players{"mute": {Ask: mute, Model: "m", Called: "m"}, "none": {}} {
		if r := play(p, bench.ModelColumns...); len(r.Skipped) != 2 || len(r.Games) > 0 || r.Skipped[0].Reason == "" {
			t.Errorf("%s: %+v", name, r)
		}
	}
}
