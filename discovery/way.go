package discovery

import (
	"cmp"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// MemberOf asks for at least Count of its factors in sum. One factor is the usual case;
// several are a class of factors that stand for each other and may be mixed. F is how
// factors are named: by number while something is learned, by name in a graph. In a
// [Transversal] the same type is a cap: at most Count of its factors in sum.
type MemberOf[F cmp.Ordered] struct {
	Factors []F `json:"factors"` // ascending, at least one
	Count   int `json:"count"`
	// Consumed is how much of them in sum a success uses up; zero: they are kept, or
	// nobody asked.
	Consumed int `json:"consumed,omitempty"`
	// Most is how much of it one success used up at the most, where that is more than Consumed, which is the least then: a pick may break.
	// Zero: each success uses up the same.
	Most int `json:"most,omitempty"`
}

// WayOf is a set of members that suffice together for an effect, ascending by their
// factors. The empty way needs nothing. A way that is minimal is a minimal sufficient set,
// or prime implicant.
type WayOf[F cmp.Ordered] []MemberOf[F]

// Member and Way name factors by number.
type (
	Member = MemberOf[int]
	Way    = WayOf[int]
)

// One is the member that asks for count of a single factor.
func One(factor, count int) Member { return Member{Factors: []int{factor}, Count: count} }

// Exactly is the way that asks for exactly what the state holds.
func Exactly(s interaction.State) Way {
	var w Way
	for i, n := range s.All() {
		w = append(w, One(i, n))
	}
	return w
}

// At is a smallest state that meets the way: the count of a class is spread over its
// factors as evenly as possible.
func At(v *interaction.Vocabulary, w Way) interaction.State {
	levels := make([]interaction.Level, 0, len(w))
	for _, m := range w {
		n := len(m.Factors)
		for k, i := range m.Factors[:min(n, m.Count)] {
			levels = append(levels, interaction.Level{Factor: i, Level: (m.Count-k-1)/n + 1})
		}
	}
	slices.SortFunc(levels, func(a, b interaction.Level) int { return a.Factor - b.Factor })
	return v.Cut(interaction.None, 0).Set(levels)
}

// Pure lists the ways without mixtures that the way stands for: each class is replaced by
// one of its factors at the full count, in every combination.
func (w WayOf[F]) Pure() []WayOf[F] {
	out := []WayOf[F]{nil}
	for _, m := range w {
		var next []WayOf[F]
		for _, v := range out {
			for _, f := range m.Factors {
				next = append(next, append(slices.Clone(v), MemberOf[F]{Factors: []F{f}, Count: m.Count, Consumed: m.Consumed, Most: m.Most}))
			}
		}
		out = next
	}
	for _, v := range out {
		slices.SortFunc(v, CompareMembers[F])
	}
	return out
}

// MetBy reports whether the state meets every member.
func MetBy(w Way, s interaction.State) bool {
	for _, m := range w {
		missing := m.Count
		for _, i := range m.Factors {
			if missing <= 0 {
				break
			}
			missing -= s.At(i)
		}
		if missing > 0 {
			return false
		}
	}
	return true
}

// Equal reports whether two ways ask for the same.
func (w WayOf[F]) Equal(v WayOf[F]) bool { return slices.CompareFunc(w, v, CompareMembers[F]) == 0 }

// CompareMembers orders members by their factors, then by count.
func CompareMembers[F cmp.Ordered](a, b MemberOf[F]) int {
	return cmp.Or(slices.Compare(a.Factors, b.Factors), a.Count-b.Count)
}

// Implies reports whether everything that meets w meets v. Counts of several members of w
// add up to what v asks of a class: the factors of a way don't overlap.
func (w WayOf[F]) Implies(v WayOf[F]) bool {
	for _, m := range v {
		n := 0
		for _, p := range w {
			if Subset(p.Factors, m.Factors) {
				n += p.Count
			}
		}
		if n < m.Count {
			return false
		}
	}
	return true
}

// Without is the way without those factors of its classes of which one already brings
// about another way that asks for less.
func (w WayOf[F]) Without(less WayOf[F]) WayOf[F] {
	for i, m := range w {
		if len(m.Factors) == 1 {
			continue
		}
		rest := append(slices.Clone(w[:i]), w[i+1:]...)
		factors := slices.DeleteFunc(slices.Clone(m.Factors), func(f F) bool {
			return less.Total() < w.Total() && append(slices.Clone(rest), MemberOf[F]{Factors: []F{f}, Count: 1}).Implies(less)
		})
		if 0 < len(factors) && len(factors) < len(m.Factors) {
			return rest.With(MemberOf[F]{Factors: factors, Count: m.Count, Consumed: m.Consumed}).Without(less)
		}
	}
	return w
}

// With is the way with one more member.
func (w WayOf[F]) With(m MemberOf[F]) WayOf[F] {
	out := append(slices.Clone(w), m)
	slices.SortFunc(out, CompareMembers[F])
	return out
}

// Overlaps reports whether the way asks for one of the factors.
func (w WayOf[F]) Overlaps(factors []F) bool {
	return slices.ContainsFunc(w, func(m MemberOf[F]) bool {
		return slices.ContainsFunc(m.Factors, func(f F) bool { return slices.Contains(factors, f) })
	})
}

// Total is how much the way asks for in all.
func (w WayOf[F]) Total() int {
	n := 0
	for _, m := range w {
		n += m.Count
	}
	return n
}

// Subset reports whether b holds all of a; both ascend.
func Subset[F cmp.Ordered](a, b []F) bool {
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
