package percipient

import (
	"bytes"
	"context"
	"math"
	"slices"
	"sync"

	"github.com/adam-discovery/adam/interaction"
)

// Learned answers by colours: how often each was seen on each class of things, at each light. The light is the one under
// which the whole picture is the least surprising; each pixel then belongs to the class that its colour, those around it
// and its row speak for; a linear judge says for each class of things whether so many pixels are really one, and for each
// ecology how well the grounds speak for it. It is safe for concurrent use. [Train] makes one.
type Learned struct {
	w    weights
	last memo[belief]
}

// memo keeps what was made of the picture that was asked of last: several questions are asked of the same one.
type memo[T any] struct {
	mu    sync.Mutex
	frame interaction.Frame
	made  T
}

func (m *memo[T]) of(f interaction.Frame, make func(interaction.Frame) T) T {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.frame.RGB == nil || f.Width != m.frame.Width || f.Height != m.frame.Height || !bytes.Equal(f.RGB, m.frame.RGB) {
		m.frame.Shot, m.frame.RGB = f.Shot, append(m.frame.RGB[:0], f.RGB...)
		m.made = make(f)
	}
	return m.made
}

// Names are all that it can be asked about, ascending.
func (p *Learned) Names() (out []string) {
	for c, name := range p.w.Names {
		if p.w.Things[c] {
			out = append(out, name)
		}
	}
	out = append(out, p.w.Ecologies...)
	for _, l := range p.w.Lights {
		out = append(out, l.Time, l.Weather, l.Brightness)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Ask implements [Percipient]. A name that it never saw is one that it can't tell of.
func (p *Learned) Ask(_ context.Context, f interaction.Frame, q Question) (Answer, error) {
	if err := f.Validate(); err != nil {
		return Answer{}, err
	}
	return p.answer(p.last.of(f, p.w.see), f.Width*f.Height, q)
}

// answer reads the answer off what is believed.
func (p *Learned) answer(s belief, pixels int, q Question) (Answer, error) {
	w := &p.w
	switch q.Aspect {
	case Object, Creature:
		c := slices.Index(w.Names, q.Name)
		if c < 0 || !w.Things[c] || w.Creatures[c] != (q.Aspect == Creature) {
			return Answer{}, ErrCantTell
		}
		v := s.sight[c]
		pr := 1 / (1 + math.Exp(-w.Rules[c].odds(v.features(pixels))/w.Tempers[q.Aspect]))
		a := Answer{Holds: pr >= .5, Confidence: max(pr, 1-pr)}
		if a.Holds {
			a.Side = [...]string{"left", "middle", "right"}[max(0, min(2, int(1.5*(v.side+1))))]
			if v.bottom > 0 {
				a.Far, a.Bearing = cellsOff(w.Fars[v.bottom]), v.nearest
			}
		}
		return a, nil
	case Ecology:
		i := slices.Index(w.Ecologies, q.Name)
		if i < 0 {
			return Answer{}, ErrCantTell
		}
		return chosen(probabilities(w.ecologies(s), w.Tempers[Ecology]), i), nil
	case Time, Weather, Brightness:
		var names []string
		var parts []float64
		for i, part := range probabilities(s.light, w.Tempers[q.Aspect]) {
			name := w.Lights[i].of(q.Aspect)
			at := slices.Index(names, name)
			if at < 0 {
				at = len(names)
				names, parts = append(names, name), append(parts, 0)
			}
			parts[at] += part
		}
		if i := slices.Index(names, q.Name); i >= 0 {
			return chosen(parts, i), nil
		}
	}
	return Answer{}, ErrCantTell
}

// chosen is the answer for one of several of which one holds: the most likely. Where even that is less than even, its
// confidence is.
func chosen(parts []float64, i int) Answer {
	best := slices.Index(parts, slices.Max(parts))
	if i == best {
		return Answer{Holds: true, Confidence: max(.5, parts[i])}
	}
	return Answer{Confidence: max(.5, 1-parts[i])}
}
