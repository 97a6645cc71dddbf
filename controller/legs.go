package controller

import (
	"context"
	"errors"
	"math"

	"github.com/adam-discovery/adam/interaction"
)

// Legs bring a body to where actions can be done, on a map: it is how bodies use an [interaction.Walker].
type Legs struct {
	interaction.Walker
	// Facts are the world's. Those that hold are kept on the way to an action that can be done anywhere, as far as that
	// can be: a table that was put down is not left.
	Facts []string
	// Lost, if set, reports whether the walker was called away because it gets nowhere.
	Lost func() bool
}

// longestFight is how often in a row an action is put off because the walker defends itself.
const longestFight = 50

// factsOf are the names of the facts among factors.
func factsOf(factors []interaction.Factor) (out []string) {
	for _, f := range factors {
		if f.Kind == interaction.Fact {
			out = append(out, f.Name)
		}
	}
	return out
}

// Reach goes to where the action can be done. Where no way leads there, or the walker is called away again and again, it
// fails with an [interaction.Fault]: the body can go on.
func (l Legs) Reach(ctx context.Context, action interaction.Action, now interaction.State) (interaction.State, error) {
	var keep []string
	if !l.Bound(action) {
		for _, f := range l.Facts {
			if now.Level(f) > 0 {
				keep = append(keep, f)
			}
		}
	}
	err := interaction.ErrCalled
	for n := 0; n < longestFight && errors.Is(err, interaction.ErrCalled); n++ {
		now, err = l.Approach(ctx, action, interaction.Where{Keep: keep})
		if errors.Is(err, interaction.ErrCalled) && l.Lost != nil && l.Lost() {
			err = interaction.ErrNoWay
		}
		if errors.Is(err, interaction.ErrNoWay) && len(keep) > 0 {
			now, err = l.Approach(ctx, action, interaction.Where{})
		}
	}
	return now, wayFault(err)
}

// Do does the action where the body is; where it had to defend itself, it goes back first. Its errors are those of Reach
// and of [interaction.Walker.Here].
func (l Legs) Do(ctx context.Context, action interaction.Action) (interaction.State, error) {
	now, err := l.Here(ctx, action)
	for n := 0; n < longestFight && errors.Is(err, interaction.ErrCalled); n++ {
		if now, err = l.Reach(ctx, action, now); err == nil {
			now, err = l.Here(ctx, action)
		}
	}
	return now, wayFault(err)
}

// goBack is how many steps it goes back at most to where a fact held.
const goBack = 60

// Back goes to where the facts held; false: no such place is remembered, or it is too far, or it was called away.
func (l Legs) Back(ctx context.Context, facts []string) (interaction.State, bool, error) {
	now, err := l.Return(ctx, facts, goBack)
	if errors.Is(err, interaction.ErrNoWay) || errors.Is(err, interaction.ErrCalled) {
		return now, false, nil
	}
	return now, err == nil, err
}

// Survive lets at least this number of steps of the world pass from the state that is now, in which it defends itself. Where the walker
// can't wait, it fails with an [interaction.Fault].
func (l Legs) Survive(ctx context.Context, now interaction.State, steps int) (interaction.State, error) {
	var err error
	if s, ok := l.Walker.(interaction.Settler); ok && steps >= longWait {
		s.Settle(true)
		defer s.Settle(false)
	}
	for first, idle := l.Steps(), 0; l.Steps()-first < steps && err == nil && idle < steps+mostIdle; idle++ {
		if now, err = l.Wait(ctx); errors.Is(err, interaction.ErrCalled) {
			err = nil
		}
	}
	return now, wayFault(err)
}

// longWait is from how many steps on one settles to survive.
const longWait = 100

// mostIdle is how often in a row nothing may happen.
const mostIdle = 20

// Leg is how far [Legs.Wander] goes at once, in cells.
const Leg = 12

// Wander goes a leg in a direction, in radians, from the state that is now; false: it didn't get far. It fails with an
// [interaction.Fault] where the walker can't go in a direction.
func (l Legs) Wander(ctx context.Context, now interaction.State, heading float64) (_ interaction.State, got bool, err error) {
	placer, ok := l.Walker.(interaction.Placer)
	if !ok {
		return now, false, wayFault(interaction.ErrNoWay)
	}
	const part = 4 // of a leg, between two looks
	for range Leg / part {
		now, err = placer.Roam(ctx, int(math.Round(part*math.Cos(heading))), int(math.Round(part*math.Sin(heading))))
		if errors.Is(err, interaction.ErrNoWay) || errors.Is(err, interaction.ErrCalled) {
			return now, false, nil
		}
		if err != nil {
			return now, false, err
		}
	}
	return now, true, nil
}

// Travel goes until it is this number of cells from where it was, as the crow flies, at first in a direction, in radians, and in another
// wherever it doesn't get on; false: it didn't get there. Its errors are those of Wander.
func (l Legs) Travel(ctx context.Context, now interaction.State, cells int, heading float64) (_ interaction.State, got bool, err error) {
	placer, ok := l.Walker.(interaction.Placer)
	if !ok {
		return now, false, wayFault(interaction.ErrNoWay)
	}
	x, y := placer.Place()
	for range Turns(cells) {
		var on bool
		if now, on, err = l.Wander(ctx, now, heading); err != nil {
			return now, false, err
		}
		if toX, toY := placer.Place(); math.Hypot(float64(toX-x), float64(toY-y)) >= float64(cells) {
			return now, true, nil
		}
		if !on {
			heading += veer
		}
	}
	return now, false, nil
}

// Turns is how many legs a way may take that ends this number of cells off.
func Turns(cells int) int { return 4 * (1 + cells/Leg) }

// veer is how far it turns where it doesn't get on, in radians: by the golden angle, so that no direction is tried twice soon.
const veer = 2.4

// wayFault is the error of an action for which no place was found as a fault.
func wayFault(err error) error {
	if errors.Is(err, interaction.ErrNoWay) || errors.Is(err, interaction.ErrCalled) {
		return &interaction.Fault{Class: interaction.FaultWay, Err: err}
	}
	return err
}
