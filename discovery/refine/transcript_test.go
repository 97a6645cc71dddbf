package refine_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/discovery/internal/discoverytest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func req(count int, items ...int) discovery.Member {
	return discovery.Member{Factors: items, Count: count}
}

// TestTranscripts keeps the questions of three small worlds, so that a change of
// behaviour is seen where it is reviewed.
func TestTranscripts(t *testing.T) {
	for _, w := range []struct {
		name   string
		width  int
		oracle discoverytest.Oracle
	}{
		{"recipe", 1, discoverytest.Oracle{Items: 6, Chance: 1, Consume: true, Ways: []discovery.Way{{req(2, 0), req(1, 2)}}}},
		{"substitutes", 4, discoverytest.Oracle{Items: 6, Chance: .8, Ways: []discovery.Way{{req(1, 0), req(1, 1)}, {req(1, 0), req(1, 3)}, {req(2, 4)}}}},
		{"class", 2, discoverytest.Oracle{Items: 5, Chance: 1, Consume: true, Ways: []discovery.Way{{req(3, 0, 1), req(1, 2)}}}},
	} {
		for _, r := range refiners {
			t.Run(w.name+"/"+r.Name(), func(t *testing.T) {
				run := func() string {
					o := w.oracle
					o.Rand = rand.New(rand.NewPCG(1, 7))
					q := inquiry.New(inquiry.Subject{Judge: chance.OneSided{}, Refiner: r, Budget: delta})
					lines, end := o.Transcript(q, w.width, limit)
					if wrong, _ := discoverytest.Compare(o.Ways, end.Step.Ways); wrong != "" {
						t.Error(wrong)
					}
					return "world " + discoverytest.Text(o.Ways...) + "\n" + strings.Join(lines, "\n") + "\n"
				}
				got := run()
				if again := run(); again != got {
					t.Errorf("the same outcomes lead to other questions:\n%s\nthen\n%s", got, again)
				}
				file := filepath.Join("testdata", w.name+"-"+r.Name()+".txt")
				if *update {
					if err := os.MkdirAll("testdata", 0o755); err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(file)
				if err != nil {
					t.Fatalf("%v (go test -update writes it)", err)
				}
				if got == string(want) {
					return
				}
				a, b := strings.Split(got, "\n"), strings.Split(string(want), "\n")
				for i := range min(len(a), len(b)) {
					if a[i] != b[i] {
						t.Fatalf("%s:%d: now %q, was %q (go test -update accepts it)", file, i+1, a[i], b[i])
					}
				}
				t.Fatalf("%s: now %d lines, were %d (go test -update accepts it)", file, len(a), len(b))
			})
		}
	}
}
