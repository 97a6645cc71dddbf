package living_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/pool"
)

// A run that is stopped again and again tries the same as one that isn't, also where answers wouldn't come to rest at the same by
// themselves.
func TestStoppedAgainAndAgain(t *testing.T) {
	long(t)
	for _, seed := range []uint64{70_006, 70_000, 70_021} {
		cfg := config(seed)
		cfg.Chances = explore.ChancesOwn
		cfg.Budget = 60_000
		run := func(rounds int) (out []string) {
			l := &graphstore.Memory{}
			for {
				w, _ := world(t, small(t, seed))
				ctx, cancel := context.WithCancel(t.Context())
				n := 0
				_, err := living.World(ctx, w, l, cfg, pool.Config{Sessions: 1}, func(explore.Progress) {
					if n++; n == rounds {
						cancel()
					}
				})
				cancel()
				if !errors.Is(err, context.Canceled) {
					break
				}
			}
			for _, e := range entries(t, l) {
				if e.Kind == graphstore.KindOutcome {
					out = append(out, string(e.Body))
				}
			}
			return out
		}
		if whole, parts := run(0), run(7); !slices.Equal(whole, parts) {
			t.Errorf("world %d: %d trials in one piece, and other ones, %d, in parts", seed, len(whole), len(parts))
		}
	}
}

// A ledger of a world with other actions is one of another world, and not corrupt.
func TestLedgerOfAnotherWorld(t *testing.T) {
	l := &graphstore.Memory{}
	if _, err := living.World(t.Context(), seasons(), l, config(1), pool.Config{Sessions: 1}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := living.World(t.Context(), clock(), l, config(1), pool.Config{Sessions: 1}, nil); !errors.Is(err, graphstore.ErrOtherWorld) {
		t.Errorf("it fails with %v", err)
	}
}
