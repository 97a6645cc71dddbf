package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
)

// assumptions lists what a run took for granted: what it certified may be wrong where one
// of them is, whatever delta says.
func assumptions(s explore.Summary) []string {
	out := make([]string, len(s.Assumptions))
	for i, a := range s.Assumptions {
		out[i] = a.String()
	}
	return out
}

// plenty is how many of what is required are told apart: of a class, of all its members together, or of the one of which it is most.
func plenty(f *sim.File, r sim.Requirement, stock int) (n int) {
	for _, name := range f.Members(r) {
		v := interaction.NewVocabulary(stock, []interaction.Factor{f.Factor(name)})
		if ample := v.Factor(v.Add(name)).Ample; r.Kind == sim.OfOne {
			n = max(n, ample)
		} else {
			n += ample
		}
	}
	return n
}

// beyondPlenty names the actions that need more of something than is told apart.
func beyondPlenty(f *sim.File, cfg explore.Config) []string {
	var many []string
	for _, a := range f.Actions {
		for _, e := range a.Effects {
			for _, w := range e.Ways {
				for _, m := range slices.Concat(w.Consumes, w.Needs) {
					if m.Count > plenty(f, m, cfg.Stock) {
						many = append(many, interaction.Shown(a.Label))
					}
				}
			}
		}
	}
	return slices.Compact(many)
}

// fileWarnings says where the world file breaks an assumption of the run, which lives in the
// world or chooses starts. It is for people; nothing that learns sees it.
func fileWarnings(f *sim.File, cfg explore.Config, lived bool) []string {
	var out []string
	r := sim.Check(f)
	if len(r.MixedChances) > 0 && cfg.Chances == explore.ChancesShared {
		out = append(out, "the world file says that ways of one effect differ in chance ("+strings.Join(r.MixedChances, ", ")+
			"): a rarer way may be missed; explore with --chances own")
	}
	if len(r.Blocked) > 0 {
		out = append(out, "the world file says that an item can block an action ("+strings.Join(r.Blocked, ", ")+
			"): what is certified of it may be wrong")
	}
	var rare, vital []string
	for _, a := range f.Actions {
		for _, e := range a.Effects {
			for _, w := range e.Ways {
				if c := cmp.Or(w.Chance, e.Chance); c < cfg.Floor {
					rare = append(rare, interaction.Shown(a.Label))
				}
				for _, m := range slices.Concat(w.Consumes, w.Needs) {
					if lived && f.Factor(m.Name).Kind == interaction.Vital {
						vital = append(vital, interaction.Shown(a.Label))
					}
				}
			}
		}
		for _, e := range a.Ambient {
			if e.Chance < cfg.Floor {
				rare = append(rare, interaction.Shown(a.Label))
			}
		}
	}
	if many := beyondPlenty(f, cfg); len(many) > 0 {
		found := "that can't be found"
		if lived {
			found += ", and where one lives nothing is certified then"
		}
		out = append(out, fmt.Sprintf("the world file says that more of something is needed than is told apart (%s): %s, unless with a larger --stock, in another --db, or a larger ample or max in the file",
			strings.Join(many, ", "), found))
	}
	if vital = slices.Compact(vital); len(vital) > 0 {
		out = append(out, "the world file says that a vital is needed ("+strings.Join(vital, ", ")+"): where one lives no way is taken to need one, and what is certified of it may be wrong")
	}
	if rare = slices.Compact(rare); len(rare) > 0 {
		out = append(out, fmt.Sprintf("the world file says that something comes with a chance below %g (%s): it may be overlooked, unless with a lower --floor",
			cfg.Floor, strings.Join(rare, ", ")))
	}
	return out
}
