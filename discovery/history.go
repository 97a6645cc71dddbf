package discovery

import (
	"slices"

	"github.com/adam-discovery/adam/discovery/chance"
)

// History is everything that was seen of one action: for each start inventory how
// often it was tried and what came of it. It belongs to one goroutine.
type History struct {
	records []*Record
	index   map[Hash]*Record
	effects []int // item numbers, in order of first appearance
	sides   []*sides
}

// sides are the records by what they prove of one effect.
type sides struct {
	// smallest are records with hits, such that every proven inventory holds one
	// of them; ascending by total quantity.
	smallest []*Record
	// ways stand for records with hits that are not kept among the smallest.
	ways     []Way
	proofs   []*Record // the same in the order in which they came
	unproven []*Record
	// silent were proven before they had a hit; they may have some by now.
	silent []*Record
	chance chance.Tally // of the proven ones
	// trailing is how many of the misses came after the last hit at their inventory,
	// and streaks are inventories where such a series is long, or was.
	trailing int
	streaks  []*Record
}

// Record is what was seen of one action from one start inventory.
type Record struct {
	At Point
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
	// proven: the inventory holds a set that is proven to suffice.
	proven bool
	// used is what the successes here consumed; the least where they differed.
	used            []Amount
	streak          int // misses since the last hit
	least, most     int // quantity of the effect that came
	sum             int
	usedDiffered    bool
	usedInitialised bool
}

// longStreak is the shortest series of misses after a hit that is looked at.
const longStreak = 3

// NewHistory returns an empty history.
func NewHistory() *History { return &History{index: map[Hash]*Record{}} }

// Record returns the record of the inventory, a new one if it is the first time.
func (h *History) Record(at Point) *Record {
	r := h.index[at.hash]
	if r == nil {
		r = &Record{At: at, tallies: make([]tally, len(h.effects))}
		for e, s := range h.sides {
			if h.covered(e, at) {
				r.tallies[e].proven = true
				s.silent = append(s.silent, r)
			} else {
				s.unproven = append(s.unproven, r)
			}
		}
		h.index[at.hash] = r
		h.records = append(h.records, r)
	}
	return r
}

// Smallests lists records at which the effect came, such that every inventory that
// is proven to suffice holds one of them, or meets a way that is certain. The
// caller must not change the slice.
func (h *History) Smallests(effect int) []*Record { return h.sides[effect].smallest }

// Unproven lists the inventories that aren't proven to suffice. The caller must not
// change the slice.
func (h *History) Unproven(effect int) []*Record { return h.sides[effect].unproven }

// Find returns the record of the inventory, or nil.
func (h *History) Find(at Point) *Record { return h.index[at.hash] }

// Records lists all records in order of first asking. The caller must not change
// the slice.
func (h *History) Records() []*Record { return h.records }

// Effects lists the items the action was seen to give, in order of first
// appearance. The caller must not change the slice.
func (h *History) Effects() []int { return h.effects }

// Add enters a completed trial at the inventory: what it consumed and obtained.
func (h *History) Add(at Point, consumed, obtained []Amount) {
	r := h.Record(at)
	r.Trials++
	for e, s := range h.sides {
		if r.tallies[e].proven {
			s.chance.Misses++ // until it turns out to be a hit
		}
	}
	for _, o := range obtained {
		e := slices.Index(h.effects, o.Item)
		if e < 0 {
			e = h.addEffect(o.Item)
		}
		t := &r.tallies[e]
		if t.hits == 0 {
			t.least, t.most = o.Count, o.Count
		}
		t.hits++
		t.least, t.most = min(t.least, o.Count), max(t.most, o.Count)
		t.sum += o.Count
		if !t.usedInitialised {
			t.used, t.usedInitialised = slices.Clone(consumed), true
		} else if !slices.Equal(t.used, consumed) {
			t.usedDiffered = true
			t.used = leastAmounts(t.used, consumed)
		}
		if t.proven {
			h.sides[e].chance.Misses--
			h.sides[e].chance.Hits++
		} else {
			h.prove(e, r)
		}
	}
	for e, s := range h.sides {
		t := &r.tallies[e]
		switch {
		case t.hits == 0:
		case slices.ContainsFunc(obtained, func(o Amount) bool { return o.Item == h.effects[e] }):
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

func (h *History) addEffect(item int) int {
	h.effects = append(h.effects, item)
	for _, x := range h.records {
		x.tallies = append(x.tallies, tally{})
	}
	h.sides = append(h.sides, &sides{unproven: slices.Clone(h.records)})
	return len(h.effects) - 1
}

// prove enters the first hit at an inventory of which nothing smaller is known to
// suffice: it and all that hold it do.
func (h *History) prove(e int, r *Record) {
	s := h.sides[e]
	i, _ := slices.BinarySearchFunc(s.smallest, r.At.total+1, func(x *Record, total int) int { return x.At.total - total })
	s.smallest = slices.Insert(s.smallest, i, r)
	s.proofs = append(s.proofs, r)
	s.unproven = slices.DeleteFunc(s.unproven, func(x *Record) bool {
		if !x.At.Covers(r.At) {
			return false
		}
		t := &x.tallies[e]
		t.proven = true
		s.chance.Hits += t.hits
		s.chance.Misses += x.Trials - t.hits
		if t.hits == 0 {
			s.silent = append(s.silent, x)
		}
		return true
	})
}

// leastAmounts is the smaller quantity of each item; an item that is in one list
// only is in none.
func leastAmounts(a, b []Amount) []Amount {
	var out []Amount
	for _, x := range a {
		for _, y := range b {
			if x.Item == y.Item {
				out = append(out, Amount{x.Item, min(x.Count, y.Count)})
			}
		}
	}
	return out
}

// covered reports whether the inventory, which has no record, holds one that is
// proven. Inventories of equal total can't hold each other.
func (h *History) covered(e int, at Point) bool {
	s := h.sides[e]
	if slices.ContainsFunc(s.ways, func(w Way) bool { return w.MetBy(at) }) {
		return true
	}
	for _, r := range s.smallest {
		if r.At.total >= at.total {
			return false
		}
		if at.Covers(r.At) {
			return true
		}
	}
	return false
}

// Hits is how often the effect came here, and how often it didn't.
func (r *Record) Hits(effect int) chance.Tally {
	return chance.Tally{Hits: r.tallies[effect].hits, Misses: r.Trials - r.tallies[effect].hits}
}

// Proven reports whether the inventory holds a set that is proven to suffice.
func (r *Record) Proven(effect int) bool { return r.tallies[effect].proven }

// Used is what a success of the effect consumed here, nil if none was seen; where
// successes differed, the least. same is false where they differed.
func (r *Record) Used(effect int) (used []Amount, same bool) {
	return r.tallies[effect].used, !r.tallies[effect].usedDiffered
}

// Yield is the least, the most and the sum of the quantities that the successes
// gave here; all zero without a success.
func (r *Record) Yield(effect int) (least, most, sum int) {
	t := r.tallies[effect]
	return t.least, t.most, t.sum
}

// Chance is the evidence on an effect's chance: the trials at inventories that
// are proven to suffice. Trials at others say nothing of it, as whether they
// suffice is the question.
func (h *History) Chance(effect int) chance.Tally { return h.sides[effect].chance }

// Silent lists the inventories that are proven to suffice and where the effect
// never came.
func (h *History) Silent(effect int) []*Record {
	s := h.sides[effect]
	s.silent = slices.DeleteFunc(s.silent, func(r *Record) bool { return r.tallies[effect].hits > 0 })
	return s.silent
}

// Seen reports whether the inventory, whether or not it was tried itself, holds a
// set that is proven to suffice.
func (h *History) Seen(effect int, at Point) bool {
	if r := h.Find(at); r != nil {
		return r.tallies[effect].proven
	}
	return h.covered(effect, at)
}

// Misses is the largest number of misses at a single inventory that holds all of
// at and isn't proven to suffice. Misses of different inventories are not added
// up: which of them stay unproven depends on their outcomes, and a sum over them
// would be a sum over a selection.
func (h *History) Misses(effect int, at Point) int {
	if r := h.MostMissed(effect, at); r != nil {
		return r.Trials
	}
	return 0
}

// MostMissed is the record that Misses counts; nil if there is none.
func (h *History) MostMissed(effect int, at Point) *Record {
	var best *Record
	for _, r := range h.sides[effect].unproven {
		if (best == nil || r.Trials > best.Trials) && r.At.Covers(at) {
			best = r
		}
	}
	return best
}

// Streak is a series of misses at an inventory from which the effect came before.
type Streak struct {
	// Hits is how often it came from there, Misses how often in a row it didn't since.
	Hits, Misses int
}

// Streaks lists the inventories from which the effect came and then missed at least
// three times in a row, and how many misses in all came after the last hit at their
// inventory.
func (h *History) Streaks(effect int) (long []Streak, misses int) {
	s := h.sides[effect]
	s.streaks = slices.DeleteFunc(s.streaks, func(r *Record) bool { return r.tallies[effect].streak < longStreak })
	for _, r := range s.streaks {
		long = append(long, Streak{r.tallies[effect].hits, r.tallies[effect].streak})
	}
	return long, s.trailing
}

// Condense keeps the ways, of which every mixture has been seen to suffice, in
// place of the thousands of hits that showed it. Smallest leaves these out then.
func (h *History) Condense(effect int, ways []Way) {
	s := h.sides[effect]
	s.ways = append(slices.DeleteFunc(s.ways, func(v Way) bool {
		return slices.ContainsFunc(ways, func(w Way) bool { return v.Implies(w) })
	}), ways...)
	s.smallest = slices.DeleteFunc(s.smallest, func(r *Record) bool {
		return slices.ContainsFunc(ways, func(w Way) bool { return w.MetBy(r.At) })
	})
}

// Proofs lists the inventories from which the effect came when nothing smaller was
// known to suffice, in this order.
func (h *History) Proofs(effect int) []*Record { return h.sides[effect].proofs }

// Smallest returns a record with the fewest items, of those that the inventory
// covers and at which the effect came; nil if there is none. None of these is
// inside the one that is returned.
func (h *History) Smallest(effect int, within Point) *Record {
	var best *Record
	size := 0
	for _, r := range h.sides[effect].smallest {
		if !within.Covers(r.At) {
			continue
		}
		// Ascending by total: of equal sizes the first holds none of the others.
		if n := r.At.Size(); best == nil || n < size {
			best, size = r, n
		}
	}
	return best
}
