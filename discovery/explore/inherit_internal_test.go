package explore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/graphstore"
)

// Ways with classes come back from how the ledger keeps them, as ways without and the
// classes: the same, and no more ways than there were.
func TestClassed(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		x := &Explorer{words: newVocabulary(64)}
		for i := range 20 {
			x.words.extend([]string{fmt.Sprint("i", i)})
		}
		items := rng.Perm(20)
		take := func(n int) []int {
			out := slices.Clone(items[:n])
			items = items[n:]
			slices.Sort(out)
			return out
		}
		var want []discovery.Way
		for range 1 + rng.IntN(2) { // ways that have no item in common
			var w discovery.Way
			for range 1 + rng.IntN(3) {
				w = append(w, discovery.Requirement{Items: take(1 + rng.IntN(3)), Count: 1 + rng.IntN(3)})
			}
			slices.SortFunc(w, byFirstItem)
			want = append(want, w)
		}
		known := graphstore.Effect{Classes: x.classes(want)}
		for _, w := range want {
			for _, pure := range w.Pure() {
				var v graphstore.Way
				for _, r := range pure {
					v.Members = append(v.Members, graphstore.Member{Item: x.words.names[r.Items[0]], Count: r.Count})
				}
				known.Ways = append(known.Ways, v)
			}
		}
		got, err := x.classed(known)
		if err != nil {
			t.Fatal(err)
		}
		pure := func(ways []discovery.Way) string {
			var out []string
			for _, w := range ways {
				for _, v := range w.Pure() {
					out = append(out, fmt.Sprint(v))
				}
			}
			slices.Sort(out)
			return fmt.Sprint(out)
		}
		if len(got) > len(want) || pure(got) != pure(want) {
			t.Fatalf("%v came back as %v", want, got)
		}
	}
	x := &Explorer{words: newVocabulary(64)}
	if _, err := x.classed(graphstore.Effect{Ways: []graphstore.Way{{Members: []graphstore.Member{{Item: "nobody", Count: 1}}}}}); err == nil {
		t.Error("a way of an item that isn't listed is taken")
	}
}
