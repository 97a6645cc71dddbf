package audit

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// barsShown bounds the bars of the drawing.
const barsShown = 30

// WriteSVG draws the report: bars of the factors that cut off most, tools in another
// pattern, and below them the loops and the bargains, and the numbers of the rest.
func (r Report) WriteSVG(w io.Writer) error {
	const width, left, row, chart = 900, 300, 20, 520
	keys := r.Keys[:min(len(r.Keys), barsShown)]
	var lines []string
	for _, l := range r.Loops {
		lines = append(lines, "exploit: "+l.String())
	}
	for _, b := range r.Bargains[:min(len(r.Bargains), barsShown/3)] {
		lines = append(lines, b.String())
	}
	lines = append(lines, fmt.Sprintf("%d actions do nothing, %d factors can't be had, %d are good for nothing else, %d hang by one way",
		len(r.Useless), len(r.Unreachable), len(r.DeadEnds), len(r.Single)))
	height := 90 + row*(len(keys)+len(lines)) + 30

	var b bytes.Buffer
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %[1]d %[2]d\" role=\"img\">\n", width, height)
	fmt.Fprintf(&b, "<title>Audit of %s</title>\n", escape(r.World))
	b.WriteString(`<style>text { font: 12px "Liberation Sans", Arial, sans-serif; fill: #222; } .t { font-size: 18px; font-weight: 600; } .e { text-anchor: end; } .s { fill: #555; }</style>
<defs><pattern id="tool" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="#cfe0f0"/><rect width="3" height="6" fill="#1b5e9b"/></pattern></defs>
`)
	fmt.Fprintf(&b, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height)
	fmt.Fprintf(&b, "<text class=\"t\" x=\"20\" y=\"32\">What %s hangs on</text>\n", escape(r.World))
	b.WriteString("<text class=\"s\" x=\"20\" y=\"54\">how many other factors can't be had without it; hatched: a tool, never used up</text>\n")
	y := 72
	for _, k := range keys {
		fill := "#a85400"
		if k.Tool {
			fill = "url(#tool)"
		}
		long := float64(chart) * float64(k.Lost) / float64(keys[0].Lost)
		fmt.Fprintf(&b, "<text class=\"e\" x=\"%d\" y=\"%d\">%s</text><rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"14\" fill=\"%s\"/><text x=\"%.1f\" y=\"%[2]d\">%[9]d</text>\n",
			left-10, y+12, escape(shorten(k.Factor, 42)), left, y+1, max(1, long), fill, float64(left)+long+6, k.Lost)
		y += row
	}
	y += 20
	for _, l := range lines {
		fmt.Fprintf(&b, "<text class=\"s\" x=\"20\" y=\"%d\">%s</text>\n", y, escape(shorten(l, 130)))
		y += row
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder takes everything
	return b.String()
}

func shorten(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-3]) + "..."
	}
	return s
}

// String is the loop as "2 times press (9 ore), ... gain 1 ore".
func (l Loop) String() string {
	var steps, gains []string
	for _, s := range l.Steps {
		times := ""
		if s.Times != 1 {
			times = fmt.Sprintf("%g times ", s.Times)
		}
		steps = append(steps, fmt.Sprintf("%s%s (%s)", times, s.Action, s.Way))
	}
	for _, g := range l.Gains {
		gains = append(gains, fmt.Sprintf("%g %s", g.Count, g.Factor))
	}
	return strings.Join(steps, ", ") + " gain " + strings.Join(gains, ", ")
}

// String is the bargain as "gem costs 1 by bush and 19 by forge".
func (b Bargain) String() string {
	return fmt.Sprintf("%s costs %.3g by %s and %.3g by %s", b.Factor, b.CheapCost, b.Cheap, b.DearCost, b.Dear)
}
