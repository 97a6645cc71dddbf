package sim

import (
	"maps"
	"slices"

	"github.com/agnivade/levenshtein"
)

// Nearest returns the candidate that somebody who wrote name probably meant: the
// one with the fewest edits, at most a third of the name's length and one more.
// It returns the empty string if none is near.
func Nearest(name string, candidates []string) string {
	best, least := "", len(name)/3+2
	for _, c := range candidates {
		if d := levenshtein.ComputeDistance(name, c); d < least && c != name {
			best, least = c, d
		}
	}
	return best
}

// meant is a question to be glued to a message about an unknown name.
func meant(name string, candidates []string) string {
	if near := Nearest(name, candidates); near != "" {
		return " (did you mean \"" + near + "\"?)"
	}
	return ""
}

func sorted(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
