package discovery

import (
	"maps"
	"math"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// beside tells what comes by itself only where something else is, as fruit ripens where something was planted. A fact that never held
// without another factor isn't enough for that: by night everybody has wood. So only trials count that came as late in a life as the fact came
// in some.
type beside struct {
	life   int
	index  int   // trials in the life
	after  []int // what there was when the latest trial ended
	counts map[int]*coincidence
}

// coincidence is how often a fact came by itself, or by an action, and beside what.
type coincidence struct {
	first int          // trials of a life before that, at the least
	times int          // how often it came
	with  map[int]int  // beside the factor, which is there afterwards, too
	calls int          // how often it could have come by then, as it didn't hold
	there map[int]int  // beside the factor
	alone map[int]bool // whether it held without the factor, of those that it came beside
}

// besides is the probability of its never having come without the factor, came it as often without, below which it is believed to need that;
// and onsets is how often it is to have come.
const besides, onsets = 1e-4, 4

func (b *beside) saw(v *interaction.Vocabulary, life int, start interaction.State, d deed, anew bool) {
	if b.counts == nil {
		b.counts = map[int]*coincidence{}
	}
	had := func(f int) bool { return f < v.Len() && v.Factor(f).Kind != interaction.Vital }
	var before []int
	for f, n := range start.All() {
		if n > 0 && had(f) {
			before = append(before, f)
		}
	}
	slices.Sort(before)
	after := slices.Clone(before)
	for _, g := range d.gains {
		if i, held := slices.BinarySearch(after, g.Factor); had(g.Factor) && !held && g.Level > 0 {
			after = slices.Insert(after, i, g.Factor)
		} else if held && g.Level < 0 && start.At(g.Factor)+g.Level <= 0 {
			after = slices.Delete(after, i, i+1)
		}
	}
	b.held(d.before, before)
	b.held(d.after, after)
	b.index++
	if life != b.life || anew {
		b.index, b.after = 0, nil
		for _, f := range d.before {
			b.of(f).came(0, before)
		}
	}
	for _, f := range d.before { // it came between two trials
		if b.index > 0 && !slices.Contains(b.after, f) {
			b.of(f).came(b.index, slices.DeleteFunc(slices.Clone(before), func(g int) bool { return !slices.Contains(b.after, g) }))
		}
	}
	for f := range v.Len() {
		if v.Factor(f).Kind != interaction.Fact || slices.Contains(d.before, f) {
			continue
		}
		c := b.of(f)
		if slices.Contains(d.came, f) {
			c.came(b.index, after)
		}
		if c.times == 0 || b.index < c.first {
			continue
		}
		c.calls++
		for _, g := range after {
			c.there[g]++
		}
	}
	b.life, b.after = life, after
}

// held notes what these facts held without.
func (b *beside) held(facts, all []int) {
	for _, f := range facts {
		c := b.of(f)
		for g := range c.with {
			if !c.alone[g] && !slices.Contains(all, g) {
				c.alone[g] = true
			}
		}
	}
}

// rests are, by fact, what those that are waited for never held without.
func (b *beside) rests(rules []Rule) map[int][]int {
	out := map[int][]int{}
	for _, x := range rules {
		if x.Action != Waiting {
			continue
		}
		for _, m := range x.Ways[0] {
			if g := m.Factors[0]; !b.counts[x.Factor].alone[g] {
				out[x.Factor] = append(out[x.Factor], g)
			}
		}
	}
	return out
}

func (b *beside) of(f int) *coincidence {
	c := b.counts[f]
	if c == nil {
		c = &coincidence{with: map[int]int{}, there: map[int]int{}, alone: map[int]bool{}}
		b.counts[f] = c
	}
	return c
}

func (c *coincidence) came(index int, beside []int) {
	if c.times == 0 || index < c.first {
		c.first = index
	}
	c.times++
	for _, g := range beside {
		c.with[g]++
	}
}

// needs lists what the fact comes beside only, of what actions give, ascending: facts, or, where there are none, items.
func (b *beside) needs(v *interaction.Vocabulary, f int, given func(factor int) bool) (facts []int) {
	c := b.counts[f]
	if c == nil || c.times < onsets {
		return nil
	}
	var items []int
	for _, g := range slices.Sorted(maps.Keys(c.with)) {
		if g == f || c.with[g] < c.times || !given(g) {
			continue
		}
		often := min(1, float64(c.times)/float64(max(1, c.there[g])))
		if math.Pow(1-often, float64(c.calls-c.there[g])) >= besides {
			continue
		}
		if v.Factor(g).Kind == interaction.Fact {
			facts = append(facts, g)
		} else {
			items = append(items, g)
		}
	}
	if len(facts) > 0 {
		return facts
	}
	return items
}
