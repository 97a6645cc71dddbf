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
	// tendTries is how often an action is tried that should raise a vital.
	tendTries = 12
	// tendPause is how many steps pass before it is tried again what didn't work.
	tendPause = 120
	// digestion is how many steps are waited for until a vital has room for more.
	digestion = 60
	// recovery is how many steps are waited for until a vital has risen by itself.
	recovery = 200
	// levelWorth is how many steps of way a level less of a vital is worth.
	levelWorth = 5
	// missWorth is how many steps of way a level that a vital lacks is worth.
	missWorth = 5
	// longWait is how many steps are waited for a fact that comes, or ends, by itself.
	longWait = 1_000
)

// care is what an agent looks after while it lives.
type care struct {
	remedies []remedy
	falls    []bool                       // by factor: whether its latest change was a fall
	last     []int                        // level of each factor
	busy     bool                         // it is looking after something
	until    func(interaction.State) bool // how long, where that doesn't have to be finished; nil: it has to
	provided bool                         // for the next night
	burrowed bool                         // it is to keep to its burrow: the perilous time isn't over
	tendAt   map[int]int                  // steps before which a vital isn't raised again, by vital
	nowhere  bool                         // what was looked for last isn't to be had
	// Steps before which no shelter is looked for, and nothing is taken in passing.
	nightAt, snackAt int
	firstAt          int // steps before which a goal is pursued that comes before vitals; zero: there is none
}

// remedy is an action that is known to raise a vital.
type remedy struct {
	action     interaction.Action
	vital      int
	top, least int             // of the vital, and by how much it is raised
	bound      bool            // it is done to a thing, and so not in shelter
	meal       *discovery.Rule // it is done anywhere, and uses something up; nil: it doesn't
}

// rests reports whether it is done in shelter and takes nothing but time.
func (r *remedy) rests() bool { return !r.bound && r.meal == nil }

// room reports whether all that the remedy gives would count.
func (r remedy) room(level int) bool { return level+max(2, r.least) <= r.top }

// learn works out the remedies from what is known.
func (c *care) learn(p *pilot) {
	c.remedies = c.remedies[:0]
	rules := p.reach().Rules()
	for i, x := range rules {
		if f := p.k.vocabulary.Factor(x.Factor); f.Kind == interaction.Vital {
			bound := p.bound(x.Action)
			c.remedies = append(c.remedies, remedy{x.Action, x.Factor, f.Top(), x.Least, bound, mealOf(&rules[i], bound)})
		}
	}
}

// born forgets what was so in the episode before.
func (c *care) born() {
	clear(c.falls)
	c.provided, c.burrowed = false, false
}

// watch notes which factors fall.
func (c *care) watch(levels []int) {
	for len(c.last) < len(levels) {
		c.last, c.falls = append(c.last, 0), append(c.falls, false)
	}
	for f, n := range levels {
		if n != c.last[f] {
			c.falls[f], c.last[f] = n < c.last[f], n
		}
	}
}

// low reports whether a vital of this level is to be looked after.
func low(level, top int) bool { return 2*level < top }

// lowest reports whether it is nearly used up.
func lowest(level, top int) bool { return 4*level < top }

// called is whether the body is called away to be looked after.
func (p *pilot) called(now interaction.State) bool {
	if p.care.busy {
		return p.care.until != nil && p.care.until(now)
	}
	p.now(now)
	if a, _ := p.unconfirmed(); a != nil {
		return true
	}
	if a, _ := p.handy(); a != nil || p.sows() || p.tempted() != nil || p.used() >= p.care.snackAt && p.snack() != "" {
		return true
	}
	if p.used() < p.care.firstAt {
		return false
	}
	_, _, found := p.need(now)
	return found
}

// need is the lowest vital that is to be looked after, and what raises it; nil: it rises by itself.
func (p *pilot) need(now interaction.State) (vital int, by *remedy, found bool) {
	least := 1 << 30
	nights := p.k.nights()
	consider := func(f int, r *remedy) {
		v := p.k.vocabulary.Factor(f)
		n := now.Level(v.Name)
		if nights && r != nil && r.rests() && !lowest(n, v.Top()) {
			return // there will be time for that at night
		}
		fetched := r != nil && !r.rests()
		if n < least && (!fetched && low(n, v.Top()) && !p.leaves(f) || fetched && p.wants(*r, n)) {
			least, vital, by, found = n, f, r, true
		}
	}
	if p.used() >= p.care.nightAt {
		for f := range p.k.vocabulary.Len() {
			if p.dusk(f, now) {
				return f, nil, true // what comes with it is worse than anything else
			}
		}
	}
	for i, r := range p.care.remedies {
		consider(r.vital, &p.care.remedies[i])
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
	if p.walker == nil || p.care.busy || p.used() < p.care.firstAt {
		return nil
	}
	p.care.busy = true
	defer func() { p.care.busy = false }()
	for range tendTries {
		vital, by, found := p.need(p.state)
		if !found {
			return nil
		}
		first, vain := p.used(), p.looks(vital)
		var err error
		switch {
		case by == nil && p.k.perilous(vital):
			err = p.night(ctx, vital)
		case by == nil:
			err = p.recover(ctx, vital)
		default:
			by = p.nearer(by)
			vital = by.vital
			vain = p.looks(vital)
			if by.bound && p.care.burrowed && p.safe() {
				p.care.burrowed = p.walker.Burrow(false)
			}
			other := p.within(func(interaction.State) bool { return p.besideWay(by) || p.rather(by) })
			err = p.raise(ctx, *by, !lowest(p.levels[vital], by.top))
			other()
		}
		if err != nil {
			return err
		}
		if still, next, found := p.need(p.state); found && !p.k.perilous(vital) && (vain() || p.used() == first) {
			if by == nil || still != vital || next == nil || p.nearer(next).action == by.action { // else something else comes first by now
				p.leave(vital)
			}
		}
	}
	return nil
}

// looks begins to look after a vital: what it returns reports whether that came to nothing, as what raises it is nowhere to be had.
func (p *pilot) looks(vital int) func() bool {
	level := p.levels[vital]
	p.care.nowhere = false
	return func() bool { return p.care.nowhere && p.levels[vital] <= level }
}

// leave has a vital be that can't be raised now. All others are looked after.
func (p *pilot) leave(vital int) {
	if p.care.tendAt == nil {
		p.care.tendAt = map[int]int{}
	}
	p.care.tendAt[vital] = p.used() + tendPause
}

// leaves reports whether it has the vital be.
func (p *pilot) leaves(vital int) bool { return p.used() < p.care.tendAt[vital] }

// wants reports whether the remedy's vital, at this level, is to be looked after: the sooner the nearer it is to be had, and in the
// dark when nothing is left.
func (p *pilot) wants(r remedy, level int) bool {
	switch {
	case p.leaves(r.vital):
		return false
	case r.meal != nil:
		return p.hungers(&r, level)
	case !r.bound || 3*level > 2*r.top:
		return false
	case p.care.burrowed && !p.safe(): // it stays inside
		return 2*level <= r.top && p.walker.Far(r.action) >= 0
	case p.dark(p.state):
		return level == 0
	case 2*level <= r.top:
		return true
	}
	far := p.walker.Far(r.action)
	return far >= 0 && far <= missWorth*(r.top-level)
}

// nearer is the remedy, of those that are wanted, that it takes the shortest way to; a level more is worth some
// steps.
func (p *pilot) nearer(by *remedy) *remedy {
	if by.rests() {
		return by
	}
	way := func(r *remedy) int {
		far := p.off(r)
		if far < 0 {
			far = strange
		}
		return far + levelWorth*p.levels[r.vital]
	}
	least := way(by)
	for i := range p.care.remedies {
		if r := &p.care.remedies[i]; p.wants(*r, p.levels[r.vital]) && r.action != by.action {
			if n := way(r); n < least {
				by, least = r, n
			}
		}
	}
	return by
}

// besideWay reports whether something else that is wanted can be had close by.
func (p *pilot) besideWay(than *remedy) bool {
	var near []interaction.Action
	for _, r := range p.care.remedies {
		if r.action == than.action || !p.wants(r, p.levels[r.vital]) || p.levels[r.vital] > p.levels[than.vital]+2 {
			continue
		}
		if near == nil {
			near, _ = p.walker.Near(beside + 1)
		}
		if slices.Contains(near, r.action) && !slices.Contains(near, than.action) {
			return p.nearer(than) != than
		}
	}
	return false
}

// rather reports whether something else that is wanted comes first by now. That is asked every few steps.
func (p *pilot) rather(than *remedy) bool {
	return !than.rests() && p.used()%seldom == 0 && p.wants(*than, p.levels[than.vital]) && p.nearer(than) != than
}

// seldom is every how many steps.
const seldom = 8

// within has it look after something only as long as the condition doesn't hold, until the function that it returns
// is called.
func (p *pilot) within(over func(interaction.State) bool) func() {
	was := p.care.until
	p.care.until = func(s interaction.State) bool { return over(s) || was != nil && was(s) }
	return func() { p.care.until = was }
}

// starving reports whether a vital is used up, so that one has to leave shelter for it.
func (p *pilot) starving() bool {
	return slices.ContainsFunc(p.care.remedies, func(r remedy) bool {
		return p.levels[r.vital] == 0 && (r.bound || r.meal != nil && !p.served(&r))
	})
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
	for _, r := range p.care.remedies {
		if !r.bound || p.noWay[r.action] || !r.room(p.levels[r.vital]) {
			continue
		}
		if near == nil {
			calm := false
			if near, calm = p.walker.Near(beside); !calm {
				return ""
			}
		}
		if slices.Contains(near, r.action) {
			return r.action
		}
	}
	return ""
}

// atHand is an action that raises a vital with room for it, and that can be done without going
// anywhere; empty: none.
func (p *pilot) atHand() interaction.Action {
	for _, r := range p.care.remedies {
		if r.bound && r.room(p.levels[r.vital]) {
			if far := p.walker.Far(r.action); far >= 0 && far <= 1 {
				return r.action
			}
		}
	}
	return ""
}

// repose is an action that raises a vital which isn't full, and that can be done in shelter; empty: none.
func (p *pilot) repose() interaction.Action {
	for _, r := range p.care.remedies {
		if r.rests() && p.levels[r.vital] < r.top || r.meal != nil && p.served(&r) && p.hungers(&r, p.levels[r.vital]) {
			return r.action
		}
	}
	return ""
}

// wait lets a step of the world pass.
func (p *pilot) wait(ctx context.Context) error {
	state, err := p.walker.Wait(ctx)
	if err == nil || errors.Is(err, interaction.ErrEnded) {
		p.now(state)
	}
	return err
}

// await waits until it is so of the fact by itself; false: it didn't come to that. Where there is no map, a life waits for each no
// longer than that in vain, in all.
func (p *pilot) await(ctx context.Context, fact int, so func() bool) (bool, error) {
	n := 0
	if p.walker == nil {
		n = p.vigils[fact]
	}
	defer func() {
		if p.vigils[fact] = n; so() {
			p.vigils[fact] = 0
		}
	}()
	for first := p.used(); n < longWait && !so(); n++ {
		p.waited, first = p.waited+p.used()-first, p.used()
		if p.used() >= p.limit {
			return false, nil
		}
		if p.walker == nil {
			if ok, err := p.linger(ctx); !ok || err != nil {
				return false, err
			}
			continue
		}
		if err := p.tend(ctx); err != nil {
			return false, err
		}
		if err := ignore(p.wait(ctx)); err != nil {
			return false, err
		}
	}
	return so(), nil
}

// ignore drops what is no error of the world's.
func ignore(err error) error {
	if errors.Is(err, interaction.ErrNoWay) || errors.Is(err, interaction.ErrCalled) || errors.Is(err, errSpoiled) || errors.Is(err, errEffort) {
		return nil
	}
	return err
}

// raise does what raises the vital until that is nearly full, or, if it can wait until the morning, it is dark.
func (p *pilot) raise(ctx context.Context, r remedy, waits bool) error {
	waits = waits && !r.rests() && !p.dark(p.state)
	switch {
	case r.meal != nil:
		if waits {
			defer p.within(p.dark)()
		}
		return p.eat(ctx, r)
	case !r.bound:
		if hidden, err := p.hide(ctx); err != nil || !hidden && 6*p.levels[r.vital] > r.top {
			return err
		}
	case waits:
		defer p.within(p.dark)()
	}
	for range tendTries {
		if p.levels[r.vital] >= r.top-1 || p.used() >= p.limit || waits && p.dark(p.state) {
			return nil
		}
		if !r.bound {
			if err := ignore(p.try(ctx, r.action)); err != nil {
				return err
			}
		} else if ok, err := p.tryThere(ctx, r.action); !ok || err != nil {
			return err // there is none to be found, or no time for it
		}
	}
	return nil
}

// room waits until what the action is known to raise isn't full; where there is no map, it does what is known to lower that, as far as the
// situation allows it.
func (p *pilot) room(ctx context.Context, s *situation, a *action) error {
	for n := 0; n < digestion && p.full(a); n++ {
		var err error
		if p.walker != nil {
			err = p.wait(ctx)
		} else if x := p.tiring(s, a); x != nil && p.used() < p.limit {
			err = p.try(ctx, x.id)
		} else {
			return nil
		}
		if errors.Is(err, interaction.ErrNoWay) || errors.Is(err, interaction.ErrCalled) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// full reports whether a vital that the action is known to raise is as high as it gets.
func (p *pilot) full(a *action) bool {
	return slices.ContainsFunc(a.effects, func(e *effect) bool { return p.brims(e.factor) })
}

// brims reports whether the factor is a vital and as high as it gets.
func (p *pilot) brims(f int) bool {
	x := p.k.vocabulary.Factor(f)
	return x.Kind == interaction.Vital && x.Top() > 0 && p.levels[f] >= x.Top()
}

// sated reports whether nothing that the action is known to do could be seen here: where there is no map, waiting doesn't change that.
func (p *pilot) sated(a *action) bool {
	return p.walker == nil && len(a.effects) > 0 && !slices.ContainsFunc(a.effects, func(e *effect) bool { return !p.brims(e.factor) })
}

// tiring is the action that most often lowered what is full and the action raises, of those that give nothing that the situation forbids;
// nil: there is none.
func (p *pilot) tiring(s *situation, raises *action) (best *action) {
	most := 0.
	for _, a := range p.k.actions {
		if p.denied(a.id) || p.kills(a) || slices.ContainsFunc(a.effects, func(e *effect) bool { return capOf(s.caps, e.factor) < math.MaxInt }) {
			continue
		}
		for _, e := range raises.effects {
			if often := float64(a.falls[e.factor]) / float64(max(1, a.trials)); p.brims(e.factor) && often > most {
				best, most = a, often
			}
		}
	}
	return best
}
