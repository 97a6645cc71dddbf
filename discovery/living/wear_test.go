package living_test

import (
	"math/rand/v2"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// A tool that breaks at times is said to, whether it broke when it was first used or not.
func TestToolsThatBreak(t *testing.T) {
	for _, chance := range []float64{.2, .7} {
		r := rand.New(rand.NewPCG(1, 2))
		w := played{id: "quarry", prompt: true, actions: []interaction.Action{"chop", "carve", "quarry"}, begin: func() map[string]int { return map[string]int{} },
			act: func(has map[string]int, a interaction.Action) error {
				switch {
				case a == "chop":
					has["wood"]++
				case a == "carve" && has["wood"] > 1:
					has["wood"] -= 2
					has["pick"]++
				case a == "quarry" && has["pick"] > 0:
					has["stone"]++
					if r.Float64() < chance {
						has["pick"]--
					}
				}
				return nil
			}}
		l := &graphstore.Memory{}
		cfg := config(1)
		cfg.Budget = 30_000
		sum, err := living.World(t.Context(), w, l, cfg, pool.Config{Sessions: 1}, nil)
		if err != nil || sum.End != explore.EndDone || sum.ActionsCertified != 3 {
			t.Errorf("%g: %v, %d of 3 actions (%v)", chance, sum.End, sum.ActionsCertified, err)
		}
		if c, err := graphstore.Check(t.Context(), l); err != nil || !c.OK() {
			t.Errorf("%g: %v, %v", chance, c.Problems, err)
		}
		f, err := graphstore.Fold(t.Context(), l, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Graph.Action("quarry").Effects[0].Ways[0].String(); got != "pick (kept, at times 1 used)" {
			t.Errorf("%g: it takes %s", chance, got)
		}
	}
}
