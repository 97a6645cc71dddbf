package percipient

import (
	"math"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// tileReader reads pictures by weights, and keeps what it works out for a light, as the next picture has nearly the same.
// It isn't safe for concurrent use.
type tileReader struct {
	w      *tileWeights
	lights map[*tileLight]*lit
	whole  []*lit // those with which a picture was read, the latest last
	seen   []float32
	logs   []float64
}

// lit is what all looks are expected to be in a light.
type lit struct {
	mode   *mode
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
func (r *tileReader) expectations(m *mode, l *tileLight) *lit {
	x := r.lights[l]
	if x == nil {
		if r.lights == nil {
			r.lights = map[*tileLight]*lit{}
		}
		x = &lit{m, l, make([][]float32, len(l.Shades))}
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

// likelihoods are by look the logarithms of how likely the cell is, those that are out of the question somewhere below
// the best; -Inf: it isn't seen in the mode, or not there.
func (r *tileReader) likelihoods(f interaction.Frame, x *lit, i int) []float64 {
	s := &x.light.Shades[i]
	if x.shades[i] == nil {
		x.shades[i] = s.expected(x.mode.Images)
	}
	r.seen = r.w.cell(f, r.w.around[i], s, r.seen)
	want, n := x.shades[i], len(r.seen)
	r.logs = r.logs[:0]
	base := s.logDensity * float64(n/3)
	least := float32(math.MaxFloat32)
	agent := r.w.isAgents(i)
	for k, image := range x.mode.Images {
		if len(image) == 0 || r.w.agents[k] != agent {
			want = want[len(image):]
			r.logs = append(r.logs, math.Inf(-1))
			continue
		}
		d := float32(0)
		for j, enough := 0, least+2*hopeless*float32(r.w.Temper); j < n && d < enough; {
			for end := min(j+21, n); j < end; j++ {
				e := r.seen[j] - want[j]
				d += e * e
			}
		}
		least = min(least, d)
		r.logs = append(r.logs, base-float64(d)/2)
		want = want[n:]
	}
	return r.logs
}

// isAgents reports whether the agent is in the cell: in the middle of what is around it.
func (w *tileWeights) isAgents(i int) bool { return i == len(w.around)/2 }

// rate is how likely the picture is in a light, by some of its cells.
func (r *tileReader) rate(f interaction.Frame, m *mode, l *tileLight, cells int) (sum float64) {
	x := r.expectations(m, l)
	for n := range cells {
		sum += slices.Max(r.likelihoods(f, x, r.w.probe(n, cells))) / r.w.Temper
	}
	return sum
}

// light is the one under which the picture is the least surprising.
func (r *tileReader) light(f interaction.Frame) *lit {
	var best *mode
	bestAt, top := 0, math.Inf(-1)
	for m := range r.w.Modes {
		lights := r.w.Modes[m].Lights
		step := coarse
		if len(lights) < few {
			step = 1
		}
		for l := step / 2; l < len(lights)+step/2; l += step {
			at := min(l, len(lights)-1)
			if p := r.rate(f, &r.w.Modes[m], &lights[at], fewProbes); p > top || best == nil {
				top, best, bestAt = p, &r.w.Modes[m], at
			}
		}
	}
	at := bestAt
	top = math.Inf(-1)
	for l := max(0, bestAt-coarse); l <= min(len(best.Lights)-1, bestAt+coarse); l++ {
		if p := r.rate(f, best, &best.Lights[l], probes); p > top {
			top, at = p, l
		}
	}
	return r.expectations(best, &best.Lights[at])
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
