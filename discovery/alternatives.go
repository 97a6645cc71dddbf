package discovery

import (
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// Alternatives are factors that stand for each other beside the rest of a way, each with how
// many of it that takes: any of eight planks, or one coal, two sticks or three leaves. They
// needn't mix, so they are more than the factors of a class.
type Alternatives struct {
	Rest Way
	// Levels ascend by factor; there are at least two.
	Levels []interaction.Level
}

// Alternate lists the alternatives that the ways show, in order of the ways.
func Alternate(ways []Way) []Alternatives {
	var out []Alternatives
	place := map[string]int{}
	for _, w := range ways {
		for i, m := range w {
			rest := slices.Delete(slices.Clone(w), i, i+1)
			key := Transversal(rest).Key()
			j, known := place[key]
			if !known {
				j = len(out)
				place[key] = j
				out = append(out, Alternatives{Rest: rest})
			}
			for _, f := range m.Factors {
				out[j].Levels = append(out[j].Levels, interaction.Level{Factor: f, Level: m.Count})
			}
		}
	}
	for i := range out {
		ls := out[i].Levels
		slices.SortFunc(ls, func(a, b interaction.Level) int {
			if a.Factor != b.Factor {
				return a.Factor - b.Factor
			}
			return a.Level - b.Level
		})
		out[i].Levels = slices.CompactFunc(ls, func(a, b interaction.Level) bool { return a.Factor == b.Factor })
	}
	return slices.DeleteFunc(out, func(a Alternatives) bool { return len(a.Levels) < 2 })
}

// Holds returns the place of the factor among the levels, which ascend.
func Holds(levels []interaction.Level, factor int) (int, bool) {
	return slices.BinarySearchFunc(levels, factor, func(l interaction.Level, f int) int { return l.Factor - f })
}
