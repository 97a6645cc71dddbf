package scenarios_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/luanti"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// TestStrangeGame: a game that has nothing in common with minetest_game is learned exactly,
// held against what was written down of it by hand.
func TestStrangeGame(t *testing.T) {
	if !luanti.Installed() {
		t.Skipf("%v; %s", luanti.ErrNotInstalled, luanti.Hint)
	}
	ctx := context.Background()
	const dir = "../interaction/luanti/testdata/"
	w, err := luanti.New(ctx, luanti.Config{Game: dir + "strange", Servers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	data, err := os.ReadFile(filepath.FromSlash(dir + "strange.json"))
	if err != nil {
		t.Fatal(err)
	}
	truth, err := sim.Parse("strange.json", data)
	if err != nil {
		t.Fatal(err)
	}
	if f := w.Failures(); len(f) != 1 || f[0].Label != "craft strange:cursed" || !strings.Contains(f[0].Why, "the strange curse strikes") {
		t.Errorf("what fails is %v", f)
	}
	for i, a := range w.Spec().Actions {
		if i >= len(truth.Actions) || w.Label(a.ID) != truth.Actions[i].Label {
			t.Fatalf("action %d is %q", i, w.Label(a.ID))
		}
	}
	cfg := explore.Config{Seed: 1, Width: 256, Delta: .01, Floor: .3, Stock: 64, Attempts: 3, Unlock: explore.UnlockNone,
		Chances: explore.ChancesShared, Refiner: refine.Group{}, Hypothesizer: discovery.NoHypothesis{}}
	l := &graphstore.Memory{}
	x, err := explore.New(ctx, cfg, w.Spec(), l)
	if err != nil {
		t.Fatal(err)
	}
	p, err := pool.New(w, pool.Config{Sessions: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if sum, err := x.Run(ctx, p, nil); err != nil || sum.Faults > 0 {
		t.Fatalf("%v: %+v", err, sum)
	}
	f, err := graphstore.Fold(ctx, l, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s := scenarios.NewScore(scenarios.NewTruth(truth), f.Graph); s.SHD > 0 || len(s.WrongCertificates) > 0 || s.CountsExact < s.WaysTotal {
		t.Errorf("%+v", s)
	}
	r, err := w.Registry(ctx)
	if err != nil {
		t.Fatal(err)
	}
	implied, err := scenarios.Luanti(w.Spec().ID, r)
	if err != nil {
		t.Fatal(err)
	}
	if s := scenarios.NewScore(scenarios.NewTruth(implied), f.Graph); s.SHD > 0 || len(s.WrongCertificates) > 0 {
		t.Errorf("by its registry: %+v", s)
	}
}
