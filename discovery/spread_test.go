package discovery

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// every lists all ways to share out what the transversal leaves of its classes, one class after the other.
func every(t Transversal) []Transversal {
	out := []Transversal{t}
	for _, c := range t {
		if len(c.Factors) < 2 || c.Count == 0 {
			continue
		}
		shares, _ := Spread(c)
		var next []Transversal
		for _, u := range out {
			for _, s := range shares {
				v := u
				for _, m := range s {
					v = v.with(m)
				}
				next = append(next, v)
			}
		}
		out = next
	}
	return out
}

// TestComplementsOfOverlappingClasses: what is passed over where classes overlap is no complement.
func TestComplementsOfOverlappingClasses(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	overlapping := 0
	for trial := range 1000 {
		v := interaction.NewVocabulary(9, nil)
		var full Way
		for i := range 3 + rng.IntN(5) {
			full = append(full, One(v.Add(fmt.Sprint(i)), 1+rng.IntN(4)))
		}
		var ways []Way
		for range 1 + rng.IntN(3) {
			var w Way
			for range 1 + rng.IntN(3) {
				fs := slices.Sorted(slices.Values(rng.Perm(v.Len())[:1+rng.IntN(3)]))
				w = append(w, Member{Factors: fs, Count: 1 + rng.IntN(4)})
			}
			ways = append(ways, w)
		}
		ceiling := At(v, full)
		got, _, ok := Complements(ways, []interaction.State{ceiling})
		ts, _ := Transversals(ways)
		if !ok {
			t.Fatal("too many complements")
		}
		for _, tr := range ts {
			if tr.overlaps() {
				overlapping++
			}
			var want []string
			var all []interaction.State
			for _, u := range every(tr) {
				at := u.Below(ceiling)
				if !slices.ContainsFunc(all, func(s interaction.State) bool { return s.Covers(at) }) {
					all, want = append(all, at), append(want, u.Key())
				}
			}
			var is []string
			for _, c := range got {
				if c.Of.Key() == tr.Key() {
					is = append(is, c.Caps.Key())
				}
			}
			if !slices.Equal(is, want) {
				t.Fatalf("trial %d: %d complements of %v, want %d", trial, len(is), tr, len(want))
			}
		}
	}
	if overlapping < 100 {
		t.Errorf("only %d transversals have classes that overlap", overlapping)
	}
}
