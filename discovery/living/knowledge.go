package living

import (
	"slices"
	"sync/atomic"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// knowledge is what is known of the world: a function of the configuration and of the lives
// that were entered, in their order.
type knowledge struct {
	cfg        explore.Config
	spec       interaction.Spec
	vocabulary *interaction.Vocabulary
	judge      chance.Judge
	actions    []*action
	byID       map[interaction.Action]*action
	effects    []*effect            // in order of first coming
	failed     map[string]failure   // by situation
	lessons    []interaction.Lesson // of all lives, in order of first coming
	suspected  []interaction.Lesson // by one life, and doubtful
	drifts     map[int]bool         // vitals and facts that also rise by themselves
	hurt       map[int]bool         // vitals that fell by a blow
	felt       map[string]interaction.Felt
	perils     map[int]bool      // vitals that are perilous while they are low
	scarce     interaction.Level // of what successes used up, what is more than counts as plenty; at level 0, none is
	reach      *discovery.Reach  // by what is known now
	burner     *effect           // see burning
	version    int               // changes with reach and failed
	lives      int               // that were entered
	begun      int               // episodes that these began
	deaths     int               // of these, those that ended early
	newest     int               // how many lives were entered before that which showed an effect first, the last of them
	answered   int               // how many were entered with the last that brought a situation about
	setting    discovery.Setting
	broken     int // lives in a row that broke
	unbroken   int // lives that didn't
	whole      int // how many steps one of these had at most
	longest    int // the same of those that broke
	pace       pace
	last       bool                    // nothing else is left to ask, see final
	limits     []graphstore.LimitEntry // no more is asked for, see lower
	sweeps     int                     // trials that show that an action does nothing else
	hurry      atomic.Bool             // what isn't worked out yet is left at that
}

// effectShare is the part of delta for what is claimed of effects that were seen; the rest is
// for the claim that there are no others.
const effectShare = .8

func newKnowledge(cfg explore.Config, spec interaction.Spec) *knowledge {
	k := &knowledge{cfg: cfg, spec: spec, vocabulary: interaction.NewVocabulary(cfg.Stock, spec.Factors), byID: map[interaction.Action]*action{},
		failed: map[string]failure{}, drifts: map[int]bool{}, hurt: map[int]bool{}, felt: map[string]interaction.Felt{}, perils: map[int]bool{}, judge: cfg.Judge(), sweeps: chance.MissesToExclude(cfg.Floor, cfg.Delta*(1-effectShare)/float64(len(spec.Actions)))}
	for _, a := range spec.Actions {
		act := &action{id: a.ID, index: map[string]*record{}}
		k.actions = append(k.actions, act)
		k.byID[a.ID] = act
	}
	for _, f := range spec.Factors {
		if f.Kind != interaction.Item {
			k.vocabulary.Add(f.Name)
		}
	}
	k.setting.Enclose(spec.Exclusions)
	k.survey()
	return k
}

// planned are the ways that plans use.
func (a *answer) planned() []discovery.Way {
	if a.plans != nil {
		return a.plans
	}
	return a.ways
}

// budget is the share of delta of an action's n-th effect, counting from zero.
func (k *knowledge) budget(n int) float64 {
	return inquiry.EffectBudget(k.cfg.Delta*effectShare, len(k.spec.Actions), n+1)
}

// survey works out what can be brought about with what is known.
func (k *knowledge) survey() {
	var rules []discovery.Rule
	for _, e := range k.effects {
		if e.answer.phase == aside {
			continue
		}
		ways := e.answer.planned()
		if len(ways) == 0 {
			ways = []discovery.Way{k.guess(e)}
		}
		x := discovery.Rule{Action: e.action.id, Factor: e.factor, Chance: share(k.tally(e, ways)), Along: e.action.along.With(e.factor)}
		for _, w := range ways {
			x.Ways = append(x.Ways, k.used(e, ways, w))
		}
		order := discovery.NewPrecedence(x.Ways)
		for i, r := range e.hits {
			c := r.of(e.number)
			if i == 0 {
				x.Least = c.least
			}
			order.Saw(r.at, c.used, c.ever, c.hits)
			x.Least, x.Most = min(x.Least, c.least), max(x.Most, c.most)
		}
		x.Before = order.Before()
		x.Burnt = order.Burnt(x.Ways[:len(e.answer.ways)])
		rules = append(rules, x)
	}
	if r := k.setting.Reach(k.vocabulary, rules); k.reach == nil || !r.Equal(k.reach) {
		k.reach = r
		k.version++
	}
	if b := k.burning(); b != k.burner {
		k.burner = b
		k.version++
	}
}

// share is the share of hits, in whole parts: plans aren't made anew with each trial.
func share(t chance.Tally) float64 {
	if t.Misses == 0 {
		return 1
	}
	return float64(max(1, shares*t.Hits/(t.Hits+t.Misses))) / shares
}

// shares is in how many parts a share is counted.
const shares = 8

// guess is a way to plan with while none is known: what successes used up, and one of each of
// whatever was there each time.
func (k *knowledge) guess(e *effect) discovery.Way { return k.shared(e, e.hits) }

// shared is what these situations from which the effect came have in common, with what was used up in each.
func (k *knowledge) shared(e *effect, hits []*record) discovery.Way {
	low := slices.Clone(hits[0].at)
	used := hits[0].of(e.number).used
	for _, r := range hits[1:] {
		for f := range low {
			low[f] = min(low[f], r.level(f))
		}
		used = discovery.Common(used, r.of(e.number).used)
	}
	var way discovery.Way
	for f, n := range low {
		if n == 0 || k.vital(f) {
			continue
		}
		m := discovery.One(f, 1)
		for _, u := range used {
			if u.Factor == f {
				m.Count = min(u.Level, n)
				m.Consumed = m.Count
			}
		}
		way = append(way, m)
	}
	return way
}

// asked is how much of the factor the way asks for.
func asked(w discovery.Way, f int) int {
	for _, m := range w {
		if slices.Contains(m.Factors, f) {
			return m.Count
		}
	}
	return 0
}

// used is the way with what a success by it consumed: from the smallest situation that meets no
// other way, or else from the smallest where nothing but what it asks for was used up.
func (k *knowledge) used(e *effect, ways []discovery.Way, w discovery.Way) discovery.Way {
	out := slices.Clone(w)
	others := slices.DeleteFunc(slices.Clone(ways), w.Equal)
	var least *record
	for pass := 0; pass < 2 && least == nil; pass++ {
		for _, r := range e.hits {
			if least != nil && r.total >= least.total || !r.meets([]discovery.Way{w}) {
				continue
			}
			if pass == 0 && r.meets(others) || pass == 1 && slices.ContainsFunc(r.of(e.number).used, func(u interaction.Level) bool { return asked(w, u.Factor) < u.Level }) {
				continue
			}
			least = r
		}
	}
	for i := range out {
		out[i].Consumed = 0
		if least != nil {
			out[i].Consumed = discovery.Of(least.of(e.number).used, out[i].Factors[0])
		}
	}
	return k.worn(e, others, out)
}

// worn is the way with the least and the most that successes by it and by none of the others used up, as far as these took nothing else: where a
// tool breaks at times, that isn't the same each time.
func (k *knowledge) worn(e *effect, others []discovery.Way, w discovery.Way) discovery.Way {
	for _, r := range e.hits {
		c := r.of(e.number)
		if !r.meets([]discovery.Way{w}) || r.meets(others) ||
			slices.ContainsFunc(c.ever, func(u interaction.Level) bool { return !w.Overlaps([]int{u.Factor}) }) {
			continue
		}
		for i, m := range w {
			f := m.Factors[0]
			most := max(discovery.Of(c.worn, f), m.Consumed, m.Most)
			if w[i].Consumed = min(m.Consumed, discovery.Of(c.used, f)); most > w[i].Consumed {
				w[i].Most = most
			}
		}
	}
	return w
}

// consider works every answer out. Ways say what can be brought about, and that says
// what certificates are taken against: so once for each. Where answers don't come to rest, as each is so by what others
// are, it stops at some that ask for something: what comes of that may decide it. It begins with no answers, so that they are the same
// in a run that is gone on with. In a hurry all are left as they were.
func (k *knowledge) consider() {
	version, reach, burner, scarce := k.version, k.reach, k.burner, k.scarce
	was := make([]effect, len(k.effects))
	for i, e := range k.effects {
		was[i] = effect{answer: e.answer, fresh: e.fresh}
		e.answer, e.fresh = answer{}, 0
	}
	k.settle()
	if k.hurry.Load() {
		k.version, k.reach, k.burner, k.scarce = version, reach, burner, scarce
		for i, e := range k.effects {
			e.answer, e.fresh = was[i].answer, was[i].fresh
		}
	}
}

// settle works the answers out from those there are.
func (k *knowledge) settle() {
	k.survey()
	if u := k.beyond(); u.Level > k.scarce.Level {
		k.scarce = u
		k.version++
	}
	for range 3 {
		before := k.version
		for _, e := range k.effects {
			k.inquire(e)
		}
		if k.survey(); k.version == before {
			return
		}
	}
	for range unsettled {
		for _, e := range k.effects {
			k.inquire(e)
		}
		if len(k.questions()) > 0 {
			return
		}
		before := k.version
		if k.survey(); k.version == before {
			return
		}
	}
}

// confirm takes back what was certified by rules that aren't claimed any more: where answers don't come to rest, the closures
// of some are those of others' answers of before.
func (k *knowledge) confirm() {
	k.survey()
	if k.hurry.Load() {
		for _, e := range k.effects {
			if e.fresh != k.version && e.answer.phase == settled { // what the last lives showed may speak against it
				e.answer.phase = certifying
			}
		}
	}
	for again := true; again; {
		again = false
		k.burner = k.burning()
		for _, e := range k.effects {
			if e.answer.phase != settled {
				continue
			}
			ts, _ := discovery.Transversals(e.answer.ways) // as many as it was certified by
			e.answer = k.hold(k.feasible(k.certify(e, e.answer.ways, ts)), e.answer.leaning)
			again = again || e.answer.phase != settled
		}
	}
}

// unsettled is how often answers are looked at that don't come to rest.
const unsettled = 6

const (
	// curious is how often an action that did nothing is tried before others get a turn.
	curious = 4
	// few is how many of everything it is tried with first.
	few = 3
)

// tried counts the trials of the action with these levels and more.
func (k *knowledge) tried(a *action, levels []int) (n int) {
	for _, r := range a.records {
		if r.covers(levels) {
			n += r.trials
		}
	}
	return n
}

// samples are what it is tried with before everything: one of each of what is likely to matter, one of
// each, and a few of each. What is found is for making something, and what is made is for use on things:
// that comes first. Where an action is done to things, facts don't come before everything: those are to be
// brought about where the thing is.
func (k *knowledge) samples(everything discovery.Closure) map[bool][][]int {
	found := map[int]bool{}
	for _, e := range k.effects {
		found[e.factor] = found[e.factor] || e.action.bound
	}
	out := map[bool][][]int{}
	for _, bound := range [2]bool{false, true} {
		for stage, most := range [3]int{1, 1, few} {
			levels := slices.Clone(everything.Levels)
			for f, n := range levels {
				levels[f] = min(n, most)
				if fact := !k.item(f); fact && bound || !fact && stage == 0 && found[f] == bound {
					levels[f] = 0
				}
			}
			out[bound] = append(out[bound], levels)
		}
	}
	return out
}

// everything is all that can be had at once, in each way that it can; in one, where there are too many.
func (k *knowledge) everything() []discovery.Closure {
	whole := k.reach.Without(nil)
	if all := k.reach.Split(whole); all != nil {
		return all
	}
	return []discovery.Closure{whole}
}

// short are the levels that an ask for the ceiling says: nil, where it is the whole closure.
func short(ceiling, whole discovery.Closure) []int {
	if slices.Equal(ceiling.Levels, whole.Levels) {
		return nil
	}
	return ceiling.Levels
}

// unspent is a few of all but of what episodes begin with and nothing gives: where all can't be there at once, as what it buys is there only
// when it is spent, something is tried with the rest. Nil: there is nothing such.
func (k *knowledge) unspent(everything discovery.Closure) []int {
	var levels []int
	for f := range everything.Levels {
		if k.reach.Begins(f) > 0 && !k.reach.Given(f) {
			if levels == nil {
				levels = slices.Clone(everything.Levels)
				for g, n := range levels {
					levels[g] = min(n, few)
				}
			}
			levels[f] = 0
		}
	}
	return levels
}

// entire is all that an episode begins with and nothing gives, in each of the largest situations, with which the action is to be tried before
// any of it is spent; nil: there is nothing such, or it was.
func (k *knowledge) entire(a *action, ceilings []discovery.Closure) []int {
	for _, c := range ceilings {
		levels, some := make([]int, k.vocabulary.Len()), false
		for f, there := range c.Levels {
			if n := k.reach.Begins(f); n > 0 && there > 0 && k.item(f) && !k.reach.Given(f) {
				levels[f], some = n, true
			}
		}
		if some && k.tried(a, levels) < curious && !k.hopeless(nil, levels) {
			return levels
		}
	}
	return nil
}

// unmatched are the levels, if the action was never tried with something that they hold: it may do more with that than it was seen to do, and
// that is what those wait for that never did anything. Nil: it was, none waits, or no life gets there. Where lives end early, that is tried in passing;
// from a full bag it wouldn't be seen.
func (k *knowledge) unmatched(a *action, levels []int) []int {
	if k.mortal() || len(k.spec.Exclusions) > 0 || k.reach.Together() > 0 || !slices.ContainsFunc(k.actions, (*action).idle) || k.hopeless(nil, levels) {
		return nil
	}
	for f, n := range levels {
		if n > 0 && !k.vital(f) && !a.tries.holds([]int{2 * f}) {
			return levels
		}
	}
	return nil
}

// heap is more of one thing than of the others, with which an action is to be tried that was never seen to do anything; nil: there is
// none left. Where lives end early, and found nothing new for a while, they don't come to have much of everything.
func (k *knowledge) heap(a *action, everything discovery.Closure) []int {
	if 2*k.deaths <= k.lives || k.plays() || a.bound || k.lives-k.newest <= settling {
		return nil
	}
	for f, n := range everything.Levels {
		if n > 0 { // the rest may leave no time for more of it, or no room
			n = k.vocabulary.Factor(f).Ample
		}
		if n <= few || !k.item(f) {
			continue
		}
		levels := make([]int, len(everything.Levels))
		levels[f] = min(n, heaped)
		if k.tried(a, levels) == 0 && k.failed[key(nil, levels)][k.plans(everything)] < tiring {
			return levels
		}
	}
	return nil
}

// heaped is how much that is at most.
const heaped = 6

// questions are what to try next. First what may lead to something new, then what finds ways,
// and last what certifies, unless lives are left over for it.
func (k *knowledge) questions() []ask {
	whole, ceilings := k.reach.Without(nil), k.everything()
	everything := ceilings[0]
	var samples []map[bool][][]int
	for _, c := range ceilings {
		samples = append(samples, k.samples(c))
	}
	var fresh, find, sure []ask
	possible := slices.ContainsFunc(ceilings, func(c discovery.Closure) bool { return !k.hopeless(nil, short(c, whole)) })
	for _, a := range k.actions {
		switch {
		case a.wrecks(), a.trials == 0 && k.placeless(a, everything):
			continue
		case a.trials == 0 && possible && a.ended == 0:
			fresh = append(fresh, ask{action: a, levels: make([]int, len(everything.Levels)), times: 1}) // as it comes
			continue
		case a.idle() && k.entire(a, ceilings) != nil:
			levels := k.entire(a, ceilings)
			fresh = append(fresh, ask{action: a, levels: levels, times: curious - k.tried(a, levels)})
		case a.idle() && !possible:
			if levels := k.unspent(ceilings[0]); levels != nil && k.tried(a, levels) < curious && !k.hopeless(nil, levels) {
				fresh = append(fresh, ask{action: a, levels: levels, times: curious - k.tried(a, levels)})
			}
		case a.idle():
			if levels := k.heap(a, everything); levels != nil && k.tried(a, everything.Levels) < curious {
				fresh = append(fresh, ask{action: a, levels: levels, times: 1})
				break
			}
			for i, c := range ceilings {
				if k.tried(a, c.Levels) >= curious || k.hopeless(nil, short(c, whole)) {
					continue
				}
				for _, levels := range samples[i][a.bound] {
					if m := k.tried(a, levels); m < curious && !k.hopeless(nil, levels) {
						fresh = append(fresh, ask{action: a, levels: levels, times: curious - m, out: c.Out})
						break
					}
				}
			}
		}
		if !a.idle() {
			for i, c := range ceilings {
				if levels := k.unmatched(a, samples[i][a.bound][1]); levels != nil {
					fresh = append(fresh, ask{action: a, levels: levels, times: curious - k.tried(a, levels), out: c.Out})
					break
				}
			}
		}
		for _, c := range ceilings {
			if n, levels := k.tried(a, c.Levels), short(c, whole); n < k.sweeps && !k.hopeless(nil, levels) {
				sure = append(sure, ask{action: a, levels: levels, times: k.sweeps - n, sweeps: true, out: c.Out})
			}
		}
		for _, e := range a.effects {
			switch e.answer.phase {
			case searching:
				find = append(find, e.answer.asks...)
			case certifying:
				sure = append(sure, e.answer.asks...)
			}
		}
	}
	switch {
	case len(fresh)+len(find)+len(sure) == 0:
		return k.waits(everything)
	case len(fresh)+len(find) == 0:
		return sure
	case k.spec.Caps.Prompt && (k.lives%2 == 0 || len(k.failed) < manyFailed):
		return append(fresh, find...)
	}
	// Where an episode takes long to begin, or the search fails at much, no certificate waits until nothing is left to find.
	cheap := slices.DeleteFunc(sure, func(q ask) bool { return q.sweeps })
	return append(append(fresh, find...), cheap...)
}

// manyFailed is how many situations weren't brought about until the search counts as one that lasts.
const manyFailed = 8

// final are the questions, or, where there are none, those about what lives didn't find or bring about, in more lives.
func (k *knowledge) final(wanted func(*knowledge) []ask) []ask {
	asks := wanted(k)
	if len(asks) > 0 || k.broken >= mostLives/wholeLife {
		return asks
	}
	if asks = k.again(k.everything()[0]); len(asks) > 0 {
		return asks
	}
	k.patient(true)
	k.consider()
	if asks = wanted(k); len(asks) == 0 {
		asks = k.anew()
	}
	return asks
}

// anew asks for one more episode, in which something is tried at once, where there were few: what some begin with may not have been seen.
// Nil: there were enough, or in most of those that were begun nothing came to be tried.
func (k *knowledge) anew() []ask {
	if !k.setting.Few() || k.begun >= mostBegun || k.broken > 0 {
		return nil
	}
	var all []*action
	bound := !slices.ContainsFunc(k.actions, func(a *action) bool { return a.trials > 0 && !a.deadly() && !a.bound })
	for _, a := range k.actions {
		if a.trials > 0 && !a.deadly() && a.bound == bound {
			all = append(all, a)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return []ask{{action: all[k.begun%len(all)], levels: make([]int, k.vocabulary.Len()), times: 1, anew: true}} // one may be refused at first
}

// mostBegun is how many episodes are begun, at most, to see what they begin with.
const mostBegun = 60

// patient says whether more lives are to bring a situation about.
func (k *knowledge) patient(last bool) {
	if k.last != last {
		k.last = last
		k.version++
	}
}

// again asks once more for what was never tried, as lives looked for a place in vain: a thing may be on few maps. It is looked for in as
// many lives as a further effect is in trials.
func (k *knowledge) again(everything discovery.Closure) (out []ask) {
	for _, a := range k.actions {
		if a.trials+a.ended == 0 && k.sought(a, everything) < k.sweeps*wholeLife {
			out = append(out, ask{action: a, levels: make([]int, len(everything.Levels)), times: 1})
		}
	}
	return out
}

// unexplained reports whether the factor is a fact that nothing known brings about, but to wait.
func (k *knowledge) unexplained(f int) bool {
	return k.vocabulary.Factor(f).Kind == interaction.Fact && !k.reach.Given(f)
}

// item reports whether the factor is one.
func (k *knowledge) item(f int) bool { return k.vocabulary.Factor(f).Kind == interaction.Item }

// vital reports whether the factor is one. No way is taken to need a vital (docs/theory.md).
func (k *knowledge) vital(f int) bool { return k.vocabulary.Factor(f).Kind == interaction.Vital }

// idle reports whether the action was never seen to do anything, but for what is taken to come by itself.
func (a *action) idle() bool {
	return !slices.ContainsFunc(a.effects, func(e *effect) bool { return e.answer.phase != aside })
}

// wholly reports whether everything that the action was seen to do is certified.
func (a *action) wholly() bool {
	open := func(e *effect) bool { return e.answer.phase != settled && e.answer.phase != aside }
	return slices.ContainsFunc(a.effects, func(e *effect) bool { return e.answer.phase == settled }) && !slices.ContainsFunc(a.effects, open)
}
