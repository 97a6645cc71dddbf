package inquiry

import (
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// What was found elsewhere to stand for each other is a guess here: where some of it does, the
// rest is tried at once, and not found piece by piece. A guess that is wrong costs trials: what
// doesn't do never becomes a part of a way, and what it lacks the certificate finds.

// alternates are the alternatives that the known ways show. They are kept until the ways change.
type alternates struct {
	version int
	known   bool
	list    []discovery.Alternatives
}

// beside is what is known of factors beside the rest of a way, in place of what else that was seen to suffice with. To find
// it anew before each trial, for hundreds of factors beside each of hundreds of rests, took most of the time of a run.
type beside struct {
	strange map[int]bool    // those that were tried and didn't do: for good
	does    map[int]settled // those that cover what is known to suffice: for good, as what is found there later isn't minimal
	came    map[int]settled // those that may be a way by what came there: nothing is asked of these any more
	room    int             // of the effect, when that was found

	spent    map[attempt]bool    // of which there is nothing left to ask
	ceilings *discovery.Ceilings // when that was found, and their epoch
	epoch    uint64
}

// attempt is a group of what stands for each other elsewhere, and what it is tried by.
type attempt struct {
	group *interaction.Level
	scale scale
	wrong int
}

// settled is what was found of a factor: of the number that was asked about, and the number that does.
type settled struct{ asked, do int }

// of reports whether nothing else would be found of n.
func (s settled) of(n int) bool { return s.do > 0 && (n == s.asked || n >= s.do) }

// beside is what is known of factors beside the rest.
func (q *search) beside(rest discovery.Way) *beside {
	key, room := discovery.Transversal(rest).Key(), q.History.Room(q.Effect)
	b := q.besides[key]
	if b == nil {
		b = &beside{strange: map[int]bool{}}
		q.besides[key] = b
	}
	if b.does == nil || b.room != room {
		b.does, b.came, b.room = map[int]settled{}, map[int]settled{}, room // other trials speak of the effect now
		b.spent = nil
	}
	if epoch := q.ceilings.Epoch(); b.spent == nil || b.ceilings != q.ceilings || b.epoch != epoch {
		b.spent, b.ceilings, b.epoch = map[attempt]bool{}, q.ceilings, epoch
	}
	return b
}

// alternatives are what stands for each other in the known ways.
func (q *search) alternatives() []discovery.Alternatives {
	if a := &q.alternates; !a.known || a.version != q.version {
		*a = alternates{q.version, true, discovery.Alternate(q.ways)}
	}
	return q.alternates.list
}

// Alternatives are what stands for each other in the ways found so far.
func (q *Inquiry) Alternatives() []discovery.Alternatives { return q.search.alternatives() }

// instead tries what stands elsewhere for two factors at least that stand for each other here, beside the same rest.
// Of a guess that came true that often, as many are tried at once as were found already. found
// are ways that were seen to suffice so.
func (q *search) instead(slots int) (found []discovery.Way, ask []interaction.State) {
	if q.Substitutes == nil {
		return nil, nil
	}
	for _, here := range q.alternatives() {
		if found, ask = q.likewise(here, slots); len(found) > 0 || len(ask) > 0 {
			return found, ask
		}
	}
	return nil, nil
}

// replaced tries what stands elsewhere for a factor that a known way asks for and the
// transversal caps: it may be a way that the transversal doesn't block.
func (q *search) replaced(t discovery.Transversal, within interaction.State, slots int) []interaction.State {
	if q.Substitutes == nil {
		return nil
	}
	known := map[string]*discovery.Alternatives{} // by rest
	of := make([]*discovery.Alternatives, len(q.ways))
	for j, w := range q.ways {
		i := onlyBlock(t, w)
		if i < 0 {
			continue
		}
		rest := without(w, i)
		key := discovery.Transversal(rest).Key()
		if known[key] == nil {
			known[key] = &discovery.Alternatives{Rest: rest}
		}
		of[j] = known[key]
		of[j].Add(w[i])
	}
	// To try the same again beside the same rest, for each of hundreds of ways, took most of the time of a run.
	type trial struct {
		known *discovery.Alternatives
		group *interaction.Level
		scale scale
		wrong int
	}
	tried := map[trial]bool{}
	telling := map[*discovery.Alternatives][]guess{}
	for _, k := range known {
		telling[k] = q.telling(k, 1)
	}
	for j, w := range q.ways {
		if of[j] == nil {
			continue
		}
		var here discovery.Alternatives
		here.Add(w[onlyBlock(t, w)])
		for _, there := range q.Substitutes(here.Levels[0].Factor) {
			if !slices.ContainsFunc(telling[of[j]], func(g guess) bool { return &g.levels[0] == &there[0] }) {
				continue
			}
			g := guess{there, common(here.Levels, there)}
			if k := (trial{of[j], &there[0], scaled(here.Levels, there), g.wrong()}); tried[k] {
				continue
			} else {
				tried[k] = true
			}
			if _, ask := q.try(of[j], here.Levels, g, &within, slots); len(ask) > 0 {
				return ask
			}
		}
	}
	return nil
}

// likewise tries the guesses at what else stands here.
func (q *search) likewise(here discovery.Alternatives, slots int) (found []discovery.Way, ask []interaction.State) {
	for _, g := range q.telling(&here, 2) {
		found, ask = q.try(&here, here.Levels, g, nil, min(slots, max(mostAtOnce, g.common)))
		if len(found) > 0 || len(ask) > 0 {
			return found, ask
		}
	}
	return nil, nil
}

// telling are the guesses at what else stands here that say something: those groups that have nearly all
// of it, and those with as many things at least of which no better guess says why they do. Others share some
// things by chance, as wood both burns and makes planks: of dozens of these hardly anything does.
func (q *search) telling(here *discovery.Alternatives, least int) (out []guess) {
	left := slices.Clone(here.Levels)
	for _, g := range q.guesses(here.Levels) {
		if g.common < least {
			break
		}
		if g.common*mostStrange < len(here.Levels)*(mostStrange-1) && common(left, g.levels) < least {
			continue
		}
		out = append(out, g)
		if !q.refuted(here, g) {
			left = slices.DeleteFunc(left, func(l interaction.Level) bool {
				_, known := discovery.Holds(g.levels, l.Factor)
				return known
			})
		}
	}
	return out
}

// refuted reports whether too much of the guess is known not to do.
func (q *search) refuted(here *discovery.Alternatives, g guess) bool {
	strange, beside := 0, q.beside(here.Rest)
	for _, l := range g.levels {
		if beside.strange[l.Factor] {
			strange++
		}
	}
	return strange >= g.wrong()
}

// guess is a group of what stands for each other elsewhere, and how many of these do here.
type guess struct {
	levels []interaction.Level
	common int
}

// guesses are the groups with a factor of these, those first that have most in common with
// them. As each group is listed for all of its factors, it is met as often as it shares one: to compare
// hundreds of things with each of hundreds of groups took most of the time of a run.
func (q *search) guesses(here []interaction.Level) []guess {
	var out []guess
	place := map[*interaction.Level]int{}
	for _, l := range here {
		for _, there := range q.Substitutes(l.Factor) {
			i, met := place[&there[0]]
			if !met {
				i = len(out)
				place[&there[0]] = i
				out = append(out, guess{levels: there})
			}
			out[i].common++
		}
	}
	slices.SortStableFunc(out, func(a, b guess) int { return b.common - a.common })
	return out
}

// common is how many factors two lists share.
func common(a, b []interaction.Level) (n int) {
	for _, l := range a {
		if _, ok := discovery.Holds(b, l.Factor); ok {
			n++
		}
	}
	return n
}

// fewStrange is how many of a guess may turn out not to do before it is taken for wrong, beside one
// for each mostStrange that do.
const fewStrange, mostStrange = 2, 8

// wrong is how many of the guess may turn out not to do.
func (g guess) wrong() int { return fewStrange + g.common/mostStrange }

// try asks for what the guess names for some of what stands here, beside the rest of what is known to, as far
// as it isn't known whether it does. within, if it isn't nil, is what a start must lie in.
func (q *search) try(known *discovery.Alternatives, here []interaction.Level, g guess, within *interaction.State, most int) (found []discovery.Way, ask []interaction.State) {
	if within != nil && !within.Covers(q.at(known.Rest)) {
		return nil, nil
	}
	strange, as, beside := 0, scaled(here, g.levels), q.beside(known.Rest)
	this := attempt{&g.levels[0], as, g.wrong()}
	if within != nil && beside.spent[this] {
		return nil, nil
	}
	left := false // something that may be asked in another start
	for _, l := range g.levels {
		if _, stands := discovery.Holds(here, l.Factor); stands || known.Rest.Overlaps([]int{l.Factor}) {
			continue
		}
		n := as.of(l.Level)
		if i, does := discovery.Holds(known.Levels, l.Factor); does && known.Levels[i].Level <= n {
			continue
		}
		if beside.does[l.Factor].of(n) || within != nil && beside.came[l.Factor].of(n) {
			continue // there is nothing to ask
		}
		if beside.strange[l.Factor] {
			if strange++; strange >= this.wrong {
				break
			}
			continue
		}
		if within != nil && within.At(l.Factor) == 0 {
			left = true
			continue
		}
		way, at, open, fails := q.one(known.Rest, l.Factor, n)
		switch {
		case fails:
			beside.strange[l.Factor] = true
			strange++
		case open && within != nil && !within.Covers(at):
			left = true
		case open:
			left = true
			if ask = append(ask, at); len(ask) == most {
				return found, ask
			}
		case way != nil:
			beside.came[l.Factor] = settled{n, at.At(l.Factor)}
			if within == nil {
				found = append(found, way)
			}
		case q.seen(at):
			beside.does[l.Factor] = settled{n, at.At(l.Factor)}
		}
		if strange >= this.wrong {
			break
		}
	}
	if within != nil && !left {
		beside.spent[this] = true
	}
	return found, ask
}

// scale is how many times more it takes here than there: more for each per.
type scale struct{ more, per int }

// scaled is the most of what is known of both.
func scaled(here, there []interaction.Level) scale {
	s := scale{0, 1}
	for _, l := range here {
		if i, ok := discovery.Holds(there, l.Factor); ok && l.Level*s.per > s.more*there[i].Level {
			s = scale{l.Level, there[i].Level}
		}
	}
	return s
}

// of is how many it takes here of something of which it takes n there.
func (s scale) of(n int) int { return (n*max(s.more, 1) + s.per - 1) / s.per }

// unlikelyGuess is the probability below which misses speak against a guess: one does where the
// effect came some thirty times and never failed. If that is a mistake, the certificate finds it.
const unlikelyGuess = .06

// wrongGuess reports whether the start, which isn't known to suffice, was tried and missed.
func (q *search) wrongGuess(at interaction.State) bool {
	r := q.History.Find(at)
	return r != nil && r.Trials > 0 && q.luck(r.Trials) <= unlikelyGuess || q.ruledOut(at)
}

// one looks at the factor beside the rest: first n of it, then, where these don't do, as many
// as there can be, and then as many as a success used up. It returns the way if that was seen to
// suffice, or the start to try next; fails: it doesn't do. With none of these there is no new way at the start.
func (q *search) one(rest discovery.Way, factor, n int) (way discovery.Way, at interaction.State, open, fails bool) {
	most := q.ceilings.Level(factor)
	if most == 0 {
		return nil, at, false, false
	}
	n = min(n, most)
	for range 3 {
		w := rest.With(discovery.One(factor, n))
		at = q.at(w)
		switch {
		case q.seen(at):
			r := q.History.Find(at)
			if r == nil || r.Came(q.Effect) == 0 || slices.ContainsFunc(q.ways, func(v discovery.Way) bool { return discovery.MetBy(v, at) }) {
				return nil, at, false, false // less does
			}
			used, _ := r.Used(q.Effect)
			i := slices.IndexFunc(used, func(u interaction.Level) bool { return u.Factor == factor })
			if i < 0 || used[i].Level >= n {
				return w, at, false, false
			}
			n = used[i].Level
		case !slices.ContainsFunc(q.tops(), func(t interaction.State) bool { return t.Covers(at) }):
			return nil, at, false, false // it can't be had, or the effect couldn't be seen from there
		case !q.wrongGuess(at):
			return nil, at, true, false
		case n == most:
			return nil, at, false, true
		default:
			n = most
		}
	}
	return nil, at, false, false
}
