package scenarios

import (
	"fmt"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/sim"
)

// Nine leaves of which one at least is a birch's are the same, told as one way or by how many are, whatever number of trees
// there is.
func TestOneOfManyAtLeast(t *testing.T) {
	var trees []string
	for i := range 20 {
		trees = append(trees, fmt.Sprintf("leaf%02d", i))
	}
	const birch = 15
	others := append(append([]string{}, trees[:birch]...), trees[birch+1:]...)
	whole := graphstore.Members{{Factors: trees[birch : birch+1], Count: 1}, {Factors: trees, Count: 8}}
	var told []graphstore.Members
	for n := 1; n <= 9; n++ {
		w := graphstore.Members{{Factors: trees[birch : birch+1], Count: n}}
		if n < 9 {
			w = append(w, graphstore.Member{Factors: others, Count: 9 - n})
		}
		told = append(told, w)
	}
	if !implied(whole, told) {
		t.Error("what the one way allows, none of the others does")
	}
	if implied(whole, told[1:]) {
		t.Error("one birch leaf is said to do where two are asked for")
	}
	for n, w := range told {
		if !implied(w, []graphstore.Members{whole}) {
			t.Errorf("%d birch leaves aren't enough for one", n+1)
		}
	}
}

// What one leaf and eight of twenty leaves, the one among them, ask for is told in nine ways, by how many are of the one.
func TestRuleSharesOutAlike(t *testing.T) {
	var trees []string
	have := map[string]bool{}
	for i := range 20 {
		trees = append(trees, fmt.Sprintf("leaf%02d", i))
		have[trees[i]] = true
	}
	f := &sim.File{Items: trees, Classes: []sim.Class{{Name: "leaves", Items: trees}}}
	w := &sim.Way{Consumes: []sim.Requirement{{Kind: sim.OfClass, Name: "leaves", Count: 8}, {Name: trees[15], Count: 1}}}
	got := rule(f, w, have)
	if len(got) != 9 {
		t.Fatalf("%d ways", len(got))
	}
	others := append(append([]string{}, trees[:15]...), trees[16:]...)
	for n := 1; n <= 9; n++ {
		want := graphstore.Members{}.With(graphstore.Member{Factors: trees[15:16], Count: n})
		if n < 9 {
			want = want.With(graphstore.Member{Factors: others, Count: 9 - n})
		}
		if !slices.ContainsFunc(got, func(w graphstore.Members) bool { return w.Equal(want) }) {
			t.Errorf("%v isn't told of", want)
		}
	}
}
