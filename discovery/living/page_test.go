package living

import (
	"slices"
	"strings"
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
	// It is counted in all trials, with more of something than counts as plenty, too.
	light, _ := k.vocabulary.Index("light")
	for n := range 9 {
		k.learn(k.byID["mow"], interaction.StateOf(map[string]int{"grass": n}), nil)
	}
	for _, e := range k.byID["mow"].all {
		if c := k.effect(e).Chance; e.factor == light && (c.Successes != 5 || c.Trials != 14) {
			t.Errorf("it came in %d of %d trials", c.Successes, c.Trials)
		}
	}
}

// Of what was there each time, it is doubtful whether it is needed, unless that was used up, now and then at least, or its lack explains
// what failed, and nothing else does.
func TestDoubtful(t *testing.T) {
	type trial struct {
		times int
		at    string
		used  string // empty: it failed
	}
	for _, c := range []struct {
		name   string
		trials []trial
		want   []string
	}{
		{"one succeeded", []trial{{times: 1, at: "key pick sword", used: "key"}}, []string{"pick", "sword"}},
		{"it failed without the pick", []trial{{times: 1, at: "key pick sword", used: "key"}, {times: 40, at: "key sword"}}, []string{"sword"}},
		{"it failed without both", []trial{{times: 1, at: "key pick sword", used: "key"}, {times: 40, at: "key"}}, []string{"pick", "sword"}},
		{"one or the other was used up", []trial{{times: 1, at: "key pick sword", used: "pick"}, {times: 1, at: "key pick sword", used: "sword"}, {times: 40, at: "pick sword"}}, nil},
	} {
		r := aWorld(false, 0, 0)
		a := r.k.actions
		for _, f := range []string{"key", "pick", "sword"} {
			r.k.learn(a[1], interaction.State{}, []interaction.Change{{Factor: f, To: 1}})
		}
		for _, x := range c.trials {
			at := map[string]int{}
			for _, f := range strings.Fields(x.at) {
				at[f] = 1
			}
			var changes []interaction.Change
			if x.used != "" {
				changes = append(changes, interaction.Change{Factor: "gem", To: 1}, interaction.Change{Factor: x.used, From: 1})
			}
			for range x.times {
				r.k.learn(a[0], interaction.StateOf(at), changes)
			}
		}
		r.k.survey()
		r.k.consider()
		got := r.k.effect(r.k.seen("mine", r.k.vocabulary.Add("gem")))
		if len(got.Ways) != 1 || !slices.Equal(got.Ways[0].Doubtful, c.want) || len(got.Ways[0].Members) != 3 || got.Grade != graphstore.Proven {
			t.Errorf("%s: %s by %v, doubtful: %v, not %v", c.name, got.Grade, got.Ways, got.Ways[0].Doubtful, c.want)
		}
	}
}
