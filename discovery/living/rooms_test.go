package living_test

import (
	"testing"

	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// house is a world of three rooms, in one of which one is at a time. Bread and the knife are in the kitchen, the lamp is lit in the
// hall, and wine is fetched from the cellar by the light of the lamp.
func house() played {
	return played{id: "house", actions: []interaction.Action{"hall", "kitchen", "cellar", "knife", "bread", "lamp", "wine", "cut"},
		facts: []string{"in_hall", "in_kitchen", "in_cellar", "lit"},
		begin: func() map[string]int { return map[string]int{"in_hall": 1} },
		act: func(has map[string]int, a interaction.Action) error {
			switch {
			case a == "hall" || a == "kitchen" || a == "cellar":
				has["in_hall"], has["in_kitchen"], has["in_cellar"] = 0, 0, 0
				has["in_"+string(a)] = 1
			case (a == "knife" || a == "bread") && has["in_kitchen"] > 0:
				has[string(a)]++
			case a == "lamp" && has["in_hall"] > 0:
				has["lit"] = 1
			case a == "wine" && has["in_cellar"] > 0 && has["lit"] > 0:
				has["lit"] = 0
				has["wine"]++
			case a == "cut" && has["knife"] > 0 && has["bread"] > 0:
				has["bread"]--
				has["slice"]++
			}
			return nil
		}}
}

// Facts that exclude each other are no obstacle: what is to be tried with all that can be had is tried in each room.
func TestRooms(t *testing.T) {
	for seed := range uint64(4) {
		cfg := config(seed + 1)
		cfg.Budget = 60_000
		l := &graphstore.Memory{}
		sum, err := living.World(t.Context(), house(), l, cfg, pool.Config{Sessions: 1}, nil)
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
