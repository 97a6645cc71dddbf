package llm

import (
	"fmt"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

// codeLetters are the letters of codes. There are no vowels among them, so that no
// code is an English word: "letter mapping" of the paper with "a" and "I" would
// have the model, and whoever reads its answer, mistake words for factors.
const codeLetters = "bcdfghjklmnpqrstvwxz"

// code is the n-th code, from 0: b, c, ... z, bb, bc, ...
func code(n int) string {
	s := ""
	for n++; n > 0; n = (n - 1) / len(codeLetters) {
		s = string(codeLetters[(n-1)%len(codeLetters)]) + s
	}
	return s
}

// codes makes n codes, none of which is a name that is to stay unknown.
func codes(n int, known []interaction.Factor) []string {
	taken := make(map[string]bool, len(known))
	for _, f := range known {
		taken[strings.ToLower(f.Name)] = true
	}
	out := make([]string, 0, n)
	for i := 0; len(out) < n; i++ {
		if c := code(i); !taken[c] {
			out = append(out, c)
		}
	}
	return out
}

// legend maps factors to codes and back.
type legend struct {
	code   map[int]string
	factor map[string]int
}

// newLegend is the legend of these of the factors that are known.
func newLegend(of []int, known []interaction.Factor) legend {
	l := legend{map[int]string{}, map[string]int{}}
	for i, c := range codes(len(of), known) {
		l.code[of[i]], l.factor[c] = c, of[i]
	}
	return l
}

// list writes factors as "b, c, d"; "nothing" if there are none.
func (l legend) list(factors []int) string {
	if len(factors) == 0 {
		return "nothing"
	}
	out := make([]string, len(factors))
	for i, f := range factors {
		out[i] = l.code[f]
	}
	return strings.Join(out, ", ")
}

// answer writes causes and effect as "{b, c; d}".
func (l legend) answer(causes []int, effect int) string {
	if len(causes) == 0 {
		return fmt.Sprintf("{; %s}", l.code[effect])
	}
	return fmt.Sprintf("{%s; %s}", l.list(causes), l.code[effect])
}
