package living_test

import (
	"context"
	"testing"

	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// house is a world of three rooms, in one of which one is at a time. Bread and the knife are in the kitchen, the lamp is lit in the
// hall, and wine is fetched from the cellar by the light of the lamp.
type house struct{}

func (house) Spec() interaction.Spec {
	s := interaction.Spec{ID: "house", Fingerprint: "1", Caps: interaction.Caps{Starts: interaction.Episodes, Seeds: true}}
	for _, a := range []interaction.Action{"hall", "kitchen", "cellar", "knife", "bread", "lamp", "wine", "cut"} {
		s.Actions = append(s.Actions, interaction.ActionSpec{ID: a})
	}
	for _, f := range []string{"in_hall", "in_kitchen", "in_cellar", "lit"} {
		s.Factors = append(s.Factors, interaction.Factor{Name: f, Kind: interaction.Fact})
	}
	return s
}

func (house) Open(context.Context) (interaction.Session, error) { return &houseSession{}, nil }

type houseSession struct {
	has  map[string]int
	room string
}

func (s *houseSession) seen() interaction.State {
	out := map[string]int{"in_" + s.room: 1}
	for name, n := range s.has {
		out[name] = n
	}
	return interaction.StateOf(out)
}

func (s *houseSession) Begin(context.Context, interaction.State, uint64) (interaction.State, error) {
	s.has, s.room = map[string]int{}, "hall"
	return s.seen(), nil
}

func (s *houseSession) Step(_ context.Context, a interaction.Action) (interaction.State, error) {
	switch {
	case a == "hall" || a == "kitchen" || a == "cellar":
		s.room = string(a)
	case (a == "knife" || a == "bread") && s.room == "kitchen":
		s.has[string(a)]++
	case a == "lamp" && s.room == "hall":
		s.has["lit"] = 1
	case a == "wine" && s.room == "cellar" && s.has["lit"] > 0:
		s.has["lit"] = 0
		s.has["wine"]++
	case a == "cut" && s.has["knife"] > 0 && s.has["bread"] > 0:
		s.has["bread"]--
		s.has["slice"]++
	}
	return s.seen(), nil
}

func (s *houseSession) Close() error { return nil }

// Facts that exclude each other are no obstacle: what is to be tried with all that can be had is tried in each room.
func TestRooms(t *testing.T) {
	for seed := range uint64(4) {
		cfg := config(seed + 1)
		cfg.Budget = 60_000
		l := &graphstore.Memory{}
		sum, err := living.World(t.Context(), house{}, l, cfg, pool.Config{Sessions: 1}, nil)
		if err != nil || !sum.Complete {
			t.Errorf("seed %d: %v, not learned %v", seed+1, err, sum.NotLearned)
		}
		folded, err := graphstore.Fold(t.Context(), l, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := map[interaction.Action]string{"hall": "nothing", "kitchen": "nothing", "cellar": "nothing", "knife": "in_kitchen (kept)", "bread": "in_kitchen (kept)",
			"lamp": "in_hall (kept)", "wine": "in_cellar (kept) + lit (kept)", "cut": "1 bread + knife (kept)"}
		for _, a := range folded.Graph.Actions {
			for _, e := range a.Effects {
				for _, w := range e.Ways {
					if e.Grade != graphstore.Certified || w.String() != want[a.ID] {
						t.Errorf("seed %d: %s gives %s by %q (%v), not by %q", seed+1, a.ID, e.Factor, w, e.Grade, want[a.ID])
					}
				}
			}
		}
		if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
			t.Errorf("seed %d: %v %v", seed+1, r.Problems, err)
		}
	}
}
