package explore_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
)

// TestFactsOfSeveralLevels: what brings a fact to a level is found and certified at whichever levels it shows; what raises it by one
// thing from 0 and by another from 1 isn't certified, as a certificate would tell of 0 only.
func TestFactsOfSeveralLevels(t *testing.T) {
	things := `{"label":"c1","effects":[{"gives":{"match":1},"ways":[{}]}]},{"label":"c2","effects":[{"gives":{"flint":1},"ways":[{}]}]},`
	for name, c := range map[string]struct {
		actions string
		ways    string // of what light does to heat; empty: it isn't certified
	}{
		"to a low level": {`{"label":"light","effects":[{"gives":{"heat":1},"ways":[{"needs":{"match":1}}]}]}`, "[match]"},
		"to a low level, with something else": {`{"label":"light","effects":[{"gives":{"heat":1},"ways":[{"needs":{"match":1}}]},{"gives":{"ash":1},"ways":[{}]}]}`,
			"[match]"},
		"for nothing":       {`{"label":"light","effects":[{"gives":{"heat":2},"ways":[{}]}]}`, "[nothing]"},
		"to the highest":    {`{"label":"light","effects":[{"gives":{"heat":3},"ways":[{"needs":{"match":1}}]}]}`, "[match]"},
		"from a level":      {`{"label":"light","effects":[{"gives":{"heat":2},"ways":[{"needs":{"match":1,"heat":1}}]}]},{"label":"rub","effects":[{"gives":{"heat":1},"ways":[{}]}]}`, "[heat + match]"},
		"to several levels": {`{"label":"light","effects":[{"gives":{"heat":2},"ways":[{"needs":{"match":1}},{"needs":{"flint":1},"gives":{"heat":1}}]}]}`, "[flint match]"},
		"by one thing from 0 and by another from 1": {`{"label":"light","effects":[{"gives":{"heat":1},"ways":[{"needs":{"match":1}},
			{"needs":{"flint":1,"heat":1},"gives":{"heat":2}}]}]},{"label":"rub","effects":[{"gives":{"heat":2},"ways":[{}]}]}`, ""},
	} {
		for seed := range uint64(4) {
			t.Run(fmt.Sprint(name, " ", seed+1), func(t *testing.T) {
				f, err := sim.Parse("w", []byte(`{"format":1,"id":"w","factors":{"heat":{"kind":"fact","max":3}},"actions":[`+things+c.actions+`]}`))
				if err != nil {
					t.Fatal(err)
				}
				w, l, cfg := sim.New(f), &graphstore.Memory{}, explore.Default()
				cfg.Seed, cfg.Width, cfg.Proved = seed+1, 1+8*int(seed%2), seed > 1
				s, err := explore.World(context.Background(), w, l, cfg, pool.Config{Sessions: 1, Seed: cfg.Seed}, nil)
				if err != nil {
					t.Fatal(err)
				}
				folded, err := graphstore.Fold(context.Background(), l, nil)
				if err != nil {
					t.Fatal(err)
				}
				e := folded.Graph.Action(w.Spec().Actions[2].ID).Effect("heat")
				if e == nil {
					t.Fatalf("it isn't seen to raise heat: %+v", s.NotLearned)
				}
				var ways []string
				for _, w := range e.Ways {
					ways = append(ways, w.String())
				}
				slices.Sort(ways)
				if got := strings.ReplaceAll(fmt.Sprint(ways), " (kept)", ""); e.Grade == graphstore.Certified && got != c.ways || e.Grade != graphstore.Certified && c.ways != "" {
					t.Errorf("%s by %s, want %s: %+v", e.Grade, got, c.ways, s.NotLearned)
				}
				if r, err := graphstore.Check(context.Background(), l); err != nil || !r.OK() {
					t.Error(err, r.Problems)
				}
			})
		}
	}
}
