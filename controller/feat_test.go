package controller_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/sim"
)

// overseen is a world whose latest session can be asked.
type overseen struct {
	interaction.World
	session interaction.Session
}

func (w *overseen) Open(ctx context.Context) (interaction.Session, error) {
	s, err := w.World.Open(ctx)
	w.session = s
	return s, err
}

// TestFeats: in a world with a map an agent lets time pass and goes far, though nothing is known; elsewhere it says that it can't.
func TestFeats(t *testing.T) {
	f := world(t, "tiny")
	l, err := land.New(f)
	if err != nil {
		t.Fatal(err)
	}
	ground := &overseen{World: l}
	walking, err := body.New(ground)
	if err != nil {
		t.Fatal(err)
	}
	walked := &overseen{World: walking}
	carry := func(w interaction.World, seed uint64, g controller.Goal) controller.Result {
		t.Helper()
		a := controller.Actor{Graph: &graphstore.Graph{}, Body: enter(t, w, seed), Config: controller.DefaultActorConfig()}
		r, err := a.Run(t.Context(), controller.Task{Stages: [][]controller.Goal{{g}}})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for seed := range uint64(5) {
		r := carry(walked, seed, controller.Goal{Survive: 40})
		if n := walked.session.(interaction.Walker).Steps(); !r.Solved || n < 40 || n > 45 {
			t.Errorf("seed %d: 40 steps are %d: %+v", seed, n, r)
		}
		r = carry(walked, seed, controller.Goal{Travel: 15})
		// An episode begins in the middle of the map.
		s, x, y := ground.session.(land.Surveyor), 0, 0
		at := s.Survey()
		if _, err := s.Begin(t.Context(), interaction.State{}, 0); err != nil {
			t.Fatal(err)
		}
		x, y = s.Survey().X, s.Survey().Y
		if off := math.Hypot(float64(at.X-x), float64(at.Y-y)); !r.Solved || off < 14 {
			t.Errorf("seed %d: after a way of 15 cells it is %.1f off: %+v", seed, off, r)
		}
	}
	// There is no place so far off.
	if r := carry(walked, 1, controller.Goal{Travel: 500}); r.Solved || !strings.Contains(r.Reason, "it didn't come about in") {
		t.Errorf("a way of 500 cells on a map of fewer: %+v", r)
	}
	for _, g := range []controller.Goal{{Survive: 3}, {Travel: 3}} {
		if r := carry(sim.New(f), 1, g); r.Solved || !strings.Contains(r.Reason, g.String()) {
			t.Errorf("%s without a map: %+v", g, r)
		}
	}
}
