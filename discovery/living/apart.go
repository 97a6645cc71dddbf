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

// apart reports whether two facts exclude each other: both come by themselves, and they never held together, as of several kinds of weather
// there is one at a time.
func (k *knowledge) apart(f, g int) bool {
	m := &k.meetings
	return f != g && m.both[[2]int{min(f, g), max(f, g)}] == 0 && m.held[f]*m.held[g] >= expected*max(1, m.trials) && k.unexplained(f) && k.unexplained(g)
}

// ceilings are the largest situations of the closure: of facts that exclude each other one holds in each.
func (k *knowledge) ceilings(c discovery.Closure) (out []discovery.Closure) {
	var alone []int // those that exclude others
	for f := range k.meetings.held {
		if c.Levels[f] > 0 && slices.ContainsFunc(k.held(), func(g int) bool { return c.Levels[g] > 0 && k.apart(f, g) }) {
			alone = append(alone, f)
		}
	}
	if len(alone) == 0 {
		return []discovery.Closure{c}
	}
	slices.Sort(alone)
	// The largest sets of them that can hold together.
	var grow func(set []int, from int)
	grow = func(set []int, from int) {
		for i := from; i < len(alone); i++ {
			if fits := func(g int) bool { return !k.apart(alone[i], g) }; !slices.ContainsFunc(set, func(g int) bool { return !fits(g) }) {
				grow(append(slices.Clip(set), alone[i]), i+1)
			}
		}
		room := func(f int) bool {
			return !slices.Contains(set, f) && !slices.ContainsFunc(set, func(g int) bool { return k.apart(f, g) })
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

// held are the facts that held at some time, ascending.
func (k *knowledge) held() []int { return slices.Sorted(maps.Keys(k.meetings.held)) }

// everything is all that can be had at once, in each way that it can.
func (k *knowledge) everything() []discovery.Closure { return k.ceilings(k.reach.Without(nil)) }

// short are the levels that an ask for the ceiling says: nil, where it is the whole closure.
func short(ceiling, whole discovery.Closure) []int {
	if slices.Equal(ceiling.Levels, whole.Levels) {
		return nil
	}
	return ceiling.Levels
}

// separate are the pairs of facts that exclude each other.
func (k *knowledge) separate() (out [][2]int) {
	all := k.held()
	for i, f := range all {
		for _, g := range all[i+1:] {
			if k.apart(f, g) {
				out = append(out, [2]int{f, g})
			}
		}
	}
	return out
}
