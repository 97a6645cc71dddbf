package percipient

import (
	"context"
	"math"

	"github.com/adam-discovery/adam/interaction"
)

// thumb is the side of a picture as baselines see it.
const thumb = 16

// thumbnail are the means of the picture's colours in a grid, each from 0 to 1.
func thumbnail(f interaction.Frame) []float32 {
	out := make([]float32, 3*thumb*thumb)
	var n [thumb * thumb]float32
	for i := range f.Width * f.Height {
		at := i / f.Width * thumb / f.Height * thumb
		at += i % f.Width * thumb / f.Width
		n[at]++
		for c := range 3 {
			out[3*at+c] += float32(f.RGB[3*i+c])
		}
	}
	for i := range out {
		out[i] /= 255 * max(1, n[i/3])
	}
	return out
}

// Nearest answers with what is told of the most similar picture that it was shown: a baseline. It is safe for concurrent
// use. [TrainNearest] makes one.
type Nearest struct {
	thumbs [][]float32
	scenes []interaction.Scene
	last   memo[int]
}

// TrainNearest keeps all pictures that aren't held out.
func TrainNearest(places Places) (*Nearest, error) {
	p := &Nearest{}
	place := 0
	for views, err := range places() {
		if err != nil {
			return nil, err
		}
		if !HeldOut(place) {
			for _, v := range views {
				scene := v.Scene
				scene.Shows = nil
				p.thumbs, p.scenes = append(p.thumbs, thumbnail(v.Frame)), append(p.scenes, scene)
			}
		}
		place++
	}
	if len(p.thumbs) == 0 {
		return nil, ErrNoPictures
	}
	return p, nil
}

// Ask implements [Percipient]. Its confidence is a guess, always the same.
func (p *Nearest) Ask(_ context.Context, f interaction.Frame, q Question) (Answer, error) {
	if err := f.Validate(); err != nil {
		return Answer{}, err
	}
	a, known := truth(p.scenes[p.last.of(f, p.nearest)], q)
	if !known {
		return Answer{}, ErrCantTell
	}
	a.Confidence = .9
	return a, nil
}

// nearest is the number of the picture that differs least.
func (p *Nearest) nearest(f interaction.Frame) int {
	seen := thumbnail(f)
	best, least := 0, float32(math.MaxFloat32)
	for i, t := range p.thumbs {
		d := float32(0)
		for j := 0; j < len(t) && d < least; j++ {
			d += (t[j] - seen[j]) * (t[j] - seen[j])
		}
		if d < least {
			best, least = i, d
		}
	}
	return best
}

// Linear answers by a logistic model of the colours of a small picture, one for each question: a baseline. It is safe
// for concurrent use. [TrainLinear] makes one.
type Linear struct{ weights map[Question][]float32 }

// TrainLinear learns from all pictures that aren't held out, by stochastic gradient descent.
func TrainLinear(places Places) (*Linear, error) {
	const epochs, rate = 4, .02
	p := &Linear{weights: map[Question][]float32{}}
	for epoch := range epochs {
		place := -1
		for views, err := range places() {
			if err != nil {
				return nil, err
			}
			if place++; HeldOut(place) {
				continue
			}
			for _, v := range views {
				var r Report
				r.Ask(v)
				for _, a := range Aspects {
					for _, name := range r.names[a] {
						if q := (Question{a, name}); p.weights[q] == nil {
							p.weights[q] = make([]float32, 3*thumb*thumb+1)
						}
					}
				}
				seen := append(thumbnail(v.Frame), 1)
				for q, w := range p.weights {
					want, _ := truth(v.Scene, q)
					y := 0.
					if want.Holds {
						y = 1
					}
					step := float32((y - logistic(w, seen)) * rate / float64(1+epoch))
					for i, x := range seen {
						w[i] += step * x
					}
				}
			}
		}
	}
	if len(p.weights) == 0 {
		return nil, ErrNoPictures
	}
	return p, nil
}

// logistic is the probability of a linear model.
func logistic(w, x []float32) float64 {
	z := float32(0)
	for i := range x {
		z += w[i] * x[i]
	}
	return 1 / (1 + math.Exp(-float64(z)))
}

// Ask implements [Percipient].
func (p *Linear) Ask(_ context.Context, f interaction.Frame, q Question) (Answer, error) {
	if err := f.Validate(); err != nil {
		return Answer{}, err
	}
	w, known := p.weights[q]
	if !known {
		return Answer{}, ErrCantTell
	}
	pr := logistic(w, append(thumbnail(f), 1))
	return Answer{Holds: pr >= .5, Confidence: max(pr, 1-pr)}, nil
}
