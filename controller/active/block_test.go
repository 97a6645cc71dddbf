package active_test

import (
	"iter"
	"testing"

	"github.com/adam-discovery/adam/controller/active"
	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/sim"
)

// orchard is a world where the only thing looks like a block, as things do by themselves.
const orchard = `{"format": 1, "id": "orchard", "map": {"size": 40, "biomes": {"wood": {"ground": "grass"}, "hills": {"ground": "rock"}}, "things": {"tree": {"share": 0.05}}},
	"actions": [{"label": "chop", "at": "tree", "effects": [{"gives": {"log": 1}, "ways": [{}]}]}]}`

// learnt is the world of these rules, and a percipient that learned from its pictures.
func learnt(t *testing.T, rules string) (*land.World, percipient.Percipient) {
	t.Helper()
	f, err := sim.Parse("rules.json", []byte(rules))
	if err != nil {
		t.Fatal(err)
	}
	world, err := land.New(f)
	if err != nil {
		t.Fatal(err)
	}
	var shown [][]percipient.Labelled
	if err := percipient.Collect(t.Context(), world, percipient.Collection{Places: 60, Seed: 1, Size: 64, Day: 60}, func(_ int, views []percipient.Labelled) error {
		shown = append(shown, views)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	sees, err := percipient.Train(world.Spec().ID, 1, func() iter.Seq2[[]percipient.Labelled, error] {
		return func(yield func([]percipient.Labelled, error) bool) {
			for _, views := range shown {
				if !yield(views, nil) {
					return
				}
			}
		}
	}, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	return world, sees
}

// A body with a percipient that learned from the world's own pictures faces what looks like a block: from the next cell it
// fills the picture to its lower edge.
func TestFacesABlock(t *testing.T) {
	world, sees := learnt(t, orchard)
	s, err := world.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	chop := world.Spec().Actions[0].ID
	for seed := range uint64(4) {
		state, err := s.Begin(t.Context(), interaction.State{}, seed)
		if err != nil {
			t.Fatal(err)
		}
		a := active.New(s.(interaction.Camera), world.Spec().Ground, nil, state, sees, active.Config{Strategy: active.Strategy{Around: true, Doubts: true}, Steps: 300, Size: 64, Seed: seed})
		b := active.NewBody(a, func(string) bool { return false })
		for b.State().Level("log") == 0 {
			if err := b.Approach(t.Context(), chop); err != nil {
				t.Fatalf("seed %d: after %d steps: %v", seed, b.Steps(), err)
			}
			if _, err := b.Act(t.Context(), chop); err != nil {
				t.Logf("seed %d: after %d steps: %v", seed, b.Steps(), err) // it was beside the tree, and looks again
			}
		}
		// Also what is looked past from so near is some way off.
		for yaw := 0; yaw < 360; yaw += 15 {
			frame, err := s.(interaction.Camera).Shoot(interaction.Shot{View: interaction.Eyes, Width: 64, Height: 64, Yaw: yaw}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range []percipient.Percipient{sees, percipient.Told{World: s.(interaction.Teller)}} {
				got, err := p.Ask(t.Context(), frame, percipient.Question{Aspect: percipient.Object, Name: "tree"})
				if err != nil || got.Holds && got.Far < 1 {
					t.Errorf("seed %d: %T: at %d degrees a tree is %v cells off (%v)", seed, p, yaw, got.Far, err)
				}
			}
		}
	}
}
