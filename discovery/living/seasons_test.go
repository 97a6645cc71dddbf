package living_test

import (
	"testing"

	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// seasons is a world in which it rains now and then, and snows at other times, by itself. A jar is filled by rain, which is soon seen, and
// a fort takes three stones and snow.
func seasons() played {
	steps := 0
	return played{id: "seasons", actions: []interaction.Action{"chip", "fill", "fort"}, facts: []string{"rain", "snow"},
		begin: func() map[string]int { steps = 0; return map[string]int{} },
		act: func(has map[string]int, a interaction.Action) error {
			switch {
			case a == "chip":
				has["stone"]++
			case a == "fill" && has["rain"] > 0:
				has["jar"]++
			case a == "fort" && has["snow"] > 0 && has["stone"] > 2:
				has["stone"] -= 3
				has["wall"]++
			}
			steps++
			has["rain"], has["snow"] = 0, 0
			switch {
			case steps%40 >= 30:
				has["snow"] = 1
			case steps%40 >= 10 && steps%40 < 20:
				has["rain"] = 1
			}
			return nil
		}}
}

// What never did anything is tried with each kind of weather, also where others are known to be needed that exclude it, and where what comes by
// itself came after it as well.
func TestSeasons(t *testing.T) {
	want := map[interaction.Action]string{"chip": "nothing", "fill": "rain (kept)", "fort": "snow (kept) + 3 stone"}
	for seed := range uint64(2) {
		cfg := config(seed + 1)
		cfg.Budget = 60_000
		l := &graphstore.Memory{}
		sum, err := living.World(t.Context(), seasons(), l, cfg, pool.Config{Sessions: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		folded, err := graphstore.Fold(t.Context(), l, nil)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, a := range folded.Graph.Actions {
			for _, e := range a.Effects {
				for _, w := range e.Ways {
					if found++; w.String() != want[a.ID] || e.Grade != graphstore.Certified {
						t.Errorf("seed %d: %s gives %s by %q (%v), not by %q", seed+1, a.ID, e.Factor, w, e.Grade, want[a.ID])
					}
				}
			}
		}
		if found != len(want) {
			t.Errorf("seed %d: %d ways are known, not %d; not learned %v", seed+1, found, len(want), sum.NotLearned)
		}
	}
}
