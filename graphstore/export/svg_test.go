package export

import (
	"bytes"
	"encoding/xml"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
)

// placed draws a graph and returns the drawing.
func placed(t *testing.T, g *graphstore.Graph, v View) *drawing {
	t.Helper()
	d := newDrawing(g, Look{View: v})
	if err := d.arrange(); err != nil {
		t.Fatal(err)
	}
	d.write(&bytes.Buffer{})
	return d
}

func TestSVGBoxesKeepApart(t *testing.T) {
	for name, g := range graphs() {
		for _, v := range Views() {
			l := placed(t, g, v).layout
			for c, column := range l.columns {
				for i, n := range column {
					b := &l.boxes[n]
					if i > 0 {
						above := &l.boxes[column[i-1]]
						if b.y-above.y-above.h < trunkGap-1 {
							t.Errorf("%s, %s: boxes %d and %d of column %d overlap", name, v, i-1, i, c)
						}
					}
					if c+1 < len(l.columns) && b.x+b.w > l.boxes[l.columns[c+1][0]].x-20 {
						t.Errorf("%s, %s: box %d of column %d reaches into the next column", name, v, i, c)
					}
				}
			}
		}
	}
}

var (
	rectPattern = regexp.MustCompile(`<rect class="(?:factor|effect) [a-z]+" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"`)
	textPattern = regexp.MustCompile(`<text class="(name|status|member|or)" x="([\d.]+)" y="([\d.]+)">(.*)</text>`)
	sizePattern = regexp.MustCompile(`font-size: ([\d.]+)px`)
)

func floats(t *testing.T, s []string) []float64 {
	t.Helper()
	out := make([]float64, len(s))
	for i, v := range s {
		var err error
		if out[i], err = strconv.ParseFloat(v, 64); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// TestSVGTextsStayInside: every text ends inside its box, and the lines of a box
// keep their distance.
func TestSVGTextsStayInside(t *testing.T) {
	for name, g := range graphs() {
		for _, v := range Views() {
			texts := 0
			for _, group := range strings.Split(string(write(t, g, SVG, v)), "<g>")[1:] {
				r := rectPattern.FindStringSubmatch(group)
				if r == nil {
					t.Fatalf("%s, %s: a group without a box: %s", name, v, group)
				}
				box := floats(t, r[1:])
				last := box[1]
				for _, m := range textPattern.FindAllStringSubmatch(group, -1) {
					at := floats(t, m[2:4])
					size := smallSize
					if m[1] == "name" {
						size = nameSize
					}
					var shown string
					if err := xml.Unmarshal([]byte("<a>"+m[4]+"</a>"), &shown); err != nil {
						t.Fatal(err)
					}
					if at[0] < box[0] || at[0]+textWidth(shown, size) > box[0]+box[2] || at[1]-last < smallSize || at[1]+3 > box[1]+box[3] {
						t.Errorf("%s, %s: %q leaves its box", name, v, shown)
					}
					last = at[1]
					texts++
				}
			}
			if texts < len(g.Factors) {
				t.Errorf("%s, %s: %d texts for %d factors", name, v, texts, len(g.Factors))
			}
		}
	}
}

func TestSVGFontsAreReadable(t *testing.T) {
	sizes := sizePattern.FindAllStringSubmatch(svgStyles, -1)
	if len(sizes) < 4 {
		t.Fatalf("%d font sizes in the style sheet", len(sizes))
	}
	for _, s := range sizes {
		if floats(t, s[1:])[0] < 11 {
			t.Errorf("a font of %s px", s[1])
		}
	}
}

func TestSVGStylesDifferWithoutColour(t *testing.T) {
	seen := map[string]style{}
	for _, s := range []style{styleCert, styleProven, styleReached, styleDisputed} {
		_, rule, ok := strings.Cut(svgStyles, "\n."+string(s)+" {")
		rule, _, _ = strings.Cut(rule, "}")
		if !ok {
			t.Fatalf("%s has no style", s)
		}
		_, dashes, _ := strings.Cut(rule, "stroke-dasharray:")
		dashes, _, _ = strings.Cut(dashes, ";")
		if other, ok := seen[dashes]; ok {
			t.Errorf("%s and %s have the same pattern", s, other)
		}
		seen[dashes] = s
	}
}

func TestSVGIsXML(t *testing.T) {
	everywhere(t, func(t *testing.T, g *graphstore.Graph, f Format, v View) {
		if f != SVG {
			return
		}
		texts := xmlTexts(t, write(t, g, SVG, v))
		for _, it := range factors(g) {
			if shown := strings.ReplaceAll(dotShown(it.Name), " ", ""); !strings.Contains(strings.ReplaceAll(texts, "\n", ""), shown) {
				t.Errorf("%q is not shown", it.Name)
			}
		}
	})
}

func TestSVGTells(t *testing.T) {
	andOr, dag := string(write(t, tree(), SVG, ViewAndOr)), string(write(t, tree(), SVG, ViewDAG))
	for _, want := range []string{
		"Technology of minecraft-41", "40 factors, 41 actions (37 learned)", "38 certified, 2 proven, 1 reached, 1 of them disputed",
		"level 12", "no chain known", "Actions without a known effect: ao.",
		"craft_wooden_sword gives wooden_sword (certified)&#xA;crafting_table (kept) + 2 planks + 1 stick",
	} {
		for v, out := range map[View]string{ViewAndOr: andOr, ViewDAG: dag} {
			if !strings.Contains(out, want) {
				t.Errorf("%s doesn't say %q", v, want)
			}
		}
	}
	for _, want := range []string{"and one of", "certified, unconditional", "certified, gives 4", "certified, chance 0.5", "way unknown", `class="effect disputed"`, `class="and"`} {
		if !strings.Contains(andOr, want) {
			t.Errorf("and-or doesn't say %q", want)
		}
	}
	if want := "lines that a longer path implies are left out"; !strings.Contains(dag, want) {
		t.Errorf("dag doesn't say %q", want)
	}
	if want := "Nothing has been observed yet."; !strings.Contains(string(write(t, &graphstore.Graph{}, SVG, ViewDAG)), want) {
		t.Errorf("an empty drawing doesn't say %q", want)
	}
}

// TestFactor: common AND one of rest is what the ways say.
func TestFactor(t *testing.T) {
	for name, tt := range map[string]struct {
		ways   []string
		common string
		rest   []string
	}{
		"single":      {[]string{"a + 2 b"}, "1 a + 2 b", nil},
		"nothing":     {[]string{"nothing"}, "nothing", []string{"nothing"}},
		"fuels":       {[]string{"coal + oven (kept)", "log + oven (kept)"}, "oven (kept)", []string{"1 coal", "1 log"}},
		"other count": {[]string{"coal + 2 oven", "log + oven"}, "nothing", []string{"1 coal + 2 oven", "1 log + 1 oven"}},
		"inside":      {[]string{"a", "a + b"}, "nothing", []string{"1 a", "1 a + 1 b"}},
	} {
		var ways []graphstore.Way
		for _, w := range tt.ways {
			ways = append(ways, parseWay(w))
		}
		common, rest := factorOut(ways)
		if got := (graphstore.Way{Members: common}).String(); got != tt.common {
			t.Errorf("%s: %q in common, want %q", name, got, tt.common)
		}
		var got []string
		for _, r := range rest {
			got = append(got, graphstore.Way{Members: r}.String())
		}
		if strings.Join(got, "|") != strings.Join(tt.rest, "|") {
			t.Errorf("%s: rest %q, want %q", name, got, tt.rest)
		}
	}
}

// TestLargeGraphs: two thousand items come out in every format. In a chain of two
// thousand levels whose items are used far away, the drawing also runs out of
// virtual boxes.
func TestLargeGraphs(t *testing.T) {
	dense := large(2000)
	for i := range dense.Factors {
		dense.Factors[i].Level = i + 1
		if i > 10 {
			dense.Actions[i].Effects[0].Ways[0] = parseWay(dense.Factors[i%10].Name + " + " + dense.Factors[i-1].Name)
		}
	}
	for name, g := range map[string]*graphstore.Graph{"layers": large(2000), "chain": dense} {
		formats := Formats()
		if name == "chain" {
			formats = []Format{SVG}
		}
		for _, f := range formats {
			for _, v := range Views() {
				out := write(t, g, f, v)
				if f == SVG || f == GraphML {
					xmlTexts(t, out)
				}
				if !bytes.Contains(out, []byte("item_01999")) {
					t.Errorf("%s, %s as %s lacks the last item", name, v, f)
				}
			}
		}
	}
}

func BenchmarkSVG(b *testing.B) {
	g := large(2000)
	for _, v := range Views() {
		b.Run(string(v), func(b *testing.B) {
			for b.Loop() {
				write(b, g, SVG, v)
			}
		})
	}
}
