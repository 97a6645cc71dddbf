package living_test

import (
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// An action that ends each episode, whichever it is in the list, keeps nobody from learning the rest, and is said to.
func TestDeadlyAction(t *testing.T) {
	for at := range 3 {
		actions := []interaction.Action{"chop", "carve"}
		w := played{id: "pit", prompt: at != 1, begin: func() map[string]int { return map[string]int{} },
			actions: append(append(append([]interaction.Action{}, actions[:at]...), "jump"), actions[at:]...),
			act: func(has map[string]int, a interaction.Action) error {
				switch {
				case a == "jump":
					return interaction.ErrEnded
				case a == "chop":
					has["wood"]++
				case has["wood"] > 1:
					has["wood"] -= 2
					has["bowl"]++
				}
				return nil
			}}
		cfg := config(1)
		cfg.Budget = 20_000
		sum, err := living.World(t.Context(), w, &graphstore.Memory{}, cfg, pool.Config{Sessions: 1}, nil)
		if err != nil || sum.End != explore.EndDone || sum.ActionsCertified != 2 {
			t.Errorf("%v: %d certified after %d steps, %s: %v", w.actions, sum.ActionsCertified, sum.Steps, sum.End, err)
		}
		if len(sum.NotLearned) != 1 || sum.NotLearned[0].Action != "jump" {
			t.Errorf("%v: not learned: %v", w.actions, sum.NotLearned)
		}
	}
}

// A world in which whatever is done ends the episode is broken.
func TestAllIsDeadly(t *testing.T) {
	w := played{id: "trap", prompt: true, actions: []interaction.Action{"push", "pull"}, begin: func() map[string]int { return map[string]int{} },
		act: func(map[string]int, interaction.Action) error { return interaction.ErrEnded }}
	if _, err := living.World(t.Context(), w, &graphstore.Memory{}, config(1), pool.Config{Sessions: 1}, nil); err == nil {
		t.Error("it isn't said")
	}
}
