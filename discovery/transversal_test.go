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

// lattice yields every start of n items of at most most each.
func lattice(n, most int, yield func(interaction.State)) {
	p := starts.Full(0, 0)
	for {
		yield(p)
		i := 0
		for i < n && p.At(i) == most {
			p = p.With(i, 0)
			i++
		}
		if i == n {
			return
		}
		p = p.With(i, p.At(i)+1)
	}
}

func holds(ways []discovery.Way, p interaction.State) bool {
	return slices.ContainsFunc(ways, func(w discovery.Way) bool { return discovery.MetBy(w, p) })
}

// maximalFalse lists, by looking at every start, those at which no way is met
// and nothing can be added without meeting one.
func maximalFalse(ways []discovery.Way, n, most int) map[string]bool {
	out := map[string]bool{}
	lattice(n, most, func(p interaction.State) {
		if holds(ways, p) {
			return
		}
		for i := range n {
			if c := p.At(i); c < most && !holds(ways, p.With(i, c+1)) {
				return
			}
		}
		out[fmt.Sprint(p)] = true
	})
	return out
}

// randomWays are several ways none of which implies another. units are what a
// requirement may ask for.
func randomWays(rng *rand.Rand, units [][]int, most int) []discovery.Way {
	var ways []discovery.Way
	for range 1 + rng.IntN(4) {
		var w discovery.Way
		for _, u := range rng.Perm(len(units))[:1+rng.IntN(min(3, len(units)))] {
			w = append(w, discovery.Member{Factors: units[u], Count: 1 + rng.IntN(most)})
		}
		slices.SortFunc(w, discovery.CompareMembers)
		if !slices.ContainsFunc(ways, func(v discovery.Way) bool { return w.Implies(v) }) {
			ways = append(slices.DeleteFunc(ways, func(v discovery.Way) bool { return v.Implies(w) }), w)
		}
	}
	return ways
}

func TestTransversalsAgainstBruteForce(t *testing.T) {
	for seed := range uint64(1500) {
		rng := rand.New(rand.NewPCG(seed, 8))
		n, most := 1+rng.IntN(5), 3
		var units [][]int
		for i := range n {
			units = append(units, []int{i})
		}
		ways := randomWays(rng, units, most)
		all := starts.Full(n, most)
		ts, ok := discovery.Transversals(ways)
		if !ok {
			t.Fatalf("seed %d: too many", seed)
		}
		want := maximalFalse(ways, n, most)
		got := map[string]bool{}
		for _, x := range ts {
			if got[fmt.Sprint(x.Below(all))] {
				t.Errorf("seed %d, %v: %v twice", seed, ways, x.Below(all))
			}
			got[fmt.Sprint(x.Below(all))] = true
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("seed %d, %v: co-points %v, maximal inventories at which nothing is met %v", seed, ways, got, want)
		}
	}
}

// With classes the complement stands for all mixtures of what its caps leave: those
// together are the maximal false points.
func TestTransversalsOfClasses(t *testing.T) {
	for seed := range uint64(1000) {
		rng := rand.New(rand.NewPCG(seed, 9))
		n, most := 3+rng.IntN(3), 3
		perm := rng.Perm(n)
		var units [][]int
		for len(perm) > 0 {
			k := min(len(perm), 1+rng.IntN(3))
			u := slices.Clone(perm[:k])
			slices.Sort(u)
			units = append(units, u)
			perm = perm[k:]
		}
		ways := randomWays(rng, units, most)
		all := starts.Full(n, most)
		ts, ok := discovery.Transversals(ways)
		if !ok {
			t.Fatalf("seed %d: too many", seed)
		}
		false1 := maximalFalse(ways, n, most)
		stands := map[string]string{} // maximal false point: transversal
		for _, x := range ts {
			if !false1[fmt.Sprint(x.Below(all))] {
				t.Fatalf("seed %d, %v: co-point %v of %v isn't maximal or meets a way", seed, ways, x.Below(all), x)
			}
			lattice(n, most, func(p interaction.State) {
				for _, u := range units {
					sum, cap := 0, most*len(u)
					for _, i := range u {
						sum += p.At(i)
					}
					for _, c := range x {
						if slices.Equal(c.Factors, u) {
							cap = min(cap, c.Count)
						}
					}
					if sum != cap {
						return
					}
				}
				k := fmt.Sprint(p)
				if stands[k] != "" {
					t.Fatalf("seed %d, %v: %v is left by %v and by %s", seed, ways, p, x, stands[k])
				}
				stands[k] = fmt.Sprint(x)
			})
		}
		if len(stands) != len(false1) {
			t.Fatalf("seed %d, %v: transversals %v leave %d inventories, %d are maximal without a way", seed, ways, ts, len(stands), len(false1))
		}
		for k := range false1 {
			if stands[k] == "" {
				t.Fatalf("seed %d, %v: no transversal of %v leaves %s", seed, ways, ts, k)
			}
		}
	}
}

// Classes that overlap: no transversal may be missing, though some may be of no
// use.
func TestTransversalsOfTangledClasses(t *testing.T) {
	for seed := range uint64(600) {
		rng := rand.New(rand.NewPCG(seed, 10))
		const n, most = 4, 3
		var ways []discovery.Way
		for range 1 + rng.IntN(3) {
			if w := randomWay(rng, n); !slices.ContainsFunc(ways, func(v discovery.Way) bool { return w.Implies(v) }) {
				ways = append(slices.DeleteFunc(ways, func(v discovery.Way) bool { return v.Implies(w) }), w)
			}
		}
		ts, _ := discovery.Transversals(ways)
		for _, x := range ts {
			if p := x.Below(starts.Of(most, most, most, most)); holds(ways, p) {
				t.Fatalf("seed %d, %v: co-point %v of %v meets a way", seed, ways, p, x)
			}
		}
		lattice(n, most, func(p interaction.State) {
			if holds(ways, p) {
				return
			}
			if !slices.ContainsFunc(ts, func(x discovery.Transversal) bool {
				return !slices.ContainsFunc(x, func(c discovery.Member) bool {
					return discovery.MetBy(discovery.Way{{Factors: c.Factors, Count: c.Count + 1}}, p)
				})
			}) {
				t.Fatalf("seed %d, %v: no transversal of %v allows %v", seed, ways, ts, p)
			}
		})
	}
}

func TestTransversalsDeterministic(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 11))
	ways := randomWays(rng, [][]int{{0}, {1}, {2}, {3, 4}, {5}}, 3)
	a, _ := discovery.Transversals(ways)
	for range 20 {
		if b, _ := discovery.Transversals(ways); fmt.Sprint(a) != fmt.Sprint(b) {
			t.Fatalf("%v, then %v", a, b)
		}
	}
}

func TestTransversalsOfExtremes(t *testing.T) {
	if ts, ok := discovery.Transversals(nil); !ok || len(ts) != 1 || len(ts[0]) != 0 {
		t.Errorf("no ways: %v, want one empty transversal", ts)
	}
	if ts, ok := discovery.Transversals([]discovery.Way{nil}); !ok || len(ts) != 0 {
		t.Errorf("a way that needs nothing: %v, want none", ts)
	}
	// m disjoint ways of k members have k^m transversals.
	disjoint := func(m, k int) (ways []discovery.Way) {
		for i := range m {
			var w discovery.Way
			for j := range k {
				w = append(w, discovery.Member{Factors: []int{i*k + j}, Count: 1})
			}
			ways = append(ways, w)
		}
		return ways
	}
	for _, c := range []struct{ m, k, want int }{{1, 4, 4}, {3, 3, 27}, {8, 1, 1}, {5, 4, 1024}, {10, 2, 1024}} {
		if ts, ok := discovery.Transversals(disjoint(c.m, c.k)); !ok || len(ts) != c.want {
			t.Errorf("%d ways of %d: %d transversals (%v), want %d", c.m, c.k, len(ts), ok, c.want)
		}
	}
}

// A cap that asks for more than there is leaves what there is.
func TestCoPoint(t *testing.T) {
	all := starts.Of(3, 3, 1)
	for _, c := range []struct {
		t    discovery.Transversal
		want interaction.State
	}{
		{nil, all},
		{discovery.Transversal{{Factors: []int{0}, Count: 1}}, starts.Of(1, 3, 1)},
		{discovery.Transversal{{Factors: []int{0}, Count: 9}}, all},
		{discovery.Transversal{{Factors: []int{7}, Count: 0}}, all},
		{discovery.Transversal{{Factors: []int{0, 1}, Count: 3}}, starts.Of(2, 1, 1)},
		{discovery.Transversal{{Factors: []int{1, 2}, Count: 3}}, starts.Of(3, 2, 1)},
		{discovery.Transversal{{Factors: []int{0, 1, 2}, Count: 99}}, all},
		{discovery.Transversal{{Factors: []int{0, 2}, Count: 0}}, starts.Of(0, 3, 0)},
	} {
		if got := c.t.Below(all); !got.Equal(c.want) {
			t.Errorf("%v leaves %v of %v, want %v", c.t, got, all, c.want)
		}
	}
	if !all.Equal(starts.Of(3, 3, 1)) {
		t.Error("CoPoint changed what it was given")
	}
}

func BenchmarkTransversals(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 12))
	var units [][]int
	for i := range 12 {
		units = append(units, []int{i})
	}
	ways := randomWays(rng, units, 4)
	for b.Loop() {
		discovery.Transversals(ways)
	}
}
