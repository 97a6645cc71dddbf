package active

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/interaction"
)

// Body is an agent with eyes that carries out plans: what an action is done to it finds by looking, and it goes to where
// conditions hold.
type Body struct {
	*Agent
	// Heeds are what it asks about when it is to tell what is around ([Body.Features]).
	Heeds    []controller.Condition
	creature func(thing string) bool
	held     map[string]cell // by fact, where it held last
	sought   int             // the step at which it last saw all of a place that it sought
}

var _ controller.Situated = (*Body)(nil)

// NewBody returns the body of an agent; creature says which things move about, as a player knows.
func NewBody(a *Agent, creature func(thing string) bool) *Body {
	b := &Body{Agent: a, creature: creature, held: map[string]cell{}}
	b.remind()
	return b
}

// Bound reports whether the action is done to a thing.
func (b *Body) Bound(action interaction.Action) bool {
	_, ok := b.thing(action)
	return ok
}

// thing is what to look for to do the action; false: it can be done anywhere.
func (b *Body) thing(action interaction.Action) (percipient.Question, bool) {
	if t := b.ground.Target(action); t != "" {
		return b.question(t), true
	}
	return percipient.Question{}, false
}

func (b *Body) question(thing string) percipient.Question {
	if b.creature(thing) {
		return percipient.Question{Aspect: percipient.Creature, Name: thing}
	}
	return percipient.Question{Aspect: percipient.Object, Name: thing}
}

// Observe implements [controller.Body].
func (b *Body) Observe(context.Context) (interaction.State, error) { return b.state, nil }

// Approach implements [controller.Placed]: it finds what the action is done to, and faces it. Its error wraps
// interaction.ErrEnded where it finds nothing within its steps.
func (b *Body) Approach(ctx context.Context, action interaction.Action) error {
	defer b.remind()
	if q, bound := b.thing(action); bound {
		b.free = true
		defer func() { b.free = false }()
		return ended(b.reach(ctx, q, b.cfg.Steps))
	}
	return nil
}

// Act implements [controller.Body]: the action is done here, a few times to what is faced, until something comes of it.
func (b *Body) Act(ctx context.Context, action interaction.Action) (interaction.State, error) {
	defer b.remind()
	if !b.Bound(action) {
		return b.state, b.step(ctx, action)
	}
	for range tries {
		was := b.state
		if err := b.step(ctx, action); err != nil {
			return b.state, err
		}
		for _, x := range interaction.Changes(was, b.state) {
			if x.Gain() > 0 && !b.drifts[x.Factor] {
				return b.state, nil
			}
		}
	}
	// It may be something else that it faces.
	if err := b.sidestep(ctx); err != nil {
		return b.state, err
	}
	return b.state, &interaction.Fault{Class: interaction.FaultWay, Err: fmt.Errorf("nothing came of it in %d tries", tries)}
}

// ended says that nothing more can be done where the steps are used up.
func ended(err error) error {
	if err == ErrNotFound {
		return fmt.Errorf("%w: %w", interaction.ErrEnded, err)
	}
	return err
}

// remind notes where facts hold.
func (b *Body) remind() {
	for _, x := range b.state.Amounts() {
		b.held[x.Name] = b.at
	}
}

// Seek implements [controller.Situated]: it goes near to the things that are to be near, and looks from there for what the
// action is done to.
func (b *Body) Seek(ctx context.Context, all []controller.Condition, action interaction.Action) (bool, error) {
	var c Context
	var place []percipient.Question
	for _, x := range all {
		if x.Aspect == controller.Near {
			c.Near = append(c.Near, b.asking(x))
		} else {
			c.Hold = append(c.Hold, b.asking(x))
		}
		if x.Spatial() {
			place = append(place, b.asking(x))
		}
	}
	target, bound := b.thing(action)
	alone := len(c.Near) == 0
	switch {
	case !alone:
		c.Find = c.Near[0] // to be in sight isn't to be near: it is among the near ones, too
	case bound:
		c.Find = target
	}
	b.notice = nil
	if bound && !alone {
		b.notice = append([]percipient.Question{target}, c.Near...)
		defer func() { b.notice = nil }()
	}
	for b.left() {
		seen, err := b.Find(ctx, c)
		if err == nil {
			b.sought = b.steps
		}
		switch {
		case err == ErrNotFound:
			return false, nil
		case err != nil || alone && !bound:
			return err == nil, err
		}
		ok, err := b.near(ctx, c, seen)
		if ok && b.notice != nil {
			ok, err = b.forage(ctx, target, c.Near, place)
		}
		if ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// Holds implements [controller.Situated]: it looks ahead for what the time is, and around for what the place is, unless it
// found that a few steps ago.
func (b *Body) Holds(ctx context.Context, all []controller.Condition) (bool, error) {
	f, err := b.look(ctx, 0)
	if err != nil {
		return false, err
	}
	var place []percipient.Question
	for _, x := range all {
		q := b.asking(x)
		if x.Spatial() {
			place = append(place, q)
		} else if got, err := b.ask(ctx, f, q); err != nil || !got.Holds {
			return false, err
		}
	}
	if b.steps-b.sought <= patience {
		return true, nil
	}
	return b.beside(ctx, place)
}

// near goes near to what was found; false: it lost it.
func (b *Body) near(ctx context.Context, c Context, seen Seen) (bool, error) {
	for n := 0; n < nearer && b.left(); n++ {
		if seen.Thing.Far <= besideFar {
			return true, nil
		}
		seen.Answer = seen.Thing
		if err := b.approach(ctx, seen); err != nil {
			return false, err
		}
		var v verdict
		var err error
		if seen, v, err = b.survey(ctx, Context{Find: c.Find}); err != nil || !v.found {
			return false, err
		}
	}
	return false, nil
}

// forage goes about, as the search that belongs to an action does, until it remembers a thing beside the others, and faces
// that, where all of the place holds; false: there is none around.
func (b *Body) forage(ctx context.Context, q percipient.Question, others, place []percipient.Question) (bool, error) {
	b.free = true
	defer func() { b.free = false }()
	for last := b.steps + search; b.left() && b.steps < last; {
		if err := b.tended(ctx); err != nil {
			return false, err
		}
		to, known := b.together(q, others)
		if !known {
			for _, yaw := range b.directions() {
				if _, err := b.look(ctx, yaw); err != nil {
					return false, err
				}
			}
			if to, known = b.together(q, others); !known {
				if err := b.wander(ctx, Context{}); err != nil {
					return false, err
				}
				continue
			}
		}
		if err := b.goTo(ctx, to, besideFar); err != nil {
			return false, err
		}
		err := b.reach(ctx, q, min(last, b.steps+patience*stride))
		if err == nil {
			if ok, err := b.beside(ctx, place); ok || err != nil {
				b.sought = b.steps
				return ok, err
			}
		} else if err != ErrNotFound {
			return false, err
		}
		b.forget(q, to)
	}
	return false, nil
}

// beside looks all around whether things are near, and whether that is the place.
func (b *Body) beside(ctx context.Context, all []percipient.Question) (bool, error) {
	left := slices.Clone(all)
	for _, yaw := range aside {
		if len(left) == 0 {
			return true, nil
		}
		f, err := b.look(ctx, yaw)
		if err != nil {
			return false, err
		}
		var failed error
		left = slices.DeleteFunc(left, func(q percipient.Question) bool {
			got, err := b.ask(ctx, f, q)
			failed = cmp.Or(failed, err)
			return got.Holds && got.Confidence >= fair && (q.Aspect == percipient.Ecology || got.Far > 0 && got.Far < Close)
		})
		if failed != nil {
			return false, failed
		}
	}
	return len(left) == 0, nil
}

const (
	// tries is how often an action is done to a thing before it is taken for another one.
	tries = 8
	// aheadFar and aheadSide are how far off and how far from the middle of the picture a thing is at most that is faced.
	aheadFar, aheadSide = 1.6, .45
	// besideFar is how near it goes to what something is to be done near.
	besideFar = 3.
)

// reach finds a thing and faces it, before so many steps are done.
func (b *Body) reach(ctx context.Context, q percipient.Question, steps int) error {
	c := Context{Find: q}
	for b.left() && b.steps < steps {
		if err := b.tended(ctx); err != nil {
			return err
		}
		if b.tend != nil && b.hurt {
			if err := b.flee(ctx); err != nil {
				return err
			}
			continue
		}
		seen, v, err := b.survey(ctx, c)
		if err != nil {
			return err
		}
		switch {
		case !v.found:
			err = b.wander(ctx, c)
		case seen.Shot.Yaw == 0 && b.facing >= 0 && seen.Answer.Far > 0 && seen.Answer.Far <= aheadFar && math.Abs(seen.Answer.Bearing) <= aheadSide:
			return nil
		default:
			err = b.closer(ctx, seen)
		}
		if err != nil {
			return err
		}
	}
	return ErrNotFound
}

// closer goes a cell nearer to what was seen. Where it is next to it then, or nearly so, it goes on and turns to it, as the next
// picture may show another one ahead that is farther off.
func (b *Body) closer(ctx context.Context, s Seen) error {
	to, known := b.where(s)
	if err := b.approach(ctx, s); err != nil || !known {
		return err
	}
	for n := 0; n < 2 && apart(to, b.at) <= 2 && to != b.at; n++ {
		d := b.toward(to)
		if d == b.facing && apart(to, b.at) == 1 {
			return nil
		}
		if moved, err := b.move(ctx, d); err != nil || !moved {
			return err
		}
	}
	return nil
}

// toward is the direction in which a cell is nearer, rather that in which it faces.
func (b *Body) toward(to cell) int {
	for _, quarters := range []int{0, 1, 3, 2} {
		d := b.turned(quarters)
		if apart(to, cell{b.at.x + interaction.Steps[d][0], b.at.y + interaction.Steps[d][1]}) < apart(to, b.at) {
			return d
		}
	}
	return b.facing
}

// sidestep goes a step to a side.
func (b *Body) sidestep(ctx context.Context) error {
	_, err := b.move(ctx, b.turned(1+2*b.rng.IntN(2)))
	return err
}

// Return implements [controller.Placed].
func (b *Body) Return(ctx context.Context, facts []string) (bool, error) {
	for _, f := range facts {
		to, known := b.held[f]
		if !known {
			return false, nil
		}
		if err := b.goTo(ctx, to, 0); err != nil {
			return false, err
		}
	}
	for _, f := range facts {
		if b.state.Level(f) == 0 {
			delete(b.held, f)
			return false, nil
		}
	}
	return true, nil
}

// goTo goes to within so many cells of one, as far as it can within goBack steps.
func (b *Body) goTo(ctx context.Context, to cell, within float64) error {
	there := func(c cell) bool { return apart(c, to) <= within }
	for n := 0; n < goBack && !there(b.at) && b.left(); n++ {
		d := b.way(there)
		if d < 0 {
			return nil
		}
		if _, err := b.move(ctx, d); err != nil {
			return err
		}
	}
	return nil
}

// goBack is how many steps it goes to a place that it remembers at most.
const goBack = 60
