package bench_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// A game that needs more than counts as plenty is explored anew with more of it, its steps count all explorations; one whose
// budget is used up is said not to be finished; and games that are known aren't explored.
func TestRobustnessOfLivedGames(t *testing.T) {
	const dear = 11
	f := load(t, "tiny", 0)
	i := slices.IndexFunc(f.Actions, func(a sim.Action) bool { return a.Label == "makeSticks" })
	f.Actions[i].Effects[0].Ways[0].Consumes[0].Count = dear
	explored := 0
	r := bench.Robustness{World: f, Mutations: 1, Seed: 1, Goal: "axe", Parallel: 1, Config: config(1),
		Modify: func(context.Context, uint64) (interaction.World, *sim.File, []string, error) {
			explored++
			l, err := land.New(f)
			if err != nil {
				return nil, nil, nil, err
			}
			w, err := body.New(l)
			return w, l.Rules(), nil, err
		}}
	r.Config.Stock = living.DefaultStock
	var kept []bench.Game
	shown := 0
	r.Show = func(seed uint64, p explore.Progress) {
		if seed != 1 || p.Steps < shown {
			t.Errorf("seed %d: after %d steps %d", seed, shown, p.Steps)
		}
		shown = p.Steps
	}
	report, err := r.Run(t.Context(), func(g bench.Game) { kept = append(kept, g) })
	if err != nil || report.Exact != 1 || report.Solved != 1 || report.Unfinished != 0 || len(kept) != 1 {
		t.Fatalf("%+v, %v", report, err)
	}
	g := report.Games[0]
	if g.Stock != dear || g.End != explore.EndDone || g.Goal.Reached == nil || g.Goal.Certified == nil || g.Goal.Certified.Steps > g.Steps {
		t.Errorf("it was explored anew: %+v", g)
	}
	if shown == 0 || shown > g.Steps {
		t.Errorf("%d steps were shown of %d", shown, g.Steps)
	}
	r.Show = nil
	once := r
	once.Config.Stock = dear
	if again, err := once.Run(t.Context(), nil); err != nil || again.Games[0].Steps >= g.Steps || again.Games[0].Stock != 0 {
		t.Errorf("with enough from the start it takes %d steps, and %d with both explorations: %v", again.Games[0].Steps, g.Steps, err)
	}
	short := once
	short.Config.Budget = 50
	if report, err := short.Run(t.Context(), nil); err != nil || report.Unfinished != 1 || report.Games[0].End != explore.EndBudget || report.WrongCertificates > 0 {
		t.Errorf("within 50 steps: %+v, %v", report, err)
	}
	before := explored
	r.Known = kept
	if same, err := r.Run(t.Context(), func(bench.Game) { t.Error("it was explored again") }); err != nil || same.Exact != 1 || explored != before {
		t.Errorf("a game that is known: %+v, %v", same, err)
	}
}

// Why a game isn't solved is said where the rules, or the exploration, tell.
func TestWhyAGameIsntSolved(t *testing.T) {
	f := load(t, "tiny", 0)
	i := slices.IndexFunc(f.Actions, func(a sim.Action) bool { return a.Label == "makeAxe" })
	for w := range f.Actions[i].Effects[0].Ways {
		for c := range f.Actions[i].Effects[0].Ways[w].Consumes {
			f.Actions[i].Effects[0].Ways[w].Consumes[c].Count = 98
		}
	}
	r := bench.Robustness{World: f, Mutations: 1, Seed: 3, Goal: "axe", Parallel: 1, Config: config(1),
		Modify: func(context.Context, uint64) (interaction.World, *sim.File, []string, error) {
			return sim.New(f), f, nil, nil
		}}
	why := func() string {
		t.Helper()
		report, err := r.Run(t.Context(), nil)
		if err != nil || report.Solved != 0 || report.Games[0].End != explore.EndDone {
			t.Fatalf("%+v, %v", report, err)
		}
		return report.Games[0].Reason
	}
	if got := why(); !strings.HasPrefix(got, "makeAxe isn't learned: ") {
		t.Errorf("it says %q", got)
	}
	r.Beyond = func(*sim.File, explore.Config) []string { return []string{"makeAxe"} }
	if got := why(); got != "more of something is needed than the 64 that are told apart (makeAxe)" {
		t.Errorf("it says %q", got)
	}
}
