package inquiry

import (
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
)

// A guess is refuted once what it names was there too often in vain, in the
// quantities that successes used up; not by bad luck, and not once a way is known.
func TestRefuted(t *testing.T) {
	h := discovery.NewHistory()
	all := discovery.PointOf(9, 9, 9)
	hit := []discovery.Amount{{Item: 3, Count: 1}}
	for range 3 {
		h.Add(all, []discovery.Amount{{Item: 0, Count: 2}}, hit)
	}
	q := &Inquiry{History: h, Guess: discovery.Hypothesis{Causes: map[int]float64{0: .9, 1: .9}}, Prior: chance.DefaultPrior}
	refuted := func(want bool, misses int) {
		t.Helper()
		f, got := q.Refuted()
		if got != want || f.Misses != misses || !slices.Equal(f.Causes, []int{0, 1}) {
			t.Errorf("refuted %v, %+v; want %v after %d misses", got, f, want, misses)
		}
	}
	refuted(false, 0)
	for range 50 {
		h.Add(discovery.PointOf(1, 1, 9), nil, nil) // of item 0, a success used up two
		h.Add(discovery.PointOf(2, 0, 9), nil, nil)
	}
	refuted(false, 0)
	h.Add(discovery.PointOf(2, 1), nil, nil)
	n := 1
	for ; n < 20; n++ {
		if _, yes := q.Refuted(); yes {
			break
		}
		h.Add(discovery.PointOf(2, 1), nil, nil)
	}
	if n < 2 || n > 10 {
		t.Errorf("refuted after %d misses", n)
	}
	refuted(true, n)
	q.ways = []discovery.Way{discovery.WayOf(all)}
	if _, yes := q.Refuted(); yes {
		t.Error("refuted though a way is known")
	}
}
