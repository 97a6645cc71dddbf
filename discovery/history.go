package discovery

import (
	"slices"
)

// History is everything that was seen of one action: for each start inventory how
// often it was tried and what came of it. It belongs to one goroutine.
type History struct {
	records []*Record
	index   map[hash]*Record
	effects []int // item numbers, in order of first appearance
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
	least, most     int // quantity of the effect that came
	sum             int
	usedDiffered    bool
	usedInitialised bool
}

// NewHistory returns an empty history.
func NewHistory() *History { return &History{index: map[hash]*Record{}} }

// Record returns the record of the inventory, a new one if it is the first time.
func (h *History) Record(at Point) *Record {
	r := h.index[at.hash]
	if r == nil {
		r = &Record{At: at, tallies: make([]tally, len(h.effects))}
		for e := range h.effects {
			r.tallies[e].proven = h.covered(e, at)
		}
		h.index[at.hash] = r
		h.records = append(h.records, r)
	}
	return r
}

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
	for _, o := range obtained {
		e := slices.Index(h.effects, o.Item)
		if e < 0 {
			e = len(h.effects)
			h.effects = append(h.effects, o.Item)
			for _, x := range h.records {
				x.tallies = append(x.tallies, tally{})
			}
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
		if !t.proven {
			for _, x := range h.records {
				if x.At.Covers(r.At) {
					x.tallies[e].proven = true
				}
			}
		}
	}
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

func (h *History) covered(e int, at Point) bool {
	for _, r := range h.records {
		if e < len(r.tallies) && r.tallies[e].hits > 0 && at.Covers(r.At) {
			return true
		}
	}
	return false
}

// Tally is a number of hits (the effect came) and misses (it didn't).
type Tally struct{ Hits, Misses int }

// Hits is how often the effect came here, and how often it didn't.
func (r *Record) Hits(effect int) Tally {
	return Tally{r.tallies[effect].hits, r.Trials - r.tallies[effect].hits}
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
func (h *History) Chance(effect int) Tally {
	var c Tally
	for _, r := range h.records {
		if r.tallies[effect].proven {
			t := r.Hits(effect)
			c.Hits += t.Hits
			c.Misses += t.Misses
		}
	}
	return c
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
	best := 0
	for _, r := range h.records {
		if r.Trials > best && !r.tallies[effect].proven && r.At.Covers(at) {
			best = r.Trials
		}
	}
	return best
}

// Smallest returns the record with the fewest items, of those that the inventory
// covers and at which the effect came; nil if there is none. Ties go to the
// earliest.
func (h *History) Smallest(effect int, within Point) *Record {
	var best *Record
	size := 0
	for _, r := range h.records {
		if r.tallies[effect].hits == 0 || !within.Covers(r.At) {
			continue
		}
		if n := r.At.Size(); best == nil || n < size || n == size && best.At.Covers(r.At) && !r.At.Covers(best.At) {
			best, size = r, n
		}
	}
	return best
}
