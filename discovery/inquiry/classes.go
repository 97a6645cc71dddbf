package inquiry

import (
	"slices"
	"strconv"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// classes makes one way of several that differ in which factor they ask for. It keeps the
// number of ways and of tests small: any of 36 logs with any of 50 fuels is one way with
// three tests, not 1,800.
type classes struct {
	*evidence
	apart bool // two factors that stand for each other were found not to mix; others are taken not to, until they are seen to
}

// mixed is a suspicion that two ways are one way with a class, and the start that would
// prove it.
type mixed struct {
	way discovery.Way
	at  interaction.State
	// less are the two ways with one less of what is mixed. If one of them
	// suffices, it is inside the mixture, which then proves nothing.
	less [2]interaction.State
}

// merge is the way v with member a widened by the factors of b, and the start that proves
// that they mix: one factor of b, the rest of a.
func (q *classes) merge(v discovery.Way, a, b discovery.Member) *mixed {
	factors := append(slices.Clone(a.Factors), b.Factors...)
	slices.Sort(factors)
	var rest, out discovery.Way
	for _, m := range v {
		if discovery.CompareMembers(m, a) != 0 {
			rest = append(rest, m)
		}
	}
	out = rest.With(discovery.Member{Factors: slices.Compact(factors), Count: a.Count})
	p := q.at(append(slices.Clone(rest), discovery.Member{Factors: a.Factors, Count: a.Count - 1}))
	other := q.at(append(slices.Clone(rest), discovery.Member{Factors: b.Factors, Count: b.Count - 1}))
	return &mixed{out, p.With(b.Factors[0], p.At(b.Factors[0])+1), [2]interaction.State{p, other}}
}

// mixture returns a pair of known ways that differ in one member of equal count, above one,
// such that the transversal leaves some of both, and that wasn't ruled out yet; nil if there
// is none.
func (q *classes) mixture(t discovery.Transversal) *mixed {
	partly := func(m discovery.Member) bool {
		return slices.ContainsFunc(t, func(c discovery.Member) bool { return c.Count > 0 && discovery.Subset(m.Factors, c.Factors) })
	}
	for i, v := range q.ways {
		for _, w := range q.ways[i+1:] {
			a, b, ok := differ(v, w)
			if !ok || !partly(a) || !partly(b) {
				continue
			}
			m := q.merge(v, a, b)
			if q.seen(m.less[0]) || q.seen(m.less[1]) || !q.had(m.at) {
				continue
			}
			switch single := len(a.Factors) == 1 && len(b.Factors) == 1; {
			case q.seen(m.at):
				return m
			case !q.open(m.at):
				q.apart = q.apart || single
			case !q.apart || !single: // of a hundred things that don't mix, thousands of pairs would be tried
				return m
			}
		}
	}
	return nil
}

// unsure returns the start to try next in order to learn whether two ways mix; open is
// false when it is known that they do.
func (q *classes) unsure(m *mixed) (ask interaction.State, open bool) {
	if !q.seen(m.at) {
		return m.at, true
	}
	for _, less := range m.less {
		if q.doubtful(less) {
			return less, true
		}
	}
	return interaction.State{}, false
}

// doubtful reports whether too little is known to take it that the start doesn't suffice.
func (q *classes) doubtful(at interaction.State) bool {
	return .5*q.luck(q.misses(at)) > .02
}

// adopt takes ways into a class: two ways that differ in one member of equal count are one
// way that asks for either. Where the count is above one, whether they mix is tried first;
// where the other members are classes of which only some factors were tried with the new
// one, the other choices are. It returns what to try next, if anything is open.
func (q *classes) adopt(slots int) (ask []interaction.State) {
	for again := true; again; {
		again = false
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
					i, again = len(q.ways)-2, true // on with the wide one, the last; then all once more
					break
				}
			}
		}
	}
	return nil
}

// widens finds a member of v that w meets by other factors, where w meets all other members
// of v by some of their factors. It returns its place and the factors of w that v lacks
// there.
func widens(v, w discovery.Way) (place int, other discovery.Member, ok bool) {
	if len(v) != len(w) {
		return 0, other, false
	}
	if single(v) && single(w) { // mostly; it is asked of each pair
		return unlike(v, w)
	}
	place = -1
	free := slices.Clone(w) // members of w that go with none of v yet
	for i, m := range v {
		j := slices.IndexFunc(free, func(p discovery.Member) bool { return p.Count == m.Count && (discovery.Way{m}).Overlaps(p.Factors) })
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
		return place, other, other.Count == v[place].Count && !v.Overlaps(other.Factors)
	}
	for i, m := range v {
		for _, p := range w {
			if p.Count != m.Count || !(discovery.Way{m}).Overlaps(p.Factors) || discovery.Subset(p.Factors, m.Factors) {
				continue
			}
			other = discovery.Member{Count: m.Count}
			for _, f := range p.Factors {
				if !slices.Contains(m.Factors, f) {
					other.Factors = append(other.Factors, f)
				}
			}
			return i, other, !v.Overlaps(other.Factors)
		}
	}
	return 0, other, false
}

// single reports whether the way has no classes.
func single(w discovery.Way) bool {
	for i := range w {
		if len(w[i].Factors) > 1 {
			return false
		}
	}
	return true
}

// unlike is [widens] of two ways without classes, whose members ascend.
func unlike(v, w discovery.Way) (place int, other discovery.Member, ok bool) {
	i, j, place, of := 0, 0, -1, -1
	for i < len(v) || j < len(w) {
		switch {
		case i < len(v) && j < len(w) && v[i].Factors[0] == w[j].Factors[0] && v[i].Count == w[j].Count:
			i, j = i+1, j+1
		case j == len(w) || i < len(v) && v[i].Factors[0] < w[j].Factors[0]:
			if place >= 0 {
				return 0, other, false
			}
			place, i = i, i+1
		default:
			if of >= 0 {
				return 0, other, false
			}
			of, j = j, j+1
		}
	}
	if place < 0 || of < 0 {
		return 0, other, false
	}
	return place, w[of], w[of].Count == v[place].Count
}

// widen is v with its member widened by the factors of the other. ok is false if
// these don't do, or it isn't known: then ask says what to try.
func (q *classes) widen(v discovery.Way, place int, other discovery.Member, slots int) (wide discovery.Way, ask []interaction.State, ok bool) {
	// Where two factors were found not to mix, others likely don't: then only
	// what is known to mix is worth asking about.
	if other.Count > 1 && q.apart && len(v[place].Factors) == 1 && len(other.Factors) == 1 {
		return nil, nil, false
	}
	m := q.merge(v, v[place], other)
	if other.Count > 1 {
		if q.seen(m.less[0]) || q.seen(m.less[1]) || !q.had(m.at) {
			return nil, nil, false
		}
		if !q.seen(m.at) && !q.open(m.at) {
			q.apart = true
			return nil, nil, false
		}
		if at, open := q.unsure(m); open {
			return nil, []interaction.State{at}, false
		}
	}
	// Every choice of the new factors with those of the other classes.
	choice := slices.Clone(v)
	choice[place] = other
	for _, c := range choice.Pure() {
		p := q.at(c)
		switch {
		case q.smaller(c), !q.had(p):
			return nil, nil, false
		case q.seen(p):
			rest, _ := beyond(c, other.Factors)
			again, differs := q.differs(rest.With(discovery.One(v[place].Factors[0], other.Count)), c)
			if differs {
				return nil, nil, false
			}
			if again != nil && len(ask) < slots {
				ask = append(ask, *again)
			}
		case q.ruledOut(p):
			return nil, nil, false
		case len(ask) < slots:
			ask = append(ask, p)
		}
	}
	return m.way, ask, len(ask) == 0
}

// smaller reports whether a known way asks for less than the choice, which then isn't
// minimal.
func (q *classes) smaller(choice discovery.Way) bool {
	return slices.ContainsFunc(q.ways, func(w discovery.Way) bool { return choice.Implies(w) && w.Total() < choice.Total() })
}

// tellsApart is how many successes of each of two ways tell that they give or use up
// different amounts, and not at random.
const tellsApart = 3

// differs reports whether the successes of two ways of single factors showed that they give
// different amounts, or that one uses up what it asks for and the other keeps it: then they
// aren't one way. again is the start to try if that isn't known yet.
func (q *classes) differs(v, w discovery.Way) (again *interaction.State, differs bool) {
	a, b := q.History.Find(q.at(v)), q.History.Find(q.at(w))
	if a == nil || b == nil || a.Came(q.Effect) == 0 || b.Came(q.Effect) == 0 {
		return nil, false
	}
	x, y := a.Given(q.Effect), b.Given(q.Effect)
	if (x.Filled || y.Filled || x.Most >= y.Least && y.Most >= x.Least) && q.keeps(a, v) == q.keeps(b, w) {
		return nil, false
	}
	for _, r := range [...]*discovery.Record{a, b} {
		if r.Came(q.Effect) < tellsApart {
			return &r.At, false
		}
	}
	return nil, true
}

// keeps is how many of the way's members successes at the record didn't use up.
func (q *classes) keeps(r *discovery.Record, w discovery.Way) (n int) {
	used, _ := r.Used(q.Effect)
	for _, m := range w {
		if !slices.ContainsFunc(used, func(u interaction.Level) bool { return slices.Contains(m.Factors, u.Factor) }) {
			n++
		}
	}
	return n
}

// differ returns the members in which two ways differ, if it is one of each, of equal count
// above one.
func differ(v, w discovery.Way) (a, b discovery.Member, ok bool) {
	if len(v) != len(w) {
		return a, b, false
	}
	only := func(x, y discovery.Way) (discovery.Member, bool) {
		var out discovery.Member
		n := 0
		for _, m := range x {
			if !slices.ContainsFunc(y, func(p discovery.Member) bool { return discovery.CompareMembers(p, m) == 0 }) {
				out, n = m, n+1
			}
		}
		return out, n == 1
	}
	a, okA := only(v, w)
	b, okB := only(w, v)
	return a, b, okA && okB && a.Count == b.Count && a.Count > 1
}

// alike asks for ways of one factor instead of several. Two known ways may ask for as
// many of factors that stand for each other elsewhere, shared out differently; then one of
// these factors alone may do. A class is soon found from ways of one factor each, but has
// hundreds of mixtures, which would be found one after the other.
func (q *classes) alike(slots int) []interaction.State {
	type part struct {
		group *interaction.Level
		count int
	}
	looked := map[part]*shared{}
	for _, w := range q.ways {
		for _, m := range w {
			if len(m.Factors) > 1 {
				continue
			}
			for _, group := range q.substitutes(m.Factors[0]) {
				if !slices.ContainsFunc(w, func(o discovery.Member) bool {
					_, holds := discovery.Holds(group, o.Factors[0])
					return holds && o.Factors[0] != m.Factors[0]
				}) {
					continue // no two of its members are in the group
				}
				i, _ := discovery.Holds(group, m.Factors[0])
				key := part{&group[0], group[i].Level}
				c := looked[key]
				if c == nil {
					c = q.sharing(even(group, group[i].Level))
					looked[key] = c
				}
				rest, n := beyond(w, c.class)
				if len(w)-len(rest) < 2 || c.ways[asking(rest, n)] < 2 {
					continue
				}
				c.ways[asking(rest, n)] = 0 // once is enough
				if ask := q.alone(rest, c.class, n, slots); len(ask) > 0 {
					return ask
				}
			}
		}
	}
	return nil
}

// shared is a class, and how many of the known ways ask for several of its factors, by how many and what else.
type shared struct {
	class []int
	ways  map[string]int
}

// sharing goes through the known ways once for each class: to compare each way with all others took half of a run's end.
func (q *classes) sharing(class []int) *shared {
	c := &shared{class, map[string]int{}}
	for _, w := range q.ways {
		if rest, n := beyond(w, class); len(w)-len(rest) > 1 {
			c.ways[asking(rest, n)]++
		}
	}
	return c
}

// asking tells apart what ways ask for: the rest, and n of a class.
func asking(rest discovery.Way, n int) string {
	return strconv.Itoa(n) + " " + discovery.Transversal(rest).Key()
}

// even are the factors of the group of which it takes that count: others don't mix with these.
func even(group []interaction.Level, count int) (class []int) {
	for _, l := range group {
		if l.Level == count {
			class = append(class, l.Factor)
		}
	}
	return class
}

// again does the same where a way asks for nothing but what all known ways ask for, and another
// way for as much in all: so it is where many of a class are needed and one of them at least is
// a certain one. Beside each number of that one, as many of any other may do. What was seen to
// do becomes a way, for [classes.adopt]: else each mixture that happens to be found first is a
// way, and with dozens of ways whose classes overlap there are too many complements to work with.
func (q *classes) again(slots int) []interaction.State {
	total, others := q.beside()
	for _, w := range q.ways {
		rest, n := beyond(w, others)
		if len(w)-len(rest) < 2 || w.Total() != total {
			continue
		}
		if ask := q.alone(rest, others, n, slots); len(ask) > 0 {
			return ask
		}
		for _, f := range others {
			one := rest.With(discovery.One(f, n))
			at := q.at(one)
			if r := q.History.Find(at); r != nil && r.Came(q.Effect) > 0 && !slices.ContainsFunc(q.ways, func(u discovery.Way) bool { return discovery.MetBy(u, at) }) {
				q.add(one)
				if ask := q.adopt(slots); len(ask) > 0 {
					return ask
				}
				return q.again(slots)
			}
		}
	}
	return nil
}

// beside is what the known ways ask for beside what all of them ask for, ascending, and how much
// of the latter does alone; nothing if none does.
func (q *classes) beside() (total int, others []int) {
	for _, w := range q.ways {
		if !slices.ContainsFunc(w, func(m discovery.Member) bool {
			return len(m.Factors) > 1 || slices.ContainsFunc(q.ways, func(v discovery.Way) bool {
				return !slices.ContainsFunc(v, func(p discovery.Member) bool { return discovery.Subset(p.Factors, m.Factors) })
			})
		}) {
			for _, v := range q.ways {
				for _, m := range v {
					if !w.Overlaps(m.Factors) {
						others = append(others, m.Factors...)
					}
				}
			}
			slices.Sort(others)
			return w.Total(), slices.Compact(others)
		}
	}
	return 0, nil
}

// alone asks for n of each factor of the class beside the rest, as far as it isn't
// known whether that suffices; for none of them once one is known not to.
func (q *classes) alone(rest discovery.Way, class []int, n int, slots int) (ask []interaction.State) {
	for _, f := range class {
		if q.ceilings.Level(f) < n || rest.Overlaps([]int{f}) {
			continue
		}
		at := q.at(append(slices.Clone(rest), discovery.One(f, n)))
		switch {
		case q.seen(at), !q.had(at):
		case q.ruledOut(at):
			return nil
		case len(ask) < slots:
			ask = append(ask, at)
		}
	}
	return ask
}

// had reports whether the world can begin there, or with more: some largest start covers it.
func (q *classes) had(at interaction.State) bool { return covered(at, q.tops()) }
