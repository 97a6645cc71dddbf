package mcu

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/interaction"
)

// Around are the conditions that hold around the agent, as it perceives.
func (a *Arena) Around() (out []controller.Condition) {
	at := a.watch.around()
	if at == nil || a.blind {
		return nil
	}
	for _, c := range a.game.Conditions {
		if holds(c, at) {
			out = append(out, c)
		}
	}
	return out
}

// notice remembers where conditions hold.
func (a *Arena) notice() {
	if a.places == nil {
		return
	}
	for _, c := range a.Around() {
		if c.Spatial() {
			a.places.Mark(c.String())
		}
	}
}

const (
	// seekSteps is how many a search takes at most.
	seekSteps = 700
	// mostIdle is how often in a row nothing may happen before a search is given up.
	mostIdle = 20
)

// Seek implements [controller.Situated]: it goes about until the conditions hold, as it perceives. Who doesn't perceive goes
// somewhere and believes it.
func (a *Arena) Seek(ctx context.Context, all []controller.Condition, action interaction.Action) (bool, error) {
	if a.walker == nil {
		return false, nil
	}
	if err := a.move(); err != nil {
		return false, err
	}
	found, err := a.seek(ctx, all, action)
	_, err = a.after(ctx, a.watch.state, err, "seek "+fmt.Sprint(all))
	return found && err == nil, err
}

// Holds implements [controller.Situated], as it perceives. Who doesn't perceive believes it.
func (a *Arena) Holds(_ context.Context, all []controller.Condition) (bool, error) {
	return a.blind || !slices.ContainsFunc(all, func(c controller.Condition) bool { return !holds(c, a.watch.around()) }), nil
}

// seek goes back to where what is missing was, once for each such place; else on to what it hasn't seen.
func (a *Arena) seek(ctx context.Context, all []controller.Condition, action interaction.Action) (bool, error) {
	if a.blind {
		_, _, err := a.legs().Wander(ctx, a.watch.state, a.rng.Float64()*2*math.Pi)
		return err == nil, err
	}
	if thing := a.target(action); thing != "" {
		all = append([]controller.Condition{{Aspect: controller.Near, Name: thing}}, all...)
	}
	heading := a.rng.Float64() * 2 * math.Pi
	tried := map[controller.Condition]bool{}
	for first, idle := a.watch.steps, 0; a.watch.steps-first < seekSteps && idle < mostIdle; idle++ {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		was := a.watch.steps
		a.notice()
		var elsewhere []controller.Condition
		notNow := false
		for _, c := range all {
			switch {
			case holds(c, a.watch.around()):
			case c.Spatial():
				elsewhere = append(elsewhere, c)
			default:
				notNow = true
			}
		}
		var err error
		switch {
		case len(elsewhere) == 0 && !notNow:
			return true, nil
		case len(elsewhere) == 0:
			_, err = a.walker.Wait(ctx)
		default:
			var back, got bool
			if back, err = a.revisit(ctx, elsewhere, tried); back || err != nil {
				break
			}
			if got, err = a.onward(ctx, heading, 1); !got {
				heading += math.Pi/2 + a.rng.Float64()*math.Pi
			}
		}
		if err != nil && !errors.Is(err, interaction.ErrNoWay) && !errors.Is(err, interaction.ErrCalled) {
			return false, err
		}
		if a.watch.steps > was {
			idle = 0
		}
	}
	return false, nil
}

// revisit goes back to where one of the conditions held, of those that weren't tried; false: no such place is remembered.
func (a *Arena) revisit(ctx context.Context, all []controller.Condition, tried map[controller.Condition]bool) (bool, error) {
	if a.places == nil {
		return false, nil
	}
	for _, c := range all {
		if tried[c] || !a.places.Marked(c.String()) {
			continue
		}
		tried[c] = true
		return true, a.places.Revisit(ctx, c.String(), func() bool { return holds(c, a.watch.around()) })
	}
	return false, nil
}

// onward goes on to what wasn't seen yet, so many cells or a little more; where there is nothing that it knows to lead there,
// in that direction. False: it didn't get far.
func (a *Arena) onward(ctx context.Context, heading float64, cells int) (bool, error) {
	straight := func() (bool, error) {
		_, got, err := a.legs().Wander(ctx, a.watch.state, heading)
		return got, err
	}
	if a.places == nil {
		return straight()
	}
	for from, idle := a.watch.steps, 0; a.watch.steps-from < cells && idle < mostIdle; idle++ {
		was := a.watch.steps
		if got, err := a.places.Explore(ctx); err != nil {
			return false, err
		} else if !got {
			return straight()
		}
		if a.watch.steps > was {
			idle = 0
		}
	}
	return true, nil
}

// target is the thing that the action is done to; empty: none.
func (a *Arena) target(action interaction.Action) string {
	if a.game.Land == nil {
		return ""
	}
	for _, t := range a.game.Land.Spec().Ground.Things {
		if t.Does == action && action != "" {
			return t.Name
		}
	}
	return ""
}
