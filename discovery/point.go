package discovery

import (
	"slices"
)

// Point is a start inventory as quantities by item number. Items beyond its
// length are absent. Items are numbered in order of discovery.
type Point []uint16

// MaxCount is the largest quantity that a Point can hold; a requirement above it
// can't be learned.
const MaxCount = 1<<16 - 1

// At is the quantity of item i.
func (p Point) At(i int) int {
	if i < len(p) {
		return int(p[i])
	}
	return 0
}

// Covers reports whether p holds at least what q holds, of every item.
func (p Point) Covers(q Point) bool {
	if len(q) > len(p) {
		for _, n := range q[len(p):] {
			if n > 0 {
				return false
			}
		}
		q = q[:len(p)]
	}
	p = p[:len(q)]
	for i, n := range q {
		if n > p[i] {
			return false
		}
	}
	return true
}

// Equal reports whether p and q hold the same.
func (p Point) Equal(q Point) bool { return p.Covers(q) && q.Covers(p) }

// With returns a copy of p in which item i has quantity n.
func (p Point) With(i, n int) Point {
	out := make(Point, max(len(p), i+1))
	copy(out, p)
	out[i] = uint16(min(n, MaxCount))
	return out
}

// Size is the number of different items that are present.
func (p Point) Size() int {
	n := 0
	for _, c := range p {
		if c > 0 {
			n++
		}
	}
	return n
}

// key is a map key equal for equal points.
func (p Point) key() string {
	n := len(p)
	for n > 0 && p[n-1] == 0 {
		n--
	}
	b := make([]byte, 2*n)
	for i, c := range p[:n] {
		b[2*i], b[2*i+1] = byte(c), byte(c>>8)
	}
	return string(b)
}

// Amount is a quantity of an item, by number.
type Amount struct {
	Item  int
	Count int
}

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

// wayOf is the way that asks for exactly what the point holds.
func wayOf(p Point) Way {
	var w Way
	for i, n := range p {
		if n > 0 {
			w = append(w, Requirement{[]int{i}, int(n)})
		}
	}
	return w
}

// Point is a smallest inventory that meets the way: the count of a class is
// spread over its items as evenly as possible.
func (w Way) Point() Point {
	var p Point
	for _, r := range w {
		for k := range r.Count {
			i := r.Items[k%len(r.Items)]
			p = p.With(i, p.At(i)+1)
		}
	}
	return p
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
		slices.SortFunc(v, compareRequirements)
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

func compareRequirements(a, b Requirement) int {
	if c := slices.Compare(a.Items, b.Items); c != 0 {
		return c
	}
	return a.Count - b.Count
}

func compareWays(a, b Way) int { return slices.CompareFunc(a, b, compareRequirements) }
