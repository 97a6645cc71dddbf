package living

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Kept returns the world with sessions that stay alive while somebody acts in them, as lives do, by what the ledger holds: on the way
// to where something is to be done they look after vitals, go into shelter before what is perilous, and wait for it to pass. It only
// reads the ledger. The world is returned as it is where it isn't one of episodes, and where the ledger holds nothing; sessions that
// don't find their own way are as they are, too. It fails with graphstore.ErrOtherWorld and with what the ledger says.
func Kept(ctx context.Context, w interaction.World, l graphstore.Ledger, cfg explore.Config) (interaction.World, error) {
	if w.Spec().Caps.Starts != interaction.Episodes {
		return w, nil
	}
	f, err := graphstore.Fold(ctx, l, nil)
	if err != nil || f.World == nil {
		return w, err
	}
	if err := f.Graph.Foreign(w.Spec()); err != nil {
		return nil, err
	}
	cfg.Stock = f.World.Stock
	r := &run{cfg: cfg, world: w, ledger: l, k: newKnowledge(cfg, w.Spec())}
	if _, _, err := r.read(ctx); err != nil {
		return nil, err
	}
	return &kept{World: w, k: r.k}, nil
}

// kept is a world whose sessions stay alive.
type kept struct {
	interaction.World
	k     *knowledge
	bound sync.Once // what is known isn't complete before
}

// Open implements [interaction.World].
func (w *kept) Open(ctx context.Context) (interaction.Session, error) {
	s, err := w.World.Open(ctx)
	if err != nil {
		return nil, err
	}
	p := newPilot(w.k, s)
	w.bound.Do(func() {
		w.k.bind(p)
		w.k.survey()
		w.k.consider()
	})
	placer, ok := s.(interaction.Placer)
	if !ok {
		return s, nil
	}
	p.limit, p.sober = math.MaxInt, true
	return &keeper{Placer: placer, p: p}, nil
}

// keeper is a session that stays alive.
type keeper struct {
	interaction.Placer
	p       *pilot
	called  interaction.Action // away from this one; empty: it wasn't, or did something else since
	idleAt  int                // steps before which it doesn't prepare for the night
	settled bool               // it has nothing to do but to live on
	armings int                // how often it went for weapons since it settled
}

// Begin implements [interaction.Session].
func (s *keeper) Begin(ctx context.Context, _ interaction.State, seed uint64) (interaction.State, error) {
	s.p.life = &life{seed: seed}
	s.p.price()
	s.p.care.learn(s.p)
	s.p.tries, s.p.attempts = map[interaction.Action]novelty{}, map[interaction.Action][][]int{}
	s.Learn(s.p.k.lessons)
	s.called, s.idleAt, s.armings = "", 0, 0
	err := s.p.begin(ctx)
	return s.p.state, err
}

// Step implements [interaction.Session].
func (s *keeper) Step(ctx context.Context, a interaction.Action) (interaction.State, error) {
	s.called = ""
	if err := s.p.tend(ctx); err != nil {
		return s.p.state, err
	}
	return s.seen(s.Placer.Step(ctx, a))
}

// Here implements [interaction.Walker].
func (s *keeper) Here(ctx context.Context, a interaction.Action) (interaction.State, error) {
	state, err := s.seen(s.Placer.Here(ctx, a))
	if s.called = ""; errors.Is(err, interaction.ErrCalled) {
		s.called = a
	}
	return state, err
}

// Approach implements [interaction.Walker]. Who was called away from an action goes straight back: what it did meanwhile would be taken
// for what the action does.
func (s *keeper) Approach(ctx context.Context, a interaction.Action, at interaction.Where) (interaction.State, error) {
	walk := func() (interaction.State, error) { return s.Placer.Approach(ctx, a, at) }
	if s.called != a {
		return s.going(ctx, walk)
	}
	s.p.care.busy = true
	defer func() { s.p.care.busy = false }()
	state, err := s.seen(walk())
	if err != nil && !errors.Is(err, interaction.ErrCalled) {
		s.called = ""
	}
	return state, err
}

// Return implements [interaction.Walker].
func (s *keeper) Return(ctx context.Context, facts []string, most int) (interaction.State, error) {
	return s.going(ctx, func() (interaction.State, error) { return s.Placer.Return(ctx, facts, most) })
}

// Roam implements [interaction.Placer].
func (s *keeper) Roam(ctx context.Context, dx, dy int) (interaction.State, error) {
	x, y := s.Place()
	return s.going(ctx, func() (interaction.State, error) {
		nowX, nowY := s.Place() // it may have been elsewhere meanwhile
		return s.Placer.Roam(ctx, x+dx-nowX, y+dy-nowY)
	})
}

// Explore implements [interaction.Placer].
func (s *keeper) Explore(ctx context.Context) (state interaction.State, got bool, err error) {
	state, err = s.going(ctx, func() (now interaction.State, err error) {
		now, got, err = s.Placer.Explore(ctx)
		return now, err
	})
	return state, got, err
}

// Revisit implements [interaction.Placer].
func (s *keeper) Revisit(ctx context.Context, name string, there func() bool) (interaction.State, error) {
	return s.going(ctx, func() (interaction.State, error) { return s.Placer.Revisit(ctx, name, there) })
}

// Wait implements [interaction.Walker]. Who waits by day has time to prepare for the night, and who has settled for creatures.
func (s *keeper) Wait(ctx context.Context) (interaction.State, error) {
	s.called = ""
	if err := s.p.tend(ctx); err != nil {
		return s.p.state, err
	}
	if p := s.p; p.used() >= s.idleAt && (p.k.nights() || s.settled) && !p.care.burrowed && !p.dark(p.state) {
		err := s.prepare(ctx)
		if s.idleAt = p.used() + breather; err != nil {
			return p.state, err
		}
	}
	return s.seen(s.Placer.Wait(ctx))
}

// Settle implements [interaction.Settler].
func (s *keeper) Settle(on bool) { s.settled, s.armings = on, 0 }

// breather is how many steps it waits at least before it prepares again.
const breather = 20

// prepare gets what a shelter takes, and has its fill of what isn't far off, for a while at most, and until it is dark.
func (s *keeper) prepare(ctx context.Context) error {
	p := s.p
	clear(p.noWay)
	p.care.busy = true
	defer func() { p.care.busy = false }()
	last := p.used() + hasty
	over := func(now interaction.State) bool { return p.used() >= last || p.dark(now) }
	defer p.within(over)()
	if p.k.nights() && p.walls() < walls {
		if err := ignore(p.provide(ctx, &situation{closure: p.reach().Without(nil)})); err != nil {
			return err
		}
	}
	for _, r := range p.care.remedies {
		if far := p.off(&r); !p.k.nights() || r.rests() || !r.room(p.levels[r.vital]) || far < 0 || far > detour || over(p.state) {
			continue
		}
		if err := p.raise(ctx, r, true); err != nil {
			return err
		}
	}
	if s.armings++; !s.settled || s.armings > armings {
		return nil
	}
	last = p.used() + arming
	return p.arm(ctx)
}

// arming is how many steps it gets weapons for at once, and armings how often it tries that while it is settled.
const arming, armings = 240, 8

// arm gets what it takes to do something to creatures, as a tool: who has one defends itself with it.
func (p *pilot) arm(ctx context.Context) error {
	for _, a := range p.k.actions {
		if !p.walker.Bound(a.id) || !p.walker.Roams(a.id) {
			continue
		}
		for _, e := range a.effects {
			ways := e.answer.planned()
			if len(ways) == 0 || slices.ContainsFunc(ways, func(w discovery.Way) bool { return discovery.Meets(w, p.levels) }) {
				continue
			}
			for _, m := range ways[0] {
				if f := m.Factors[0]; p.k.item(f) && p.levels[f] < m.Count {
					if _, err := p.obtain(ctx, &situation{closure: p.reach().Without(nil)}, f, m.Count, 0, true); err != nil {
						return ignore(err)
					}
				}
			}
		}
	}
	return nil
}

// going goes somewhere, and looks after itself on the way. What can't be reached from a burrow is gone to in the morning.
func (s *keeper) going(ctx context.Context, walk func() (interaction.State, error)) (interaction.State, error) {
	s.called = ""
	clear(s.p.noWay)
	for range mornings {
		if ok, err := s.p.walk(ctx, walk); ok || err != nil {
			return s.p.state, err
		}
		if !s.p.care.burrowed {
			break
		}
		if err := s.p.dawn(ctx); err != nil {
			return s.p.state, err
		}
	}
	return s.p.state, interaction.ErrNoWay
}

// mornings is how often in a row it waits for one.
const mornings = 2

// seen takes over what there is after the session did something.
func (s *keeper) seen(state interaction.State, err error) (interaction.State, error) {
	if shown(err) {
		s.p.now(state)
	}
	return state, err
}

// Map implements [interaction.Mapper].
func (s *keeper) Map(within int) (m interaction.Sight, things []string) {
	if w, ok := s.Placer.(interaction.Mapper); ok {
		return w.Map(within)
	}
	return m, nil
}
