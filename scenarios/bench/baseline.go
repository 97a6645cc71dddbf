package bench

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/internal/baseline"
)

// Quality is how good a planted guess is: the probability that a true cause is
// left out, and the mean number of items that are named without being one (ADAM,
// table 4.4, counts the latter for several language models).
type Quality struct {
	Omission   float64
	Redundancy float64
}

// Planted returns a guess of this quality, made from the truth: the stand-in for a
// language model that knows the game. It is for baselines only; nothing of ours
// may use it.
func Planted(t *scenarios.Truth, q Quality, seed uint64) func(interaction.Action, string, []string) []string {
	g := t.Graph()
	rng := rand.New(rand.NewPCG(seed, 0x6775657373))
	return func(a interaction.Action, effect string, observed []string) []string {
		var out []string
		if act := g.Action(a); act != nil {
			for _, e := range act.Effects {
				if e.Factor != effect {
					continue
				}
				// The first way whose members were all observed.
				for _, w := range e.Ways {
					missing := false
					var items []string
					for _, m := range w.Members {
						i := slices.IndexFunc(m.Factors, func(f string) bool { return slices.Contains(observed, f) })
						missing = missing || i < 0
						items = append(items, m.Factors[max(i, 0)])
					}
					if !missing {
						out = items
						break
					}
				}
			}
		}
		out = slices.DeleteFunc(out, func(string) bool { return rng.Float64() < q.Omission })
		if n := len(observed); n > 0 {
			for _, it := range observed {
				if rng.Float64() < q.Redundancy/float64(n) && !slices.Contains(out, it) {
					out = append(out, it)
				}
			}
		}
		return out
	}
}

// runBaseline runs ADAM's published loop on a world from nothing and scores it.
func runBaseline(ctx context.Context, f *sim.File, cfg baseline.Config, seed uint64) (baseline.Result, scenarios.Score, error) {
	res, err := learnBaseline(ctx, sim.New(f), cfg, seed)
	if err != nil {
		return res, scenarios.Score{}, err
	}
	return res, scenarios.NewScore(scenarios.NewTruth(f), res.Graph), nil
}

// learnBaseline runs ADAM's published loop on a world from nothing.
func learnBaseline(ctx context.Context, w interaction.World, cfg baseline.Config, seed uint64) (baseline.Result, error) {
	p, err := pool.New(w, pool.Config{Sessions: 1, Seed: seed})
	if err != nil {
		return baseline.Result{}, err
	}
	defer func() { _ = p.Close() }() // nothing of it is needed any more
	return baseline.Learn(ctx, w.Spec(), p, cfg)
}

// Published is what ADAM's published loop, with the guesses of a good language model (0.2 needless items on average),
// believes of the world after it learned all it could: a tree to act by. The loop can't do without hints on when an action
// can be tried, which its authors wrote by hand: actions that have none get what their first way takes.
func Published(ctx context.Context, f *sim.File, seed uint64) (*graphstore.Graph, error) {
	hinted := *f
	hinted.Actions = slices.Clone(f.Actions)
	for i := range hinted.Actions {
		a := &hinted.Actions[i]
		if len(a.Unlock) > 0 || len(a.Effects) == 0 || len(a.Effects[0].Ways) == 0 {
			continue
		}
		w := a.Effects[0].Ways[0]
		for _, r := range slices.Concat(w.Consumes, w.Needs) {
			if m := f.Members(r); len(m) > 0 && !slices.Contains(a.Unlock, m[0]) {
				a.Unlock = append(slices.Clone(a.Unlock), m[0])
			}
		}
		slices.Sort(a.Unlock)
	}
	r, _, err := runBaseline(ctx, &hinted, baseline.Config{Guess: Planted(scenarios.NewTruth(f), Quality{Redundancy: .2}, seed)}, seed)
	return r.Graph, err
}
