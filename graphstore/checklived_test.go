package graphstore_test

import (
	"strings"
	"testing"

	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/scenarios"
)

// TestCheckFindsWhereOneLives: nothing is wrong with what lives showed, and what is claimed beside the ways is held against it.
func TestCheckFindsWhereOneLives(t *testing.T) {
	f, err := scenarios.Load("tiny")
	if err != nil {
		t.Fatal(err)
	}
	of, err := land.New(f)
	if err != nil {
		t.Fatal(err)
	}
	w, err := body.New(of)
	if err != nil {
		t.Fatal(err)
	}
	cfg, kept := explore.Default(), &graphstore.Memory{}
	cfg.Stock, cfg.Budget = living.DefaultStock, 60_000
	if _, err := living.World(t.Context(), w, kept, cfg, pool.Config{Sessions: 1}, nil); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(l entries){
		"": func(entries) {},
		"doesn't say that its certificates assume closed": func(l entries) {
			l.replace(t, l.find(t, graphstore.KindRun, "closed", 0), `"name":"closed"`, `"name":"clothed"`)
		},
		"using up 0 of flint": func(l entries) {
			edit(t, l, "d", "axe", func(f *rawFinding) {
				for _, w := range f.Ways {
					for i := range w.Members {
						w.Members[i].Consumed = 0
					}
				}
			})
		},
		"had more of stick": func(l entries) {
			edit(t, l, "d", "axe", func(f *rawFinding) {
				for _, w := range f.Ways {
					for i := range w.Members {
						if w.Members[i].Factors[0] == "stick" {
							w.Members[i].Count--
						}
					}
				}
			})
		},
		"7 to 7 of it": func(l entries) {
			edit(t, l, "d", "axe", func(f *rawFinding) { f.Ways[0].Yield = graphstore.Yield{Min: 7, Max: 7, Mean: 7} })
		},
		"but certifies it by": func(l entries) {
			edit(t, l, "b", "planks", func(f *rawFinding) { f.Chance = graphstore.Interval{High: 1} })
		},
	} {
		l := all(t, kept)
		change(l)
		var got []string
		for _, p := range check(t, l).Problems {
			got = append(got, p.Text)
		}
		if text := strings.Join(got, "\n"); want == "" && text != "" || !strings.Contains(text, want) {
			t.Errorf("no problem with %q in %q", want, text)
		}
	}
}
