package body

import (
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// vitals are what an agent feels of itself.
type vitals struct {
	names  []string
	tops   []int
	felt   []interaction.Felt // by vital, in this life
	struck bool               // by the last step
	blows  map[string]int     // how often each fell at once
	free   []string           // the vitals, and facts that don't hold beside things
	drifts map[string]bool    // those of them that rise while the agent only moves or waits
}

func newVitals(factors []interaction.Factor, ground *interaction.Ground) vitals {
	v := vitals{blows: map[string]int{}, drifts: map[string]bool{}}
	for _, f := range factors {
		if f.Kind == interaction.Vital {
			v.names, v.tops = append(v.names, f.Name), append(v.tops, f.Max)
		}
		if f.Kind == interaction.Vital || f.Kind == interaction.Fact && !ground.Nears(f.Name) {
			v.free = append(v.free, f.Name)
		}
	}
	return v
}

// begin forgets what the life before felt.
func (v *vitals) begin() { v.felt = make([]interaction.Felt, len(v.names)) }

// feel notes what a step did.
func (v *vitals) feel(was, now interaction.State) {
	v.struck = false
	for _, name := range v.names {
		if was.Level(name)-now.Level(name) >= blow {
			v.struck, v.blows[name] = true, v.blows[name]+1
		}
	}
	n := 0
	if v.struck {
		n = 1
	}
	for i, name := range v.names {
		if f := &v.felt[i]; 2*was.Level(name) < v.tops[i] {
			f.Low, f.LowBlows = f.Low+1, f.LowBlows+n
		} else {
			f.High, f.HighBlows = f.High+1, f.HighBlows+n
		}
	}
}

// Felt implements [interaction.Walker].
func (v *vitals) Felt() map[string]interaction.Felt {
	out := map[string]interaction.Felt{}
	for i, f := range v.felt {
		if f != (interaction.Felt{}) {
			out[v.names[i]] = f
		}
	}
	return out
}

// hale reports whether no vital was nearly used up: whoever dies then didn't die of a blow, or of want.
func (v *vitals) hale(state interaction.State) bool {
	for i, name := range v.names {
		if 4*state.Level(name) < v.tops[i] {
			return false
		}
	}
	return true
}

// drift notes what rose though the agent did nothing but move or wait.
func (v *vitals) drift(was, now interaction.State) {
	for _, name := range v.free {
		if now.Level(name) > was.Level(name) {
			v.drifts[name] = true
		}
	}
}

// came reports whether anything came of it: more or less of an item or a fact, or more of a vital.
func (v *vitals) came(was, now interaction.State) bool {
	for _, c := range interaction.Changes(was, now) {
		if !slices.Contains(v.names, c.Factor) || c.Gain() > 1 {
			return true
		}
	}
	return false
}

// lessons are what others can learn of it.
func (v *vitals) lessons() (out []interaction.Lesson) {
	for _, name := range v.names {
		if v.blows[name] >= harms {
			out = append(out, interaction.Lesson{Thing: name, Is: interaction.Struck})
		}
	}
	for _, name := range v.free {
		if v.drifts[name] {
			out = append(out, interaction.Lesson{Thing: name, Is: interaction.Drifting})
		}
	}
	return out
}
