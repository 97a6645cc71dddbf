package llm

import (
	"fmt"
	"strings"
)

// codeLetters are the letters of codes. There are no vowels among them, so that no
// code is an English word: "letter mapping" of the paper with "a" and "I" would
// have the model, and whoever reads its answer, mistake words for items.
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
func codes(n int, names []string) []string {
	taken := make(map[string]bool, len(names))
	for _, s := range names {
		taken[strings.ToLower(s)] = true
	}
	out := make([]string, 0, n)
	for i := 0; len(out) < n; i++ {
		if c := code(i); !taken[c] {
			out = append(out, c)
		}
	}
	return out
}

// legend maps items to codes and back.
type legend struct {
	code map[int]string
	item map[string]int
}

func newLegend(items []int, names []string) legend {
	l := legend{map[int]string{}, map[string]int{}}
	for i, c := range codes(len(items), names) {
		l.code[items[i]], l.item[c] = c, items[i]
	}
	return l
}

// list writes items as "b, c, d"; "nothing" if there are none.
func (l legend) list(items []int) string {
	if len(items) == 0 {
		return "nothing"
	}
	out := make([]string, len(items))
	for i, it := range items {
		out[i] = l.code[it]
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
