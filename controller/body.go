package controller

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/adam-discovery/adam/interaction"
)

// Body is the agent in a world: what it does and what it perceives. This is where
// perception from pictures fits; [Avatar] reads the state. A Body is used by one
// goroutine at a time.
type Body interface {
	// Act executes the action once and returns the state as perceived
	// afterwards. An error that is an [interaction.Fault] says nothing about the
	// action; the body can go on. One that wraps [interaction.ErrEnded] means that it
	// can't.
	Act(ctx context.Context, action interaction.Action) (interaction.State, error)
	// Observe returns the state as perceived now. It may differ from what the
	// last Act returned: the world goes on.
	Observe(ctx context.Context) (interaction.State, error)
}

// Avatar is a Body in a session of a world. When the session dies, it goes on in a new
// one: with what it had, where the world can begin at any start, and otherwise where the
// world begins.
type Avatar struct {
	world   interaction.World
	session interaction.Session
	now     interaction.State
	seed    uint64
	begins  uint64
	ready   interaction.Action // it went to where this can be done, and did nothing since
}

var (
	_ Placed   = (*Avatar)(nil)
	_ Enduring = (*Avatar)(nil)
)

// Enter opens a session that begins at the start, or, where the world can't begin at any
// start, at the world's own, which the start must then leave open: it is empty. The seed
// fixes the chances where the world honours seeds. The Avatar must be closed. Enter fails
// with [interaction.ErrNoStarts] where a start is asked for that can't be had.
func Enter(ctx context.Context, w interaction.World, start interaction.State, seed uint64) (*Avatar, error) {
	a := &Avatar{world: w, now: start, seed: seed}
	if !a.anyStart() && !start.IsEmpty() {
		return nil, interaction.ErrNoStarts
	}
	return a, a.open(ctx)
}

func (a *Avatar) anyStart() bool { return a.world.Spec().Caps.Starts == interaction.AnyStart }

func (a *Avatar) open(ctx context.Context) error {
	s, err := a.world.Open(ctx)
	if err != nil {
		return fmt.Errorf("enter %s: %w", a.world.Spec().ID, err)
	}
	a.session = s
	if err := a.begin(ctx, a.now); err != nil {
		return errors.Join(fmt.Errorf("enter %s: %w", a.world.Spec().ID, err), s.Close())
	}
	return nil
}

// begin begins anew, and takes what the world has then.
func (a *Avatar) begin(ctx context.Context, start interaction.State) error {
	if !a.anyStart() {
		start = interaction.State{}
	}
	a.begins++
	now, err := a.session.Begin(ctx, start, a.seed+a.begins*0x9e3779b97f4a7c15)
	if err == nil {
		a.now = now
	}
	return err
}

// Map is as that of an [interaction.Mapper], where the session is one: without things otherwise.
func (a *Avatar) Map(within int) (m interaction.Sight, things []string) {
	if s, ok := a.session.(interaction.Mapper); ok {
		return s.Map(within)
	}
	return m, nil
}

// legs are those of a session that finds its own way; ok is false where there is no map.
func (a *Avatar) legs() (l Legs, ok bool) {
	w, ok := a.session.(interaction.Walker)
	return Legs{Walker: w, Facts: factsOf(a.world.Spec().Factors)}, ok
}

// Steps counts the steps of the world in the session so far, where that has a map; else it is zero.
func (a *Avatar) Steps() int {
	if l, ok := a.legs(); ok {
		return l.Steps()
	}
	return 0
}

// Approach implements [Placed].
func (a *Avatar) Approach(ctx context.Context, action interaction.Action) error {
	l, ok := a.legs()
	if !ok {
		return nil
	}
	after, err := l.Reach(ctx, action, a.now)
	_, err = a.after(ctx, after, err)
	if err == nil {
		a.ready = action
	}
	return err
}

// Return implements [Placed].
func (a *Avatar) Return(ctx context.Context, facts []string) (bool, error) {
	l, ok := a.legs()
	if !ok {
		return false, nil
	}
	after, back, err := l.Back(ctx, facts)
	_, err = a.after(ctx, after, err)
	return back && err == nil, err
}

// Survive implements [Enduring].
func (a *Avatar) Survive(ctx context.Context, steps int) error {
	l, ok := a.legs()
	if !ok {
		return errNoMap
	}
	after, err := l.Survive(ctx, a.now, steps)
	_, err = a.after(ctx, after, err)
	return err
}

// Travel implements [Enduring].
func (a *Avatar) Travel(ctx context.Context, cells int) (bool, error) {
	l, ok := a.legs()
	if !ok {
		return false, errNoMap
	}
	after, got, err := l.Travel(ctx, a.now, cells, float64(a.seed%360)*math.Pi/180)
	_, err = a.after(ctx, after, err)
	return got && err == nil, err
}

// Comes implements [Enduring].
func (a *Avatar) Comes(fact string) bool {
	l, ok := a.legs()
	return ok && !l.Nears(fact)
}

// Act implements [Body]: it goes to where the action can be done, if it isn't there.
func (a *Avatar) Act(ctx context.Context, action interaction.Action) (interaction.State, error) {
	l, ok := a.legs()
	if !ok {
		after, err := a.session.Step(ctx, action)
		return a.after(ctx, after, err)
	}
	if a.ready != action {
		if err := a.Approach(ctx, action); err != nil {
			return a.now, err
		}
	}
	after, err := l.Do(ctx, action)
	return a.after(ctx, after, err)
}

// after takes over what there is after the session did something, and goes on in another where it died. It isn't known to be
// where it was then.
func (a *Avatar) after(ctx context.Context, after interaction.State, err error) (interaction.State, error) {
	a.ready = ""
	if err == nil {
		a.now = after
		return after, nil
	}
	if ctx.Err() != nil {
		return a.now, ctx.Err()
	}
	if errors.Is(err, interaction.ErrEnded) {
		if !after.IsEmpty() { // sessions needn't say what there was
			a.now = after
		}
		return a.now, err
	}
	f := interaction.AsFault(err)
	switch {
	case f.Dead:
		_ = a.session.Close() // it is lost already
		if err := a.open(ctx); err != nil {
			return a.now, err
		}
	case a.anyStart():
		if err := a.begin(ctx, a.now); err != nil {
			return a.now, err
		}
	case f.Class == interaction.FaultWay:
		a.now = after
	}
	return a.now, f
}

// Observe implements [Body].
func (a *Avatar) Observe(context.Context) (interaction.State, error) { return a.now, nil }

// Become begins anew with this state, as when things are lost. It fails with
// [interaction.ErrNoStarts] where the world can't begin at any start.
func (a *Avatar) Become(ctx context.Context, now interaction.State) error {
	if !a.anyStart() {
		return interaction.ErrNoStarts
	}
	return a.begin(ctx, now)
}

// Close ends the session.
func (a *Avatar) Close() error { return a.session.Close() }
