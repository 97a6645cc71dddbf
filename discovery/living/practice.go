package living

import (
	"context"
	"errors"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

const (
	// restless is how many steps pass without anything new before an episode is given up.
	restless = 2_000
	// strange is how many steps it is reckoned to take to find what wasn't seen yet, and each is the steps of a trial.
	strange, each = 80, 3
	// trying is how many steps more than twice what it should take are spent on a goal before another gets its turn,
	// and resting for how many steps it then waits.
	trying, resting = 150, 200
	// What was put off comes last, and what was never seen to do anything before that: this is added to its steps.
	putOff, untold = 1e6, 1e3
	// idling is how often it waits in vain before an episode is given up in which nothing can be done.
	idling = 50
	// handful is how many steps off more of what is going to be needed is taken at once.
	handful = 6
	// atOnce is how many steps a goal may take that is pursued before vitals are looked after.
	atOnce = 28
)

// Practise lives on what the ledger knows of a world of episodes: in each, it has every action do once
// what that is known to do, the nearest first. It goes on until the ledger's run has taken Budget
// steps of the world, those of its exploration included; what it sees is recorded, and adds to the
// evidence. The Summary and the error are as World's.
func Practise(ctx context.Context, w interaction.World, l graphstore.Ledger, cfg explore.Config, pc pool.Config, show func(explore.Progress)) (explore.Summary, error) {
	return live(ctx, w, l, cfg, pc.Sessions, show, manner{wanted: (*knowledge).practice, practice: true}, nil)
}

// practice asks for each action once.
func (k *knowledge) practice() (asks []ask) {
	for _, a := range k.actions {
		asks = append(asks, ask{action: a, times: 1})
	}
	return asks
}

// practise has every action do once in the episode what it is known to do, as far as it lives that long.
func (p *pilot) practise(ctx context.Context, asks []ask) error {
	p.course = p.drill(asks)
	p.course.wishes, p.course.durable = p.play.wishes(), p.k.durable(p.reach())
	p.course.visit = firstVisit
	defer func() {
		p.unreached()
		p.course = nil
	}()
	for last, vain := p.used(), 0; p.used()-p.rested <= restless; {
		if p.used() >= p.limit {
			return errOver
		}
		if vain++; p.used() > last {
			last, vain = p.used(), 0
		}
		if vain > len(p.course.goals) { // none can be reached from here
			if vain > 2*len(p.course.goals)+idling {
				return nil
			}
			if err := p.idle(ctx); err != nil {
				return err
			}
			continue
		}
		p.survey(p.course)
		g, way, steps := p.next(p.course)
		if (g == nil || g.idle && steps >= untold) && p.frees() {
			continue
		}
		if w := p.sooner(g, steps); w != nil {
			if err := p.put(ctx, w); err != nil {
				return err
			}
			continue
		}
		if g == nil && p.release() {
			continue
		}
		if reared, err := p.rear(ctx, steps >= strange/2); err != nil {
			return err
		} else if reared {
			continue
		}
		if p.care.burrowed && (g == nil || steps >= strange) { // there is nothing more to do inside
			if dug, err := p.delve(ctx); err != nil {
				return err
			} else if dug {
				continue
			}
			if err := p.dawn(ctx); err != nil {
				return err
			}
			continue
		}
		if g == nil {
			if slices.ContainsFunc(p.course.goals, func(g goal) bool { return !g.idle && !p.managed[g.action.id] }) {
				if err := p.idle(ctx); err != nil {
					return err
				}
				continue
			}
			return nil
		}
		clear(p.noWay)
		if p.builds(*g) {
			way = p.provided(g, way)
		}
		s := p.ground()
		p.never, p.effort = s, p.used()+trying+2*int(min(steps, strange*10))
		if steps <= atOnce || !p.bound(g.action.id) && p.ready(way) {
			p.care.firstAt = p.used() + 2*int(min(steps, strange/2))
		}
		err := p.pursue(ctx, s, g, way)
		p.never, p.effort, p.care.firstAt = nil, p.limit, 0
		if errors.Is(err, errSpoiled) || errors.Is(err, errAnew) {
			continue
		}
		if err != nil && !errors.Is(err, errEffort) {
			return err
		}
		if p.plays() && g.action.trials == 0 && p.noWay[g.action.id] {
			p.failed = append(p.failed, nowhere+string(g.action.id)+byPlans+p.k.plans(p.k.reach.Without(nil)))
			g.nowhere = true
		}
		if !p.managed[g.action.id] {
			p.course.later[g.action.id] = p.used() + resting
			if p.care.burrowed {
				p.course.later[g.action.id] = p.used() + resting/10
			}
		}
	}
	return nil
}

// ready reports whether what the way takes is in hand, or, where it is a fact, what brings that about anywhere.
func (p *pilot) ready(w discovery.Way) bool { return p.spend(slices.Clone(p.levels), w, 3) }

// spend takes off the levels what the way uses up, and what brings its facts about; false: there isn't enough.
func (p *pilot) spend(levels []int, w discovery.Way, depth int) bool {
	for _, m := range w {
		f := m.Factors[0]
		switch {
		case levels[f] >= max(m.Count, m.Consumed):
			levels[f] -= m.Consumed
		case depth == 0 || p.k.vocabulary.Factor(f).Kind != interaction.Fact:
			return false
		default:
			put := func(w discovery.Way) bool {
				after := slices.Clone(levels)
				if !p.spend(after, w, depth-1) {
					return false
				}
				copy(levels, after)
				levels[f]++
				return true
			}
			if !slices.ContainsFunc(p.reach().Rules(), func(x discovery.Rule) bool {
				return x.Factor == f && !p.bound(x.Action) && slices.ContainsFunc(x.Ways, put)
			}) {
				return false
			}
		}
	}
	return true
}

// idle lets some time pass.
func (p *pilot) idle(ctx context.Context) error {
	if p.walker == nil {
		return nil
	}
	if err := p.tend(ctx); err != nil {
		return err
	}
	return ignore(p.wait(ctx))
}

// pursue brings about what the goal's action takes, and does it.
func (p *pilot) pursue(ctx context.Context, s *situation, g *goal, w discovery.Way) error {
	p.course.now = g.action // it isn't done in passing as well
	defer func() { p.course.now = nil }()
	for range stubborn {
		if p.survey(p.course); !p.due(*g) && !p.gathers(g) {
			return nil
		}
		if ok, err := p.prepare(ctx, s, g.action.id, w, 1, 0); !ok || err != nil {
			return err
		}
		if !p.due(*g) && !p.gathers(g) {
			return nil // it was reached on the way
		}
		if ok, err := p.bring(ctx, g.action.id, interaction.Where{Keep: p.facts(w, nil)}); !ok || err != nil {
			return err
		}
		p.attempt(g.action.id)
		if last := p.trials[len(p.trials)-1]; !p.due(*g) && !slices.ContainsFunc(last.Changes, func(c interaction.Change) bool { return c.Gain() > 0 }) {
			return nil // what it did once is enough, if it doesn't do it again
		}
	}
	return nil
}

// attempt notes that an action was tried that was never seen to do anything. Where it is done to what moves about, it
// may be that this got away; only when it is gone the action is done, or after some times in vain.
func (p *pilot) attempt(a interaction.Action) {
	p.course.tries[a]++
	p.course.tried[a] = p.walker == nil || !p.walker.Roams(a) || p.walker.Gone() || p.course.tries[a] >= persistent
}

// persistent is how often that is tried.
const persistent = 8

// manage notes that an action did what it is known to do, or, if that is nothing, that it was done.
func (p *pilot) manage(a interaction.Action, changes []interaction.Change) {
	x := p.k.byID[a]
	does := len(x.effects) == 0 && len(x.takes) == 0
	for _, c := range changes {
		f, known := p.k.vocabulary.Index(c.Factor)
		does = does || known && (c.Gain() > 0 && slices.ContainsFunc(x.effects, func(e *effect) bool { return e.factor == f }) ||
			c.Gain() < 0 && slices.ContainsFunc(x.takes, func(l interaction.Level) bool { return l.Factor == f }))
	}
	if does && !p.managed[a] {
		p.managed[a], p.rested = true, p.used()
	}
}

// delve rests in a burrow, and then digs on to see what is there; false: it is time to leave, or there is nowhere to dig.
func (p *pilot) delve(ctx context.Context) (bool, error) {
	if p.safe() {
		return false, nil
	}
	if err := p.tend(ctx); err != nil || !p.care.burrowed {
		return true, err
	}
	if a := p.repose(); a != "" && p.weary() {
		return true, ignore(p.try(ctx, a))
	}
	state, err := p.walker.Delve(ctx)
	if ignore(err) != nil {
		return false, err
	}
	p.now(state)
	return !errors.Is(err, interaction.ErrNoWay), nil
}

// weary reports whether what rest raises isn't high.
func (p *pilot) weary() bool {
	return slices.ContainsFunc(p.care.remedies, func(r remedy) bool { return r.rests() && 3*p.levels[r.vital] < 2*r.top })
}
