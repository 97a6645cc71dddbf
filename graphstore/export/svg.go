package export

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
)

// Sizes of the drawing, in pixels.
const (
	margin    = 24.0
	nameSize  = 13.0
	smallSize = 11.0
	lineH     = 16.0
	pad       = 9.0
	// nameLength bounds names, in characters; longer ones are cut in the middle.
	nameLength = 34
	// waysShown bounds the ways that a box lists; the tooltip has all.
	waysShown = 6
	minWidth  = 1080.0
)

// svgStyles: every style differs from the others in the pattern of its lines, not
// only in colour.
const svgStyles = `
text { font-family: "Liberation Sans", Arial, Helvetica, sans-serif; font-size: 11px; fill: #222; }
.name { font-size: 13px; font-weight: 600; }
.title { font-size: 20px; font-weight: 600; }
.sub, .level { font-size: 12px; fill: #555; }
.level { font-weight: 600; }
.status, .or { font-style: italic; fill: #555; }
.band { fill: #f4f5f7; }
.factor { fill: #fff; }
.effect { fill: #fffdf3; }
.edge { fill: none; }
.port { fill: #fff; stroke: #444; stroke-width: 1.2; }
.linked { fill: #444; }
.and { fill: #fff; stroke: #444; stroke-width: 1; }
.amp { font-size: 11px; text-anchor: middle; }
.bracket { fill: none; stroke: #444; stroke-width: 1; }
.none { stroke: #888; stroke-width: 1; }
.certified { stroke: #1b5e9b; stroke-width: 1.7; }
.proven { stroke: #a85400; stroke-width: 1.7; stroke-dasharray: 7 4; }
.reached { stroke: #666; stroke-width: 1.7; stroke-dasharray: 1.5 4; stroke-linecap: round; }
.disputed { stroke: #b00040; stroke-width: 2.6; stroke-dasharray: 12 3 2 3; }
.alternative { stroke-opacity: 0.45; stroke-width: 1.1; }
g.from:hover .edge { stroke: #000; stroke-width: 3; }
`

// row is a line of text in an effect's box.
type row struct {
	text  string
	class string
	// from are the factors whose lines end here.
	from []string
	// port is drawn at the left: a member. Such rows, and those that are indented,
	// leave room for an AND node.
	port, indent bool
	// members is set at the first row of a way: how many rows it has.
	members int
}

// drawn is a box with what is written in it.
type drawn struct {
	box     int
	factor  *node   // a factor, or
	effect  *source // an effect, or
	group   *group  // several factors
	style   style
	lines   []string // a factor's lines after its name
	rows    []row
	tooltip string
}

type drawing struct {
	g      *graphstore.Graph
	look   Look
	view   View
	page   bool // it is part of a page
	from   map[string][]source
	cols   map[int]int // column of factors by level
	levels []int
	layout *layout
	drawn  []drawn
	boxOf  map[string]int // by factor
	level  map[string]int
	// lines are what is drawn between boxes, by segment.
	lines  map[int]*line
	hidden int // implied edges that are left out
}

type line struct {
	style   style
	tooltip []string
	// required: something that it leads to can't be had without it. Only in ViewDAG.
	required bool
}

func newDrawing(g *graphstore.Graph, look Look) *drawing {
	if look.View == "" {
		look.View = ViewAndOr
	}
	return &drawing{
		g: g, look: look, view: look.View, from: sources(g), cols: map[int]int{}, boxOf: map[string]int{},
		level: map[string]int{}, lines: map[int]*line{},
	}
}

func writeSVG(b *bytes.Buffer, g *graphstore.Graph, look Look) error {
	d := newDrawing(g, look)
	if err := d.arrange(); err != nil {
		return err
	}
	d.write(b)
	return nil
}

// arrange makes the boxes and lines and finds their order; nothing is placed yet.
func (d *drawing) arrange() error {
	all := slices.DeleteFunc(factors(d.g), func(x node) bool { return d.look.Only != nil && !d.look.Only[x.Name] })
	byLevel := map[int]bool{}
	for _, it := range all {
		byLevel[it.Level] = true
		d.level[it.Name] = it.Level
	}
	// Only levels that occur get a column. In the and-or view, the effects that
	// give a level's factors stand before them.
	d.levels = levelOrder(byLevel)
	each := 1
	if d.view == ViewAndOr {
		each = 2
	}
	for i, level := range d.levels {
		d.cols[level] = i*each + each - 1
	}
	d.layout = newLayout(len(d.levels) * each)
	groups := map[string]*group{}
	var order []*group
	for i := range all {
		name := d.groupOf(&all[i])
		if name == "" {
			d.addFactor(&all[i])
			continue
		}
		if groups[name] == nil {
			groups[name] = &group{name: name, level: all[i].Level}
			order = append(order, groups[name])
		}
		groups[name].factors = append(groups[name].factors, all[i].Name)
	}
	for _, x := range order {
		d.addGroup(x)
	}
	var err error
	if d.view == ViewAndOr {
		d.addEffects(all)
	} else {
		err = d.addEdges()
	}
	d.layout.order()
	return err
}

func (d *drawing) addFactor(it *node) {
	from := d.from[it.Name]
	b := drawn{factor: it, style: factorStyle(from)}
	name := shorten(it.Name, nameLength)
	w, h := textWidth(name, nameSize)*1.08, 26.0
	var tips []string
	for _, f := range from {
		tips = append(tips, tooltip(f.action, f.effect))
	}
	if d.view == ViewDAG {
		for i, f := range from {
			if i == 3 {
				b.lines = append(b.lines, fmt.Sprintf("and %d more actions", len(from)-i))
				break
			}
			b.lines = append(b.lines, shorten(title(f.action), nameLength))
		}
		for _, s := range b.lines {
			w = max(w, textWidth(s, smallSize))
		}
		h += float64(len(b.lines)) * 14
	}
	b.tooltip = strings.Join(append([]string{it.Name + ": " + levelTitle(it.Level)}, tips...), "\n")
	b.box = d.layout.add(d.cols[it.Level], math.Ceil(w+2*pad), h, false)
	d.boxOf[it.Name] = b.box
	d.drawn = append(d.drawn, b)
}

func (d *drawing) addEdges() error {
	edges, err := dagEdges(d.g)
	if err != nil {
		return err
	}
	// Boxes may stand for many factors: what leads from box to box is told once.
	var between []edge
	at := map[[2]int]int{}
	for _, e := range edges {
		from, drawn := d.boxOf[e.from]
		to, also := d.boxOf[e.to]
		if !drawn || !also || from == to {
			continue
		}
		key := [2]int{from, to}
		i, ok := at[key]
		if !ok {
			i = len(between)
			at[key] = i
			between = append(between, edge{from: d.boxName(from), to: d.boxName(to), box: key})
		}
		between[i].causes = append(between[i].causes, e.causes...)
		between[i].required = between[i].required || e.required
	}
	order := make([]string, len(d.drawn))
	byColumn := slices.Clone(d.drawn)
	slices.SortStableFunc(byColumn, func(a, b drawn) int { return d.layout.boxes[b.box].col - d.layout.boxes[a.box].col })
	for i, b := range byColumn {
		order[i] = d.boxName(b.box)
	}
	markImplied(order, between)
	for i := range between {
		e := &between[i]
		if e.implied {
			d.hidden++
			continue
		}
		// What is needed ends above, what is one of several below.
		dy := -5.0
		if !e.required {
			dy = 5
		}
		for _, n := range d.connect(e.box[0], e.box[1], dy, e.style(), e.text()) {
			d.lines[n].required = d.lines[n].required || e.required
		}
	}
	return nil
}

// boxName is the name of what the box stands for: no two boxes of factors and groups share one.
func (d *drawing) boxName(box int) string {
	b := &d.drawn[box] // as yet there are no virtual ones
	if b.group != nil {
		return "group:" + b.group.name
	}
	return factorID(b.factor.Name)
}

// connect joins two boxes. Segments that several lines share are drawn in the
// best of their styles; they are returned.
func (d *drawing) connect(from, to int, dy float64, s style, tip string) []int {
	segments := d.layout.connect(from, to, dy)
	for _, n := range segments {
		l := d.lines[n]
		if l == nil {
			l = &line{style: s}
			d.lines[n] = l
		}
		l.style = better(l.style, s)
		if tip != "" && !slices.Contains(l.tooltip, tip) && len(l.tooltip) < 8 {
			l.tooltip = append(l.tooltip, tip)
		}
	}
	return segments
}

func (d *drawing) addEffects(all []node) {
	for i := range all {
		for j := range d.from[all[i].Name] {
			d.addEffect(&d.from[all[i].Name][j])
		}
	}
}

func (d *drawing) addEffect(f *source) {
	e := f.effect
	col := d.cols[d.level[e.Factor]] - 1
	b := drawn{effect: f, style: effectStyle(e), tooltip: tooltip(f.action, e)}
	b.rows = append(b.rows,
		row{text: shorten(title(f.action), nameLength), class: "name"},
		row{text: effectStatus(e), class: "status"})
	b.rows = append(b.rows, d.wayRows(e, col)...)
	w := 0.0
	for _, r := range b.rows {
		size, indent := smallSize, 0.0
		if r.class == "name" {
			size = nameSize * 1.08
		}
		if r.port || r.indent {
			indent = portIndent
		}
		w = max(w, textWidth(r.text, size)+indent)
	}
	h := float64(len(b.rows))*lineH + 10
	b.box = d.layout.add(col, math.Ceil(w+2*pad), h, false)
	d.drawn = append(d.drawn, b)
	for i, r := range b.rows {
		for _, f := range r.from {
			if _, drawn := d.boxOf[f]; !drawn {
				continue
			}
			d.connect(d.boxOf[f], b.box, rowMiddle(i)-h/2, b.style, "")
		}
	}
	d.connect(b.box, d.boxOf[e.Factor], 0, b.style, "")
}

// effectStatus adds the yield to the status, if it is the same for all ways.
func effectStatus(e *graphstore.Effect) string {
	s := status(e)
	yield := ""
	for i, w := range e.Ways {
		y := yieldText(w.Yield)
		if i > 0 && y != yield {
			return s
		}
		yield = y
	}
	if yield != "" && yield != "1" {
		s += ", gives " + yield
	}
	return s
}

// portIndent is the room for an AND node and its bracket, left of a member.
const portIndent = 16.0

func rowMiddle(i int) float64 { return 5 + lineH*float64(i) + lineH/2 }

// wayRows lists what an effect needs: first what all its ways have in common, then
// the rest of each way. Ways that can come first are listed first, and at most
// waysShown. A member that isn't to the left has no line: lines back would cross
// everything.
func (d *drawing) wayRows(e *graphstore.Effect, col int) []row {
	linked := func(m graphstore.Member) (from []string) {
		for _, f := range m.Factors {
			if d.cols[d.level[f]] < col {
				from = append(from, f)
			}
		}
		return from
	}
	if len(e.Ways) == 0 {
		return []row{{text: "way unknown", class: "or"}}
	}
	doubts := func(m graphstore.Member) bool {
		return !slices.ContainsFunc(e.Ways, func(w graphstore.Way) bool { return hasMember(w.Members, m) && !w.Doubts(m) })
	}
	common, rest := factorOut(e.Ways)
	slices.SortStableFunc(rest, func(a, b []graphstore.Member) int { return later(a, linked) - later(b, linked) })
	rows := memberRows(common, linked, doubts)
	if len(common) > 0 && len(rest) > 0 {
		rows = append(rows, row{text: "and one of", class: "or", indent: true})
		rows[0].members++ // the AND takes in the alternatives
	}
	for i, w := range rest {
		if i == waysShown {
			return append(rows, row{text: fmt.Sprintf("or %d more ways", len(rest)-i), class: "or"})
		}
		// Alternatives of one member each need no line between them.
		single := len(w) == 1 && i > 0 && len(rest[i-1]) == 1
		if i > 0 && !single {
			rows = append(rows, row{text: "or", class: "or"})
		}
		next := memberRows(w, linked, doubts)
		if single {
			next[0].text = "or " + next[0].text
		}
		if len(w) == 0 {
			next = []row{{text: "needs nothing", class: "or"}}
		}
		rows = append(rows, next...)
	}
	return rows
}

func memberRows(members []graphstore.Member, linked func(graphstore.Member) []string, doubts func(graphstore.Member) bool) []row {
	var rows []row
	for _, m := range members {
		text := graphstore.MemberText(m)
		if doubts(m) {
			text = "perhaps " + text
		}
		rows = append(rows, row{text: shorten(text, nameLength+8), class: "member", port: true, from: linked(m)})
	}
	if len(rows) > 0 {
		rows[0].members = len(rows)
	}
	return rows
}

// factorOut takes out of the ways what they have in common, so that a furnace with
// five fuels is drawn with one furnace: the effect needs common AND one of rest.
// A single way is all common. If a rest were empty, nothing is taken out.
func factorOut(ways []graphstore.Way) (common []graphstore.Member, rest [][]graphstore.Member) {
	if len(ways) == 1 && len(ways[0].Members) > 0 {
		return ways[0].Members, nil
	}
	for _, m := range ways[0].Members {
		if !slices.ContainsFunc(ways, func(w graphstore.Way) bool { return !hasMember(w.Members, m) }) {
			common = append(common, m)
		}
	}
	for _, w := range ways {
		own := []graphstore.Member{}
		for _, m := range w.Members {
			if !hasMember(common, m) {
				own = append(own, m)
			}
		}
		rest = append(rest, own)
	}
	if len(common) > 0 && slices.ContainsFunc(rest, func(m []graphstore.Member) bool { return len(m) == 0 }) {
		common = nil
		for i, w := range ways {
			rest[i] = w.Members
		}
	}
	return common, rest
}

// hasMember reports whether the member is among these, used up in the same quantity.
func hasMember(members []graphstore.Member, m graphstore.Member) bool {
	return slices.ContainsFunc(members, func(o graphstore.Member) bool { return sameMember(o, m) })
}

// later is 0 if all members stand to the left, else 1.
func later(members []graphstore.Member, linked func(graphstore.Member) []string) int {
	for _, m := range members {
		if len(linked(m)) == 0 {
			return 1
		}
	}
	return 0
}
