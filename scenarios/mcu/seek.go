package mcu

import (
	"context"
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
	if a.walker != nil && !a.blind && a.watch.around() != nil {
		q := a.quest()
		q.Notice()
	}
}

// quest is a search by the body.
func (a *Arena) quest() controller.Quest {
	return controller.Quest{Legs: a.legs(), Known: a.game.Conditions, Rand: a.rng, Holds: func(c controller.Condition, _ interaction.State) bool { return holds(c, a.watch.around()) }}
}

// seekSteps is how many steps a search takes at most.
const seekSteps = 700

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

// seek goes to where the conditions hold, and what the action is done to is near.
func (a *Arena) seek(ctx context.Context, all []controller.Condition, action interaction.Action) (bool, error) {
	if a.blind {
		_, _, err := a.legs().Wander(ctx, a.watch.state, a.rng.Float64()*2*math.Pi)
		return err == nil, err
	}
	if thing := a.watch.Spec().Ground.Target(action); thing != "" {
		all = append([]controller.Condition{{Aspect: controller.Near, Name: thing}}, all...)
	}
	q := a.quest()
	_, found, err := q.Until(ctx, a.watch.state, all, seekSteps)
	return found, err
}

// onward goes a leg on to what it hasn't seen.
func (a *Arena) onward(ctx context.Context, heading float64) (bool, error) {
	q := a.quest()
	return q.Onward(ctx, heading, controller.Leg)
}
