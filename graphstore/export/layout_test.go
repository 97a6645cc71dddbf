package export

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCrossings counts the crossings of random layouts pair by pair.
func TestCrossings(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		l := newLayout(3)
		for i := range 15 {
			l.add(i%3, 10, 20, false)
		}
		for range rng.IntN(20) {
			from, to := rng.IntN(15), rng.IntN(15)
			if l.boxes[from].col < l.boxes[to].col {
				l.connect(from, to, float64(rng.IntN(3)))
			}
		}
		want := 0
		for i, a := range l.segments {
			for _, b := range l.segments[:i] {
				af, at, bf, bt := l.boxes[a.from], l.boxes[a.to], l.boxes[b.from], l.boxes[b.to]
				if af.col != bf.col || af.pos == bf.pos {
					continue
				}
				if af.pos > bf.pos {
					at, bt = bt, at
					if bt.pos < at.pos || bt.pos == at.pos && a.dy < b.dy {
						want++
					}
					continue
				}
				if at.pos > bt.pos || at.pos == bt.pos && a.dy > b.dy {
					want++
				}
			}
		}
		if got := l.crossings(); got != want {
			t.Fatalf("%d crossings, want %d", got, want)
		}
		l.order()
		if got := l.crossings(); got > want {
			t.Fatalf("ordering made %d crossings out of %d", got, want)
		}
	}
}

// TestOrderUncrosses: two crossed lines are put straight.
func TestOrderUncrosses(t *testing.T) {
	l := newLayout(2)
	a, b := l.add(0, 10, 10, false), l.add(0, 10, 10, false)
	c, d := l.add(1, 10, 10, false), l.add(1, 10, 10, false)
	l.connect(a, d, 0)
	l.connect(b, c, 0)
	l.order()
	if l.crossings() != 0 {
		t.Errorf("columns %v still cross", l.columns)
	}
	l.place(0, 0, func(int) float64 { return 50 })
	if l.boxes[a].y != l.boxes[d].y || l.boxes[b].y != l.boxes[c].y {
		t.Error("single lines are not straight")
	}
}

// TestTrunksAreShared: lines from one box use the same virtual boxes.
func TestTrunksAreShared(t *testing.T) {
	l := newLayout(4)
	a := l.add(0, 10, 10, false)
	first := l.connect(a, l.add(3, 10, 10, false), 0)
	second := l.connect(a, l.add(3, 10, 10, false), 0)
	if l.virtual != 2 || len(first) != 3 || len(second) != 3 {
		t.Fatalf("%d virtual boxes, paths %v and %v", l.virtual, first, second)
	}
	if !slices.Equal(first[:2], second[:2]) || first[2] == second[2] {
		t.Errorf("paths %v and %v, want the first two segments in common", first, second)
	}
}

func TestShorten(t *testing.T) {
	for in, want := range map[string]string{"": "", "abcde": "abcde", "abcdef": "ab\u2026ef", "\u6728\u6728\u6728\u6728\u6728b": "\u6728\u6728\u2026\u6728b"} {
		if got := shorten(in, 5); got != want {
			t.Errorf("shorten(%q, 5) = %q, want %q", in, got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	words := []string{"some", "words", "and", "a", "verylongwordthatfitsnowhere", "end"}
	lines := wrap(words, 10, 60)
	var got []string
	for _, l := range lines {
		if textWidth(l, 10) > 60 && l != words[4] {
			t.Errorf("line %q is too wide", l)
		}
		got = append(got, l)
	}
	if want := []string{"some", "words and", "a", words[4], "end"}; !slices.Equal(got, want) {
		t.Errorf("lines %q, want %q", got, want)
	}
}
