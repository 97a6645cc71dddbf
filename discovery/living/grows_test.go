package living_test

import (
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// What comes by itself only where something was planted isn't waited for without that, and what ripens meanwhile isn't put down to what is done
// then.
func TestWhatGrows(t *testing.T) {
	w := played{id: "orchard", prompt: true, actions: []interaction.Action{"seed", "plant", "harvest", "juice"}, facts: []string{"planted", "ripe"},
		begin: func() map[string]int { return map[string]int{} }}
	w.timer = func(has map[string]int, planted int) {
		if planted >= 6 {
			has["ripe"] = 1
		}
	}
	w.act = func(has map[string]int, a interaction.Action) error {
		switch {
		case a == "seed":
			has["seed"]++
		case a == "plant" && has["seed"] > 0 && has["planted"] == 0:
			has["seed"]--
			has["planted"] = 1
		case a == "harvest" && has["ripe"] > 0:
			has["apple"] += 2
			delete(has, "ripe")
			delete(has, "planted")
		case a == "juice" && has["apple"] > 2:
			has["apple"] -= 3
			has["juice"]++
		}
		return nil
	}
	for seed := uint64(1); seed < 3; seed++ {
		l := &graphstore.Memory{}
		cfg := config(seed)
		cfg.Budget = 100_000
		sum, err := living.World(t.Context(), w, l, cfg, pool.Config{Sessions: 1}, nil)
		if err != nil || sum.End != explore.EndDone || sum.ActionsCertified != 4 {
			t.Errorf("seed %d: %v, %d of 4 actions in %d steps (%v)", seed, sum.End, sum.ActionsCertified, sum.Steps, err)
		}
		if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
			t.Errorf("seed %d: %v, %v", seed, r.Problems, err)
		}
	}
}
