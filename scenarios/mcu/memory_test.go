package mcu

import (
	"testing"

	"github.com/adam-discovery/adam/controller"
)

// Where a place has to be gone back to, an agent with memory goes there, and one without has to find such a place anew.
func TestGoesBack(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes for long")
	}
	g := game(t, "wilds", true)
	task, err := g.Composed("be near iron_vein")
	if err != nil {
		t.Fatal(err)
	}
	vein, river := controller.Condition{Aspect: controller.Near, Name: "iron_vein"}, controller.Condition{Aspect: controller.Near, Name: "river_water"}
	const scenes = 12
	back, steps := map[bool]int{}, map[bool]int{}
	for n := range scenes {
		s, err := (&Generator{Game: g, Seed: 77}).Scene(t.Context(), task, Simple, n, nil)
		if err != nil {
			t.Fatal(err)
		}
		s.Moves, s.Steps, s.Goal = 200, 20_000, "be near cactus then survive 10000 steps"
		for _, forgetful := range []bool{false, true} {
			a, err := g.Enter(t.Context(), s, Sighted)
			if err != nil {
				t.Fatal(err)
			}
			if forgetful {
				a.places.Forgetful()
			}
			seek := func(c controller.Condition) bool {
				found, err := a.Seek(t.Context(), []controller.Condition{c}, "")
				if err != nil {
					t.Fatal(err)
				}
				return found
			}
			if seek(vein) && seek(river) {
				was := a.watch.steps
				if seek(vein) {
					back[forgetful]++
				}
				steps[forgetful] += a.watch.steps - was
			}
			if err := a.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("back in %d, %d steps; without memory in %d, %d steps", back[false], steps[false], back[true], steps[true])
	if back[false] < scenes-1 || 2*steps[false]*back[true] > steps[true]*back[false] {
		t.Errorf("back in %d, %d steps; without memory in %d, %d steps", back[false], steps[false], back[true], steps[true])
	}
}
