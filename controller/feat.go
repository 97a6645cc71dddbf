package controller

import (
	"context"
	"errors"
	"fmt"

	"github.com/adam-discovery/adam/interaction"
)

// Enduring is a body that can live through a time, and go far, in a world with a map. Elsewhere both fail.
type Enduring interface {
	Body
	// Survive lets this number of steps of the world pass, or a few more.
	Survive(ctx context.Context, steps int) error
	// Travel goes until it is so many cells from where it was, as the crow flies; false: it didn't get there.
	Travel(ctx context.Context, cells int) (bool, error)
	// Comes reports whether the fact may come by itself where the body is, as rain does, and not only near things.
	Comes(fact string) bool
	// Steps is how many steps of the world were taken.
	Steps() int
}

var errNoMap = errors.New("there is no map to do that on")

// within says in how many steps of the world something wasn't done, where they are counted.
func within(steps int) string {
	if steps <= 0 {
		return ""
	}
	return fmt.Sprintf(" in %d steps of the world", steps)
}

// feat does what needs no plan.
func (t *task) feat(ctx context.Context, g Goal) error {
	t.tell(Event{Kind: EventSeek, Why: g.String()})
	far, enduring := t.Body.(Enduring)
	body, situated := t.Body.(Situated)
	if !enduring && g.Survive+g.Travel > 0 || !situated && len(g.Where) > 0 {
		return fmt.Errorf("%w: this body can't do that: %s", ErrGaveUp, g)
	}
	steps := t.steps
	if enduring {
		steps = far.Steps
	}
	began := steps()
	for broke := 1; ; broke++ {
		done, err := true, ctx.Err()
		switch {
		case err != nil:
		case g.Survive > 0:
			err = far.Survive(ctx, g.Survive)
		case g.Travel > 0:
			done, err = far.Travel(ctx, g.Travel)
		}
		if err == nil && done && len(g.Where) > 0 {
			done, err = body.Seek(ctx, g.Where, "")
		}
		var f *interaction.Fault
		switch {
		case errors.Is(err, errNoMap), errors.As(err, &f) && f.Class == interaction.FaultWay:
			return fmt.Errorf("%w: %s: %w", ErrGaveUp, g, err)
		case f != nil && broke >= t.Config.Retries:
			return fmt.Errorf("%w: it broke %d times in a row: %w", ErrBroken, broke, err)
		case f != nil: // what there was is lost: it begins anew
			t.tell(Event{Kind: EventReplan, Why: err.Error()})
			before := t.now
			if lerr := t.look(ctx); lerr != nil {
				return lerr
			}
			if lerr := t.lost(before, err); lerr != nil {
				return lerr
			}
		case err != nil:
			return err
		case !done:
			return fmt.Errorf("%w: it didn't come about%s: %s", ErrGaveUp, within(steps()-began), g)
		default:
			if err := t.look(ctx); err != nil {
				return err
			}
			return t.unhurt(g)
		}
	}
}
