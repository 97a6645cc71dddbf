package percipient

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"iter"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"

	"github.com/adam-discovery/adam/interaction"
)

// ErrNoPictures is returned where there is nothing, or too little, to learn from.
var ErrNoPictures = errors.New("there are too few labelled pictures to learn from")

const (
	// Of each ten places, six are for colours and three for what is made of them, so that a judgement is learned from
	// pictures whose colours are new. The last is for the report.
	parts, forColours, forJudges = 10, 6, 9
	// ridge keeps the weights of a judge small.
	ridge = 1e-2
	// newton is how many steps a rule is fitted by, at most, and descent the judge of ecologies.
	newton, descent = 25, 300
)

// Places goes through labelled pictures, by place, and can be gone through again.
type Places func() iter.Seq2[[]Labelled, error]

// HeldOut reports whether [Train] learns nothing from the place, counted from zero: it is for a report.
func HeldOut(place int) bool { return place%parts >= forJudges }

// Train learns from labelled pictures of a world that were collected by a seed: a [Tiles] where they are made of cells, and
// else a [Learned]. It goes through them a few times, and says how many places it went through, and how often it will go
// through all of them. Equal pictures make equal weights.
func Train(world string, seed uint64, places Places, done func(places, times int)) (Trained, error) {
	for views, err := range places() {
		if err != nil {
			return nil, err
		}
		if len(views) > 0 && views[0].Scene.Grid.Columns > 0 {
			return trainTiles(world, seed, places, nil, func(n int) { done(n, 4) })
		}
		return trainColours(world, seed, places, func(n int) { done(n, 2) })
	}
	return nil, ErrNoPictures
}

// trainColours makes a Learned.
func trainColours(world string, seed uint64, places Places, done func(places int)) (*Learned, error) {
	w := weights{Origin: Origin{World: world, Seed: seed}, Names: []string{sky}, Things: []bool{false}, Creatures: []bool{false}}
	c := counting{weights: &w, data: sha256.New()}
	n := 0
	for views, err := range places() {
		if err != nil {
			return nil, err
		}
		if n%parts < forColours {
			c.place(views)
		}
		n++
		done(n)
	}
	if n < parts || len(w.Lights) == 0 {
		return nil, ErrNoPictures
	}
	c.end()
	w.prepare()
	var fit fitting
	at := 0
	for views, err := range places() {
		if err != nil {
			return nil, err
		}
		if at%parts >= forColours && !HeldOut(at) {
			for _, v := range views {
				c.note(v)
				fit.add(&w, v)
			}
		}
		at++
		done(n + at)
	}
	w.Data = hex.EncodeToString(c.data.Sum(nil))
	if err := fit.all(&w); err != nil {
		return nil, err
	}
	return &Learned{w: w}, nil
}

// counting is what weights are made of.
type counting struct {
	*weights
	counts [][]map[uint32]uint32 // by light, class and colour
	data   hash.Hash
}

// note takes a picture into the fingerprint.
func (c *counting) note(v Labelled) {
	c.data.Write(v.Frame.RGB)
	fmt.Fprintln(c.data, v.Scene)
}

// place enters what is seen all around.
func (c *counting) place(views []Labelled) {
	tone, sees := tone(views)
	for _, v := range views {
		if c.note(v); sees {
			c.count(v, tone)
		}
	}
}

// end writes the counts in order.
func (c *counting) end() {
	for _, classes := range c.counts {
		var out []tallies
		for _, seen := range classes {
			t := tallies{Colours: slices.Sorted(maps.Keys(seen))}
			for _, k := range t.Colours {
				t.Pixels = append(t.Pixels, seen[k])
			}
			out = append(out, t)
		}
		c.Counts = append(c.Counts, out)
	}
}

// sky is the class of pixels where there is nothing.
const sky = "sky"

// count enters the colours of a picture under a sky so bright.
func (c *counting) count(v Labelled, tone uint8) {
	s := v.Scene
	l := light{s.Time, s.Weather, s.Brightness, tone}
	at := slices.Index(c.Lights, l)
	if at < 0 {
		at = len(c.Lights)
		c.Lights = append(c.Lights, l)
		c.counts = append(c.counts, nil)
	}
	if !slices.Contains(c.Ecologies, s.Ecology) {
		c.Ecologies = append(c.Ecologies, s.Ecology)
	}
	class := []int{0}
	for _, name := range s.Names {
		k := slices.Index(c.Names, name)
		if k < 0 {
			k = len(c.Names)
			c.Names, c.Things, c.Creatures = append(c.Names, name), append(c.Things, false), append(c.Creatures, false)
		}
		class = append(class, k)
	}
	for _, x := range s.Things {
		k := slices.Index(c.Names, x.Name)
		c.Things[k], c.Creatures[k] = true, x.Creature
	}
	for i := range c.counts {
		for len(c.counts[i]) < len(c.Names) {
			c.counts[i] = append(c.counts[i], map[uint32]uint32{})
		}
	}
	for i := range c.Rows {
		c.Rows[i] = append(c.Rows[i], make([]float64, len(c.Names)-len(c.Rows[i]))...)
	}
	for i, n := range s.Shows {
		if k := colour(v.Frame.RGB[3*i:], l.grain()); k != glare {
			c.counts[at][class[n]][k]++
		}
		c.Rows[i/v.Frame.Width*bands/v.Frame.Height][class[n]]++
	}
}

// tone is how bright the sky is around a place, in steps of 8; sees is false where there is none in any picture.
func tone(views []Labelled) (t uint8, sees bool) {
	var bright [256]int
	most := 0
	for _, v := range views {
		for i, shows := range v.Scene.Shows {
			if b := slices.Max(v.Frame.RGB[3*i : 3*i+3]); shows == 0 {
				if bright[b]++; bright[b] > bright[most] {
					most = int(b)
				}
			}
		}
	}
	return uint8(most / 8 * 8), bright[most] > 0
}

// fitting is what judges are learned from.
type fitting struct {
	sights [][]rule // by class
	shown  [][]bool
	seen   []belief
	scenes []interaction.Scene
	rows   [bands][]float64
}

func (f *fitting) add(w *weights, v Labelled) {
	b := w.see(v.Frame)
	if f.sights == nil {
		f.sights, f.shown = make([][]rule, len(w.Names)), make([][]bool, len(w.Names))
	}
	for c, name := range w.Names {
		if !w.Things[c] {
			continue
		}
		i := slices.IndexFunc(v.Scene.Things, func(x interaction.InView) bool { return x.Name == name })
		f.sights[c] = append(f.sights[c], b.sight[c].features(v.Frame.Width*v.Frame.Height))
		f.shown[c] = append(f.shown[c], i >= 0)
		if i >= 0 && b.sight[c].bottom > 0 {
			f.rows[b.sight[c].bottom] = append(f.rows[b.sight[c].bottom], float64(v.Scene.Things[i].Far))
		}
	}
	b.sight = nil
	scene := v.Scene
	scene.Shows = nil
	f.seen, f.scenes = append(f.seen, b), append(f.scenes, scene)
}

// all fits what is learned from whole pictures.
func (f *fitting) all(w *weights) error {
	w.Rules = make([]rule, len(w.Names))
	for i := range w.Tempers {
		w.Tempers[i] = 1
	}
	for c := range w.Names {
		if w.Things[c] {
			if err := w.Rules[c].fit(f.sights[c], f.shown[c]); err != nil {
				return err
			}
		}
	}
	w.Fars = distances(f.rows)
	if err := f.ecologies(w); err != nil {
		return err
	}
	f.tempers(w)
	return nil
}

// distances are how far off what begins in a band of rows is: the median of what was told of it, and never nearer higher up.
// Neighbouring bands of which that isn't so are taken together (isotonic regression by pooling adjacent violators, with medians):
// the greatest median below would let what is misread in one picture stand for all the bands above. A band of which nothing
// was told is as the one below it, and zero where there is none.
func distances(rows [bands][]float64) (out [bands]float64) {
	type pool struct {
		lowest int // of its bands
		told   []float64
	}
	median := func(p pool) float64 { return p.told[len(p.told)/2] }
	var pools []pool
	for b := bands - 1; b >= 0; b-- {
		if len(rows[b]) == 0 {
			continue
		}
		p := pool{b, slices.Sorted(slices.Values(rows[b]))}
		for n := len(pools) - 1; n >= 0 && median(pools[n]) > median(p); n-- {
			p = pool{pools[n].lowest, append(pools[n].told, p.told...)}
			slices.Sort(p.told)
			pools = pools[:n]
		}
		pools = append(pools, p)
	}
	for _, p := range pools {
		for b := range p.lowest + 1 {
			out[b] = median(p)
		}
	}
	return out
}

// fit is logistic regression with a small ridge, by Newton's method (iteratively reweighted least squares).
func (r *rule) fit(xs []rule, holds []bool) error {
	beta := mat.NewVecDense(features, nil)
	for range newton {
		gradient := mat.NewVecDense(features, nil)
		hessian := mat.NewSymDense(features, nil)
		for i := range features {
			gradient.SetVec(i, -ridge*beta.AtVec(i))
			hessian.SetSym(i, i, ridge)
		}
		for i, x := range xs {
			row := mat.NewVecDense(features, x[:])
			pr := 1 / (1 + math.Exp(-mat.Dot(row, beta)))
			y := 0.
			if holds[i] {
				y = 1
			}
			gradient.AddScaledVec(gradient, y-pr, row)
			hessian.SymRankOne(hessian, pr*(1-pr), row)
		}
		var step mat.VecDense
		var chol mat.Cholesky
		if !chol.Factorize(hessian) {
			return errors.New("a judge can't be fitted: its features are one and the same")
		}
		if err := chol.SolveVecTo(&step, gradient); err != nil {
			return err
		}
		beta.AddVec(beta, &step)
		if mat.Norm(&step, 2) < 1e-6 {
			break
		}
	}
	copy(r[:], beta.RawVector().Data)
	return nil
}

// ecologies fits the judge of them: softmax regression with a small ridge.
func (f *fitting) ecologies(w *weights) error {
	n, wide := len(w.Ecologies), len(w.Names)+1
	rate := func(x, gradient []float64) float64 {
		loss := 0.
		for i, v := range x {
			loss += ridge / 2 * v * v
			if gradient != nil {
				gradient[i] = ridge * v
			}
		}
		logs := make([]float64, n)
		for i, b := range f.seen {
			for e := range n {
				logs[e] = 0
				for j, g := range b.grounds {
					logs[e] += x[e*wide+j] * g
				}
			}
			pr := probabilities(logs, 1)
			for e, p := range pr {
				if w.Ecologies[e] == f.scenes[i].Ecology {
					loss -= math.Log(max(p, 1e-300))
					p--
				}
				if gradient != nil {
					for j, g := range b.grounds {
						gradient[e*wide+j] += p * g
					}
				}
			}
		}
		return loss
	}
	found, err := optimize.Minimize(optimize.Problem{Func: func(x []float64) float64 { return rate(x, nil) }, Grad: func(gradient, x []float64) { rate(x, gradient) }},
		make([]float64, n*wide), &optimize.Settings{MajorIterations: descent}, &optimize.LBFGS{})
	if found == nil {
		return err
	} // else it is the best that was found in so many steps
	w.Grounds = nil
	for e := range n {
		w.Grounds = append(w.Grounds, found.X[e*wide:(e+1)*wide])
	}
	return nil
}

// tempers finds for each aspect that is read off the light by what its logarithms are to be divided: neighbouring pixels
// say the same, and so the whole is less sure than the sum of its parts.
func (f *fitting) tempers(w *weights) {
	for _, a := range []Aspect{Time, Weather, Brightness} {
		best := math.Inf(1)
		for temper := 1.; temper < 2000; temper *= 1.5 {
			loss := 0.
			for i, b := range f.seen {
				s, pr := f.scenes[i], 0.
				for j, part := range probabilities(b.light, temper) {
					if w.Lights[j].of(a) == a.Of(s) {
						pr += part
					}
				}
				loss -= math.Log(max(pr, 1e-300))
			}
			if loss < best {
				best, w.Tempers[a] = loss, temper
			}
		}
	}
}
