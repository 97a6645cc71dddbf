package living_test

import (
	"testing"

	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// lift is a house of four floors: up leads one floor up, and the lift, with ore, to the second.
type lift struct{ played }

func (w lift) Spec() interaction.Spec {
	s := w.played.Spec()
	s.Factors = []interaction.Factor{{Name: "floor", Kind: interaction.Fact, Max: 3}}
	return s
}

// What brings a fact to a level below the one that is wanted isn't done for that.
func TestNothingLowerIsDoneForALevel(t *testing.T) {
	w := lift{played{id: "lift", actions: []interaction.Action{"up", "down", "mine", "forge", "lift"}, begin: func() map[string]int { return map[string]int{} },
		act: func(has map[string]int, a interaction.Action) error {
			switch {
			case a == "up":
				has["floor"] = min(3, has["floor"]+1)
			case a == "down":
				has["floor"] = 0
			case a == "mine" && has["floor"] > 0:
				has["ore"]++
			case a == "forge" && has["floor"] == 3 && has["ore"] > 0:
				has["bar"]++
			case a == "lift" && has["ore"] > 0:
				has["floor"] = max(2, has["floor"])
			}
			return nil
		}}}
	for seed := range uint64(3) {
		cfg := config(seed + 1)
		cfg.Budget = 20_000
		sum, err := living.World(t.Context(), w, &graphstore.Memory{}, cfg, pool.Config{Sessions: 1}, nil)
		if err != nil || sum.Steps > 4_000 {
			t.Errorf("seed %d: %d steps, %v", seed+1, sum.Steps, err)
		}
	}
}
