package discovery

import (
	"encoding/binary"
	"slices"
)

// Transversal is a set of caps that makes every known way impossible: of each
// way it caps one requirement one below its count.
type Transversal []Requirement

// MaxTransversals bounds how many transversals are kept. k disjoint ways of m
// members have m^k of them, and no method certifies with fewer tests
// (discovery.md, section 4): beyond this number an effect is reported as not
// learned, for that reason.
const MaxTransversals = 4096

// MaxMixtures bounds how many mixtures of classes are tested, for the same reason:
// "4 of any of 32 kinds of log" has 52,360 smallest sufficient inventories, and one
// that isn't tried might not suffice.
const MaxMixtures = 1 << 16

// Subset reports whether b holds all of a; both ascend.
func Subset(a, b []int) bool {
	if len(a) == 1 && len(b) == 1 {
		return a[0] == b[0]
	}
	j := 0
	for _, x := range a {
		for j < len(b) && b[j] < x {
			j++
		}
		if j == len(b) || b[j] != x {
			return false
		}
	}
	return true
}

// Blocks reports whether the caps make the way impossible.
func (t Transversal) Blocks(w Way) bool {
	for _, r := range w {
		for _, c := range t {
			if c.Count < r.Count && Subset(r.Items, c.Items) {
				return true
			}
		}
	}
	return false
}

// weaker reports whether t caps no more than u does: then u isn't minimal.
func (t Transversal) weaker(u Transversal) bool {
	for _, c := range t {
		ok := false
		for _, d := range u {
			if d.Count <= c.Count && Subset(c.Items, d.Items) {
				ok = true
				break
			}
		}
		if !ok {
			return false
		}
	}
	return true
}

// with adds a cap, replacing a looser one on the same items.
func (t Transversal) with(c Requirement) Transversal {
	out := slices.Clone(t)
	i, found := slices.BinarySearchFunc(out, c, func(a, b Requirement) int { return slices.Compare(a.Items, b.Items) })
	if found {
		out[i].Count = min(out[i].Count, c.Count)
		return out
	}
	return slices.Insert(out, i, c)
}

// Zero is the transversal with all its caps at nothing.
func (t Transversal) Zero() Transversal {
	out := slices.Clone(t)
	for i := range out {
		out[i].Count = 0
	}
	return out
}

// IsZero reports whether every cap is nothing.
func (t Transversal) IsZero() bool {
	return !slices.ContainsFunc(t, func(c Requirement) bool { return c.Count > 0 })
}

// Key identifies the transversal by content.
func (t Transversal) Key() string {
	var b []byte
	for _, c := range t {
		b = binary.AppendUvarint(b, uint64(len(c.Items)))
		for _, i := range c.Items {
			b = binary.AppendUvarint(b, uint64(i))
		}
		b = binary.AppendUvarint(b, uint64(c.Count))
	}
	return string(b)
}

// CoPoint is the inventory all, reduced to meet the caps: the largest that the
// transversal allows. What a cap leaves of a class is spread over its items.
func (t Transversal) CoPoint(all Point) Point {
	// Caps ascend by first item; one item may be capped alone and, tighter, as one
	// of several.
	limits := make([]Amount, 0, len(t))
	for _, c := range t {
		if len(c.Items) == 1 && all.At(c.Items[0]) > c.Count {
			limits = append(limits, Amount{c.Items[0], c.Count})
		}
	}
	p := all.Set(limits)
	for _, c := range t {
		if len(c.Items) == 1 {
			continue
		}
		left := c.Count
		give := make([]int, len(c.Items))
		for given := true; left > 0 && given; {
			given = false
			for k, i := range c.Items {
				if left > 0 && give[k] < p.At(i) {
					give[k]++
					left--
					given = true
				}
			}
		}
		for k, i := range c.Items {
			p = p.With(i, give[k])
		}
	}
	return p
}

// Transversals returns all minimal transversals of the ways, by Berge's
// multiplication, in a fixed order; ok is false if there are more than
// MaxTransversals. No ways: one empty transversal. A way that needs nothing can't
// be blocked: none.
func Transversals(ways []Way) (ts []Transversal, ok bool) {
	ts = []Transversal{nil}
	for _, w := range ways {
		var kept, grown []Transversal
		for _, t := range ts {
			if t.Blocks(w) {
				kept = append(kept, t)
				continue
			}
			for _, r := range w {
				grown = append(grown, t.with(Requirement{r.Items, r.Count - 1}))
			}
		}
		ts = kept
		for i, t := range grown {
			minimal := true
			for _, u := range kept {
				if u.weaker(t) {
					minimal = false
					break
				}
			}
			for j := 0; minimal && j < len(grown); j++ {
				if j != i && grown[j].weaker(t) && (!t.weaker(grown[j]) || j < i) {
					minimal = false
				}
			}
			if minimal {
				ts = append(ts, t)
			}
		}
		if len(ts) > MaxTransversals {
			return nil, false
		}
	}
	return ts, true
}

// Mixtures lists the ways to share out what the transversal leaves of a class, with
// the transversal itself: "at most 3 of a and b" holds with 3 and 0, 2 and 1, and so
// on, each a largest inventory of its own that must fail. It may stop when there
// come to be more than MaxMixtures.
func (t Transversal) Mixtures(all Point) []Transversal {
	shares := ShareOut(t, t)
	if shares == nil {
		return []Transversal{t}
	}
	var out []Transversal
	seen := map[Hash]bool{}
	for _, u := range append([]Transversal{t}, shares...) {
		if k := u.CoPoint(all).hash; !seen[k] {
			seen[k] = true
			out = append(out, u)
		}
	}
	return out
}

// ShareOut replaces the caps of classes among caps by caps of their items, in
// every way; none if there is nothing to share out.
func ShareOut(t Transversal, caps []Requirement) []Transversal {
	i := slices.IndexFunc(caps, func(c Requirement) bool { return len(c.Items) > 1 && c.Count > 0 })
	if i < 0 {
		return nil
	}
	var out []Transversal
	var share func(u Transversal, items []int, left int)
	share = func(u Transversal, items []int, left int) {
		if len(out) > MaxMixtures {
			return
		}
		if len(items) > 1 {
			for n := 0; n <= left; n++ {
				share(u.with(Requirement{items[:1], n}), items[1:], left-n)
			}
			return
		}
		u = u.with(Requirement{items, left})
		if more := ShareOut(u, caps[i+1:]); more != nil {
			out = append(out, more...)
		} else {
			out = append(out, u)
		}
	}
	share(t, caps[i].Items, caps[i].Count)
	return out
}
