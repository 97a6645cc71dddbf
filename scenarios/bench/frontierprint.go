package bench

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
)

// printFrontier writes the frontier at a few places for people, and the line that
// sets ours beside ADAM's loop.
func printFrontier(w io.Writer, r PaperReport) {
	for _, unit := range []struct {
		name   string
		places []int
	}{
		{"steps", []int{25, 50, adamAt, oursAt, 100, 150, 200, 300}},
		{"rounds", []int{10, 15, 20, 25, 30, 40, 50, 60}},
	} {
		fmt.Fprintf(w, "\nexact graphs on the way to diamond (and mean SHD), stopped after so many %s:\n%-32s", unit.name, "")
		for _, n := range unit.places {
			fmt.Fprintf(w, " %12d", n)
		}
		fmt.Fprintf(w, " %12s\n", "end")
		for _, c := range r.Curves {
			if c.Unit != unit.name {
				continue
			}
			fmt.Fprintf(w, "%-32s", c.Name)
			for _, n := range unit.places {
				fmt.Fprintf(w, " %12s", c.At(n))
			}
			fmt.Fprintf(w, " %12s\n", c.End())
		}
	}
	named := func(name string) Curve {
		return r.Curves[slices.IndexFunc(r.Curves, func(c Curve) bool { return c.Name == name })]
	}
	adam := named(adamName)
	fmt.Fprintf(w, "\nat %d steps %.1f%% of our graphs are exact; of ADAM's loop %.1f%% at %d steps, %.1f%% at its end\n",
		oursAt, 100*named(oursName).At(oursAt).Exact, 100*adam.At(adamAt).Exact, adamAt, 100*adam.End().Exact)
}

// String is the point as "61.0% (1.2)".
func (p CurvePoint) String() string { return fmt.Sprintf("%.1f%% (%.1f)", 100*p.Exact, p.SHD) }

// Plot draws the share of exact graphs and the mean SHD against the steps spent, with 95%
// intervals (of the share Clopper and Pearson's), of all methods that count in steps. The file's ending chooses the form: svg, png or
// pdf.
func (t PaperTable) Plot(path string, r PaperReport) error {
	exact := newPlot(fmt.Sprintf("%s in %s, %d runs: the graph on the way to diamond", t.Name, t.World.ID, t.Seeds), "", "share of exact graphs")
	exact.Y.Min, exact.Y.Max = 0, 1
	shd := newPlot("", "steps (executed actions)", "mean SHD")
	shd.Y.Min = 0
	i := 0
	for _, c := range r.Curves {
		if c.Unit != "steps" {
			continue
		}
		for _, panel := range []struct {
			plot  *plot.Plot
			value func(CurvePoint) (mean, low, high float64)
		}{
			{exact, func(p CurvePoint) (mean, low, high float64) {
				low, high = interval(int(math.Round(p.Exact*float64(t.Seeds))), t.Seeds)
				return p.Exact, low, high
			}},
			{shd, func(p CurvePoint) (mean, low, high float64) {
				margin := distuv.UnitNormal.Quantile(.975) * p.SHDError
				return p.SHD, max(0, p.SHD-margin), p.SHD + margin
			}},
		} {
			var pts plotter.XYs
			var spans []span
			for _, p := range c.Points {
				mean, low, high := panel.value(p)
				pts = append(pts, plotter.XY{X: float64(p.At), Y: mean})
				spans = append(spans, span{float64(p.At), low, high})
			}
			line, err := newLine(bends(pts), i)
			if err != nil {
				return err
			}
			band, err := newBand(spans, line)
			if err != nil {
				return err
			}
			panel.plot.Add(band, line)
			if panel.plot == shd { // where there is room
				panel.plot.Legend.Add(c.Name, line)
			}
		}
		i++
	}
	shd.Legend.Top, shd.Legend.YOffs = true, -shd.Legend.YOffs
	return savePanels(path, exact, shd)
}

// bends leaves out the points between two of the same height.
func bends(pts plotter.XYs) plotter.XYs {
	var out plotter.XYs
	for i, p := range pts {
		if i == 0 || i+1 == len(pts) || p.Y != pts[i-1].Y || p.Y != pts[i+1].Y {
			out = append(out, p)
		}
	}
	return out
}
