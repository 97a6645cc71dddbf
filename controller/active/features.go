package active

import (
	"context"
	"math"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/interaction"
)

var _ controller.Sighted = (*Body)(nil)

// aspects of questions, by those of conditions.
var aspects = map[controller.Aspect]percipient.Aspect{controller.In: percipient.Ecology, controller.At: percipient.Time, controller.During: percipient.Weather, controller.While: percipient.Brightness}

// asking is the question whether a condition holds.
func (b *Body) asking(c controller.Condition) percipient.Question {
	if c.Aspect == controller.Near {
		return b.question(c.Name)
	}
	return percipient.Question{Aspect: aspects[c.Aspect], Name: c.Name}
}

// Features implements [controller.Sighted]: it asks about each of what it heeds in every picture of a look around, and
// says how likely it takes that to hold, on average over the pictures: of a thing, so, how much of what is around shows it.
// Of what it can't tell it says a half. It takes a step for each look elsewhere than ahead.
func (b *Body) Features(ctx context.Context) ([]float64, error) {
	if len(b.Heeds) == 0 {
		return nil, nil
	}
	defer b.remind()
	out := make([]float64, len(b.Heeds))
	yaws := b.directions()
	for _, yaw := range yaws {
		f, err := b.look(ctx, yaw)
		if err != nil {
			return nil, err
		}
		for i, c := range b.Heeds {
			p, err := b.likely(ctx, f, b.asking(c))
			if err != nil {
				return nil, err
			}
			out[i] += p / float64(len(yaws))
		}
	}
	for i := range out {
		out[i] = math.Round(out[i]*digits) / digits
	}
	return out, nil
}

// digits are those of features that are kept: no percipient is surer than that.
const digits = 1000

// likely is how likely something is to hold.
func (b *Body) likely(ctx context.Context, f interaction.Frame, q percipient.Question) (float64, error) {
	got, err := b.ask(ctx, f, q)
	switch {
	case err != nil:
		return 0, err
	case got.Holds:
		return got.Confidence, nil
	}
	return 1 - got.Confidence, nil
}
