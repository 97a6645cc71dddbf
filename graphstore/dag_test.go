package graphstore_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/dominikbraun/graph"

	"github.com/adam-discovery/adam/graphstore"
)

// grown is the graph of a ledger in which action a has these effects.
func grown(t testing.TB, items string, effects ...graphstore.Effect) *graphstore.Graph {
	list := append(world(t), entry(t, graphstore.FactorsEntry{Factors: named(strings.Fields(items)...)}))
	for _, e := range effects {
		list = append(list, found(t, "a", e))
	}
	return fold(t, ledger(t, list...)).Graph
}

func TestLevelsAndDAG(t *testing.T) {
	const p = graphstore.Proven
	for _, c := range []struct {
		name    string
		items   string
		effects []graphstore.Effect
		levels  string
		edges   string
	}{
		{"nothing", "x", nil, "x0", ""},
		{"unconditional", "x", []graphstore.Effect{effect("x", p, way())}, "x1", ""},
		{"chain", "z y x", []graphstore.Effect{effect("x", p, way()), effect("y", p, way("x")), effect("z", graphstore.Certified, way("x", "y"))},
			"x1 y2 z3", "x>y x>z y>z"},
		{"shortest", "x y z", []graphstore.Effect{effect("x", p, way()), effect("y", p, way("x")), effect("z", p, way("y"), way("x"))},
			"x1 y2 z2", "x>y x>z"},
		{"reached", "x y", []graphstore.Effect{effect("x", p, way()), effect("y", graphstore.Reached, way("x"))}, "x1 y0", ""},
		{"cycle", "ingot block ore", []graphstore.Effect{effect("ore", p, way()), effect("ingot", p, way("block"), way("ore")), effect("block", p, way("ingot"))},
			"block3 ingot2 ore1", "ingot>block ore>ingot"},
		{"closed cycle", "x y", []graphstore.Effect{effect("x", p, way("y")), effect("y", p, way("x"))}, "x0 y0", ""},
		{"self", "x", []graphstore.Effect{effect("x", p, way("x"))}, "x0", ""},
		{"needs the unlisted", "x", []graphstore.Effect{effect("x", p, way("ghost"))}, "x0", ""},
		{"gives the unlisted", "x", []graphstore.Effect{effect("x", p, way()), effect("ghost", p, way("x"))}, "x1", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := grown(t, c.items, c.effects...)
			var levels []string
			for _, it := range g.Factors {
				levels = append(levels, fmt.Sprint(it.Name, it.Level))
			}
			if got := strings.Join(levels, " "); got != c.levels {
				t.Errorf("levels %q, want %q", got, c.levels)
			}
			if got := edges(t, g); got != c.edges {
				t.Errorf("edges %q, want %q", got, c.edges)
			}
		})
	}
}

// edges lists the edges of the DAG, after checking that they go up.
func edges(t testing.TB, g *graphstore.Graph) string {
	t.Helper()
	d, err := graphstore.DAG(g)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := graph.TopologicalSort(d); err != nil {
		t.Errorf("not acyclic: %v", err)
	}
	listed, err := d.Edges()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range listed {
		if from, to := g.Factor(e.Source), g.Factor(e.Target); from == nil || to == nil || from.Level < 1 || from.Level >= to.Level {
			t.Errorf("edge %v to %v", from, to)
		}
		out = append(out, e.Source+">"+e.Target)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func TestDAGOfRun(t *testing.T) {
	if got, want := edges(t, fold(t, tiny(t)).Graph), "flint>axe log>planks planks>axe planks>stick stick>axe"; got != want {
		t.Errorf("edges %q, want %q", got, want)
	}
}

func TestDAGFails(t *testing.T) {
	g := &graphstore.Graph{Factors: []graphstore.Factor{{Name: "x", Level: 1}, {Name: "x", Level: 1}}}
	if _, err := graphstore.DAG(g); err == nil {
		t.Error("an item that is listed twice is no error")
	}
}
