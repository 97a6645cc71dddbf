package export

import (
	"slices"
	"strings"
	"testing"

	"github.com/dominikbraun/graph"
)

func TestEdgesGoUp(t *testing.T) {
	g := tree()
	edges, err := dagEdges(g)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range edges {
		from, to := g.Factor(e.from), g.Factor(e.to)
		if from == nil || to == nil || from.Level < 1 || from.Level >= to.Level {
			t.Errorf("edge %s to %s from %v to %v", e.from, e.to, from, to)
		}
		if len(e.causes) == 0 {
			t.Errorf("edge %s to %s has no cause", e.from, e.to)
		}
		names = append(names, e.from+">"+e.to)
	}
	if !slices.IsSorted(names) {
		t.Error("the edges are not in order")
	}
	for name, want := range map[string]bool{
		"iron_ingot>iron_block":      true,
		"iron_block>iron_ingot":      false, // the way back of a cycle
		"diamond_pickaxe>coal":       false, // a later alternative
		"wheat>bread":                false, // no level
		"log>planks":                 true,
		"crafting_table>diamond_axe": true,
	} {
		if slices.Contains(names, name) != want {
			t.Errorf("edge %s: %v, want %v", name, !want, want)
		}
	}
}

// TestImplied compares with the library's reduction.
func TestImplied(t *testing.T) {
	for name, g := range graphs() {
		d, err := technology(g)
		if err != nil {
			t.Fatal(err)
		}
		reduced, err := graph.TransitiveReduction(d)
		if err != nil {
			t.Fatal(err)
		}
		edges, err := dagEdges(g)
		if err != nil {
			t.Fatal(err)
		}
		implied := 0
		for _, e := range edges {
			_, err := reduced.Edge(e.from, e.to)
			if e.implied != (err != nil) {
				t.Errorf("%s: edge %s to %s: implied is %v", name, e.from, e.to, e.implied)
			}
			if e.implied {
				implied++
			}
		}
		if name == "tree" && implied == 0 {
			t.Error("nothing is implied: the test tests nothing")
		}
	}
}

// TestDAGKeepsImpliedEdges: what a drawing leaves out, as DOT does, is still in the data.
func TestDAGKeepsImpliedEdges(t *testing.T) {
	for f, want := range map[Format]string{
		JSON:    `"source": "factor:crafting_table", "target": "factor:diamond_axe"`,
		GraphML: `source="factor:crafting_table" target="factor:diamond_axe"`,
	} {
		// Any white space counts as one blank.
		out := strings.Join(strings.Fields(string(write(t, tree(), f, ViewDAG))), " ")
		if !strings.Contains(out, want) {
			t.Errorf("%s lacks %s", f, want)
		}
	}
	if out := string(write(t, tree(), DOT, ViewDAG)); strings.Contains(out, `"factor:crafting_table" -> "factor:diamond_axe"`) {
		t.Error("DOT draws what a longer path implies")
	}
}
