package discovery

import (
	"encoding/binary"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// Transversal is a set of caps that makes every known way impossible: of each
// way it caps one member below its count. A minimal one is a minimal hitting set.
type Transversal []Member

// MaxTransversals bounds how many transversals are kept. k disjoint ways of m
// members have m^k of them, and no method certifies with fewer tests (docs/theory.md,
// "Lower bounds"): beyond this number an effect is reported as not learned, for that
// reason.
const MaxTransversals = 4096

// Blocks reports whether the caps make the way impossible.
func (t Transversal) Blocks(w Way) bool {
	for _, r := range w {
		for _, c := range t {
			if c.Count < r.Count && Subset(r.Factors, c.Factors) {
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
			if d.Count <= c.Count && Subset(c.Factors, d.Factors) {
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

// add adds a cap to what is the caller's own, replacing a looser one on the same items.
func (t Transversal) add(c Member) Transversal {
	i, found := slices.BinarySearchFunc(t, c, func(a, b Member) int { return slices.Compare(a.Factors, b.Factors) })
	if found {
		t[i].Count = min(t[i].Count, c.Count)
		return t
	}
	return slices.Insert(t, i, c)
}

// with is the transversal with the cap added, in place of a looser one on the same items.
func (t Transversal) with(c Member) Transversal { return slices.Clone(t).add(c) }

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
	return !slices.ContainsFunc(t, func(c Member) bool { return c.Count > 0 })
}

// Key identifies the transversal by content.
func (t Transversal) Key() string {
	var b []byte
	for _, c := range t {
		b = binary.AppendUvarint(b, uint64(len(c.Factors)))
		for _, i := range c.Factors {
			b = binary.AppendUvarint(b, uint64(i))
		}
		b = binary.AppendUvarint(b, uint64(c.Count))
	}
	return string(b)
}

// Below is the largest start inside all that the caps allow. What a cap leaves of a class
// is spread over its factors.
func (t Transversal) Below(all interaction.State) interaction.State {
	// Caps ascend by first item; one item may be capped alone and, tighter, as one
	// of several.
	limits := make([]interaction.Level, 0, len(t))
	for _, c := range t {
		if len(c.Factors) == 1 && all.At(c.Factors[0]) > c.Count {
			limits = append(limits, interaction.Level{Factor: c.Factors[0], Level: c.Count})
		}
	}
	find := func(factor int) (int, bool) {
		return slices.BinarySearchFunc(limits, factor, func(l interaction.Level, f int) int { return l.Factor - f })
	}
	level := func(factor int) int {
		if i, found := find(factor); found {
			return limits[i].Level
		}
		return all.At(factor)
	}
	for _, c := range t {
		if len(c.Factors) == 1 {
			continue
		}
		left := c.Count
		give := make([]int, len(c.Factors))
		for given := true; left > 0 && given; {
			given = false
			for k, i := range c.Factors {
				if left > 0 && give[k] < level(i) {
					give[k]++
					left--
					given = true
				}
			}
		}
		for k, f := range c.Factors {
			if i, found := find(f); found {
				limits[i].Level = give[k]
			} else {
				limits = slices.Insert(limits, i, interaction.Level{Factor: f, Level: give[k]})
			}
		}
	}
	return all.Set(limits)
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
				grown = append(grown, t.with(Member{Factors: r.Factors, Count: r.Count - 1}))
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
