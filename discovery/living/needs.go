package living

import (
	"context"
	"errors"
	"slices"

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
	walls = 5
	// detour is how far one goes to be well provided, and errand is that once it is time to hide.
	detour, errand = 25, 8
	// early and late are the tenths of a perilous vital at which one sees to provisions, and goes into
	// shelter.
	early, late = 9, 7
	// nightPause is how many steps pass before shelter is looked for again.
	nightPause = 60
)

// low reports whether a vital of this level is to be looked after.
func low(level, top int) bool { return 2*level < top }

// called is whether the body is called away to be looked after.
func (p *pilot) called(now interaction.State) bool {
	if p.tending {
		return p.until != nil && p.until(now)
	}
	p.state = now
	p.look()
	if p.tempted() != nil || p.used() >= p.snackAt && p.snack() != "" {
		return true
	}
	if p.used() < p.tendAt {
		return false
	}
	_, _, found := p.need(now)
	return found
}

// need is the lowest vital that is to be looked after, and the rule that raises it; nil: it
// rises by itself.
func (p *pilot) need(now interaction.State) (vital int, by *discovery.Rule, found bool) {
	least := 1 << 30
	nights := p.k.nights()
	consider := func(f int, x *discovery.Rule) {
		v := p.k.vocabulary.Factor(f)
		n := now.Level(v.Name)
		if nights && x != nil && !p.bound(x.Action) && !low(2*n, v.Top()) {
			return // there will be time for that at night
		}
		if v.Kind == interaction.Vital && low(n, v.Top()) && n < least {
			least, vital, by, found = n, f, x, true
		}
	}
	if p.used() >= p.nightAt {
		for f := range p.k.vocabulary.Len() {
			if p.dusk(f, now) {
				return f, nil, true // what comes with it is worse than anything else
			}
		}
	}
	rules := p.k.reach.Rules()
	for i := range rules {
		consider(rules[i].Factor, &rules[i])
	}
	for f := range p.k.vocabulary.Len() {
		if p.k.drifts[f] && p.k.hurt[f] {
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
		switch {
		case rule == nil && p.k.perilous(vital):
			err = p.night(ctx, vital)
		case rule == nil:
			err = p.recover(ctx, vital)
		default:
			err = p.raise(ctx, vital, rule.Action, 4*p.levels[vital] > p.k.vocabulary.Factor(vital).Top())
		}
		if err != nil {
			return err
		}
		if still, _, found := p.need(p.state); found && still == vital && !p.k.perilous(vital) {
			p.tendAt = p.used() + tendPause
			return nil
		}
	}
	return nil
}

// hide looks for shelter, with what it takes to make one; false: there is none.
func (p *pilot) hide(ctx context.Context) (bool, error) {
	if err := p.provide(ctx, &situation{closure: p.k.reach.Without(nil)}); err != nil {
		return false, err
	}
	var hand []interaction.Action
	for _, x := range p.k.reach.Rules() {
		if p.k.vital(x.Factor) && p.bound(x.Action) {
			hand = append(hand, x.Action)
		}
	}
	state, err := p.walker.Shelter(ctx, hand)
	if err != nil && !errors.Is(err, interaction.ErrNoWay) {
		return false, err
	}
	p.state = state
	p.look()
	return err == nil, nil
}

// dusk reports whether it is time to look after the perilous vital, which falls: early to be well provided,
// and then to go into shelter.
func (p *pilot) dusk(f int, now interaction.State) bool {
	v := p.k.vocabulary.Factor(f)
	tenths := early
	if p.provided {
		tenths = late
	}
	return p.k.perilous(f) && p.falls[f] && 10*now.Level(v.Name) <= tenths*v.Top()
}

// dark reports whether it is too late to be anywhere but in shelter.
func (p *pilot) dark(now interaction.State) bool {
	for f := range p.k.perils {
		if v := p.k.vocabulary.Factor(f); p.falls[f] && 10*now.Level(v.Name) <= late*v.Top() || low(now.Level(v.Name), v.Top()) {
			return true
		}
	}
	return false
}

// provide gets what a shelter takes, as far as the situation allows.
func (p *pilot) provide(ctx context.Context, s *situation) error {
	wall, ok := p.walker.Wall()
	if !ok {
		return nil
	}
	for _, x := range p.k.byID[wall].takes {
		if n := walls * x.Level; p.level(s.caps, x.Factor) >= n && p.levels[x.Factor] < n {
			if _, err := p.obtain(ctx, s, x.Factor, n, 0, true); err != nil {
				return err
			}
		}
	}
	return nil
}

// recover waits in shelter until the vital has risen by itself, or another is low.
func (p *pilot) recover(ctx context.Context, vital int) error {
	if hidden, err := p.hide(ctx); err != nil || !hidden {
		return err
	}
	top := p.k.vocabulary.Factor(vital).Top()
	for range recovery {
		over := 3*p.levels[vital] >= 2*top
		if p.k.perilous(vital) {
			over = !p.falls[vital] && 4*p.levels[vital] >= 3*top
		}
		if over || p.starving() && p.weak() {
			return nil
		}
		if a := p.atHand(); a != "" {
			if err := p.tryThere(ctx, a); err != nil {
				return err
			}
		} else if a := p.repose(); a != "" {
			if err := ignore(p.try(ctx, a)); err != nil {
				return err
			}
		} else if err := p.wait(ctx); err != nil {
			return ignore(err)
		}
	}
	return nil
}

// night is well provided before the perilous time, and waits in shelter for it to pass.
func (p *pilot) night(ctx context.Context, vital int) error {
	if p.provided || p.dark(p.state) {
		p.provided = false
		p.nightAt = p.used() + nightPause
		if err := p.stock(ctx, errand); err != nil {
			return err
		}
		return p.recover(ctx, vital)
	}
	p.provided = true
	if err := ignore(p.provide(ctx, &situation{closure: p.k.reach.Without(nil)})); err != nil {
		return err
	}
	return p.stock(ctx, detour)
}

// stock raises the vitals that have room for it where that takes no more than so many steps of way.
func (p *pilot) stock(ctx context.Context, most int) error {
	for _, x := range p.k.reach.Rules() {
		f := p.k.vocabulary.Factor(x.Factor)
		if f.Kind != interaction.Vital || !p.bound(x.Action) || p.levels[x.Factor] >= f.Top()-1 {
			continue
		}
		if far := p.walker.Far(x.Action); far < 0 || far > most {
			continue
		}
		if err := p.raise(ctx, x.Factor, x.Action, most > errand); err != nil {
			return err
		}
	}
	return nil
}

// starving reports whether a vital is used up, so that one has to leave shelter for it.
func (p *pilot) starving() bool {
	for _, x := range p.k.reach.Rules() {
		if f := p.k.vocabulary.Factor(x.Factor); f.Kind == interaction.Vital && p.bound(x.Action) && p.levels[x.Factor] == 0 {
			return true
		}
	}
	return false
}

// weak reports whether a vital that blows lower is low.
func (p *pilot) weak() bool {
	for f := range p.k.hurt {
		if low(p.levels[f], p.k.vocabulary.Factor(f).Top()) {
			return true
		}
	}
	return false
}

// snack is an action that raises a vital with room for it, and that can be done beside the way; empty: none.
func (p *pilot) snack() interaction.Action {
	var near []interaction.Action
	for _, x := range p.k.reach.Rules() {
		f := p.k.vocabulary.Factor(x.Factor)
		if f.Kind != interaction.Vital || !p.bound(x.Action) || p.noWay[x.Action] || p.levels[x.Factor]+max(2, x.Least) > f.Top() {
			continue
		}
		if near == nil {
			calm := false
			if near, calm = p.walker.Near(beside); !calm {
				return ""
			}
		}
		if slices.Contains(near, x.Action) {
			return x.Action
		}
	}
	return ""
}

// atHand is an action that raises a vital with room for it, and that can be done without going
// anywhere; empty: none.
func (p *pilot) atHand() interaction.Action {
	for _, x := range p.k.reach.Rules() {
		f := p.k.vocabulary.Factor(x.Factor)
		if f.Kind == interaction.Vital && p.bound(x.Action) && p.levels[x.Factor]+max(2, x.Least) <= f.Top() {
			if far := p.walker.Far(x.Action); far >= 0 && far <= 1 {
				return x.Action
			}
		}
	}
	return ""
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
	if errors.Is(err, interaction.ErrNoWay) || errors.Is(err, interaction.ErrCalled) || errors.Is(err, errSpoiled) || errors.Is(err, errEffort) {
		return nil
	}
	return err
}

// raise does the action until the vital is nearly full, or, if it can wait until the morning, it is dark.
func (p *pilot) raise(ctx context.Context, vital int, a interaction.Action, waits bool) error {
	top := p.k.vocabulary.Factor(vital).Top()
	if !p.bound(a) {
		if hidden, err := p.hide(ctx); err != nil || !hidden && 6*p.levels[vital] > top {
			return err
		}
	}
	if p.bound(a) && waits && !p.dark(p.state) {
		p.until = p.dark
		defer func() { p.until = nil }()
	}
	for range tendTries {
		if p.levels[vital] >= top-1 || p.used() >= p.limit || p.until != nil && p.dark(p.state) {
			return nil
		}
		if p.bound(a) {
			state, err := p.walker.Approach(ctx, a, interaction.Where{})
			if err != nil && !errors.Is(err, interaction.ErrNoWay) && !errors.Is(err, interaction.ErrCalled) {
				return err
			}
			p.state = state
			p.look()
			if err != nil {
				return nil // there is none to be found, or no time for it
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
