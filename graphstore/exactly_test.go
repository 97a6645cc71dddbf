package graphstore

import (
	"math/rand/v2"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// TestExactly: what the totals say is what looking at each factor says.
func TestExactly(t *testing.T) {
	slow := func(w Way, s interaction.State) bool {
		left := s.Map()
		for _, m := range w.Members {
			sum := 0
			for _, f := range m.Factors {
				sum += left[f]
				delete(left, f)
			}
			if sum != m.Count {
				return false
			}
		}
		return len(left) == 0
	}
	names := []string{"a", "b", "c", "d", "e"}
	v := interaction.NewVocabulary(3, nil)
	for _, n := range names[:3] {
		v.Declare(interaction.Factor{Name: n, Ample: 3})
		v.Add(n)
	}
	r := rand.New(rand.NewPCG(1, 2))
	hits := 0
	for range 50_000 {
		s := interaction.State{}
		if r.IntN(4) == 0 { // its factors have names only
			levels := map[string]int{}
			for range r.IntN(4) {
				levels[names[r.IntN(len(names))]] = r.IntN(3)
			}
			s = interaction.StateOf(levels)
		} else {
			s = v.Cut(interaction.Tier(r.IntN(3)), r.IntN(4))
			for i := range 3 {
				if r.IntN(2) == 0 {
					s = s.With(i, r.IntN(3))
				}
			}
		}
		var w Way
		for range r.IntN(3) {
			m := Member{Count: 1 + r.IntN(4)}
			for _, i := range r.Perm(len(names))[:1+r.IntN(2)] {
				m.Factors = append(m.Factors, names[i])
			}
			w.Members = append(w.Members, m)
		}
		want := slow(w, s)
		if want {
			hits++
		}
		if got := exactly(w, s); got != want {
			t.Fatalf("%v of %v: %v, want %v", w.Members, s, got, want)
		}
	}
	if hits < 500 {
		t.Errorf("only %d of them were exact", hits)
	}
}
