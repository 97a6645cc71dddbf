package graphstore

import (
	"errors"
	"fmt"

	"github.com/dominikbraun/graph"
)

// DAG is the technology tree as a directed acyclic graph: factors are vertices, and
// an edge runs from each factor of a way to the effect where the tech level rises.
// Ways count when they are at least proven. Factors without a level, and with them
// names that the graph mentions but doesn't list, are left out, as are the edges
// that close cycles (block back to ingots); they are in the Graph itself. DAG
// fails only if the graph lists a factor twice.
func DAG(g *Graph) (graph.Graph[string, string], error) {
	// Levels rise along every edge, so that no cycle is possible and none has to
	// be looked for; graph.PreventCycles would search the graph for each edge.
	d := graph.New(graph.StringHash, graph.Directed(), graph.Acyclic())
	level := map[string]int{}
	for _, it := range g.Factors {
		if it.Level == 0 {
			continue
		}
		level[it.Name] = it.Level
		if err := d.AddVertex(it.Name, graph.VertexAttribute("level", fmt.Sprint(it.Level))); err != nil {
			return nil, fmt.Errorf("technology tree: factor %s: %w", it.Name, err)
		}
	}
	for _, a := range g.Actions {
		for _, e := range a.Effects {
			if e.Grade < Proven {
				continue
			}
			for _, w := range e.Ways {
				for _, m := range w.Asserted() {
					for _, f := range m.Factors {
						if level[f] == 0 || level[f] >= level[e.Factor] {
							continue
						}
						err := d.AddEdge(f, e.Factor)
						if err != nil && !errors.Is(err, graph.ErrEdgeAlreadyExists) {
							return nil, fmt.Errorf("technology tree: %s to %s: %w", f, e.Factor, err)
						}
					}
				}
			}
		}
	}
	return d, nil
}
