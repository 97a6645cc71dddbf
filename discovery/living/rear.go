package living

import (
	"context"
	"errors"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

const (
	// fence is how many walls there are to be for a bed.
	fence = 3
	// fallow is how many steps pass before it is tried again.
	fallow = 60
	// sowing is how many steps it should take to make one.
	sowing = 150
	// firstVisit is how old what was planted is when it is looked at first, and nextVisit how much older at each next time.
	firstVisit, nextVisit = 150, 75
	// longVigil is for how many steps it is waited for at most.
	longVigil = 150
	// near is how far off a bed may be to be closed in.
	near = 12
	// outing is how far one goes for it, and glance from how far it is looked at.
	outing, glance = 40, 2
)

// task is what there is to be done about a bed: to wait at it, or to make one, anew or by closing in what was planted.
type task struct {
	action, seed interaction.Action
	age          int // of the bed, if there is one
	wait, anew   bool
}

// rearing is what there is to be done about beds; false: nothing. What becomes in time what a goal's action is done to, or may, is
// planted where none is to be seen. What isn't in hand is only fetched for that, and the bed only visited, when idle: when
// nothing else is to be had near by.
func (p *pilot) rearing(idle bool) (task, bool) {
	if p.walker == nil || p.care.burrowed || p.dark(p.state) {
		return task{}, false
	}
	for _, g := range p.course.goals {
		id := g.action.id
		if p.managed[id] || !p.bound(id) {
			continue
		}
		seed, ok := p.walker.Seed(id)
		if !ok {
			continue
		}
		bed, planted := p.walker.Bed(id)
		t := task{action: id, seed: seed, anew: !planted || bed.Closed || bed.Far > near}
		switch {
		case idle && planted && bed.Far <= outing && bed.Age >= p.course.visit:
			t = task{action: id, age: bed.Age, wait: true}
		case planted && bed.Closed && bed.Far <= outing || p.used() < p.course.sownAt || p.walls() < fence:
			continue
		case !idle && !(planted && bed.Far <= near && !bed.Closed) && !discovery.Meets(p.k.byID[seed].needs(), p.levels):
			continue
		}
		if p.walker.Far(id) < 0 { // the longest to find out
			return t, true
		}
	}
	return task{}, false
}

// rear does what there is to be done about beds; false: nothing.
func (p *pilot) rear(ctx context.Context, idle bool) (bool, error) {
	t, ok := p.rearing(idle)
	if !ok {
		return false, nil
	}
	if t.wait {
		p.course.visit = t.age + nextVisit
		return true, p.vigil(ctx, t.action)
	}
	p.course.sownAt = p.used() + fallow
	err := p.plant(ctx, t.action, t.seed, t.anew)
	p.never, p.effort = nil, p.limit
	if errors.Is(err, errEffort) {
		err = nil
	}
	return true, err
}

// sows reports whether the goal that is pursued is left, as there is a bed to be made.
func (p *pilot) sows() bool {
	if p.course == nil || p.course.now == nil || p.care.busy {
		return false
	}
	_, ok := p.rearing(false)
	return ok
}

// kept reports whether the goal is to be reached in a better place: what it puts down becomes in time, or may, what another is
// done to, and there is nothing yet to close it in with.
func (p *pilot) kept(a interaction.Action) bool {
	return p.walker != nil && p.course.sownAt == 0 && p.used()-p.from < keeping && slices.ContainsFunc(p.course.goals, func(g goal) bool {
		if p.managed[g.action.id] || !p.bound(g.action.id) {
			return false
		}
		seed, ok := p.walker.Seed(g.action.id)
		return ok && seed == a
	})
}

// keeping is for how many steps of a life something is kept for that.
const keeping = 150

// vigil waits at the bed until there is something to be done, or something else to be looked after.
func (p *pilot) vigil(ctx context.Context, id interaction.Action) error {
	for range longVigil {
		there, err := p.walk(ctx, func() (interaction.State, error) { return p.walker.Visit(ctx, id, glance) })
		if _, planted := p.walker.Bed(id); !there || err != nil || !planted || p.dark(p.state) || p.used() >= p.limit {
			return err
		}
		if err := p.idle(ctx); err != nil {
			return err
		}
	}
	return nil
}

// plant gets what the seed takes and makes a bed, or closes one in that is near.
func (p *pilot) plant(ctx context.Context, id, seed interaction.Action, anew bool) error {
	clear(p.noWay)
	s := p.ground()
	p.never, p.effort = s, p.used()+sowing
	if anew {
		if ok, err := p.prepare(ctx, s, seed, p.k.byID[seed].needs(), 1, 0); !ok || err != nil {
			return err
		}
	}
	p.care.busy = true // a bed that is left half closed in is lost
	defer func() { p.care.busy = false }()
	last := p.used() + sowing
	defer p.within(func(now interaction.State) bool { return p.used() >= last || p.dark(now) })()
	_, err := p.walk(ctx, func() (interaction.State, error) {
		bed, planted := p.walker.Bed(id) // it may have been called away after it began
		return p.walker.Plant(ctx, id, anew && (!planted || bed.Closed || bed.Far > near))
	})
	return err
}

// homeward goes near a bed for the night, so that it goes on meanwhile.
func (p *pilot) homeward(ctx context.Context) error {
	if p.course == nil {
		return nil
	}
	for _, g := range p.course.goals {
		bed, planted := p.walker.Bed(g.action.id)
		if !planted || !bed.Closed || p.managed[g.action.id] || bed.Far <= errand || bed.Far > detour {
			continue
		}
		state, err := p.walker.Visit(ctx, g.action.id, errand)
		if ignore(err) != nil {
			return err
		}
		p.now(state)
	}
	return nil
}
