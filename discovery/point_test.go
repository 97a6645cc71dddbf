package discovery

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomPoint has some of the first items equally often, and others by themselves:
// how it came about must not matter.
func randomPoint(rng *rand.Rand, n, most int) Point {
	p := Full(rng.IntN(n+1), rng.IntN(most+1))
	for range rng.IntN(n + 1) {
		p = p.With(rng.IntN(n), rng.IntN(most+1))
	}
	return p
}

func TestPoint(t *testing.T) {
	for seed := range uint64(5000) {
		rng := rand.New(rand.NewPCG(seed, 5))
		const n = 5
		p, q := randomPoint(rng, n, 2), randomPoint(rng, n, 2)
		covers, equal, size := true, true, 0
		for i := range n {
			covers = covers && p.At(i) >= q.At(i)
			equal = equal && p.At(i) == q.At(i)
			if p.At(i) > 0 {
				size++
			}
		}
		if p.Covers(q) != covers || p.Equal(q) != equal || (p.hash == q.hash) != equal || p.Size() != size {
			t.Fatalf("seed %d: %v and %v: covers %v, equal %v, same key %v, size %d", seed, p, q, p.Covers(q), p.Equal(q), p.hash == q.hash, p.Size())
		}
		before := p.String()
		i, c := rng.IntN(2*n), rng.IntN(3)
		listed := map[int]int{}
		last := -1
		for i, n := range p.All() {
			if i <= last || n == 0 {
				t.Fatalf("seed %d: %v lists %d of item %d after item %d", seed, p, n, i, last)
			}
			listed[i], last = n, i
		}
		for i := range n {
			if listed[i] != p.At(i) {
				t.Fatalf("seed %d: %v lists %d of item %d", seed, p, listed[i], i)
			}
		}
		q = p.Grow(2 * n)
		for i := range 2 * n {
			_, listed := slices.BinarySearchFunc(p.Over(), i, func(o Amount, i int) int { return o.Item - i })
			want := p.Each()
			if listed {
				want = p.At(i)
			}
			if q.At(i) != want || !q.Equal(q.With(i, 9).With(i, want)) {
				t.Fatalf("seed %d: %v grows to %v", seed, p, q)
			}
		}
		var some []Amount
		same := p
		for k := range 2 * n {
			if rng.IntN(3) == 0 {
				some = append(some, Amount{k, rng.IntN(3)})
				same = same.With(k, some[len(some)-1].Count)
			}
		}
		if s := p.Set(some); !s.Equal(same) || s.String() != same.String() {
			t.Fatalf("seed %d: %v with %v is %v, want %v", seed, p, some, s, same)
		}
		r := p.With(i, c)
		for k := range 2 * n {
			want := p.At(k)
			if k == i {
				want = c
			}
			if r.At(k) != want {
				t.Fatalf("seed %d: %v with %d of item %d is %v", seed, p, c, i, r)
			}
		}
		if p.String() != before {
			t.Fatalf("seed %d: With changed the point", seed)
		}
	}
	if got := (Point{}).With(2, MaxCount+5).At(2); got != MaxCount {
		t.Errorf("a quantity beyond the largest becomes %d", got)
	}
	if PointOf(256).Equal(PointOf(0, 1)) || PointOf(1, 2).Equal(PointOf(2, 1)) {
		t.Error("different points have one key")
	}
}

// randomWay has disjoint requirements of one to three items.
func randomWay(rng *rand.Rand, n int) Way {
	var w Way
	for perm := rng.Perm(n); len(perm) > 0 && len(w) < 3; {
		k := min(len(perm), 1+rng.IntN(3))
		items := slices.Clone(perm[:k])
		slices.Sort(items)
		w = append(w, Requirement{items, 1 + rng.IntN(3)})
		perm = perm[k:]
		if rng.IntN(3) == 0 {
			break
		}
	}
	slices.SortFunc(w, CompareRequirements)
	return w
}

func TestWay(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 6))
		const n = 6
		w := randomWay(rng, n)
		p := w.Point()
		fail := func(what string, args ...any) {
			t.Helper()
			t.Fatalf("seed %d, %v: %s", seed, w, fmt.Sprintf(what, args...))
		}
		if !w.MetBy(p) {
			fail("its own point %v doesn't meet it", p)
		}
		for i, c := range p.All() {
			if w.MetBy(p.With(i, c-1)) {
				fail("its point %v isn't a smallest", p)
			}
		}
		for _, r := range w { // as evenly as possible
			least, most := MaxCount, 0
			for _, i := range r.Items {
				least, most = min(least, p.At(i)), max(most, p.At(i))
			}
			if most-least > 1 {
				fail("its point %v is uneven", p)
			}
		}
		// Pure: every choice of one item a requirement, once.
		choices := 1
		for _, r := range w {
			choices *= len(r.Items)
		}
		seen := map[string]bool{}
		for _, v := range w.Pure() {
			if len(v) != len(w) || !w.MetBy(v.Point()) || !v.Implies(w) || !slices.IsSortedFunc(v, CompareRequirements) {
				fail("%v is among its pure ways", v)
			}
			for _, r := range v {
				if len(r.Items) != 1 {
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
			for _, i := range r.Items {
				left -= at.At(i)
			}
			met = met && left <= 0
		}
		if w.MetBy(at) != met {
			fail("MetBy(%v) = %v", at, !met)
		}
		if v := randomWay(rng, n); v.Implies(w) && v.MetBy(at) && !met {
			fail("%v is said to imply it, but %v meets that only", v, at)
		}
	}
	if !(Way{}).MetBy(Point{}) || len((Way{}).Pure()) != 1 || (Way{}).Point().Size() != 0 {
		t.Error("the empty way needs something")
	}
	if !(Way{{[]int{0}, 1}, {[]int{1}, 1}}).Implies(Way{{[]int{0, 1}, 2}}) || (Way{{[]int{0}, 1}}).Implies(Way{{[]int{0, 1}, 2}}) {
		t.Error("quantities of the items of a class don't add up")
	}
	if w := WayOf(PointOf(0, 2, 0, 1)); fmt.Sprint(w) != "[{[1] 2} {[3] 1}]" {
		t.Errorf("wayOf: %v", w)
	}
}
