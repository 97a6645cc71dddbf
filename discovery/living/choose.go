package living

import (
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// choose makes lives of the questions. Where most lives end early, they practise, and ask on the way. Elsewhere those that need
// the same situation share it, and a life goes from situations with less to such with more.
func (r *run) choose(asks []ask) []*life {
	if r.practice {
		lives := make([]*life, r.cfg.Width)
		for i := range lives {
			lives[i] = &life{practice: asks}
		}
		return r.number(lives)
	}
	all := r.situations(asks)
	if !r.single && r.k.plays() {
		return r.number(r.playing(all))
	}
	var lives []*life
	for _, s := range all {
		at := -1
		for i, l := range lives {
			before := l.situations[len(l.situations)-1]
			if !r.single && !slices.ContainsFunc(s.closure.Never, func(f int) bool { return before.levels[f] > s.closure.Levels[f] }) {
				if at < 0 || !r.k.spec.Caps.Prompt && len(l.situations) < len(lives[at].situations) {
					at = i
				}
			}
		}
		switch {
		case at >= 0 && (r.k.spec.Caps.Prompt || len(lives) == r.cfg.Width):
			lives[at].situations = append(lives[at].situations, *s)
		case len(lives) < r.cfg.Width:
			lives = append(lives, &life{situations: []situation{*s}})
		}
	}
	return r.number(lives)
}

// situations are those that are asked of: with less before more. What is deadly is asked of in a situation of its own.
func (r *run) situations(asks []ask) (all []*situation) {
	type place struct {
		key    string
		deadly bool
	}
	index := map[place]*situation{}
	for _, q := range asks {
		at := place{q.key(), q.action.deadly()}
		s := index[at]
		if s == nil {
			s = &situation{key: q.key(), caps: q.caps, closure: r.k.reach.Without(q.caps), anew: q.anew}
			s.plans, s.effects = r.k.plans(s.closure), r.k.opened(s.closure)
			s.levels = s.closure.Levels
			if q.levels != nil {
				s.levels = q.levels
			}
			r.k.packed(s, q.out)
			index[at] = s
			all = append(all, s)
		}
		if r.single {
			q.times = 1
			if s.asks != nil {
				continue
			}
		}
		if i := slices.IndexFunc(s.asks, func(o ask) bool { return o.action == q.action }); i >= 0 {
			s.asks[i].join(q)
		} else {
			s.asks = append(s.asks, q)
		}
	}
	size := func(s *situation) (n int) {
		for f, l := range s.levels {
			if !r.k.vital(f) {
				n += l
			}
		}
		return n
	}
	slices.SortStableFunc(all, func(a, b *situation) int { return size(a) - size(b) })
	// Where nothing is forbidden, what can be done anywhere comes first: it takes a step.
	slices.SortStableFunc(all, func(a, b *situation) int { return a.errands() - b.errands() })
	// What lives failed at waits until the rest had its turn, and so does what ends them.
	slices.SortStableFunc(all, func(a, b *situation) int { return r.k.failed[a.key][a.plans] - r.k.failed[b.key][b.plans] })
	last := func(s *situation) int {
		if s.asks[0].action.deadly() {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(all, func(a, b *situation) int { return last(a) - last(b) })
	return all
}

// packed leaves no slots to what the situation has no room for, as far as the rest can be had so.
func (k *knowledge) packed(s *situation, out []int) {
	caps := s.caps
	for _, f := range out {
		caps = discovery.Capped(caps, f, 0)
	}
	c := k.reach.Without(caps)
	for f, n := range s.levels {
		if n > c.Levels[f] {
			return
		}
	}
	s.caps, s.closure = caps, c
}

// number gives the lives their numbers, seeds and plans.
func (r *run) number(lives []*life) []*life {
	plans := r.k.lean()
	for i, l := range lives {
		l.plans = plans
		l.number = r.lives + i + 1
		l.seed = interaction.Key{r.cfg.Seed, uint64(l.number)}.Seed(r.cfg.Seed)
		// What an action uses up or gives comes last: a miss changes nothing.
		for j := range l.situations {
			slices.SortStableFunc(l.situations[j].asks, func(a, b ask) int { return r.k.change(a) - r.k.change(b) })
		}
	}
	return lives
}

// errands is 1 if one has to go somewhere for what is asked, with more than one comes by.
func (s *situation) errands() int {
	if len(s.caps) == 0 && slices.ContainsFunc(s.levels, func(n int) bool { return n > 0 }) && !slices.ContainsFunc(s.asks, func(q ask) bool { return !q.action.bound }) {
		return 1
	}
	return 0
}

// change is 1 if the action can be expected to do something there.
func (k *knowledge) change(q ask) int {
	for _, e := range q.action.effects {
		if e.hit(q.caps) != nil {
			return 1
		}
	}
	return 0
}
