package scenarios

import (
	"fmt"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
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
