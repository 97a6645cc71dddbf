package graphstore

import (
	"math/rand/v2"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// TestCovers compares with counting every item.
func TestCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	random := func() (v inventory, counts [5]int) {
		items, base := rng.IntN(5), rng.IntN(2)*3
		var over []interaction.Override
		for i := range counts {
			if i < items {
				counts[i] = base
			}
			if rng.IntN(2) == 0 {
				counts[i] = rng.IntN(5)
				over = append(over, interaction.Override{Index: i, Count: counts[i]})
			}
		}
		return newInventory(items, base, over), counts
	}
	yes := 0
	for range 100_000 {
		v, have := random()
		w, need := random()
		want := true
		for i := range 5 {
			want = want && have[i] >= need[i]
		}
		if want {
			yes++
		}
		if got := v.covers(w); got != want {
			t.Fatalf("%+v covers %+v: %v, want %v", v, w, got, want)
		}
	}
	if yes < 10_000 {
		t.Errorf("only %d of the pairs cover", yes)
	}
}

// TestUntested compares with trying every inventory: the minimal transversals of
// the ways are exactly the largest inventories that hold no way.
func TestUntested(t *testing.T) {
	names := []string{"a", "b", "c"}
	const most = 3
	rng := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		var e Effect
		for range 1 + rng.IntN(3) {
			var w Way
			for _, n := range names {
				if c := rng.IntN(most + 1); c > 0 && rng.IntN(2) == 0 {
					w.Members = append(w.Members, Member{Item: n, Count: c})
				}
			}
			e.Ways = append(e.Ways, w)
		}
		holds := func(p [3]int) bool {
			for _, w := range e.Ways {
				ok := true
				for _, m := range w.Members {
					ok = ok && p[m.Item[0]-'a'] >= m.Count
				}
				if ok {
					return true
				}
			}
			return false
		}
		want := map[[3]int]bool{}
		for i := range 64 {
			p := [3]int{i % 4, i / 4 % 4, i / 16}
			largest := !holds(p)
			for k := range p {
				if q := p; q[k] < most {
					q[k]++
					largest = largest && holds(q)
				}
			}
			if largest {
				want[p] = true
			}
		}
		got := map[[3]int]bool{}
		c := &Certificate{}
		for _, caps := range c.untested(e) {
			p := [3]int{most, most, most}
			for _, s := range caps {
				p[s.Item[0]-'a'] = s.Count
			}
			got[p] = true
			c.CoPoints = append(c.CoPoints, CoPoint{Caps: caps})
		}
		if len(got) != len(want) {
			t.Fatalf("%v: %v, want %v", e.Ways, got, want)
		}
		for p := range want {
			if !got[p] {
				t.Fatalf("%v: %v is missing", e.Ways, p)
			}
		}
		// With all of them tested, nothing is left; with one less, that one is.
		if rest := c.untested(e); len(rest) > 0 {
			t.Fatalf("%v: %v are left", e.Ways, rest)
		}
		if n := len(c.CoPoints); n > 0 {
			c.CoPoints = c.CoPoints[:n-1]
			if rest := c.untested(e); len(rest) != 1 {
				t.Fatalf("%v: %v are left, want one", e.Ways, rest)
			}
		}
	}
}
