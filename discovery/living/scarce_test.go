package living_test

import (
	"context"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
)

// scarce is a world with some five shells a map, of which nine are never had, and of what is made of them neither.
func scarce(t testing.TB) *sim.File {
	t.Helper()
	f, err := sim.Parse("beach.json", []byte(`{"format":1,"id":"beach","map":{"size":20,"biomes":{"beach":{"ground":"sand","share":1}},
		"things":{"shell":{"share":0.012,"leaves":"sand"},"reed":{"share":0.08}}},"actions":[
		{"label":"pick","at":"shell","effects":[{"gives":{"shell":1},"ways":[{}]}]},
		{"label":"cut","at":"reed","effects":[{"gives":{"reed":1},"ways":[{}]}]},
		{"label":"thread","effects":[{"gives":{"chain":1},"ways":[{"consumes":{"shell":1,"reed":1}}]}]},
		{"label":"carve","effects":[{"gives":{"spoon":1},"ways":[{"consumes":{"reed":2},"needs":{"chain":1}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func few(as []discovery.Assumption) (out []string) {
	for _, a := range as {
		if a.Name == discovery.Few {
			out = append(out, a.Factor)
		}
	}
	slices.Sort(out)
	return out
}

// What is scarce is certified, too: that nothing needs more of it than there is is an assumption, which the run and the graph say.
func TestScarce(t *testing.T) {
	for seed := range uint64(3) {
		l := &graphstore.Memory{}
		sum, score := lived(t, scarce(t), config(seed+1), 1, l)
		if score.SHD != 0 || len(score.WrongCertificates) > 0 || sum.ActionsCertified != 4 {
			t.Errorf("seed %d: SHD %d, wrong %v, %d certified, not learned %v", seed+1, score.SHD, score.WrongCertificates, sum.ActionsCertified, sum.NotLearned)
		}
		r, err := graphstore.Check(t.Context(), l)
		if err != nil || !r.OK() {
			t.Errorf("seed %d: %v %v", seed+1, r.Problems, err)
		}
		folded, err := graphstore.Fold(t.Context(), l, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := few(sum.Assumptions); !slices.Contains(got, "shell") || !slices.Contains(got, "chain") || !slices.Equal(got, few(folded.Graph.Assumptions)) {
			t.Errorf("seed %d: assumed of %v, in the graph of %v", seed+1, got, few(folded.Graph.Assumptions))
		}
	}
}

// A certificate that rests on there being no more isn't sound where more can be had.
func TestScarceWithoutItsLimits(t *testing.T) {
	l := &graphstore.Memory{}
	lived(t, scarce(t), config(1), 1, l)
	plenty := &graphstore.Memory{}
	for _, e := range entries(t, l) {
		if e.Kind != graphstore.KindLimit {
			if err := plenty.Append(t.Context(), e); err != nil {
				t.Fatal(err)
			}
		}
	}
	if r, err := graphstore.Check(t.Context(), plenty); err != nil || r.OK() {
		t.Errorf("%v: nothing is said against it", err)
	}
}

// A run that is stopped goes on to the same, and so does one whose lives are lived elsewhere.
func TestScarceGoesOn(t *testing.T) {
	whole := &graphstore.Memory{}
	lived(t, scarce(t), config(2), 2, whole)
	w, _ := world(t, scarce(t))
	lives := func(l graphstore.Ledger) (out []string) {
		for _, e := range entries(t, l) {
			if e.Kind == graphstore.KindOutcome || e.Kind == graphstore.KindEpisode || e.Kind == graphstore.KindLimit {
				out = append(out, string(e.Body))
			}
		}
		return out
	}
	for name, far := range map[string]bool{"stopped": false, "elsewhere": true} {
		l := &graphstore.Memory{}
		e := &elsewhere{anew: func() *living.Replica { return living.NewReplica(w) }}
		e.replicas = []*living.Replica{e.anew(), e.anew()}
		for stops := 0; ; stops++ {
			ctx, cancel := context.WithCancel(t.Context())
			rounds := 0
			show := func(explore.Progress) {
				if rounds++; rounds == 3 {
					cancel()
				}
			}
			var err error
			if far {
				_, err = living.Afar(ctx, w, l, config(2), e, show)
			} else {
				_, err = living.World(ctx, w, l, config(2), pool.Config{Sessions: 1}, show)
			}
			cancel()
			if err == nil {
				if stops < 2 {
					t.Errorf("%s: it was stopped %d times", name, stops)
				}
				break
			}
		}
		if got, want := lives(l), lives(whole); !slices.Equal(got, want) {
			t.Errorf("%s: %d entries, not the same %d", name, len(got), len(want))
		}
	}
}
