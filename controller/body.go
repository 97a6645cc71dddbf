package controller

import (
	"context"
	"errors"
	"fmt"

	"github.com/adam-discovery/adam/interaction"
)

// Body is the agent in a world: what it does and what it perceives. This is where
// perception from pictures fits; [Avatar] reads the inventory. A Body is used by one
// goroutine at a time.
type Body interface {
	// Act executes the action once and returns the inventory as perceived
	// afterwards. An error that is an [interaction.Fault] says nothing about the
	// action; the body can go on.
	Act(ctx context.Context, action interaction.Action) (interaction.State, error)
	// Observe returns the inventory as perceived now. It may differ from what the
	// last Act returned: the world goes on.
	Observe(ctx context.Context) (interaction.State, error)
}

// Avatar is a Body in a session of a world that can set its start inventory. When
// the session dies, it goes on in a new one, with the inventory that it had.
type Avatar struct {
	world   interaction.World
	session interaction.Session
	now     interaction.State
	seed    uint64
	resets  uint64
}

var _ Body = (*Avatar)(nil)

// Enter opens a session that starts from the inventory. The seed fixes the chances
// where the world honours seeds. Whoever enters must Close.
func Enter(ctx context.Context, w interaction.World, start interaction.State, seed uint64) (*Avatar, error) {
	if !w.Spec().Caps.SetsStart {
		return nil, interaction.ErrSetsNoStart
	}
	a := &Avatar{world: w, now: start, seed: seed}
	return a, a.open(ctx)
}

func (a *Avatar) open(ctx context.Context) error {
	s, err := a.world.Open(ctx)
	if err != nil {
		return fmt.Errorf("enter %s: %w", a.world.Spec().ID, err)
	}
	a.session = s
	if err := a.reset(ctx, a.now); err != nil {
		return errors.Join(fmt.Errorf("enter %s: %w", a.world.Spec().ID, err), s.Close())
	}
	return nil
}

func (a *Avatar) reset(ctx context.Context, start interaction.State) error {
	a.resets++
	got, err := a.session.Reset(ctx, start, a.seed+a.resets*0x9e3779b97f4a7c15)
	if err != nil {
		return err
	}
	if !got.Equal(start) {
		return &interaction.Fault{Class: interaction.FaultStart, Err: errors.New("the world started from another inventory than it was told to")}
	}
	a.now = start
	return nil
}

// Act implements [Body].
func (a *Avatar) Act(ctx context.Context, action interaction.Action) (interaction.State, error) {
	after, err := a.session.Act(ctx, action)
	if err == nil {
		a.now = after
		return after, nil
	}
	if ctx.Err() != nil {
		return a.now, ctx.Err()
	}
	f := interaction.AsFault(err)
	if f.Dead {
		_ = a.session.Close() // it is lost already
		if err := a.open(ctx); err != nil {
			return a.now, err
		}
	} else if err := a.reset(ctx, a.now); err != nil {
		return a.now, err
	}
	return a.now, f
}

// Observe implements [Body].
func (a *Avatar) Observe(context.Context) (interaction.State, error) { return a.now, nil }

// Become sets the inventory, as when things are lost.
func (a *Avatar) Become(ctx context.Context, now interaction.State) error {
	return a.reset(ctx, now)
}

// Close ends the session.
func (a *Avatar) Close() error { return a.session.Close() }
