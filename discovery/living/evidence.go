package living

import (
	"encoding/binary"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/interaction"
)

// action is one action and everything that was seen of it.
type action struct {
	id      interaction.Action
	bound   bool // it is done to things
	records []*record
	highest []*record // of the records, those that no other one covers
	index   map[string]*record
	all     []*effect // what was seen to rise, by number
	effects []*effect // of these, but for what also rises by itself
	trials  int
	ended   int                 // how often the episode ended before it was seen what came of it
	broke   int                 // how often the session broke as it was done
	blamed  int                 // how often of these another life hadn't broken since the time before
	whole   int                 // lives that hadn't broken by then
	deaths  [][]int             // the latest situations in which it did
	ends    map[int]int         // facts that it was seen to end, and in how many trials
	takes   []interaction.Level // items that it was seen to use up, though it raised nothing
	lowers  int                 // trials in which a vital fell
	falls   map[int]int         // the same of each vital
	tries   novelty
	along   discovery.Along
}

// record is what was seen from one situation. Levels above the ample ones are taken for
// these, but for the highest: nothing is taken to need more.
type record struct {
	at     []int // shorter than the vocabulary where it ends with absent factors
	total  int
	trials int
	came   []came // by effect; shorter where the last ones never came
}

// came is how an effect came from a situation.
type came struct {
	hits        int
	least, most int // of what any success gave
	given       discovery.Given
	used        []interaction.Level // the least that successes used up
	ever        []interaction.Level // the least that any of them used up
	worn        []interaction.Level // the most that any of them used up
	known       bool                // used is set
}

// effect is a factor that an action raises.
type effect struct {
	action *action
	number int
	factor int
	budget float64
	hits   []*record // in order of first coming
	with   []bool    // by factor: whether it came with some of it there

	lowest, highest int // of a fact, the levels that successes brought about

	brim brim

	memory memory
	answer answer
	fresh  int // the knowledge's version that the answer reflects; zero: it is to be worked out
}

// memory is what was worked out of an effect's evidence, and holds until there is more of it.
type memory struct {
	trials, factors int // of its action, and known, then
	tallies         map[string]chance.Tally
	met             map[string]common
}

// common is what successes have in common; see reducer.meet.
type common struct {
	way  []int
	sure map[int]int
}

// recall is the memory of the effect, empty if there was further evidence.
func (k *knowledge) recall(e *effect) *memory {
	if m := &e.memory; m.tallies == nil || m.trials != e.action.trials || m.factors != k.vocabulary.Len() {
		*m = memory{e.action.trials, k.vocabulary.Len(), map[string]chance.Tally{}, map[string]common{}}
	}
	return &e.memory
}

func (r *record) level(f int) int {
	if f < len(r.at) {
		return r.at[f]
	}
	return 0
}

func (r *record) of(effect int) came {
	if effect < len(r.came) {
		return r.came[effect]
	}
	return came{}
}

// covers reports whether the situation holds at least these levels.
func (r *record) covers(levels []int) bool {
	for f, n := range levels {
		if n > 0 && (f >= len(r.at) || r.at[f] < n) {
			return false
		}
	}
	return true
}

// within reports whether the situation is within the caps.
func (r *record) within(caps []interaction.Level) bool {
	return !slices.ContainsFunc(caps, func(c interaction.Level) bool { return r.level(c.Factor) > c.Level })
}

// meets reports whether the situation meets one of the ways.
func (r *record) meets(ways []discovery.Way) bool {
ways:
	for _, w := range ways {
		for i := range w {
			if r.level(w[i].Factors[0]) < w[i].Count {
				continue ways
			}
		}
		return true
	}
	return false
}

// atMost is so much of the factor, or as much as there can be.
func (k *knowledge) atMost(f, want int) int {
	if top := k.vocabulary.Factor(f).Top(); top > 0 {
		return min(want, top)
	}
	return want
}

// full reports whether the effect can't be seen from the situation, as the factor is as high
// as it gets.
func (k *knowledge) full(e *effect, r *record) bool {
	top := k.top(e)
	return top > 0 && r.level(e.factor) >= top
}

// top is the level from which the effect isn't seen any more; zero: there is none, as far as is known.
func (k *knowledge) top(e *effect) int {
	f := k.vocabulary.Factor(e.factor)
	if f.Kind == interaction.Fact && e.highest > 0 { // it rises to that, and no further
		return e.highest
	}
	return f.Top()
}

// record is that of the situation, a new one if it is the first time.
func (k *knowledge) record(a *action, at interaction.State) *record {
	levels := make([]int, 0, k.vocabulary.Len())
	total := 0
	for f := range k.vocabulary.Len() {
		x := k.vocabulary.Factor(f)
		n := at.At(f)
		if top := x.Top(); top == 0 || n < top { // where it is full, more of it can't be seen
			n = min(n, x.Ample)
		}
		levels = append(levels, n)
		if k.vocabulary.Factor(f).Kind != interaction.Vital {
			total += n
		}
	}
	for len(levels) > 0 && levels[len(levels)-1] == 0 {
		levels = levels[:len(levels)-1]
	}
	key := make([]byte, 0, 2*len(levels))
	for _, n := range levels {
		key = binary.AppendUvarint(key, uint64(n))
	}
	r := a.index[string(key)]
	if r == nil {
		r = &record{at: levels, total: total}
		a.index[string(key)] = r
		a.records = append(a.records, r)
		if !a.covered(levels) {
			a.highest = append(slices.DeleteFunc(a.highest, func(o *record) bool { return r.covers(o.at) }), r)
		}
	}
	return r
}

// covered reports whether the action was tried from a situation that holds at least these levels.
func (a *action) covered(levels []int) bool {
	return slices.ContainsFunc(a.highest, func(r *record) bool { return r.covers(levels) })
}

// learn enters a completed trial.
func (k *knowledge) learn(a *action, at interaction.State, changes []interaction.Change) {
	at = k.vocabulary.Adopt(at)
	levels := make([]interaction.Level, len(changes))
	for i, c := range changes {
		levels[i] = interaction.Level{Factor: k.vocabulary.Add(c.Factor), Level: c.Gain()}
	}
	r := k.record(a, at)
	r.trials++
	a.trials++
	for _, e := range a.all {
		e.brim.saw(at, e.factor, slices.ContainsFunc(levels, func(l interaction.Level) bool { return l.Factor == e.factor && l.Level > 0 }))
	}
	a.tries.enter(k.marks(r.at))
	a.along.Saw(k.vocabulary, changes)
	var used []interaction.Level
	lowers := false
	for i, l := range levels {
		kind := k.vocabulary.Factor(l.Factor).Kind
		if l.Level < 0 && kind == interaction.Item {
			used = append(used, interaction.Level{Factor: l.Factor, Level: -l.Level})
		} else if l.Level < 0 && kind == interaction.Fact {
			if a.ends == nil {
				a.ends = map[int]int{}
			}
			a.ends[l.Factor]++
		} else if l.Level < 0 {
			if a.falls == nil {
				a.falls = map[int]int{}
			}
			a.falls[l.Factor]++
			lowers = true
		}
		if l.Level > 0 && kind == interaction.Fact {
			levels[i].Level = changes[i].To
		}
	}
	if lowers {
		a.lowers++
	}
	slices.SortFunc(used, func(x, y interaction.Level) int { return x.Factor - y.Factor })
	if len(used) > 0 && !slices.ContainsFunc(levels, func(l interaction.Level) bool { return l.Level > 0 }) {
		a.takes = used
	}
	for _, l := range levels {
		if l.Level <= 0 {
			continue
		}
		n := slices.IndexFunc(a.all, func(e *effect) bool { return e.factor == l.Factor })
		if n < 0 {
			n = len(a.all)
			e := &effect{action: a, number: n, factor: l.Factor, budget: k.budget(n)}
			a.all = append(a.all, e)
			if !k.drifts[e.factor] {
				a.effects = append(a.effects, e)
				k.effects, k.newest = append(k.effects, e), k.lives
			}
		}
		for len(r.came) <= n {
			r.came = append(r.came, came{})
		}
		c := &r.came[n]
		if c.hits == 0 {
			c.least, c.most = l.Level, l.Level
			a.all[n].hits = append(a.all[n].hits, r)
			a.all[n].came(r)
		}
		c.hits++
		if e := a.all[n]; e.highest == 0 {
			e.lowest, e.highest = l.Level, l.Level
		} else {
			e.lowest, e.highest = min(e.lowest, l.Level), max(e.highest, l.Level)
		}
		c.least, c.most = min(c.least, l.Level), max(c.most, l.Level)
		c.given.Add(l.Level, k.vocabulary.Factor(l.Factor).Filled(at.At(l.Factor)+l.Level))
		if !c.known {
			c.used, c.ever, c.worn, c.known = used, used, used, true
		} else if !slices.Equal(c.used, used) || !slices.Equal(c.worn, used) {
			c.used, c.ever, c.worn = discovery.Common(c.used, used), discovery.Either(c.ever, used), discovery.Most(c.worn, used)
		}
	}
	for _, e := range a.effects {
		e.fresh = 0
	}
}

// came notes with what it came.
func (e *effect) came(r *record) {
	for f, n := range r.at {
		for len(e.with) <= f {
			e.with = append(e.with, false)
		}
		e.with[f] = e.with[f] || n > 0
	}
}

// hit is the smallest situation within the caps from which the effect came; nil if there is none.
func (e *effect) hit(caps []interaction.Level) *record {
	var best *record
	for _, r := range e.hits {
		if (best == nil || r.total < best.total) && r.within(caps) {
			best = r
		}
	}
	return best
}

// misses counts the trials from situations within the caps that hold at least these levels.
// They are those of a test only if the effect never came within the caps.
func (k *knowledge) misses(e *effect, caps []interaction.Level, levels []int) (n int) {
	for _, r := range e.action.records {
		if r.within(caps) && r.covers(levels) && !k.full(e, r) {
			n += r.trials
		}
	}
	return n
}

// fewest is how many of the smallest situations from which an effect came stand for all of them
// while no way is known.
const fewest = 4

// tally is the evidence on the effect's chance: what came of trials from situations that meet
// one of the ways, or, where none is known, hold what one of the smallest had from which the
// effect came.
func (k *knowledge) tally(e *effect, ways []discovery.Way) chance.Tally {
	key := make([]byte, 0, 64)
	for _, w := range ways {
		for i := range w {
			key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(w[i].Factors[0]+1)), uint64(w[i].Count))
		}
		key = append(key, 0)
	}
	m := k.recall(e)
	t, known := m.tallies[string(key)]
	if !known {
		t = k.count(e, ways)
		m.tallies[string(key)] = t
	}
	return t
}

// count works the tally out.
func (k *knowledge) count(e *effect, ways []discovery.Way) (t chance.Tally) {
	var least []*record
	if len(ways) == 0 {
		least = slices.Clone(e.hits)
		slices.SortStableFunc(least, func(a, b *record) int { return a.total - b.total })
		least = least[:min(fewest, len(least))]
	}
	for _, r := range e.action.records {
		if k.full(e, r) {
			continue
		}
		if len(ways) > 0 && !r.meets(ways) || len(ways) == 0 && !slices.ContainsFunc(least, func(h *record) bool { return r.total >= h.total && r.covers(h.at) }) {
			continue
		}
		hits := r.of(e.number).hits
		t.Hits += hits
		t.Misses += r.trials - hits
	}
	return t
}
