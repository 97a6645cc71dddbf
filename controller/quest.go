package controller

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"github.com/adam-discovery/adam/interaction"
)

// Quest goes about on a map until conditions hold: back to where they held, on to what wasn't seen yet, and waits for the right time.
type Quest struct {
	Legs
	// Holds reports whether the condition holds around the walker, which is in this state, as far as it perceives.
	Holds func(Condition, interaction.State) bool
	// Known are the conditions of which it is remembered where they held.
	Known []Condition
	Rand  *rand.Rand

	now interaction.State
}

// Notice remembers which of the conditions that are known hold here.
func (q *Quest) Notice() {
	places, ok := q.Walker.(interaction.Placer)
	if !ok {
		return
	}
	for _, c := range q.Known {
		if c.Spatial() && q.Holds(c, q.now) {
			places.Mark(c.String())
		}
	}
}

// Until goes about, from the state that is now, until all the conditions hold; false: they don't after this number of steps of the world, or
// it gets nowhere. It returns the state then.
func (q *Quest) Until(ctx context.Context, now interaction.State, all []Condition, steps int) (interaction.State, bool, error) {
	q.now = now
	heading := q.Rand.Float64() * 2 * math.Pi
	tried := map[Condition]bool{}
	for first, idle := q.Steps(), 0; ; idle++ {
		if err := ctx.Err(); err != nil {
			return q.now, false, err
		}
		was := q.Steps()
		q.Notice()
		var elsewhere []Condition
		notNow := false
		for _, c := range all {
			switch {
			case q.Holds(c, q.now):
			case c.Spatial():
				elsewhere = append(elsewhere, c)
			default:
				notNow = true
			}
		}
		var err error
		switch {
		case len(elsewhere) == 0 && !notNow:
			return q.now, true, nil
		case q.Steps()-first >= steps || idle >= mostIdle:
			return q.now, false, nil
		case len(elsewhere) == 0:
			q.now, err = q.Wait(ctx)
		default:
			var back, got bool
			if back, err = q.revisit(ctx, elsewhere, tried); back || err != nil {
				break
			}
			if got, err = q.Onward(ctx, heading, 1); !got {
				heading += math.Pi/2 + q.Rand.Float64()*math.Pi
			}
		}
		if err != nil && !errors.Is(err, interaction.ErrNoWay) && !errors.Is(err, interaction.ErrCalled) {
			return q.now, false, err
		}
		if q.Steps() > was {
			idle = 0
		}
	}
}

// revisit goes back to where one of the conditions held, once for each such place; false: there is none left.
func (q *Quest) revisit(ctx context.Context, all []Condition, tried map[Condition]bool) (_ bool, err error) {
	places, ok := q.Walker.(interaction.Placer)
	if !ok {
		return false, nil
	}
	for _, c := range all {
		if tried[c] || !places.Marked(c.String()) {
			continue
		}
		tried[c] = true
		q.now, err = places.Revisit(ctx, c.String(), func() bool { return q.Holds(c, q.now) })
		return true, err
	}
	return false, nil
}

// Onward goes on to what wasn't seen yet, this number of cells or a little more; where there is nothing that it knows to lead there,
// in that direction. False: it didn't get far.
func (q *Quest) Onward(ctx context.Context, heading float64, cells int) (got bool, err error) {
	places, ok := q.Walker.(interaction.Placer)
	for from, idle := q.Steps(), 0; ok && q.Steps()-from < cells && idle < mostIdle; idle++ {
		was := q.Steps()
		if q.now, got, err = places.Explore(ctx); err != nil {
			return false, err
		}
		if !got {
			ok = false
		}
		if q.Steps() > was {
			idle = 0
		}
	}
	if ok {
		return true, nil
	}
	q.now, got, err = q.Wander(ctx, q.now, heading)
	return got, err
}
