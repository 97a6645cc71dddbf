package scenarios_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// TestMutatedGames checks what every modified game promises, over many seeds.
func TestMutatedGames(t *testing.T) {
	kinds := map[string]bool{}
	for _, name := range []string{"minecraft-41", "minecraft-41-paper"} {
		original := load(t, name)
		fingerprints := map[string]bool{original.Fingerprint(): true}
		for seed := range uint64(100) {
			o := scenarios.Options{Seed: seed, Edits: 1 + int(seed%12)}
			f, edits, err := scenarios.Mutate(t.Context(), original, o)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if len(edits) != o.Edits {
				t.Errorf("seed %d: %d edits, not %d", seed, len(edits), o.Edits)
			}
			if f.Fingerprint() == original.Fingerprint() {
				t.Errorf("seed %d: nothing changed: %q", seed, edits)
			}
			fingerprints[f.Fingerprint()] = true
			if err := f.Validate(); err != nil {
				t.Errorf("seed %d: %v", seed, err)
			}
			again, _, err := scenarios.Mutate(t.Context(), original, o)
			if err != nil || string(again.Marshal()) != string(f.Marshal()) {
				t.Errorf("seed %d: not the same a second time: %v", seed, err)
			}
			all, listed := sim.Reach(f, false), sim.Reach(f, true)
			if all.Items["diamond"] == 0 {
				t.Errorf("seed %d: no diamond: %q", seed, edits)
			}
			for it := range all.Items {
				if listed.Items[it] == 0 {
					t.Errorf("seed %d: %s can't be unlocked: %q", seed, it, edits)
				}
			}
			if !slices.Equal(all.Actions, listed.Actions) {
				t.Errorf("seed %d: an action can't be unlocked: %q", seed, edits)
			}
			for _, a := range f.Actions {
				for _, e := range a.Effects {
					for i := range e.Ways {
						if e.ChanceOf(&e.Ways[i]) < 0.35 {
							t.Errorf("seed %d: %s is too rare", seed, a.Label)
						}
					}
				}
			}
			for _, line := range edits {
				for _, kind := range []string{"in place of", "also needs", "also takes", "no longer takes", "gives", "needs", "also works with", "sometimes gives", "there is"} {
					if strings.Contains(line, kind) {
						kinds[kind] = true
					}
				}
			}
		}
		if len(fingerprints) < 95 {
			t.Errorf("%s: only %d different games of 100 seeds", name, len(fingerprints)-1)
		}
		if original.Fingerprint() != load(t, name).Fingerprint() {
			t.Error("the original was changed")
		}
	}
	if len(kinds) != 9 {
		t.Errorf("only these kinds of edits came up: %v", kinds)
	}
}

func TestMutateNames(t *testing.T) {
	f, edits, err := scenarios.Mutate(t.Context(), load(t, "minecraft-41"), scenarios.Options{Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	if f.ID != "minecraft-41-mutated-7-8" || len(edits) != scenarios.DefaultEdits || !strings.Contains(f.Source, edits[0]) {
		t.Errorf("id %q with %d edits, source %q", f.ID, len(edits), f.Source)
	}
}

func TestUnsolvableGames(t *testing.T) {
	for seed := range uint64(30) {
		f, edits, err := scenarios.Mutate(t.Context(), load(t, "minecraft-41"), scenarios.Options{Seed: seed, Edits: 3, Goal: "cobblestone", Unsolvable: true})
		if err != nil {
			t.Fatal(err)
		}
		if sim.Reach(f, false).Items["cobblestone"] > 0 || len(edits) != 3 {
			t.Errorf("seed %d: still solvable after %q", seed, edits)
		}
	}
	// An ambient goal is taken away as well.
	f, _, err := scenarios.Mutate(t.Context(), load(t, "tiny"), scenarios.Options{Edits: 1, Goal: "flint", Unsolvable: true})
	if err != nil || sim.Reach(f, false).Items["flint"] > 0 {
		t.Errorf("flint is still there: %v", err)
	}
}

func TestMutateErrors(t *testing.T) {
	tiny := load(t, "tiny")
	if _, _, err := scenarios.Mutate(t.Context(), tiny, scenarios.Options{Goal: "plank"}); !errors.Is(err, scenarios.ErrUnknownGoal) || !strings.Contains(err.Error(), `did you mean "planks"?`) {
		t.Errorf("unknown goal: %v", err)
	}
	for _, n := range []int{-1, scenarios.MaxEdits + 1} {
		if _, _, err := scenarios.Mutate(t.Context(), tiny, scenarios.Options{Edits: n}); !errors.Is(err, scenarios.ErrEdits) {
			t.Errorf("%d edits: %v", n, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := scenarios.Mutate(ctx, tiny, scenarios.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if f, _, err := scenarios.Mutate(t.Context(), tiny, scenarios.Options{}); err != nil || sim.Reach(f, true).Items["axe"] == 0 {
		t.Errorf("tiny's own goal is lost: %v", err)
	}
}
