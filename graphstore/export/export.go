package export

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
)

// Format is a file format. The zero Format is invalid.
type Format string

const (
	// DOT is the language of Graphviz.
	DOT Format = "dot"
	// JSON is node-link JSON, as networkx reads it; see [Schema].
	JSON Format = "json"
	// GraphML is the XML that Gephi and networkx read.
	GraphML Format = "graphml"
	// SVG is a drawing, made here: no other program is needed.
	SVG Format = "svg"
	// PDDL is a domain for planners; see [WritePDDLProblem] for problems in it.
	PDDL Format = "pddl"
)

// form is what is known of a format.
type form struct {
	format Format
	write  func(*bytes.Buffer, *graphstore.Graph, Look) error
	views  bool // it has them
}

// forms are all formats.
func forms() []form {
	return []form{
		{DOT, writeDOT, true},
		{JSON, func(b *bytes.Buffer, g *graphstore.Graph, l Look) error { return writeJSON(b, g, l.View) }, true},
		{GraphML, func(b *bytes.Buffer, g *graphstore.Graph, l Look) error { return writeGraphML(b, g, l.View) }, true},
		{SVG, writeSVG, true},
		{PDDL, func(b *bytes.Buffer, g *graphstore.Graph, _ Look) error { writePDDL(b, g); return nil }, false},
	}
}

// View says which graph is shown. The zero View is [ViewAndOr].
type View string

const (
	// ViewAndOr is the graph as it is stored: factors, actions, and the ways from
	// factors to effects. A way is an AND over its members, a factor is an OR over
	// the ways that give it. It may have cycles.
	ViewAndOr View = "and-or"
	// ViewDAG is the technology tree: factors only, with an edge from each member
	// of a way to the effect where the level increases. It has no cycles.
	ViewDAG View = "dag"
)

// Formats lists the valid formats.
func Formats() []Format {
	var out []Format
	for _, f := range forms() {
		out = append(out, f.format)
	}
	return out
}

// HasViews reports whether the format shows different views; the others have one form.
func (f Format) HasViews() bool {
	return slices.ContainsFunc(forms(), func(x form) bool { return x.format == f && x.views })
}

// Views lists the valid views, the default first.
func Views() []View { return []View{ViewAndOr, ViewDAG} }

// ParseFormat reads the name of a format; the error lists the valid names.
func ParseFormat(s string) (Format, error) { return parse("format", s, Formats()) }

// ParseView reads the name of a view; the error lists the valid names.
func ParseView(s string) (View, error) { return parse("view", s, Views()) }

func parse[T ~string](what, s string, valid []T) (T, error) {
	if slices.Contains(valid, T(s)) {
		return T(s), nil
	}
	names := make([]string, len(valid))
	for i, v := range valid {
		names[i] = string(v)
	}
	return "", fmt.Errorf("%s %q is not one of %s", what, s, strings.Join(names, ", "))
}

// Write writes the graph to w, in one call of w.Write and only if all of it could
// be made. A graph that breaks the rules of [graphstore.Graph], such as an effect
// without a grade or two factors with one name, is refused rather than written
// with parts missing.
func Write(w io.Writer, g *graphstore.Graph, f Format, v View) error {
	return WriteLook(w, g, f, Look{View: v})
}

// WriteLook is [Write] of what is looked at. JSON, GraphML and PDDL have all of the graph,
// whatever that is.
func WriteLook(w io.Writer, g *graphstore.Graph, f Format, look Look) error {
	if look.View == "" {
		look.View = ViewAndOr
	}
	v := look.View
	if _, err := ParseFormat(string(f)); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if _, err := ParseView(string(v)); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if err := check(g); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	var b bytes.Buffer
	i := slices.IndexFunc(forms(), func(x form) bool { return x.format == f })
	if err := forms()[i].write(&b, g, look); err != nil {
		return fmt.Errorf("export %s as %s: %w", v, f, err)
	}
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("export %s as %s: %w", v, f, err)
	}
	return nil
}
