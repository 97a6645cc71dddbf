package bench_test

import (
	"reflect"
	"testing"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// With pictures spines are got in deserts and logs in forests; without, the same everywhere.
func TestPicturesTellWhatIsNear(t *testing.T) {
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
	const task = "1 spine or 1 log"
	b := bench.MemoryPictures{Tasks: []string{task}, Teach: 5, TeachSteps: 1000, TeachSeed: 2}
	b.Contexts = bench.Contexts{World: world, Vitals: []string{"health"}, Creature: func(string) bool { return false }, Biomes: []string{"desert", "forest"},
		Census: world.Census, Seeds: 1, Steps: 1000, Size: 64, Seed: 1, Sees: sees, Parallel: 2}
	b.Graph, b.Factors = learned.Graph, []string{"log", "spine"}
	b.Conditions = []controller.Condition{{Aspect: controller.In, Name: "desert"}, {Aspect: controller.In, Name: "forest"}, {Aspect: controller.Near, Name: "tree"}, {Aspect: controller.Near, Name: "cactus"}}
	r, err := b.Run(t.Context(), func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	chosen := map[string]map[string]string{"none": {}, "state": {}, "picture": {}}
	maps := map[uint64]bool{}
	for _, g := range r.Games {
		if g.Arm == "teach" {
			maps[g.Seed] = true
			continue
		}
		if chosen[g.Arm][g.Biome] = g.Goal; maps[g.Seed] {
			t.Errorf("map %d is one that memory was filled on", g.Seed)
		}
	}
	if want := map[string]string{"desert": "1 spine", "forest": "1 log"}; !reflect.DeepEqual(chosen["picture"], want) {
		t.Errorf("with pictures it chooses %v", chosen["picture"])
	}
	for _, arm := range []string{"none", "state"} {
		if c := chosen[arm]; c["desert"] == "" || c["desert"] != c["forest"] {
			t.Errorf("%s: without pictures it chooses %v", arm, c)
		}
	}
	if r.Remembered < 15 || r.Tasks["picture"][task].Games != 2 || r.Gains["state"]["all"].Maps != 2 {
		t.Errorf("%d remembered, %+v, %+v", r.Remembered, r.Tasks["picture"][task], r.Gains["state"])
	}
}
