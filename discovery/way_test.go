package discovery_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/internal/starts"
	"github.com/adam-discovery/adam/interaction"
)

// randomPoint has some of the first items equally often, and others by themselves:
// how it came about must not matter.
func randomPoint(rng *rand.Rand, n, most int) interaction.State {
	p := starts.Full(rng.IntN(n+1), rng.IntN(most+1))
	for range rng.IntN(n + 1) {
		p = p.With(rng.IntN(n), rng.IntN(most+1))
	}
	return p
}

// randomWay has disjoint requirements of one to three items.
func randomWay(rng *rand.Rand, n int) discovery.Way {
	var w discovery.Way
	for perm := rng.Perm(n); len(perm) > 0 && len(w) < 3; {
		k := min(len(perm), 1+rng.IntN(3))
		items := slices.Clone(perm[:k])
		slices.Sort(items)
		w = append(w, discovery.Member{Factors: items, Count: 1 + rng.IntN(3)})
		perm = perm[k:]
		if rng.IntN(3) == 0 {
			break
		}
	}
	slices.SortFunc(w, discovery.CompareMembers)
	return w
}

func TestWay(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 6))
		const n = 6
		w := randomWay(rng, n)
		p := discovery.At(starts.Items, w)
		fail := func(what string, args ...any) {
			t.Helper()
			t.Fatalf("seed %d, %v: %s", seed, w, fmt.Sprintf(what, args...))
		}
		if !discovery.MetBy(w, p) {
			fail("its own point %v doesn't meet it", p)
		}
		for i, c := range p.All() {
			if discovery.MetBy(w, p.With(i, c-1)) {
				fail("its point %v isn't a smallest", p)
			}
		}
		for _, r := range w { // as evenly as possible
			least, most := interaction.MaxLevel, 0
			for _, i := range r.Factors {
				least, most = min(least, p.At(i)), max(most, p.At(i))
			}
			if most-least > 1 {
				fail("its point %v is uneven", p)
			}
		}
		// Pure: every choice of one item a requirement, once.
		choices := 1
		for _, r := range w {
			choices *= len(r.Factors)
		}
		seen := map[string]bool{}
		for _, v := range w.Pure() {
			if len(v) != len(w) || !discovery.MetBy(w, discovery.At(starts.Items, v)) || !v.Implies(w) || !slices.IsSortedFunc(v, discovery.CompareMembers) {
				fail("%v is among its pure ways", v)
			}
			for _, r := range v {
				if len(r.Factors) != 1 {
					fail("%v isn't pure", v)
				}
			}
			seen[fmt.Sprint(v)] = true
		}
		if len(seen) != choices || len(w.Pure()) != choices {
			fail("%d pure ways, %d different, want %d", len(w.Pure()), len(seen), choices)
		}
		// MetBy against a sum written out, and implies against MetBy.
		at := randomPoint(rng, n, 4)
		met := true
		for _, r := range w {
			left := r.Count
			for _, i := range r.Factors {
				left -= at.At(i)
			}
			met = met && left <= 0
		}
		if discovery.MetBy(w, at) != met {
			fail("MetBy(%v) = %v", at, !met)
		}
		if v := randomWay(rng, n); v.Implies(w) && discovery.MetBy(v, at) && !met {
			fail("%v is said to imply it, but %v meets that only", v, at)
		}
	}
	empty := starts.Full(0, 0)
	if !discovery.MetBy(nil, empty) || len((discovery.Way{}).Pure()) != 1 || !discovery.At(starts.Items, nil).IsEmpty() {
		t.Error("the empty way needs something")
	}
	both := discovery.Way{{Factors: []int{0, 1}, Count: 2}}
	if !(discovery.Way{discovery.One(0, 1), discovery.One(1, 1)}).Implies(both) || (discovery.Way{discovery.One(0, 1)}).Implies(both) {
		t.Error("quantities of the factors of a class don't add up")
	}
	if w := discovery.Exactly(starts.Of(0, 2, 0, 1)); !w.Equal(discovery.Way{discovery.One(1, 2), discovery.One(3, 1)}) {
		t.Errorf("exactly: %v", w)
	}
}
