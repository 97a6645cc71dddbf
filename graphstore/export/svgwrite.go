package export

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
)

// The heights of the parts above the drawing.
const (
	titleH  = 58.0
	legendH = 34.0
	levelH  = 34.0
)

// write places everything and writes the SVG.
func (d *drawing) write(b *bytes.Buffer) {
	top := margin + titleH + legendH + levelH
	if d.page { // which says the rest itself
		top = margin + levelH
	}
	w, h := d.layout.place(margin+10, top, d.gap)
	width := max(w+2*margin+20, minWidth)
	if d.page {
		width = w + 2*margin + 20
	}
	footer := d.footer(width - 2*margin)
	height := top + h + margin
	footerY := height + 14
	if len(footer) > 0 {
		height += float64(len(footer))*16 + margin
	}
	if len(d.drawn) == 0 {
		height += 30
	}
	if d.page {
		fmt.Fprintf(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tree\" width=\"%s\" height=\"%s\" viewBox=\"0 0 %[1]s %[2]s\" role=\"group\" aria-label=\"%s\">\n",
			px(width), px(height), xmlText("technology tree of "+d.g.World))
	} else {
		d.writeTop(b, width, height)
	}
	d.writeLevels(b, top, h)
	d.writeLines(b)
	for i := range d.drawn {
		d.writeBox(b, &d.drawn[i])
	}
	if len(d.drawn) == 0 {
		fmt.Fprintf(b, "<text class=\"sub\" x=\"%s\" y=\"%s\">Nothing has been observed yet.</text>\n", px(margin), px(top))
	}
	for i, s := range footer {
		fmt.Fprintf(b, "<text class=\"sub\" x=\"%s\" y=\"%s\">%s</text>\n", px(margin), px(footerY+16*float64(i)), xmlText(s))
	}
	b.WriteString("</svg>\n")
}

// writeTop writes what a file has above the drawing.
func (d *drawing) writeTop(b *bytes.Buffer, width, height float64) {
	fmt.Fprintf(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%s\" height=\"%s\" viewBox=\"0 0 %[1]s %[2]s\" role=\"img\">\n", px(width), px(height))
	fmt.Fprintf(b, "<title>%s</title>\n<style>%s</style>\n", xmlText("Technology of "+d.g.World), xmlStyle(svgStyles))
	fmt.Fprintf(b, "<rect width=\"%s\" height=\"%s\" fill=\"#fff\"/>\n", px(width), px(height))
	d.writeHead(b)
}

// px is a length with at most two digits after the point.
func px(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}

// xmlStyle escapes a style sheet; quotation marks may stay, which keeps it
// readable.
func xmlStyle(s string) string { return strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace(s) }

// gap is the room between a column and the next: more where many lines bend, and
// little between effects and their factors, where most lines are straight.
func (d *drawing) gap(col int) float64 {
	if d.view == ViewAndOr && col%2 == 0 {
		return 30
	}
	lines := 0
	for _, n := range d.layout.columns[col] {
		if len(d.layout.boxes[n].out) > 0 {
			lines++
		}
	}
	return 44 + min(4*float64(lines), 56)
}

func (d *drawing) writeHead(b *bytes.Buffer) {
	fmt.Fprintf(b, "<text class=\"title\" x=\"%s\" y=\"%s\">%s</text>\n", px(margin), px(margin+16), xmlText("Technology of "+d.g.World))
	fmt.Fprintf(b, "<text class=\"sub\" x=\"%s\" y=\"%s\">%s</text>\n", px(margin), px(margin+38), xmlText(d.summary()))
	x, y := margin, margin+titleH+10
	entry := func(s style, words string) {
		fmt.Fprintf(b, "<line class=\"%s\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%[3]s\"/>\n", s, px(x), px(y), px(x+42))
		fmt.Fprintf(b, "<text x=\"%s\" y=\"%s\">%s</text>\n", px(x+49), px(y+4), words)
		x += 49 + textWidth(words, smallSize) + 16
	}
	entry(styleCert, "certified: all ways known")
	entry(styleProven, "proven: one way known")
	entry(styleReached, "reached: way unknown")
	entry(styleDisputed, "disputed")
	if d.view == ViewDAG {
		fmt.Fprintf(b, "<text x=\"%s\" y=\"%s\">Ends of lines: full, needed; hollow, one of several.</text>\n", px(x), px(y+4))
		return
	}
	fmt.Fprintf(b, "<circle class=\"and\" cx=\"%s\" cy=\"%s\" r=\"6.5\"/><text class=\"amp\" x=\"%[1]s\" y=\"%[3]s\">&amp;</text>\n", px(x+6), px(y), px(y+4))
	fmt.Fprintf(b, "<text x=\"%s\" y=\"%s\">AND: all of these</text>\n", px(x+18), px(y+4))
	x += 18 + textWidth("AND: all of these", smallSize) + 14
	fmt.Fprintf(b, "<circle class=\"port\" cx=\"%s\" cy=\"%s\" r=\"3.5\"/>\n", px(x+4), px(y))
	fmt.Fprintf(b, "<text x=\"%s\" y=\"%s\">of no earlier level: no line</text>\n", px(x+14), px(y+4))
}

// summary counts what is there.
func (d *drawing) summary() string {
	learned, disputed := 0, 0
	count := map[graphstore.Grade]int{}
	for _, a := range d.g.Actions {
		if a.Learned {
			learned++
		}
		for _, e := range a.Effects {
			count[e.Grade]++
			if e.Disputed {
				disputed++
			}
		}
	}
	s := fmt.Sprintf("%d factors, %d actions (%d learned); effects: %d certified, %d proven, %d reached",
		len(d.g.Factors), len(d.g.Actions), learned, count[graphstore.Certified], count[graphstore.Proven], count[graphstore.Reached])
	if disputed > 0 {
		s += fmt.Sprintf(", %d of them disputed", disputed)
	}
	if d.g.Delta > 0 {
		s += fmt.Sprintf("; error at most %g", d.g.Delta)
	}
	if d.hidden > 0 {
		s += fmt.Sprintf("; %d lines that a longer path implies are left out", d.hidden)
	}
	return s
}

// writeLevels shades every other level and names it.
func (d *drawing) writeLevels(b *bytes.Buffer, top, h float64) {
	each := len(d.layout.columns) / max(len(d.levels), 1)
	for i, level := range d.levels {
		left, right := math.Inf(1), math.Inf(-1)
		for c := i * each; c < (i+1)*each; c++ {
			for _, n := range d.layout.columns[c] {
				box := &d.layout.boxes[n]
				left, right = min(left, box.x), max(right, box.x+box.w)
			}
		}
		if i%2 == 0 {
			fmt.Fprintf(b, "<rect class=\"band\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"6\"/>\n",
				px(left-10), px(top-levelH+2), px(right-left+20), px(h+levelH+8))
		}
		fmt.Fprintf(b, "<text class=\"level\" x=\"%s\" y=\"%s\">%s</text>\n", px(left), px(top-levelH+19), levelTitle(level))
	}
}

// writeLines draws the lines behind the boxes, one group for each box that they
// come from, so that a browser can highlight it.
func (d *drawing) writeLines(b *bytes.Buffer) {
	for i := range d.drawn {
		start := d.drawn[i].box
		if len(d.layout.boxes[start].out) == 0 {
			continue
		}
		if d.page {
			t, _ := d.target(&d.drawn[i])
			fmt.Fprintf(b, "<g class=\"from\" data-of=\"%s\">\n", xmlText(t.Name))
		} else {
			b.WriteString("<g class=\"from\">\n")
		}
		for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
			d.writeStem(b, queue[0])
			for _, n := range d.layout.boxes[queue[0]].out {
				d.writeLine(b, n)
				if to := d.layout.segments[n].to; d.layout.boxes[to].virtual {
					queue = append(queue, to)
				}
			}
		}
		b.WriteString("</g>\n")
	}
}

// edge is where a box's column ends: the box itself may be narrower.
func (d *drawing) edge(n *box) float64 {
	return d.layout.boxes[d.layout.columns[n.col][0]].x + d.layout.widths[n.col]
}

// writeStem draws what all lines of a box have in common, its way to the end of
// the column, once: two patterns over each other would look like a third.
func (d *drawing) writeStem(b *bytes.Buffer, n int) {
	from := &d.layout.boxes[n]
	s := styleNone
	class := " alternative"
	for _, o := range from.out {
		s = better(s, d.lines[o].style)
		if d.view != ViewDAG || d.lines[o].required {
			class = ""
		}
	}
	begin := from.x + from.w
	if from.virtual {
		begin = from.x
	}
	if begin < d.edge(from) {
		fmt.Fprintf(b, "<path class=\"edge %s%s\" d=\"M%s %sH%s\"/>\n", s, class, px(begin), px(from.middle()), px(d.edge(from)))
	}
}

func (d *drawing) writeLine(b *bytes.Buffer, n int) {
	s := d.layout.segments[n]
	from, to := &d.layout.boxes[s.from], &d.layout.boxes[s.to]
	l := d.lines[n]
	edge := d.edge(from)
	y1, y2 := from.middle(), to.middle()+s.dy
	bend := (to.x - edge) / 2
	path := fmt.Sprintf("M%s %sC%s %s %s %s %s %s", px(edge), px(y1),
		px(edge+bend), px(y1), px(to.x-bend), px(y2), px(to.x), px(y2))
	tip := ""
	if len(l.tooltip) > 0 {
		tip = "<title>" + xmlText(strings.Join(l.tooltip, "\n")) + "</title>"
	}
	class, end := string(l.style), "port linked"
	if d.view == ViewDAG && !l.required {
		class, end = class+" alternative", "port"
	}
	fmt.Fprintf(b, "<path class=\"edge %s\" d=\"%s\">%s</path>\n", class, path, tip)
	if d.view == ViewDAG && !to.virtual {
		fmt.Fprintf(b, "<circle class=\"%s\" cx=\"%s\" cy=\"%s\" r=\"3\"/>\n", end, px(to.x), px(y2))
	}
}

// target is what the box stands for, and what class it has.
func (d *drawing) target(n *drawn) (t Target, class string) {
	switch {
	case n.effect != nil:
		return Target{"effect", n.effect.effect.Factor, n.effect.action.ID}, "effect"
	case n.group != nil:
		return Target{"group", n.group.name, ""}, "group"
	}
	return Target{"factor", n.factor.Name, ""}, "factor"
}

func (d *drawing) writeBox(b *bytes.Buffer, n *drawn) {
	box := &d.layout.boxes[n.box]
	target, class := d.target(n)
	radius := 3
	if n.effect != nil {
		radius = 10
	}
	element, href := "g", ""
	if d.page {
		if d.look.Link != nil {
			href = d.look.Link(target)
		}
		if href != "" {
			element, href = "a", fmt.Sprintf(" href=\"%s\"", xmlText(href))
		}
		mark := ""
		if m := d.look.Mark[target.Name]; m != "" && class == "factor" {
			mark = " " + m
		}
		fmt.Fprintf(b, "<%s%s class=\"box%s\" data-kind=\"%s\" data-name=\"%s\">", element, href, xmlText(mark), class, xmlText(target.Name))
	} else {
		b.WriteString("<g>")
	}
	fmt.Fprintf(b, "<title>%s</title>\n", xmlText(n.tooltip))
	fmt.Fprintf(b, "<rect class=\"%s %s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"%d\"/>\n",
		class, n.style, px(box.x), px(box.y), px(box.w), px(box.h), radius)
	if n.factor != nil || n.group != nil {
		fmt.Fprintf(b, "<text class=\"name\" x=\"%s\" y=\"%s\">%s</text>\n", px(box.x+pad), px(box.y+17.5), xmlText(shorten(target.Name, nameLength)))
		for i, s := range n.lines {
			fmt.Fprintf(b, "<text class=\"status\" x=\"%s\" y=\"%s\">%s</text>\n", px(box.x+pad), px(box.y+32+14*float64(i)), xmlText(s))
		}
	}
	for i, r := range n.rows {
		d.writeRow(b, box, i, r)
	}
	fmt.Fprintf(b, "</%s>\n", element)
}

func (d *drawing) writeRow(b *bytes.Buffer, box *box, i int, r row) {
	y := box.y + rowMiddle(i)
	x := box.x + pad
	if r.port || r.indent {
		x += portIndent
	}
	if r.port {
		class := "port"
		if len(r.from) > 0 {
			class = "port linked"
		}
		fmt.Fprintf(b, "<circle class=\"%s\" cx=\"%s\" cy=\"%s\" r=\"3.5\"/>\n", class, px(box.x), px(y))
	}
	fmt.Fprintf(b, "<text class=\"%s\" x=\"%s\" y=\"%s\">%s</text>\n", r.class, px(x), px(y+4), xmlText(r.text))
	if r.members > 1 {
		// The AND node, with a bracket over the rows of its members.
		last := y + lineH*float64(r.members-1)
		ax, ay := box.x+pad+3, (y+last)/2
		fmt.Fprintf(b, "<path class=\"bracket\" d=\"M%s %sH%sV%sH%s\"/>\n", px(box.x+4), px(y), px(ax), px(last), px(box.x+4))
		fmt.Fprintf(b, "<circle class=\"and\" cx=\"%s\" cy=\"%s\" r=\"6.5\"/><text class=\"amp\" x=\"%[1]s\" y=\"%[3]s\">&amp;</text>\n", px(ax), px(ay), px(ay+4))
	}
}

// footer lists the actions that no box stands for.
func (d *drawing) footer(width float64) []string {
	var words []string
	none := 0
	if d.look.Only != nil || d.page {
		return nil
	}
	for i := range d.g.Actions {
		a := &d.g.Actions[i]
		if len(a.Effects) > 0 {
			continue
		}
		if none++; none <= 40 {
			words = append(words, shorten(title(a), nameLength)+",")
		}
	}
	if none == 0 {
		return nil
	}
	if none > 40 {
		words = append(words, fmt.Sprintf("and %d more.", none-40))
	} else {
		words[none-1] = strings.TrimSuffix(words[none-1], ",") + "."
	}
	return wrap(append([]string{"Actions", "without", "a", "known", "effect:"}, words...), 12, width)
}
