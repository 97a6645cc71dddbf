package living

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"gonum.org/v1/gonum/stat/distuv"
)

// phase is how far the inquiry into an effect is.
type phase uint8

const (
	searching phase = iota + 1
	certifying
	settled
	refused
	aside // it is taken for something that comes by itself
)

// answer is what is known of an effect, and what is asked next.
type answer struct {
	phase   phase
	ways    []discovery.Way
	plans   []discovery.Way // with what is the best guess while a way is looked for; nil: the ways
	asks    []ask
	vain    *ask    // what was never brought about, so that it is refused
	pairs   [][]int // of items: one of both was there each time, as far as that is to be ruled out still
	tests   []test
	chance  chance.Tally
	reason  string
	leaning bool // something was left out of a way, as nothing known gets rid of it
}

// ask is a situation that is wanted, and how often an action is to be tried there.
type ask struct {
	caps   []interaction.Level // ascending by factor
	levels []int               // that are to be there, at least; nil: the closure
	action *action
	times  int
	till   []*effect // it is answered as soon as each of these came: then fewer trials do; none: all are needed
	sweeps bool      // it is to show that the action does nothing else
	finds  bool      // it is of the search for a way
	anew   bool      // in an episode of its own
	heap   bool      // with plenty of one thing; see aplenty
	out    []int     // what there is no room for
}

// join asks for what the other one does, too, of the same action there.
func (q *ask) join(o ask) {
	q.times = max(q.times, o.times)
	if len(q.till) == 0 || len(o.till) == 0 {
		q.till = nil
		return
	}
	for _, e := range o.till {
		if !slices.Contains(q.till, e) {
			q.till = append(slices.Clip(q.till), e)
		}
	}
}

// key names the situation.
func (q *ask) key() string { return key(q.caps, q.levels) }

// test is one of a certificate: within the caps the effect never came.
type test struct {
	closure   discovery.Closure
	misses    int
	p         float64
	threshold float64
}

const (
	// unlikely is the probability of a row of misses below which the search stops waiting.
	// It is no part of a certificate.
	unlikely = .05
	// final is the same where no certificate asks again, as what it would have to try can't be brought about.
	final = .001
	// conflict is that below which misses of what should suffice are no bad luck any more.
	conflict = 1e-5
	// mostWays is how many ways an effect can have.
	mostWays = 40
)

// inquire works out the answer anew, from all that was seen. It keeps nothing from one time
// to the next: so a run that is gone on with comes to the same.
func (k *knowledge) inquire(e *effect) {
	if e.fresh == k.version || k.hurry.Load() {
		return
	}
	e.fresh = k.version
	was := e.answer
	if k.answer(e); k.hurry.Load() {
		e.answer, e.fresh = was, 0 // it may not have come to its end
	}
	if k.scarce.Level > 0 && e.answer.phase != aside {
		e.answer = answer{phase: refused, ways: e.answer.ways, plans: e.answer.plans, chance: e.answer.chance, reason: k.shortage()}
	}
}

// answer is inquire, but for what stands behind all certificates.
func (k *knowledge) answer(e *effect) {
	if k.vocabulary.Factor(e.factor).Kind == interaction.Fact && e.lowest < e.highest {
		e.answer = answer{phase: refused, reason: fmt.Sprintf("it brings about %d to %d of it, and which it was isn't told apart", e.lowest, e.highest)}
		return
	}
	if k.rare(e) {
		e.answer = answer{phase: aside, reason: k.byItself(e)}
		return
	}
	var ways []discovery.Way
	leaning := false
	var left []leftOut
	for {
		ts, ok := discovery.Transversals(ways)
		if !ok || len(ways) > mostWays {
			e.answer = answer{phase: refused, ways: ways, reason: fmt.Sprintf("%d ways are known, and to show that there are no more takes too many tests", len(ways))}
			return
		}
		again := false
		for _, t := range ts {
			caps := k.reach.Lacking(e.factor, k.top(e), t)
			h := e.hit(caps)
			if h == nil {
				continue
			}
			way, asks, pairs, leans, lucky := k.reduce(e, ways, caps, h)
			if asks != nil {
				e.answer = k.feasible(answer{phase: searching, ways: ways, plans: append(slices.Clip(ways), way), asks: asks, pairs: pairs})
				return
			}
			ways = add(ways, way)
			leaning = leaning || leans
			for _, f := range lucky {
				left = append(left, leftOut{way, f})
			}
			again = true
			break
		}
		if spare := e.superfluous(ways); !again && spare >= 0 {
			ways = slices.Delete(slices.Clone(ways), spare, spare+1)
			again = true
		}
		if again {
			continue
		}
		if len(ways) == 0 {
			e.answer = answer{phase: refused, reason: "it was never seen to come where there was room for more"}
			return
		}
		if a := k.spends(e, ways); a != nil {
			e.answer = k.feasible(*a)
			return
		}
		e.answer = k.hold(k.feasible(k.certify(e, ways, ts)), leaning)
		if i := slices.IndexFunc(left, func(o leftOut) bool { return e.needs(o, ways) }); i >= 0 && e.answer.phase == settled {
			e.answer = answer{phase: refused, ways: ways, chance: e.answer.chance, reason: fmt.Sprintf("%s was there each time that it came by one way, and may be needed: to do without it takes luck that seldom comes", interaction.Shown(k.vocabulary.Name(left[i].factor)))}
		}
		return
	}
}

// leftOut is what a way was found without, though only luck tells whether it is needed.
type leftOut struct {
	way    discovery.Way
	factor int
}

// needs reports whether what was left out may be needed: the way is one of those that are claimed, and the effect never came by it alone
// without that.
func (e *effect) needs(o leftOut, ways []discovery.Way) bool {
	i := slices.IndexFunc(ways, o.way.Equal)
	if i < 0 {
		return false
	}
	others := slices.Concat(ways[:i], ways[i+1:])
	return !slices.ContainsFunc(e.hits, func(r *record) bool {
		return r.level(o.factor) == 0 && r.meets([]discovery.Way{o.way}) && !r.meets(others)
	})
}

// superfluous is a way by which the effect never came but from situations that also meet others; negative: there is none. What it asks
// for comes with what others do, as far as was seen: a certificate without it speaks of the same situations.
func (e *effect) superfluous(ways []discovery.Way) int {
	for i := len(ways) - 1; i >= 0; i-- {
		others := slices.Concat(ways[:i], ways[i+1:])
		if !slices.ContainsFunc(e.hits, func(r *record) bool { return !r.meets(others) }) {
			return i
		}
	}
	return -1
}

// hold keeps back what is certified by something that nothing known gets rid of, as long as it isn't known what does: where
// successes used up one thing or another in its place, as fire does, what else they use up is known when all ways are.
func (k *knowledge) hold(a answer, leaning bool) answer {
	never := func(t test) bool {
		return slices.ContainsFunc(t.closure.Never, func(f int) bool { return k.item(f) })
	}
	a.leaning = leaning
	if a.phase == settled && k.burner != nil && (leaning || slices.ContainsFunc(a.tests, never)) {
		a.phase = certifying
		a.reason = fmt.Sprintf("nothing known gets rid of what it would have to be tried without, and it isn't known yet what all is used up for %s", interaction.Shown(k.vocabulary.Name(k.burner.factor)))
	}
	return a
}

// burning finds the first effect whose successes used up one thing or another, and of which not all ways are known; nil:
// there is none.
func (k *knowledge) burning() *effect {
	for _, e := range k.effects {
		if a := &e.answer; (a.phase == searching || a.phase == refused || len(a.asks) > 0) && e.alternates() {
			return e
		}
	}
	return nil
}

// alternates reports whether of two successes each used up something that the other didn't, or may have.
func (e *effect) alternates() bool {
	var sets [][]interaction.Level
	for _, r := range e.hits {
		c := r.of(e.number)
		if len(c.ever) > len(c.used) {
			return true
		}
		if slices.ContainsFunc(sets, func(s []interaction.Level) bool { return slices.EqualFunc(s, c.used, sameFactor) }) {
			continue
		}
		if slices.ContainsFunc(sets, func(s []interaction.Level) bool {
			return len(discovery.Common(s, c.used)) < min(len(s), len(c.used))
		}) {
			return true
		}
		sets = append(sets, c.used)
	}
	return false
}

func sameFactor(a, b interaction.Level) bool { return a.Factor == b.Factor }

// rare reports whether something that isn't an item surely comes more rarely than the floor of chances: what rises by itself now
// and then does so after any action. Where it does after others, no more is taken for it than what doesn't come more often here.
func (k *knowledge) rare(e *effect) bool {
	if k.item(e.factor) {
		return false
	}
	here := k.tally(e, nil)
	if k.seldom(here) {
		return true
	}
	elsewhere, others := k.byOthers(e)
	return others > 0 && chance.Fisher(here, elsewhere) >= oftener || others > 1 && len(k.setting.Beside(k.vocabulary, e.factor, k.reach.Given)) > 0 && !k.often(here)
}

// seldom reports whether so many hits are too few for a chance of the floor.
func (k *knowledge) seldom(t chance.Tally) bool {
	n := t.Hits + t.Misses
	return n > 0 && distuv.Binomial{N: float64(n), P: k.cfg.Floor}.CDF(float64(t.Hits)) < conflict
}

// byItself says why the effect is taken for something that comes by itself.
func (k *knowledge) byItself(e *effect) string {
	if beside := k.setting.Beside(k.vocabulary, e.factor, k.reach.Given); len(beside) > 0 {
		return fmt.Sprintf("it may come by itself beside %s: it comes after other actions, too, and not surely after more than half of these", interaction.Shown(k.vocabulary.Name(beside[0])))
	}
	return fmt.Sprintf("it comes in fewer than %g of the trials, whatever there is: it may come by itself", k.cfg.Floor)
}

// often reports whether the hits are too many for a chance of one half: where something comes by itself beside what was planted, that is to
// be seen of an action, during which it may have been waited for.
func (k *knowledge) often(t chance.Tally) bool {
	return t.Hits > 0 && 1-distuv.Binomial{N: float64(t.Hits + t.Misses), P: max(k.cfg.Floor, .5)}.CDF(float64(t.Hits-1)) < oftener
}

// oftener is the probability, were both chances one, below which something comes more often after one action than after others.
const oftener = .01

// feasible refuses what asks for a situation that no life brought about.
func (k *knowledge) feasible(a answer) answer {
	for _, q := range a.asks {
		if k.hopeless(q.caps, q.levels) {
			return answer{phase: refused, ways: a.ways, plans: a.plans, vain: &q, reason: fmt.Sprintf("what would have to be tried was never brought about: everything that can be had with %s%s", k.capsText(q.caps), k.nearest(q))}
		}
	}
	return a
}

// nearest says what lives lacked that came nearest to what is asked for; empty: none came near.
func (k *knowledge) nearest(q ask) string {
	levels := q.levels
	if levels == nil {
		levels = k.reach.Without(q.caps).Levels
	}
	var least []string
	for _, a := range k.actions {
		for _, r := range a.records {
			if !r.within(q.caps) {
				continue
			}
			var lacks []string
			for f, n := range levels {
				if had := r.level(f); n > had && !k.vital(f) {
					lacks = append(lacks, fmt.Sprintf("%d more %s", n-had, interaction.Shown(k.vocabulary.Name(f))))
				}
			}
			if least == nil || len(lacks) < len(least) {
				least = lacks
			}
		}
	}
	text := ""
	if len(least) > 0 && len(least) <= mostLacks {
		text = "; who came nearest to it lacked " + strings.Join(least, " and ")
	}
	for f, n := range levels {
		if had := k.mostOf(f); had < n && n > 1 && k.item(f) {
			name := interaction.Shown(k.vocabulary.Name(f))
			return fmt.Sprintf("%s; it takes %d %s, and nobody ever had more than %d: where there are few of something, the world can say what is plenty of it (its ample)", text, n, name, had)
		}
	}
	return text
}

// mostOf is the most of the factor that was ever there when something was tried.
func (k *knowledge) mostOf(f int) (n int) {
	for _, a := range k.actions {
		for _, r := range a.records {
			n = max(n, r.level(f))
		}
	}
	return n
}

// mostLacks is how many things may be missing that are told.
const mostLacks = 3

// add enters a way and drops those that it makes superfluous.
func add(ways []discovery.Way, w discovery.Way) []discovery.Way {
	return append(slices.DeleteFunc(slices.Clone(ways), func(v discovery.Way) bool { return v.Implies(w) }), w)
}

// luck is the probability of so many misses in a row where the effect could come.
func luck(t chance.Tally, misses int) float64 { return chance.DefaultPrior.MissLikelihood(t, misses) }

// unmet asks for the factors with which the effect was never seen to come, as far as they can be had: if one
// of them prevents it, that is to be seen before anything is certified. Nil: there are none.
func (k *knowledge) unmet(e *effect, ways []discovery.Way) *ask {
	base := k.reach.Room(e.factor, k.top(e))
	whole := k.reach.Without(base)
	all := k.reach.Split(whole)
	if all == nil && k.reach.Together() == 0 {
		all = []discovery.Closure{whole}
	}
	levels := make([]int, k.vocabulary.Len())
	var can []int // at once, with some of it and what the effect takes
	for _, c := range all {
		if len(all) > 1 && !slices.ContainsFunc(ways, func(w discovery.Way) bool { return discovery.Meets(w, c.Levels) }) {
			continue
		}
		for f, n := range c.Levels {
			if n > 0 && !k.vital(f) && !k.reach.Alone(f) && !(f < len(e.with) && e.with[f]) {
				levels[f], can = 1, c.Levels
			}
		}
		if can != nil {
			break
		}
	}
	if can == nil {
		return nil
	}
	if i := slices.IndexFunc(ways, func(w discovery.Way) bool { return discovery.Meets(w, can) }); i >= 0 && !k.mortal() && k.misses(e, base, levels) >= curious {
		for _, m := range ways[i] { // it was tried without what the effect takes
			levels[m.Factors[0]] = max(levels[m.Factors[0]], m.Count)
		}
	}
	return &ask{caps: base, levels: levels, action: e.action, times: 1}
}

// weathering is how often a test is asked for with one such fact, at a time.
const weathering = 20

// encore asks for some more trials where the way is met.
func (k *knowledge) encore(e *effect, w discovery.Way) ask {
	return ask{caps: k.reach.Room(e.factor, k.top(e)), levels: k.counts(w), action: e.action, times: few}
}

// weathered asks for some trials of the test with each fact that comes by itself and that nothing is known to need, as rain may do what a
// watering can does. Where no life brings that about, it is left at the assumption that it doesn't matter.
func (k *knowledge) weathered(e *effect, caps []interaction.Level, c discovery.Closure, t chance.Tally) (asks []ask) {
	if k.mortal() {
		return nil
	}
	for f, n := range c.Levels {
		if n > 0 || !k.unexplained(f) || slices.Contains(k.spec.Near, k.vocabulary.Name(f)) || capOf(caps, f) == 0 {
			continue
		}
		q := ask{levels: make([]int, len(c.Levels)), action: e.action, times: 1, till: []*effect{e}}
		q.levels[f] = 1
		if k.setting.Held(f) > 0 { // else it is to be seen that it ever comes
			q.caps = caps
			for g, n := range c.Levels {
				if n > 0 && !k.reach.Apart(f, g) {
					q.levels[g] = n
				}
			}
			for q.times = 0; q.times < weathering && luck(t, k.misses(e, caps, q.levels)+q.times) >= final; {
				q.times++
			}
		}
		if q.times > 0 && !k.hopelessAfter(mostLives, q.caps, q.levels) {
			asks = append(asks, q)
		}
	}
	return asks
}

// brimming says that what the effect gives may be full in the situation, from which it fails: it was never seen above that. Empty:
// it was.
func (k *knowledge) brimming(e *effect, failing *record) string {
	most := failing.level(e.factor)
	if ample := k.vocabulary.Factor(e.factor).Ample; k.item(e.factor) && most >= ample {
		return fmt.Sprintf("not monotone: a situation that holds what suffices, with %d %s or more, fails %d times in a row: if there can't be any number, the world has to say so, as its max", ample, interaction.Shown(k.vocabulary.Name(e.factor)), failing.trials)
	}
	if k.mostOf(e.factor) > most {
		return ""
	}
	if !k.item(e.factor) || most == 0 {
		return ""
	}
	name := interaction.Shown(k.vocabulary.Name(e.factor))
	return fmt.Sprintf("with %d %s it fails %d times in a row, and there was never more %s than that: if there can't be, the world has to say so, as its max", most, name, failing.trials, name)
}

// differing is the probability of trials by two ways, were their chance one, below which each is taken to have one of its own.
const differing = 1e-4

// unequal says which way's chance seems to differ from that of the others, where they are taken to have one; empty: none does.
func (k *knowledge) unequal(e *effect, ways []discovery.Way) string {
	if k.cfg.Chances == explore.ChancesOwn || len(ways) < 2 {
		return ""
	}
	for i, w := range ways {
		others := slices.Concat(ways[:i], ways[i+1:])
		var alone, beside chance.Tally
		for _, r := range e.action.records {
			t := &alone
			switch this, other := r.meets([]discovery.Way{w}), r.meets(others); {
			case k.full(e, r) || this == other:
				continue
			case other:
				t = &beside
			}
			hits := r.of(e.number).hits
			t.Hits += hits
			t.Misses += r.trials - hits
		}
		if chance.Fisher(beside, alone) < differing/float64(len(ways)) {
			return fmt.Sprintf("its ways seem to differ in chance: it came in %d of %d trials by one of them alone, and in %d of %d by others: --chances own doesn't take them for one", alone.Hits, alone.Hits+alone.Misses, beside.Hits, beside.Hits+beside.Misses)
		}
	}
	return ""
}

// certify says whether the ways are all, or what is missing to be sure.
func (k *knowledge) certify(e *effect, ways []discovery.Way, ts []discovery.Transversal) answer {
	a := answer{phase: certifying, ways: ways, chance: k.tally(e, ways)}
	for _, r := range e.action.records {
		if r.trials < 3 || r.of(e.number).hits > 0 || !r.meets(ways) || k.full(e, r) {
			continue
		}
		c := a.chance
		c.Misses -= r.trials
		if _, more := k.judge.Weigh(c, r.trials, conflict/float64(len(e.action.records))); more == 0 {
			return answer{phase: refused, ways: ways, reason: cmp.Or(k.hinges(e, ways), k.brimming(e, r), fmt.Sprintf("not monotone: a situation that holds what suffices fails %d times in a row", r.trials))}
		}
	}
	if why := k.unequal(e, ways); why != "" {
		return answer{phase: refused, ways: ways, reason: cmp.Or(k.hinges(e, ways), why)}
	}
	if p := graphstore.MisreadBound(a.chance.Hits, a.chance.Hits+a.chance.Misses, k.spec.Misread); p > graphstore.MisreadShare*e.budget {
		return answer{phase: refused, ways: ways, reason: fmt.Sprintf("%d successes in %d trials may all be misread", a.chance.Hits, a.chance.Hits+a.chance.Misses)}
	}
	threshold := e.budget / float64(len(ways)*(len(ways)+1)) // for each number of ways there is another look: these sum to the budget
	if k.spec.Misread > 0 {
		threshold *= 1 - graphstore.MisreadShare
	}
	for _, t := range ts {
		caps := k.reach.Lacking(e.factor, k.top(e), t)
		whole := k.reach.Without(caps)
		all := k.reach.Split(whole)
		if all == nil {
			return answer{phase: refused, ways: ways, reason: fmt.Sprintf("what can be had is never there at once, but in more than %d situations, and to test each takes too long", discovery.MostSituations)}
		}
		for _, c := range all {
			n := k.misses(e, caps, c.Levels)
			p, more := k.judge.Weigh(a.chance, n, threshold)
			if more >= math.MaxInt32 { // one success doesn't tell its chance: it is to come again
				a.asks = append(a.asks, k.encore(e, ways[0]))
				continue
			}
			if more > 0 {
				a.asks = append(a.asks, ask{caps: caps, levels: short(c, whole), action: e.action, times: more, till: []*effect{e}, out: c.Out})
				continue
			}
			a.tests = append(a.tests, test{c, n, p, threshold})
			a.asks = append(a.asks, k.weathered(e, caps, c, a.chance)...)
			a.asks = append(a.asks, k.aplenty(e, caps, c, a.chance)...)
		}
	}
	if q := k.unmet(e, ways); q != nil {
		a.asks = append(a.asks, *q)
	}
	if len(a.asks) == 0 {
		a.asks = k.lonely(e, ways)
	}
	if len(a.asks) == 0 {
		asks, why := k.stray(e, ways)
		if why != "" {
			return answer{phase: refused, ways: ways, chance: a.chance, reason: why}
		}
		a.asks = asks
	}
	if len(a.asks) > 0 {
		return a
	}
	if why := k.hinges(e, ways); why != "" {
		return answer{phase: refused, ways: ways, reason: why}
	}
	a.phase = settled
	return a
}
