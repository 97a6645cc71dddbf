package percipient

import (
	"math"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// tileReader reads pictures by weights, and keeps what it works out for a light, as the next picture has nearly the same.
// It isn't safe for concurrent use.
type tileReader struct {
	w       *tileWeights
	lights  map[*tileLight]*lit
	whole   []*lit // those with which a picture was read, the latest last
	rough   *lit   // the light of the latest picture, roughly
	guesses []int  // by cell, the look that it was most like
	seen    []float32
	logs    []float64
}

// lit is what all looks are expected to be in a light.
type lit struct {
	mode   *mode
	at     int // which of the mode's
	light  *tileLight
	shades [][]float32 // by cell around the agent; nil: not worked out yet
}

const (
	// mostWhole is of how many lights the expectations of all cells are kept.
	mostWhole = 8
	// fewProbes and probes are how many cells, spread over the picture, the light is told by: first roughly, then finely.
	fewProbes, probes = 4, 12
	// coarse is of how many lights one is tried first, unless there are few in a mode.
	coarse, few = 4, 20
	// hopeless is by how much the logarithm of a look's odds may be lower than the best one's to be worked out to the end.
	hopeless = 40
)

// expectations are those of a light.
func (r *tileReader) expectations(m *mode, at int) *lit {
	l := &m.Lights[at]
	x := r.lights[l]
	if x == nil {
		if r.lights == nil {
			r.lights = map[*tileLight]*lit{}
		}
		x = &lit{m, at, l, make([][]float32, len(l.Shades))}
		r.lights[l] = x
	}
	return x
}

// use keeps the expectations of all cells for this light and the ones used lately; of others those of probes are kept.
func (r *tileReader) use(x *lit) {
	r.whole = append(slices.DeleteFunc(r.whole, func(y *lit) bool { return y == x }), x)
	if len(r.whole) <= mostWhole {
		return
	}
	old := r.whole[0]
	r.whole = r.whole[1:]
	for i := range old.shades {
		if !r.w.probed(i) {
			old.shades[i] = nil
		}
	}
}

// probe is the n-th of so many cells by which a light is told.
func (w *tileWeights) probe(n, of int) int { return (2*n + 1) * len(w.around) / (2 * of) }

// probed reports whether the cell is one by which lights are told.
func (w *tileWeights) probed(i int) bool {
	for _, of := range [...]int{fewProbes, probes} {
		for n := range of {
			if w.probe(n, of) == i {
				return true
			}
		}
	}
	return false
}

// look is what the cell shows, whitened for the light, and what all looks should be there, one after the other.
func (r *tileReader) look(f interaction.Frame, x *lit, i int) (want []float32) {
	s := &x.light.Shades[i]
	if x.shades[i] == nil {
		x.shades[i] = s.expected(x.mode.Images)
	}
	r.seen = r.w.cell(f, r.w.around[i], s, r.seen)
	if r.guesses == nil {
		r.guesses = make([]int, len(r.w.around))
	}
	return x.shades[i]
}

// far is the squared distance of what is seen to what a look should be, or more than enough. Sums of their own for the
// three colours don't wait for each other.
func (r *tileReader) far(want []float32, enough float32) float32 {
	const some = 21 // values, after which it is asked whether it is enough
	var x, y, z float32
	for seen := r.seen; len(seen) > 0; {
		n := min(some, len(seen))
		a, b := seen[:n], want[:n]
		for j := 0; j+2 < len(a) && j+2 < len(b); j += 3 {
			d, e, f := a[j]-b[j], a[j+1]-b[j+1], a[j+2]-b[j+2]
			x += d * d
			y += e * e
			z += f * f
		}
		if x+y+z >= enough {
			break
		}
		seen, want = seen[n:], want[n:]
	}
	return x + y + z
}

// possible reports whether the cell may show the look in the mode.
func (r *tileReader) possible(m *mode, i, k int) bool {
	return len(m.Images[k]) > 0 && r.w.agents[k] == r.w.isAgents(i)
}

// guess is where what the look should be begins that the cell was most like before, as it is likely to be so again; false:
// it can't be.
func (r *tileReader) guess(m *mode, i int) (at int, ok bool) {
	k := r.guesses[i]
	for _, image := range m.Images[:k] {
		at += len(image)
	}
	return at, r.possible(m, i, k)
}

// nearest is the least squared distance of the cell to a look, or enough, if that is less.
func (r *tileReader) nearest(f interaction.Frame, x *lit, i int, enough float32) float32 {
	want := r.look(f, x, i)
	if at, ok := r.guess(x.mode, i); ok {
		enough = min(enough, r.far(want[at:], enough))
	}
	for k, image := range x.mode.Images {
		if r.possible(x.mode, i, k) {
			if d := r.far(want, enough); d < enough {
				enough, r.guesses[i] = d, k
			}
		}
		want = want[len(image):]
	}
	return enough
}

// likelihoods are by look the logarithms of how likely the cell is, all that are out of the question as far below the best;
// -Inf: it isn't seen in the mode, or not there. They don't depend on what was read before.
func (r *tileReader) likelihoods(f interaction.Frame, x *lit, i int) []float64 {
	want := r.look(f, x, i)
	base, beyond := x.light.Shades[i].base(len(r.seen)), 2*hopeless*float32(r.w.Temper)
	least := float32(math.MaxFloat32)
	if at, ok := r.guess(x.mode, i); ok {
		least = r.far(want[at:], least)
	}
	r.logs = r.logs[:0]
	for k, image := range x.mode.Images {
		log := math.Inf(-1)
		if r.possible(x.mode, i, k) {
			d := r.far(want, least+beyond)
			if d < least {
				least, r.guesses[i] = d, k
			}
			log = base - float64(d)/2
		}
		want = want[len(image):]
		r.logs = append(r.logs, log)
	}
	for k, log := range r.logs {
		if !math.IsInf(log, -1) {
			r.logs[k] = max(log, base-float64(least+beyond)/2)
		}
	}
	return r.logs
}

// base is the logarithm of how likely so many values are that are just as expected.
func (s *shade) base(n int) float64 { return s.logDensity * float64(n/3) }

// isAgents reports whether the agent is in the cell: in the middle of what is around it.
func (w *tileWeights) isAgents(i int) bool { return i == len(w.around)/2 }

// rate is how likely the picture is in a light, by some of its cells; -Inf: no likelier than top.
func (r *tileReader) rate(f interaction.Frame, x *lit, cells int, top float64) float64 {
	n := 3 * (f.Width / r.w.Columns) * (f.Height / r.w.Rows)
	sum := 0. // at most
	for i := range cells {
		sum += x.light.Shades[r.w.probe(i, cells)].base(n)
	}
	for i := range cells {
		left := float32(min(2*(sum-top), math.MaxFloat32))
		d := r.nearest(f, x, r.w.probe(i, cells), left)
		if d >= left {
			return math.Inf(-1)
		}
		sum -= float64(d) / 2
	}
	return sum
}

// light is the one under which the picture is the least surprising. The one of the picture before is tried first, as most
// others soon turn out to be worse then.
func (r *tileReader) light(f interaction.Frame) *lit {
	var rough []*lit
	for i := range r.w.Modes {
		m := &r.w.Modes[i]
		step := coarse
		if len(m.Lights) < few {
			step = 1
		}
		for l := step / 2; l < len(m.Lights)+step/2; l += step {
			rough = append(rough, r.expectations(m, min(l, len(m.Lights)-1)))
		}
	}
	best := r.likeliest(f, rough, r.rough, fewProbes)
	r.rough = best
	var fine []*lit
	for l := max(0, best.at-coarse); l <= min(len(best.mode.Lights)-1, best.at+coarse); l++ {
		fine = append(fine, r.expectations(best.mode, l))
	}
	return r.likeliest(f, fine, best, probes)
}

// likeliest is the light, of these, in which the picture is the likeliest by so many cells; first is tried first.
func (r *tileReader) likeliest(f interaction.Frame, lights []*lit, first *lit, cells int) *lit {
	best, top := lights[0], math.Inf(-1)
	if first != nil {
		best, top = first, r.rate(f, first, cells, top)
	}
	for _, x := range lights {
		if x == first {
			continue
		}
		if p := r.rate(f, x, cells, top); p > top {
			best, top = x, p
		}
	}
	return best
}

// read reads a picture of the right size by itself.
func (r *tileReader) read(f interaction.Frame) Reading {
	light, odds := r.odds(f)
	for i := range odds {
		odds[i] = probabilities(odds[i], 1)
	}
	return r.w.reading(f, light, odds)
}

// odds are by cell around the agent the logarithms of the odds of its looks in the light of the picture.
func (r *tileReader) odds(f interaction.Frame) (*tileLight, [][]float64) {
	x := r.light(f)
	r.use(x)
	odds := make([][]float64, len(r.w.around))
	for i := range odds {
		odds[i] = slices.Clone(r.likelihoods(f, x, i))
		for k := range odds[i] {
			odds[i][k] /= r.w.Temper
		}
	}
	return x.light, odds
}

// reading is what the picture is taken to show by the probabilities of looks.
func (w *tileWeights) reading(f interaction.Frame, l *tileLight, seen [][]float64) Reading {
	n := w.Columns * w.Rows
	out := Reading{Grid: interaction.Grid{Columns: w.Columns, Rows: w.Rows, Cells: make([]string, n), Light: (l.First + l.Last) / 2, Levels: l.Levels}, Sure: make([]float64, n)}
	for i := range out.Sure {
		out.Sure[i] = 1
	}
	for i, c := range w.around {
		best := slices.Index(seen[i], slices.Max(seen[i]))
		out.Grid.Cells[c], out.Sure[c] = w.Looks[best], seen[i][best]
	}
	for _, p := range w.Panels {
		out.Grid.Cells[p.Cell], out.Sure[p.Cell] = p.read(w, f)
	}
	return out
}
