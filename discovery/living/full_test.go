package living_test

import (
	"errors"
	"testing"

	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// felt is such a world with two vitals.
type felt struct{ played }

func (w felt) Spec() interaction.Spec {
	s := w.played.Spec()
	for _, n := range []string{"energy", "food"} {
		s.Factors = append(s.Factors, interaction.Factor{Name: n, Kind: interaction.Vital, Max: 5})
	}
	return s
}

// Where a vital is full, what raises it isn't tried again and again: what lowers it comes before, nothing that lowers another does, and what the world
// refuses breaks no life.
func TestWhatIsFull(t *testing.T) {
	for name, refuses := range map[string]bool{"tired": false, "too heavy": true} {
		tries := map[interaction.Action]int{}
		w := felt{played{id: "full", prompt: true, begin: func() map[string]int { return map[string]int{"energy": 5, "food": 5} },
			actions: []interaction.Action{"bake", "rest", "run", "fast"},
			act: func(has map[string]int, a interaction.Action) error {
				tries[a]++
				switch {
				case a == "bake":
					has["bread"]++
				case a == "rest":
					has["energy"] = min(5, has["energy"]+1)
				case a == "fast":
					has["food"] = max(1, has["food"]-1)
				case a == "run" && refuses && has["bread"] > 0:
					return &interaction.Fault{Class: interaction.FaultRefused, Err: errors.New("too heavy")}
				case a == "run":
					has["energy"] = max(1, has["energy"]-1)
				}
				return nil
			}}}
		cfg := config(1)
		cfg.Budget = 5_000
		sum, err := living.World(t.Context(), w, &graphstore.Memory{}, cfg, pool.Config{Sessions: 1}, nil)
		if err != nil || sum.Faults > 0 || sum.Steps >= 5_000 || 2*tries["rest"] > sum.Steps || 2*tries["fast"] > sum.Steps {
			t.Errorf("%s: %d steps, %d lives broke, it tried %v (%v)", name, sum.Steps, sum.Faults, tries, err)
		}
	}
}

// A box holds twenty, which the world doesn't say: that more fails is no chance, and it is full then.
func TestAnItemThatIsFullUnsaid(t *testing.T) {
	w := played{id: "box", actions: []interaction.Action{"x", "y"}, begin: func() map[string]int { return map[string]int{} },
		act: func(has map[string]int, a interaction.Action) error {
			switch {
			case a == "x":
				has["x"] = min(20, has["x"]+1)
			case has["x"] >= 2:
				has["x"] -= 2
				has["y"]++
			}
			return nil
		}}
	for seed := range uint64(4) {
		if got, certified := ways(t, w, seed, "x", "x"); len(got) != 1 || got[0] != "nothing" || !certified {
			t.Errorf("seed %d: x by %q, certified: %v", seed, got, certified)
		}
		if got, certified := ways(t, w, seed, "y", "y"); len(got) != 1 || got[0] != "2 x" || !certified {
			t.Errorf("seed %d: y by %q, certified: %v", seed, got, certified)
		}
	}
}
