package living_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// anyOf is a world in which each of several things can be had, and any one of them is enough to make something, with a chance.
func anyOf(things int, chance float64, seed uint64) played {
	rnd := rand.New(rand.NewPCG(seed, 7))
	w := played{id: "any", prompt: true, begin: func() map[string]int { return map[string]int{} }}
	for i := range things {
		w.actions = append(w.actions, interaction.Action(fmt.Sprint("get", i)))
	}
	w.actions = append(w.actions, "make")
	w.act = func(has map[string]int, a interaction.Action) error {
		if a != "make" {
			has["thing"+string(a[3:])]++
			return nil
		}
		for i := range things {
			if has[fmt.Sprint("thing", i)] > 0 {
				if rnd.Float64() < chance {
					has["toy"]++
				}
				break
			}
		}
		return nil
	}
	return w
}

// Several things any one of which is needed, and kept, have nothing in common: misses without all of them tell that one is needed.
func TestAnyOfSeveralKept(t *testing.T) {
	long(t)
	for _, things := range []int{3, 6, 10} {
		for _, chance := range []float64{1, .5} {
			for seed := range uint64(3) {
				cfg := config(seed + 1)
				cfg.Budget = 100_000
				l := &graphstore.Memory{}
				if _, err := living.World(t.Context(), anyOf(things, chance, seed), l, cfg, pool.Config{Sessions: 1}, nil); err != nil {
					t.Fatal(err)
				}
				folded, err := graphstore.Fold(t.Context(), l, nil)
				if err != nil {
					t.Fatal(err)
				}
				a := folded.Graph.Actions[things]
				if len(a.Effects) != 1 || a.Effects[0].Grade != graphstore.Certified || len(a.Effects[0].Ways) != things {
					t.Errorf("%d things, chance %g, seed %d: %s has the effects %v", things, chance, seed, a.ID, a.Effects)
				}
			}
		}
	}
}
