package percipient

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
)

// Report is how well a percipient answers, by aspect. The zero Report is empty.
type Report struct {
	aspects [len(aspectNames)]aspectReport
	names   [len(aspectNames)][]string // that are asked for

	distances [len(aspectNames)]distanceReport
}

// aspectReport counts answers.
type aspectReport struct {
	places   []Count // by place: pictures there are alike
	cantTell int
	unasked  int // left out of everything else
	bins     [bins]Count
	confused map[[2]string]int // by what is so and what was answered
}

// Count is how many answers there were, and how many of them were right.
type Count struct {
	N     int `json:"n"`
	Right int `json:"right"`
}

// bins of confidence, from 0.5 to 1.
const bins = 10

// unknown is what was answered by who can't tell, or takes nothing, or several, to be so.
const unknown = "can't tell"

// Ask enters what is so in a scene into what is asked for.
func (r *Report) Ask(v Labelled) {
	s := v.Scene
	add := func(a Aspect, name string) {
		if !slices.Contains(r.names[a], name) {
			r.names[a] = append(r.names[a], name)
			slices.Sort(r.names[a])
		}
	}
	for _, x := range s.Things {
		if x.Creature {
			add(Creature, x.Name)
		} else {
			add(Object, x.Name)
		}
	}
	for _, a := range Aspects {
		if name := a.Of(s); name != "" {
			add(a, name)
		}
	}
}

// Names are what is asked for of an aspect, ascending.
func (r *Report) Names(a Aspect) []string { return r.names[a] }

// Add asks everything of the pictures of a place. Of an object or a creature each name is a question: whether it is there.
// Of the other aspects the picture is one, whose answer is right if the right name holds and no other one does. Who
// can't tell isn't right. What fails with [ErrNotAsked] isn't counted.
func (r *Report) Add(ctx context.Context, p Percipient, views []Labelled) error {
	for a := range r.aspects {
		r.aspects[a].places = append(r.aspects[a].places, Count{})
		r.distances[a].within.places = append(r.distances[a].within.places, Count{})
	}
	for _, v := range views {
		for _, a := range Aspects {
			t := &r.aspects[a]
			if t.confused == nil {
				t.confused = map[[2]string]int{}
			}
			holds, told, sure, unasked := []string{}, len(r.names[a]) > 0, 1., false
			for _, name := range r.names[a] {
				q := Question{a, name}
				got, err := p.Ask(ctx, v.Frame, q)
				if err != nil && !errors.Is(err, ErrCantTell) {
					return err
				}
				unasked = errors.Is(err, ErrNotAsked)
				if unasked && a.several() {
					t.unasked++
					continue
				}
				if unasked { // the picture is one question
					break
				}
				if a.several() {
					want, _ := truth(v.Scene, q)
					t.enter(err == nil, got.Holds == want.Holds, got.Confidence)
					if err == nil && got.Holds && want.Holds {
						r.distances[a].enter(got, want)
					}
					if err == nil && got.Holds != want.Holds {
						t.confused[[2]string{name, map[bool]string{true: "not seen", false: "seen, and not there"}[want.Holds]}]++
					}
					continue
				}
				told, sure = told && err == nil, min(sure, got.Confidence)
				if err == nil && got.Holds {
					holds = append(holds, name)
				}
			}
			if a.several() {
				continue
			}
			if unasked {
				t.unasked++
				continue
			}
			answer, want := unknown, a.Of(v.Scene)
			if len(holds) == 1 {
				answer = holds[0]
			}
			t.confused[[2]string{want, answer}]++
			t.enter(told, answer == want, sure)
		}
	}
	return nil
}

func (t *aspectReport) enter(told, right bool, confidence float64) {
	at := &t.places[len(t.places)-1]
	at.N++
	if !told {
		t.cantTell++
		return
	}
	b := &t.bins[max(0, min(bins-1, int((confidence-.5)*2*bins)))]
	if b.N++; right {
		at.Right++
		b.Right++
	}
}

// Accuracy is the part of an aspect's answers that are right, with the middle 95% of it over resampled places, or the interval of
// Clopper and Pearson, which takes each answer for itself, where that reaches further: few errors, or places, don't vary.
type Accuracy struct {
	Accuracy float64 `json:"accuracy"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	N        int     `json:"n"`         // questions
	CantTell int     `json:"cant_tell"` // of them
	// Unasked is how many questions there were beside them that were never answered, nor asked to the end.
	Unasked int `json:"unasked,omitempty"`
	// Calibration is by confidence, from 0.5 in steps of 0.05: how many answers were given with it, and how many of those were right.
	Calibration [bins]Count `json:"calibration"`
	// Confusion is how often what is so was taken for something else, or for nothing.
	Confusion []Confusion `json:"confusion"`
}

// Confusion is an error, and how often it was made.
type Confusion struct {
	Is    string `json:"is"`
	Taken string `json:"taken"`
	N     int    `json:"n"`
}

// Of is what was found of an aspect.
func (r *Report) Of(a Aspect) Accuracy { return r.aspects[a].accuracy(uint64(a)) }

// accuracy is the part that is right, with an interval for which places are drawn by the seed.
func (t *aspectReport) accuracy(seed uint64) Accuracy {
	out := Accuracy{CantTell: t.cantTell, Unasked: t.unasked, Calibration: t.bins}
	rate := func(pick func(int) int) float64 {
		n, right := 0, 0
		for i := range t.places {
			c := t.places[pick(i)]
			n, right = n+c.N, right+c.Right
		}
		return float64(right) / max(1, float64(n))
	}
	right := 0
	for _, c := range t.places {
		out.N, right = out.N+c.N, right+c.Right
	}
	out.Accuracy = rate(func(i int) int { return i })
	const samples = 1000
	random := rand.New(rand.NewPCG(seed, samples))
	rates := make([]float64, samples)
	for i := range rates {
		rates[i] = rate(func(int) int { return random.IntN(len(t.places)) })
	}
	slices.Sort(rates)
	low, high := proportion(right, out.N)
	out.Low, out.High = min(low, rates[samples/40]), max(high, rates[samples-1-samples/40])
	for k, n := range t.confused {
		if k[0] != k[1] {
			out.Confusion = append(out.Confusion, Confusion{k[0], k[1], n})
		}
	}
	slices.SortFunc(out.Confusion, func(x, y Confusion) int {
		if x.N != y.N {
			return y.N - x.N
		}
		return slices.Compare([]string{x.Is, x.Taken}, []string{y.Is, y.Taken})
	})
	return out
}
