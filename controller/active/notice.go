package active

import (
	"context"
	"math"
	"slices"

	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/interaction"
)

// note asks of a picture what the agent is to notice in passing, and what it looks after itself with, and remembers where that is.
func (a *Agent) note(ctx context.Context, f interaction.Frame) error {
	if a.facing < 0 {
		return nil
	}
	for i, q := range append(slices.Clone(a.notice), a.larder...) {
		if i >= len(a.notice) && slices.Contains(a.notice, q) {
			continue
		}
		got, err := a.ask(ctx, f, q)
		if err != nil {
			return err
		}
		if !got.Holds || got.Confidence < fair {
			continue
		}
		if c, ok := a.where(Seen{Shot: f.Shot, Answer: got}); ok && !slices.Contains(a.noticed[q], c) {
			a.noticed[q] = append(a.noticed[q], c)
		}
	}
	return nil
}

// where is the cell of what was seen from here, about; false: it doesn't know where it faces, or how far off that is.
func (a *Agent) where(s Seen) (cell, bool) {
	if a.facing < 0 || s.Answer.Far == 0 {
		return cell{}, false
	}
	ahead, right := offset(s)
	step, side := interaction.Steps[a.facing], interaction.Steps[a.turned(1)]
	return cell{a.at.x + int(math.Round(ahead*float64(step[0])+right*float64(side[0]))), a.at.y + int(math.Round(ahead*float64(step[1])+right*float64(side[1])))}, true
}

// together is the nearest of the places where a thing was noticed of which all the others are near.
func (a *Agent) together(q percipient.Question, others []percipient.Question) (cell, bool) {
	best, least := cell{}, math.Inf(1)
	for _, c := range a.noticed[q] {
		all := !slices.ContainsFunc(others, func(o percipient.Question) bool {
			return !slices.ContainsFunc(a.noticed[o], func(x cell) bool { return apart(x, c) < Close })
		})
		if d := apart(c, a.at); all && d < least {
			best, least = c, d
		}
	}
	return best, !math.IsInf(least, 1)
}

// forget forgets that a thing was noticed at a cell, and next to it: it wasn't as it looked.
func (a *Agent) forget(q percipient.Question, at cell) {
	a.noticed[q] = slices.DeleteFunc(a.noticed[q], func(c cell) bool { return apart(c, at) <= 1 })
}

// apart is how many steps two cells are apart.
func apart(a, b cell) float64 { return math.Abs(float64(a.x-b.x)) + math.Abs(float64(a.y-b.y)) }
