package scenarios_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

func TestParseDrift(t *testing.T) {
	for text, want := range map[string]struct {
		seed  uint64
		after int
	}{"7": {7, scenarios.DriftAfter}, "0:0": {0, 0}, "18446744073709551615:40": {1<<64 - 1, 40}} {
		seed, after, err := scenarios.ParseDrift(text)
		if err != nil || seed != want.seed || after != want.after {
			t.Errorf("%q is %d, %d, %v", text, seed, after, err)
		}
	}
	for _, text := range []string{"", "x", "7:", "7:x", "7:-1", "-7", "7:1:1", " 7", "18446744073709551616"} {
		if _, _, err := scenarios.ParseDrift(text); !errors.Is(err, scenarios.ErrDrift) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestDriftIsMet: after the drift, one action of the path doesn't give what it gave
// from any start that sufficed before, the goal can still be had, and the
// worlds can take each other's place.
func TestDriftIsMet(t *testing.T) {
	ctx := context.Background()
	for world, goal := range map[string]string{"tiny": "", "minecraft-41": "iron_pickaxe", "minecraft-41-paper": "diamond"} {
		f := certain(load(t, world))
		truth := scenarios.NewTruth(f)
		resolved, err := scenarios.ResolveGoal(f, goal)
		if err != nil {
			t.Fatal(err)
		}
		path := truth.Path(resolved)
		changes := map[string]bool{}
		for seed := range uint64(12) {
			d, line, err := scenarios.NewDrift(f, goal, seed, 0)
			if err != nil {
				t.Fatal(err)
			}
			changes[line] = true
			if again, same, _ := scenarios.NewDrift(f, goal, seed, 0); same != line || again.To.Fingerprint() != d.To.Fingerprint() {
				t.Errorf("%s, seed %d: %q and %q", world, seed, line, same)
			}
			if err := d.To.Validate(); err != nil {
				t.Fatal(err)
			}
			if scenarios.NewTruth(d.To).Levels()[resolved] == 0 {
				t.Errorf("%s, seed %d: %s: %s can't be had any more", world, seed, line, resolved)
			}
			w, err := sim.NewDrifting(f, d)
			if err != nil {
				t.Fatal(err)
			}
			s, _ := w.Open(ctx)
			broken := 0
			for _, a := range truth.Actions {
				for _, e := range a.Effects {
					works := false
					for _, way := range e.Ways {
						start := map[string]int{}
						for _, m := range way.Members {
							start[m.Factors[0]] = m.Count
						}
						o, fault := interaction.Execute(ctx, s, interaction.Trial{Action: a.ID, Start: interaction.StateOf(start)}, 1)
						if fault != nil {
							t.Fatal(fault)
						}
						works = works || gains(o)[e.Factor] > 0
					}
					if !works && slices.Contains(path, a.ID) {
						broken++
					}
				}
			}
			if broken == 0 {
				t.Errorf("%s, seed %d: %s: nobody on the way to %s notices", world, seed, line, resolved)
			}
		}
		if len(changes) < 5 {
			t.Errorf("%s: only %d different changes", world, len(changes))
		}
	}
	if _, _, err := scenarios.NewDrift(load(t, "tiny"), "unobtainium", 1, 0); !errors.Is(err, scenarios.ErrUnknownGoal) {
		t.Errorf("unknown goal: %v", err)
	}
}
