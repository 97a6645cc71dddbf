package bench

import (
	"fmt"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"slices"
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

// plainTicks are ticks that say 250, not 250.00 or 2.5e+02.
type plainTicks struct{ plot.DefaultTicks }

var _ plot.Ticker = plainTicks{}

// Ticks implements [plot.Ticker].
func (t plainTicks) Ticks(low, high float64) []plot.Tick {
	ticks := t.DefaultTicks.Ticks(low, high)
	for i := range ticks {
		if ticks[i].Label != "" {
			ticks[i].Label = strconv.FormatFloat(math.Round(1e6*ticks[i].Value)/1e6, 'f', -1, 64)
		}
	}
	return ticks
}

// palette are colours that people tell apart whichever way they see colours: Okabe and Ito,
// "Color Universal Design" (2008), without the yellow, which is too light for lines on white.
var palette = []color.RGBA{
	{0x00, 0x72, 0xB2, 0xFF}, // blue
	{0xD5, 0x5E, 0x00, 0xFF}, // vermilion
	{0x00, 0x9E, 0x73, 0xFF}, // bluish green
	{0xCC, 0x79, 0xA7, 0xFF}, // reddish purple
	{0xE6, 0x9F, 0x00, 0xFF}, // orange
	{0x56, 0xB4, 0xE9, 0xFF}, // sky blue
	{0x00, 0x00, 0x00, 0xFF}, // black
}

// newLine is a line in the i-th style: its colour is another's only where its dashes aren't.
func newLine(pts plotter.XYs, i int) (*plotter.Line, error) {
	return styledLine(pts, i%len(palette), i)
}

// styledLine is a line of a colour of the palette, with dashes of their own.
func styledLine(pts plotter.XYs, hue, dashes int) (*plotter.Line, error) {
	line, err := plotter.NewLine(pts)
	if err != nil {
		return nil, err
	}
	line.Width = vg.Points(1.5)
	line.Color = palette[hue]
	line.Dashes = plotutil.Dashes(dashes)
	return line, nil
}

// span is an interval at a place.
type span struct{ at, low, high float64 }

// newBand is the area between the ends of intervals, in a light tone of the line's colour.
func newBand(spans []span, line *plotter.Line) (*plotter.Polygon, error) {
	var edge plotter.XYs
	for _, s := range spans {
		edge = append(edge, plotter.XY{X: s.at, Y: s.low})
	}
	for _, s := range slices.Backward(spans) {
		edge = append(edge, plotter.XY{X: s.at, Y: s.high})
	}
	band, err := plotter.NewPolygon(edge)
	if err != nil {
		return nil, err
	}
	hue := color.NRGBAModel.Convert(line.Color).(color.NRGBA)
	hue.A = 0x30
	band.Color, band.Width = hue, 0
	return band, nil
}

// savePanels draws plots below each other into one file; its ending chooses the
// form: svg, png or pdf.
func savePanels(path string, panels ...*plot.Plot) (err error) {
	const width, height = 18 * vg.Centimeter, 9 * vg.Centimeter
	canvas, err := draw.NewFormattedCanvas(width, vg.Length(len(panels))*height, strings.TrimPrefix(filepath.Ext(path), "."))
	if err != nil {
		return fmt.Errorf("plot %s: %w", path, err)
	}
	sheet := draw.New(canvas)
	// Between the panels, too: a page behind may be dark.
	sheet.FillPolygon(color.White, []vg.Point{{}, {X: sheet.Max.X}, sheet.Max, {Y: sheet.Max.Y}})
	grid := make([][]*plot.Plot, len(panels))
	for i, p := range panels {
		grid[i] = []*plot.Plot{p}
	}
	tiles := draw.Tiles{Rows: len(panels), Cols: 1, PadY: vg.Points(10)}
	for i, row := range plot.Align(grid, tiles, sheet) {
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
