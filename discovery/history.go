package discovery

import (
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/interaction"
)

// History is everything that was seen of one action: for each start how often it was
// tried and what came of it. An effect is a factor that the action was seen to raise. It
// belongs to one goroutine.
type History struct {
	vocabulary *interaction.Vocabulary
	records    []*Record
	index      map[interaction.Digest]*Record
	effects    []int // factors, in order of first appearance
	sides      []*sides
	ends       []int // facts that it was seen to end, ascending
	lowers     []int // items of which there was less after it, ascending
}

// sides are the records by what they prove of one effect.
type sides struct {
	sorted int // how often they were
	// room is the level from which on nobody can see the factor rise.
	room int
	// smallest are records with hits, such that every proven start covers one
	// of them.
	smallest frontier
	// ways stand for records with hits that are not kept among the smallest.
	ways     []Way
	proofs   []*Record // the same in the order in which they came
	unproven []*Record
	// silent were proven before they had a hit; they may have some by now.
	silent []*Record
	chance chance.Tally // of the proven ones
	known  chance.Tally // of those that were proven when the trial was made
	// trailing is how many of the misses came after the last hit at their start,
	// and streaks are starts where such a series is long, or was.
	trailing int
	streaks  []*Record
	crowds   int // see Crowds
}

// Record is what was seen of one action from one start.
type Record struct {
	At interaction.State
	// Asked counts the trials that were asked for, also those that broke; it
	// numbers the next one.
	Asked int
	// Trials counts the completed ones.
	Trials  int
	tallies []tally // by effect
}

// tally is what was seen of one effect at one record.
type tally struct {
	hits int
	// shown is how often it came where that counts for nothing but that it can; see Show.
	shown int
	// proven: the start covers a set that is proven to suffice.
	proven bool
	// full: the factor can't be seen to rise from here, so nothing is learned of it.
	full bool
	// later counts the trials made when the start was known to suffice: unlike all hits,
	// these weren't selected for being hits.
	later chance.Tally
	// used is what the successes here consumed; the least where they differed. worn is the most.
	used, worn      []interaction.Level
	streak          int // misses since the last hit
	given           Given
	usedDiffered    bool
	usedInitialised bool
}

// longStreak is the shortest series of misses after a hit that is looked at.
const longStreak = 3

// NewHistory returns an empty history of starts that are written with the vocabulary.
func NewHistory(v *interaction.Vocabulary) *History {
	return &History{vocabulary: v, index: map[interaction.Digest]*Record{}}
}

// Vocabulary is what the starts are written with.
func (h *History) Vocabulary() *interaction.Vocabulary { return h.vocabulary }

// Record returns the record of the start, a new one if it is the first time.
func (h *History) Record(at interaction.State) *Record {
	r := h.index[at.Digest()]
	if r == nil {
		r = &Record{At: at, tallies: make([]tally, len(h.effects))}
		for e, s := range h.sides {
			switch t := &r.tallies[e]; {
			case at.At(h.effects[e]) >= s.room:
				t.full = true
			case h.covered(e, at):
				t.proven = true
				s.silent = append(s.silent, r)
			default:
				s.unproven = append(s.unproven, r)
			}
		}
		h.index[at.Digest()] = r
		h.records = append(h.records, r)
	}
	return r
}

// Smallests lists records at which the effect came, such that every start that
// is proven to suffice covers one of them, or meets a way that is certain. The
// caller must not change the slice.
func (h *History) Smallests(effect int) []*Record { return h.sides[effect].smallest.records }

// Unproven lists the starts that aren't proven to suffice. The caller must not
// change the slice.
func (h *History) Unproven(effect int) []*Record { return h.sides[effect].unproven }

// Find returns the record of the start, or nil.
func (h *History) Find(at interaction.State) *Record { return h.index[at.Digest()] }

// Records lists all records in order of first asking. The caller must not change
// the slice.
func (h *History) Records() []*Record { return h.records }

// Effects lists the factors that the action was seen to raise, in order of first
// appearance. The caller must not change the slice.
func (h *History) Effects() []int { return h.effects }

// Ends lists the facts that the action was seen to end, ascending. The caller must not
// change the slice.
func (h *History) Ends() []int { return h.ends }

// Lowers lists the items of which there was less after the action, ascending. The caller must
// not change the slice.
func (h *History) Lowers() []int { return h.lowers }

// Room is the level of the effect's factor from which on it can't be seen to rise, of a fact the
// lowest to which it was brought: trials that start there say nothing of the effect. [math.MaxInt] if there is none.
func (h *History) Room(effect int) int { return h.sides[effect].room }

// rise is one effect of a trial: how much came.
type rise struct {
	factor, amount int
	filled         bool // there may have been no room for more
}

// changes divides what a trial changed into what rose and what was consumed, and notes
// which facts it ended, and what it lowered. Of a fact, the amount is the level that was reached.
func (h *History) changes(at interaction.State, after []interaction.Level) (rises []rise, consumed []interaction.Level) {
	for _, l := range after {
		was, kind := at.At(l.Factor), h.vocabulary.Factor(l.Factor).Kind
		switch {
		case l.Level > was && kind == interaction.Fact:
			rises = append(rises, rise{factor: l.Factor, amount: l.Level})
		case l.Level > was:
			rises = append(rises, rise{l.Factor, l.Level - was, h.vocabulary.Factor(l.Factor).Filled(l.Level)})
		case l.Level < was && kind == interaction.Item:
			consumed = append(consumed, interaction.Level{Factor: l.Factor, Level: was - l.Level})
			h.lowers = noted(h.lowers, l.Factor)
		case l.Level < was && kind == interaction.Fact:
			h.ends = noted(h.ends, l.Factor)
		}
	}
	return rises, consumed
}

// noted is the ascending list with the factor in it.
func noted(list []int, factor int) []int {
	if i, known := slices.BinarySearch(list, factor); !known {
		list = slices.Insert(list, i, factor)
	}
	return list
}

// Add enters a completed trial at the start: the levels that are different afterwards.
func (h *History) Add(at interaction.State, after []interaction.Level) {
	r := h.Record(at)
	rises, consumed := h.changes(at, after)
	r.Trials++
	foreseen := make([]*sides, len(h.sides)) // those of effects that were known to be able to come
	for e, s := range h.sides {
		if t := &r.tallies[e]; t.proven {
			s.chance.Misses++ // until it turns out to be a hit
			s.known.Misses++
			t.later.Misses++
			foreseen[e] = s
		}
	}
	came := make([]bool, len(h.effects), len(h.effects)+len(rises))
	for _, o := range rises {
		e := h.effect(at, o)
		if e == len(came) {
			came = append(came, false)
		}
		came[e] = true
		h.sides[e].crowds = max(h.sides[e].crowds, h.others(e, at, after))
		t := &r.tallies[e]
		t.hits++
		t.hit(o, consumed)
		switch {
		case t.proven:
			h.sides[e].chance.Misses--
			h.sides[e].chance.Hits++
		case !t.full:
			h.prove(e, r)
		}
		if e < len(foreseen) && foreseen[e] == h.sides[e] { // else the evidence begins anew, as there is other room
			t.later.Misses--
			t.later.Hits++
			h.sides[e].known.Misses--
			h.sides[e].known.Hits++
		}
	}
	for e, s := range h.sides {
		t := &r.tallies[e]
		switch {
		case t.hits == 0 || t.full:
		case came[e]:
			s.trailing -= t.streak
			t.streak = 0
		default:
			t.streak++
			s.trailing++
			if t.streak == longStreak {
				s.streaks = append(s.streaks, r)
			}
		}
	}
}

// Crowds is how many more slots other items took after a trial in which the effect came than before it, at most.
func (h *History) Crowds(effect int) int { return h.sides[effect].crowds }

// others is that number of a trial.
func (h *History) others(effect int, at interaction.State, after []interaction.Level) (n int) {
	for _, l := range after {
		if f := h.vocabulary.Factor(l.Factor); f.Kind == interaction.Item && l.Factor != h.effects[effect] {
			n += f.Slots(l.Level) - f.Slots(at.At(l.Factor))
		}
	}
	return n
}

// Show enters that the action raised factors from the start other than in a trial, as when
// a task was done: that proves what suffices, but, as such starts and times are chosen by
// what is hoped for, it says nothing of chances.
func (h *History) Show(at interaction.State, after []interaction.Level) {
	r := h.Record(at)
	rises, consumed := h.changes(at, after)
	for _, o := range rises {
		e := h.effect(at, o)
		t := &r.tallies[e]
		t.shown++
		t.hit(o, consumed)
		if !t.proven && !t.full {
			h.prove(e, r)
		}
	}
}

// hit enters what a success gave and consumed.
func (t *tally) hit(o rise, consumed []interaction.Level) {
	t.given.Add(o.amount, o.filled)
	if !t.usedInitialised {
		t.used, t.worn, t.usedInitialised = consumed, consumed, true
	} else if !slices.Equal(t.used, consumed) {
		t.usedDiffered = true
		t.used, t.worn = Common(t.used, consumed), Most(t.worn, consumed)
	}
}

// effect is the place of an effect that came, a new one if it is the first time.
func (h *History) effect(at interaction.State, o rise) int {
	e := slices.Index(h.effects, o.factor)
	if e < 0 {
		e = len(h.effects)
		h.effects = append(h.effects, o.factor)
		for _, r := range h.records {
			r.tallies = append(r.tallies, tally{})
		}
		room := math.MaxInt
		f := h.vocabulary.Factor(o.factor)
		if top := f.Top(); top > 0 {
			room = top
		}
		if f.Kind == interaction.Fact {
			room = o.amount
		}
		h.sides = append(h.sides, &sides{})
		h.SetRoom(e, room)
	} else if s := h.sides[e]; h.vocabulary.Factor(o.factor).Kind == interaction.Fact {
		if o.amount < s.room {
			h.SetRoom(e, o.amount) // from there on not all that raises it is seen to
		}
	} else if at.At(o.factor) >= s.room {
		h.SetRoom(e, math.MaxInt) // there was room after all
	}
	return e
}

// Sorted is how often the effect's hits were sorted again, see [History.SetRoom].
func (h *History) Sorted(effect int) int { return h.sides[effect].sorted }

// SetRoom says from which level on the effect's factor can't be seen to rise. What was
// seen so far is sorted again; series of misses, and what was foreseen, begin anew, as some may be no evidence now.
func (h *History) SetRoom(e, room int) {
	s := &sides{room: room, ways: h.sides[e].ways, crowds: h.sides[e].crowds, sorted: h.sides[e].sorted + 1}
	h.sides[e] = s
	var hits []*Record
	for _, r := range h.records {
		t := &r.tallies[e]
		t.full, t.proven, t.streak, t.later = r.At.At(h.effects[e]) >= room, false, 0, chance.Tally{}
		if !t.full {
			s.unproven = append(s.unproven, r)
		}
		if t.hits+t.shown > 0 && !t.full {
			hits = append(hits, r)
		}
	}
	slices.SortStableFunc(hits, func(a, b *Record) int { return a.At.Total() - b.At.Total() })
	for _, r := range hits {
		if !r.tallies[e].proven {
			h.prove(e, r)
		}
	}
}

// prove enters the first hit at a start of which nothing smaller is known to
// suffice: it and all that cover it do.
func (h *History) prove(e int, r *Record) {
	s := h.sides[e]
	s.smallest.insert(r)
	s.proofs = append(s.proofs, r)
	s.unproven = slices.DeleteFunc(s.unproven, func(x *Record) bool {
		if !x.At.Covers(r.At) {
			return false
		}
		t := &x.tallies[e]
		t.proven = true
		s.chance.Hits += t.hits
		s.chance.Misses += x.Trials - t.hits
		if t.hits+t.shown == 0 {
			s.silent = append(s.silent, x)
		}
		return true
	})
}

// covered reports whether the start, which has no record, covers one that is
// proven.
func (h *History) covered(e int, at interaction.State) bool {
	s := h.sides[e]
	return slices.ContainsFunc(s.ways, func(w Way) bool { return MetBy(w, at) }) || s.smallest.below(at)
}

// Hits is how often the effect came here, and how often it didn't.
func (r *Record) Hits(effect int) chance.Tally {
	return chance.Tally{Hits: r.tallies[effect].hits, Misses: r.Trials - r.tallies[effect].hits}
}

// Came is how often the effect was seen to come here, in trials or otherwise.
func (r *Record) Came(effect int) int { return r.tallies[effect].hits + r.tallies[effect].shown }

// Proven reports whether the start covers a set that is proven to suffice.
func (r *Record) Proven(effect int) bool { return r.tallies[effect].proven }

// Full reports whether the effect's factor can't be seen to rise from here: then trials say
// nothing of the effect.
func (r *Record) Full(effect int) bool { return r.tallies[effect].full }

// Known is what came of the trials that were made when the start was known to suffice.
// Whether a trial is among them doesn't depend on what came of it, as it does where a
// start is known to suffice because the effect came.
func (r *Record) Known(effect int) chance.Tally { return r.tallies[effect].later }

// Used is what a success of the effect consumed here, nil if none was seen; where
// successes differed, the least. same is false where they differed.
func (r *Record) Used(effect int) (used []interaction.Level, same bool) {
	return r.tallies[effect].used, !r.tallies[effect].usedDiffered
}

// Worn is the most of each factor that a success of the effect consumed here, ascending.
func (r *Record) Worn(effect int) []interaction.Level { return r.tallies[effect].worn }

// Given is what the successes gave here.
func (r *Record) Given(effect int) Given { return r.tallies[effect].given }

// Witness is a record at which the effect came by what the way asks for and nothing else;
// nil if there is none.
func (h *History) Witness(effect int, w Way) *Record {
	if r := h.Find(At(h.vocabulary, w)); r != nil && r.Came(effect) > 0 {
		return r
	}
	for _, r := range h.records {
		if r.Came(effect) > 0 && r.At.Total() == w.Total() && MetBy(w, r.At) {
			return r
		}
	}
	return nil
}

// Chance is the evidence on an effect's chance: the trials at starts that
// are proven to suffice. Trials at others say nothing of it, as whether they
// suffice is the question.
func (h *History) Chance(effect int) chance.Tally { return h.sides[effect].chance }

// Unselected is the part of Chance from trials made when their start was known to suffice:
// whether these count doesn't depend on what came of them.
func (h *History) Unselected(effect int) chance.Tally { return h.sides[effect].known }

// Silent lists the starts that are proven to suffice and where the effect
// never came.
func (h *History) Silent(effect int) []*Record {
	s := h.sides[effect]
	s.silent = slices.DeleteFunc(s.silent, func(r *Record) bool { return r.Came(effect) > 0 })
	return s.silent
}

// Seen reports whether the start, whether or not it was tried itself, covers a
// set that is proven to suffice.
func (h *History) Seen(effect int, at interaction.State) bool {
	if r := h.Find(at); r != nil {
		return r.tallies[effect].proven
	}
	return h.covered(effect, at)
}

// Tells reports whether a miss from the one start, which isn't proven to suffice, is one from the
// other, too: it covers that, and as what brings a fact to a level isn't seen from there on, a fact
// that the effect is on has the same level.
func (h *History) Tells(effect int, from, of interaction.State) bool {
	f := h.effects[effect]
	return from.Covers(of) && (from.At(f) == of.At(f) || h.vocabulary.Factor(f).Kind != interaction.Fact)
}

// Misses is the largest number of misses at a single start that tells of at
// and isn't proven to suffice. Misses of different starts are not added
// up: which of them stay unproven depends on their outcomes, and a sum over them
// would be a sum over a selection.
func (h *History) Misses(effect int, at interaction.State) int {
	if r := h.MostMissed(effect, at); r != nil {
		return r.Trials
	}
	return 0
}

// MostMissed is the record that Misses counts; nil if there is none.
func (h *History) MostMissed(effect int, at interaction.State) *Record {
	var best *Record
	for _, r := range h.sides[effect].unproven {
		if (best == nil || r.Trials > best.Trials) && h.Tells(effect, r.At, at) {
			best = r
		}
	}
	return best
}

// Streak is a series of misses at a start from which the effect came before.
type Streak struct {
	// Hits is how often it came from there, Misses how often in a row it didn't since.
	Hits, Misses int
}

// Streaks lists the starts from which the effect came and then missed at least
// three times in a row, and how many misses in all came after the last hit at their
// start.
func (h *History) Streaks(effect int) (long []Streak, misses int) {
	s := h.sides[effect]
	s.streaks = slices.DeleteFunc(s.streaks, func(r *Record) bool { return r.tallies[effect].streak < longStreak })
	for _, r := range s.streaks {
		long = append(long, Streak{r.tallies[effect].hits, r.tallies[effect].streak})
	}
	return long, s.trailing
}

// Condense keeps the ways, of which every mixture is known to suffice, in
// place of the thousands of hits that showed it. Smallest leaves these out then.
func (h *History) Condense(effect int, ways []Way) {
	s := h.sides[effect]
	s.ways = append(slices.DeleteFunc(s.ways, func(v Way) bool {
		return slices.ContainsFunc(ways, v.Implies)
	}), ways...)
	s.smallest.remove(func(r *Record) bool {
		return slices.ContainsFunc(ways, func(w Way) bool { return MetBy(w, r.At) })
	})
}

// Proofs lists the starts from which the effect came when nothing smaller was
// known to suffice, in this order.
func (h *History) Proofs(effect int) []*Record { return h.sides[effect].proofs }

// Smallest returns a record with the fewest factors, of those that within
// covers and at which the effect came; nil if there is none. None of these is
// inside the one that is returned.
func (h *History) Smallest(effect int, within interaction.State) *Record {
	var best *Record
	size := 0
	for _, r := range h.sides[effect].smallest.records {
		if !within.Covers(r.At) {
			continue
		}
		// Ascending by total: of equal sizes the first covers none of the others.
		if n := r.At.Size(); best == nil || n < size {
			best, size = r, n
		}
	}
	return best
}
