package active_test

import (
	"math"
	"testing"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/controller/active"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
)

// seeing is a body in the wilds that goes by its pictures, and the session that it lives in.
func seeing(t *testing.T, seed uint64) (*active.Body, land.Surveyor) {
	t.Helper()
	world, sees, s := wilds(t)
	state, err := s.Begin(t.Context(), interaction.State{}, seed)
	if err != nil {
		t.Fatal(err)
	}
	a := active.New(s.(interaction.Camera), world.Spec().Ground, nil, state, sees, active.Config{Strategy: active.Strategy{Around: true, Doubts: true}, Steps: 3000, Size: 64, Seed: seed})
	return active.NewBody(a, func(string) bool { return false }), s.(land.Surveyor)
}

// A body lets time pass, and goes far.
func TestFar(t *testing.T) {
	for seed := range uint64(3) {
		b, s := seeing(t, seed)
		if err := b.Survive(t.Context(), 40); err != nil || b.Steps() < 40 || b.Steps() > 60 {
			t.Errorf("seed %d: 40 steps are %d (%v)", seed, b.Steps(), err)
		}
		from := s.Survey()
		got, err := b.Travel(t.Context(), 20)
		to := s.Survey()
		if off := math.Hypot(float64(to.X-from.X), float64(to.Y-from.Y)); err != nil || !got || off < 18 {
			t.Errorf("seed %d: after a way of 20 cells it is %.1f off (%v, %v)", seed, off, got, err)
		}
	}
}

// Where nothing is to be done it seeks only the place: what no action is done to isn't looked for.
func TestSeekToBeThere(t *testing.T) {
	for seed := range uint64(3) {
		b, s := seeing(t, seed)
		found, err := b.Seek(t.Context(), []controller.Condition{{Aspect: controller.Near, Name: "water"}}, "")
		if at := s.Survey(); err != nil || !found || at.Things["water"] == 0 {
			t.Errorf("seed %d: it found water: %v (%v); around it is %v", seed, found, err, at.Things)
		}
	}
}
