package inquiry

import (
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
)

// unlikely is the probability below which the search stops waiting for an
// inventory to work. It is not part of the certificate.
const unlikely = .05

// pursue looks for the way that the co-point of t was seen to hold: either a known
// way is not minimal, or there is another.
func (q *Inquiry) pursue(t discovery.Transversal, all discovery.Point, slots int) (discovery.Way, []discovery.Point) {
	point := t.CoPoint(all)
	// A known way that t blocks in one requirement only may not need it: noise
	// once made its core look insufficient. Unless that is tested first, every
	// other item looks like a substitute for the needless one.
	for _, w := range q.ways {
		if i := onlyBlock(t, w); i >= 0 {
			if ask, unsure := q.needless(w, i, all, slots); unsure {
				return nil, ask
			}
		}
	}
	if ask := q.kin(t, point, slots); len(ask) > 0 {
		return nil, ask
	}
	if !t.IsZero() {
		// The capped items are taken away wholly first, so that ways without
		// mixtures are found before ways with them.
		bare := t.Zero().CoPoint(all)
		if q.History.Seen(q.Effect, bare) {
			point = bare
		} else if q.open(bare) {
			return nil, q.insist(bare, slots)
		} else if mix := q.mixture(t); mix != nil {
			if at, open := q.unsure(mix); open {
				return nil, q.insist(at, slots)
			}
			return mix.Way, nil
		}
	}
	p, ask := q.Refiner.FindWay(q.newCase(t, all, slots), q.History.Smallest(q.Effect, point))
	if ask != nil {
		return nil, ask
	}
	way := discovery.WayOf(p)
	// A smaller one takes the place of a known one; of a further one every member is
	// tested first.
	if len(q.ways) > 0 && !slices.ContainsFunc(q.ways, func(v discovery.Way) bool { return v.Implies(way) }) {
		for i := range way {
			if ask, unsure := q.needless(way, i, all, slots); unsure {
				return nil, ask
			}
		}
	}
	return way, nil
}

// newCase is the case of a way that the transversal doesn't block.
func (q *Inquiry) newCase(t discovery.Transversal, all discovery.Point, slots int) *discovery.Case {
	return &discovery.Case{History: q.History, Effect: q.Effect, All: all, Guess: q.Guess, Prior: q.Prior, Like: q.like(t), Heaps: q.heaps(), Remove: q.remove(), Slots: slots}
}

// remove is [Case.Remove]: never where an answer is wanted first and nothing is known
// to suffice. Each item that is taken from everything and turns out not to be needed
// is one that might have been missed by bad luck, so it isn't done lightly.
func (q *Inquiry) remove() float64 {
	if q.Eager && q.Enough() == nil {
		return 1
	}
	return .5
}

// kin lists known ways with an item that the transversal caps replaced by one that
// stands for it elsewhere, as far as they are worth trying: they may be the ways
// that the transversal doesn't block. Of a class of which several don't do here, no
// more are tried.
func (q *Inquiry) kin(t discovery.Transversal, within discovery.Point, slots int) (ask []discovery.Point) {
	if q.Kin == nil {
		return nil
	}
	if q.strange == nil {
		q.strange = map[kinship]bool{}
	}
	for _, w := range q.ways {
		i := onlyBlock(t, w)
		if i < 0 {
			continue
		}
		for _, class := range q.Kin(w[i].Items[0]) {
			if !discovery.Subset(w[i].Items, class) {
				continue
			}
			strangers := 0
			for _, other := range class {
				if strangers == 2 {
					break
				}
				k := kinship{&w[i], other}
				if q.strange[k] {
					strangers++
					continue
				}
				if w.Overlaps([]int{other}) || within.At(other) < w[i].Count {
					continue
				}
				v := slices.Clone(w)
				v[i] = discovery.Requirement{Items: []int{other}, Count: w[i].Count}
				p := v.Point()
				switch {
				case q.History.Seen(q.Effect, p):
				case q.History.Find(p) != nil && !q.open(p):
					q.strange[k] = true
					strangers++
				case within.Covers(p):
					if ask = append(ask, p); len(ask) == slots {
						return ask
					}
				}
			}
			if len(ask) > 0 {
				return ask
			}
		}
	}
	return nil
}

// kinship is an item in place of a requirement of a known way.
type kinship struct {
	of   *discovery.Requirement
	item int
}

// onlyBlock returns the place of the one requirement of w that t caps; -1 if t
// caps none or several.
func onlyBlock(t discovery.Transversal, w discovery.Way) int {
	place := -1
	for i, r := range w {
		for _, c := range t {
			if c.Count < r.Count && discovery.Subset(r.Items, c.Items) {
				if place >= 0 {
					return -1
				}
				place = i
				break
			}
		}
	}
	return place
}

// needless returns what to try next in order to learn whether the way
// suffices without its i-th requirement; unsure is false when enough is known: it
// was seen to suffice, or it missed often enough. The more known ways contain the rest,
// the more misses are asked for: n substitutes for one item are less likely than one
// needless item. Where there are such ways, misses at any larger inventory count, else
// only those at that very one and at everything observed but for the requirement.
func (q *Inquiry) needless(w discovery.Way, i int, all discovery.Point, slots int) (ask []discovery.Point, unsure bool) {
	rest := append(slices.Clone(w[:i]), w[i+1:]...)
	p := rest.Point()
	if q.History.Seen(q.Effect, p) {
		return nil, false
	}
	co := blocked(w[i]).CoPoint(all)
	misses := 0
	for _, at := range [...]discovery.Point{p, co} {
		if r := q.History.Find(at); r != nil && !r.Proven(q.Effect) {
			misses = max(misses, r.Trials)
		}
	}
	siblings := len(w[i].Items) - 1 // a class stands for so many ways
	for _, v := range q.ways {
		if !v.Equal(w) && v.Implies(rest) {
			siblings++
		}
	}
	if siblings > 0 {
		misses = max(misses, q.History.Misses(q.Effect, p))
	}
	at := p
	if !q.History.Seen(q.Effect, co) {
		at = co // a miss there counts for the certificate, too
	}
	for n := misses; len(ask) < slots && mistaken*q.Prior.MissLikelihood(q.History.Chance(q.Effect), n) > spoken*math.Pow(2, -float64(siblings)); n++ {
		ask = append(ask, at)
	}
	return ask, len(ask) > 0
}

// insist is the inventory as often as the search would wait for it to work.
func (q *Inquiry) insist(at discovery.Point, slots int) []discovery.Point {
	ask := []discovery.Point{at}
	for n := q.History.Misses(q.Effect, at) + 1; len(ask) < slots && q.Prior.MissLikelihood(q.History.Chance(q.Effect), n) > unlikely; n++ {
		ask = append(ask, at)
	}
	return ask
}

// blocked caps what the requirement asks for: one item below its count, a class
// wholly.
func blocked(r discovery.Requirement) discovery.Transversal {
	if len(r.Items) == 1 {
		return discovery.Transversal{{Items: r.Items, Count: r.Count - 1}}
	}
	return discovery.Transversal{{Items: r.Items}}
}

// open reports whether the search should still wait for the inventory to work.
func (q *Inquiry) open(at discovery.Point) bool {
	n := q.History.Misses(q.Effect, at)
	return n == 0 || q.Prior.MissLikelihood(q.History.Chance(q.Effect), n) > unlikely
}

// doubtful reports whether too little is known to take it that the inventory
// doesn't suffice.
func (q *Inquiry) doubtful(at discovery.Point) bool {
	return .5*q.Prior.MissLikelihood(q.History.Chance(q.Effect), q.History.Misses(q.Effect, at)) > .02
}

// like is the known way with the most items outside the transversal.
func (q *Inquiry) like(t discovery.Transversal) discovery.Way {
	var best discovery.Way
	most := -1
	for _, w := range q.ways {
		n := 0
		for _, r := range w {
			if !slices.ContainsFunc(t, func(c discovery.Requirement) bool { return discovery.Subset(r.Items, c.Items) }) {
				n++
			}
		}
		if n > most {
			best, most = w, n
		}
	}
	return best
}

// mixed is a suspicion that two ways are one way with a class, and the inventory
// that would prove it.
type mixed struct {
	Way   discovery.Way
	Point discovery.Point
	// Less are the two ways with one less of what is mixed. If one of them
	// suffices, it is inside the mixture, which then proves nothing.
	Less [2]discovery.Point
}

// mixture returns a pair of known ways that differ in one requirement of equal
// count, above one, such that the transversal leaves some of both, and that wasn't
// ruled out yet; nil if there is none.
func (q *Inquiry) mixture(t discovery.Transversal) *mixed {
	partly := func(r discovery.Requirement) bool {
		return slices.ContainsFunc(t, func(c discovery.Requirement) bool { return c.Count > 0 && discovery.Subset(r.Items, c.Items) })
	}
	for i, v := range q.ways {
		for _, w := range q.ways[i+1:] {
			a, b, ok := differ(v, w)
			if !ok || !partly(a) || !partly(b) {
				continue
			}
			m := merge(v, a, b)
			if q.History.Seen(q.Effect, m.Less[0]) || q.History.Seen(q.Effect, m.Less[1]) {
				continue
			}
			if q.History.Seen(q.Effect, m.Point) || q.open(m.Point) {
				return m
			}
		}
	}
	return nil
}

// unsure returns the inventory to try next in order to learn whether two ways mix;
// open is false when it is known that they do.
func (q *Inquiry) unsure(m *mixed) (ask discovery.Point, open bool) {
	if !q.History.Seen(q.Effect, m.Point) {
		return m.Point, true
	}
	for _, less := range m.Less {
		if q.doubtful(less) {
			return less, true
		}
	}
	return discovery.Point{}, false
}

// adopt takes ways into a class: two ways that differ in one requirement of equal
// count are one way that asks for either. Where the count is above one, whether they
// mix is tried first; where the other requirements are classes of which only some
// items were tried with the new one, the other choices are. It returns what to try
// next, if anything is open. Classes keep the number of ways and of tests small:
// any of 36 logs with any of 50 fuels is one way with three tests, not 1,800.
func (q *Inquiry) adopt(slots int) (ask []discovery.Point) {
	for i := 0; i < len(q.ways); i++ {
		for _, w := range q.ways {
			v := q.ways[i]
			place, other, ok := widens(v, w)
			if !ok {
				continue
			}
			wide, ask, ok := q.widen(v, place, other, slots)
			if len(ask) > 0 {
				return ask
			}
			if ok {
				q.add(wide)
				i = -1 // from the beginning
				break
			}
		}
	}
	return nil
}

// widens finds a requirement of v that w meets by other items, where w meets all
// other requirements of v by some of their items. It returns its place and the
// items of w that v lacks there.
func widens(v, w discovery.Way) (place int, other discovery.Requirement, ok bool) {
	if len(v) != len(w) {
		return 0, other, false
	}
	place = -1
	free := slices.Clone(w) // requirements of w that go with none of v yet
	for i, r := range v {
		j := slices.IndexFunc(free, func(p discovery.Requirement) bool { return p.Count == r.Count && (discovery.Way{r}).Overlaps(p.Items) })
		if j >= 0 {
			free = slices.Delete(free, j, j+1)
		} else if place >= 0 {
			return 0, other, false
		} else {
			place = i
		}
	}
	if place >= 0 {
		other = free[0]
		return place, other, other.Count == v[place].Count && !v.Overlaps(other.Items)
	}
	for i, r := range v {
		for _, p := range w {
			if p.Count != r.Count || !(discovery.Way{r}).Overlaps(p.Items) || discovery.Subset(p.Items, r.Items) {
				continue
			}
			other = discovery.Requirement{Count: r.Count}
			for _, item := range p.Items {
				if !slices.Contains(r.Items, item) {
					other.Items = append(other.Items, item)
				}
			}
			return i, other, !v.Overlaps(other.Items)
		}
	}
	return 0, other, false
}

// widen is v with its requirement widened by the items of the other. ok is false if
// these don't do, or it isn't known: then ask says what to try.
func (q *Inquiry) widen(v discovery.Way, place int, other discovery.Requirement, slots int) (wide discovery.Way, ask []discovery.Point, ok bool) {
	m := merge(v, v[place], other)
	if other.Count > 1 {
		// Where two items were found not to mix, others likely don't: then only
		// what is known to mix is worth asking about.
		if q.apart && len(v[place].Items) == 1 && len(other.Items) == 1 ||
			q.History.Seen(q.Effect, m.Less[0]) || q.History.Seen(q.Effect, m.Less[1]) {
			return nil, nil, false
		}
		if !q.History.Seen(q.Effect, m.Point) && !q.open(m.Point) {
			q.apart = true
			return nil, nil, false
		}
		if at, open := q.unsure(m); open {
			return nil, []discovery.Point{at}, false
		}
	}
	// Every choice of the new items with those of the other classes.
	choice := slices.Clone(v)
	choice[place] = other
	for _, c := range choice.Pure() {
		p := c.Point()
		switch {
		case q.needs(c):
			return nil, nil, false
		case q.History.Seen(q.Effect, p):
		case q.History.Find(p) != nil && !q.open(p):
			return nil, nil, false
		case len(ask) < slots:
			ask = append(ask, p)
		}
	}
	return m.Way, ask, len(ask) == 0
}

// needs reports whether a known way asks for less than the choice, which then isn't
// minimal.
func (q *Inquiry) needs(choice discovery.Way) bool {
	return slices.ContainsFunc(q.ways, func(w discovery.Way) bool { return choice.Implies(w) && w.Total() < choice.Total() })
}

// differ returns the requirements in which two ways differ, if it is one of each,
// of equal count above one.
func differ(v, w discovery.Way) (a, b discovery.Requirement, ok bool) {
	if len(v) != len(w) {
		return a, b, false
	}
	only := func(x, y discovery.Way) (discovery.Requirement, bool) {
		var r discovery.Requirement
		n := 0
		for _, q := range x {
			if !slices.ContainsFunc(y, func(p discovery.Requirement) bool { return discovery.CompareRequirements(p, q) == 0 }) {
				r, n = q, n+1
			}
		}
		return r, n == 1
	}
	a, okA := only(v, w)
	b, okB := only(w, v)
	return a, b, okA && okB && a.Count == b.Count && a.Count > 1
}

// merge is the way v with requirement a widened by the items of b, and the
// inventory that proves that they mix: one item of b, the rest of a.
func merge(v discovery.Way, a, b discovery.Requirement) *mixed {
	items := append(slices.Clone(a.Items), b.Items...)
	slices.Sort(items)
	var rest, out discovery.Way
	for _, r := range v {
		if discovery.CompareRequirements(r, a) != 0 {
			rest = append(rest, r)
		}
	}
	out = append(slices.Clone(rest), discovery.Requirement{Items: slices.Compact(items), Count: a.Count})
	slices.SortFunc(out, discovery.CompareRequirements)
	p := append(slices.Clone(rest), discovery.Requirement{Items: a.Items, Count: a.Count - 1}).Point()
	other := append(slices.Clone(rest), discovery.Requirement{Items: b.Items, Count: b.Count - 1}).Point()
	return &mixed{out, p.With(b.Items[0], p.At(b.Items[0])+1), [2]discovery.Point{p, other}}
}
