package bench

import (
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// newPlot is an empty plot with a grid and room for a legend.
func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Title.Padding = vg.Points(8)
	p.X.Min = 0
	p.X.Tick.Marker, p.Y.Tick.Marker = plainTicks{}, plainTicks{}
	p.Add(plotter.NewGrid())
	p.Legend.YOffs, p.Legend.XOffs, p.Legend.Padding = vg.Points(12), vg.Points(-12), vg.Points(3)
	return p
}

// plainTicks are ticks that say 250, not 250.00.
type plainTicks struct{ plot.DefaultTicks }

var _ plot.Ticker = plainTicks{}

// Ticks implements [plot.Ticker].
func (t plainTicks) Ticks(low, high float64) []plot.Tick {
	ticks := t.DefaultTicks.Ticks(low, high)
	for i := range ticks {
		if ticks[i].Label != "" {
			ticks[i].Label = strconv.FormatFloat(ticks[i].Value, 'g', 4, 64)
		}
	}
	return ticks
}

// newLine is a line in the i-th style.
func newLine(pts plotter.XYs, i int) (*plotter.Line, error) {
	line, err := plotter.NewLine(pts)
	if err != nil {
		return nil, err
	}
	line.Width = vg.Points(1.5)
	line.Color = color.Color(plotutil.Color(i))
	line.Dashes = plotutil.Dashes(i)
	return line, nil
}

// savePanels draws plots below each other into one file; its ending chooses the
// form: svg, png or pdf.
func savePanels(path string, panels ...*plot.Plot) (err error) {
	const width, height = 18 * vg.Centimeter, 9 * vg.Centimeter
	canvas, err := draw.NewFormattedCanvas(width, vg.Length(len(panels))*height, strings.TrimPrefix(filepath.Ext(path), "."))
	if err != nil {
		return fmt.Errorf("plot %s: %w", path, err)
	}
	grid := make([][]*plot.Plot, len(panels))
	for i, p := range panels {
		grid[i] = []*plot.Plot{p}
	}
	tiles := draw.Tiles{Rows: len(panels), Cols: 1, PadY: vg.Points(10)}
	for i, row := range plot.Align(grid, tiles, draw.New(canvas)) {
		panels[i].Draw(row[0])
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := f.Close(); err == nil {
			err = cerr
		}
	}()
	_, err = canvas.WriteTo(f)
	return err
}
