package living

import (
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/interaction"
)

// reducer looks for a way within caps.
type reducer struct {
	k     *knowledge
	e     *effect
	tally chance.Tally
	outer []interaction.Level // within which a way is looked for
	way   []int               // the least levels from which the effect came, by factor
	sure  map[int]int         // what successes used up
	asks  []ask
	pairs [][]int // see answer
	leans bool    // on something that isn't got rid of: nothing tells whether it is needed
	count bool    // what others take is looked at one by one: more of some of it is needed
	lucky []int   // what was left out, though only luck tells whether it is needed
}

// reduce finds a way that the situation holds, or the best guess and what to try next; and says whether something was left out
// of the way as nothing tells it from what it leads to, and what was as only luck does.
//
// What all successes have in common is taken for the way, as long as no misses speak against
// it: then they came by different ways, and it is looked at those that agree with the smallest.
// Each member is then taken away, or made less, with all else that the way asks for in place.
func (k *knowledge) reduce(e *effect, ways []discovery.Way, caps []interaction.Level, h *record) (_ discovery.Way, _ []ask, pairs [][]int, leans bool, lucky []int) {
	r := &reducer{k: k, e: e, tally: k.tally(e, ways), outer: caps, sure: map[int]int{}}
	r.meet(h)
	members := r.members()
	lost := map[int]int{} // by member, how many others go with it
	for _, f := range members {
		if k.hurry.Load() {
			break
		}
		c := k.reach.Without(discovery.Capped(caps, f, 0))
		for _, g := range members {
			if g != f && c.Levels[g] < r.way[g] {
				lost[f]++
			}
		}
	}
	slices.SortStableFunc(members, func(a, b int) int { return lost[a] - lost[b] })
	need := map[int]int{}
	var guess discovery.Way
	for _, f := range r.members() {
		guess = append(guess, discovery.One(f, max(1, r.sure[f])))
	}
	if r.together(members) {
		return guess, r.asks, nil, false, nil
	}
	more := map[int]int{} // how much each success had of what is left out, where that is more than one
	for _, f := range members {
		switch v := r.member(f); v {
		case pointless, chancy:
			if len(r.asks) > 0 {
				continue // what it leads to may not be needed either
			}
			if v == pointless && r.way[f] > 1 {
				more[f] = r.way[f]
			}
			r.way[f] = 0 // it can't be told apart from what it leads to
			r.leans = true
			if v == chancy {
				r.lucky = append(r.lucky, f)
			}
		default:
			need[f] = r.way[f]
		}
	}
	if len(r.asks) == 0 && r.scarcely(need, more) {
		r.count = true
		for f, n := range more {
			r.way[f] = n
		}
		for _, f := range sorted(more) {
			if r.member(f) == needed {
				need[f] = r.way[f]
			} else if len(r.asks) == 0 {
				r.way[f] = 0
			}
		}
	}
	if len(r.asks) > 0 {
		return guess, r.asks, nil, false, nil
	}
	var way discovery.Way
	for _, f := range sorted(need) {
		way = append(way, discovery.One(f, need[f]))
	}
	bare, within := r.bare(need)
	switch {
	case len(within) > 0:
		return k.reduce(e, ways, within, e.hit(within))
	case !bare:
		return guess, r.asks, r.pairs, false, nil
	}
	return way, nil, nil, r.leans, r.lucky
}

// together asks whether the effect comes without any of the members that no success used up, as far as what was
// used up can be had without them: where it does, one test does for all. Where that was tried enough, it asks the same
// of each half. False if there is nothing to ask, and it is to go on one by one, also with the quantities.
func (r *reducer) together(members []int) bool {
	if r.k.hurry.Load() {
		return false
	}
	caps, dropped := r.outer, []int(nil)
	stays := r.stays()
	for _, f := range members {
		if stays[f] > 0 {
			continue
		}
		c := discovery.Capped(caps, f, 0)
		closure := r.k.reach.Without(c)
		if !slices.ContainsFunc(sorted(stays), func(g int) bool { return closure.Levels[g] < stays[g] }) {
			caps, dropped = c, append(dropped, f)
		}
	}
	if len(dropped) < 2 || r.e.hit(caps) != nil {
		return false
	}
	closure := r.k.reach.Without(caps)
	q := ask{caps: caps, levels: make([]int, len(closure.Levels)), action: r.e.action, finds: true}
	for g, n := range r.way { // of what isn't used up one is enough, as a rule
		q.levels[g] = min(n, max(1, r.sure[g]), closure.Levels[g])
	}
	n := r.k.misses(r.e, caps, q.levels)
	if n > 0 && luck(r.tally, n) < unlikely || r.k.tired(q.caps, q.levels) || r.k.unlucky(closure, caps, q.levels) {
		a, b := r.halves(dropped)
		first := r.together(a)
		return r.together(b) || first
	}
	r.ask(q.caps, q.levels, n, unlikely)
	return true
}

// stays are the members that are left in place when a way is looked for without the others: what successes used up, and, where lives
// are too short to find out one by one, that without which it is known to fail.
func (r *reducer) stays() map[int]int {
	out := map[int]int{}
	for f := range r.sure {
		out[f] = r.way[f]
	}
	if !r.k.mortal() {
		return out
	}
	var way discovery.Way
	for _, f := range r.members() {
		m := discovery.One(f, max(1, r.sure[f]))
		m.Consumed = r.sure[f]
		way = append(way, m)
	}
	lean := r.k.leanest(r.e, way, nil, r.tally)
	for _, m := range lean {
		f := m.Factors[0]
		if out[f] == 0 && (r.k.item(f) || !r.k.spares(r.e, less(lean, f), way, nil, r.tally)) {
			out[f] = 1
		}
	}
	return out
}

// halves parts facts from the others, or else the first half from the second.
func (r *reducer) halves(members []int) (a, b []int) {
	for _, f := range members {
		if r.k.vocabulary.Factor(f).Kind == interaction.Fact {
			a = append(a, f)
		} else {
			b = append(b, f)
		}
	}
	if len(a) == 0 || len(b) == 0 {
		return members[:len(members)/2], members[len(members)/2:]
	}
	return a, b
}

// unlucky is the probability of bringing a situation about below which the search asks nothing of it: what chance
// seldom leaves out can't be told apart from what it comes with.
// Where lives end early, or take long to begin, less luck is waited for.
const unlucky, unluckyThere = 1. / 40, 1. / 12

func sorted(m map[int]int) []int {
	var out []int
	for f := range m {
		out = append(out, f)
	}
	slices.Sort(out)
	return out
}

// members are the factors of the way.
func (r *reducer) members() (out []int) {
	for f, n := range r.way {
		if n > 0 {
			out = append(out, f)
		}
	}
	return out
}

// contradicted is the probability of misses from situations that hold a way below which it is
// none.
const contradicted = .01

// meet finds what the successes have in common with the one from this situation.
func (r *reducer) meet(h *record) {
	// The smallest situation within the caps is the same as long as the evidence is.
	m, within := r.k.recall(r.e), key(r.outer, nil)
	c, known := m.met[within]
	if !known {
		r.agree(h)
		c = common{slices.Clone(r.way), r.sure}
		m.met[within] = c
	}
	r.way, r.sure = slices.Clone(c.way), c.sure
	for f, n := range r.way {
		if n > 0 && r.sure[f] == 0 && n <= r.k.reach.Fixed(f) { // there was always as much
			r.way[f] = 0
		}
	}
}

// agree works out what meet finds.
func (r *reducer) agree(h *record) {
	n := r.k.vocabulary.Len()
	r.way = make([]int, n)
	for f := range n {
		if !r.k.vital(f) {
			r.way[f] = h.level(f)
		}
	}
	for _, u := range h.of(r.e.number).used {
		r.sure[u.Factor] = u.Level
	}
	others := slices.DeleteFunc(slices.Clone(r.e.hits), func(o *record) bool { return o == h || !o.within(r.outer) })
	slices.SortStableFunc(others, func(a, b *record) int { return a.total - b.total })
	for _, o := range others {
		used := o.of(r.e.number).used
		if len(used) > 0 && len(r.sure) > 0 && (len(used) != len(r.sure) || slices.ContainsFunc(used, func(u interaction.Level) bool { return r.sure[u.Factor] == 0 })) {
			continue // that came by another way
		}
		less := make([]int, n)
		lower := false
		for f := range n {
			less[f] = max(min(r.way[f], o.level(f)), r.sure[f])
			lower = lower || less[f] < r.way[f]
		}
		if lower && o.covers(less) && !r.missed(less, o) {
			r.way = less
		}
	}
}

// missed reports whether misses speak against it that these levels suffice: whether the effect
// comes more rarely from situations that hold these and neither the way nor what the other
// success had.
func (r *reducer) missed(levels []int, other *record) bool {
	var with, without chance.Tally
	for _, x := range r.e.action.records {
		if !x.covers(levels) || r.k.full(r.e, x) {
			continue
		}
		hits := x.of(r.e.number).hits
		t := &without
		if x.covers(r.way) || x.covers(other.at) {
			t = &with
		}
		t.Hits += hits
		t.Misses += x.trials - hits
	}
	return without.Misses > 0 && chance.Fisher(with, without) < contradicted
}

// verdict on whether less of a member would do.
type verdict uint8

const (
	needed verdict = iota + 1
	unknown
	pointless // without it, other members can't be had
	chancy    // without it, others are had by luck only, which isn't waited for
)

// member finds out whether the way needs as much of the factor as it has, and enters what to
// try.
func (r *reducer) member(f int) verdict {
	if r.k.hurry.Load() {
		return needed
	}
	low, high := max(r.sure[f], 1)-1, r.way[f] // it takes more than low, if any
	if r.sure[f] == 0 {
		low = -1
	}
	base := r.k.reach.Without(r.outer)
	told := needed // what is said if nothing less suffices
	for at := low + 1; ; at = low + max(1, (high-low)/2) {
		if at >= high {
			return told
		}
		caps := discovery.Capped(r.outer, f, at)
		for {
			h := r.e.hit(caps)
			if h == nil {
				break
			}
			caps = r.shut(caps, h) // it came by another way
		}
		c := r.k.reach.Without(caps)
		if at > 0 && c.Levels[f] <= low {
			low = at // that quantity can't be had: what can be is next
			continue
		}
		q := ask{caps: caps, levels: make([]int, len(c.Levels)), action: r.e.action, finds: true}
		lost := false
		for g, n := range r.way {
			q.levels[g] = min(n, c.Levels[g])
			lost = lost || g != f && c.Levels[g] < n && (capOf(caps, g) == math.MaxInt || c.Levels[g] < base.Levels[g])
		}
		if lost {
			if there := r.elsewhere(f, at); there != nil {
				q.caps, q.levels, lost = there, r.with(f, at), false
				caps, c = there, r.k.reach.Without(there)
			}
		}
		switch {
		case lost && r.tried(f, at, caps):
			low = at
			continue
		case lost && r.sure[f] > 0:
			return pointless
		case lost && low >= 0 && told == needed:
			return needed // some of it is, and with less of it than that others can't be had
		case lost && told == needed && !r.scant(f):
			return pointless
		case lost:
			told, low = pointless, at // but more of it may be needed than others take
			continue
		}
		n := r.k.misses(r.e, caps, q.levels)
		enough := unlikely
		if r.k.hopeless(caps, nil) || n > 0 && r.k.reach.Luck(c, caps, c.Levels) < r.k.least() {
			enough = final
		}
		if n > 0 && luck(r.tally, n) < enough || r.k.hopeless(q.caps, q.levels) {
			told, low = needed, at // also where it can't be told: the certificate asks again
			continue
		}
		if at == 0 && r.k.unlucky(c, q.caps, q.levels) {
			return chancy
		}
		r.ask(q.caps, q.levels, n, enough)
		return unknown
	}
}

// scarcely reports whether the effect doesn't come with no more than it takes to have the way, of what is left out of it as that takes some: each
// success had so much more. Where that isn't known it is asked for.
func (r *reducer) scarcely(need, more map[int]int) bool {
	if r.k.hurry.Load() || r.k.mortal() || r.k.burner != nil || len(more) == 0 { // what burns is known when all ways are
		return false
	}
	levels := make([]int, r.k.vocabulary.Len())
	for f, n := range need {
		levels[f] = n
	}
	caps := r.outer
	for _, f := range sorted(more) {
		for n := 1; n < more[f]; n++ {
			if c := discovery.Capped(caps, f, n); r.had(r.k.reach.Without(c), levels) {
				caps = c
				break
			}
		}
	}
	c := r.k.reach.Without(caps)
	if len(caps) == len(r.outer) || slices.ContainsFunc(r.e.hits, func(h *record) bool { return h.within(caps) && h.covers(levels) }) ||
		!r.open(c, caps, levels) {
		return false
	}
	n := r.k.misses(r.e, caps, levels)
	if n > 0 && luck(r.tally, n) < unlikely {
		return true
	}
	r.ask(caps, levels, n, unlikely)
	return false
}

// scant reports whether it failed with some of the factor, less than each success had, and all else of the way, more often than by chance.
func (r *reducer) scant(f int) bool {
	if r.count {
		return r.way[f] > 1
	}
	levels := slices.Clone(r.way)
	levels[f] = 0
	n := r.k.misses(r.e, discovery.Capped(r.outer, f, r.way[f]-1), levels)
	return n > 0 && luck(r.tally, n) < suspicious
}

// tried reports whether misses show that the effect doesn't come with so little of the factor and all else of the way: that
// was brought about then, whatever is known to lead to it.
func (r *reducer) tried(f, at int, caps []interaction.Level) bool {
	n := r.k.misses(r.e, caps, r.with(f, at))
	return n > 0 && luck(r.tally, n) < final
}

// with are the levels of the way, but no more of the factor than this.
func (r *reducer) with(f, at int) []int {
	levels := slices.Clone(r.way)
	levels[f] = min(levels[f], at)
	return levels
}

// elsewhere are caps within which so little of the factor and all else of the way can be had, though not without what other ways take, and no
// success was; nil: there are none.
func (r *reducer) elsewhere(f, at int) []interaction.Level {
	caps, levels := discovery.Capped(nil, f, at), r.with(f, at)
	if len(r.outer) == 0 || !r.had(r.k.reach.Without(caps), levels) || slices.ContainsFunc(r.e.hits, func(h *record) bool { return h.within(caps) && h.covers(levels) }) {
		return nil
	}
	return caps
}

// shut adds a cap that keeps out the way by which the effect came: of what that used up, or else
// of something that it has and the way at hand doesn't ask for.
func (r *reducer) shut(caps []interaction.Level, h *record) []interaction.Level {
	for _, u := range h.of(r.e.number).used {
		if r.sure[u.Factor] == 0 && r.way[u.Factor] < u.Level {
			return discovery.Capped(caps, u.Factor, u.Level-1)
		}
	}
	for f, n := range h.at {
		if n > r.way[f] && !r.k.vital(f) {
			return discovery.Capped(caps, f, r.way[f])
		}
	}
	for f, n := range h.at { // it holds no more than the way does: less of that would do
		if n > 0 && !r.k.vital(f) {
			return discovery.Capped(caps, f, n-1)
		}
	}
	return caps
}

// capOf is the cap on the factor; math.MaxInt if there is none.
func capOf(caps []interaction.Level, f int) int {
	if i, capped := slices.BinarySearchFunc(caps, f, func(c interaction.Level, f int) int { return c.Factor - f }); capped {
		return caps[i].Level
	}
	return math.MaxInt
}
