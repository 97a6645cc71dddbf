package graphstore

import (
	"errors"
	"fmt"

	"github.com/dominikbraun/graph"
)

// DAG is the technology tree as a directed acyclic graph: items are vertices, and
// an edge runs from a cause to an effect where the tech level rises. Items without
// a level and edges of cycles (block back to ingots) are left out; they are in the
// Graph itself.
func DAG(g *Graph) (graph.Graph[string, string], error) {
	d := graph.New(graph.StringHash, graph.Directed(), graph.PreventCycles())
	level := map[string]int{}
	for _, it := range g.Items {
		if it.Level == 0 {
			continue
		}
		level[it.Name] = it.Level
		if err := d.AddVertex(it.Name, graph.VertexAttribute("level", fmt.Sprint(it.Level))); err != nil {
			return nil, err
		}
	}
	for _, a := range g.Actions {
		for _, e := range a.Effects {
			if e.Grade < Proven {
				continue
			}
			for _, w := range e.Ways {
				for _, m := range w.Members {
					if level[m.Item] == 0 || level[m.Item] >= level[e.Item] {
						continue
					}
					err := d.AddEdge(m.Item, e.Item)
					if err != nil && !errors.Is(err, graph.ErrEdgeAlreadyExists) {
						return nil, err
					}
				}
			}
		}
	}
	return d, nil
}
