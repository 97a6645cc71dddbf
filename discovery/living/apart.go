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

// separate are the pairs of facts, ascending, that exclude each other: those that come by themselves and never held together, as of several
// kinds of weather there is one at a time, and rooms.
func (k *knowledge) separate() [][2]int {
	m, out := &k.meetings, k.rooms.Pairs()
	all := slices.DeleteFunc(slices.Sorted(maps.Keys(m.held)), func(f int) bool { return !k.unexplained(f) })
	for i, f := range all {
		for _, g := range all[i+1:] {
			if m.both[[2]int{f, g}] == 0 && m.held[f]*m.held[g] >= expected*m.trials {
				out = append(out, [2]int{f, g})
			}
		}
	}
	slices.SortFunc(out, func(p, q [2]int) int { return slices.Compare(p[:], q[:]) })
	return slices.Compact(out)
}

// apart reports whether two facts exclude each other.
func (k *knowledge) apart(f, g int) bool {
	return slices.Contains(k.pairs, [2]int{min(f, g), max(f, g)})
}

// ceilings are the largest situations of the closure: of facts that exclude each other one holds in each.
func (k *knowledge) ceilings(c discovery.Closure) []discovery.Closure { return c.Split(k.pairs) }

// everything is all that can be had at once, in each way that it can.
func (k *knowledge) everything() []discovery.Closure { return k.ceilings(k.reach.Without(nil)) }

// short are the levels that an ask for the ceiling says: nil, where it is the whole closure.
func short(ceiling, whole discovery.Closure) []int {
	if slices.Equal(ceiling.Levels, whole.Levels) {
		return nil
	}
	return ceiling.Levels
}
