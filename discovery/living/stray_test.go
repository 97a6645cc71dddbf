package living_test

import (
	"math/rand/v2"
	"testing"

	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// One gets wet by a bucket, and now and then by rain, whatever is done: that it came once without a bucket doesn't certify that it takes none.
func TestWhatAlsoComesByItself(t *testing.T) {
	right := 0
	for seed := uint64(1); seed <= 12; seed++ {
		r := rand.New(rand.NewPCG(seed, 0))
		w := played{id: "splash", prompt: true, actions: []interaction.Action{"chop", "make", "splash", "dry"}, facts: []string{"wet"}, begin: func() map[string]int { return map[string]int{} },
			act: func(has map[string]int, a interaction.Action) error {
				switch {
				case a == "chop":
					has["wood"]++
				case a == "make" && has["wood"] > 1:
					has["wood"] -= 2
					has["bucket"]++
				case a == "splash" && has["bucket"] > 0 && r.Float64() < .7:
					has["wet"] = 1
				case a == "dry":
					delete(has, "wet")
				}
				return nil
			},
			timer: func(has map[string]int, _ int) {
				if r.Float64() < .03 {
					has["wet"] = 1
				}
			}}
		l := &graphstore.Memory{}
		cfg := config(seed)
		cfg.Budget = 15_000
		if _, err := living.World(t.Context(), w, l, cfg, pool.Config{Sessions: 1}, nil); err != nil {
			t.Fatal(err)
		}
		f, err := graphstore.Fold(t.Context(), l, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range f.Graph.Action("splash").Effects {
			if e.Factor != "wet" || e.Grade != graphstore.Certified {
				continue
			}
			if len(e.Ways) == 1 && e.Ways[0].String() == "bucket (kept)" {
				right++
			} else {
				t.Errorf("seed %d: it is certified that splashing takes %v", seed, e.Ways)
			}
		}
	}
	if right == 0 {
		t.Error("nothing is certified with any seed")
	}
}
