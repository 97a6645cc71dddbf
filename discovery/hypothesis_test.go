package discovery

import (
	"slices"
	"testing"
)

func TestNamed(t *testing.T) {
	h := Hypothesis{Causes: map[int]float64{7: .9, 2: .5, 3: .49, 0: 1}}
	if got := h.Named(); !slices.Equal(got, []int{0, 2, 7}) {
		t.Errorf("%v", got)
	}
}

// A guess is refuted once what it names was there too often in vain, in the
// quantities that successes used up; not by bad luck, and not once a way is known.
func TestRefuted(t *testing.T) {
	h := NewHistory()
	all := PointOf(9, 9, 9)
	hit := []Amount{{Item: 3, Count: 1}}
	for range 3 {
		h.Add(all, []Amount{{Item: 0, Count: 2}}, hit)
	}
	q := &Inquiry{History: h, Guess: Hypothesis{Causes: map[int]float64{0: .9, 1: .9}}, Prior: DefaultChancePrior}
	refuted := func(want bool, misses int) {
		t.Helper()
		f, got := q.Refuted()
		if got != want || f.Misses != misses || !slices.Equal(f.Causes, []int{0, 1}) {
			t.Errorf("refuted %v, %+v; want %v after %d misses", got, f, want, misses)
		}
	}
	refuted(false, 0)
	for range 50 {
		h.Add(PointOf(1, 1, 9), nil, nil) // of item 0, a success used up two
		h.Add(PointOf(2, 0, 9), nil, nil)
	}
	refuted(false, 0)
	h.Add(PointOf(2, 1), nil, nil)
	n := 1
	for ; n < 20; n++ {
		if _, yes := q.Refuted(); yes {
			break
		}
		h.Add(PointOf(2, 1), nil, nil)
	}
	if n < 2 || n > 10 {
		t.Errorf("refuted after %d misses", n)
	}
	refuted(true, n)
	q.ways = []Way{wayOf(all)}
	if _, yes := q.Refuted(); yes {
		t.Error("refuted though a way is known")
	}
}
