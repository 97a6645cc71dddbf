package living_test

import (
	"context"
	"errors"
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

// refusing is a world that doesn't begin a session each third time.
type refusing struct {
	played
	asked *int
}

func (w refusing) Open(ctx context.Context) (interaction.Session, error) {
	if *w.asked++; *w.asked%3 == 0 {
		return nil, errors.New("no room")
	}
	return w.played.Open(ctx)
}

// A session that can't be begun costs one life, and not the run.
func TestSessionThatDoesNotBegin(t *testing.T) {
	w := refusing{anyOf(3, 1, 1), new(int)}
	cfg := config(1)
	cfg.Width = 8
	l := &graphstore.Memory{}
	sum, err := living.World(t.Context(), w, l, cfg, pool.Config{Sessions: 1}, nil)
	if err != nil || sum.ActionsCertified != 4 || sum.Faults == 0 {
		t.Errorf("%d certified, %d faults: %v", sum.ActionsCertified, sum.Faults, err)
	}
}

// Plans don't do what ends the episode without what keeps it from that: to dig without a lamp is to fall.
func TestGuardedAction(t *testing.T) {
	for _, prompt := range []bool{false, true} {
		w := played{id: "mine", prompt: prompt, actions: []interaction.Action{"dig", "chop", "lamp", "smelt"}, begin: func() map[string]int { return map[string]int{} },
			act: func(has map[string]int, a interaction.Action) error {
				switch {
				case a == "dig" && has["lamp"] == 0:
					return interaction.ErrEnded
				case a == "dig":
					has["ore"]++
				case a == "chop":
					has["wood"]++
				case a == "lamp" && has["wood"] > 1:
					has["wood"] -= 2
					has["lamp"]++
				case a == "smelt" && has["ore"] > 0 && has["wood"] > 0:
					has["ore"]--
					has["wood"]--
					has["bar"]++
				}
				return nil
			}}
		cfg := config(1)
		cfg.Budget = 20_000
		sum, err := living.World(t.Context(), w, &graphstore.Memory{}, cfg, pool.Config{Sessions: 1}, nil)
		if err != nil || sum.ActionsCertified < 3 || sum.ItemsFound != 4 {
			t.Errorf("prompt %v: %d certified, %d items, %d steps in %d episodes: %v, %v", prompt, sum.ActionsCertified, sum.ItemsFound, sum.Steps, sum.Episodes, sum.NotLearned, err)
		}
	}
}
