package living

import (
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// What turns out to rise by itself is claimed of no action any more, though it was.
func TestClaimsAreTakenBack(t *testing.T) {
	spec := interaction.Spec{ID: "meadow", Fingerprint: "1", Factors: []interaction.Factor{{Name: "light", Kind: interaction.Vital, Max: 9}}, Actions: []interaction.ActionSpec{{ID: "mow"}}}
	cfg := explore.Default()
	k := newKnowledge(cfg, spec)
	l := &graphstore.Memory{}
	r := &run{cfg: cfg, k: k, ledger: l, found: map[string]string{}, told: map[*effect]string{}}
	if err := r.recall(t.Context()); err != nil {
		t.Fatal(err)
	}
	grade := func() graphstore.Grade {
		t.Helper()
		if err := r.tell(t.Context()); err != nil {
			t.Fatal(err)
		}
		got, err := graphstore.Fold(t.Context(), l, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range got.Graph.Actions {
			for _, e := range a.Effects {
				return e.Grade
			}
		}
		t.Fatal("nothing is claimed")
		return 0
	}
	for range 5 {
		k.learn(k.byID["mow"], interaction.State{}, []interaction.Change{{Factor: "light", From: 0, To: 1}})
	}
	k.consider()
	if g := grade(); g == graphstore.Reached {
		t.Fatalf("it is only %s first", g)
	}
	k.study([]interaction.Lesson{{Thing: "light", Is: interaction.Drifting}})
	k.consider()
	if g := grade(); g != graphstore.Reached {
		t.Errorf("then it is %s", g)
	}
}
