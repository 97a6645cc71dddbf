package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/interaction/crafter"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// Worlds are drawn by the seed that is asked for: equal seeds live the same lives, and others others.
func TestBenchCrafterSeed(t *testing.T) {
	if !crafter.Installed(t.Context()) {
		t.Skip(crafter.ErrNotInstalled, ": ", crafter.Hint)
	}
	play := func(seed uint64) string {
		code, out, err := adam(t, "bench", "crafter", "--steps", "150", "--parallel", "1", "--seed", fmt.Sprint(seed), "--json")
		if code != 0 {
			t.Fatalf("seed %d: exit code %d: %s", seed, code, err)
		}
		var score bench.CrafterScore
		if err := json.Unmarshal([]byte(out), &score); err != nil {
			t.Fatal(err)
		}
		if score.Seed != seed {
			t.Errorf("seed %d: the score says %d", seed, score.Seed)
		}
		return fmt.Sprint(score.Achievements, score.Deaths, score.Steps)
	}
	if one, two, again := play(1), play(2), play(2); one == two || two != again {
		t.Errorf("seed 1: %s\nseed 2: %s\nagain: %s", one, two, again)
	}
}

// What is learned first is a part of the steps.
func TestBenchCrafterLearnsWithinSteps(t *testing.T) {
	code, out, err := adam(t, "bench", "crafter", "--steps", "200", "--learn", "300")
	if code != 2 || out != "" || !strings.Contains(err, "learn 300 is more than steps 200") {
		t.Errorf("exit code %d: %s%s", code, out, err)
	}
}
