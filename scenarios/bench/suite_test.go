package bench_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
)

func get(name, group string, n int) scenarios.SuiteTask {
	return scenarios.SuiteTask{Name: name, Group: group, Goal: []interaction.Amount{{Name: name, Level: n}}, MaxSteps: 300}
}

// TestSuite plays tasks of the whole game, with and without losses and without the
// patroller; the same twice, at once and one after the other.
func TestSuite(t *testing.T) {
	tasks := []scenarios.SuiteTask{get("bowl", "wooden", 1), get("stone_pickaxe", "stone", 1), get("iron_pickaxe", "iron", 1)}
	s := bench.Suite{World: load(t, "minecraft-1.19", 0), Tasks: tasks, Games: 6, Parallel: 2, Seed: 1, Config: config(1),
		Actor: controller.DefaultActorConfig(), Memory: true}
	play := func(s bench.Suite) (solved int, rows string, lost int) {
		t.Helper()
		results, err := s.Run(t.Context(), nil)
		if err != nil || bench.SuiteErr(results) != nil {
			t.Fatal(err, bench.SuiteErr(results))
		}
		for _, r := range results {
			n, _ := r.Solved()
			solved += n
			for _, g := range r.Games {
				lost += g.Lost
			}
		}
		var b bytes.Buffer
		if err := bench.SuiteRows(&b, results, nil); err != nil {
			t.Fatal(err)
		}
		var table bytes.Buffer
		if err := bench.PrintSuite(&table, results, nil, ""); err != nil || !strings.Contains(table.String(), "iron_pickaxe") {
			t.Error(err)
		}
		t.Log("\n" + table.String())
		return solved, b.String(), lost
	}
	solved, rows, _ := play(s)
	if solved != 18 {
		t.Errorf("%d of 18 games solved:\n%s", solved, rows)
	}
	s.Parallel = 1
	s.Tasks = slices.Clone(tasks)
	if _, again, _ := play(s); again != rows {
		t.Error("how many tasks are played at once changes the games")
	}
	s.Drop = .2
	if solved, rows, lost := play(s); solved < 17 || lost == 0 {
		t.Errorf("with %d losses %d of 18 games solved:\n%s", lost, solved, rows)
	}
	s.Actor.Blind = true
	if solved, rows, _ := play(s); solved > 9 {
		t.Errorf("with losses and without the patroller %d of 18 games solved:\n%s", solved, rows)
	}
}
