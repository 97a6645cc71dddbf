package luanti

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/interaction"
)

// camera is a life that shows what stands before its eyes.
type camera struct {
	life
	ctx  context.Context // of the latest Begin or Step
	last interaction.Frame
	seen bool // last is of now
}

var (
	_ interaction.Camera = (*camera)(nil)
	_ interaction.Seer   = (*camera)(nil)
)

// Begin implements [interaction.Session].
func (c *camera) Begin(ctx context.Context, start interaction.State, seed uint64) (interaction.State, error) {
	c.ctx, c.seen = ctx, false
	state, err := c.life.Begin(ctx, start, seed)
	if err == nil {
		c.on.eyes.forget(c.id)
	}
	return state, err
}

// Step implements [interaction.Session].
func (c *camera) Step(ctx context.Context, a interaction.Action) (interaction.State, error) {
	c.ctx, c.seen = ctx, false
	return c.life.Step(ctx, a)
}

// facing is how many degrees to the right of north each movement goes.
var facing = [4]int{270, 90, 0, 180}

// Shoot implements [interaction.Camera]. The client draws for one life at a time, so that each picture of another life
// takes some two seconds, and of the same one half a second. What was drawn is shown again as long as nothing is done.
func (c *camera) Shoot(shot interaction.Shot, buffer []byte) (interaction.Frame, error) {
	if c.on == nil {
		return interaction.Frame{}, &interaction.Fault{Class: FaultAction, Err: fmt.Errorf("a picture before begin")}
	}
	if err := c.on.eyes.fits(shot); err != nil {
		return interaction.Frame{}, err
	}
	if !c.seen || c.last.Shot != shot {
		f, err := c.on.eyes.watch(c.ctx, c.id, shot, facing[c.sight.Facing])
		if err != nil {
			return interaction.Frame{}, err
		}
		c.last, c.seen = f, true
	}
	return interaction.Frame{Shot: shot, RGB: append(buffer[:0], c.last.RGB...)}, nil
}

// watch takes a picture of what a life sees that faces so many degrees to the right of north.
func (e *eyes) watch(ctx context.Context, life int, shot interaction.Shot, facing int) (interaction.Frame, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	quiet := stillThen
	if e.at != life {
		quiet = stillFirst
	}
	if err := e.tell(ctx, fmt.Sprintf("watch %d", life)); err != nil {
		return interaction.Frame{}, err
	}
	f, err := e.picture(ctx, shot, facing+shot.Yaw, quiet)
	if err == nil {
		e.at = life
	}
	return f, err
}

// forget is told that a life begins at another place.
func (e *eyes) forget(life int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.at == life {
		e.at = 0
	}
}
