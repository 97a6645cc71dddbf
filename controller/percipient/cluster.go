package percipient

import (
	"fmt"
	"math"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

const (
	// mostClustered is how many pictures clusters are made of, at most.
	mostClustered = 2400
	// unlike is by how much a cell has to differ from all clusters to begin one of its own, the root of the mean square over
	// channels; and sharp by how much the middle one of a picture's cells differs at most where that can be told.
	unlike, sharp = 6, 2
	// apart is by how much two lights differ in what they make of the clusters' colours.
	apart = 2
	// wider is how many times that two families of lights differ at least.
	wider = 4
	// following is how often a picture's light is fitted and its cells are assigned.
	following = 3
	// tried is how many of the clusters, those with the most cells, a light is tried with first, and likeliest how many
	// lights then compete with all.
	tried, likeliest = 16, 4
)

// clustering makes classes of the cells of pictures of which nothing is told but how many cells they have. It begins
// with the brightest picture and goes on to darker ones: each picture's light is fitted as a linear map of colours
// between its cells and the clusters that these are nearest to, beginning with the lights that are known, and cells and
// light are fitted in turn (classification EM; Celeux and Govaert, "A classification EM algorithm for clustering",
// 1992). Cells that are like no cluster begin one, as long as the light lets colours be told.
type clustering struct {
	w      tileWeights
	frames []interaction.Frame
	panel  []bool // by cell
	middle int    // the agent's cell

	images []centre
	lights []*hue
	labels [][]int // by picture and cell; -1 for a panel
	lit    []int   // by picture: its light
}

// centre is a cluster, as it looks in the light of the first picture.
type centre struct {
	image []byte
	agent bool
	n     int
}

// hue is a light of all of a picture.
type hue struct {
	shade    shade
	expected [][]float32 // by cluster, as far as worked out
	n        int
}

// survey takes in a picture.
func (c *clustering) survey(f interaction.Frame, columns, rows int) error {
	if err := f.Validate(); err != nil {
		return err
	}
	w := &c.w
	if len(c.frames) == 0 {
		if err := (interaction.Grid{Columns: columns, Rows: rows, Cells: make([]string, columns*rows)}).Validate(f.Width, f.Height); err != nil {
			return err
		}
		w.Width, w.Height, w.Columns, w.Rows = f.Width, f.Height, columns, rows
	}
	if w.Width != f.Width || w.Height != f.Height || w.Columns != columns || w.Rows != rows {
		return fmt.Errorf("pictures of %d by %d and of %d by %d cells can't be learned from together", w.Columns, w.Rows, columns, rows)
	}
	if len(c.frames) < mostClustered {
		c.frames = append(c.frames, f)
	}
	return nil
}

// constancy is how many pictures there are at least for each image of a row of panels.
const constancy = 20

// panels finds which rows, from the bottom, are of panels: their cells show few images in however many pictures, as they
// have neither ground nor light.
func (c *clustering) panels() error {
	w := &c.w
	c.panel = make([]bool, w.Columns*w.Rows)
	around := w.Rows
	for ; around > 0; around-- {
		few := true
		for x := 0; x < w.Columns && few; x++ {
			seen := map[string]bool{}
			for _, f := range c.frames {
				seen[string(pixels(f, w.Columns, w.Rows, (around-1)*w.Columns+x))] = true
			}
			few = len(seen)*constancy <= len(c.frames)
		}
		if !few {
			break
		}
		for x := range w.Columns {
			c.panel[(around-1)*w.Columns+x] = true
		}
	}
	if around == 0 || around%2 == 0 || w.Columns%2 == 0 {
		return fmt.Errorf("%w: %d rows of %d cells change with the light, and an agent in the middle of them needs odd numbers", ErrNoPictures, around, w.Columns)
	}
	c.middle = around/2*w.Columns + w.Columns/2
	return nil
}

// follow makes the clusters. It says how many pictures it went through.
func (c *clustering) follow(done func(n int)) {
	brightness := make([]int, len(c.frames))
	order := make([]int, len(c.frames))
	for i, f := range c.frames {
		order[i] = i
		for _, x := range f.RGB[:3*f.Width*(c.w.Height/c.w.Rows)*c.aroundRows()] {
			brightness[i] += int(x)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return brightness[b] - brightness[a] })
	c.labels, c.lit = make([][]int, len(c.frames)), make([]int, len(c.frames))
	c.lights = []*hue{{shade: shade{Map: [9]float32{0: 1, 4: 1, 8: 1}}}}
	for n, i := range order {
		c.labels[i], c.lit[i] = c.picture(c.frames[i], true)
		done(n + 1)
	}
	for n, i := range order { // again, as the first ones met with few clusters
		c.labels[i], c.lit[i] = c.picture(c.frames[i], false)
		done(len(order) + n + 1)
	}
}

// aroundRows is how many rows are around the agent.
func (c *clustering) aroundRows() int { return (c.middle/c.w.Columns)*2 + 1 }

// picture assigns a picture's cells, and finds its light.
func (c *clustering) picture(f interaction.Frame, begins bool) (labels []int, light int) {
	n := c.aroundRows() * c.w.Columns
	cells := make([][]float32, n)
	raw := make([][]byte, n)
	for i := range cells {
		raw[i] = pixels(f, c.w.Columns, c.w.Rows, i)
		cells[i] = make([]float32, len(raw[i]))
		for k, x := range raw[i] {
			cells[i][k] = float32(x)
		}
	}
	labels = make([]int, n)
	off := make([]float32, n)
	var best *hue
	least := float32(math.MaxFloat32)
	for _, h := range c.candidates(cells) {
		now := &hue{shade: h.shade, expected: h.expected}
		var sum float32
		for round := range following {
			if round > 0 {
				now = c.fit(raw, labels, off)
			}
			c.assign(cells, now, labels, off)
			sum = c.typical(off)
		}
		if sum < least {
			least, best = sum, now
		}
	}
	if best == nil { // the first picture
		best = &hue{shade: c.lights[0].shade}
	}
	c.assign(cells, best, labels, off)
	if begins {
		if inverse, ok := invert(best.shade); ok && (len(c.images) == 0 || c.typical(off) < sharp) {
			for i := range cells {
				if labels[i] >= 0 && off[i] <= unlike {
					continue
				}
				k, d := c.nearest(cells[i], best, i == c.middle) // it may be like one that began just now
				if k < 0 || d > unlike {
					k = len(c.images)
					c.images = append(c.images, centre{image: inverse(raw[i]), agent: i == c.middle})
				}
				labels[i], off[i] = k, 0
			}
		}
	}
	for _, k := range labels {
		if k >= 0 {
			c.images[k].n++
		}
	}
	return labels, c.light(best)
}

// typical is what the middle one of the cells differs by.
func (c *clustering) typical(off []float32) float32 {
	sorted := slices.Clone(off)
	slices.Sort(sorted)
	return sorted[len(sorted)/2]
}

// candidates are the lights under which the picture is the least surprising.
func (c *clustering) candidates(cells [][]float32) []*hue {
	if len(c.images) == 0 {
		return nil
	}
	common := c.common()
	type rated struct {
		h *hue
		d float32
	}
	var all []rated
	for _, h := range c.lights {
		c.expect(h)
		r := rated{h: h}
		for i := 0; i < len(cells); i += 5 {
			least := float32(math.MaxFloat32)
			for _, k := range common {
				least = min(least, difference(cells[i], h.expected[k], least))
			}
			r.d += least
		}
		all = append(all, r)
	}
	slices.SortStableFunc(all, func(a, b rated) int {
		switch {
		case a.d < b.d:
			return -1
		case a.d > b.d:
			return 1
		}
		return 0
	})
	var out []*hue
	for _, r := range all[:min(likeliest, len(all))] {
		out = append(out, r.h)
	}
	return out
}

// common are the clusters with the most cells.
func (c *clustering) common() []int {
	out := make([]int, len(c.images))
	for i := range out {
		out[i] = i
	}
	slices.SortStableFunc(out, func(a, b int) int { return c.images[b].n - c.images[a].n })
	return out[:min(tried, len(out))]
}

// expect works out how the clusters look in the light.
func (c *clustering) expect(h *hue) {
	for k := len(h.expected); k < len(c.images); k++ {
		h.expected = append(h.expected, h.shade.apply(c.images[k].image))
	}
}

// apply is what the light makes of an image.
func (s *shade) apply(image []byte) []float32 {
	out := make([]float32, len(image))
	m := &s.Map
	for i := 0; i+2 < len(image); i += 3 {
		r, g, b := float32(image[i]), float32(image[i+1]), float32(image[i+2])
		for j := range 3 {
			out[i+j] = m[3*j]*r + m[3*j+1]*g + m[3*j+2]*b + s.Add[j]
		}
	}
	return out
}

// difference is the sum of squares, as far as it is below enough.
func difference(a, b []float32, enough float32) (d float32) {
	for j := 0; j < len(a) && d < enough; {
		for end := min(j+21, len(a)); j < end; j++ {
			e := a[j] - b[j]
			d += e * e
		}
	}
	return d
}

// nearest is the cluster that the cell is the most like in the light, and by how much it differs.
func (c *clustering) nearest(cell []float32, h *hue, agent bool) (k int, d float32) {
	c.expect(h)
	k, least := -1, float32(math.MaxFloat32)
	for i, x := range c.images {
		if x.agent == agent {
			if d := difference(cell, h.expected[i], least); d < least {
				k, least = i, d
			}
		}
	}
	if k < 0 {
		return k, math.MaxFloat32
	}
	return k, float32(math.Sqrt(float64(least) / float64(len(cell))))
}

func (c *clustering) assign(cells [][]float32, h *hue, labels []int, off []float32) {
	for i, cell := range cells {
		labels[i], off[i] = c.nearest(cell, h, i == c.middle)
	}
}

// fit is the light by the cells that are the most like their clusters: others may show what is new.
func (c *clustering) fit(raw [][]byte, labels []int, off []float32) *hue {
	limit := max(unlike, 2*c.typical(off))
	var r regression
	for i, k := range labels {
		if k < 0 || off[i] > limit {
			continue
		}
		from := c.images[k].image
		for p := 0; p < len(from); p += 3 {
			r.add(from[p:p+3], raw[i][p:p+3])
		}
	}
	return &hue{shade: r.shade()}
}

// invert takes a light away; false: it leaves too little of the colours.
func invert(s shade) (func([]byte) []byte, bool) {
	m := make([]float64, 9)
	for i, x := range s.Map {
		m[i] = float64(x)
	}
	d := m[0]*(m[4]*m[8]-m[5]*m[7]) - m[1]*(m[3]*m[8]-m[5]*m[6]) + m[2]*(m[3]*m[7]-m[4]*m[6])
	if d < leastColour {
		return nil, false
	}
	inv := [9]float64{
		(m[4]*m[8] - m[5]*m[7]) / d, (m[2]*m[7] - m[1]*m[8]) / d, (m[1]*m[5] - m[2]*m[4]) / d,
		(m[5]*m[6] - m[3]*m[8]) / d, (m[0]*m[8] - m[2]*m[6]) / d, (m[2]*m[3] - m[0]*m[5]) / d,
		(m[3]*m[7] - m[4]*m[6]) / d, (m[1]*m[6] - m[0]*m[7]) / d, (m[0]*m[4] - m[1]*m[3]) / d}
	return func(image []byte) []byte {
		out := make([]byte, len(image))
		for i := 0; i+2 < len(image); i += 3 {
			for j := range 3 {
				x := 0.
				for k := range 3 {
					x += inv[3*j+k] * (float64(image[i+k]) - float64(s.Add[k]))
				}
				out[i+j] = byte(math.Round(min(255, max(0, x))))
			}
		}
		return out
	}, true
}

// leastColour is the determinant of the map of a light in which clusters can begin: the volume of colours that it leaves.
const leastColour = .5

// light enters a picture's light, and returns its number.
func (c *clustering) light(h *hue) int {
	best, least := -1, math.MaxFloat64
	for i, l := range c.lights {
		if d := c.between(l, h); d < least {
			best, least = i, d
		}
	}
	if least > apart {
		best = len(c.lights)
		c.lights = append(c.lights, &hue{shade: h.shade})
	}
	c.lights[best].n++
	return best
}

// between is by how much two lights differ in what they make of a grey and of the primary colours: the root of the mean
// square.
func (c *clustering) between(a, b *hue) float64 {
	sum := 0.
	for _, colour := range [...][3]float32{{60, 60, 60}, {160, 160, 160}, {160, 60, 60}, {60, 160, 60}, {60, 60, 160}} {
		for j := range 3 {
			d := a.shade.Add[j] - b.shade.Add[j]
			for k := range 3 {
				d += (a.shade.Map[3*j+k] - b.shade.Map[3*j+k]) * colour[k]
			}
			sum += float64(d * d)
		}
	}
	return math.Sqrt(sum / 15)
}
