package discovery

import (
	"maps"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// Rooms tells which facts exclude each other as rooms do: going to the kitchen ends being in the hall, and the other way round. The zero
// value has seen nothing. It belongs to one goroutine.
type Rooms struct {
	left     map[[2]int]int // how often the first ended as an action brought the second about
	together map[[2]int]bool
}

// leaving is how often one is to be left for the other, both ways taken together, for that.
const leaving = 4

// Saw enters a trial, by the numbers of the vocabulary.
func (r *Rooms) Saw(v *interaction.Vocabulary, start interaction.State, changes []interaction.Change) {
	if r.left == nil {
		r.left, r.together = map[[2]int]int{}, map[[2]int]bool{}
	}
	fact := func(f int) bool { return f < v.Len() && v.Factor(f).Kind == interaction.Fact }
	var before, after, ended, came []int
	for f, n := range start.All() {
		if n > 0 && fact(f) {
			before = append(before, f)
		}
	}
	after = slices.Clone(before)
	for _, c := range changes {
		f, known := v.Index(c.Factor)
		switch {
		case !known || !fact(f):
		case c.To == 0:
			ended = append(ended, f)
			after = slices.DeleteFunc(after, func(g int) bool { return g == f })
		case c.From == 0:
			came, after = append(came, f), append(after, f)
		}
	}
	for _, held := range [2][]int{before, after} {
		for i, f := range held {
			for _, g := range held[:i] {
				r.together[[2]int{min(f, g), max(f, g)}] = true
			}
		}
	}
	for _, f := range ended {
		for _, g := range came {
			r.left[[2]int{f, g}]++
		}
	}
}

// Pairs lists them, the smaller number first, ascending.
func (r *Rooms) Pairs() (out [][2]int) {
	for p, n := range maps.All(r.left) {
		back := r.left[[2]int{p[1], p[0]}]
		if p[0] < p[1] && n > 0 && back > 0 && n+back >= leaving && !r.together[p] {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(p, q [2]int) int { return slices.Compare(p[:], q[:]) })
	return out
}

// Split are the largest situations of the closure in which no two facts of a pair hold together, each pair with the smaller number first.
func (c Closure) Split(pairs [][2]int) (out []Closure) {
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
	apart := func(f, g int) bool { return slices.Contains(pairs, [2]int{min(f, g), max(f, g)}) }
	// The largest sets of them that can hold together.
	var grow func(set []int, from int)
	grow = func(set []int, from int) {
		for i := from; i < len(alone); i++ {
			if !slices.ContainsFunc(set, func(g int) bool { return apart(alone[i], g) }) {
				grow(append(slices.Clip(set), alone[i]), i+1)
			}
		}
		room := func(f int) bool {
			return !slices.Contains(set, f) && !slices.ContainsFunc(set, func(g int) bool { return apart(f, g) })
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
	grow(nil, 0)
	return out
}
