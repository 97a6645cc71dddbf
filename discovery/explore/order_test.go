package explore_test

import (
	"errors"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/graphstore"
)

// disguised is a refiner under another's name, as if a run were continued with other
// guesses: it asks for other trials.
type disguised struct{ discovery.Refiner }

func (disguised) Name() string { return "group" }

// A run that is continued with other guesses may meet the items in another order than
// the ledger numbers them in. It is left before anything wrong is recorded, and the
// next one goes on with all that is known.
func TestOtherOrder(t *testing.T) {
	f := load(t, "minecraft-41")
	strayed := 0
	for seed := uint64(1); strayed == 0 && seed < 40; seed++ {
		l := &graphstore.Memory{}
		cfg := config(seed)
		cfg.Unlock, cfg.Refiner, cfg.Budget = explore.UnlockNone, disguised{refine.OneAtATime{}}, 100+20*int(seed)
		if _, err := run(t.Context(), t, f, cfg, l, 3, nil); err != nil {
			t.Fatal(err)
		}
		cfg.Refiner, cfg.Budget = refine.Group{}, 0
		_, err := run(t.Context(), t, f, cfg, l, 3, nil)
		if errors.Is(err, explore.ErrOtherOrder) {
			strayed++
			_, err = run(t.Context(), t, f, cfg, l, 3, nil)
		}
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		if report, err := graphstore.Check(t.Context(), l); err != nil || !report.OK() {
			t.Errorf("seed %d: %v, %v", seed, report, err)
		}
	}
	if strayed == 0 {
		t.Error("no run met the items in another order: nothing was tested")
	}
}
