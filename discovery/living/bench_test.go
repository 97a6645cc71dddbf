package living_test

import (
	"testing"

	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// What a bench takes is used up by putting it up, again and again, as going on means leaving it: also where no bench may stand in the end,
// or one must.
func TestBenchThatIsLeft(t *testing.T) {
	for _, prompt := range []bool{false, true} {
		w := played{id: "bench", prompt: prompt, actions: []interaction.Action{"chop", "put", "go", "carve"}, facts: []string{"at_bench", "near_tree"},
			begin: func() map[string]int { return map[string]int{} },
			act: func(has map[string]int, a interaction.Action) error {
				switch {
				case a == "go":
					has["at_bench"], has["near_tree"] = 0, 1
				case a == "chop" && has["near_tree"] > 0:
					has["log"] += 2
				case a == "put" && has["log"] > 0 && has["at_bench"] == 0:
					has["log"]--
					has["at_bench"] = 1
				case a == "carve" && has["at_bench"] > 0:
					has["bowl"]++
				}
				return nil
			}}
		l := &graphstore.Memory{}
		sum, err := living.World(t.Context(), w, l, config(1), pool.Config{Sessions: 1}, nil)
		if err != nil || sum.ActionsCertified != len(w.actions) || sum.Steps > 2000 {
			t.Errorf("prompt %v: %d of %d certified in %d steps: %v, %v", prompt, sum.ActionsCertified, len(w.actions), sum.Steps, sum.NotLearned, err)
		}
		if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
			t.Error(r.Problems, err)
		}
	}
}
