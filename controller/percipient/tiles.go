package percipient

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/adam-discovery/adam/interaction"
)

// Tiles reads pictures that are made of cells ([interaction.Grid]). How each class of things looks is learned from the
// brightest pictures; how a light changes colours, by a linear map and noise of some covariance for each place in the
// picture. A picture's light is the one under which it is the least surprising, and each cell shows what is then the
// most likely (linear discriminant analysis with these means and covariances). Panels have one image for each level. It
// is safe for concurrent use. [Train] makes one.
type Tiles struct {
	w    tileWeights
	last memo[Reading]
	eye  tileReader
}

func newTiles(w tileWeights) *Tiles {
	p := &Tiles{w: w}
	p.eye.w = &p.w
	return p
}

// tileWeights are what was learned. Exported fields are written to files.
type tileWeights struct {
	Origin
	// Width and Height are the picture's, in pixels, Columns and Rows how many cells it has.
	Width, Height, Columns, Rows int
	Looks                        []string
	Modes                        []mode
	Panels                       []panel
	// Misread bounds for each level the probability that it is read as another than it is, by what wasn't learned from: with
	// a confidence of 95% it holds of all of them.
	Misread float64
	// Temper is by what the logarithms of odds are divided, so that confidences can be relied on.
	Temper float64
	// Unlabelled: nobody told what pictures show, and looks, panels and levels have names of no meaning.
	Unlabelled bool `json:",omitempty"`

	around []int  // the cells that show what is around the agent
	agents []bool // by look: whether it is the agent's
}

// mode is a family of lights.
type mode struct {
	// Images are by look, in the mode's brightest light: three bytes a pixel; empty: it isn't seen in the mode.
	Images [][]byte
	Lights []tileLight // by number, ascending
}

// tileLight is how a picture is lit.
type tileLight struct {
	First, Last int // numbers of the lights that are taken for one
	Levels      map[string]int
	Shades      []shade // by cell around the agent
}

// shade is what a light makes of the colours of a cell: Map times the colour of the brightest light, plus Add, with noise
// of the covariance Noise.
type shade struct {
	Map        [9]float32
	Add        [3]float32
	Noise      [6]float32 // upper triangle
	whiten     [9]float32 // lower triangular: the noise's is made the unit's
	logDensity float64    // of a pixel, at its mean
}

// panel is a cell with a level.
type panel struct {
	Cell   int
	Labels []string // "food=7"; empty: zero
	Images [][]byte
}

// unitNoise is the variance that rounding to whole numbers has at least, and more for what is left out of account.
const unitNoise = .5

// Reading is what a picture is taken to show.
type Reading struct {
	Grid interaction.Grid
	// Sure is by cell the probability that it shows what the grid says, by the percipient's own account; 1 where nothing
	// can be.
	Sure []float64
}

// prepare works out what is needed to see.
func (w *tileWeights) prepare() error {
	panels := map[int]bool{}
	for _, p := range w.Panels {
		panels[p.Cell] = true
	}
	w.around = w.around[:0]
	for c := range w.Columns * w.Rows {
		if !panels[c] {
			w.around = append(w.around, c)
		}
	}
	if len(w.Modes) == 0 {
		return fmt.Errorf("%w: they know no light", ErrWeights)
	}
	w.around = w.around[:min(len(w.around), len(w.Modes[0].Lights[0].Shades))]
	w.agents = make([]bool, len(w.Looks))
	for k, look := range w.Looks {
		w.agents[k] = strings.HasPrefix(look, agentLook)
	}
	for m := range w.Modes {
		for l := range w.Modes[m].Lights {
			for i := range w.Modes[m].Lights[l].Shades {
				if !w.Modes[m].Lights[l].Shades[i].prepare() {
					return fmt.Errorf("%w: the noise of a light can't be", ErrWeights)
				}
			}
		}
	}
	return nil
}

// prepare works out the whitening: the inverse of the Cholesky factor of the covariance.
func (s *shade) prepare() bool {
	n := s.Noise
	cov := mat.NewSymDense(3, []float64{
		float64(n[0]), float64(n[1]), float64(n[2]),
		float64(n[1]), float64(n[3]), float64(n[4]),
		float64(n[2]), float64(n[4]), float64(n[5])})
	var chol mat.Cholesky
	if !chol.Factorize(cov) {
		return false
	}
	var lower, inverse mat.TriDense
	chol.LTo(&lower)
	if err := inverse.InverseTri(&lower); err != nil {
		return false
	}
	for i := range 3 {
		for j := range i + 1 {
			s.whiten[3*i+j] = float32(inverse.At(i, j))
		}
	}
	s.logDensity = -chol.LogDet() / 2
	return true
}

// white is a colour less Add, whitened.
func (s *shade) white(r, g, b float32) (x, y, z float32) {
	r, g, b = r-s.Add[0], g-s.Add[1], b-s.Add[2]
	w := &s.whiten
	return w[0] * r, w[3]*r + w[4]*g, w[6]*r + w[7]*g + w[8]*b
}

// cell is a cell's pixels, whitened.
func (w *tileWeights) cell(f interaction.Frame, c int, s *shade, into []float32) []float32 {
	into = into[:0]
	wide, high := f.Width/w.Columns, f.Height/w.Rows
	x0, y0 := c%w.Columns*wide, c/w.Columns*high
	for y := y0; y < y0+high; y++ {
		row := f.RGB[3*(y*f.Width+x0):]
		for x := range wide {
			a, b, c := s.white(float32(row[3*x]), float32(row[3*x+1]), float32(row[3*x+2]))
			into = append(into, a, b, c)
		}
	}
	return into
}

// expected are all looks' images in a light, one after the other, whitened as cell has them.
func (s *shade) expected(images [][]byte) []float32 {
	var out []float32
	m, w := &s.Map, &s.whiten
	for _, image := range images {
		for i := 0; i+2 < len(image); i += 3 {
			r, g, b := float32(image[i]), float32(image[i+1]), float32(image[i+2])
			x, y, z := m[0]*r+m[1]*g+m[2]*b, m[3]*r+m[4]*g+m[5]*b, m[6]*r+m[7]*g+m[8]*b
			out = append(out, w[0]*x, w[3]*x+w[4]*y, w[6]*x+w[7]*y+w[8]*z)
		}
	}
	return out
}

// Read reads a picture. It fails if that isn't of the size of those that were learned from.
func (p *Tiles) Read(f interaction.Frame) (Reading, error) {
	if err := f.Validate(); err != nil {
		return Reading{}, err
	}
	if f.Width != p.w.Width || f.Height != p.w.Height {
		return Reading{}, fmt.Errorf("a picture of %d by %d pixels: the weights are for %d by %d", f.Width, f.Height, p.w.Width, p.w.Height)
	}
	return p.last.of(f, p.eye.read), nil
}

// read is the label of the image that differs least from what the panel shows; it isn't sure where that differs at all.
func (p *panel) read(w *tileWeights, f interaction.Frame) (label string, sure float64) {
	wide, high := f.Width/w.Columns, f.Height/w.Rows
	x0, y0 := p.Cell%w.Columns*wide, p.Cell/w.Columns*high
	least := math.MaxInt
	for i, image := range p.Images {
		d := 0
		for y := range high {
			row := f.RGB[3*((y0+y)*f.Width+x0):][:3*wide]
			for k, v := range image[3*wide*y:][:3*wide] {
				e := int(v) - int(row[k])
				d += e * e
			}
		}
		if d < least {
			least, label = d, p.Labels[i]
		}
	}
	return label, 1 / (1 + float64(least)/float64(wide*high))
}

// Ask implements [Percipient]: an object or a creature is there if it is read in a cell.
func (p *Tiles) Ask(_ context.Context, f interaction.Frame, q Question) (Answer, error) {
	r, err := p.Read(f)
	if err != nil {
		return Answer{}, err
	}
	if q.Aspect != Object && q.Aspect != Creature || !slices.ContainsFunc(p.w.Looks, func(l string) bool { return thingOf(l) == q.Name }) {
		return Answer{}, ErrCantTell
	}
	a := Answer{Confidence: 1}
	for c, look := range r.Grid.Cells {
		switch {
		case thingOf(look) == q.Name:
			if !a.Holds || r.Sure[c] > a.Confidence {
				a.Holds, a.Confidence = true, max(.5, r.Sure[c])
			}
		case !a.Holds:
			a.Confidence = min(a.Confidence, max(.5, r.Sure[c]))
		}
	}
	return a, nil
}

// thingOf is the class of things that has the look; empty: none has.
func thingOf(look string) string {
	if strings.ContainsAny(look, ":=") {
		return ""
	}
	name, _, _ := strings.Cut(look, "@")
	return name
}

// agentLook begins the looks of the agent.
const agentLook = "agent:"

// facingOf is where the agent of the look faces; false: that isn't seen, or the look isn't the agent's.
func facingOf(look string) (int, bool) {
	rest, ok := strings.CutPrefix(look, agentLook)
	if !ok || rest == "" {
		return 0, false
	}
	n, err := strconv.Atoi(rest[:1])
	return n, err == nil && n < len(interaction.Steps)
}

// levelOf is the factor and the level that the look of a panel tells.
func levelOf(look string) (factor string, level int, ok bool) {
	factor, text, ok := strings.Cut(look, "=")
	if !ok {
		return "", 0, false
	}
	level, err := strconv.Atoi(text)
	return factor, level, err == nil && level >= 0
}

// ReadsLevels reports whether there is a panel that shows how much there is of something: without one, nothing that is got can be seen.
func (p *Tiles) ReadsLevels() bool { return len(p.w.Panels) > 0 }

// Unshown are the levels of the world that no panel of the pictures that were learned from showed, by factor, as "stone: 3 to
// 9", and are read as others: of factors that have panels, up to the highest that the world says there is.
func (p *Tiles) Unshown(spec interaction.Spec) (out []string) {
	shown := map[string]map[int]bool{}
	for _, x := range p.w.Panels {
		for _, label := range x.Labels {
			if f, n, ok := levelOf(label); ok {
				if shown[f] == nil {
					shown[f] = map[int]bool{}
				}
				shown[f][n] = true
			}
		}
	}
	for _, f := range spec.Factors {
		var gaps []string
		for n := 1; n <= f.Top() && shown[f.Name] != nil; n++ {
			first := n
			for n <= f.Top() && !shown[f.Name][n] {
				n++
			}
			switch n - first {
			case 0:
			case 1:
				gaps = append(gaps, strconv.Itoa(first))
			default:
				gaps = append(gaps, fmt.Sprintf("%d to %d", first, n-1))
			}
		}
		if len(gaps) > 0 {
			out = append(out, interaction.Shown(f.Name)+": "+strings.Join(gaps, ", "))
		}
	}
	return out
}
