package living

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// situation is what a life brings about, and what it tries there.
type situation struct {
	key     string
	plans   string // that may bring it about
	effects string // that these are made of
	caps    []interaction.Level
	levels  []int // that are to be there, at least
	closure discovery.Closure
	asks    []ask
	anew    bool // an episode of its own is to begin with it
}

// situations brings about one after the other. What has to be looked for first, as no place for it was
// seen, comes last.
func (p *pilot) situations(ctx context.Context) error {
	var later []situation
	for pass, all := range [2]*[]situation{&p.life.situations, &later} {
		for i := range *all {
			s := &(*all)[i]
			p.answered = false
			asks, err := p.situation(ctx, s, pass > 0)
			if err != nil {
				short := errors.Is(err, errOver) && p.limit-p.from < lifetime // no more of the budget was left
				if pass == 0 && i == 0 && !p.answered && !short {             // the whole life wasn't enough for it
					p.fail(s, errors.Is(err, interaction.ErrEnded) && !p.died(s) && 2*p.waited < p.used()-p.from)
				}
				return err
			}
			if len(asks) > 0 && pass == 0 {
				rest := *s
				rest.asks = asks
				later = append(later, rest)
			}
		}
	}
	return nil
}

// died reports whether the episode ended as something was tried that is asked there, so that it is known what comes of it.
func (p *pilot) died(s *situation) bool {
	n := len(p.trials)
	return n > 0 && p.trials[n-1].Status == interaction.Truncated && slices.ContainsFunc(s.asks, func(q ask) bool { return q.action.id == p.trials[n-1].Trial.Action })
}

// fail notes that the situation wasn't brought about, or not before the episode ended. A life that went by leaner plans first
// hadn't the whole of it for that.
func (l *life) fail(s *situation, ended bool) {
	plans := s.plans
	if ended || l.plans == nil {
		plans = died + plans
	}
	l.failed = append(l.failed, s.key+byPlans+plans)
	if !ended {
		l.failed = append(l.failed, s.key+byPlans+s.effects)
	}
}

// situation brings it about and tries what is asked. Unless it may search, it returns what it left out, as no
// place for it was seen.
func (p *pilot) situation(ctx context.Context, s *situation, search bool) (left []ask, err error) {
	if p.acts > 0 && (p.spent(s) || s.anew && p.k.spec.Caps.Prompt || p.burdened(s)) {
		if err := p.begin(ctx); err != nil {
			return nil, err
		}
	}
	for n := 0; n < redrawn && p.acts == 0 && (p.given(s) || p.spent(s)); n++ {
		if ok, err := p.linger(ctx); err != nil {
			return nil, err
		} else if !ok {
			break
		}
		if err := p.begin(ctx); err != nil {
			return nil, err
		}
	}
	if p.spoiled(s) && p.acts == 0 { // an episode begins with it
		p.fail(s, false)
	}
	if p.spoiled(s) || p.used() > p.from && p.k.crammed(p.state) {
		return nil, nil // it came too late for this life; it is asked for again
	}
	p.looked, p.renewed = 0, false
	p.never, p.effort = s, p.used()+p.allowance(s)
	defer func() { p.never, p.effort = nil, p.limit }()
	asks, placeless := slices.Clone(s.asks), false
	if p.walker != nil && p.k.nights() && p.free(s) {
		if err := p.provide(ctx, s); err != nil && !errors.Is(err, errEffort) {
			return nil, err
		}
	}
	if err := p.anewSought(ctx, s); err != nil && !errors.Is(err, errEffort) {
		return nil, ignore(err)
	}
	for len(asks) > 0 {
		i, seen := p.nearest(asks)
		if !seen && !search && asks[i].action.trials == 0 {
			return asks, nil
		}
		q, before := asks[i], p.replies
		asks = slices.Delete(asks, i, i+1)
		ok, err := p.question(ctx, s, q)
		lives := luckless
		if q.finds {
			least := p.k.least()
			if s.anew {
				least = likely
			}
			lives = int(forlorn / least)
		}
		if errors.Is(err, errSteady) {
			lives = redrawn
		}
		if errors.Is(err, errPassed) {
			lives = once
		}
		for again := 0; errors.Is(err, errSpoiled) && again < lives; again++ {
			if err = p.begin(ctx); err == nil && len(s.closure.Never) > 0 { // numbers may have to be hit
				_, err = p.seek(ctx, s, false)
			}
			if err == nil {
				ok, err = p.question(ctx, s, q)
			}
		}
		if errors.Is(err, errSpoiled) && !errors.Is(err, errSteady) && !errors.Is(err, errPassed) {
			p.failed = append(p.failed, s.key+byPlans+spoiled+s.plans)
		}
		if errors.Is(err, errNowhere) { // no situation's fault, unless nothing comes of it: the places may be used up on the way to it
			placeless = true
			continue
		}
		if errors.Is(err, errSpoiled) || errors.Is(err, errEffort) {
			ok, err = false, nil
		}
		if err != nil {
			return nil, err
		}
		if !ok {
			if p.replies == before { // else it was there, and will be again
				p.fail(s, false)
			}
			return nil, nil
		}
		p.done = append(p.done, s.key)
	}
	if placeless && !p.answered {
		p.fail(s, false)
	}
	return nil, nil
}

// free reports whether no situation that the life still comes to forbids anything, but for this one.
func (p *pilot) free(s *situation) bool {
	this := func(o *situation) bool {
		return o.key == s.key && o.asks[0].action.deadly() == s.asks[0].action.deadly()
	}
	for i := len(p.life.situations) - 1; i >= 0 && !this(&p.life.situations[i]); i-- {
		if len(p.life.situations[i].caps) > 0 {
			return false
		}
	}
	return true
}

// nearest is the ask that takes the shortest way, of those that are expected to change nothing; if
// there are none, of the others. Where no place was seen comes last; then seen is false.
func (p *pilot) nearest(asks []ask) (best int, seen bool) {
	least := math.MaxInt
	for i, q := range asks {
		far := 0
		if p.walker != nil {
			far = p.walker.Far(q.action.id)
		}
		known := far >= 0
		if !known {
			far = 2 * changes
		}
		if far += p.k.change(q) * changes; far < least {
			best, least, seen = i, far, known
		}
	}
	return best, seen
}

// changes is how far one goes rather than change something.
const changes = 10_000

// allowance is how many steps are spent on a situation in a life: several times what it should
// take.
func (p *pilot) allowance(s *situation) int {
	c := 3000.
	for f, n := range s.levels {
		if n > 0 && !math.IsInf(p.cost[f], 1) {
			c += 20 * float64(n) * p.cost[f]
		}
	}
	for _, q := range s.asks {
		c += 20 * float64(q.times)
	}
	if p.k.spec.Caps.Prompt && slices.ContainsFunc(s.asks, func(q ask) bool { return q.finds }) {
		if luck := p.k.reach.Luck(s.closure, s.caps, s.levels); luck < 1 {
			c += forsaken * forlorn / max(luck, p.k.least())
		}
	}
	return int(c)
}

// spoiled reports whether there is what the situation must never have had.
func (p *pilot) spoiled(s *situation) bool {
	return slices.ContainsFunc(s.closure.Never, func(f int) bool { return p.levels[f] > capOf(s.caps, f) })
}

// given reports whether the episode began with what the situation must never have had, and it is to be seen whether each does.
func (p *pilot) given(s *situation) bool {
	return slices.ContainsFunc(s.closure.Never, func(f int) bool { return p.levels[f] > capOf(s.caps, f) && p.k.setting.Steady(f) })
}

// renewable reports whether to begin anew costs nothing here, and loses nothing that the situation holds and only comes with an episode.
func (p *pilot) renewable(s *situation) bool {
	if !p.k.spec.Caps.Prompt || p.acts == 0 {
		return false
	}
	for f, n := range s.levels {
		if n > 0 && p.k.reach.Begins(f) > 0 && !p.k.reach.Given(f) {
			return false
		}
	}
	return true
}

// burdened reports whether to get what the situation holds, and rid of what there is too much of, takes more from here than from where an episode
// begins, and one can be begun.
func (p *pilot) burdened(s *situation) bool {
	if !p.renewable(s) {
		return false
	}
	from := func(level func(f int) int) (steps float64) {
		for f, n := range s.levels {
			if p.k.vital(f) {
				continue
			}
			if lacks := n - level(f); lacks > 0 {
				steps += float64(lacks) * p.cost[f]
			}
			if over := level(f) - capOf(s.caps, f); over > 0 && p.k.item(f) {
				steps += float64(each * over)
			}
		}
		return steps
	}
	return from(func(f int) int { return p.levels[f] }) > from(p.k.reach.Begins)
}

// spent reports whether the situation takes something that only comes with an episode, and isn't there any more.
func (p *pilot) spent(s *situation) bool {
	for f, n := range s.levels {
		if n > p.levels[f] && p.k.reach.Begins(f) > 0 && !p.k.reach.Given(f) {
			return true
		}
	}
	return false
}

// holding are the facts of the situation that hold here.
func (p *pilot) holding(s *situation) (out []string) {
	for f, n := range s.levels {
		if x := p.k.vocabulary.Factor(f); n > 0 && x.Kind == interaction.Fact && p.levels[f] > 0 {
			out = append(out, x.Name)
		}
	}
	return out
}

// avoids are the facts that must not hold in the situation.
func (p *pilot) avoids(s *situation) (out []string) {
	for _, c := range s.caps {
		if f := p.k.vocabulary.Factor(c.Factor); f.Kind == interaction.Fact && c.Level == 0 {
			out = append(out, f.Name)
		}
	}
	return out
}

// arranged reports whether the situation is there.
func (p *pilot) arranged(s *situation) bool {
	for f, n := range s.levels {
		if p.levels[f] < n || p.levels[f] > capOf(s.caps, f) {
			return false
		}
	}
	return true
}

// arrangedItems is arranged, but for facts.
func (p *pilot) arrangedItems(s *situation) bool {
	for f, n := range s.levels {
		if p.k.item(f) && (p.levels[f] < n || p.levels[f] > capOf(s.caps, f)) {
			return false
		}
	}
	return true
}

const (
	// patience is how often a situation is tried to be brought about in one life.
	patience = 6
	// seeking is the try at which a search is made for it.
	seeking = 2
	// stubborn is how often an action may miss in a row that should give something.
	stubborn = 60
	// stocking is how often it gets what getting rid of things takes, as getting that may bring more of them.
	stocking = 8
	// deepest is how many plans are made within each other.
	deepest = 40
)

// question tries the action as often as it is asked; false if the situation can't be had.
func (p *pilot) question(ctx context.Context, s *situation, q ask) (bool, error) {
	left := slices.Clone(q.till)
	for times, tries := q.times, 0; times > 0; {
		if tries++; tries > patience {
			return false, nil
		}
		if tries > 1 && p.burdened(s) {
			if err := p.begin(ctx); err != nil {
				return false, err
			}
		}
		ahead := times
		if len(s.closure.Never) > 0 {
			ahead = 1 // the more is got, the more likely comes what must not
		}
		base := p.spare(s, q.action, ahead, tries)
		spare, missing := base, true
		for n := 0; n < stocking && missing; n++ {
			if err := p.gather(ctx, s, spare); err != nil {
				return false, err
			}
			spare, missing = p.shedding(s, base)
		}
		for turn := range 3 {
			if err := p.shed(ctx, s, tries); err != nil {
				return false, err
			}
			if p.arrangedItems(s) {
				break
			}
			if err := p.refill(ctx, s, turn > 0); err != nil {
				return false, err
			}
		}
		if tries == seeking || !p.arrangedItems(s) {
			if _, err := p.seek(ctx, s, !p.arrangedItems(s)); err != nil {
				return false, err
			}
		}
		at := interaction.Where{Avoid: p.avoids(s)}
		if ok, err := p.approach(ctx, q.action.id, at); !ok || err != nil {
			return false, p.noPlace(s, q, err)
		}
		if err := p.stand(ctx, s, q.action.id); err != nil {
			return false, err
		}
		for times > 0 && p.arranged(s) {
			if err := p.room(ctx, s, q.action); err != nil {
				return false, err
			}
			if p.sated(q.action) {
				return false, nil
			}
			if !p.arranged(s) {
				break
			}
			at.Keep = p.holding(s)
			ok, err := p.do(ctx, q.action.id, at)
			if errors.Is(err, errSpoiled) {
				return true, nil // what it did is what was asked
			}
			if !ok || err != nil {
				return false, p.noPlace(s, q, err)
			}
			times--
			tries = 0
			p.answered = true
			p.replies++
			if left = slices.DeleteFunc(left, p.came); len(left) == 0 && len(q.till) > 0 {
				return true, nil
			}
		}
	}
	return true, nil
}

// came reports whether the effect came of the latest trial.
func (p *pilot) came(e *effect) bool {
	t := &p.trials[len(p.trials)-1]
	return t.Trial.Action == e.action.id && t.Status == interaction.Completed && slices.ContainsFunc(t.Changes, func(c interaction.Change) bool {
		return c.Gain() > 0 && c.Factor == p.k.vocabulary.Name(e.factor)
	})
}

// noPlace is the error, or, where there is none, that there is nothing to do the action to, or that the world refuses it each time.
func (p *pilot) noPlace(s *situation, q ask, err error) error {
	if err != nil {
		return err
	}
	if q.action.trials == 0 {
		p.failed = append(p.failed, nowhere+string(q.action.id)+byPlans+s.plans)
	}
	return errNowhere
}

// spare is how much more than the closure is wanted of each factor: what successes of the
// action may use up, what putting down stations takes, and what getting rid of things takes.
func (p *pilot) spare(s *situation, a *action, times, tries int) map[int]int {
	out := map[int]int{}
	for i, x := range p.reach().Rules() {
		station := p.k.vocabulary.Factor(x.Factor).Kind == interaction.Fact && s.levels[x.Factor] > 0
		for _, w := range x.Ways {
			met := !slices.ContainsFunc(w, func(m discovery.Member) bool { return capOf(s.caps, m.Factors[0]) < m.Count }) &&
				(p.k.reach.Together() == 0 || discovery.Meets(w, s.levels)) // there may be no slot for it
			for _, m := range w {
				f := m.Factors[0]
				if capOf(s.caps, f) < math.MaxInt || m.Consumed == 0 {
					continue
				}
				if x.Action == a.id && s.closure.Open[i] && met {
					out[f] = max(out[f], m.Consumed*times)
				}
				if station {
					out[f] += m.Consumed
				}
			}
		}
	}
	if tries > 1 {
		for f, n := range s.levels {
			if n > 1 && capOf(s.caps, f) == math.MaxInt {
				out[f] += 2 * (tries - 1)
			}
		}
		// What is to be got rid of may be what others are made of.
		for _, f := range s.closure.Sheds {
			out[f] += 2 * (tries - 1)
		}
	}
	return out
}

// shedding is what is wanted more than the closure with what it takes to get rid of what there is too much of
// now, and whether some of that is missing.
func (p *pilot) shedding(s *situation, base map[int]int) (spare map[int]int, missing bool) {
	takes := map[int]int{}
	for i, f := range s.closure.Sheds {
		over := p.levels[f] - capOf(s.caps, f)
		if over <= 0 || !p.k.item(f) {
			continue
		}
		rule, w, produce := p.toward(s, f, s.levels[f], s.closure.Sheds[i+1:])
		if rule < 0 || produce {
			continue
		}
		times := (over+discovery.Uses(w, f)-1)/discovery.Uses(w, f) + p.before(&p.reach().Rules()[rule], w, f)
		for _, m := range w {
			if g := m.Factors[0]; g != f && m.Consumed > 0 && capOf(s.caps, g) == math.MaxInt {
				takes[g] += times * m.Consumed
			}
		}
	}
	spare = maps.Clone(base)
	for g, n := range takes {
		spare[g] += n
		missing = missing || p.levels[g] < p.k.atMost(g, s.levels[g]+spare[g])
	}
	return spare, missing
}
