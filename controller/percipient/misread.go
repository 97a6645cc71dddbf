package percipient

import (
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// misreadings counts levels that are read off pictures: those of panels, and for each class of things whether one is next
// to the agent, as facts are that hold beside things.
type misreadings struct {
	eye    *tileReader
	levels int
	wrong  int
}

// add reads a picture.
func (m *misreadings) add(w *tileWeights, v Labelled) {
	if m.eye == nil {
		m.eye = &tileReader{w: w}
	}
	got := m.eye.read(v.Frame)
	for _, p := range w.Panels {
		m.enter(v.Scene.Grid.Cells[p.Cell] == got.Grid.Cells[p.Cell])
	}
	is, taken := w.beside(v.Scene.Grid.Cells), w.beside(got.Grid.Cells)
	for _, name := range w.names() {
		m.enter(slices.Contains(is, name) == slices.Contains(taken, name))
	}
}

func (m *misreadings) enter(right bool) {
	if m.levels++; !right {
		m.wrong++
	}
}

// bound is the upper limit of Clopper and Pearson, at 95%.
func (m *misreadings) bound() float64 {
	if m.wrong == m.levels {
		return 1
	}
	return distuv.Beta{Alpha: float64(m.wrong) + 1, Beta: float64(m.levels - m.wrong)}.Quantile(.95)
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
