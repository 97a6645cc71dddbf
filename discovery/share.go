package discovery

import (
	"fmt"
	"slices"
	"sync"

	"github.com/adam-discovery/adam/interaction"
)

// share is a limit on the slots that some factors take together, as the items in a bag do, or what four hares are made into.
type share struct {
	factors  []int // ascending, one slot each; nil: all items, each as many as it takes in a bag
	slots    int
	full     int // with as many, all is there at once as well, if that fits
	together int // the size of the sets of them each of which is together in some situation
}

func (s share) equal(o share) bool {
	return s.slots == o.slots && s.full == o.full && s.together == o.together && slices.Equal(s.factors, o.factors)
}

const (
	// mostBlocks is how many situations take the place of one at most, unless what is known to be needed together takes more.
	mostBlocks = 12
	// MostSituations is how many there are to be at most in all.
	MostSituations = 256
)

// shared enters the shares. How many of what competes is had together, whichever, follows from what can be had and from what is known to
// be needed: at least two, as far as two fit.
func (r *Reach) shared(shares []share, c *coverings) {
	r.covers, r.brings = c, r.kept()
	whole := r.Without(nil)
	for _, s := range shares {
		all, taken := r.competing(s, whole)
		if taken <= s.slots {
			continue
		}
		least := min(2, s.slots)
		for _, x := range r.rules {
			for _, w := range x.Ways {
				n := 0
				for _, m := range w {
					if slices.ContainsFunc(all, func(c competitor) bool { return slices.Contains(m.Factors, c.factor) }) {
						n++
					}
				}
				least = max(least, min(n, s.slots))
			}
		}
		for least > 2 && (choose(len(all), least) > mostSets || choose(len(all), least) > MostSituations*choose(s.slots, least)) {
			least-- // known ways that hold more aren't each in some situation then
		}
		for s.together = max(least, min(mostTogether, s.slots)); s.together > least; s.together-- {
			if choose(len(all), s.together) <= mostBlocks*choose(s.slots, s.together) && choose(len(all), s.together) <= mostSets && len(c.blocks(all, s.slots, s.together)) <= mostBlocks {
				break
			}
		}
		r.shares = append(r.shares, s)
	}
}

// Bag is how many slots all items together take at most; zero: that isn't known, or all fit.
func (r *Reach) Bag() int {
	for _, s := range r.shares {
		if s.factors == nil {
			return s.slots
		}
	}
	return 0
}

// competing are the factors that compete for the share's slots where there is all of the closure, and how many they take.
func (r *Reach) competing(s share, c Closure) (all []competitor, taken int) {
	for f, n := range c.Levels {
		if n == 0 || s.factors != nil && !slices.Contains(s.factors, f) || r.vocabulary.Factor(f).Kind != interaction.Item {
			continue
		}
		x := competitor{factor: f, slots: 1}
		if s.factors == nil {
			x.slots = r.vocabulary.Factor(f).Slots(n)
		}
		all = append(all, x)
		taken += x.slots
	}
	for i := range all {
		for _, f := range r.brings[all[i].factor] {
			if g := slices.IndexFunc(all, func(x competitor) bool { return x.factor == f }); g >= 0 && g != i {
				all[i].brings = append(all[i].brings, g)
			}
		}
	}
	return all, taken
}

// kept lists by factor what is there wherever something of it is: what it takes to get it, and nothing gets rid of, as who has clay has the
// spade that it was dug with.
func (r *Reach) kept() map[int][]int {
	lasts := func(f int) bool {
		return r.vocabulary.Factor(f).Kind == interaction.Item && !slices.ContainsFunc(r.rules, func(x Rule) bool {
			return x.burnt(f) != nil || slices.ContainsFunc(x.Ways, func(w Way) bool { return Uses(w, f) > 0 })
		})
	}
	out := map[int][]int{} // at first nothing is known to be had without all that lasts
	var all []int
	for f := range r.vocabulary.Len() {
		if lasts(f) {
			all = append(all, f)
		}
	}
	for f := range r.vocabulary.Len() {
		if r.begin[f] == 0 {
			out[f] = all
		}
	}
	for again := true; again; {
		again = false
		for _, x := range r.rules {
			for _, w := range x.Ways {
				var brings []int
				for _, m := range w {
					if len(m.Factors) == 1 {
						brings = append(brings, out[m.Factors[0]]...)
						if slices.Contains(all, m.Factors[0]) {
							brings = append(brings, m.Factors[0])
						}
					}
				}
				both := slices.DeleteFunc(slices.Clone(out[x.Factor]), func(f int) bool { return !slices.Contains(brings, f) })
				if len(both) < len(out[x.Factor]) {
					out[x.Factor], again = both, true
				}
			}
		}
	}
	return out
}

// Together is how many of the factors that compete for slots are together in some situation, whichever they are; zero: all fit.
func (r *Reach) Together() (least int) {
	for _, s := range r.shares {
		if least == 0 || s.together < least {
			least = s.together
		}
	}
	return least
}

// Split are the largest situations of the closure that there can be: facts that exclude each other don't hold together, nor are things
// there that no episode begins with both of, and of what
// competes for slots each has as much as fits. Nil: there are too many (see [MostSituations]).
func (r *Reach) Split(c Closure) []Closure {
	out := r.begun(c, c.apart(r.pairs))
	for _, s := range r.shares {
		var next []Closure
		for _, c := range out {
			all, taken := r.competing(s, c)
			if taken <= max(s.slots, s.full) {
				next = append(next, c)
			}
			if taken <= s.slots {
				continue
			}
			for _, block := range r.covers.blocks(all, s.slots, min(s.together, len(all))) {
				one := c
				one.Levels, one.Out = slices.Clone(c.Levels), slices.Clone(c.Out)
				for i, x := range all {
					if !block[i] {
						one.Levels[x.factor] = 0
						one.Out = append(one.Out, x.factor)
					}
				}
				for f := range one.Levels {
					if one.Levels[f] > 0 && slices.ContainsFunc(r.brings[f], func(g int) bool { return slices.Contains(one.Out, g) }) {
						one.Levels[f] = 0
						one.Out = append(one.Out, f)
					}
				}
				slices.Sort(one.Out)
				next = append(next, one)
			}
		}
		if out = next; len(out) > MostSituations {
			return nil
		}
	}
	return out
}

// begun takes from each of the situations what comes of what the closure's episodes begin with and it has not: with a saw there are no logs.
func (r *Reach) begun(c Closure, out []Closure) []Closure {
	for i, one := range out {
		caps := c.caps
		for f, n := range c.Levels {
			if n > 0 && one.Levels[f] == 0 && r.begin[f] > 0 && r.vocabulary.Factor(f).Kind == interaction.Item {
				caps = Capped(caps, f, 0)
			}
		}
		if len(caps) == len(c.caps) {
			continue
		}
		out[i].Levels = slices.Clone(one.Levels)
		for f, n := range r.Without(caps).Levels {
			out[i].Levels[f] = min(one.Levels[f], n)
		}
	}
	return out
}

// apart are the largest situations of the closure in which no two facts of a pair hold together, each pair with the smaller number first;
// nil: there are too many.
func (c Closure) apart(pairs [][2]int) (out []Closure) {
	var alone []int // those that exclude others
	for _, p := range pairs {
		if p[1] < len(c.Levels) && c.Levels[p[0]] > 0 && c.Levels[p[1]] > 0 {
			alone = append(alone, p[:]...)
		}
	}
	if len(alone) == 0 {
		return []Closure{c}
	}
	slices.Sort(alone)
	alone = slices.Compact(alone)
	exclusive := map[[2]int]bool{}
	for _, p := range pairs {
		exclusive[p] = true
	}
	excludes := func(f, g int) bool { return exclusive[[2]int{min(f, g), max(f, g)}] }
	// The largest sets of them that can hold together.
	steps := 0
	var grow func(set []int, from int)
	grow = func(set []int, from int) {
		if steps++; len(out) > MostSituations || steps > mostSets {
			return
		}
		room := func(f int) bool {
			return !slices.Contains(set, f) && !slices.ContainsFunc(set, func(g int) bool { return excludes(f, g) })
		}
		for _, f := range alone[:from] { // what was left out, and nothing that is still to come rules out: no set without it is largest
			if room(f) && !slices.ContainsFunc(alone[from:], func(g int) bool { return excludes(f, g) }) {
				return
			}
		}
		for i := from; i < len(alone); i++ {
			if !slices.ContainsFunc(set, func(g int) bool { return excludes(alone[i], g) }) {
				grow(append(slices.Clip(set), alone[i]), i+1)
			}
		}
		if slices.ContainsFunc(alone, room) {
			return
		}
		one := c
		one.Levels = slices.Clone(c.Levels)
		for _, f := range alone {
			if !slices.Contains(set, f) {
				one.Levels[f] = 0
			}
		}
		out = append(out, one)
	}
	if grow(nil, 0); len(out) > MostSituations || steps > mostSets {
		return nil
	}
	return out
}

// coverings are the blocks that were chosen. They may be used from several goroutines.
type coverings struct {
	mu   sync.Mutex
	kept map[string][][]bool
}

// blocks are those of [cover].
func (c *coverings) blocks(all []competitor, slots, together int) [][]bool {
	name := fmt.Sprint(all, slots, together)
	c.mu.Lock()
	defer c.mu.Unlock()
	blocks, known := c.kept[name]
	if !known {
		if c.kept == nil {
			c.kept = map[string][][]bool{}
		}
		blocks = cover(all, slots, together)
		c.kept[name] = blocks
	}
	return blocks
}
