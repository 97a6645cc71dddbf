package percipient

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/adam-discovery/adam/interaction"
)

const (
	// lightsAsOne is how many numbers of lights in a row are taken for one, and modeGap how many are missing between two
	// families of them.
	lightsAsOne, modeGap = 5, 100
	// shrink keeps a shade near that of the whole picture where few pixels were seen.
	shrink = 20
)

// trainTiles learns from pictures that are made of cells, all of one size, in four rounds.
// Looks that have one of these images look so in the brightest light of each mode.
func trainTiles(world string, seed uint64, places Places, images map[string][]byte, done func(places int)) (*Tiles, error) {
	t := tileTraining{images: images, w: tileWeights{Origin: Origin{World: world, Seed: seed}, Temper: 1}, data: sha256.New(), looks: map[string]int{}, panels: map[int]map[string][]byte{}}
	n := 0
	// go through the places that the condition takes
	each := func(takes func(place int) bool, do func(Labelled) error) error {
		place := 0
		for views, err := range places() {
			if err != nil {
				return err
			}
			if takes(place) {
				for _, v := range views {
					if err := do(v); err != nil {
						return err
					}
				}
			}
			place++
			n++
			done(n)
		}
		if place < parts {
			return ErrNoPictures
		}
		return nil
	}
	forMeans := func(place int) bool { return place%parts < forColours }
	if err := each(func(place int) bool { return !HeldOut(place) }, t.survey); err != nil {
		return nil, err
	}
	if err := t.surveyed(); err != nil {
		return nil, err
	}
	if err := each(forMeans, t.regress); err != nil {
		return nil, err
	}
	t.regressed()
	if err := t.w.prepare(); err != nil {
		return nil, err
	}
	var fit temperature
	if err := each(func(place int) bool { return !forMeans(place) && !HeldOut(place) }, func(v Labelled) error {
		fit.add(&t.w, v)
		return nil
	}); err != nil {
		return nil, err
	}
	t.w.Temper = fit.best()
	held := newMisreadings(&t.w)
	if err := each(HeldOut, func(v Labelled) error {
		held.add(v)
		return nil
	}); err != nil {
		return nil, err
	}
	t.w.Misread = held.bound()
	t.w.Data = hex.EncodeToString(t.data.Sum(nil))
	return newTiles(t.w), nil
}

// tileTraining is what weights are made of.
type tileTraining struct {
	w      tileWeights
	data   hash.Hash
	looks  map[string]int
	images map[string][]byte         // by look, if they are known
	panels map[int]map[string][]byte // by cell and label
	lights map[int]*litLook          // by number
	sums   map[litKey]*mean
	fits   [][][]regression // by mode, light and cell
}

type litKey struct{ light, look int }

type mean struct {
	sum []float64
	n   float64
}

// litLook is what is known of a light: its levels, and how bright pictures were.
type litLook struct {
	levels map[string]int
	sum, n float64
}

// survey takes in which looks, lights and panels there are.
func (t *tileTraining) survey(v Labelled) error {
	g := v.Scene.Grid
	if err := g.Validate(v.Frame.Width, v.Frame.Height); err != nil {
		return err
	}
	w := &t.w
	if w.Columns == 0 {
		w.Width, w.Height, w.Columns, w.Rows = v.Frame.Width, v.Frame.Height, g.Columns, g.Rows
		t.lights, t.sums = map[int]*litLook{}, map[litKey]*mean{}
	}
	if w.Width != v.Frame.Width || w.Height != v.Frame.Height || w.Columns != g.Columns || w.Rows != g.Rows {
		return fmt.Errorf("pictures of %d by %d and of %d by %d cells can't be learned from together", w.Columns, w.Rows, g.Columns, g.Rows)
	}
	t.data.Write(v.Frame.RGB)
	fmt.Fprintln(t.data, g)
	l := t.lights[g.Light]
	if l == nil {
		l = &litLook{levels: g.Levels}
		t.lights[g.Light] = l
	}
	for c, look := range g.Cells {
		image := pixels(v.Frame, w.Columns, w.Rows, c)
		if _, _, ok := levelOf(look); ok || t.panels[c] != nil || look == "" {
			if t.panels[c] == nil {
				t.panels[c] = map[string][]byte{}
			}
			if t.panels[c][look] == nil {
				t.panels[c][look] = image
			}
			continue
		}
		k, known := t.looks[look]
		if !known {
			k = len(w.Looks)
			t.looks[look], w.Looks = k, append(w.Looks, look)
		}
		key := litKey{g.Light, k}
		m := t.sums[key]
		if m == nil {
			m = &mean{sum: make([]float64, len(image))}
			t.sums[key] = m
		}
		for i, x := range image {
			m.sum[i] += float64(x)
			l.sum += float64(x)
		}
		m.n++
		l.n += float64(len(image))
	}
	return nil
}

// pixels are those of a cell.
func pixels(f interaction.Frame, columns, rows, c int) []byte {
	wide, high := f.Width/columns, f.Height/rows
	out := make([]byte, 0, 3*wide*high)
	for y := c / columns * high; y < (c/columns+1)*high; y++ {
		at := 3 * (y*f.Width + c%columns*wide)
		out = append(out, f.RGB[at:at+3*wide]...)
	}
	return out
}

// surveyed makes modes and lights of the numbers, and takes each look's image from the brightest light that it was seen in.
func (t *tileTraining) surveyed() error {
	w := &t.w
	if len(w.Looks) == 0 {
		return fmt.Errorf("%w: they aren't made of cells", ErrNoPictures)
	}
	order := slices.Clone(w.Looks)
	slices.Sort(order)
	for i, look := range order {
		t.looks[look], order[i] = i, look
	}
	was := w.Looks
	w.Looks = order
	sums := map[litKey]*mean{}
	for k, m := range t.sums {
		sums[litKey{k.light, t.looks[was[k.look]]}] = m
	}
	t.sums = sums
	numbers := slices.Sorted(maps.Keys(t.lights))
	for i, n := range numbers {
		if i == 0 || n-numbers[i-1] > modeGap {
			w.Modes = append(w.Modes, mode{})
		}
		m := &w.Modes[len(w.Modes)-1]
		if at := len(m.Lights) - 1; at < 0 || n-m.Lights[at].First >= lightsAsOne || !maps.Equal(m.Lights[at].Levels, t.lights[n].levels) {
			m.Lights = append(m.Lights, tileLight{First: n, Levels: t.lights[n].levels})
		}
		m.Lights[len(m.Lights)-1].Last = n
	}
	for i := range w.Modes {
		m := &w.Modes[i]
		m.Images = make([][]byte, len(w.Looks))
		bright := slices.DeleteFunc(slices.Clone(numbers), func(n int) bool { return n < m.Lights[0].First || n > m.Lights[len(m.Lights)-1].Last })
		slices.SortStableFunc(bright, func(a, b int) int {
			x, y := t.lights[a], t.lights[b]
			switch d := y.sum/y.n - x.sum/x.n; {
			case d > 0:
				return 1
			case d < 0:
				return -1
			}
			return 0
		})
		for k := range w.Looks {
			if m.Images[k] = t.images[w.Looks[k]]; m.Images[k] != nil {
				continue
			}
			for _, n := range bright {
				if s := t.sums[litKey{n, k}]; s != nil {
					m.Images[k] = make([]byte, len(s.sum))
					for i, x := range s.sum {
						m.Images[k][i] = byte(math.Round(x / s.n))
					}
					break
				}
			}
		}
	}
	for _, c := range slices.Sorted(maps.Keys(t.panels)) {
		p := panel{Cell: c}
		for _, label := range slices.Sorted(maps.Keys(t.panels[c])) {
			p.Labels, p.Images = append(p.Labels, label), append(p.Images, t.panels[c][label])
		}
		w.Panels = append(w.Panels, p)
	}
	cells := w.Columns*w.Rows - len(w.Panels)
	if !surrounds(cells, w.Columns) {
		return fmt.Errorf("%w: an agent in the middle of its cells needs odd numbers of rows and of columns, from three on, and they have %d by %d with %d panels", ErrNoPictures, w.Columns, w.Rows, len(w.Panels))
	}
	t.fits = make([][][]regression, len(w.Modes))
	for m := range w.Modes {
		t.fits[m] = make([][]regression, len(w.Modes[m].Lights))
		for l := range t.fits[m] {
			t.fits[m][l] = make([]regression, cells+1) // the last is that of all of them
		}
	}
	return nil
}

// find is the mode and the light of a number.
func (w *tileWeights) find(number int) (m, l int) {
	for m := range w.Modes {
		for l, x := range w.Modes[m].Lights {
			if number >= x.First && number <= x.Last {
				return m, l
			}
		}
	}
	return -1, -1
}

// regress takes in what the light makes of the colours of each cell.
func (t *tileTraining) regress(v Labelled) error {
	w := &t.w
	m, l := w.find(v.Scene.Grid.Light)
	if m < 0 {
		return nil
	}
	i := -1
	for c, look := range v.Scene.Grid.Cells {
		if t.panels[c] != nil {
			continue
		}
		i++
		k, known := t.looks[look]
		if !known || len(w.Modes[m].Images[k]) == 0 {
			continue
		}
		seen := pixels(v.Frame, w.Columns, w.Rows, c)
		for p := 0; p < len(seen); p += 3 {
			t.fits[m][l][i].add(w.Modes[m].Images[k][p:p+3], seen[p:p+3])
		}
	}
	return nil
}

// regressed works out the shades.
func (t *tileTraining) regressed() {
	for m := range t.w.Modes {
		lights := t.w.Modes[m].Lights
		for l := range lights {
			fits := t.fits[m][l]
			all := &fits[len(fits)-1]
			for i := range fits[:len(fits)-1] {
				all.merge(&fits[i], 1)
			}
			for i := range fits[:len(fits)-1] {
				one := fits[i]
				if all.n > 0 {
					one.merge(all, shrink/all.n)
				}
				lights[l].Shades = append(lights[l].Shades, one.shade())
			}
		}
	}
}

// regression is a linear one, of a colour on another, as sums.
type regression struct {
	n       float64
	xx      [16]float64 // of the colour and 1
	xy      [12]float64
	yyUpper [6]float64
}

func (r *regression) add(from, to []byte) {
	x := [4]float64{float64(from[0]), float64(from[1]), float64(from[2]), 1}
	y := [3]float64{float64(to[0]), float64(to[1]), float64(to[2])}
	r.n++
	for i, a := range x {
		for j, b := range x {
			r.xx[4*i+j] += a * b
		}
		for j, b := range y {
			r.xy[3*i+j] += a * b
		}
	}
	k := 0
	for i, a := range y {
		for _, b := range y[i:] {
			r.yyUpper[k] += a * b
			k++
		}
	}
}

// merge adds the sums of another, so often.
func (r *regression) merge(o *regression, times float64) {
	r.n += times * o.n
	for i, x := range o.xx {
		r.xx[i] += times * x
	}
	for i, x := range o.xy {
		r.xy[i] += times * x
	}
	for i, x := range o.yyUpper {
		r.yyUpper[i] += times * x
	}
}

// shade is the least squares solution, with a small ridge, and the covariance of what is left.
func (r *regression) shade() (s shade) {
	n := max(1, r.n)
	a := mat.NewDense(4, 4, nil)
	b := mat.NewDense(4, 3, nil)
	for i := range 4 {
		for j := range 4 {
			a.Set(i, j, r.xx[4*i+j]/n)
		}
		a.Set(i, i, a.At(i, i)+1e-3)
		for j := range 3 {
			b.Set(i, j, r.xy[3*i+j]/n)
		}
	}
	var x mat.Dense
	if err := x.Solve(a, b); err != nil {
		x.CloneFrom(mat.NewDense(4, 3, nil)) // nothing was seen
	}
	for j := range 3 {
		for i := range 3 {
			s.Map[3*j+i] = float32(x.At(i, j))
		}
		s.Add[j] = float32(x.At(3, j))
	}
	// y'y - 2 y'xB + B'x'xB, where the solution makes the last two one.
	k := 0
	for i := range 3 {
		for j := i; j < 3; j++ {
			v := r.yyUpper[k] / n
			for q := range 4 {
				v -= (x.At(q, i)*b.At(q, j) + x.At(q, j)*b.At(q, i)) / 2
			}
			if i == j {
				v = max(v, 0) + unitNoise
			}
			s.Noise[k] = float32(v)
			k++
		}
	}
	return s
}

// temperature finds by what logarithms of odds are to be divided: pixels of a cell aren't independent.
type temperature struct {
	logs  [][]float64
	right []int
}

// mostTempered is how many cells it is found by.
const mostTempered = 20_000

func (t *temperature) add(w *tileWeights, v Labelled) {
	m, l := w.find(v.Scene.Grid.Light)
	if m < 0 || len(t.logs) >= mostTempered {
		return
	}
	r := tileReader{w: w}
	x := r.expectations(&w.Modes[m], l)
	for i, c := range w.around {
		if k, known := slices.BinarySearch(w.Looks, v.Scene.Grid.Cells[c]); known {
			t.logs, t.right = append(t.logs, slices.Clone(r.likelihoods(v.Frame, x, i))), append(t.right, k)
		}
	}
}

func (t *temperature) best() float64 {
	best, least := 1., math.Inf(1)
	for temper := 1.; temper < 300; temper *= 1.3 {
		loss := 0.
		for i, logs := range t.logs {
			loss -= math.Log(max(probabilities(logs, temper)[t.right[i]], 1e-30))
		}
		if loss < least {
			best, least = temper, loss
		}
	}
	return best
}

// names are the classes of things that the looks are of, ascending.
func (w *tileWeights) names() (out []string) {
	for _, look := range w.Looks {
		if n := thingOf(look); n != "" && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	slices.SortFunc(out, strings.Compare)
	return out
}
