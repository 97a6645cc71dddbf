package living

import (
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// A way is what all successes have in common. Whether it is enough by itself is told here: by what came, and what didn't, without the
// others.

// mostPairs is how many pairs are asked for at a time, and tellable how many are told of where lives end early: these do without both
// of a pair, or drop them.
const mostPairs, tellable = 4, 64

// bare makes sure that the effect comes by the way without any two of the other factors: what all
// successes have in common needn't suffice, where they came by several ways. False if that has to
// be tried. If it doesn't come without some of them, each stands for the others: without, if not empty,
// is what some success did without.
func (r *reducer) bare(need map[int]int) (ok bool, without []int) {
	levels := make([]int, len(r.way))
	for f, n := range need {
		levels[f] = n
	}
	members := sorted(need)
	keeps := func(c discovery.Closure) bool {
		return !slices.ContainsFunc(members, func(g int) bool { return c.Levels[g] < need[g] })
	}
	var others []int
	for f := range levels {
		if levels[f] == 0 && !r.k.vital(f) && r.k.reach.Fixed(f) == 0 && capOf(r.outer, f) != 0 && keeps(r.k.reach.Without(discovery.Capped(r.outer, f, 0))) {
			others = append(others, f)
		}
	}
	// For each of them, the successes that came without it.
	var came []*record
	for _, h := range r.e.hits {
		if h.within(r.outer) && h.covers(levels) {
			came = append(came, h)
		}
	}
	lacks := make([]set, len(others))
	for i, f := range others {
		lacks[i] = newSet(len(came))
		for n, h := range came {
			if h.level(f) == 0 {
				lacks[i].add(n)
			}
		}
	}
	told := r.k.mortal()
	for i := range others {
		for j := range i {
			if len(r.asks) == mostPairs && !told || len(r.pairs) == tellable {
				return false, nil
			}
			if lacks[i].meets(lacks[j]) {
				continue
			}
			caps := discovery.Capped(discovery.Capped(r.outer, others[i], 0), others[j], 0)
			if c := r.k.reach.Without(caps); !keeps(c) || r.k.unlucky(c, caps, levels) || r.k.ruled(c, caps) {
				continue
			}
			if r.k.setting.Either(others[j], others[i]) {
				continue
			}
			if (r.k.unexplained(others[i]) && r.k.unexplained(others[j]) || r.k.reach.Apart(others[i], others[j])) && r.k.hopeless(caps, levels) {
				continue // as of two kinds of weather, or of all rooms, there is nearly always one; that weather isn't needed is no-vital
			}
			items := r.k.item(others[i]) && r.k.item(others[j])
			if len(r.asks) == mostPairs && !items {
				continue // nobody does without a fact
			}
			n := r.k.misses(r.e, caps, levels)
			if n > 0 && luck(r.tally, n) < contradicted/4 {
				for _, f := range [2]int{others[i], others[j]} {
					if r.e.hit(discovery.Capped(r.outer, f, 0)) != nil {
						return false, []int{f}
					}
				}
			}
			if items {
				r.pairs = append(r.pairs, []int{others[j], others[i]})
			}
			if len(r.asks) == mostPairs {
				continue
			}
			q := ask{caps: caps, levels: levels, action: r.e.action, finds: true}
			for q.times = 1; q.times < 200 && luck(r.tally, n+q.times) >= contradicted/4; q.times++ {
			}
			r.asks = append(r.asks, q)
		}
	}
	if len(r.asks) > 0 {
		return false, nil
	}
	if ok, f := r.any(levels, others, came, keeps); f >= 0 {
		return false, []int{f}
	} else if !ok {
		return false, nil
	}
	return r.explained(levels, others, came)
}

// mostAny is how many things an effect may need any one of, so that it is found out.
const mostAny = 4

// any makes sure that the effect doesn't take any one of three or four others beside the way, of which each pair was left out once: that
// each success held one of these. Only what comes by chance is looked at, as it is there without being wanted; of all else the first trials tell (see explained).
// It returns true if nothing is to be asked; else f, if not negative, is one that some success did without.
func (r *reducer) any(levels, others []int, came []*record, keeps func(discovery.Closure) bool) (ok bool, f int) {
	if r.k.mortal() {
		return true, -1
	}
	extras := make([][]int, len(came))
	for i, h := range came {
		for _, g := range others {
			if h.level(g) > 0 && r.k.lucky(g) {
				extras[i] = append(extras[i], g)
			}
		}
	}
	slices.SortStableFunc(extras, func(a, b []int) int { return len(a) - len(b) })
	ok, f = true, -1
	budget := mostTries
	var search func(set []int) (found bool)
	search = func(set []int) bool {
		if budget--; budget < 0 {
			return false
		}
		i := slices.IndexFunc(extras, func(e []int) bool {
			return !slices.ContainsFunc(set, func(g int) bool { return slices.Contains(e, g) })
		})
		if i >= 0 {
			if len(set) == mostAny {
				return false
			}
			return slices.ContainsFunc(extras[i], func(g int) bool { return search(append(slices.Clip(set), g)) })
		}
		caps := r.outer
		for _, g := range set {
			caps = discovery.Capped(caps, g, 0)
		}
		c := r.k.reach.Without(caps)
		if len(set) < 3 || !keeps(c) || r.k.unlucky(c, caps, levels) || r.k.ruled(c, caps) || r.k.hopeless(caps, levels) {
			return false // pairs are asked for themselves
		}
		n := r.k.misses(r.e, caps, levels)
		if n > 0 && luck(r.tally, n) < contradicted/4 {
			if i := slices.IndexFunc(set, func(g int) bool { return r.e.hit(discovery.Capped(r.outer, g, 0)) != nil }); i >= 0 {
				ok, f = false, set[i]
			}
			return !ok
		}
		q := ask{caps: caps, levels: levels, action: r.e.action, finds: true}
		for q.times = 1; q.times < 200 && luck(r.tally, n+q.times) >= contradicted/4; q.times++ {
		}
		r.asks = append(r.asks, q)
		ok = false
		return true
	}
	search(nil)
	return ok, f
}

// explained makes sure that the way is enough where it failed: successes that each held one of several things, any one of which is
// needed beside it, have nothing in common, but without all of these the effect doesn't come. Looked at are misses in situations that hold
// the way, and of the others not all that any success held. It returns true if nothing is to be asked; else what a success did without,
// by which another way is found, or nothing, if it is asked for more trials.
func (r *reducer) explained(levels, others []int, came []*record) (ok bool, without []int) {
	extras := func(h *record) set {
		s := newSet(len(others))
		for i, f := range others {
			if h.level(f) > 0 {
				s.add(i)
			}
		}
		return s
	}
	var hits, missed []tallied
	for _, h := range came {
		hits = enter(hits, extras(h), 1)
	}
	for _, x := range r.e.action.records {
		if x.of(r.e.number).hits > 0 || !x.covers(levels) || !x.within(r.outer) || r.k.full(r.e, x) {
			continue
		}
		s := extras(x)
		if !slices.ContainsFunc(hits, func(h tallied) bool { return s.holds(h.set) }) {
			missed = enter(missed, s, x.trials)
		}
	}
	best, most := -1, 0
	for i, m := range missed[:min(len(missed), mostTries)] {
		n := 0
		for _, o := range missed {
			if m.holds(o.set) {
				n += o.trials
			}
		}
		if n > most {
			best, most = i, n
		}
	}
	if best < 0 {
		return true, nil
	}
	caps := r.outer
	var out []int // of the others: what wasn't there
	for i, f := range others {
		if !missed[best].has(i) {
			caps, out = discovery.Capped(caps, f, 0), append(out, f)
		}
	}
	if luck(r.tally, most) < contradicted/4 {
		least := slices.MinFunc(came, func(a, b *record) int {
			count := func(h *record) (n int) {
				for _, f := range out {
					n += min(1, h.level(f))
				}
				return n
			}
			return count(a) - count(b)
		})
		out = slices.DeleteFunc(out, func(f int) bool { return least.level(f) > 0 })
		return len(out) == 0, out // each success had all of it: what was left out of the way on purpose is needed, as the certificate finds
	}
	c := r.k.reach.Without(caps)
	if len(out) < 3 || r.k.mortal() || r.k.burner != nil || r.k.unlucky(c, caps, levels) || r.k.ruled(c, caps) || r.k.hopeless(caps, levels) { // pairs are asked for themselves; what burns is known when all ways are
		return true, nil
	}
	q := ask{caps: caps, levels: levels, action: r.e.action, finds: true}
	for q.times = 1; q.times < 200 && luck(r.tally, most+q.times) >= contradicted/4; q.times++ {
	}
	r.asks = append(r.asks, q)
	return false, nil
}

// lucky reports whether the factor comes by chance only.
func (k *knowledge) lucky(f int) bool {
	return !slices.ContainsFunc(k.reach.Rules(), func(x discovery.Rule) bool { return x.Factor == f && x.Chance >= 1 })
}

// mostTries is how many sets are looked at for that.
const mostTries = 2000

// ruled reports whether episodes begin with something that mustn't ever have been there.
func (k *knowledge) ruled(c discovery.Closure, caps []interaction.Level) bool {
	return slices.ContainsFunc(c.Never, func(f int) bool { return k.reach.Begins(f) > capOf(caps, f) })
}
