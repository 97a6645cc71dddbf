package living_test

import (
	"slices"
	"strings"
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

// learned is what a run learns of the world.
func learned(t *testing.T, w interaction.World, seed uint64) *graphstore.Graph {
	t.Helper()
	cfg := config(seed)
	cfg.Budget = 20_000
	l := &graphstore.Memory{}
	if _, err := living.World(t.Context(), w, l, cfg, pool.Config{Sessions: 1}, nil); err != nil {
		t.Fatal(err)
	}
	folded, err := graphstore.Fold(t.Context(), l, nil)
	if err != nil {
		t.Fatal(err)
	}
	return folded.Graph
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
		"three of two together":      {func(has map[string]int) bool { return has["coal"]+has["wood"] >= 3 }, burns},
		"three of one, or one each":  {func(has map[string]int) bool { return has["coal"] >= 3 || has["coal"]*has["wood"] > 0 }, burns},
		"two of what it is made by":  {func(has map[string]int) bool { return has["coal"] >= 2 && has["wood"] > 0 }, kept},
		"four of what it is made by": {func(has map[string]int) bool { return has["coal"] >= 4 && has["wood"] > 1 }, kept},
	} {
		for seed := range uint64(6) {
			effects := learned(t, counted(w.enough, w.make), seed+1).Actions[2].Effects
			if len(effects) != 1 || len(effects[0].Ways) == 0 {
				t.Errorf("%s, seed %d: what it takes isn't known: %v", name, seed+1, effects)
			}
			for _, e := range effects {
				for _, way := range e.Ways {
					has := map[string]int{}
					for _, m := range way.Members {
						has[m.Factors[0]] = m.Count
					}
					if has["wood"] > 0 && strings.HasSuffix(name, "of what it is made by") {
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

// What is kept, and got rid of only as something else is made of it that would do as well, isn't left out of a way that fails without it.
func TestWhatOthersAreMadeOfIsKept(t *testing.T) {
	w := played{id: "lost", prompt: true, begin: func() map[string]int { return map[string]int{} }, actions: []interaction.Action{"dig", "make", "burn", "play"},
		act: func(has map[string]int, a interaction.Action) error {
			switch {
			case a == "dig":
				has["coal"]++
			case a == "make" && has["coal"] > 0:
				has["pot"]++
			case a == "burn" && has["coal"] > 0:
				has["coal"]--
				has["ash"]++
			case a == "play" && has["coal"]*(has["pot"]+has["ash"]) > 0:
				has["toy"]++
			}
			return nil
		}}
	for seed := range uint64(12) {
		effects := learned(t, w, seed+1).Actions[3].Effects
		if len(effects) != 1 || effects[0].Grade != graphstore.Certified {
			t.Errorf("seed %d: it isn't certified: %v", seed+1, effects)
		}
		for _, e := range effects {
			for _, way := range e.Ways {
				if e.Grade == graphstore.Certified && !slices.ContainsFunc(way.Members, func(m graphstore.Member) bool { return slices.Contains(m.Factors, "coal") }) {
					t.Errorf("seed %d: it is certified that %v suffices", seed+1, way.Members)
				}
			}
		}
	}
}

// A life that the budget cuts short says nothing of what can be brought about: a run that is gone on with in small steps learns as much.
func TestBudgetInSmallSteps(t *testing.T) {
	long(t)
	w := counted(func(has map[string]int) bool { return has["wood"] > 2 }, func(has map[string]int) {
		if has["coal"] > 0 {
			has["coal"]--
			has["wood"]++
		}
	})
	l := &graphstore.Memory{}
	for budget := int64(10); budget < 1_600; budget += 7 {
		cfg := config(1)
		cfg.Budget = int(budget)
		if _, err := living.World(t.Context(), w, l, cfg, pool.Config{Sessions: 1}, nil); err != nil {
			t.Fatal(err)
		}
	}
	cfg := config(1)
	cfg.Budget = 20_000
	sum, err := living.World(t.Context(), w, l, cfg, pool.Config{Sessions: 1}, nil)
	if err != nil || sum.ActionsCertified < 3 {
		t.Errorf("%d of 3 actions are learned (%v)", sum.ActionsCertified, err)
	}
}

// A number that only successes had with something else beside it, by another way, isn't enough by itself.
func TestNumbersOfTwoWays(t *testing.T) {
	w := played{id: "boiled", prompt: true, begin: func() map[string]int { return map[string]int{} }, actions: []interaction.Action{"dig", "cut", "boil", "make"},
		act: func(has map[string]int, a interaction.Action) error {
			switch {
			case a == "dig":
				has["coal"]++
			case a == "cut":
				has["reed"]++
			case a == "boil" && has["coal"] > 1:
				has["cup"]++
			case a == "make" && has["coal"] > 0 && has["reed"] > 1:
				has["coal"]--
				has["reed"] -= 2
				has["cup"]++
			case a == "make" && has["reed"] > 2:
				has["cup"]++
			}
			return nil
		}}
	for seed := range uint64(6) {
		e := learned(t, w, seed+1).Actions[3].Effects[0]
		if e.Grade != graphstore.Certified {
			t.Errorf("seed %d: it isn't certified: %v", seed+1, e.Ways)
		}
		for _, way := range e.Ways {
			if len(way.Members) == 1 && way.Members[0].Count < 3 {
				t.Errorf("seed %d: it is certified that %v suffices", seed+1, way.Members)
			}
		}
	}
}
