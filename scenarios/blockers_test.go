package scenarios_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// blocked is a world with one effect of so many random ways over five items that
// can be had.
func blocked(t testing.TB, seed uint64) *sim.File {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed, 2))
	f := &sim.File{ID: fmt.Sprint("blocked-", seed)}
	items := []string{"a", "b", "c", "d", "e"}
	var gifts []sim.Gift
	for _, it := range items {
		gifts = append(gifts, sim.Gift{Item: it, Quantity: sim.Fixed(1)})
	}
	e := sim.Effect{Gives: []sim.Gift{{Item: "x", Quantity: sim.Fixed(1)}}, Chance: 1}
	for range 1 + rnd.IntN(3) {
		var w sim.Way
		for _, it := range items {
			switch rnd.IntN(4) {
			case 0:
				w.Needs = append(w.Needs, sim.Requirement{Name: it, Count: 1})
			case 1:
				w.Without = append(w.Without, it)
			}
		}
		e.Ways = append(e.Ways, w)
	}
	f.Actions = []sim.Action{{Ambient: []sim.Ambient{{Gives: gifts, Chance: 1}}}, {Effects: []sim.Effect{e}}}
	if err := f.Validate(); err != nil {
		t.Fatal(err)
	}
	return f
}

// TestBlockersAgreeWithTheWorld plays all subsets: there are blockers just if a set
// suffices and a larger one doesn't.
func TestBlockersAgreeWithTheWorld(t *testing.T) {
	monotone := 0
	for seed := range uint64(300) {
		f := blocked(t, seed)
		s, err := sim.New(f).Open(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		var works [32]bool
		for set := range works {
			start := map[string]int{}
			for i, it := range []string{"a", "b", "c", "d", "e"} {
				start[it] = set >> i & 1
			}
			o, fault := interaction.Execute(context.Background(), s, interaction.Trial{Action: "b", Start: interaction.StateOf(start)}, 1)
			if fault != nil {
				t.Fatal(fault)
			}
			works[set] = len(gains(o)) > 0
		}
		more := true
		for small, ok := range works {
			for large := range works {
				more = more && (!ok || small&large != small || works[large])
			}
		}
		if more {
			monotone++
		}
		truth := scenarios.NewTruth(f)
		e := truth.Actions[1].Effects[0]
		if got := len(e.Blockers) == 0; got != more {
			t.Errorf("seed %d: blockers %v, but more is always better: %v\n%s", seed, e.Blockers, more, f.Marshal())
		}
		// Whoever certifies what can be blocked is wrong, whatever ways are claimed.
		g := truth.Graph()
		g.Actions[1].Effects[0].Grade = graphstore.Certified
		wrong := scenarios.NewScore(truth, g).WrongCertificates
		if (len(wrong) == 0) != more || slices.ContainsFunc(wrong, func(w scenarios.Edge) bool { return w.Effect != "x" }) {
			t.Errorf("seed %d: wrong certificates %v", seed, wrong)
		}
		if honest := scenarios.NewScore(truth, truth.Graph()); len(honest.WrongCertificates) > 0 || honest.SHD > 0 {
			t.Errorf("seed %d: the truth itself scores %+v", seed, honest)
		}
	}
	if monotone < 30 || monotone > 270 {
		t.Errorf("%d of 300 worlds are monotone: the test shows too little", monotone)
	}
}

// TestMutateKeepsHiddenThings: modified games of a world with blockers and phases
// are valid and solvable, and still have them.
func TestMutateKeepsHiddenThings(t *testing.T) {
	f := load(t, "tiny")
	f.Hidden = sim.Hidden{Phases: []sim.Phase{{Name: "day", Share: .6}, {Name: "night", Share: .4}}, Lasts: 5}
	for i := range f.Actions {
		for j := range f.Actions[i].Effects {
			f.Actions[i].Effects[j].Phases = []string{"day"}
			for k := range f.Actions[i].Effects[j].Ways {
				f.Actions[i].Effects[j].Ways[k].Without = []string{"mud"}
			}
		}
	}
	f.Items = append(f.Items, "mud")
	for seed := range uint64(20) {
		g, _, err := scenarios.Mutate(t.Context(), f, scenarios.Options{Seed: seed, Edits: 6})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range g.Actions {
			for _, e := range a.Effects {
				for _, w := range e.Ways {
					if !slices.Equal(w.Without, []string{"mud"}) || !slices.Equal(e.Phases, []string{"day"}) {
						t.Errorf("seed %d: %s lost what is hidden", seed, a.Label)
					}
				}
			}
		}
	}
}
