package living

import (
	"context"
	"errors"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

const (
	// walls is how many are kept for a shelter.
	walls = 4
	// detour is how far one goes to be well provided, and errand is how far off shelter may be by then.
	detour, errand = 25, 8
	// early and late are the tenths of a perilous vital at which one sees to provisions, and goes into
	// shelter. When it rises as far as early, one comes out.
	early, late = 7, 4
	// hasty is how many steps are spent on what a shelter takes when it is late.
	hasty = 60
	// nightPause is how many steps pass before shelter is looked for again.
	nightPause = 60
)

// hide looks for shelter, with what it takes to make one; false: there is none.
func (p *pilot) hide(ctx context.Context) (bool, error) {
	if p.walker.Haven(p.walls()) < 0 {
		last := p.used() + hasty
		done := p.within(func(interaction.State) bool { return p.used() >= last })
		err := ignore(p.provide(ctx, p.ground()))
		if done(); err != nil {
			return false, err
		}
	}
	var hand []interaction.Action
	for _, r := range p.care.remedies {
		if r.bound {
			hand = append(hand, r.action)
		}
	}
	state, err := p.walker.Shelter(ctx, hand, p.walls())
	if err == nil || errors.Is(err, interaction.ErrNoWay) || errors.Is(err, interaction.ErrEnded) {
		p.now(state)
	}
	if err != nil && !errors.Is(err, interaction.ErrNoWay) {
		return false, err
	}
	p.care.nowhere = err != nil
	return err == nil, nil
}

// dusk reports whether it is time to look after the perilous vital, which falls: early to be well provided,
// and then to go into shelter.
func (p *pilot) dusk(f int, now interaction.State) bool {
	v := p.k.vocabulary.Factor(f)
	tenths := early
	if p.care.provided {
		tenths = late
	}
	return p.k.perilous(f) && p.care.falls[f] && 10*now.Level(v.Name) <= tenths*v.Top()
}

// dark reports whether it is too late to go anywhere for something but shelter.
func (p *pilot) dark(now interaction.State) bool {
	for f := range p.k.perils {
		if v := p.k.vocabulary.Factor(f); low(now.Level(v.Name), v.Top()) {
			return true
		}
	}
	return false
}

// walls is for how many walls there is enough.
func (p *pilot) walls() int {
	wall, ok := p.walker.Wall()
	if !ok {
		return 0
	}
	n := walls
	for _, x := range p.k.byID[wall].takes {
		n = min(n, p.levels[x.Factor]/max(1, x.Level))
	}
	return n
}

// provide gets what a shelter takes, as far as the situation allows.
func (p *pilot) provide(ctx context.Context, s *situation) error {
	wall, ok := p.walker.Wall()
	if !ok {
		return nil
	}
	for _, x := range p.k.byID[wall].takes {
		if n := walls * x.Level; capOf(s.caps, x.Factor) >= n && p.levels[x.Factor] < n {
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
			over = p.over(vital)
		}
		if over || p.starving() && p.weak() {
			return nil
		}
		if a := p.atHand(); a != "" {
			if _, err := p.tryThere(ctx, a); err != nil {
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
	if p.care.provided || p.dark(p.state) {
		p.care.provided = false
		p.care.nightAt = p.used() + nightPause
		if hidden, err := p.hide(ctx); err != nil || !hidden {
			return err
		}
		if !p.starving() && p.walker.Burrow(true) {
			p.care.burrowed = true // there is work to be done inside
			return nil
		}
		return p.recover(ctx, vital)
	}
	p.care.provided = true
	defer p.within(p.dark)()
	wanting := slices.ContainsFunc(p.care.remedies, func(r remedy) bool { return p.searched(r, detour) })
	if far := p.walker.Haven(p.walls()); far < 0 || far > errand || wanting {
		if err := ignore(p.provide(ctx, p.ground())); err != nil {
			return err
		}
	}
	if p.dark(p.state) {
		return nil
	}
	if err := p.stock(ctx); err != nil {
		return err
	}
	for _, r := range p.care.remedies {
		if p.searched(r, detour) && !p.dark(p.state) {
			if err := p.raise(ctx, r, true); err != nil {
				return err
			}
		}
	}
	return p.homeward(ctx)
}

// searched reports whether the vital isn't high, and what raises it wasn't seen within so many steps.
func (p *pilot) searched(r remedy, within int) bool {
	if !r.bound || 3*p.levels[r.vital] > 2*r.top {
		return false
	}
	far := p.walker.Far(r.action)
	return far < 0 || far > within
}

// stock raises the vitals that aren't high where that is no detour.
func (p *pilot) stock(ctx context.Context) error {
	for _, r := range p.care.remedies {
		if r.rests() || 3*p.levels[r.vital] > 2*r.top || r.meal != nil && !r.room(p.levels[r.vital]) {
			continue
		}
		if far := p.off(&r); far < 0 || far > detour {
			continue
		}
		if err := p.raise(ctx, r, true); err != nil {
			return err
		}
	}
	return nil
}

// dawn leaves the burrow, after having waited for the perilous time to pass.
func (p *pilot) dawn(ctx context.Context) error {
	busy := p.care.busy
	p.care.busy = true
	defer func() { p.care.busy = busy }()
	for f := range p.levels {
		if p.k.perils[f] {
			if err := p.recover(ctx, f); err != nil {
				return err
			}
		}
	}
	p.care.burrowed = p.walker.Burrow(false)
	clear(p.care.tendAt) // what wasn't to be had inside is looked for now
	return nil
}

// safe reports whether nothing is perilous now.
func (p *pilot) safe() bool {
	for f := range p.k.perils {
		if !p.over(f) {
			return false
		}
	}
	return true
}

// over reports whether the perilous time is over: it is as light as when one sees to provisions.
func (p *pilot) over(f int) bool {
	return !p.care.falls[f] && 10*p.levels[f] >= early*p.k.vocabulary.Factor(f).Top()
}
