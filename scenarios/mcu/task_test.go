package mcu

import (
	"testing"

	"github.com/adam-discovery/adam/scenarios"
)

func game(t testing.TB, name string, lived bool) *Game {
	t.Helper()
	f, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	g, err := NewGame(f, lived)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// There are at least 3,000 tasks, no two at distance 0 and none twice by name, and each is read as it is printed.
func TestAtomic(t *testing.T) {
	for _, x := range []struct {
		world string
		lived bool
		least int
	}{{"minecraft-1.19", false, 3000}, {"minecraft-1.19", true, 3000}, {"wilds", true, 50}, {"tiny", false, 5}} {
		g := game(t, x.world, x.lived)
		tasks := g.Atomic()
		ids, goals, families := map[string]bool{}, map[string]bool{}, map[Family]int{}
		by := map[deed][]int{}
		grammar := g.Grammar()
		for i, k := range tasks {
			families[k.Family]++
			if ids[k.ID] || goals[k.Goal()] {
				t.Fatalf("%s: %s, %s is there twice", g.Name, k.ID, k.Goal())
			}
			ids[k.ID], goals[k.Goal()] = true, true
			if !k.Checkable() {
				t.Errorf("%s can't be checked", k.ID)
			}
			if i%17 == 0 || len(tasks) < 200 {
				again, err := grammar.Parse(t.Context(), k.Goal())
				if err != nil || again.String() != k.Goal() {
					t.Errorf("%s: %q is read as %q, %v", k.ID, k.Goal(), again, err)
				}
			}
			for d := range k.deeds {
				by[d] = append(by[d], i)
			}
		}
		// Only tasks with a deed in common can be at distance 0.
		for _, same := range by {
			for i, a := range same {
				for _, b := range same[:i] {
					if Distance(tasks[a], tasks[b]) == 0 {
						t.Fatalf("%s: %s and %s are the same", g.Name, tasks[a].ID, tasks[b].ID)
					}
				}
			}
		}
		t.Logf("%s: %d tasks, %v", g.Name, len(tasks), families)
		if len(tasks) < x.least {
			t.Errorf("%s: %d tasks", g.Name, len(tasks))
		}
	}
}

// The same under another name is at distance 0, a part of it isn't.
func TestDistance(t *testing.T) {
	tasks := map[string]Task{}
	for _, k := range game(t, "minecraft-1.19", false).Atomic() {
		tasks[k.ID] = k
	}
	craft, use := tasks["craft/oak_fence"], tasks["tool/oak_planks"]
	if d := Distance(craft, craft); d != 0 {
		t.Errorf("a task is %v off itself", d)
	}
	if d := Distance(craft, use); d <= 0 || d >= 1 {
		t.Errorf("to craft a fence is one of the uses of planks, and it is %v off", d)
	}
	if d := Distance(craft, tasks["craft/oak_door"]); d != 1 {
		t.Errorf("a fence is %v off a door", d)
	}
	if _, there := tasks["tool/placed_oak_fence"]; there {
		t.Error("to use a placed fence is to break it, and that is a task already")
	}
}
