package export

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// dotLines are the attributes of lines. Each style differs from the others in
// more than colour.
var dotLines = map[style]string{
	styleNone:     `style="solid", color="#888888"`,
	styleReached:  `style="dotted", color="#666666", penwidth=1.6`,
	styleProven:   `style="dashed", color="#a85400", penwidth=1.6`,
	styleCert:     `style="solid", color="#1b5e9b", penwidth=1.8`,
	styleDisputed: `style="dashed", color="#b00040", penwidth=3, arrowhead="odot"`,
}

// dotShapes are further attributes of factors, by kind.
var dotShapes = map[interaction.Kind]string{
	interaction.Item:  ``,
	interaction.Fact:  `shape=cds, `,
	interaction.Vital: `shape=house, `,
}

func writeDOT(b *bytes.Buffer, g *graphstore.Graph, look Look) error {
	d := &dot{b: b, g: g, only: look.Only, from: sources(g)}
	d.linef("digraph %s {", dotQuote("technology"))
	d.linef("  graph [rankdir=LR, fontname=%s, fontsize=18, labelloc=t, ranksep=0.7, label=%s];",
		dotQuote("Helvetica"), dotLabel("Technology of "+g.World+"\nsolid: certified, dashed: proven, dotted: reached, thick dashed: disputed"))
	d.linef("  node [fontname=%[1]s, fontsize=12, shape=box];\n  edge [fontname=%[1]s, fontsize=11];", dotQuote("Helvetica"))
	d.ranks()
	if look.View == ViewDAG {
		edges, err := dagEdges(g)
		if err != nil {
			return err
		}
		for _, e := range edges {
			if !e.implied && d.shown(e.from) && d.shown(e.to) {
				d.dagEdge(&e)
			}
		}
	} else {
		for i := range g.Actions {
			d.action(&g.Actions[i])
		}
	}
	d.linef("}")
	return nil
}

type dot struct {
	b    *bytes.Buffer
	g    *graphstore.Graph
	only map[string]bool // the factors to show; nil: all
	from map[string][]source
}

func (d *dot) linef(format string, args ...any) { fmt.Fprintf(d.b, format+"\n", args...) }

func (d *dot) shown(factor string) bool { return d.only == nil || d.only[factor] }

// ranks writes the factors, one rank for each level. A chain of invisible edges
// between the names of the levels keeps the ranks in order.
func (d *dot) ranks() {
	levels := map[int][]node{}
	for _, it := range factors(d.g) {
		if !d.shown(it.Name) {
			continue
		}
		levels[it.Level] = append(levels[it.Level], it)
	}
	order := levelOrder(levels)
	for i, level := range order {
		d.linef("  %s [shape=plaintext, label=%s];", dotQuote(levelID(level)), dotLabel(levelTitle(level)))
		if i > 0 {
			d.linef("  %s -> %s [style=invis, weight=0];", dotQuote(levelID(order[i-1])), dotQuote(levelID(level)))
		}
	}
	for _, level := range order {
		d.linef("  { rank=same; %s;", dotQuote(levelID(level)))
		for _, it := range levels[level] {
			d.linef("    %s [label=%s, %s];", dotQuote(factorID(it.Name)), dotLabel(it.Name), dotShapes[it.Kind]+dotLines[factorStyle(d.from[it.Name])])
		}
		d.linef("  }")
	}
}

// levelOrder is ascending, the unknown level last.
func levelOrder[T any](levels map[int]T) []int {
	var out []int
	for level := range levels {
		out = append(out, level)
	}
	slices.SortFunc(out, func(a, b int) int {
		if (a == 0) != (b == 0) {
			return b - a
		}
		return a - b
	})
	return out
}

func levelID(level int) string { return fmt.Sprintf("level:%d", level) }

func levelTitle(level int) string {
	if level == 0 {
		return "no chain known"
	}
	return fmt.Sprintf("level %d", level)
}

func (d *dot) dagEdge(e *edge) {
	var labels []string
	for _, c := range e.causes {
		if t := title(c.action); !slices.Contains(labels, t) {
			labels = append(labels, t)
		}
	}
	more := ""
	if !e.required {
		more = ", arrowhead=empty"
	}
	d.linef("  %s -> %s [label=%s, tooltip=%s, %s%s];", dotQuote(factorID(e.from)), dotQuote(factorID(e.to)),
		dotLabel(strings.Join(labels, "\n")), dotLabel(e.text()), dotLines[e.style()], more)
}

func (d *dot) action(a *graphstore.Action) {
	if len(a.Effects) == 0 {
		if d.only != nil {
			return
		}
		d.linef("  %s [shape=plaintext, label=%s];", dotQuote(actionID(a.ID)), dotLabel(title(a)+"\nno effect known"))
		return
	}
	for i := range a.Effects {
		e := &a.Effects[i]
		if !d.shown(e.Factor) {
			continue
		}
		lines := dotLines[effectStyle(e)]
		if len(e.Ways) == 0 {
			// The effect still has to be seen: a node that stands for the unknown way.
			id := wayID(a.ID, e.Factor, 0)
			d.linef("  %s [shape=ellipse, label=%s, tooltip=%s, %s];", dotQuote(id),
				dotLabel(title(a)+"\nway unknown"), dotLabel(tooltip(a, e)), lines)
			d.linef("  %s -> %s [%s];", dotQuote(id), dotQuote(factorID(e.Factor)), lines)
		}
		for j, w := range e.Ways {
			d.way(a, e, w, wayID(a.ID, e.Factor, j+1))
		}
	}
}

func (d *dot) way(a *graphstore.Action, e *graphstore.Effect, w graphstore.Way, id string) {
	lines := dotLines[effectStyle(e)]
	label := title(a)
	if len(w.Members) > 1 {
		label = "AND\n" + label
	}
	if len(w.Members) == 0 {
		label += "\nneeds nothing"
	}
	d.linef("  %s [shape=ellipse, label=%s, tooltip=%s, %s];", dotQuote(id), dotLabel(label), dotLabel(tooltip(a, e)), lines)
	for k, m := range w.Members {
		text, to := quantity(m), id
		if w.Doubts(m) {
			text += "?"
		}
		if len(m.Factors) > 1 { // an OR over the factors that stand for each other
			to = fmt.Sprintf("%s/%d", id, k+1)
			d.linef("  %s [shape=diamond, label=%s, %s];", dotQuote(to), dotLabel("any\n"+text), lines)
			d.linef("  %s -> %s [%s];", dotQuote(to), dotQuote(id), lines)
			text = ""
		}
		for _, f := range m.Factors {
			if !d.shown(f) {
				continue
			}
			d.linef("  %s -> %s [label=%s, %s];", dotQuote(factorID(f)), dotQuote(to), dotLabel(text), lines)
		}
	}
	d.linef("  %s -> %s [label=%s, %s];", dotQuote(id), dotQuote(factorID(e.Factor)), dotLabel(yieldText(w.Yield)), lines)
}

// quantity is how many of its factors a member takes and uses up: "2", "1 kept".
func quantity(m graphstore.Member) string {
	switch {
	case m.Most > 0:
		return fmt.Sprintf("%d (%d to %d used)", m.Count, m.Consumed, m.Most)
	case m.Consumed == m.Count:
		return fmt.Sprint(m.Count)
	case m.Consumed == 0:
		return fmt.Sprint(m.Count, " kept")
	}
	return fmt.Sprintf("%d (%d used)", m.Count, m.Consumed)
}

// yieldText is how much a way gave: "2", "1 to 3", or empty if that is not known.
func yieldText(y graphstore.Yield) string {
	if y.Max == 0 {
		return ""
	}
	return y.Text()
}

// dotQuote quotes an id. In DOT only the quotation mark is special in a quoted
// id, but a backslash before it, or at a line's end, would be read with it;
// doubling all of them keeps ids apart.
func dotQuote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// dotLabel quotes text that is shown: Graphviz also reads escapes such as \N and
// entities such as &amp; there, and takes line breaks as \n.
func dotLabel(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '&':
			b.WriteString("&amp;")
		case r == '\n':
			b.WriteString(`\n`)
		case !unicode.IsPrint(r):
			b.WriteRune(unicode.ReplacementChar)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
