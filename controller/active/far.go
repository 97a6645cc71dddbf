package active

import (
	"context"
	"math"

	"github.com/adam-discovery/adam/controller"
)

var _ controller.Enduring = (*Body)(nil)

// Survive implements [controller.Enduring]: it waits, and runs from what hurts. Like that of Travel, its error wraps
// interaction.ErrEnded where its own steps are used up before.
func (b *Body) Survive(ctx context.Context, steps int) error {
	defer b.remind()
	for first := b.steps; b.steps-first < steps; {
		if !b.left() {
			return ended(ErrNotFound)
		}
		if err := b.tended(ctx); err != nil {
			return err
		}
		if err := b.wait(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Travel implements [controller.Enduring].
func (b *Body) Travel(ctx context.Context, cells int) (bool, error) {
	defer b.remind()
	if b.facing < 0 {
		if err := b.learnFacing(ctx); err != nil {
			return false, err
		}
	}
	from := b.at
	heading := 2 * math.Pi * b.rng.Float64()
	for n := controller.Turns(cells); n > 0 && b.left(); n-- {
		if err := b.tended(ctx); err != nil {
			return false, err
		}
		was := b.at
		ahead := cell{b.at.x + int(controller.Leg*math.Cos(heading)), b.at.y + int(controller.Leg*math.Sin(heading))}
		if err := b.walk(ctx, Context{}, b.block(ahead)); err != nil {
			return false, err
		}
		far := func(c cell) float64 { return math.Hypot(float64(c.x-from.x), float64(c.y-from.y)) }
		switch {
		case far(b.at) >= float64(cells):
			return true, nil
		case far(b.at) <= far(was): // something bars the way
			heading += math.Pi/3 + math.Pi/3*b.rng.Float64()
		}
	}
	if !b.left() {
		return false, ended(ErrNotFound)
	}
	return false, nil
}

// Comes implements [controller.Enduring].
func (b *Body) Comes(fact string) bool {
	return !b.ground.Nears(fact)
}
