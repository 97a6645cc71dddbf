package active_test

import (
	"testing"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/controller/active"
	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/scenarios"
)

// wilds is the world of that name, what reads its pictures, and a session in it.
func wilds(t *testing.T) (interaction.World, percipient.Percipient, interaction.Session) {
	t.Helper()
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
	s, err := world.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return world, sees, s
}

// A body tells a desert from a forest by what it sees, in as many steps as it looks elsewhere; without anything to heed it
// tells nothing, and takes none.
func TestFeatures(t *testing.T) {
	world, sees, s := wilds(t)
	heeds := []controller.Condition{{Aspect: controller.In, Name: "desert"}, {Aspect: controller.In, Name: "forest"}, {Aspect: controller.Near, Name: "tree"}, {Aspect: controller.At, Name: "day"}, {Aspect: controller.Near, Name: "unicorn"}}
	seen := map[string]bool{}
	for seed := uint64(1); len(seen) < 2; seed++ {
		state, err := s.Begin(t.Context(), interaction.State{}, seed)
		if err != nil {
			t.Fatal(err)
		}
		scene, err := s.(interaction.Teller).Tell(interaction.Shot{View: interaction.Above, Width: 9, Height: 7})
		if err != nil {
			t.Fatal(err)
		}
		if scene.Ecology != "desert" && scene.Ecology != "forest" || seen[scene.Ecology] {
			continue
		}
		seen[scene.Ecology] = true
		a := active.New(s.(interaction.Camera), world.Spec().Ground, nil, state, sees, active.Config{Strategy: active.Strategy{Around: true}, Steps: 100, Size: 64, Seed: 1})
		b := active.NewBody(a, func(string) bool { return false })
		if got, err := b.Features(t.Context()); err != nil || len(got) > 0 || b.Steps() > 0 {
			t.Errorf("nothing to heed: %v after %d steps, %v", got, b.Steps(), err)
		}
		b.Heeds = heeds
		got, err := b.Features(t.Context())
		if err != nil || len(got) != len(heeds) || b.Steps() != 5 {
			t.Fatalf("%v after %d steps, %v", got, b.Steps(), err)
		}
		for i, x := range got {
			if x < 0 || x > 1 {
				t.Errorf("%s: %v", heeds[i], x)
			}
		}
		if desert := got[0] > got[1]; desert != (scene.Ecology == "desert") || got[3] < .5 || got[4] != .5 {
			t.Errorf("in the %s: %v", scene.Ecology, got)
		}
	}
}
