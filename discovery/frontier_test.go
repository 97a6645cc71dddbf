package discovery

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// TestFrontier: what is looked up by sets of factors is what a walk through all records finds.
func TestFrontier(t *testing.T) {
	const factors = 9
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		v := interaction.NewVocabulary(2, nil)
		for i := range factors {
			v.Add(string(rune('a' + i)))
		}
		draw := func(most int) interaction.State {
			at := v.Cut(interaction.None, 0)
			if r.IntN(12) == 0 {
				at = v.Cut(interaction.Plenty, r.IntN(4))
			}
			for range r.IntN(most + 1) {
				at = at.With(r.IntN(factors), r.IntN(3))
			}
			return at
		}
		var f frontier
		for range r.IntN(120) {
			f.insert(&Record{At: draw(4)})
		}
		if r.IntN(2) == 0 {
			k := r.IntN(factors)
			f.remove(func(x *Record) bool { return x.At.At(k) > 0 })
		}
		if !slices.IsSortedFunc(f.records, func(a, b *Record) int { return a.At.Total() - b.At.Total() }) {
			t.Fatal("the records don't ascend")
		}
		for range 50 {
			at := draw(7)
			want := slices.ContainsFunc(f.records, func(x *Record) bool { return x.At.Total() < at.Total() && at.Covers(x.At) })
			if got := f.below(at); got != want {
				t.Fatalf("%s covers a smaller one of %d records: %v, but it is said %v", at, len(f.records), want, got)
			}
		}
	}
}
