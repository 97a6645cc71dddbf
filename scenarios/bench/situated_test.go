package bench_test

import (
	"testing"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// Who sees gets a log near a river, and who doesn't see doesn't: the same agent, the same maps.
func TestSituatedTasksNeedEyes(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes for long")
	}
	file, err := scenarios.Load("wilds")
	if err != nil {
		t.Fatal(err)
	}
	world, err := land.New(file)
	if err != nil {
		t.Fatal(err)
	}
	sees, err := percipient.Embedded(world.Spec().ID)
	if err != nil {
		t.Fatal(err)
	}
	learned, err := bench.Explore(t.Context(), file, explore.Default())
	if err != nil {
		t.Fatal(err)
	}
	b := bench.Situated{
		Contexts: bench.Contexts{World: world, Vitals: []string{"health"}, Creature: func(string) bool { return false }, Biomes: []string{"plains", "taiga"},
			Census: world.Census, Seeds: 2, Steps: 10_000, Size: 64, Seed: 1, Sees: sees, Parallel: 2},
		Graph: learned.Graph, Factors: []string{"log"}, Conditions: []controller.Condition{{Aspect: controller.Near, Name: "river_water"}},
		Actions: 100, What: bench.FactorTasks[1:2], Columns: bench.SituatedColumns[2:],
	}
	r, err := b.Run(t.Context(), func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	task := bench.FactorTasks[1].Name
	if got := r.Tasks["ours"][task]; got.Games != 4 || got.Rate < .75 || got.Wrong > 0 {
		t.Errorf("with eyes: %+v", got)
	}
	if got := r.Tasks["blind"][task]; got.Rate > 0 {
		t.Errorf("without: %+v", got)
	}
}
