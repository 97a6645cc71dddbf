package percipient

import (
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// misreadings counts in how many pictures each level is misread: that which panels tell of a factor, and for each class of
// things whether one is next to the agent, as facts are that hold beside things.
type misreadings struct {
	eye      *tileReader
	factors  []string // with panels
	classes  []string
	pictures int
	wrong    []int // by factor, then by class
}

func newMisreadings(w *tileWeights) *misreadings {
	m := &misreadings{eye: &tileReader{w: w}, classes: w.names()}
	for _, p := range w.Panels {
		for _, label := range p.Labels {
			if f, _, ok := levelOf(label); ok && !slices.Contains(m.factors, f) {
				m.factors = append(m.factors, f)
			}
		}
	}
	m.wrong = make([]int, len(m.factors)+len(m.classes))
	return m
}

// add reads a picture.
func (m *misreadings) add(v Labelled) {
	w, got := m.eye.w, m.eye.read(v.Frame)
	m.pictures++
	told, read := w.told(v.Scene.Grid.Cells), w.told(got.Grid.Cells)
	for i, f := range m.factors {
		if told[f] != read[f] {
			m.wrong[i]++
		}
	}
	is, taken := w.beside(v.Scene.Grid.Cells), w.beside(got.Grid.Cells)
	for i, name := range m.classes {
		if slices.Contains(is, name) != slices.Contains(taken, name) {
			m.wrong[len(m.factors)+i]++
		}
	}
}

const (
	// misreadError is the probability that some level is misread more often than the bound says.
	misreadError = .05
	// mostMisread is the largest bound that weights can have: nothing is certified by it.
	mostMisread = .4999
)

// bound is the largest of all levels' upper limits of Clopper and Pearson, each at its share of misreadError, so that it
// holds of each level. Pictures count as independent.
func (m *misreadings) bound() float64 {
	limit := 0.
	for _, k := range m.wrong {
		if k == m.pictures {
			return mostMisread
		}
		limit = max(limit, distuv.Beta{Alpha: float64(k) + 1, Beta: float64(m.pictures - k)}.Quantile(1-misreadError/float64(len(m.wrong))))
	}
	return min(limit, mostMisread)
}

// told are the levels that panels tell.
func (w *tileWeights) told(cells []string) map[string]int {
	out := map[string]int{}
	for _, p := range w.Panels {
		if f, n, ok := levelOf(cells[p.Cell]); ok {
			out[f] = n
		}
	}
	return out
}

// proportion is the interval of Clopper and Pearson, at 95%, for k of n; 0 to 1 where n is 0.
func proportion(k, n int) (low, high float64) {
	high = 1
	if k > 0 {
		low = distuv.Beta{Alpha: float64(k), Beta: float64(n-k) + 1}.Quantile(.025)
	}
	if k < n {
		high = distuv.Beta{Alpha: float64(k) + 1, Beta: float64(n - k)}.Quantile(.975)
	}
	return low, high
}

// beside are the things in the eight cells around the agent.
func (w *tileWeights) beside(cells []string) (names []string) {
	middle := len(w.around) / 2
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if dx != 0 || dy != 0 {
				names = append(names, thingOf(cells[w.around[middle+dy*w.Columns+dx]]))
			}
		}
	}
	return names
}
