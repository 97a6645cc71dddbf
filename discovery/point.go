package discovery

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
)

// Point is a start inventory as quantities by item number: each of the first so
// many items is present equally often, but for a few. It takes the space and the
// time of what differs from that, not of what there is. Items are numbered in
// order of discovery. A Point is immutable; the zero Point holds nothing.
type Point struct {
	items int // the first items are there ...
	each  int // ... so often each
	over  []Amount
	hash  Hash
	total int // of all quantities
}

// MaxCount is the largest quantity that a Point can hold; a requirement above it
// can't be learned.
const MaxCount = 1<<16 - 1

// Amount is a quantity of an item, by number.
type Amount struct {
	Item  int
	Count int
}

// Hash identifies a point by content: the sum of one number per item and quantity.
// Different points collide with probability about 2^-128.
type Hash [2]uint64

func (h Hash) plus(item, count int) Hash {
	if count == 0 {
		return h
	}
	a, b := hashAmount(item, count)
	return Hash{h[0] + a, h[1] + b}
}

func (h Hash) minus(item, count int) Hash {
	if count == 0 {
		return h
	}
	a, b := hashAmount(item, count)
	return Hash{h[0] - a, h[1] - b}
}

func hashAmount(item, count int) (a, b uint64) {
	a = mix(uint64(item)<<16 | uint64(count))
	return a, mix(a ^ 0x9e3779b97f4a7c15)
}

// mix is the finaliser of splitmix64 (Steele, Lea, Flood, OOPSLA 2014).
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Full is the point with each of the first items, so many of each.
func Full(items, each int) Point { return Point{each: min(each, MaxCount)}.Grow(items) }

// PointOf is the point with these quantities of items 0, 1, and so on.
func PointOf(counts ...int) Point {
	var p Point
	for i, n := range counts {
		p = p.With(i, n)
	}
	return p
}

// Grow returns the point in which the items from the last that was like all the
// others up to items are like them, too.
func (p Point) Grow(items int) Point {
	if items > p.items {
		was, is := uniform.hash(p.items, p.each), uniform.hash(items, p.each)
		p.hash = Hash{p.hash[0] + is[0] - was[0], p.hash[1] + is[1] - was[1]}
		p.total += (items - p.items) * p.each
		p.items = items
	}
	return p
}

// uniform knows the hashes of so many each of the first items, so that a point of
// thousands of items is made at once.
var uniform = sums{of: map[int][]Hash{}}

type sums struct {
	mu sync.RWMutex
	of map[int][]Hash // by each: of the first 0, 1, ... items
}

func (s *sums) hash(items, each int) Hash {
	s.mu.RLock()
	known := s.of[each]
	s.mu.RUnlock()
	if items < len(known) {
		return known[items]
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	known = s.of[each]
	if known == nil {
		known = []Hash{{}}
	}
	for i := len(known) - 1; i < items; i++ {
		known = append(known, known[i].plus(i, each))
	}
	s.of[each] = known
	return known[items]
}

// Len is the number of items that are there equally often but for those that Over
// lists, and Each how often.
func (p Point) Len() int { return p.items }

// Each is how often each of the first Len items is there, but for those that Over
// lists.
func (p Point) Each() int { return p.each }

// Over lists the quantities that differ, ascending by item. The caller must not
// change it.
func (p Point) Over() []Amount { return p.over }

func byItem(a Amount, item int) int { return a.Item - item }

// base is the quantity of item i if Over doesn't list it.
func (p Point) base(i int) int {
	if i < p.items {
		return p.each
	}
	return 0
}

// At is the quantity of item i.
func (p Point) At(i int) int {
	if j, found := slices.BinarySearchFunc(p.over, i, byItem); found {
		return p.over[j].Count
	}
	return p.base(i)
}

// Covers reports whether p holds at least what q holds, of every item.
func (p Point) Covers(q Point) bool {
	if p.total <= q.total {
		return p.hash == q.hash
	}
	if q.each == 0 { // then only what it lists matters
		for _, o := range q.over {
			if p.At(o.Item) < o.Count {
				return false
			}
		}
		return true
	}
	// Of what neither lists, p lacks what lies in [from, q.items).
	from := q.items
	if q.each > p.each {
		from = 0
	} else if q.each > 0 {
		from = min(p.items, q.items)
	}
	lacking := q.items - from
	i, j := 0, 0
	for i < len(p.over) || j < len(q.over) {
		var item, has, needs int
		switch {
		case j == len(q.over) || i < len(p.over) && p.over[i].Item < q.over[j].Item:
			item, has = p.over[i].Item, p.over[i].Count
			needs = q.base(item)
			i++
		case i == len(p.over) || q.over[j].Item < p.over[i].Item:
			item, needs = q.over[j].Item, q.over[j].Count
			has = p.base(item)
			j++
		default:
			item, has, needs = p.over[i].Item, p.over[i].Count, q.over[j].Count
			i++
			j++
		}
		if has < needs {
			return false
		}
		if item >= from && item < q.items {
			lacking--
		}
	}
	return lacking <= 0
}

// Hash identifies what the point holds.
func (p Point) Hash() Hash { return p.hash }

// Equal reports whether p and q hold the same.
func (p Point) Equal(q Point) bool { return p.hash == q.hash }

// IsZero reports whether p holds nothing.
func (p Point) IsZero() bool { return p.hash == Hash{} }

// With returns a copy of p in which item i has quantity n.
func (p Point) With(i, n int) Point {
	n = min(n, MaxCount)
	j, found := slices.BinarySearchFunc(p.over, i, byItem)
	was := p.base(i)
	if found {
		was = p.over[j].Count
	}
	if was == n {
		return p
	}
	p.hash = p.hash.minus(i, was).plus(i, n)
	p.total += n - was
	over := make([]Amount, 0, len(p.over)+1)
	over = append(over, p.over[:j]...)
	if n != p.base(i) {
		over = append(over, Amount{i, n})
	}
	if found {
		j++
	}
	p.over = append(over, p.over[j:]...)
	return p
}

// Set returns a copy of p with these quantities, which must ascend by item.
func (p Point) Set(amounts []Amount) Point {
	if len(amounts) == 0 {
		return p
	}
	over := make([]Amount, 0, len(p.over)+len(amounts))
	rest := p.over
	for _, a := range amounts {
		a.Count = min(a.Count, MaxCount)
		for len(rest) > 0 && rest[0].Item < a.Item {
			over = append(over, rest[0])
			rest = rest[1:]
		}
		base := p.base(a.Item)
		was := base
		if len(rest) > 0 && rest[0].Item == a.Item {
			was = rest[0].Count
			rest = rest[1:]
		}
		if a.Count != was {
			p.hash = p.hash.minus(a.Item, was).plus(a.Item, a.Count)
			p.total += a.Count - was
		}
		if a.Count != base {
			over = append(over, a)
		}
	}
	p.over = append(over, rest...)
	return p
}

// Size is the number of different items that are present.
func (p Point) Size() int {
	n := 0
	if p.each > 0 {
		n = p.items
	}
	for _, o := range p.over {
		switch {
		case o.Count > 0 && p.base(o.Item) == 0:
			n++
		case o.Count == 0 && p.base(o.Item) > 0:
			n--
		}
	}
	return n
}

// All lists the items that are present with their quantities, ascending by item.
func (p Point) All() iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		first := p.items // the first of the equal ones that are present
		if p.each > 0 {
			first = 0
		}
		for _, o := range p.over {
			for ; first < min(o.Item, p.items); first++ {
				if !yield(first, p.each) {
					return
				}
			}
			first = max(first, o.Item+1)
			if o.Count > 0 && !yield(o.Item, o.Count) {
				return
			}
		}
		for ; first < p.items; first++ {
			if !yield(first, p.each) {
				return
			}
		}
	}
}

// String lists the quantities by item number, as "2*0 1*5".
func (p Point) String() string {
	var b []string
	for i, n := range p.All() {
		b = append(b, fmt.Sprintf("%d*%d", n, i))
	}
	return strings.Join(b, " ")
}
