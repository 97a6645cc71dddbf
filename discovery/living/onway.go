package living

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

const (
	// affordable is how many steps a situation may take that is worth more than the goal at hand.
	affordable = 150
	// asking is how many steps more than three times what it should take are spent on a situation on the way, and how many
	// pass before it is tried again.
	asking = 150
	// repeats is how often a life tries to bring it about.
	repeats = 4
	// lasting is for how many steps one goes on where no goal can be reached.
	lasting = 10 * strange
	// closeBy is how far one goes to try what was never seen to do anything.
	closeBy = 12
)

// close reports whether a place for what is asked is known, and is near where it was never seen to do anything.
func (p *pilot) close(q ask) bool {
	if !p.bound(q.action.id) {
		return true
	}
	far := p.walker.Far(q.action.id)
	return far >= 0 && (far <= closeBy || len(q.action.effects) > 0)
}

// toll is how many steps it should take to bring the situation about and to try what is asked there; infinite if no place for
// that is known.
func (p *pilot) toll(s *situation) float64 {
	c := math.Inf(1)
	promised := s == p.promise()
	for _, q := range s.asks {
		if promised || p.close(q) {
			c = min(c, p.access(p.course, q.action.id))
		}
	}
	for f, n := range s.levels {
		if n > 0 && !p.k.vital(f) {
			c += p.lack(p.course, f, n, 6)
		}
	}
	for _, x := range s.caps {
		if over := p.levels[x.Factor] - x.Level; over > 0 {
			c += float64(each * over)
		}
	}
	return c
}

// askable reports whether the i-th situation can be asked of now, as far as time and what was had tell.
func (p *pilot) askable(i int) bool {
	return p.course.open[i] && p.used() >= p.course.again[i] && !p.spoiled(&p.play.situations[i])
}

// lures reports whether the i-th situation asks of an action that is done to things without something that can be got rid of there,
// to find a way.
func (p *pilot) lures(i int) bool {
	s := &p.play.situations[i]
	return len(s.caps) > 0 && len(s.closure.Never) == 0 && s.searches() && p.bound(s.asks[0].action.id) && p.askable(i)
}

// beckons is a situation in which a way is looked for to what can be done here; negative: there is none.
func (p *pilot) beckons() int {
	if !p.plays() || p.care.burrowed || p.dark(p.state) || p.asks() {
		return -1
	}
	var near []interaction.Action
	for i := range p.course.open {
		if !p.lures(i) {
			continue
		}
		if near == nil {
			if near, _ = p.walker.Near(beside); len(near) == 0 {
				return -1
			}
		}
		if s := &p.play.situations[i]; slices.Contains(near, s.asks[0].action.id) && p.toll(s) <= affordable {
			return i
		}
	}
	return -1
}

// wanted reports whether the action isn't to be done just as a goal, as a situation asks for it.
func (p *pilot) wanted(a *action) bool {
	for i := range p.course.open {
		if s := &p.play.situations[i]; s.asks[0].action == a && p.lures(i) && p.toll(s) <= affordable {
			return true
		}
	}
	return false
}

// asks reports whether a question is being asked.
func (p *pilot) asks() bool { return p.never != nil && p.course != nil && p.course.now == nil }

// sooner is the situation that comes before the goal, which should take so many steps; negative: the goal comes first. In the
// dark, only what takes nothing from outside does.
func (p *pilot) sooner(g *goal, steps float64) int {
	if !p.plays() {
		return -1
	}
	if i := p.beckons(); i >= 0 {
		return i
	}
	if g == nil {
		steps = lasting
	} else if p.play.whole {
		return -1
	}
	inside := p.care.burrowed || p.dark(p.state)
	promise := p.promise()
	spoils := func(s *situation) bool {
		return promise != nil && s != promise && slices.ContainsFunc(promise.closure.Never, func(f int) bool { return s.levels[f] > capOf(promise.caps, f) })
	}
	best, least := -1, math.Inf(1)
	for i := range p.course.open {
		s := &p.play.situations[i]
		if !p.askable(i) || spoils(s) || inside && !(p.care.burrowed && p.inHand(s)) {
			continue
		}
		most := steps
		if s == promise {
			most = max(most, affordable)
		}
		if c := p.toll(s); c < most && c < least {
			best, least = i, c
		}
	}
	return best
}

// inHand reports whether nothing has to be fetched for the situation, and what is asked can be done anywhere.
func (p *pilot) inHand(s *situation) bool {
	if slices.ContainsFunc(s.asks, func(q ask) bool { return p.bound(q.action.id) }) {
		return false
	}
	for f, n := range s.levels {
		if p.levels[f] >= n {
			continue
		}
		if x := p.station(f); x == nil || !p.spend(slices.Clone(p.levels), x.Ways[0], 1) {
			return false
		}
	}
	return true
}

// put brings the i-th situation about and tries what is asked, as far as that isn't far to go for.
func (p *pilot) put(ctx context.Context, i int) error {
	s := &p.play.situations[i]
	promised := s == p.promise()
	p.course.asked[i]++
	p.course.open[i], p.course.again[i] = p.course.asked[i] < repeats, p.used()+asking
	clear(p.noWay)
	p.never, p.effort = s, p.used()+asking+3*int(min(p.toll(s), lasting))
	defer func() { p.never, p.effort = nil, p.limit }()
	p.answered = false
	for asks := slices.Clone(s.asks); len(asks) > 0; {
		n, seen := p.nearest(asks)
		q := asks[n]
		asks = slices.Delete(asks, n, n+1)
		if !promised && (!seen && p.bound(q.action.id) || !p.close(q)) {
			continue
		}
		had := len(p.trials)
		ok, err := p.question(ctx, s, q)
		if err != nil && !errors.Is(err, errSpoiled) && !errors.Is(err, errEffort) && !errors.Is(err, errAnew) {
			return err
		}
		if p.answered && len(p.trials) > had {
			p.rested = p.used()
			p.done = append(p.done, s.key)
		}
		if !ok || err != nil {
			if !p.answered && !p.course.open[i] {
				p.fail(s, true)
			}
			return nil
		}
	}
	p.course.open[i] = p.course.open[i] && !p.answered
	return nil
}

// strip gets rid of what may not be needed for what is to be done here, as far as that can be dropped, and reports whether it went
// about that: then the place is to be taken again.
func (p *pilot) strip(ctx context.Context, a *action) (went bool, err error) {
	if !p.plays() || p.asks() || p.care.burrowed || !p.bound(a.id) {
		return false, nil
	}
	for _, e := range a.effects {
		for _, m := range e.guessed() {
			f := m.Factors[0]
			if m.Consumed > 0 || p.k.vocabulary.Factor(f).Kind != interaction.Item {
				continue
			}
			for n := 0; n < closeBy && p.levels[f] > 0; n++ {
				x, _ := p.drops(f)
				if x == "" {
					break
				}
				went = true
				had := p.levels[f]
				if ok, err := p.tryThere(ctx, x); err != nil {
					return went, err
				} else if !ok || p.levels[f] >= had {
					break
				}
			}
		}
	}
	return went, nil
}

// drops is an action that uses up so much of the factor, and was never seen to do anything else; empty: none is known.
func (p *pilot) drops(f int) (interaction.Action, int) {
	for _, a := range p.k.actions {
		if len(a.effects) == 0 && len(a.takes) == 1 && a.takes[0].Factor == f && !p.bound(a.id) && !p.noWay[a.id] {
			return a.id, a.takes[0].Level
		}
	}
	return "", 0
}

// drop gets rid of some of the factor where that is known, down to the level at most; false: it didn't.
func (p *pilot) drop(ctx context.Context, f, to int) (bool, error) {
	if !p.plays() {
		return false, nil
	}
	a, n := p.drops(f)
	if a == "" || p.levels[f]-n < to {
		return false, nil
	}
	had := p.levels[f]
	ok, err := p.do(ctx, a, interaction.Where{})
	return ok && p.levels[f] < had, err
}
