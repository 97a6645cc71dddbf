package luanti

import (
	"context"
	"errors"
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
		c.on.eyes.at.CompareAndSwap(int64(c.id), 0)
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

// Shoot implements [interaction.Camera]. The client draws for one life at a time: a picture takes some two seconds after one
// of another life, and half a second after one of the same. The latest is shown again as long as nothing is done.
func (c *camera) Shoot(shot interaction.Shot, buffer []byte) (interaction.Frame, error) {
	if c.on == nil {
		return interaction.Frame{}, &interaction.Fault{Class: FaultAction, Err: errors.New("a picture before begin")}
	}
	if err := c.ready(c.ctx); err != nil {
		return interaction.Frame{}, err
	}
	if err := c.on.eyes.fits(shot); err != nil {
		return interaction.Frame{}, err
	}
	if !c.seen || c.last.Shot != shot {
		f, err := c.on.eyes.watch(c.ctx, c.id, shot, facing[c.sight.Facing])
		if err != nil {
			return interaction.Frame{}, c.blind(err)
		}
		c.last, c.seen = f, true
	}
	return interaction.Frame{Shot: shot, RGB: append(buffer[:0], c.last.RGB...)}, nil
}

// blind makes a fault of a picture that wasn't drawn. A client that draws nothing any more goes, with its server.
func (c *camera) blind(err error) error {
	var fault *interaction.Fault
	switch {
	case errors.As(err, &fault):
		return err
	case c.ctx.Err() != nil:
		return &interaction.Fault{Class: interaction.FaultTimeout, Err: c.ctx.Err()}
	}
	c.on.kill()
	return &interaction.Fault{Class: interaction.FaultLost, Dead: true, Err: err}
}

// watch takes a picture of what a life sees; facing is its direction, in degrees to the right of north.
func (e *eyes) watch(ctx context.Context, life int, shot interaction.Shot, facing int) (interaction.Frame, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	quiet := stillThen
	if e.at.Swap(0) != int64(life) {
		quiet = stillFirst
	}
	if err := e.tell(ctx, fmt.Sprintf("watch %d", life)); err != nil {
		return interaction.Frame{}, err
	}
	f, err := e.picture(ctx, shot, facing+shot.Yaw, quiet)
	if err == nil {
		e.at.Store(int64(life))
	}
	return f, err
}
