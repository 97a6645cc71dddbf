package living

import (
	"math/rand/v2"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/interaction"
)

const (
	// devotion is for how many steps of a life it does without what it is to do without.
	devotion = 1_500
	// stale is how many lives without a new effect it takes until none is lived only to find some.
	stale = 20
	// sparing is of how many lives one makes what it may do without, on average.
	sparing = 4
)

// mortal reports whether the episodes of most lives ended before these did, as by death: then it takes all that is known to live long
// enough to ask anything.
func (k *knowledge) mortal() bool {
	return !k.spec.Caps.Prompt && 2*k.deaths > k.lives && slices.ContainsFunc(k.actions, func(a *action) bool { return a.bound })
}

// plays reports whether lives play: where they are mortal, as long as one of the last mostLives answered something or found a new
// effect. A life of inquiry also finds out what can't be brought about.
func (k *knowledge) plays() bool { return k.mortal() && k.lives-max(k.newest, k.answered) < mostLives }

// playing are lives of practice that ask on the way. Some do without what may not be needed, and some keep one situation from being
// spoiled; as long as new effects are found, half of them go for everything else first.
func (r *run) playing(all []*situation) []*life {
	var tender []int // situations that are spoiled for good
	situations := make([]situation, len(all))
	for i, s := range all {
		situations[i] = *s
		if len(s.closure.Never) > 0 && !s.searches() {
			tender = append(tender, i)
		}
	}
	lives := make([]*life, r.cfg.Width)
	needless, unknown := r.k.needless(), r.k.unknown()
	for i := range lives {
		l := &life{practice: r.k.practice(), play: play{situations: situations, first: -1, needless: needless}}
		lives[i] = l
		turn := r.lives + i
		if r.k.lives-r.k.newest <= stale {
			if l.play.whole = turn%2 == 0; l.play.whole {
				l.play.without = r.without(turn/2, r.lives+i+1)
				continue
			}
			turn /= 2
		}
		if r.k.searching() {
			l.practice = unknown
			if turn%2 == 0 || len(tender) == 0 {
				l.play.without = r.without(turn/2, r.lives+i+1)
				continue
			}
			turn /= 2
		}
		if len(tender) > 0 {
			l.play.first = tender[turn%len(tender)]
		}
	}
	return lives
}

// play is what a life of practice asks on the way.
type play struct {
	situations []situation
	first      int                 // of these, which nothing is to spoil; negative: none
	without    []interaction.Level // what is not to be made for a while, ascending by factor
	whole      bool                // until it is devoted no more, it asks nothing as long as there is a goal
	needless   []needless
}

// needless are items that what the action gives may not take: one that was there each time that it came, or two of which one was.
type needless struct {
	action interaction.Action
	gives  int
	items  []int
}

// searching reports whether a way is looked for to anything.
func (k *knowledge) searching() bool {
	return slices.ContainsFunc(k.effects, func(e *effect) bool { return e.answer.phase == searching })
}

// unknown asks for each action once of which something isn't known yet: whether it does anything, or what that takes. Those that give
// what lasts are asked for, too: who has that can ask all the rest.
func (k *knowledge) unknown() []ask {
	durable := k.durable(k.reach)
	return slices.DeleteFunc(k.practice(), func(q ask) bool {
		return len(q.action.effects) > 0 && !slices.ContainsFunc(q.action.effects, func(e *effect) bool {
			return e.answer.phase == searching || slices.Contains(durable, e.factor)
		})
	})
}

// without is what a life of this number does without, by chance, of what can be spared.
func (r *run) without(turn, number int) (caps []interaction.Level) {
	for _, f := range r.k.spare(turn, rand.New(rand.NewPCG(r.cfg.Seed, uint64(number)))) {
		caps = discovery.Capped(caps, f, 0)
	}
	return caps
}

// spare are items, by chance, that an effect may not take, that nothing known gets rid of, and that can be done without in the rest of
// what it may take. Of two that were always there together one stays: without both it is known to fail, and with one it tells which
// is needed. The effect is one of those to which a way is looked for, in turn.
func (k *knowledge) spare(turn int, rnd *rand.Rand) (out []int) {
	var open []*effect
	for _, e := range k.effects {
		if len(e.guessed()) > 0 {
			open = append(open, e)
		}
	}
	if len(open) == 0 {
		return nil
	}
	e := open[turn%len(open)]
	way, others, t := k.doubted(e, e.guessed())
	_, idle := k.unneeded(e, way)
	for _, f := range slices.Concat(e.answer.pairs...) {
		if !slices.Contains(idle, f) && !way.Overlaps([]int{f}) {
			idle = append(idle, f)
		}
	}
	rest := way
	for _, i := range rnd.Perm(len(idle)) {
		f := idle[i]
		if rnd.IntN(sparing) == 0 {
			continue
		}
		l, c := less(rest, f), k.reach.Without([]interaction.Level{{Factor: f}})
		if slices.Contains(c.Never, f) && discovery.Meets(l, c.Levels) && k.spares(e, l, way, others, t) {
			out, rest = append(out, f), l
		}
	}
	return out
}

// unneeded is a way that the effect is taken to come by, in two: what it needs, as far as can be told, and the items that it may not
// need. Those were never used up, and their lack explains no misses: alone, or as well as that of another.
func (k *knowledge) unneeded(e *effect, w discovery.Way) (needs discovery.Way, idle []int) {
	w, others, t := k.doubted(e, w)
	needs = k.leanest(e, w, others, t)
	var may discovery.Way // as well as that of another
	for _, m := range needs {
		if m.Consumed > 0 || !k.item(m.Factors[0]) {
			continue
		}
		rest := less(needs, m.Factors[0])
		for _, d := range w {
			if !needs.Overlaps(d.Factors) && k.spares(e, append(slices.Clip(rest), d), w, others, t) {
				may = append(may, m)
				break
			}
		}
	}
	needs = slices.DeleteFunc(slices.Clone(needs), func(m discovery.Member) bool { return may.Overlaps(m.Factors) })
	for _, m := range w {
		if !needs.Overlaps(m.Factors) {
			idle = append(idle, m.Factors[0])
		}
	}
	return needs, idle
}

// doubted is a way that the effect is taken to come by, with what any success used up, the other ways, and the evidence on its chance.
func (k *knowledge) doubted(e *effect, w discovery.Way) (way discovery.Way, others []discovery.Way, t chance.Tally) {
	plans := e.answer.plans
	way = k.used(e, plans, w)
	for i, m := range way {
		if k.burnt(e, m.Factors[0]) {
			way[i].Consumed = max(1, m.Consumed)
		}
	}
	return way, slices.DeleteFunc(slices.Clone(plans), way.Equal), k.tally(e, []discovery.Way{way})
}

// burnt reports whether any success used some of the factor up.
func (k *knowledge) burnt(e *effect, f int) bool {
	return slices.ContainsFunc(e.hits, func(r *record) bool {
		c := r.of(e.number)
		return uses(c.used, f) || uses(c.ever, f)
	})
}

// needless are the items that effects may not take.
func (k *knowledge) needless() (out []needless) {
	for _, e := range k.effects {
		all := slices.Clone(e.answer.pairs)
		if len(e.guessed()) > 0 {
			_, idle := k.unneeded(e, e.guessed())
			for _, f := range idle {
				all = append(all, []int{f})
			}
		}
		for _, items := range all {
			if !slices.ContainsFunc(items, func(f int) bool { return k.elsewhere(e, f) }) {
				out = append(out, needless{e.action.id, e.factor, items})
			}
		}
	}
	return out
}

// elsewhere reports whether another effect of the action is known to need the factor.
func (k *knowledge) elsewhere(e *effect, f int) bool {
	return slices.ContainsFunc(e.action.effects, func(o *effect) bool {
		return o != e && len(o.guessed()) == 0 && slices.ContainsFunc(o.answer.planned(), func(w discovery.Way) bool { return w.Overlaps([]int{f}) })
	})
}

// guessed is the way that the effect is taken to come by as long as one is looked for; nil otherwise.
func (e *effect) guessed() discovery.Way {
	if e.answer.phase == searching {
		return e.supposed()
	}
	return nil
}

// supposed is the way by which the effect is said to come though one was looked for, or couldn't be found; nil otherwise.
func (e *effect) supposed() discovery.Way {
	if a := &e.answer; len(a.plans) > 0 {
		return a.plans[len(a.plans)-1]
	}
	return nil
}

// searches reports whether a way is looked for there.
func (s *situation) searches() bool {
	return slices.ContainsFunc(s.asks, func(q ask) bool { return q.levels != nil })
}

// plays reports whether questions are asked on the way.
func (p *pilot) plays() bool { return p.course != nil && len(p.course.wishes) > 0 }

// devoted reports whether the life still does without what it is to do without, and keeps its promise.
func (p *pilot) devoted() bool { return p.used()-p.from <= devotion }

// promise is the situation that nothing is to spoil; nil: there is none, or not any more.
func (p *pilot) promise() *situation {
	if !p.plays() || p.play.first < 0 || !p.course.wishes[p.play.first].open() || !p.devoted() {
		return nil
	}
	s := &p.course.wishes[p.play.first].situation
	if p.spoiled(s) {
		return nil
	}
	return s
}

// ground is what goals may bring about: not what the life does without, nor what would spoil its promise.
func (p *pilot) ground() *situation {
	var caps []interaction.Level
	if p.plays() && p.devoted() && !p.course.free {
		for _, c := range p.play.without {
			if p.levels[c.Factor] <= c.Level {
				caps = discovery.Capped(caps, c.Factor, c.Level)
			}
		}
	}
	if s := p.promise(); s != nil {
		for _, f := range s.closure.Never {
			caps = discovery.Capped(caps, f, capOf(s.caps, f))
		}
	}
	return &situation{caps: caps, closure: p.reach().Without(caps)}
}

// grounded is the situation as it can be brought about by what the life may, if its promise allows it; nil: it can't be.
func (p *pilot) grounded(s *situation) *situation {
	promise := p.promise()
	if promise == nil || s == promise {
		return s
	}
	t := *s
	for _, f := range promise.closure.Never {
		if n := capOf(promise.caps, f); n < capOf(t.caps, f) {
			t.caps = discovery.Capped(t.caps, f, n)
		}
	}
	t.closure = p.k.reach.Without(t.caps)
	for f, n := range s.levels {
		if n > max(p.levels[f], t.closure.Levels[f]) {
			return nil
		}
	}
	return &t
}

// held reports whether the goal would bring about what it may not, or takes that.
func (p *pilot) held(g *goal) bool { return g.vital == nil && p.barred(g.action, g.ways) }

// barred reports whether the action would bring about by the ways what it may not, or each takes that.
func (p *pilot) barred(a *action, ways []discovery.Way) bool {
	if !p.plays() {
		return false
	}
	if p.course.ground == nil {
		p.course.ground = p.ground()
	}
	base := p.course.ground
	if len(base.caps) == 0 {
		return false
	}
	if slices.ContainsFunc(a.effects, func(e *effect) bool { return slices.Contains(base.closure.Never, e.factor) }) {
		return true
	}
	lacks := func(m discovery.Member) bool {
		f := m.Factors[0]
		return p.levels[f] < m.Count && base.closure.Levels[f] < m.Count
	}
	return !slices.ContainsFunc(ways, func(w discovery.Way) bool { return !slices.ContainsFunc(w, lacks) })
}

// frees has a life that can reach no goal that is known do with what it did without; false: there is nothing, or a goal is only put
// off that can be reached so, and of which it is to be seen whether it takes that.
func (p *pilot) frees() bool {
	if !p.plays() || p.course.free || len(p.play.without) == 0 {
		return false
	}
	takes := func(e *effect) bool {
		w := e.guessed()
		return slices.ContainsFunc(p.play.without, func(c interaction.Level) bool { return w.Overlaps([]int{c.Factor}) })
	}
	waits := func(g goal) bool {
		return !g.idle && !p.managed[g.action.id] && !p.barred(g.action, g.ways) && slices.ContainsFunc(g.action.effects, takes)
	}
	if p.devoted() && slices.ContainsFunc(p.course.goals, waits) {
		return false
	}
	p.course.free = true
	return true
}

// release gives up the promise of a life that can reach no goal, unless that waits for what was planted; false: there was none.
func (p *pilot) release() bool {
	s := p.promise()
	if s == nil || slices.ContainsFunc(s.asks, func(q ask) bool {
		if p.walker == nil {
			return false
		}
		_, planted := p.walker.Bed(q.action.id)
		return planted
	}) {
		return false
	}
	p.course.wishes[p.play.first].spent = sacrifice
	p.fail(s, true)
	return true
}

// unreached notes that the life didn't come to the situation that it was for.
func (p *pilot) unreached() {
	if !p.plays() || p.play.first < 0 {
		return
	}
	if w := &p.course.wishes[p.play.first]; w.open() && !w.answered {
		p.fail(&w.situation, true)
	}
}
