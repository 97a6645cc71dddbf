package controller

import (
	"context"
	"fmt"
)

// Enduring is a body that can live through a time, and go far, in a world with a map. Where it can't, it fails with an
// [interaction.Fault].
type Enduring interface {
	Body
	// Survive lets so many steps of the world pass.
	Survive(ctx context.Context, steps int) error
	// Travel goes until it is so many cells from where it was, as the crow flies; false: it didn't get there.
	Travel(ctx context.Context, cells int) (bool, error)
}

// feat does what needs no plan.
func (t *task) feat(ctx context.Context, g Goal) error {
	t.tell(Event{Kind: EventSeek, Why: g.String()})
	far, enduring := t.Body.(Enduring)
	body, situated := t.Body.(Situated)
	if !enduring && g.Survive+g.Travel > 0 || !situated && len(g.Where) > 0 {
		return fmt.Errorf("%w: this body can't do that: %s", ErrGaveUp, g)
	}
	done := true
	var err error
	switch {
	case g.Survive > 0:
		err = far.Survive(ctx, g.Survive)
	case g.Travel > 0:
		done, err = far.Travel(ctx, g.Travel)
	}
	if err == nil && done && len(g.Where) > 0 {
		done, err = body.Seek(ctx, g.Where, "")
	}
	switch {
	case isFault(err):
		return fmt.Errorf("%w: %s: %w", ErrGaveUp, g, err)
	case err != nil:
		return err
	case !done:
		return fmt.Errorf("%w: it didn't come about: %s", ErrGaveUp, g)
	}
	return t.look(ctx)
}
