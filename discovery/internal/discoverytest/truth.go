package discoverytest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/internal/starts"
	"github.com/adam-discovery/adam/interaction"
)

// Smallest lists every start that meets the way and of which nothing can be
// left out: a class of several items has one for each way to mix them.
func Smallest(w discovery.Way) []interaction.State {
	out := []interaction.State{starts.Full(0, 0)}
	for _, r := range w {
		var next []interaction.State
		for _, p := range out {
			mix(p, r.Factors, r.Count, func(q interaction.State) { next = append(next, q) })
		}
		out = next
	}
	return out
}

// mix yields p with n of the items added, in every mixture.
func mix(p interaction.State, items []int, n int, yield func(interaction.State)) {
	if len(items) == 1 {
		yield(p.With(items[0], p.At(items[0])+n))
		return
	}
	for k := 0; k <= n; k++ {
		mix(p.With(items[0], p.At(items[0])+k), items[1:], n-k, yield)
	}
}

// Holds reports whether the start meets any of the ways.
func Holds(ways []discovery.Way, p interaction.State) bool {
	return slices.ContainsFunc(ways, func(w discovery.Way) bool { return discovery.MetBy(w, p) })
}

// Compare says how the ways that were found differ from the true ones, by what
// they mean, so that it doesn't matter whether a class is written as one. wrong
// names a start of which they differ in whether it suffices; untidy a way
// that is implied by the others together. Both are empty if all is right.
func Compare(truth, found []discovery.Way) (wrong, untidy string) {
	for _, w := range found {
		for _, p := range Smallest(w) {
			if !Holds(truth, p) {
				return fmt.Sprintf("%s was found, %v doesn't suffice", Text(w), p), ""
			}
			for i, n := range p.All() {
				if Holds(truth, p.With(i, n-1)) {
					untidy = fmt.Sprintf("%s was found, item %s of %v is needless", Text(w), name(i), p)
				}
			}
		}
	}
	for _, w := range truth {
		for _, p := range Smallest(w) {
			if !Holds(found, p) {
				return fmt.Sprintf("%s was not found: %v suffices", Text(w), p), ""
			}
		}
	}
	return "", untidy
}

// Text writes ways for people: "2a + 3{b,c} | d".
func Text(ways ...discovery.Way) string {
	var out []string
	for _, w := range ways {
		var parts []string
		for _, r := range w {
			var items []string
			for _, i := range r.Factors {
				items = append(items, name(i))
			}
			s := strings.Join(items, ",")
			if len(items) > 1 {
				s = "{" + s + "}"
			}
			if r.Count != 1 {
				s = fmt.Sprint(r.Count) + s
			}
			parts = append(parts, s)
		}
		if len(parts) == 0 {
			parts = []string{"nothing"}
		}
		out = append(out, strings.Join(parts, " + "))
	}
	return strings.Join(out, " | ")
}

// name is a letter, or a number where letters end.
func name(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return fmt.Sprintf("#%d", i)
}

// Shape bounds a random hidden precondition.
type Shape struct {
	// MinItems and MaxItems bound how many items there are.
	MinItems, MaxItems int
	// Ways, Members and Count are the most of each; the least is 1.
	Ways, Members, Count int
	// Classes: some members are classes of two or three items that mix.
	Classes bool
	// Tangled: an item of a class may also be asked for otherwise. Else a class
	// occurs as a whole only, and in one way only.
	Tangled bool
}

// Random returns an oracle with a random precondition, consumed or kept.
func Random(rng *rand.Rand, s Shape, chance float64) *Oracle {
	n := s.MinItems + rng.IntN(s.MaxItems-s.MinItems+1)
	perm := rng.Perm(n)
	var units [][]int // what a member may ask for
	if s.Classes {
		for range 1 + rng.IntN(2) {
			class := slices.Clone(perm[:2+rng.IntN(2)])
			slices.Sort(class)
			units = append(units, class)
			perm = perm[len(class):]
		}
	}
	if s.Tangled {
		perm = rng.Perm(n)
	}
	for _, i := range perm {
		units = append(units, []int{i})
	}
	o := &Oracle{Items: n, Chance: chance, Consume: rng.IntN(2) == 0, Rand: rng}
	used := make([]bool, len(units))
	for range 1 + rng.IntN(s.Ways) {
		var w discovery.Way
		members := 1 + rng.IntN(s.Members)
		for _, u := range rng.Perm(len(units)) {
			overlaps := slices.ContainsFunc(w, func(r discovery.Member) bool {
				return slices.ContainsFunc(r.Factors, func(i int) bool { return slices.Contains(units[u], i) })
			})
			if taken := len(units[u]) > 1 && !s.Tangled && used[u]; len(w) < members && !overlaps && !taken {
				used[u] = true
				w = append(w, discovery.Member{Factors: units[u], Count: 1 + rng.IntN(s.Count)})
			}
		}
		slices.SortFunc(w, func(a, b discovery.Member) int { return slices.Compare(a.Factors, b.Factors) })
		o.Ways = append(o.Ways, w)
	}
	return o
}
