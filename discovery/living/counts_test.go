package living_test

import (
	"testing"

	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// counted is a world without a map and without chance, in which the last action gives a toy if there is enough.
func counted(enough func(has map[string]int) bool, make func(has map[string]int)) played {
	return played{id: "counted", prompt: true, begin: func() map[string]int { return map[string]int{} }, actions: []interaction.Action{"dig", "make", "play"},
		act: func(has map[string]int, a interaction.Action) error {
			switch {
			case a == "dig":
				has["coal"]++
			case a == "make":
				make(has)
			case enough(has):
				has["toy"]++
			}
			return nil
		}}
}

// The number that an effect takes of what is kept isn't believed from successes in which something else made it up, nor left out as some of it
// is there whenever something else is.
func TestCountsOfWhatIsKept(t *testing.T) {
	burns := func(has map[string]int) {
		if has["coal"] > 0 {
			has["coal"]--
			has["wood"]++
		}
	}
	kept := func(has map[string]int) {
		if has["coal"] > 0 {
			has["wood"]++
		}
	}
	for name, w := range map[string]struct {
		enough func(map[string]int) bool
		make   func(map[string]int)
	}{
		"three of two together":     {func(has map[string]int) bool { return has["coal"]+has["wood"] >= 3 }, burns},
		"three of one, or one each": {func(has map[string]int) bool { return has["coal"] >= 3 || has["coal"]*has["wood"] > 0 }, burns},
		"two of what it is made by": {func(has map[string]int) bool { return has["coal"] >= 2 && has["wood"] > 0 }, kept},
	} {
		for seed := range uint64(6) {
			cfg := config(seed + 1)
			cfg.Budget = 20_000
			l := &graphstore.Memory{}
			if _, err := living.World(t.Context(), counted(w.enough, w.make), l, cfg, pool.Config{Sessions: 1}, nil); err != nil {
				t.Fatal(err)
			}
			folded, err := graphstore.Fold(t.Context(), l, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range folded.Graph.Actions[2].Effects {
				for _, way := range e.Ways {
					has := map[string]int{}
					for _, m := range way.Members {
						has[m.Factors[0]] = m.Count
					}
					if has["wood"] > 0 && name == "two of what it is made by" {
						has["coal"] = max(has["coal"], 1) // there is no wood without
					}
					if !w.enough(has) {
						t.Errorf("%s, seed %d: it is said (%s) that %v suffices", name, seed+1, e.Grade, way.Members)
					}
				}
			}
		}
	}
}
