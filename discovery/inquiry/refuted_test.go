package inquiry

import (
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/internal/starts"
	"github.com/adam-discovery/adam/interaction"
)

// A guess is refuted once what it names was there too often in vain, in the
// quantities that successes used up; not by bad luck, and not once a way is known.
func TestRefuted(t *testing.T) {
	h := discovery.NewHistory(starts.Items)
	all := starts.Of(9, 9, 9)
	hit := []interaction.Level{{Factor: 3, Level: 1}}
	for range 3 {
		starts.Add(h, all, []interaction.Level{{Factor: 0, Level: 2}}, hit)
	}
	q := New(Subject{History: h, Guess: discovery.Hypothesis{Causes: map[int]float64{0: .9, 1: .9}}})
	refuted := func(want bool, misses int) {
		t.Helper()
		f, got := q.Refuted()
		if got != want || f.Misses != misses || !slices.Equal(f.Causes, []int{0, 1}) {
			t.Errorf("refuted %v, %+v; want %v after %d misses", got, f, want, misses)
		}
	}
	refuted(false, 0)
	for range 50 {
		starts.Add(h, starts.Of(1, 1, 9), nil, nil) // of item 0, a success used up two
		starts.Add(h, starts.Of(2, 0, 9), nil, nil)
	}
	refuted(false, 0)
	starts.Add(h, starts.Of(2, 1), nil, nil)
	n := 1
	for ; n < 20; n++ {
		if _, yes := q.Refuted(); yes {
			break
		}
		starts.Add(h, starts.Of(2, 1), nil, nil)
	}
	if n < 2 || n > 10 {
		t.Errorf("refuted after %d misses", n)
	}
	refuted(true, n)
	q.ways = []discovery.Way{discovery.Exactly(all)}
	if _, yes := q.Refuted(); yes {
		t.Error("refuted though a way is known")
	}
}
