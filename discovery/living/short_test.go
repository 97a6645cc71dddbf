package living_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// known explores the world, and returns what is claimed of what the action gives, where that is certified, and the assumptions that nothing needs more.
func known(t *testing.T, w played, seed uint64, budget int, a interaction.Action) (ways []graphstore.Way, limits []discovery.Assumption) {
	t.Helper()
	l := &graphstore.Memory{}
	cfg := config(seed)
	cfg.Budget = budget
	if _, err := living.World(t.Context(), w, l, cfg, pool.Config{Sessions: 1}, nil); err != nil {
		t.Fatal(err)
	}
	if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
		t.Errorf("%v %v", r.Problems, err)
	}
	folded, err := graphstore.Fold(t.Context(), l, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range folded.Graph.Assumptions {
		if x.Name == discovery.Few {
			limits = append(limits, x)
		}
	}
	for _, x := range folded.Graph.Actions {
		for _, e := range x.Effects {
			if x.ID == a && e.Grade == graphstore.Certified {
				ways = append(ways, e.Ways...)
			}
		}
	}
	return ways, limits
}

// use takes so many of the item, if there are.
func use(has map[string]int, item string, n int) bool {
	if has[item] < n {
		return false
	}
	has[item] -= n
	return true
}

// A bare field, of which mud is dug, is hoed, which gives a worm at times: birds that come to a bare field, to worms and to mud come where there is mud alone.
func TestEndersThatGiveByChance(t *testing.T) {
	long(t)
	for seed := uint64(1); seed <= 4; seed++ {
		r := rand.New(rand.NewPCG(seed, 9))
		w := played{id: fmt.Sprint("worm", seed), prompt: seed%2 > 0, actions: []interaction.Action{"carve", "dig", "hoe", "rest", "lure"}, facts: []string{"bare"},
			begin: func() map[string]int { return map[string]int{"bare": 1} },
			act: func(has map[string]int, a interaction.Action) error {
				switch {
				case a == "carve":
					has["hoe"]++
				case a == "dig" && has["bare"] > 0:
					has["mud"]++
				case a == "hoe" && has["bare"] > 0 && has["hoe"] > 0:
					delete(has, "bare")
					has["clod"]++
					if r.Float64() < .4 {
						has["worm"]++
					}
				case a == "rest":
					has["bare"] = 1
				case a == "lure" && has["bare"]+has["worm"]+has["mud"] > 0:
					has["bird"]++
				}
				return nil
			}}
		ways, _ := known(t, w, seed, 30_000, "lure")
		if len(ways) > 0 && !slices.ContainsFunc(ways, func(w graphstore.Way) bool { return w.String() == "mud (kept)" }) {
			t.Errorf("seed %d: birds come by %v", seed, ways)
		}
	}
}

// Who is struck down once in four hundred steps has time for everything.
func TestHazardIsNoSeason(t *testing.T) {
	long(t)
	for seed := uint64(1); seed <= 4; seed++ {
		r := rand.New(rand.NewPCG(seed, 9))
		w := played{id: fmt.Sprint("hazard", seed), prompt: seed%2 > 0, actions: []interaction.Action{"log", "plank", "stick", "table", "axe", "chest"},
			begin: func() map[string]int { return map[string]int{} },
			act: func(has map[string]int, a interaction.Action) error {
				switch {
				case r.IntN(400) == 0:
					return fmt.Errorf("%w: struck", interaction.ErrEnded)
				case a == "log",
					a == "plank" && use(has, "log", 1),
					a == "stick" && use(has, "plank", 2),
					a == "table" && use(has, "plank", 3),
					a == "axe" && has["stick"] > 0 && use(has, "table", 1),
					a == "chest" && has["axe"] > 0 && use(has, "plank", 4):
					has[string(a)]++
				}
				return nil
			}}
		if ways, limits := known(t, w, seed, 60_000, "chest"); len(ways) != 1 || len(limits) > 0 {
			t.Errorf("seed %d: a chest takes %v, where %v", seed, ways, limits)
		}
	}
}

// At a fire bread is baked without a tin by who has six of flour: the season is too short for that with plenty of all else.
func TestMuchOfOneThingAtAFire(t *testing.T) {
	long(t)
	for seed := uint64(1); seed <= 4; seed++ {
		w := played{id: fmt.Sprint("bakery", seed), prompt: seed%2 == 0, length: 90, actions: []interaction.Action{"corn", "wood", "fire", "flour", "tin", "bread"}, facts: []string{"fire"},
			begin: func() map[string]int { return map[string]int{} },
			act: func(has map[string]int, a interaction.Action) error {
				switch {
				case a == "corn", a == "wood",
					a == "flour" && use(has, "corn", 2),
					a == "tin" && use(has, "wood", 3),
					a == "bread" && (has["tin"] > 0 || has["fire"] > 0 && has["flour"] >= 6) && use(has, "flour", 1):
					has[string(a)]++
				case a == "fire" && has["fire"] == 0 && use(has, "wood", 2):
					has["fire"] = 1
				}
				return nil
			}}
		if ways, limits := known(t, w, seed, 40_000, "bread"); len(ways) != 2 || len(limits) == 0 {
			t.Errorf("seed %d: bread takes %v, where %v", seed, ways, limits)
		}
	}
}

// A plot whose first stage each episode begins with goes through the others one after the other, and comes back to the first one: who is at a later stage
// doesn't wait for the first, and each action is tried at each.
func TestStages(t *testing.T) {
	long(t)
	for seed := uint64(1); seed <= 4; seed++ {
		w := played{id: fmt.Sprint("plot", seed), prompt: seed%2 == 0, length: 400, actions: []interaction.Action{"water", "seed", "drink", "till", "sow", "wait", "reap"}, facts: []string{"bare", "tilled", "sown", "ripe"},
			begin: func() map[string]int { return map[string]int{"bare": 1} },
			act: func(has map[string]int, a interaction.Action) error {
				next := func(from, to string) bool {
					if has[from] == 0 || !use(has, "water", 1) {
						return false
					}
					delete(has, from)
					has[to] = 1
					return true
				}
				switch {
				case a == "water", a == "seed", a == "drink" && has["seed"] > 0 && use(has, "water", 2):
					has[string(a)]++
				case a == "till" && next("bare", "tilled"), a == "sow" && next("tilled", "sown"), a == "wait" && next("sown", "ripe"):
				case a == "reap" && next("ripe", "bare"):
					has["corn"] += 2
				}
				return nil
			}}
		for a, want := range map[interaction.Action]string{"sow": "tilled (kept) + 1 water", "wait": "sown (kept) + 1 water", "drink": "seed (kept) + 2 water"} {
			if ways, _ := known(t, w, seed, 30_000, a); len(ways) != 1 || ways[0].String() != want {
				t.Errorf("seed %d: %s takes %v, not %s", seed, a, ways, want)
			}
		}
	}
}

// A morning that each episode begins with, and that passes by itself, isn't asked for with all that there can be by noon.
func TestMorning(t *testing.T) {
	long(t)
	for seed := uint64(1); seed <= 4; seed++ {
		steps := 0
		w := played{id: fmt.Sprint("morning", seed), prompt: seed%2 == 0, length: 300, actions: []interaction.Action{"wood", "stone", "spade", "bed", "glass", "lamp"}, facts: []string{"morning"},
			begin: func() map[string]int { steps = 0; return map[string]int{"morning": 1} },
			timer: func(has map[string]int, _ int) {
				if steps++; steps >= 20 {
					delete(has, "morning")
				}
			},
			act: func(has map[string]int, a interaction.Action) error {
				switch {
				case a == "wood", a == "stone",
					a == "spade" && has["wood"] > 0 && use(has, "stone", 2),
					a == "bed" && has["spade"] > 0 && use(has, "wood", 4),
					a == "glass" && use(has, "stone", 3),
					a == "lamp" && has["glass"] > 0 && use(has, "wood", 1):
					has[string(a)]++
				}
				return nil
			}}
		for a, want := range map[interaction.Action]string{"bed": "spade (kept) + 4 wood", "lamp": "glass (kept) + 1 wood"} {
			if ways, _ := known(t, w, seed, 30_000, a); len(ways) != 1 || ways[0].String() != want {
				t.Errorf("seed %d: %s takes %v, not %s", seed, a, ways, want)
			}
		}
	}
}
