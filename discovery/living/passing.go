package living

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

const (
	// beside is how many cells off a thing may be that is tried in passing, and astray how many steps are taken
	// for it at most.
	beside, astray = 3, 12
	// snackPause is how many steps pass before something is taken in passing again.
	snackPause = 15
)

// tempted is an action that was never seen to do anything, that can be done here, and that was never
// tried with what there is now; nil: there is none.
func (p *pilot) tempted() *action {
	if p.walker == nil || p.sober {
		return nil
	}
	marks := p.k.marks(p.levels)
	if len(marks) == 0 {
		return nil
	}
	near, calm := p.walker.Near(beside)
	if !calm {
		return nil
	}
	for _, a := range p.k.actions {
		if len(a.effects)+len(a.takes) > 0 || p.noWay[a.id] || a.breaks() {
			continue
		}
		if p.walker.Bound(a.id) {
			if p.course == nil && !p.tries[a.id].holds(marks) && !a.tries.holds(marks) && slices.Contains(near, a.id) {
				return a
			}
		} else if slices.Contains(p.ripe(), a) {
			return a // it takes a step
		}
	}
	return nil
}

// ripe are the actions that were never seen to do anything, can be done anywhere, and weren't tried with all that
// there is now.
func (p *pilot) ripe() []*action {
	levels := make([]int, len(p.levels))
	for f, n := range p.levels {
		if !p.k.vital(f) {
			levels[f] = min(n, p.k.vocabulary.Factor(f).Ample)
		}
	}
	if p.ripened == nil || !slices.Equal(levels, p.ripened) {
		p.ripened, p.untested = levels, p.untested[:0]
		for _, a := range p.k.actions {
			if len(a.effects)+len(a.takes) == 0 && !p.walker.Bound(a.id) && !a.breaks() && !p.tested(a, levels) {
				p.untested = append(p.untested, a)
			}
		}
	}
	return p.untested
}

// unconfirmed is an action, and by which way, that can be done here and has what it takes, though what it does was
// never seen to come with something that is there now: that is to be seen before anything is certified. Nil: there is none.
func (p *pilot) unconfirmed() (*action, discovery.Way) {
	if p.walker == nil || p.sober || p.course != nil && !p.plays() || p.k.spec.Caps.Prompt { // where it costs nothing to begin, it is asked for
		return nil, nil
	}
	var near []interaction.Action
	for i := range p.reach().Rules() {
		x := &p.reach().Rules()[i]
		a := p.k.byID[x.Action]
		if a == nil || p.noWay[a.id] || p.k.vital(x.Factor) || p.k.vocabulary.Factor(x.Factor).Kind == interaction.Fact || p.levels[x.Factor] >= p.k.atMost(x.Factor, p.levels[x.Factor]+1) || !p.allowed(a) || p.barred(a, x.Ways) {
			continue
		}
		w := slices.IndexFunc(x.Ways, func(w discovery.Way) bool { return discovery.Meets(w, p.levels) })
		n := slices.IndexFunc(a.effects, func(e *effect) bool { return e.factor == x.Factor })
		if w < 0 || n < 0 || !p.fresh(a.effects[n]) {
			continue
		}
		if p.walker.Bound(a.id) {
			if near == nil {
				near, _ = p.walker.Near(1)
			}
			if !slices.Contains(near, a.id) {
				continue
			}
		}
		return a, x.Ways[w]
	}
	return nil, nil
}

// fresh reports whether there is something now with which the effect was never seen to come, and wasn't tried in this life.
func (p *pilot) fresh(e *effect) bool {
	for f, n := range p.levels {
		if n > 0 && !p.k.vital(f) && !(f < len(e.with) && e.with[f]) && !slices.ContainsFunc(p.attempts[e.action.id], func(had []int) bool { return had[f] > 0 }) {
			return true
		}
	}
	return false
}

// allowed reports whether the situation at hand leaves room for what the action gives.
func (p *pilot) allowed(a *action) bool {
	return p.never == nil || !slices.ContainsFunc(a.effects, func(e *effect) bool { return capOf(p.never.caps, e.factor) < math.MaxInt })
}

// tested reports whether the action was tried with these levels.
func (p *pilot) tested(a *action, levels []int) bool {
	if a.covered(levels) {
		return true
	}
	return slices.ContainsFunc(p.attempts[a.id], func(had []int) bool {
		for f, n := range levels {
			if n > had[f] {
				return false
			}
		}
		return true
	})
}

// noteAttempt notes that the action is tried with what there is now. What was tried with less of everything says nothing more.
func (p *pilot) noteAttempt(a interaction.Action) {
	now := slices.Clone(p.levels)
	less := func(had []int) bool {
		for f, n := range had {
			if n > now[f] {
				return false
			}
		}
		return true
	}
	p.attempts[a], p.ripened = append(slices.DeleteFunc(p.attempts[a], less), now), nil
}

// indulge tries what is new, in passing.
func (p *pilot) indulge(ctx context.Context) error {
	if p.care.busy {
		return nil
	}
	p.care.busy = true
	defer func() { p.care.busy = false }()
	if a := p.snack(); a != "" && p.used() >= p.care.snackAt {
		p.care.snackAt = p.used() + snackPause
		for range tendTries {
			if p.snack() != a {
				break
			}
			if ok, err := p.passing(ctx, a); err != nil {
				return err
			} else if !ok {
				break
			}
		}
	}
	for a, way := p.handy(); a != nil; a, way = p.handy() {
		if _, err := p.passing(ctx, a.id, p.facts(way, nil)...); err != nil {
			return err
		}
		if p.attempt(a.id); !p.managed[a.id] {
			p.course.later[a.id] = p.used() + resting
		}
	}
	for a := p.tempted(); a != nil; a = p.tempted() {
		v := p.tries[a.id]
		v.enter(p.k.marks(p.levels))
		p.tries[a.id] = v
		p.noteAttempt(a.id)
		if _, err := p.passing(ctx, a.id); err != nil {
			return err
		}
	}
	for a, way := p.unconfirmed(); a != nil; a, way = p.unconfirmed() {
		p.noteAttempt(a.id)
		if _, err := p.passing(ctx, a.id, p.facts(way, nil)...); err != nil {
			return err
		}
	}
	return nil
}

// passing tries the action in passing: what it is done to isn't followed far.
func (p *pilot) passing(ctx context.Context, a interaction.Action, keep ...string) (bool, error) {
	last := p.used() + astray
	defer p.within(func(interaction.State) bool { return p.used() >= last })()
	return p.tryThere(ctx, a, keep...)
}

// tryThere goes to where the action can be done and the facts still hold, and tries it; false: it didn't get there.
func (p *pilot) tryThere(ctx context.Context, a interaction.Action, keep ...string) (bool, error) {
	if far := p.walker.Far(a); far >= 0 && far <= beside {
		if _, err := p.strip(ctx, p.k.byID[a], false); err != nil {
			return false, err
		}
	}
	return p.there(ctx, a, keep...)
}

// there is tryThere, but with all that there is.
func (p *pilot) there(ctx context.Context, a interaction.Action, keep ...string) (bool, error) {
	state, err := p.walker.Approach(ctx, a, interaction.Where{Keep: keep})
	if ignore(err) == nil || errors.Is(err, interaction.ErrEnded) {
		p.now(state)
	}
	if err != nil {
		p.care.nowhere = p.care.nowhere || errors.Is(err, interaction.ErrNoWay)
		return false, ignore(err)
	}
	return true, ignore(p.try(ctx, a))
}

// lay has something put down: what is far off is gone to as to a goal, looking after vitals; false: it didn't get there.
func (p *pilot) lay(ctx context.Context, a interaction.Action, at interaction.Where) (bool, error) {
	if at.Room == 0 {
		return p.there(ctx, a)
	}
	ok, err := p.walk(ctx, func() (interaction.State, error) { return p.walker.Approach(ctx, a, at) })
	if !ok || err != nil {
		return false, err
	}
	return true, ignore(p.try(ctx, a))
}
