package export

import (
	"cmp"
	"math"
	"slices"
)

// The layout is that of Sugiyama, Tagawa and Toda, "Methods for visual
// understanding of hierarchical system structures" (IEEE Trans. SMC 11(2), 1981):
// given columns, long lines are cut by virtual boxes, the boxes of a column are
// ordered by the barycentre of their neighbours, and then get their heights. The
// lines from one box share their virtual boxes, so that a widely used item draws
// one trunk with branches instead of a bundle.

const (
	// sweeps is how often the boxes are ordered from left to right and back; the
	// order with the fewest crossings wins. More hardly help.
	sweeps = 12
	// settles is how often heights are adapted to the neighbours. In all but the
	// last rounds everything is also drawn to the middle by this share: parts
	// that no line connects would drift apart.
	settles     = 40
	lastSettles = 2
	pull        = 0.15
	// maxVirtual bounds the virtual boxes: beyond it lines go straight, which is
	// ugly but takes no time. A graph that people can read stays far below.
	maxVirtual = 20000
	// Gaps between boxes of a column, in pixels.
	boxGap, trunkGap = 18.0, 9.0
)

// box is something with a place: a drawn box, or a virtual one.
type box struct {
	col     int
	w, h    float64
	x, y    float64 // the upper left corner, once placed
	virtual bool
	in, out []int // segments
	pos     int   // the place in the column
}

func (b *box) middle() float64 { return b.y + b.h/2 }

// segment is a line from one column to the next one, or a straight line to a
// later one where virtual boxes ran out. dy is where it ends, below the middle of
// the box; lines begin at the middle.
type segment struct {
	from, to int
	dy       float64
}

type layout struct {
	boxes    []box
	columns  [][]int
	widths   []float64 // of the columns, once placed
	segments []segment
	// trunks are the virtual boxes of each box, by column.
	trunks  map[[2]int]int
	virtual int
}

func newLayout(columns int) *layout {
	return &layout{columns: make([][]int, columns), trunks: map[[2]int]int{}}
}

// add places a new box at the end of a column and returns its number.
func (l *layout) add(col int, w, h float64, virtual bool) int {
	n := len(l.boxes)
	l.boxes = append(l.boxes, box{col: col, w: w, h: h, virtual: virtual, pos: len(l.columns[col])})
	l.columns[col] = append(l.columns[col], n)
	return n
}

// connect draws a line to a box of a later column and returns its segments.
func (l *layout) connect(from, to int, dy float64) []int {
	var path []int
	at := from
	for col := l.boxes[from].col + 1; col < l.boxes[to].col; col++ {
		next, ok := l.trunks[[2]int{from, col}]
		if !ok {
			if l.virtual >= maxVirtual {
				break
			}
			l.virtual++
			next = l.add(col, 0, 0, true)
			l.trunks[[2]int{from, col}] = next
			l.join(at, next, 0)
		}
		path = append(path, l.boxes[next].in[0])
		at = next
	}
	return append(path, l.join(at, to, dy))
}

func (l *layout) join(from, to int, dy float64) int {
	n := len(l.segments)
	l.segments = append(l.segments, segment{from, to, dy})
	l.boxes[from].out = append(l.boxes[from].out, n)
	l.boxes[to].in = append(l.boxes[to].in, n)
	return n
}

// order sorts the boxes of each column to have few crossings.
func (l *layout) order() {
	best, fewest := l.snapshot(), l.crossings()
	for i := 0; i < sweeps && fewest > 0; i++ {
		for k := range l.columns {
			col, forward := k, i%2 == 0
			if !forward {
				col = len(l.columns) - 1 - k
			}
			l.sortColumn(col, forward)
		}
		if n := l.crossings(); n < fewest {
			best, fewest = l.snapshot(), n
		}
	}
	for c, column := range best {
		l.setColumn(c, column)
	}
}

func (l *layout) snapshot() [][]int {
	out := make([][]int, len(l.columns))
	for i, c := range l.columns {
		out[i] = slices.Clone(c)
	}
	return out
}

func (l *layout) setColumn(col int, boxes []int) {
	l.columns[col] = boxes
	for i, n := range boxes {
		l.boxes[n].pos = i
	}
}

// sortColumn orders a column by the barycentres of the boxes' neighbours before
// it, or after it. Boxes without any keep their share of the way down.
func (l *layout) sortColumn(col int, forward bool) {
	key := make(map[int]float64, len(l.columns[col]))
	for i, n := range l.columns[col] {
		b := &l.boxes[n]
		sum, count := 0.0, 0
		for _, s := range neighbours(b, forward) {
			sum += l.share(s, forward)
			count++
		}
		if count == 0 {
			key[n] = (float64(i) + 0.5) / float64(len(l.columns[col]))
		} else {
			key[n] = sum / float64(count)
		}
	}
	sorted := slices.Clone(l.columns[col])
	slices.SortStableFunc(sorted, func(a, b int) int { return cmp.Compare(key[a], key[b]) })
	l.setColumn(col, sorted)
}

func neighbours(b *box, forward bool) []int {
	if forward {
		return b.in
	}
	return b.out
}

// share is how far down its column, from 0 to 1, the other end of a segment is.
func (l *layout) share(s int, forward bool) float64 {
	if forward {
		b := &l.boxes[l.segments[s].from]
		return (float64(b.pos) + 0.5) / float64(len(l.columns[b.col]))
	}
	b := &l.boxes[l.segments[s].to]
	at := 0.5
	if b.h > 0 {
		at += l.segments[s].dy / b.h
	}
	return (float64(b.pos) + at) / float64(len(l.columns[b.col]))
}

// crossings counts the pairs of segments between neighbouring columns that cross,
// by counting inversions with a Fenwick tree (Barth, Mutzel and Juenger, 2004).
func (l *layout) crossings() int {
	total := 0
	for _, column := range l.columns {
		var ends []segment
		for _, n := range column {
			for _, s := range l.boxes[n].out {
				if g := l.segments[s]; l.boxes[g.to].col == l.boxes[n].col+1 {
					ends = append(ends, g)
				}
			}
		}
		total += l.inversions(ends)
	}
	return total
}

func (l *layout) inversions(ends []segment) int {
	if len(ends) < 2 {
		return 0
	}
	// Number the places where segments end, from the top; equal places don't
	// cross.
	byEnd := func(a, b segment) int {
		if c := cmp.Compare(l.boxes[a.to].pos, l.boxes[b.to].pos); c != 0 {
			return c
		}
		return cmp.Compare(a.dy, b.dy)
	}
	sorted := slices.Clone(ends)
	slices.SortFunc(sorted, byEnd)
	sorted = slices.CompactFunc(sorted, func(a, b segment) bool { return byEnd(a, b) == 0 })
	tree := make([]int, len(sorted)+1)
	count := 0
	for i := 0; i < len(ends); {
		// Segments from one box don't cross each other: count all, then add all.
		j := i
		for ; j < len(ends) && ends[j].from == ends[i].from; j++ {
			at, _ := slices.BinarySearchFunc(sorted, ends[j], byEnd)
			count += i
			for k := at + 1; k > 0; k -= k & -k {
				count -= tree[k]
			}
		}
		for ; i < j; i++ {
			at, _ := slices.BinarySearchFunc(sorted, ends[i], byEnd)
			for k := at + 1; k < len(tree); k += k & -k {
				tree[k]++
			}
		}
	}
	return count
}

// place gives every box its x and y. Boxes of one column never overlap, nor do
// columns.
func (l *layout) place(left, top float64, gap func(col int) float64) (width, height float64) {
	l.widths = make([]float64, len(l.columns))
	x := left
	for c, column := range l.columns {
		w := 0.0
		for _, n := range column {
			w = max(w, l.boxes[n].w)
		}
		tall := 0.0
		for _, n := range column {
			tall += l.boxes[n].h + boxGap
		}
		// All columns begin around one middle, from where their boxes then move.
		y := -tall / 2
		for _, n := range column {
			b := &l.boxes[n]
			b.x, b.y = x, y
			if b.virtual {
				b.w = w
			}
			y += b.h + boxGap
		}
		l.widths[c] = w
		x += w
		if c+1 < len(l.columns) {
			x += gap(c)
		}
	}
	for i := range settles {
		for k := range l.columns {
			col, forward := k, i%2 == 0
			if !forward {
				col = len(l.columns) - 1 - k
			}
			l.settle(col, forward, i < settles-lastSettles)
		}
	}
	low, high := math.Inf(1), math.Inf(-1)
	for i := range l.boxes {
		low, high = min(low, l.boxes[i].y), max(high, l.boxes[i].y+l.boxes[i].h)
	}
	if len(l.boxes) == 0 {
		return 0, 0
	}
	for i := range l.boxes {
		// Whole pixels give sharp lines and short files.
		l.boxes[i].y = math.Round(l.boxes[i].y - low + top)
	}
	return x - left, high - low
}

// settle moves the boxes of a column as near as possible (least squares) to where
// their neighbours want them, with the order and the gaps kept: an isotonic
// regression, solved by pooling adjacent violators.
func (l *layout) settle(col int, forward, drawn bool) {
	type block struct {
		sum, weight float64
		count       int
	}
	column := l.columns[col]
	offsets := make([]float64, len(column))
	blocks := make([]block, 0, len(column))
	offset := 0.0
	for i, n := range column {
		b := &l.boxes[n]
		if i > 0 {
			gap := boxGap
			if b.virtual && l.boxes[column[i-1]].virtual {
				gap = trunkGap
			}
			// A whole pixel more, as heights are rounded in the end.
			offset += l.boxes[column[i-1]].h + gap + 1
		}
		offsets[i] = offset
		want, weight := l.want(b, forward)
		if drawn {
			want *= 1 - pull // the middle is at zero
		}
		blocks = append(blocks, block{(want - offset) * weight, weight, 1})
		for len(blocks) > 1 {
			p, q := blocks[len(blocks)-2], blocks[len(blocks)-1]
			if p.sum/p.weight <= q.sum/q.weight {
				break
			}
			blocks = append(blocks[:len(blocks)-2], block{p.sum + q.sum, p.weight + q.weight, p.count + q.count})
		}
	}
	i := 0
	for _, k := range blocks {
		for range k.count {
			l.boxes[column[i]].y = k.sum/k.weight + offsets[i]
			i++
		}
	}
}

// want is the y that the neighbours want for a box, and how much that matters:
// trunks most, since a bend in a long line looks worst.
func (l *layout) want(b *box, forward bool) (y, weight float64) {
	segments := neighbours(b, forward)
	if len(segments) == 0 {
		return b.y, 0.1
	}
	sum := 0.0
	for _, s := range segments {
		g := l.segments[s]
		if forward {
			sum += l.boxes[g.from].middle() - g.dy
		} else {
			sum += l.boxes[g.to].middle() + g.dy
		}
	}
	weight = 1
	if b.virtual {
		weight = 4
	}
	return sum/float64(len(segments)) - b.h/2, weight
}
