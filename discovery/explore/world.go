package explore

import (
	"context"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// World explores a world: it goes on where the ledger ends, runs the trials in the sessions
// of a pool, and records each outcome as it arrives. The pool's seed is the run's. Its errors
// are those of [New], [pool.New] and [Explorer.Run].
func World(ctx context.Context, w interaction.World, l graphstore.Ledger, cfg Config, sessions pool.Config, show func(Progress)) (sum Summary, err error) {
	x, err := New(ctx, cfg, w.Spec(), l)
	if err != nil {
		return Summary{}, err
	}
	sessions.Seed, sessions.Record = cfg.Seed, x.Record
	p, err := pool.New(w, sessions)
	if err != nil {
		return Summary{}, err
	}
	defer func() { _ = p.Close() }() // it says nothing
	return x.Run(ctx, p, show)
}
