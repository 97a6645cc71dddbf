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
			out[j].Add(m)
		}
	}
	return slices.DeleteFunc(out, func(a Alternatives) bool { return len(a.Levels) < 2 })
}

// Add enters the factors of a member that stands beside the rest, too. Of a factor that is
// there already, the lesser number counts.
func (a *Alternatives) Add(m Member) {
	for _, f := range m.Factors {
		i, known := Holds(a.Levels, f)
		if !known {
			a.Levels = slices.Insert(a.Levels, i, interaction.Level{Factor: f, Level: m.Count})
		} else {
			a.Levels[i].Level = min(a.Levels[i].Level, m.Count)
		}
	}
}

// Holds returns the place of the factor among the levels, which ascend.
func Holds(levels []interaction.Level, factor int) (int, bool) {
	return slices.BinarySearchFunc(levels, factor, func(l interaction.Level, f int) int { return l.Factor - f })
}
