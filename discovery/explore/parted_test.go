package explore_test

import (
	"testing"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/sim"
)

// What is used up goes by what is with it: with a nail the hammer stays and the nail goes, with a mould the hammer. These are ways of
// their own, though nail and mould stand for each other.
func TestChoicesThatUseUpOtherThings(t *testing.T) {
	f, err := sim.Parse("f", []byte(`{"format": 1, "id": "f", "actions": [
		{"label": "x", "effects": [{"gives": {"x": 1}, "ways": [{}]}]},
		{"label": "y", "effects": [{"gives": {"y": 1}, "ways": [{}]}]},
		{"label": "z", "effects": [{"gives": {"z": 1}, "ways": [{}]}]},
		{"label": "make", "effects": [{"gives": {"p": 1}, "ways": [{"needs": {"y": 1}, "consumes": {"x": 1}},
			{"needs": {"x": 1}, "consumes": {"z": 1}}, {"needs": {"y": 1}, "consumes": {"z": 1}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(4) {
		l := &graphstore.Memory{}
		run(t.Context(), t, f, config(seed), l, 1, nil)
		var got []string
		for _, w := range graph(t, l).Action("d").Effects[0].Ways {
			got = append(got, w.String())
		}
		if len(got) != 2 || got[0] != "1 x + y (kept)" || got[1] != "any of x, y (kept) + 1 z" {
			t.Errorf("seed %d: %q", seed, got)
		}
		if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
			t.Errorf("seed %d: %v %v", seed, r.Problems, err)
		}
	}
}
