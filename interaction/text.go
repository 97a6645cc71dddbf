package interaction

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Plain reports whether a text from a world can be shown to people as it is: it is UTF-8
// on one line, without control characters and without those that change the order or the
// look of what is around them.
func Plain(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r)
	})
}

// Shown is a text from a world as people may see it: as it is if it is [Plain], else
// quoted, with escapes in place of what isn't.
func Shown(text string) string {
	if Plain(text) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) { // some are printable to strconv
			return '\uFFFD'
		}
		return r
	}, strconv.Quote(text))
}
