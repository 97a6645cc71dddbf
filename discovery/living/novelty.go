package living

import (
	"iter"
)

// novelty is with which pairs of factors an action was tried. A factor pairs with itself, and what is
// plenty counts as one more factor.
type novelty []uint64

// marks are what the levels have, ascending: 2f for some of the factor, 2f+1 for plenty of it.
func (k *knowledge) marks(levels []int) (out []int) {
	for f, n := range levels {
		if n == 0 || k.vital(f) {
			continue
		}
		out = append(out, 2*f)
		if ample := k.vocabulary.Factor(f).Ample; ample > 1 && n >= ample {
			out = append(out, 2*f+1)
		}
	}
	return out
}

// pair is the number of a pair of marks, the greater one first.
func pair(a, b int) int { return a*(a+1)/2 + b }

// pairs are the numbers of all pairs of the marks.
func pairs(marks []int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, a := range marks {
			for _, b := range marks[:i+1] {
				if !yield(pair(a, b)) {
					return
				}
			}
		}
	}
}

// enter enters a trial.
func (v *novelty) enter(marks []int) {
	for n := range pairs(marks) {
		for n/64 >= len(*v) {
			*v = append(*v, 0)
		}
		(*v)[n/64] |= 1 << (n % 64)
	}
}

// holds reports whether all pairs of the marks were tried.
func (v novelty) holds(marks []int) bool {
	for n := range pairs(marks) {
		if n/64 >= len(v) || v[n/64]>>(n%64)&1 == 0 {
			return false
		}
	}
	return true
}
