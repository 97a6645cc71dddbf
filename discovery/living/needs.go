package living

import (
	"context"
	"errors"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

const (
	// tendTries is how often an action is tried that should raise a vital.
	tendTries = 12
	// tendPause is how many steps pass before it is tried again what didn't work.
	tendPause = 120
	// digestion is how many steps are waited for until a vital has room for more.
	digestion = 60
	// recovery is how many steps are waited for until a vital has risen by itself.
	recovery = 200
	// walls is how many are kept for a shelter.
	walls = 6
)

// low reports whether a vital of this level is to be looked after.
func low(level, top int) bool { return 2*level < top }

// called is whether the body is called away to be looked after.
func (p *pilot) called(now interaction.State) bool {
	if p.tending || p.used() < p.tendAt {
		return false
	}
	_, _, found := p.need(now)
	return found
}

// need is the lowest vital that is to be looked after, and the rule that raises it; nil: it
// rises by itself.
func (p *pilot) need(now interaction.State) (vital int, by *discovery.Rule, found bool) {
	least := 1 << 30
	consider := func(f int, x *discovery.Rule) {
		v := p.k.vocabulary.Factor(f)
		if n := now.Level(v.Name); v.Kind == interaction.Vital && low(n, v.Top()) && n < least {
			least, vital, by, found = n, f, x, true
		}
	}
	rules := p.k.reach.Rules()
	for i := range rules {
		consider(rules[i].Factor, &rules[i])
	}
	for f := range p.k.vocabulary.Len() {
		if p.k.drifts[f] && p.k.hurt[f] || p.k.perilous(f) {
			consider(f, nil)
		}
	}
	return vital, by, found
}

// tend raises vitals that are low by what is known to raise them. Where that takes rest, it looks
// for shelter first.
func (p *pilot) tend(ctx context.Context) error {
	if p.walker == nil || p.tending || p.used() < p.tendAt {
		return nil
	}
	p.tending = true
	defer func() { p.tending = false }()
	for range tendTries {
		vital, rule, found := p.need(p.state)
		if !found {
			return nil
		}
		var err error
		if rule == nil {
			err = p.recover(ctx, vital)
		} else {
			err = p.raise(ctx, vital, rule.Action)
		}
		if err != nil {
			return err
		}
		if still, _, found := p.need(p.state); found && still == vital {
			p.tendAt = p.used() + tendPause
			return nil
		}
	}
	return nil
}

// hide looks for shelter, with what it takes to make one; false: there is none.
func (p *pilot) hide(ctx context.Context) (bool, error) {
	if wall, ok := p.walker.Wall(); ok {
		for _, x := range p.k.byID[wall].takes {
			if p.levels[x.Factor] >= walls*x.Level {
				continue
			}
			everything := &situation{closure: p.k.reach.Without(nil)}
			if _, err := p.obtain(ctx, everything, x.Factor, walls*x.Level, 0, true); err != nil {
				return false, err
			}
		}
	}
	state, err := p.walker.Shelter(ctx)
	if err != nil && !errors.Is(err, interaction.ErrNoWay) {
		return false, err
	}
	p.state = state
	p.look()
	return err == nil, nil
}

// recover waits in shelter until the vital has risen by itself, or another is low.
func (p *pilot) recover(ctx context.Context, vital int) error {
	if hidden, err := p.hide(ctx); err != nil || !hidden {
		return err
	}
	top := p.k.vocabulary.Factor(vital).Top()
	for range recovery {
		if 3*p.levels[vital] >= 2*top || p.starving() {
			return nil
		}
		if a := p.repose(); a != "" {
			if err := ignore(p.try(ctx, a)); err != nil {
				return err
			}
		} else if err := p.wait(ctx); err != nil {
			return ignore(err)
		}
	}
	return nil
}

// starving reports whether a vital is so low that one has to leave shelter for it.
func (p *pilot) starving() bool {
	for _, x := range p.k.reach.Rules() {
		if f := p.k.vocabulary.Factor(x.Factor); f.Kind == interaction.Vital && p.bound(x.Action) && 4*p.levels[x.Factor] <= f.Top() {
			return true
		}
	}
	return false
}

// repose is an action that raises a vital which isn't full, and that can be done in shelter; empty: none.
func (p *pilot) repose() interaction.Action {
	for _, x := range p.k.reach.Rules() {
		if f := p.k.vocabulary.Factor(x.Factor); f.Kind == interaction.Vital && !p.bound(x.Action) && p.levels[x.Factor] < f.Top()-1 {
			return x.Action
		}
	}
	return ""
}

// wait lets a step of the world pass.
func (p *pilot) wait(ctx context.Context) error {
	state, err := p.walker.Wait(ctx)
	if err != nil {
		return err
	}
	p.state = state
	p.look()
	return nil
}

// ignore drops what is no error of the world's.
func ignore(err error) error {
	if errors.Is(err, interaction.ErrNoWay) || errors.Is(err, errSpoiled) || errors.Is(err, errEffort) {
		return nil
	}
	return err
}

// raise does the action until the vital is nearly full.
func (p *pilot) raise(ctx context.Context, vital int, a interaction.Action) error {
	top := p.k.vocabulary.Factor(vital).Top()
	if !p.bound(a) {
		if hidden, err := p.hide(ctx); err != nil || !hidden && 6*p.levels[vital] > top {
			return err
		}
	}
	for range tendTries {
		if p.levels[vital] >= top-1 || p.used() >= p.limit {
			return nil
		}
		if p.bound(a) {
			state, err := p.walker.Approach(ctx, a, interaction.Where{})
			if err != nil && !errors.Is(err, interaction.ErrNoWay) {
				return err
			}
			p.state = state
			p.look()
			if err != nil {
				return nil // there is none to be found
			}
		}
		if err := ignore(p.try(ctx, a)); err != nil {
			return err
		}
	}
	return nil
}

// room waits until what the action is known to raise isn't full.
func (p *pilot) room(ctx context.Context, a *action) error {
	for _, e := range a.effects {
		f := p.k.vocabulary.Factor(e.factor)
		for n := 0; n < digestion && p.walker != nil && f.Kind == interaction.Vital && p.levels[e.factor] >= f.Top(); n++ {
			if err := p.wait(ctx); err != nil {
				if errors.Is(err, interaction.ErrNoWay) {
					break
				}
				return err
			}
		}
	}
	return nil
}
