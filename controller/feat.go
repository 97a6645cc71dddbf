package controller

import (
	"context"
	"fmt"
)

// Enduring is a body that can live through a time, and go far, in a world with a map.
type Enduring interface {
	Situated
	// Survive lets so many steps of the world pass.
	Survive(ctx context.Context, steps int) error
	// Travel goes until it is so many cells from where it was, as the crow flies; false: it didn't get there.
	Travel(ctx context.Context, cells int) (bool, error)
}

// feat does what needs no plan.
func (t *task) feat(ctx context.Context, g Goal) error {
	body, ok := t.Body.(Situated)
	if !ok {
		return fmt.Errorf("%w: this body can't do that: %s", ErrGaveUp, g)
	}
	t.tell(Event{Kind: EventSeek, Why: g.String()})
	done := true
	var err error
	if g.Survive+g.Travel > 0 {
		far, ok := t.Body.(Enduring)
		if !ok {
			return fmt.Errorf("%w: this body can't do that: %s", ErrGaveUp, g)
		}
		if g.Survive > 0 {
			err = far.Survive(ctx, g.Survive)
		} else {
			done, err = far.Travel(ctx, g.Travel)
		}
	}
	if err == nil && done && len(g.Where) > 0 {
		done, err = body.Seek(ctx, g.Where, "")
	}
	switch {
	case err != nil:
		return err
	case !done:
		return fmt.Errorf("%w: it didn't come about: %s", ErrGaveUp, g)
	}
	return t.look(ctx)
}
