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
// be tried. If it doesn't come without some of them, each stands for the others: within, if not empty,
// are caps that leave out what some success did without.
func (r *reducer) bare(need map[int]int) (ok bool, within []interaction.Level) {
	levels := make([]int, len(r.way))
	for f, n := range need {
		levels[f] = n
	}
	var others []int
	for f := range levels {
		if levels[f] == 0 && !r.k.vital(f) && r.k.reach.Fixed(f) == 0 && capOf(r.outer, f) != 0 && r.had(r.k.reach.Without(discovery.Capped(r.outer, f, 0)), levels) {
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
	if !told && r.lean(levels, others, lacks) {
		return false, nil
	}
	for i := range others {
		for j := range i {
			if len(r.asks) == mostPairs && !told || len(r.pairs) == tellable {
				return false, nil
			}
			if lacks[i].meets(lacks[j]) {
				continue
			}
			caps := discovery.Capped(discovery.Capped(r.outer, others[i], 0), others[j], 0)
			if c := r.k.reach.Without(caps); !r.had(c, levels) || r.k.unlucky(c, caps, levels) || r.k.ruled(c, caps) {
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
						return false, discovery.Capped(r.outer, f, 0)
					}
				}
			}
			if items {
				r.pairs = append(r.pairs, []int{others[j], others[i]})
			}
			if len(r.asks) == mostPairs {
				continue
			}
			r.ask(caps, levels, n, contradicted/4)
		}
	}
	if len(r.asks) > 0 {
		return false, nil
	}
	if ok, within := r.alone(need, levels, others, came); !ok {
		return false, within
	}
	if ok, within := r.jointly(need, levels, came); !ok {
		return false, within
	}
	if !r.once(need, levels, others, came) || !r.otherwise(levels, others) {
		return false, nil
	}
	if ok, f := r.any(levels, others, came); f >= 0 {
		return false, discovery.Capped(r.outer, f, 0)
	} else if !ok {
		return false, nil
	}
	return r.explained(levels, others, came)
}

// likely is the least probability of what lean asks for: one life in five comes to it.
const likely = .2

// lean asks for one trial without many of the others at once, of each two of which one was there each time, where an episode begins: little is
// there then, and a success tells of all these pairs. False where that is one pair, where lives failed at it, or it doesn't come so: then the pairs are asked for themselves.
func (r *reducer) lean(levels, others []int, lacks []set) bool {
	if !r.k.spec.Caps.Prompt {
		return false
	}
	caps, pairs := r.outer, 0
	for i := range others {
		for j := range i {
			if lacks[i].meets(lacks[j]) || r.k.setting.Either(others[j], others[i]) {
				continue
			}
			more := discovery.Capped(discovery.Capped(caps, others[i], 0), others[j], 0)
			if c := r.k.reach.Without(more); r.had(c, levels) && r.k.reach.Luck(c, more, levels) >= likely && !r.k.ruled(c, more) {
				caps, pairs = more, pairs+1
			}
		}
	}
	if pairs < 2 || r.k.failed[key(caps, levels)] != nil || r.k.misses(r.e, caps, levels) > 0 {
		return false
	}
	r.asks = append(r.asks, ask{caps: caps, levels: levels, action: r.e.action, finds: true, times: 1, anew: true})
	return true
}

// alone makes sure that the number of each member is enough without each other item, where some success had no more of it: what else that
// had may have made it up. The results are those of bare.
func (r *reducer) alone(need map[int]int, levels, others []int, came []*record) (ok bool, within []interaction.Level) {
	if r.k.mortal() {
		return true, nil
	}
	for _, f := range sorted(need) {
		if capOf(r.outer, f) <= need[f] {
			continue // none within had more of it
		}
		lean := slices.DeleteFunc(slices.Clone(came), func(h *record) bool { return h.level(f) > need[f] })
		for _, g := range others {
			if !r.k.item(f) || !r.k.item(g) || len(lean) == 0 || slices.ContainsFunc(lean, func(h *record) bool { return h.level(g) == 0 }) {
				continue
			}
			caps := discovery.Capped(discovery.Capped(r.outer, f, need[f]), g, 0)
			if c := r.k.reach.Without(caps); !r.open(c, caps, levels) {
				continue
			}
			n := r.k.misses(r.e, caps, levels)
			if n > 0 && luck(r.tally, n) < contradicted/4 {
				return false, discovery.Capped(r.outer, f, need[f])
			}
			r.ask(caps, levels, n, contradicted/4)
			return false, nil
		}
	}
	return true, nil
}

// jointly makes sure that the effect came with no more of all members at once than the way asks for: each number by itself may have been enough
// where there was more of another. The results are those of bare.
func (r *reducer) jointly(need map[int]int, levels []int, came []*record) (ok bool, within []interaction.Level) {
	if r.k.mortal() {
		return true, nil
	}
	caps := r.outer
	for _, f := range sorted(need) {
		if r.k.item(f) {
			caps = discovery.Capped(caps, f, need[f])
		}
	}
	if slices.ContainsFunc(came, func(h *record) bool { return h.within(caps) }) {
		return true, nil
	}
	if c := r.k.reach.Without(caps); !r.open(c, caps, levels) {
		return true, nil
	}
	n := r.k.misses(r.e, caps, levels)
	if n > 0 && luck(r.tally, n) < contradicted/4 {
		for _, f := range sorted(need) {
			if c := discovery.Capped(r.outer, f, need[f]); capOf(r.outer, f) > need[f] && r.e.hit(c) != nil {
				return false, c
			}
		}
		return true, nil
	}
	r.ask(caps, levels, n, contradicted/4)
	return false, nil
}

// once makes sure that what is said to take nothing was tried with no item, as far as these can be left out together: where each success
// had one of several things, of which nobody ever had none, no miss tells. False: it is asked for.
func (r *reducer) once(need map[int]int, levels, others []int, came []*record) bool {
	if r.k.mortal() || len(need) > 0 {
		return true
	}
	caps := r.outer
	for _, f := range others {
		if r.k.item(f) {
			caps = discovery.Capped(caps, f, 0)
		}
	}
	if slices.ContainsFunc(came, func(h *record) bool { return h.within(caps) }) || r.k.misses(r.e, caps, levels) > 0 || !r.open(r.k.reach.Without(caps), caps, levels) {
		return true
	}
	r.asks = append(r.asks, ask{caps: caps, levels: levels, action: r.e.action, finds: true, times: 1})
	return false
}

// otherwise makes sure that it was tried without each fact that episodes begin with and with as few items as that allows: where any one of several
// things is needed, and the fact is one of them, no first trial tells. False: it is asked for.
func (r *reducer) otherwise(levels, others []int) bool {
	if r.k.mortal() {
		return true
	}
	open := func(caps []interaction.Level) bool { return r.open(r.k.reach.Without(caps), caps, levels) }
	for _, f := range others {
		caps := discovery.Capped(r.outer, f, 0)
		if r.k.item(f) || r.k.reach.Begins(f) == 0 || !open(caps) {
			continue
		}
		for _, g := range others {
			if more := discovery.Capped(caps, g, 0); r.k.item(g) && open(more) {
				caps = more
			}
		}
		if !slices.ContainsFunc(r.e.action.records, func(x *record) bool { return x.within(caps) && x.covers(levels) }) {
			r.asks = append(r.asks, ask{caps: caps, levels: levels, action: r.e.action, finds: true, times: 1})
			return false
		}
	}
	return true
}

// mostAny is how many things an effect may need any one of, so that it is found out.
const mostAny = 4

// any makes sure that the effect doesn't take any one of three or four others beside the way, of which each pair was left out once: that
// each success held one of these. Only what comes by chance is looked at, as it is there without being wanted; of all else the first trials tell (see explained).
// It returns true if nothing is to be asked; else f, if not negative, is one that some success did without.
func (r *reducer) any(levels, others []int, came []*record) (ok bool, f int) {
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
		if len(set) < 3 || !r.open(c, caps, levels) {
			return false // pairs are asked for themselves
		}
		n := r.k.misses(r.e, caps, levels)
		if n > 0 && luck(r.tally, n) < contradicted/4 {
			if i := slices.IndexFunc(set, func(g int) bool { return r.e.hit(discovery.Capped(r.outer, g, 0)) != nil }); i >= 0 {
				ok, f = false, set[i]
			}
			return !ok
		}
		r.ask(caps, levels, n, contradicted/4)
		ok = false
		return true
	}
	search(nil)
	return ok, f
}

// explained makes sure that the way is enough where it failed: successes that each held one of several things, any one of which is
// needed beside it, or more of what the way asks for, have nothing in common, but without all of that the effect doesn't come. Looked at
// are misses in situations that hold the way, and no situation that it came from. It returns true if nothing is to be asked; else caps
// within which it came by another way, or nothing, if more trials are asked for.
func (r *reducer) explained(levels, others []int, came []*record) (ok bool, within []interaction.Level) {
	for _, counts := range [2]bool{false, true} {
		m := r.unexplained(levels, others, came, counts)
		if m.trials == 0 {
			continue
		}
		caps, beyond := r.outer, []int(nil) // what some success had more of
		for f, top := range m.tops {
			if n := m.levels[f] + r.k.reach.Fixed(f); m.levels[f] < top && n < capOf(caps, f) {
				caps, beyond = discovery.Capped(caps, f, n), append(beyond, f)
			}
		}
		p := luck(r.tally, m.trials)
		if p < contradicted/4 {
			if within := r.apart(came, caps, beyond); len(within) > 0 {
				return false, within
			}
			continue
		}
		c := r.k.reach.Without(caps)
		if !counts && len(beyond) < 3 || counts && p > suspicious || r.k.mortal() || r.k.burner != nil || !r.open(c, caps, levels) {
			continue // pairs are asked for themselves; what burns is known when all ways are
		}
		r.ask(caps, levels, m.trials, contradicted/4)
		return false, nil
	}
	return true, nil
}

// suspicious is the probability of misses below which more trials are asked for where they had all that the way asks for, but less of something than
// each success.
const suspicious = .1

// apart are caps that keep out what the success with the least beyond the caps did without; none where each had more of all that: what was
// left out of the way on purpose is needed, as the certificate finds.
func (r *reducer) apart(came []*record, caps []interaction.Level, beyond []int) []interaction.Level {
	exceeds := func(h *record, f int) bool { return h.level(f) > capOf(caps, f) }
	count := func(h *record) (n int) {
		for _, f := range beyond {
			if exceeds(h, f) {
				n++
			}
		}
		return n
	}
	least := slices.MinFunc(came, func(a, b *record) int { return count(a) - count(b) })
	if count(least) == len(beyond) {
		return nil
	}
	within := r.outer
	for _, f := range beyond {
		if !exceeds(least, f) {
			within = discovery.Capped(within, f, capOf(caps, f))
		}
	}
	return within
}

// open reports whether the levels can be brought about within the caps, of which this is the closure, and may be asked for.
func (r *reducer) open(c discovery.Closure, caps []interaction.Level, levels []int) bool {
	return r.had(c, levels) && !r.k.unlucky(c, caps, levels) && !r.k.ruled(c, caps) && !r.k.hopeless(caps, levels)
}

// ask asks for as many trials with the levels within the caps as it takes, after these misses, until only misses would have so small a probability.
func (r *reducer) ask(caps []interaction.Level, levels []int, missed int, enough float64) {
	q := ask{caps: caps, levels: levels, action: r.e.action, till: []*effect{r.e}, finds: true}
	for q.times = 1; q.times < 200 && luck(r.tally, missed+q.times) >= enough; q.times++ {
	}
	r.asks = append(r.asks, q)
}

// had reports whether the levels are there in the closure.
func (r *reducer) had(c discovery.Closure, levels []int) bool {
	for f, n := range levels {
		if c.Levels[f] < n {
			return false
		}
	}
	return true
}

// mostSeeds is how many situations are looked at for that, and mostTries how many sets for any.
const mostSeeds, mostTries = 200, 2000

// misses are trials that came to nothing in situations that hold no more than these levels, by factor, and the most that counts of each.
type misses struct {
	levels, tops []int
	trials       int
}

// unexplained are the most misses that some situation holds, each of which holds the levels, and none a success: by which of the others
// are there, or by how much there is of anything.
func (r *reducer) unexplained(levels, others []int, came []*record, counts bool) misses {
	at := func(h *record) []int {
		out := make([]int, r.k.vocabulary.Len())
		for f := range out {
			switch n := h.level(f) - r.k.reach.Fixed(f); {
			case r.k.vital(f) || n <= 0:
			case counts:
				out[f] = n
			case slices.Contains(others, f):
				out[f] = 1
			}
		}
		return out
	}
	var hits [][]int // of which none holds another
	for _, h := range came {
		l := at(h)
		if !slices.ContainsFunc(hits, func(o []int) bool { return holds(l, o) }) {
			hits = append(slices.DeleteFunc(hits, func(o []int) bool { return holds(o, l) }), l)
		}
	}
	if len(hits) == 0 {
		return misses{}
	}
	tops := slices.Clone(hits[0])
	for _, h := range hits {
		for f := range tops {
			tops[f] = max(tops[f], h[f])
		}
	}
	m := misses{tops: tops}
	type seen struct {
		levels []int
		trials int
	}
	var missed []seen
	for _, x := range r.e.action.records {
		if x.of(r.e.number).hits > 0 || !x.covers(levels) || !x.within(r.outer) || r.k.full(r.e, x) {
			continue
		}
		l := at(x)
		if slices.ContainsFunc(hits, func(h []int) bool { return holds(l, h) }) {
			continue
		}
		for f := range l {
			l[f] = min(l[f], tops[f]) // what any success had of it is enough
		}
		i, known := slices.BinarySearchFunc(missed, l, func(s seen, l []int) int { return slices.Compare(s.levels, l) })
		if !known {
			missed = slices.Insert(missed, i, seen{levels: l})
		}
		missed[i].trials += x.trials
	}
	for i := len(missed) - 1; i >= max(0, len(missed)-mostSeeds); i-- {
		n := 0
		for _, o := range missed {
			if holds(missed[i].levels, o.levels) {
				n += o.trials
			}
		}
		if n > m.trials {
			m.levels, m.trials = missed[i].levels, n
		}
	}
	return m
}

// holds reports whether nothing is less in a.
func holds(a, b []int) bool {
	for i := range a {
		if a[i] < b[i] {
			return false
		}
	}
	return true
}

// lucky reports whether the factor comes by chance only.
func (k *knowledge) lucky(f int) bool {
	return !slices.ContainsFunc(k.reach.Rules(), func(x discovery.Rule) bool { return x.Factor == f && x.Chance >= 1 })
}

// ruled reports whether episodes begin with something that mustn't ever have been there.
func (k *knowledge) ruled(c discovery.Closure, caps []interaction.Level) bool {
	return slices.ContainsFunc(c.Never, func(f int) bool { return k.reach.Begins(f) > capOf(caps, f) })
}
