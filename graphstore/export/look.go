package export

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Fold says which factors of a drawing of [ViewDAG] share a box. The zero Fold is [FoldNone].
type Fold string

const (
	// FoldNone: each factor has a box.
	FoldNone Fold = "none"
	// FoldLevel: those of one level share one.
	FoldLevel Fold = "level"
	// FoldStation: those of one level that are had with the same station share one. A
	// station is what the factor's ways need and keep: of several, what has the highest level.
	FoldStation Fold = "station"
)

// Folds lists the valid folds, the default first.
func Folds() []Fold { return []Fold{FoldNone, FoldLevel, FoldStation} }

// ParseFold reads the name of a fold; the error lists the valid names.
func ParseFold(s string) (Fold, error) { return parse("fold", s, Folds()) }

// Large is the number of factors from which on a drawing of each of them is too large to
// be looked at, and one is better off with a fold.
const Large = 150

// Look says what of a graph is drawn, and how. The zero Look draws all of [ViewAndOr].
type Look struct {
	View View
	// Fold is of ViewDAG; of the other view there is none.
	Fold Fold
	// Open are the groups of the fold, by [Target.Name], that are drawn factor by factor
	// all the same.
	Open []string
	// Only are the factors to draw, and what gives them; nil: all.
	Only map[string]bool
	// Mark are classes that the boxes of these factors get beside their own. It is of [Draw] only.
	Mark map[string]string
	// Link says where a click on a box leads, a URL; nil or an empty answer: nowhere. It is of
	// [Draw] only.
	Link func(Target) string
}

// Target is what a box stands for.
type Target struct {
	// Kind is "factor", "effect" or "group".
	Kind string
	// Name is that of the factor, or of the group.
	Name string
	// Action is whose effect it is.
	Action interaction.Action
}

// Filter says which factors are looked at. The zero Filter keeps all.
type Filter struct {
	// Goals are the factors that all others must lead to, at most Depth steps before, if
	// that isn't zero.
	Goals []string
	// Near is a factor that all others must be near: at most Depth steps before or behind
	// it, or 1 if Depth is zero.
	Near  string
	Depth int
	// Kinds are those to keep; none: all.
	Kinds []interaction.Kind
	// Least is the grade that some effect must have that gives the factor; zero: none.
	// What nothing gives is kept.
	Least graphstore.Grade
}

// Select returns the factors that the filter keeps, for [Look]; nil if it keeps all. Steps
// are edges of the technology tree. It fails with [ErrGoal] for what the graph doesn't list.
func Select(g *graphstore.Graph, f Filter) (map[string]bool, error) {
	if len(f.Goals) == 0 && f.Near == "" && len(f.Kinds) == 0 && f.Least == 0 {
		return nil, nil
	}
	for _, name := range append(slices.Clip(f.Goals), f.Near) {
		if name != "" && g.Factor(name) == nil {
			return nil, fmt.Errorf("%w: %q", ErrGoal, name)
		}
	}
	before, behind, err := neighbourhood(g)
	if err != nil {
		return nil, err
	}
	keep := map[string]bool{}
	for _, x := range factors(g) {
		keep[x.Name] = true
	}
	if len(f.Goals) > 0 {
		intersect(keep, within(f.Goals, f.Depth, before))
	}
	if f.Near != "" {
		most := max(f.Depth, 1)
		near := within([]string{f.Near}, most, before)
		for name := range within([]string{f.Near}, most, behind) {
			near[name] = true
		}
		intersect(keep, near)
	}
	from := sources(g)
	for _, x := range factors(g) {
		best := graphstore.Grade(0)
		for _, s := range from[x.Name] {
			best = max(best, s.effect.Grade)
		}
		if len(f.Kinds) > 0 && !slices.Contains(f.Kinds, x.Kind) || len(from[x.Name]) > 0 && best < f.Least {
			delete(keep, x.Name)
		}
	}
	return keep, nil
}

// neighbourhood lists the neighbours of each factor in the technology tree.
func neighbourhood(g *graphstore.Graph) (before, behind map[string][]string, err error) {
	edges, err := dagEdges(g)
	if err != nil {
		return nil, nil, err
	}
	before, behind = map[string][]string{}, map[string][]string{}
	for _, e := range edges {
		before[e.to] = append(before[e.to], e.from)
		behind[e.from] = append(behind[e.from], e.to)
	}
	return before, behind, nil
}

// within is what is at most so many steps away; zero: any number.
func within(from []string, most int, next map[string][]string) map[string]bool {
	out := map[string]bool{}
	for step := 0; len(from) > 0 && (most == 0 || step <= most); step++ {
		var farther []string
		for _, name := range from {
			if !out[name] {
				out[name] = true
				farther = append(farther, next[name]...)
			}
		}
		from = farther
	}
	return out
}

func intersect(keep, with map[string]bool) {
	for name := range keep {
		if !with[name] {
			delete(keep, name)
		}
	}
}

// stationOf is what the factor is had with; empty: by hand.
func (d *drawing) stationOf(factor string) string {
	for _, s := range d.from[factor] {
		if len(s.effect.Ways) == 0 {
			continue
		}
		station := ""
		for _, m := range s.effect.Ways[0].Members {
			if m.Consumed == 0 && len(m.Factors) == 1 && (station == "" || d.level[m.Factors[0]] > d.level[station]) {
				station = m.Factors[0]
			}
		}
		return station
	}
	return ""
}

// groupOf names the group that the factor is drawn in; empty: it has a box of its own.
func (d *drawing) groupOf(x *node) string {
	if d.view != ViewDAG {
		return ""
	}
	name := ""
	switch d.look.Fold {
	case FoldLevel:
		name = levelTitle(x.Level)
	case FoldStation:
		name = levelTitle(x.Level) + ", by hand"
		if s := d.stationOf(x.Name); s != "" {
			name = levelTitle(x.Level) + ", with " + s
		}
	}
	if slices.Contains(d.look.Open, name) {
		return ""
	}
	return name
}

// group is what shares a box.
type group struct {
	name    string
	level   int
	factors []string
}

// namesShown bounds the names that the box of a group lists; its tooltip has all.
const namesShown = 4

// addGroup makes the box of a group.
func (d *drawing) addGroup(x *group) {
	b := drawn{group: x, style: styleCert}
	w := textWidth(x.name, nameSize) * 1.08
	for i, name := range x.factors {
		if s := factorStyle(d.from[name]); s.rank() < b.style.rank() {
			b.style = s // a group is known as well as the least of it
		}
		if i < namesShown {
			b.lines = append(b.lines, shorten(name, nameLength))
		}
	}
	if n := len(x.factors) - namesShown; n > 0 {
		b.lines = append(b.lines, fmt.Sprintf("and %d more", n))
	}
	for _, s := range b.lines {
		w = max(w, textWidth(s, smallSize))
	}
	b.tooltip = fmt.Sprintf("%s: %d\n%s", x.name, len(x.factors), strings.Join(x.factors, ", "))
	b.box = d.layout.add(d.cols[x.level], math.Ceil(w+2*pad), 26+float64(len(b.lines))*14, false)
	for _, name := range x.factors {
		d.boxOf[name] = b.box
	}
	d.drawn = append(d.drawn, b)
}

// Draw writes the graph as an SVG element to put into a page: without a style sheet, which
// is [PageStyle], and without a head. Boxes are links with the classes box, their kind and
// their grade; data-name is the factor's or the group's name, and lines are in groups with
// data-of, the name that they come from. All that comes from a world is escaped, for XML and
// HTML. Errors are those of [Write].
func Draw(w io.Writer, g *graphstore.Graph, look Look) error {
	var b bytes.Buffer
	if err := check(g); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	d := newDrawing(g, look)
	if err := d.arrange(); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	d.page = true
	d.write(&b)
	_, err := w.Write(b.Bytes())
	return err
}

// PageStyle is a style sheet for what [Draw] writes, on light and on dark grounds, and on paper.
func PageStyle() string { return pageColours + svgStyles + pageStyles }

// pageColours are what the drawing's colours are on each ground.
const pageColours = `
:root { color-scheme: light dark; }
`

// pageStyles are what a page adds: what a pointer or the keyboard is on, and dark grounds.
const pageStyles = `
a.box { cursor: pointer; }
a.box:focus { outline: none; }
a.box:focus rect, a.box:hover rect { stroke-width: 3.5; }
a.box.found rect { fill: #ffe36e; }
.group { fill: #eef3fb; }
@media (prefers-color-scheme: dark) {
svg text { fill: #e4e4e4; }
svg .sub, svg .level, svg .status, svg .or { fill: #aaa; }
.band { fill: #1c2026; }
.factor { fill: #15181c; }
.effect { fill: #201e17; }
.group { fill: #1b2433; }
.port, .and { fill: #15181c; stroke: #bbb; }
.linked { fill: #bbb; }
.bracket { stroke: #bbb; }
.certified { stroke: #6aaeea; }
.proven { stroke: #e09448; }
.reached { stroke: #aaa; }
.disputed { stroke: #ff6f9c; }
g.from:hover .edge { stroke: #fff; }
a.box.found rect { fill: #6b5a00; }
}
`
