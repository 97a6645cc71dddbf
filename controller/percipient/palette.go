package percipient

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/adam-discovery/adam/interaction"
)

// weights are what was learned. Exported fields are written to files.
type weights struct {
	Origin
	Names []string // of the classes of what pixels show, the sky first
	// Creatures are those classes that move about, and Things those that were told of at all.
	Things, Creatures []bool
	Lights            []light
	// Counts are by light and class.
	Counts [][]tallies
	// Rows are by band of rows, from the top, and class: how many pixels.
	Rows [bands][]float64
	// Rules say by class whether it is there; Fars how far off what begins in a band of rows is, in cells.
	Rules []rule
	Fars  [bands]float64
	// Ecologies are named; Grounds weigh for each of them the classes, and at last nothing.
	Ecologies []string
	Grounds   [][]float64
	// Tempers are by aspect by what the logarithms of its odds are divided, so that confidences can be relied on.
	Tempers [len(aspectNames)]float64

	tables []table
	rows   [bands][]float32 // logarithms of parts
}

// tallies are how many pixels were seen of each colour that was seen, ascending.
type tallies struct{ Colours, Pixels []uint32 }

// light is a time, a weather and a brightness that were seen together, and how bright the sky was.
type light struct {
	Time, Weather, Brightness string
	Tone                      uint8
}

// of is the light's name of the aspect.
func (l light) of(a Aspect) string {
	return a.Of(interaction.Scene{Time: l.Time, Weather: l.Weather, Brightness: l.Brightness})
}

// grain is how many steps of brightness are one colour: in the dark, small differences count. Colours may be half as
// bright again as the sky, which has to be within what can be told apart.
func (l light) grain() int { return min(256>>depth, 1+int(l.Tone)*3/2>>depth) }

// rule says from the features of a class whether it is in the picture: the logarithm of the odds is linear in them.
type rule [features]float64

// features is how many numbers a class is judged by.
const features = 5

const (
	// depth is how many bits of each channel are a colour.
	depth = 6
	// bands of rows are told apart.
	bands = 64
	// before is for how many pixels counts what is believed of a class before any is seen: that it has each colour with
	// the probability rare.
	before, rare = 20, 1e-5
	// around is the weight of each of the eight pixels around one in what it is.
	around = .35
	// quarters of a picture have classes in parts of their own.
	quarters = 4
	// several pixels of a row are no error of one.
	several = 3
	// nth of the pixels are looked at to tell the light.
	nth = 5
)

// table is what is read off at a light.
type table struct {
	row    []uint16    // by colour
	likely [][]float32 // by row and class: the logarithm of the probability of the colour
	// By quarter of the picture, from the top, and row: the same whatever the class.
	mixed [quarters][]float32
}

// glare is the colour of what is brighter than can be told; it is never counted.
const glare = 1 << (3 * depth)

// colour is the number of a pixel's colour.
func colour(rgb []byte, grain int) uint32 {
	r, g, b := uint32(int(rgb[0])/grain), uint32(int(rgb[1])/grain), uint32(int(rgb[2])/grain)
	if max(r, g, b) >= 1<<depth {
		return glare
	}
	return r<<(2*depth) | g<<depth | b
}

// prepare makes the tables that answers are read from.
func (w *weights) prepare() {
	classes := len(w.Names)
	var part [quarters][]float64
	for b := range bands {
		w.rows[b] = make([]float32, classes)
		sum := floats.Sum(w.Rows[b])
		q := b * quarters / bands
		if part[q] == nil {
			part[q] = make([]float64, classes)
		}
		for c, n := range w.Rows[b] {
			w.rows[b][c] = float32(math.Log((n + 1) / (sum + float64(classes))))
			part[q][c] += n
		}
	}
	for _, p := range part {
		floats.Scale(1/max(1, floats.Sum(p)), p)
	}
	w.tables = make([]table, len(w.Lights))
	for l := range w.Lights {
		sums := make([]float64, classes)
		seen := map[uint32]bool{}
		for c := range w.Names {
			for i, k := range w.Counts[l][c].Colours {
				seen[k] = true
				sums[c] += float64(w.Counts[l][c].Pixels[i])
			}
		}
		order := make([]uint32, 0, len(seen))
		for k := range seen {
			order = append(order, k)
		}
		slices.Sort(order)
		order = order[:min(len(order), math.MaxUint16)]
		t := table{row: make([]uint16, glare+1), likely: make([][]float32, len(order)+1)}
		for q := range t.mixed {
			t.mixed[q] = make([]float32, len(order)+1)
		}
		// A colour is the wider the brighter the light is: what is compared is how dense it is.
		dense := 3 * math.Log(float64(w.Lights[l].grain()))
		for i, k := range order { // row 0 is any other colour
			t.row[k] = uint16(i + 1)
		}
		pixels := make([]float64, classes*len(t.likely))
		for c := range w.Names {
			for i, k := range w.Counts[l][c].Colours {
				if r := t.row[k]; r > 0 {
					pixels[int(r)*classes+c] = float64(w.Counts[l][c].Pixels[i])
				}
			}
		}
		for i := range t.likely {
			t.likely[i] = make([]float32, classes)
			var mixed [quarters]float64
			for c := range w.Names {
				n := (pixels[i*classes+c] + before*rare) / (sums[c] + before)
				t.likely[i][c] = float32(math.Log(n))
				for q := range mixed {
					mixed[q] += n * part[q][c]
				}
			}
			for q, pr := range mixed {
				t.mixed[q][i] = float32(math.Log(pr+rare/before) - dense)
			}
		}
		w.tables[l] = t
	}
}

// belief is what is believed of a picture.
type belief struct {
	light   []float64 // by light, the logarithm of its probability, but for a constant
	sight   []view    // by class
	grounds []float64 // by class, its part of what isn't the sky, and at last 1
}

// view is what is seen of a class.
type view struct {
	count   float64 // pixels that are most likely it
	mass    float64 // the sum of the probabilities of pixels to be it
	largest float64 // of those
	side    float64 // where it is on average, from -1, at the left, to 1
	bottom  int     // the lowest band of rows with several pixels that are most likely it; zero: none
	inBand  int     // such pixels in the row that is looked at
	across  float64 // the sum of where those are
	nearest float64 // where they are on average in the lowest band
}

// features are what a rule weighs; parts of a picture are as if it had 64 by 64 pixels.
func (v view) features(pixels int) rule {
	part := 64 * 64 / float64(pixels)
	count := v.count * part
	return rule{1, math.Log1p(count), math.Log1p(v.mass * part), v.largest, math.Log1p(count) * math.Log1p(count)}
}

// see works out what the picture shows.
func (w *weights) see(f interaction.Frame) belief {
	n := f.Width * f.Height
	classes := len(w.Names)
	out := belief{light: make([]float64, len(w.Lights)), sight: make([]view, classes), grounds: make([]float64, classes+1)}
	best := 0
	for l := range w.Lights {
		t, grain := &w.tables[l], w.Lights[l].grain()
		sum := float32(0)
		for i := 0; i < n; i += nth {
			sum += t.mixed[i*quarters/n][t.row[colour(f.RGB[3*i:], grain)]]
		}
		out.light[l] = float64(sum)
		if out.light[l] > out.light[best] {
			best = l
		}
	}
	t, grain := &w.tables[best], w.Lights[best].grain()
	// Sums over three pixels of a row, of three rows at a time; what lies beyond the picture counts nothing.
	wide := f.Width * classes
	sums := [3][]float32{make([]float32, wide), make([]float32, wide), make([]float32, wide)}
	own := [3][]float32{make([]float32, wide), make([]float32, wide), make([]float32, wide)}
	fill := func(y int) {
		s, o := sums[y%3], own[y%3]
		if y >= f.Height {
			clear(s)
			return
		}
		for x := range f.Width {
			copy(o[x*classes:], t.likely[t.row[colour(f.RGB[3*(y*f.Width+x):], grain)]])
		}
		copy(s, o)
		for i := classes; i < wide; i++ {
			s[i] += o[i-classes]
			s[i-classes] += o[i]
		}
	}
	fill(0)
	logs := make([]float32, classes)
	for y := range f.Height {
		fill(y + 1)
		band := y * bands / f.Height
		prior := w.rows[band]
		for k := range out.sight {
			out.sight[k].inBand, out.sight[k].across = 0, 0
		}
		o, a, b, c := own[y%3], sums[(y+2)%3], sums[y%3], sums[(y+1)%3]
		for x := range f.Width {
			at := x * classes
			top := 0
			for k := range logs {
				logs[k] = prior[k] + (1-around)*o[at+k] + around*(a[at+k]+b[at+k]+c[at+k])
				if logs[k] > logs[top] {
					top = k
				}
			}
			w.weigh(&out, logs, top, 2*(float64(x)+.5)/float64(f.Width)-1, band)
		}
	}
	for k := range out.sight {
		if v := &out.sight[k]; v.mass > 0 {
			v.side /= v.mass
		}
		if k > 0 {
			out.grounds[k] = out.sight[k].mass
			out.grounds[0] += out.sight[k].mass
		}
	}
	for k := 1; k < classes; k++ {
		out.grounds[k] /= max(1, out.grounds[0])
	}
	out.grounds[0], out.grounds[classes] = 0, 1
	return out
}

// weigh enters a pixel of which this is known.
func (w *weights) weigh(out *belief, logs []float32, top int, side float64, band int) {
	const least = -9 // less than that doesn't count
	total := 0.
	for _, l := range logs {
		if d := l - logs[top]; d > least {
			total += math.Exp(float64(d))
		}
	}
	for k, l := range logs {
		d := l - logs[top]
		if d <= least {
			continue
		}
		pr := math.Exp(float64(d)) / total
		v := &out.sight[k]
		v.mass += pr
		v.side += pr * side
		v.largest = max(v.largest, pr)
	}
	v := &out.sight[top]
	v.count++
	v.across += side
	if v.inBand++; v.inBand >= several {
		v.bottom, v.nearest = band, v.across/float64(v.inBand)
	}
}

// probabilities are made of logarithms, divided by the temper.
func probabilities(logs []float64, temper float64) []float64 {
	out := make([]float64, len(logs))
	top, sum := slices.Max(logs), 0.
	for i, l := range logs {
		out[i] = math.Exp((l - top) / temper)
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// odds are the logarithm of them.
func (r *rule) odds(x rule) (z float64) {
	for i, w := range r {
		z += w * x[i]
	}
	return z
}

// ecologies are the logarithms of what speaks for each.
func (w *weights) ecologies(b belief) []float64 {
	out := make([]float64, len(w.Ecologies))
	for e := range out {
		for i, x := range b.grounds {
			out[e] += w.Grounds[e][i] * x
		}
	}
	return out
}
