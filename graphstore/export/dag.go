package export

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/dominikbraun/graph"

	"github.com/adam-discovery/adam/graphstore"
)

// cause says why an edge of the technology tree is there: one member of one way.
type cause struct {
	source
	// way counts the effect's ways from 1, and number the way's members.
	way, number int
	member      graphstore.Member
}

// edge leads from a cause to a factor of a higher level.
type edge struct {
	from, to string
	causes   []cause
	// implied: a longer path leads from one to the other, too. A drawing may
	// leave the edge out.
	implied bool
	// required: no way of any action gives to without it. Otherwise it is one of several.
	required bool
	box      [2]int // those that it leads from and to, where it is drawn
}

// style is the best style among the causes.
func (e *edge) style() style {
	s := styleNone
	for _, c := range e.causes {
		s = better(s, effectStyle(c.effect))
	}
	return s
}

// text is the edge in words, one line for each cause.
func (e *edge) text() string {
	const most = 12
	var lines []string
	for i, c := range e.causes {
		if i == most {
			lines = append(lines, fmt.Sprintf("and %d more", len(e.causes)-most))
			break
		}
		lines = append(lines, title(c.action)+": "+c.effect.Ways[c.way-1].String())
	}
	if !e.required {
		lines = append(lines, "one of several ways")
	}
	return e.from + " to " + e.to + "\n" + strings.Join(lines, "\n")
}

// technology is the technology tree.
func technology(g *graphstore.Graph) (graph.Graph[string, string], error) { return graphstore.DAG(g) }

// causes lists every member of every way that isn't doubtful, in the order of the graph.
func causes(g *graphstore.Graph) []cause {
	var out []cause
	for i := range g.Actions {
		a := &g.Actions[i]
		for j := range a.Effects {
			e := &a.Effects[j]
			for k, w := range e.Ways {
				for n, m := range w.Members {
					if !w.Doubts(m) {
						out = append(out, cause{source{a, e}, k + 1, n + 1, m})
					}
				}
			}
		}
	}
	return out
}

// dagEdges lists the edges of the technology tree, ascending by their ends, with
// their causes.
func dagEdges(g *graphstore.Graph) ([]edge, error) {
	d, err := technology(g)
	if err != nil {
		return nil, err
	}
	listed, err := d.Edges()
	if err != nil {
		return nil, fmt.Errorf("technology tree: %w", err)
	}
	out := make([]edge, len(listed))
	for i, l := range listed {
		out[i] = edge{from: l.Source, to: l.Target}
	}
	// The library lists edges in the order of a map.
	slices.SortFunc(out, func(a, b edge) int {
		if c := strings.Compare(a.from, b.from); c != 0 {
			return c
		}
		return strings.Compare(a.to, b.to)
	})
	at := make(map[[2]string]int, len(out))
	for i, e := range out {
		at[[2]string{e.from, e.to}] = i
	}
	for _, c := range causes(g) {
		for _, f := range c.member.Factors {
			if i, ok := at[[2]string{f, c.effect.Factor}]; ok {
				out[i].causes = append(out[i].causes, c)
			}
		}
	}
	markRequired(g, out)
	order := slices.Clone(g.Factors)
	slices.SortFunc(order, func(a, b graphstore.Factor) int {
		if a.Level != b.Level {
			return b.Level - a.Level
		}
		return strings.Compare(a.Name, b.Name)
	})
	names := make([]string, len(order))
	for i, f := range order {
		names[i] = f.Name
	}
	markImplied(names, out)
	return out, nil
}

// markRequired finds the edges whose source every way to their target needs, of every action.
func markRequired(g *graphstore.Graph, edges []edge) {
	from := sources(g)
	for i := range edges {
		e := &edges[i]
		e.required = true
		for _, s := range from[e.to] {
			for _, w := range s.effect.Ways {
				e.required = e.required && slices.ContainsFunc(w.Asserted(), func(m graphstore.Member) bool {
					return len(m.Factors) == 1 && m.Factors[0] == e.from
				})
			}
		}
	}
}

// markImplied finds the edges that the transitive reduction leaves out. The names are those
// that edges lead from and to, in an order in which none comes before what it leads to, so
// that one pass with bit sets suffices; graph.TransitiveReduction searches from every
// vertex, which takes too long at thousands of factors.
func markImplied(order []string, edges []edge) {
	number := make(map[string]int, len(order))
	for i, name := range order {
		number[name] = i
	}
	out := map[string][]*edge{}
	for i := range edges {
		out[edges[i].from] = append(out[edges[i].from], &edges[i])
	}
	beyond := make([]big.Int, len(order)) // what a path of at least one edge reaches
	for i, name := range order {
		var farther big.Int // what a path of at least two edges reaches
		for _, e := range out[name] {
			farther.Or(&farther, &beyond[number[e.to]])
		}
		beyond[i].Set(&farther)
		for _, e := range out[name] {
			n := number[e.to]
			e.implied = farther.Bit(n) == 1
			beyond[i].SetBit(&beyond[i], n, 1)
		}
	}
}
