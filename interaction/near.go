package interaction

import (
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// Near lists the names that may have been meant by this one, the nearest first, at most
// most: those at most a third of its length and one more edits away, whatever the
// case of their letters, then those that contain it or share a word with it. What names have in common before a colon, as
// a mod's, doesn't count.
func Near(name string, known []string, most int) []string {
	const far = 1 << 20
	distance := map[string]int{}
	var out []string
	for _, k := range known {
		if _, there := distance[k]; there || k == name {
			continue
		}
		own, other := apart(name, k)
		d := levenshtein.ComputeDistance(strings.ToLower(own), strings.ToLower(other))
		if d > len(own)/3+1 {
			if !akin(own, other) {
				continue
			}
			d += far
		}
		distance[k] = d
		out = append(out, k)
	}
	slices.SortStableFunc(out, func(a, b string) int { return distance[a] - distance[b] })
	return out[:min(len(out), most)]
}

// apart are the names without what they have in common before a colon.
func apart(a, b string) (string, string) {
	i := strings.LastIndexByte(a, ':')
	if i < 0 || !strings.HasPrefix(b, a[:i+1]) {
		return a, b
	}
	return a[i+1:], b[i+1:]
}

// akin reports whether one name contains the other one, or they share a word.
func akin(name, other string) bool {
	return len(name) > 2 && strings.Contains(other, name) || slices.ContainsFunc(strings.Split(name, "_"), func(w string) bool {
		return len(w) > 2 && slices.Contains(strings.Split(other, "_"), w)
	})
}

// Meant is a question to be put behind a message about an unknown name; empty if nothing is
// near.
func Meant(name string, known []string) string {
	if near := Near(name, known, 1); near != nil {
		return " (did you mean \"" + near[0] + "\"?)"
	}
	return ""
}
