package discovery

import "slices"

// Requirement asks for at least Count of its items in sum. One item is the usual
// case; several are a class of interchangeable items that may be mixed. In a
// transversal the same type is a cap: at most Count of its items in sum.
type Requirement struct {
	Items []int // ascending, at least one
	Count int
}

// Way is a set of requirements that suffice together, ascending by first item.
// The empty Way needs nothing.
type Way []Requirement

// WayOf is the way that asks for exactly what the point holds.
func WayOf(p Point) Way {
	var w Way
	for i, n := range p.All() {
		w = append(w, Requirement{[]int{i}, n})
	}
	return w
}

// Point is a smallest inventory that meets the way: the count of a class is
// spread over its items as evenly as possible.
func (w Way) Point() Point {
	amounts := make([]Amount, 0, len(w))
	for _, r := range w {
		n := len(r.Items)
		for k, item := range r.Items[:min(n, r.Count)] {
			amounts = append(amounts, Amount{item, (r.Count-k-1)/n + 1})
		}
	}
	slices.SortFunc(amounts, func(a, b Amount) int { return a.Item - b.Item })
	return Point{}.Set(amounts)
}

// Pure lists the ways without mixtures that the way stands for: each class is
// replaced by one of its items at the full count, in every combination.
func (w Way) Pure() []Way {
	out := []Way{nil}
	for _, r := range w {
		var next []Way
		for _, v := range out {
			for _, i := range r.Items {
				next = append(next, append(slices.Clone(v), Requirement{[]int{i}, r.Count}))
			}
		}
		out = next
	}
	for _, v := range out {
		slices.SortFunc(v, CompareRequirements)
	}
	return out
}

// MetBy reports whether the inventory meets every requirement.
func (w Way) MetBy(p Point) bool {
	for _, r := range w {
		sum := 0
		for _, i := range r.Items {
			sum += p.At(i)
		}
		if sum < r.Count {
			return false
		}
	}
	return true
}

// Equal reports whether two ways ask for the same.
func (w Way) Equal(v Way) bool { return compareWays(w, v) == 0 }

// CompareRequirements orders requirements by their items, then by count.
func CompareRequirements(a, b Requirement) int {
	if c := slices.Compare(a.Items, b.Items); c != 0 {
		return c
	}
	return a.Count - b.Count
}

func compareWays(a, b Way) int { return slices.CompareFunc(a, b, CompareRequirements) }

// Implies reports whether everything that meets v meets w. Quantities of several
// items of v add up to what w asks of a class: the items of a way don't overlap.
func (v Way) Implies(w Way) bool {
	for _, r := range w {
		n := 0
		for _, p := range v {
			if Subset(p.Items, r.Items) {
				n += p.Count
			}
		}
		if n < r.Count {
			return false
		}
	}
	return true
}

// Overlaps reports whether the way asks for one of the items.
func (w Way) Overlaps(items []int) bool {
	return slices.ContainsFunc(w, func(r Requirement) bool {
		return slices.ContainsFunc(r.Items, func(i int) bool { return slices.Contains(items, i) })
	})
}

// Total is how much the way asks for in all.
func (w Way) Total() int {
	n := 0
	for _, r := range w {
		n += r.Count
	}
	return n
}
