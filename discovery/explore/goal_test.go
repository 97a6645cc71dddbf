package explore_test

import (
	"context"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/discovery/statistical"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

func TestGoalProbe(t *testing.T) {
	for _, name := range []string{"minecraft-41-paper", "minecraft-41-modified"} {
		for _, width := range []int{1, 8} {
			f, _ := scenarios.Load(name)
			w := sim.New(f)
			var r, pv, c []int
			exact := 0
			for seed := range uint64(100) {
				l := &graphstore.Memory{}
				cfg := explore.Config{Seed: seed, Width: width, Delta: .01, Floor: .3, Stock: 64, Goal: "diamond", Unlock: explore.UnlockWorld,
					Refiner: refine.Group{}, Hypothesizer: statistical.Hypothesizer{}, Attempts: 3}
				x, err := explore.New(context.Background(), cfg, w.Spec(), l)
				if err != nil {
					t.Fatal(err)
				}
				p, _ := pool.New(w, pool.Config{Sessions: 1, Seed: seed})
				sum, err := x.Run(context.Background(), p, nil)
				p.Close()
				if err != nil {
					t.Fatal(err)
				}
				m := sum.Milestones["diamond"]
				r = append(r, m.Reached.Rounds)
				pv = append(pv, m.Proven.Rounds)
				c = append(c, m.Certified.Rounds)
				_ = exact
			}
			slices.Sort(r)
			slices.Sort(pv)
			slices.Sort(c)
			t.Logf("%s width %d: reached %d (max %d) proven %d (max %d) certified %d (max %d)", name, width, r[50], r[99], pv[50], pv[99], c[50], c[99])
		}
	}
}
