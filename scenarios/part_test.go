package scenarios_test

import (
	"testing"

	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// Every action of a part can be done and is listed in time; its rules are those of
// the whole; a larger part holds a smaller one.
func TestPart(t *testing.T) {
	for _, world := range []string{"tiny", "minecraft-41", "minecraft-1.19"} {
		f := load(t, world)
		rules := map[string]sim.Action{}
		for _, a := range f.Actions {
			rules[a.Label] = a
		}
		var before *sim.File
		for _, n := range []int{1, 3, 5, 40, 300, 1500} {
			if n >= len(f.Actions) {
				continue
			}
			p, err := scenarios.Part(f, n)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Validate(); err != nil {
				t.Fatalf("%s: %d actions: %v", world, n, err)
			}
			if len(p.Actions) != n {
				t.Errorf("%s: %d actions, want %d", world, len(p.Actions), n)
			}
			if r := sim.Check(p); len(r.UnreachableActions)+len(r.Locked) > 0 {
				t.Errorf("%s: %d actions: not closed: %v %v", world, n, r.UnreachableActions, r.Locked)
			}
			has := map[string]bool{}
			for _, a := range p.Actions {
				has[a.Label] = true
				if len(a.Effects) != len(rules[a.Label].Effects) {
					t.Errorf("%s: %d actions: %q has other rules", world, n, a.Label)
				}
			}
			if before != nil {
				for _, a := range before.Actions {
					if !has[a.Label] {
						t.Errorf("%s: %d actions: %q isn't in it, but in a smaller part", world, n, a.Label)
					}
				}
			}
			before = p
		}
		if p, err := scenarios.Part(f, len(f.Actions)); err != nil || p != f {
			t.Errorf("%s: all actions aren't the world itself: %v", world, err)
		}
	}
	if _, err := scenarios.Part(load(t, "tiny"), 0); err == nil {
		t.Error("a part of no actions was made")
	}
}
