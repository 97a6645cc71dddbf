package living

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// Whether an action was tried with so much is what all its records say, though only the highest of them are asked.
func TestCovered(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	k := newKnowledge(explore.Default(), interaction.Spec{Actions: []interaction.ActionSpec{{ID: "a"}}})
	names := []string{"p", "q", "r", "s"}
	for _, n := range names {
		k.vocabulary.Add(n)
	}
	a := k.byID["a"]
	said := map[bool]int{}
	for range 400 {
		levels := make([]int, len(names))
		start := map[string]int{}
		for f, n := range names {
			if levels[f] = rng.IntN(7) * rng.IntN(2); levels[f] > 0 {
				start[n] = levels[f]
			}
		}
		want := slices.ContainsFunc(a.records, func(r *record) bool { return r.covers(levels) })
		if got := a.covered(levels); got != want {
			t.Fatalf("%v: %v, after %d records, of which %d are asked", levels, got, len(a.records), len(a.highest))
		}
		said[want]++
		k.record(a, k.vocabulary.Adopt(interaction.StateOf(start)))
	}
	if said[true] == 0 || said[false] == 0 || len(a.highest) >= len(a.records) {
		t.Errorf("nothing was tested: %v, %d of %d", said, len(a.highest), len(a.records))
	}
}
