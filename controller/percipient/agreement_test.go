package percipient

import (
	"math"
	"testing"
)

// The example of Manning, Raghavan and Schuetze, figure 16.4: three clusters of 17 points of three classes.
func TestAgreement(t *testing.T) {
	var a Agreement
	if got := a.Of("points"); got.N != 0 {
		t.Errorf("of nothing: %+v", got)
	}
	for cluster, classes := range []map[string]int{{"x": 5, "o": 1}, {"x": 1, "o": 4, "d": 1}, {"x": 2, "d": 3}} {
		for class, n := range classes {
			for range n {
				a.add("points", class, letters(cluster))
				a.add("same", class, class+"'s")
				a.add("one", class, "A")
			}
		}
	}
	got := a.Of("points")
	if math.Abs(got.Purity-12./17) > 1e-12 || math.Abs(got.ARI-.242915) > 1e-5 || got.N != 17 || got.Classes != 3 || got.Clusters != 3 {
		t.Errorf("%+v", got)
	}
	if got := a.Of("same"); got.ARI != 1 || got.Purity != 1 || math.Abs(got.Completeness-1) > 1e-12 || len(got.Confusion) != 0 {
		t.Errorf("of the same: %+v", got)
	}
	if got := a.Of("one"); got.ARI != 0 || got.Completeness != 1 || got.Purity != 8./17 {
		t.Errorf("of one cluster: %+v", got)
	}
}

func TestLetters(t *testing.T) {
	for n, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 27: "AB", 701: "ZZ", 702: "AAA"} {
		if got := letters(n); got != want {
			t.Errorf("%d is %s, not %s", n, got, want)
		}
	}
}

// Panels whose icons differ and whose glyphs don't have equal numbers for equal glyphs.
func TestGlyphs(t *testing.T) {
	const pixels, levels = 12, 5
	paint := func(icon, level int) []byte {
		out := make([]byte, 3*pixels)
		for p := range pixels {
			out[3*p], out[3*p+1] = byte(50*icon+p), byte(7*p) // the icon
			if p >= 6 && level>>(p-6)&1 == 1 {
				out[3*p], out[3*p+1], out[3*p+2] = 255, 255, 255
			}
		}
		return out
	}
	images := map[int][][]byte{}
	for icon := range 4 {
		images[icon] = append(images[icon], make([]byte, 3*pixels))
		for level := range levels {
			images[icon] = append(images[icon], paint(icon, level+1))
		}
	}
	images[9] = [][]byte{make([]byte, 3*pixels)} // always empty
	got := glyphs(images)
	for icon := range 4 {
		if empty := got[icon][string(make([]byte, 3*pixels))]; empty != "" {
			t.Errorf("an empty panel is %s", empty)
		}
		for level := range levels {
			_, a, ok := levelOf(got[icon][string(paint(icon, level+1))])
			_, b, _ := levelOf(got[0][string(paint(0, level+1))])
			if !ok || a != b || a < 1 || a > levels {
				t.Errorf("glyph %d of panel %d has number %d, and of the first one %d", level, icon, a, b)
			}
		}
	}
	// Of a single panel nothing says what is a glyph.
	one := glyphs(map[int][][]byte{0: images[0]})
	seen := map[string]bool{}
	for _, label := range one[0] {
		seen[label] = true
		if f, n, ok := levelOf(label); label != "" && (!ok || n != 1 || f == panelName+"A") {
			t.Errorf("it is %q", label)
		}
	}
	if len(seen) != levels+1 {
		t.Errorf("%d labels", len(seen))
	}
}

// What is drawn over two grounds is one class.
func TestSprites(t *testing.T) {
	const pixels = 20
	ground := func(seed int) []byte {
		out := make([]byte, 3*pixels)
		for i := range out {
			out[i] = byte(40 + (i*seed*37)%160)
		}
		return out
	}
	over := func(g []byte, tone int) []byte {
		out := append([]byte{}, g...)
		for p := 5; p < 15; p++ {
			for j := range 3 {
				out[3*p+j] = byte(tone + 9*p*j%60)
			}
		}
		for j := range 3 { // half of it is seen through
			out[3*15+j] = byte((int(g[3*15+j]) + tone) / 2)
		}
		return out
	}
	a, b := ground(1), ground(5)
	c := clustering{images: []centre{
		{image: a, n: 100}, {image: b, n: 90}, {image: over(a, 200), n: 9}, {image: over(b, 200), n: 8}, {image: over(a, 20), n: 7}, {image: over(b, 120), agent: true, n: 6}}}
	want := []string{"A", "B", "C@A", "C@B", "D", "agent:-@B"}
	for i, got := range c.named() {
		if got != want[i] {
			t.Errorf("cluster %d is %s, not %s", i, got, want[i])
		}
	}
}
