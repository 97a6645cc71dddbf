package living

import (
	"maps"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// meetings is how often facts held when something was tried, and how often two of them did together.
type meetings struct {
	trials int
	held   map[int]int
	both   map[[2]int]int
}

// expected is how often two facts that have nothing to do with each other should have held together, when they never did,
// for it to be believed that they exclude each other.
const expected = 10

// meet enters which facts held.
func (k *knowledge) meet(at interaction.State) {
	m := &k.meetings
	if m.held == nil {
		m.held, m.both = map[int]int{}, map[[2]int]int{}
	}
	m.trials++
	var facts []int
	for f, n := range at.All() {
		if n > 0 && k.vocabulary.Factor(f).Kind == interaction.Fact {
			m.held[f]++
			for _, g := range facts {
				m.both[[2]int{g, f}]++
			}
			facts = append(facts, f)
		}
	}
}

// separate finds the facts that come by themselves and exclude each other, ascending, as of several kinds of weather there is one at a time.
func (k *knowledge) separate() (out []int) {
	m := &k.meetings
	for f := range m.held {
		if k.unexplained(f) && slices.ContainsFunc(slices.Collect(maps.Keys(m.held)), func(g int) bool {
			return g != f && k.unexplained(g) && m.both[[2]int{min(f, g), max(f, g)}] == 0 && m.held[f]*m.held[g] >= expected*m.trials
		}) {
			out = append(out, f)
		}
	}
	slices.Sort(out)
	return out
}

// ceilings are the largest situations of the closure. Of facts that exclude each other each has one that the ways need, and none has
// another: what comes by itself, and wasn't seen to be needed, is taken not to be (docs/theory.md).
func (k *knowledge) ceilings(c discovery.Closure, ways []discovery.Way) (out []discovery.Closure) {
	none := c
	none.Levels = slices.Clone(c.Levels)
	var needed []int
	for _, f := range k.apart {
		if none.Levels[f] = 0; c.Levels[f] > 0 && slices.ContainsFunc(ways, func(w discovery.Way) bool { return w.Overlaps([]int{f}) }) {
			needed = append(needed, f)
		}
	}
	if len(needed) == 0 {
		return []discovery.Closure{none}
	}
	for _, f := range needed {
		one := none
		one.Levels = slices.Clone(none.Levels)
		one.Levels[f] = c.Levels[f]
		out = append(out, one)
	}
	return out
}

// everything is what can be had at once, and what asks for it say: nil, where it is all that can be had.
func (k *knowledge) everything() (all discovery.Closure, asked []int) {
	c := k.reach.Without(nil)
	all = k.ceilings(c, nil)[0]
	return all, short(all, c)
}

// short are the levels that an ask for the ceiling says: nil, where it is the whole closure.
func short(ceiling, whole discovery.Closure) []int {
	if slices.Equal(ceiling.Levels, whole.Levels) {
		return nil
	}
	return ceiling.Levels
}
