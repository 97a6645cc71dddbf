package discovery

import (
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// Along tells what an action never gave without something else, as slag comes with each metal. The zero value has seen nothing. It belongs to
// one goroutine.
type Along struct {
	came map[int]int    // by factor, in how many trials it rose
	both map[[2]int]int // and in how many of these another one did
}

// companions is how often a factor is to have come for that.
const companions = 10

// Saw enters what a trial of the action changed.
func (a *Along) Saw(v *interaction.Vocabulary, changes []interaction.Change) {
	var rose []int
	for _, c := range changes {
		if f, known := v.Index(c.Factor); known && c.Gain() > 0 && v.Factor(f).Kind == interaction.Item {
			rose = append(rose, f)
		}
	}
	if a.came == nil && len(rose) > 0 {
		a.came, a.both = map[int]int{}, map[[2]int]int{}
	}
	for _, f := range rose {
		a.came[f]++
		for _, g := range rose {
			if g != f {
				a.both[[2]int{f, g}]++
			}
		}
	}
}

// With lists what the factor never came without, ascending.
func (a *Along) With(factor int) (out []int) {
	n := a.came[factor]
	if n < companions {
		return nil
	}
	for pair, both := range a.both {
		if pair[0] == factor && both == n {
			out = append(out, pair[1])
		}
	}
	slices.Sort(out)
	return out
}
