package export

import (
	"strings"
	"unicode"
)

// textWidth estimates how wide a text is, in pixels, in a sans-serif font of this
// size. The estimate is generous: the reader's font is not known here, and a box
// that is too wide is better than a text that leaves it.
func textWidth(s string, size float64) float64 {
	em := 0.0
	for _, r := range s {
		switch {
		case r > unicode.MaxLatin1:
			em += 1
		case strings.ContainsRune("ijl.,:;'|! ()[]ftr", r):
			em += 0.38
		case strings.ContainsRune("mwMW@%", r):
			em += 0.95
		case unicode.IsUpper(r):
			em += 0.74
		default:
			em += 0.6
		}
	}
	return em * size
}

// shorten cuts a text to this many characters, from the middle, since names tend
// to differ at their ends. Whole names are in the tooltips.
func shorten(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	tail := (most - 1) / 2
	return string(r[:most-1-tail]) + "\u2026" + string(r[len(r)-tail:])
}

// wrap breaks words into lines of at most width pixels.
func wrap(words []string, size, width float64) []string {
	var lines []string
	line := ""
	for _, w := range words {
		longer := strings.TrimPrefix(line+" "+w, " ")
		if line != "" && textWidth(longer, size) > width {
			lines = append(lines, line)
			longer = w
		}
		line = longer
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
