package explore_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/discovery/statistical"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

func TestProbe(t *testing.T) {
	for _, name := range scenarios.Names() {
		f, err := scenarios.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		w := sim.New(f)
		l := &graphstore.Memory{}
		cfg := explore.Config{Seed: 1, Width: 8, Delta: .01, Floor: .3, Stock: 64, Unlock: explore.UnlockWorld,
			Refiner: refine.Group{}, Hypothesizer: statistical.Hypothesizer{}, Attempts: 3}
		x, err := explore.New(context.Background(), cfg, w.Spec(), l)
		if err != nil {
			t.Fatal(err)
		}
		p, err := pool.New(w, pool.Config{Sessions: 2, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		sum, err := x.Run(context.Background(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %v %+v items %d certified %d/%d end %s not learned %v", name, time.Since(start), sum.Mark, sum.ItemsFound, sum.ActionsCertified, sum.ActionsTotal, sum.End, sum.NotLearned)
		g, err := graphstore.Fold(context.Background(), l, nil)
		if err != nil {
			t.Fatal(err)
		}
		score := scenarios.NewScore(scenarios.NewTruth(f), g.Graph)
		b, _ := json.Marshal(score)
		t.Log(string(b))
		m := sum.Milestones["diamond"]
		b, _ = json.Marshal(m)
		t.Log(string(b))
	}
}
