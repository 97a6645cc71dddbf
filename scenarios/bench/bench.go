// Package bench runs whole explorations of worlds whose truth is known, and
// reports how they fared.
//
// The invariant it exists for: a reported number follows from the world, the
// configuration and the seed; how many games run at once changes time only.
package bench

import (
	"context"
	"slices"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/internal/many"
)

// Result is one exploration and its score.
type Result struct {
	Summary explore.Summary
	Graph   *graphstore.Graph
	Score   scenarios.Score
}

// Explore explores the world from nothing, in memory, in one session, and scores
// the result.
func Explore(ctx context.Context, f *sim.File, cfg explore.Config) (Result, error) {
	return ExploreWorld(ctx, sim.New(f), f, cfg)
}

// ExploreWorld is Explore of a world that plays by the file's rules and may be of
// another kind.
func ExploreWorld(ctx context.Context, w interaction.World, f *sim.File, cfg explore.Config) (Result, error) {
	return exploreWorld(ctx, w, f, cfg, nil)
}

// exploreWorld is ExploreWorld that tells show, if not nil, how far it is.
func exploreWorld(ctx context.Context, w interaction.World, f *sim.File, cfg explore.Config, show func(explore.Progress)) (Result, error) {
	l := &graphstore.Memory{}
	sum, err := living.World(ctx, w, l, cfg, pool.Config{Sessions: 1}, show)
	if err != nil {
		return Result{}, err
	}
	folded, err := graphstore.Fold(ctx, l, nil)
	if err != nil {
		return Result{}, err
	}
	truth := scenarios.NewTruth(f)
	if w.Spec().Caps.Starts == interaction.Episodes {
		truth = truth.Lived()
	}
	return Result{sum, folded.Graph, scenarios.NewScore(truth, folded.Graph)}, nil
}

// ExploreInto explores the world in one session over the ledger.
func ExploreInto(ctx context.Context, f *sim.File, cfg explore.Config, l graphstore.Ledger) (explore.Summary, error) {
	return explore.World(ctx, sim.New(f), l, cfg, pool.Config{Sessions: 1}, nil)
}

// each calls do(i) for i in [0, n), at most parallel at once, until all are done
// or ctx is; it returns ctx's error.
func each(ctx context.Context, n, parallel int, do func(i int)) error {
	_ = many.Do(ctx, n, parallel, func(_ context.Context, i int) error { do(i); return nil }) // its error is that of ctx
	return ctx.Err()
}

// only is the graph without the actions that aren't named.
func only(g *graphstore.Graph, actions []interaction.Action) *graphstore.Graph {
	out := *g
	out.Actions = nil
	for _, a := range g.Actions {
		if slices.Contains(actions, a.ID) {
			out.Actions = append(out.Actions, a)
		}
	}
	return &out
}
