package discovery

import (
	"iter"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// Complement is a largest start that meets none of the known ways: a ceiling without what
// a minimal transversal of the ways caps. By duality (Fredman and Khachiyan, Journal of
// Algorithms 21, 1996) the ways are all there are, and each is minimal, exactly when the
// effect comes from none of the complements.
type Complement struct {
	At interaction.State
	// Ceiling is what it was made of.
	Ceiling interaction.State
	// Of is the transversal, Caps the same with its caps on classes shared out.
	Of, Caps Transversal
}

// Whole says how much is proven by it that an effect comes from none of the [Complements].
type Whole uint8

const (
	// Part: nothing, as classes mix in more ways than were looked at.
	Part Whole = iota
	// ByExchange: that there are no other ways, under the assumption [Exchange], as of the mixtures
	// of a class only some are among them.
	ByExchange
	// All: that there are no other ways.
	All
)

// Complements lists the complements of the ways inside the ceilings, in a fixed order;
// those of one transversal follow each other. A ceiling that covers another one doesn't stand for
// it (see [Ceilings.For]). ok is false if there are too many.
func Complements(ways []Way, ceilings []interaction.State) (out []Complement, whole Whole, ok bool) {
	ts, ok := Transversals(ways)
	if !ok {
		return nil, Part, false
	}
	// within: the first tells of the second.
	within := func(k, of Complement) bool {
		return k.At.Equal(of.At) || k.At.Covers(of.At) && (k.Ceiling.Equal(of.Ceiling) || !k.Ceiling.Covers(of.Ceiling))
	}
	whole = All
	for _, t := range ts {
		first := len(out)
		caps, w := t.spread()
		whole = min(whole, w)
		for _, c := range ceilings {
			for u := range caps {
				of := Complement{At: u.Below(c), Ceiling: c, Of: t}
				if !slices.ContainsFunc(out[first:], func(k Complement) bool { return within(k, of) }) {
					of.Caps = slices.Clone(u)
					out = append(out, of)
					if len(ceilings) == 1 && len(out) > MaxComplements { // it won't get less again
						return nil, Part, false
					}
				}
			}
		}
		if len(ceilings) > 1 { // what is left of one may lie inside what is left of another
			kept := slices.DeleteFunc(slices.Clone(out[first:]), func(k Complement) bool {
				return slices.ContainsFunc(out[first:], func(l Complement) bool { return within(l, k) && !l.At.Equal(k.At) })
			})
			out = append(out[:first], kept...)
		}
		if len(out) > MaxComplements {
			return nil, Part, false
		}
	}
	return out, whole, true
}

// MaxComplements bounds how many complements are tested.
const MaxComplements = 1 << 14

// MaxSpread is how many ways to share out a class are tried one by one; of larger ones so
// few as Spread says.
const MaxSpread = 256

// mostSpread is how many ways to share out several classes are looked at: no certificate can use more.
const mostSpread = MaxSpread * MaxSpread

// spread goes through the ways to share out what the transversal leaves of its classes: "at
// most 3 of a and b" holds with 3 and 0, 2 and 1, and so on, each a largest start of its own.
// What it yields is overwritten by the next one. Where classes overlap, it may leave out what
// caps each factor at least as tightly as an earlier one: no complement of that is inside no
// other one.
func (t Transversal) spread() (ways iter.Seq[Transversal], whole Whole) {
	whole = All
	var shares [][][]Member // of each class
	classes, total, members := 0, 1, len(t)
	for _, c := range t {
		if len(c.Factors) < 2 || c.Count == 0 {
			continue
		}
		classes++
		if total > mostSpread {
			continue
		}
		of, all := Spread(c)
		if !all {
			whole = min(whole, ByExchange)
		}
		shares = append(shares, of)
		members += len(c.Factors)
		total *= len(of)
	}
	if total > mostSpread {
		whole = Part
	}
	rest := make([]int, len(shares)+1) // ways to share out the classes from one on
	rest[len(shares)] = 1
	for i := len(shares) - 1; i >= 0; i-- {
		rest[i] = min(rest[i+1]*len(shares[i]), mostSpread+1)
	}
	return func(yield func(Transversal) bool) {
		left := mostSpread
		buffers := make([]Transversal, len(shares)) // with the classes up to one shared out
		for i := range buffers {
			buffers[i] = make(Transversal, 0, members)
		}
		var looser []dominance
		if classes == len(shares) && t.overlaps() {
			looser = make([]dominance, len(shares))
		}
		var walk func(u Transversal, i int) bool
		walk = func(u Transversal, i int) bool {
			if i == len(shares) {
				left--
				return yield(u) && left > 0
			}
			for _, s := range shares[i] {
				v := append(buffers[i][:0], u...)
				for _, m := range s {
					v = v.add(m)
				}
				if looser != nil && looser[i].covers(v) {
					if left -= rest[i+1]; left <= 0 {
						return false
					}
				} else if !walk(v, i+1) {
					return false
				}
			}
			return true
		}
		walk(t, 0)
	}, whole
}

// overlaps reports whether a factor is capped by several members.
func (t Transversal) overlaps() bool {
	seen := map[int]bool{}
	for _, c := range t {
		for _, f := range c.Factors {
			if seen[f] {
				return true
			}
			seen[f] = true
		}
	}
	return false
}

// mostLooser bounds how many caps others are compared with: more would take longer than they save.
const mostLooser = 512

// dominance is caps on single factors, of which none is as tight as an earlier one throughout.
type dominance []Transversal

// covers reports whether one of the caps is looser on each factor than what is given, or the same; else it
// keeps that.
func (d *dominance) covers(t Transversal) bool {
	for _, u := range *d {
		if u.looser(t) {
			return true
		}
	}
	if len(*d) < mostLooser {
		*d = append(*d, slices.DeleteFunc(slices.Clone(t), func(c Member) bool { return len(c.Factors) != 1 }))
	}
	return false
}

// looser reports whether each cap of t, which are on single factors, is in u, as tight or tighter. Both ascend.
func (t Transversal) looser(u Transversal) bool {
	for _, c := range t {
		for len(u) > 0 && (len(u[0].Factors) != 1 || u[0].Factors[0] < c.Factors[0]) {
			u = u[1:]
		}
		if len(u) == 0 || u[0].Factors[0] != c.Factors[0] || u[0].Count > c.Count {
			return false
		}
	}
	return true
}

// Spread lists the ways to share out the member's count among its factors, each as members
// of one factor, with a count of zero for those that get nothing, the most even one first:
// all of them, or, where these are more than MaxSpread, beside that one all to one factor,
// for each of them, and all but one to the first and one to another, for each other. all
// tells which.
//
// What it rests on where not all are listed is the assumption [Exchange]: if one unit of b
// can stand for one of a once, it always can. Then from "n of a suffices" and "n-1 of a
// with one of b suffices, for each b" it follows, exchanging one unit after the other,
// that every mixture suffices; and from "n-1 of a doesn't suffice" that no mixture of n-1
// does, as it would become n-1 of a by exchanges.
func Spread(m Member) (out [][]Member, all bool) {
	n, k := len(m.Factors), m.Count
	even := make([]int, n)
	for i := range even {
		even[i] = (k - i - 1 + n) / n
	}
	share := func(counts []int) {
		if len(out) > 0 && slices.Equal(counts, even) {
			return // it is the first
		}
		ms := make([]Member, n)
		for i, f := range m.Factors {
			ms[i] = One(f, counts[i])
		}
		out = append(out, ms)
	}
	share(even)
	counts := make([]int, n)
	if mixtures(n, k) <= MaxSpread {
		var walk func(i, left int)
		walk = func(i, left int) {
			if i == n-1 {
				counts[i] = left
				share(counts)
				return
			}
			for c := 0; c <= left; c++ {
				counts[i] = c
				walk(i+1, left-c)
			}
		}
		walk(0, k)
		return out, true
	}
	for i := range counts {
		clear(counts)
		counts[i] = k
		share(counts)
	}
	for i := 1; i < n && k > 1; i++ {
		clear(counts)
		counts[0], counts[i] = k-1, 1
		share(counts)
	}
	return out, k == 1
}

// mixtures is the number of ways to share out k among n, or more than MaxSpread.
func mixtures(n, k int) int {
	out := 1
	for i := 1; i < n; i++ {
		if out = out * (k + i) / i; out > MaxSpread {
			return out
		}
	}
	return out
}

// Choices are, of each way, the starts with every choice of one factor a class, at the full
// count; where these are too many, a choice of one class at a time, at even mixtures of the
// others. (That which factors meet one member doesn't matter to the others is assumed, as
// far as these starts don't show it.)
func Choices(v *interaction.Vocabulary, ways ...Way) []interaction.State {
	out := []interaction.State{}
	for _, w := range ways {
		choices := 1
		for _, m := range w {
			choices = min(choices*len(m.Factors), MaxSpread+1)
		}
		if choices <= MaxSpread {
			for _, p := range w.Pure() {
				out = append(out, At(v, p))
			}
			continue
		}
		for i, m := range w {
			for _, f := range m.Factors {
				one := slices.Clone(w)
				one[i] = One(f, m.Count)
				out = append(out, At(v, one))
			}
		}
	}
	return out
}

// Witnesses are the starts that must be known to suffice before it is certified that the
// ways do: their Choices, and mixtures of each class (see [Spread]) at the even mixture of
// what else the way asks for.
func Witnesses(v *interaction.Vocabulary, ways ...Way) []interaction.State {
	out := Choices(v, ways...)
	for _, w := range ways {
		for i, m := range w {
			if len(m.Factors) < 2 || m.Count < 2 {
				continue
			}
			rest := append(slices.Clone(w[:i]), w[i+1:]...)
			shares, _ := Spread(m)
			for _, s := range shares {
				part := slices.Clone(rest)
				for _, o := range s {
					if o.Count > 0 {
						part = append(part, o)
					}
				}
				out = append(out, At(v, part))
			}
		}
	}
	return out
}
