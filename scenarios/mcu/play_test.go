package mcu

import (
	"testing"
)

// Scenes of all tasks of a world with a map can be set, and the experts solve them.
func TestExperts(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes for long")
	}
	g := game(t, "wilds", true)
	v := &Verifier{Generator: Generator{Game: g, Seed: 1}, Tries: 4}
	first, after, second, n := 0, 0, 0, 0
	for i, task := range g.Atomic() {
		if i%3 != 0 {
			continue
		}
		for _, d := range Difficulties {
			x, err := v.Verify(t.Context(), task, d, 0)
			if err != nil {
				t.Fatal(err)
			}
			n++
			if x.First {
				first++
			}
			if !x.Solved {
				t.Logf("%s, %s: %v %+v", task.ID, d, x.Reasons, x.Scene)
				continue
			}
			after++
			p, err := v.Second(t.Context(), x.Scene)
			if err != nil {
				t.Fatal(err)
			}
			if p.Verdict.Done {
				second++
			} else {
				t.Logf("second: %s, %s: %s %d %+v", task.ID, d, p.End, p.Moves, x.Scene)
			}
		}
	}
	t.Logf("%d scenes, %d solvable before, %d after, %d by the second", n, first, after, second)
	if float64(after) < .95*float64(n) || float64(second) < .95*float64(after) {
		t.Errorf("%d scenes, %d solvable before, %d after, %d by the second", n, first, after, second)
	}
}
