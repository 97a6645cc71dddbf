package discovery

import (
	"math"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// Ceilings are the largest starts there can be: everything that is known, at its ample
// level, but for what can't be there at the same time. Without exclusions that is one
// start, "everything at once". Every start that can be lies below one of them, as far as
// its levels are ample, so that what no ceiling brings about nothing does. It belongs to
// one goroutine.
type Ceilings struct {
	vocabulary *interaction.Vocabulary
	exclusions []interaction.Exclusion
	limits     map[int]int // by factor: the level that isn't exceeded, where that is below the ample one
	spare      int         // slots that are left free for what an action gives
	rooms      map[int]int // by factor: the level from which on it isn't seen to rise, where that is below that one
	made       int         // for how many factors
	epoch      uint64
	all        []interaction.State // the ceilings
	sweep      []interaction.State // and what else is tried for effects that were never seen
	together   int                 // see Together
	left       int                 // see Left
	fixed      bool                // all is what it is
	most       int                 // how many factors are known; zero: all of the vocabulary
}

// FixedCeilings are ceilings that are known beforehand: at least one start, none of which
// covers another.
func FixedCeilings(starts ...interaction.State) *Ceilings {
	c := &Ceilings{all: starts, sweep: starts, fixed: true}
	c.name()
	return c
}

// name makes the epoch of what the ceilings are.
func (c *Ceilings) name() {
	c.epoch = 0
	for _, s := range c.sweep {
		d := s.Digest()
		c.epoch = c.epoch*31 + d[0] ^ d[1]
	}
}

// NewCeilings returns the ceilings of a world that excludes this.
func NewCeilings(v *interaction.Vocabulary, exclusions []interaction.Exclusion) *Ceilings {
	return &Ceilings{vocabulary: v, exclusions: exclusions, limits: map[int]int{}, rooms: map[int]int{}, spare: 1, made: -1}
}

// Limit says that no more of the factor is to be asked for than this. It returns false
// if that was so before.
func (c *Ceilings) Limit(factor, most int) bool {
	if most >= c.level(factor) {
		return false
	}
	c.limits[factor] = most
	c.made = -1
	return true
}

// Fill says that the factor wasn't seen to rise from above this level: no more of it is
// asked for, or, where that would be much less than before, it is left out now and then, as
// something may need more of it. It returns false if that was so before.
func (c *Ceilings) Fill(factor, most int) bool {
	level := c.level(factor)
	if 2*most >= level {
		return c.Limit(factor, most)
	}
	if room, known := c.rooms[factor]; known && room <= most+1 {
		return false
	}
	c.rooms[factor] = most + 1
	c.made = -1
	return true
}

// Limited is what is assumed of the factors that are asked for at less than their ample level, as a limit or the slots have
// it, in the order of their numbers.
func (c *Ceilings) Limited() (out []Assumption) {
	for i, f := range c.vocabulary.Factors() {
		if n := c.level(i); n < f.Ample {
			out = append(out, Assumption{Name: Ample, Value: float64(n), Factor: f.Name})
		}
	}
	return out
}

// Exclude adds an exclusion to those that the world named.
func (c *Ceilings) Exclude(x interaction.Exclusion) {
	c.exclusions = append(slices.Clip(c.exclusions), x)
	c.made = -1
}

// Spare is how many slots an action was seen to fill at once: as many are left free, where items
// compete for some. It returns false if nothing changes by that.
func (c *Ceilings) Spare(slots int) bool {
	if slots <= c.spare || !slices.ContainsFunc(c.exclusions, func(x interaction.Exclusion) bool {
		return slices.ContainsFunc(c.vocabulary.Factors(), func(f interaction.Factor) bool { return f.Kind == interaction.Item && competes(x, f) })
	}) {
		return false
	}
	c.spare = slots
	c.made = -1
	return true
}

// level is how much of the factor there is at a ceiling that holds it.
func (c *Ceilings) level(factor int) int {
	if c.fixed {
		most := 0
		for _, s := range c.all {
			most = max(most, s.At(factor))
		}
		return most
	}
	f := c.vocabulary.Factor(factor)
	level, limited := c.limits[factor]
	if !limited {
		level = f.Ample
	}
	for _, x := range c.exclusions {
		if f.Stack > 0 && competes(x, f) { // more of it than fits can't be there by itself
			level = min(level, free(x, true, c.spare)*f.Stack)
		}
	}
	return level
}

// competes reports whether the factor takes slots of the exclusion.
func competes(x interaction.Exclusion, f interaction.Factor) bool {
	return slices.Contains(x.Factors, f.Name) || len(x.Factors) == 0 && f.Kind == interaction.Item
}

// leastFree is how many slots ceilings fill at least where there are more: with one thing at a time hardly anything would be told.
const leastFree = 2

// free is how many slots a ceiling may fill: what an action gives needs the spare ones, where items are among what
// competes.
func free(x interaction.Exclusion, items bool, spare int) int {
	if items {
		return max(1, min(leastFree, x.Slots-1), x.Slots-spare)
	}
	return x.Slots
}

// Level is how much of the factor there can be at a ceiling.
func (c *Ceilings) Level(factor int) int { return c.level(factor) }

// Epoch follows from what the ceilings are, and changes whenever they do.
func (c *Ceilings) Epoch() uint64 {
	c.update()
	return c.epoch
}

// Together is how many of the factors that compete for slots are at the same time in some
// ceiling, whichever they are; zero if all that fit are.
func (c *Ceilings) Together() int {
	c.update()
	return c.together
}

// Left is how many slots of all items are free at each ceiling for what an action gives, where more are known than fit beside that; else
// [math.MaxInt].
func (c *Ceilings) Left() int {
	if c.fixed {
		return math.MaxInt
	}
	c.update()
	return c.left
}

// At are the ceilings of the first factors that came to be known, with the limits of now.
func (c *Ceilings) At(factors int) *Ceilings {
	if c.fixed || factors == c.vocabulary.Len() {
		return c
	}
	if factors == 0 { // most can't say so
		return FixedCeilings(c.vocabulary.Cut(interaction.None, 0))
	}
	return &Ceilings{vocabulary: c.vocabulary, exclusions: c.exclusions, limits: c.limits, rooms: c.rooms, spare: c.spare, made: -1, most: factors}
}

// All lists the ceilings. The caller must not change the slice.
func (c *Ceilings) All() []interaction.State {
	c.update()
	return c.all
}

// Sweep lists the starts from which every effect would show that nobody has seen yet: the
// ceilings, and for each factor that can't be seen to rise at a ceiling some where it can.
// The first is a ceiling. The caller must not change the slice.
func (c *Ceilings) Sweep() []interaction.State {
	c.update()
	return c.sweep
}

// For lists the largest starts from which the factor can be seen to rise, if that is so
// below this level: of a fact with several levels, at each of them, the highest first, as what
// brings it to one shows only below that. The caller must not change the slice.
func (c *Ceilings) For(factor, room int) []interaction.State {
	c.update()
	level := c.level(factor)
	most := min(level, room-1)
	var out []interaction.State
	if most == level {
		out = c.all
	} else {
		out = c.lowered(factor, most)
	}
	for _, n := range c.under(factor, most) {
		for _, s := range c.lowered(factor, n) {
			if !slices.ContainsFunc(out, func(t interaction.State) bool { return t.Covers(s) && t.At(factor) == s.At(factor) }) {
				out = append(slices.Clip(out), s)
			}
		}
	}
	return out
}

// Above lists the largest starts at which a fact has this level or a higher one that isn't its highest: what was seen
// to raise it from less may not from there, and something else may.
func (c *Ceilings) Above(factor, room int) (out []interaction.State) {
	c.update()
	if c.vocabulary == nil || !c.graded(factor) {
		return nil
	}
	for n := room; n < c.vocabulary.Factor(factor).Top() && n <= c.level(factor) && n < mostLevels-1; n++ {
		for _, s := range c.lowered(factor, n) {
			if s.At(factor) == n {
				out = append(out, s)
			}
		}
	}
	return out
}

// graded reports whether the factor is a fact with levels of which a start has one or another. What the world sets has
// them by themselves.
func (c *Ceilings) graded(factor int) bool {
	f := c.vocabulary.Factor(factor)
	return f.Kind == interaction.Fact && !f.Fixed
}

// mostLevels is at how many levels of a fact an effect on it is looked for: the highest, and those from 0 on.
const mostLevels = 16

// under lists the levels below this one from which the factor is seen to rise where it isn't from
// above, descending.
func (c *Ceilings) under(factor, level int) (out []int) {
	if c.vocabulary == nil || !c.graded(factor) {
		return nil
	}
	for n := min(level-1, mostLevels-2); n >= 0; n-- {
		out = append(out, n)
	}
	return out
}

// Over returns the first of the starts that covers this one, or else the first of all.
func Over(starts []interaction.State, at interaction.State) interaction.State {
	for _, s := range starts {
		if s.Covers(at) {
			return s
		}
	}
	return starts[0]
}

// lowered are the ceilings with at most so much of the factor.
func (c *Ceilings) lowered(factor, most int) []interaction.State {
	out := make([]interaction.State, 0, len(c.all))
	for _, s := range c.all {
		if s.At(factor) > most {
			s = s.With(factor, most)
		}
		out = append(out, s)
	}
	return maximal(out)
}

// maximal leaves out the starts that another one covers.
func maximal(starts []interaction.State) []interaction.State {
	var out []interaction.State
	for i, s := range starts {
		if !slices.ContainsFunc(starts[:i], func(t interaction.State) bool { return t.Covers(s) }) &&
			!slices.ContainsFunc(starts[i+1:], func(t interaction.State) bool { return t.Covers(s) && !t.Equal(s) }) {
			out = append(out, s)
		}
	}
	return out
}

// update makes the ceilings anew, if there is more to know.
func (c *Ceilings) update() {
	if c.fixed {
		return
	}
	n := c.vocabulary.Len()
	if c.most > 0 {
		n = c.most
	}
	if c.made == n {
		return
	}
	c.made = n
	c.together, c.left = 0, math.MaxInt
	start := c.vocabulary.Cut(interaction.Plenty, n)
	var less []interaction.Level
	for i := range n {
		if l := c.level(i); l != start.At(i) {
			less = append(less, interaction.Level{Factor: i, Level: l})
		}
	}
	c.all = []interaction.State{start.Set(less)}
	for _, x := range c.exclusions {
		c.exclude(x)
	}
	c.sweep = slices.Clone(c.all)
	for i, f := range c.vocabulary.Factors()[:n] {
		room, filled := c.rooms[i]
		if !filled && f.Kind != interaction.Item {
			room = f.Top()
		}
		if room == 0 {
			continue
		}
		for _, s := range c.For(i, room) {
			if !slices.ContainsFunc(c.sweep, func(t interaction.State) bool {
				return t.Covers(s) && (t.At(i) == s.At(i) || f.Kind != interaction.Fact && t.At(i) < room)
			}) {
				c.sweep = append(c.sweep, s)
			}
		}
	}
	c.name()
}

// competitor is a factor that competes for slots, and how many it takes.
type competitor struct {
	factor, slots int
	brings        []int // the places of others that are there wherever it is, and of what these bring
}

// exclude takes an exclusion into account: each ceiling becomes several, each with as
// many of those that compete as fit.
func (c *Ceilings) exclude(x interaction.Exclusion) {
	var all []competitor
	items, slots := false, 0
	for i, f := range c.vocabulary.Factors()[:c.made] {
		if competes(x, f) {
			if n := f.Slots(c.level(i)); n > 0 {
				all = append(all, competitor{factor: i, slots: n})
				slots += n
				items = items || f.Kind == interaction.Item
			}
		}
	}
	room := free(x, items, c.spare)
	if slots <= room {
		return
	}
	if len(x.Factors) == 0 {
		c.left = min(c.left, x.Slots-room)
	}
	together := designed(len(all))
	blocks := cover(all, room, together)
	// A slot that is left free isn't seen to be needed, either.
	if together = min(together, fitting(all, room)); together < x.Slots && (c.together == 0 || together < c.together) {
		c.together = together
	}
	var out []interaction.State
	for _, s := range c.all {
		for _, b := range blocks {
			var none []interaction.Level
			for k, m := range all {
				if !b[k] {
					none = append(none, interaction.Level{Factor: m.factor})
				}
			}
			out = append(out, s.Set(none))
		}
	}
	c.all = maximal(out)
}

// fitting is how many of the competitors fit at their levels, whichever they are.
func fitting(all []competitor, slots int) (n int) {
	taken := make([]int, len(all))
	for i, c := range all {
		taken[i] = c.slots
	}
	slices.Sort(taken)
	for _, k := range slices.Backward(taken) {
		if slots -= k; slots < 0 {
			break
		}
		n++
	}
	return n
}

const (
	// mostTogether is the largest sets that are all to be in some block.
	mostTogether = 4
	// mostSets bounds how many sets that may be.
	mostSets = 20_000
)

// designed is the size of the sets of competitors each of which is in some block: mostTogether, or less where there are too many of that size.
func designed(competitors int) int {
	together := mostTogether
	for together > 1 && choose(competitors, together) > mostSets {
		together--
	}
	return together
}

// cover chooses blocks of the competitors that fit, such that any few of them that fit, this many, are
// together in one. It is a covering design, made greedily. A block says of each competitor whether it is in.
func cover(all []competitor, slots, together int) (blocks [][]bool) {
	var sets [][]int
	subsets(all, slots, together, func(set []int) { sets = append(sets, slices.Clone(set)) })
	for len(sets) > 0 {
		block := make([]bool, len(all))
		left := slots
		for _, k := range sets[0] {
			left -= take(all, block, k)
		}
		for {
			// Of those that fit, the one that is in most sets that aren't covered yet,
			// the more of which is in the block the better.
			gain := make([]int, len(all))
			for _, set := range sets {
				in := 1
				for _, k := range set {
					if block[k] {
						in += len(all)
					}
				}
				for _, k := range set {
					gain[k] += in
				}
			}
			best := -1
			for k := range all {
				if !block[k] && adds(all, block, k) <= left && (best < 0 || gain[k] > gain[best]) {
					best = k
				}
			}
			if best < 0 {
				break
			}
			left -= take(all, block, best)
		}
		blocks = append(blocks, block)
		sets = slices.DeleteFunc(sets, func(set []int) bool {
			return !slices.ContainsFunc(set, func(k int) bool { return !block[k] })
		})
	}
	return blocks
}

// adds is how many slots the competitor takes beside the block, with what it brings.
func adds(all []competitor, block []bool, k int) (n int) {
	for _, g := range all[k].brings {
		if !block[g] {
			n += all[g].slots
		}
	}
	if !block[k] {
		n += all[k].slots
	}
	return n
}

// take puts it into the block, with what it brings, and returns how many slots that takes.
func take(all []competitor, block []bool, k int) int {
	n := adds(all, block, k)
	block[k] = true
	for _, g := range all[k].brings {
		block[g] = true
	}
	return n
}

// subsets yields the sets of this size of competitors that fit, and smaller ones to which none
// can be added.
func subsets(all []competitor, slots, size int, yield func([]int)) {
	var grow func(set []int, block []bool, left, from int)
	grow = func(set []int, block []bool, left, from int) {
		if len(set) == size {
			yield(set)
			return
		}
		for k := from; k < len(all); k++ {
			if adds(all, block, k) <= left {
				more := slices.Clone(block)
				grow(append(set, k), more, left-take(all, more, k), k+1)
			}
		}
		if len(set) > 0 {
			for k := range all {
				if !slices.Contains(set, k) && adds(all, block, k) <= left {
					return
				}
			}
			yield(set)
		}
	}
	grow(nil, make([]bool, len(all)), slots, 0)
}

// choose is the number of sets of k of n.
func choose(n, k int) int {
	out := 1
	for i := range k {
		out = out * (n - i) / (i + 1)
	}
	return out
}
