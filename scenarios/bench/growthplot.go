package bench

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// PlotGrowth draws trials, seconds and memory against actions on logarithmic axes:
// medians over the seeds, and what lies between the least and the most of these. Explorations that were cut are left out, as they cost less
// than the world does; the title counts them. The file's ending chooses the form:
// svg, png or pdf.
func PlotGrowth(path string, rows []GrowthRow) error {
	whole := slices.DeleteFunc(slices.Clone(rows), func(r GrowthRow) bool { return r.Cut })
	if len(whole) == 0 {
		return fmt.Errorf("plot %s: no exploration was finished", path)
	}
	title := "what it costs to explore everything"
	if n := len(rows) - len(whole); n > 0 {
		title += fmt.Sprintf(" (%d explorations that were cut are left out)", n)
	}
	var panels []*plot.Plot
	for i, panel := range []struct {
		label string
		value func(GrowthRow) float64
	}{
		{"trials", func(r GrowthRow) float64 { return float64(max(1, r.Trials)) }},
		{"seconds", func(r GrowthRow) float64 { return max(1e-3, r.Seconds) }},
		{"MB at the peak", func(r GrowthRow) float64 { return max(1, float64(r.PeakBytes)/1e6) }},
	} {
		p := newPlot("", "", panel.label)
		if i == 0 {
			p.Title.Text = title
		}
		for s, series := range []string{"games and parts of them", "synthetic worlds"} {
			pts, spans := medians(whole, s == 1, panel.value)
			if len(pts) == 0 {
				continue
			}
			line, err := newLine(pts, s)
			if err != nil {
				return err
			}
			dots, err := plotter.NewScatter(pts)
			if err != nil {
				return err
			}
			dots.Color, dots.Radius = line.Color, vg.Points(2.5)
			band, err := newBand(spans, line)
			if err != nil {
				return err
			}
			p.Add(band, line, dots)
			p.Legend.Add(series, line, dots)
		}
		logarithmic(&p.X, func(r GrowthRow) float64 { return float64(r.Actions) }, whole)
		logarithmic(&p.Y, panel.value, whole)
		panels = append(panels, p)
	}
	panels[len(panels)-1].X.Label.Text = "actions of the world"
	return savePanels(path, panels...)
}

// medians are the points of one series, ascending by actions, and their least and most.
func medians(rows []GrowthRow, synthetic bool, value func(GrowthRow) float64) (pts plotter.XYs, spans []span) {
	values := map[int][]float64{}
	for _, r := range rows {
		if r.Synthetic == synthetic {
			values[r.Actions] = append(values[r.Actions], value(r))
		}
	}
	for _, n := range slices.Sorted(maps.Keys(values)) {
		v := values[n]
		slices.Sort(v)
		pts = append(pts, plotter.XY{X: float64(n), Y: stat.Quantile(.5, stat.Empirical, v, nil)})
		spans = append(spans, span{float64(n), v[0], v[len(v)-1]})
	}
	return pts, spans
}

// logarithmic makes the axis cover the decades of the values, which are above zero.
func logarithmic[R any](a *plot.Axis, value func(R) float64, rows []R) {
	low, high := math.Inf(1), 0.0
	for _, r := range rows {
		low, high = min(low, value(r)), max(high, value(r))
	}
	a.Min = math.Pow(10, math.Floor(math.Log10(low)))
	a.Max = max(10*a.Min, math.Pow(10, math.Ceil(math.Log10(high))))
	a.Scale, a.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
}
