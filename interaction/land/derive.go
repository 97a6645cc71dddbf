package land

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
)

const (
	// crowd is the part of a map that things take at most where the file doesn't say, and
	// most is how much of it one of them takes.
	crowd, most = .3, .03
	// smallMap is the side of such a map.
	smallMap = 48
)

// Derive writes a file's rules as they are where one lives in them: what a way needs of a
// station is that it stands beside the agent, and each station can be put down, by an action
// of its own behind those of the file. A file without a map gets one: each action that uses
// nothing up and gives something is done to a thing of its own, and items that are only worked
// at are stations. The file isn't changed; one
// that has a factor of the name of a [sim.NearFact] is refused.
func Derive(f *sim.File) (*sim.File, error) {
	out := *f
	out.ID = ID + f.ID
	out.Actions = slices.Clone(f.Actions)
	if out.Map == nil {
		out.Map = spread(out.Actions, f)
	}
	out.Factors = slices.Clone(f.Factors)
	for _, s := range out.Map.Stations {
		near := sim.NearFact(s)
		if slices.Contains(f.AllFactors(), near) {
			return nil, fmt.Errorf("%s has a factor %q, which is the name of standing beside the station %q", f.ID, near, s)
		}
		out.Factors = append(out.Factors, interaction.Factor{Name: near, Kind: interaction.Fact})
		for i := range out.Actions {
			out.Actions[i].Effects = beside(out.Actions[i].Effects, s)
		}
		out.Actions = append(out.Actions, sim.Action{Label: "place " + s, Effects: []sim.Effect{{
			Gives: []sim.Gift{{Item: near, Quantity: sim.Fixed(1)}}, Chance: 1,
			Ways: []sim.Way{{Consumes: []sim.Requirement{{Name: s, Count: 1}}}}}}})
	}
	for _, x := range passing(out.Map) {
		i := slices.IndexFunc(out.Factors, func(y interaction.Factor) bool { return y.Name == x.Name })
		switch {
		case i < 0 && slices.Contains(f.AllFactors(), x.Name), i >= 0 && out.Factors[i].Kind != x.Kind:
			return nil, fmt.Errorf("%s has a factor %q that is no %s: it is the name of what passes by itself on its map", f.ID, x.Name, x.Kind)
		case i < 0:
			out.Factors = append(out.Factors, x)
		}
	}
	slices.SortFunc(out.Factors, func(a, b interaction.Factor) int { return strings.Compare(a.Name, b.Name) })
	return &out, nil
}

// passing are the factors that a map has by itself: the light and the weather.
func passing(m *sim.Map) (out []interaction.Factor) {
	if m.Day > 0 {
		out = append(out, interaction.Factor{Name: Daylight, Kind: interaction.Vital, Max: brightest})
	}
	for _, w := range m.Weather {
		out = append(out, interaction.Factor{Name: w.Name, Kind: interaction.Fact})
	}
	return out
}

// ID begins the names of worlds that are lived in.
const ID = "lived:"

// beside writes the effects with a station that is needed as one that stands beside the
// agent.
func beside(effects []sim.Effect, station string) []sim.Effect {
	effects = slices.Clone(effects)
	for i := range effects {
		ways := slices.Clone(effects[i].Ways)
		for k := range ways {
			needs := slices.Clone(ways[k].Needs)
			for n := range needs {
				if needs[n].Kind == sim.OfItem && needs[n].Name == station {
					needs[n] = sim.Requirement{Name: sim.NearFact(station), Count: 1}
				}
			}
			slices.SortFunc(needs, func(a, b sim.Requirement) int { return strings.Compare(a.Key(), b.Key()) })
			ways[k].Needs = needs
		}
		effects[i].Ways = ways
	}
	return effects
}

// spread is the map of a file that has none.
func spread(actions []sim.Action, f *sim.File) *sim.Map {
	m := &sim.Map{Size: smallMap, Biomes: []sim.Biome{{Name: "plain", Ground: "ground", Share: 1}}}
	for i := range actions {
		if gathers(&actions[i], f) {
			actions[i].At = "t" + strconv.Itoa(len(m.Places)+1)
			m.Places = append(m.Places, sim.Place{Name: actions[i].At, Worlds: 1})
		}
	}
	for i := range m.Places {
		m.Places[i].Share = min(most, crowd/float64(len(m.Places)))
	}
	slices.SortFunc(m.Places, func(a, b sim.Place) int { return strings.Compare(a.Name, b.Name) })
	m.Stations = stations(actions, f)
	return m
}

// stations are the items that are only ever kept, and only by what uses up others: one works at
// them, as at a table, and not with them, as with a tool.
func stations(actions []sim.Action, f *sim.File) (out []string) {
	at, tool := map[string]bool{}, map[string]bool{}
	for i := range actions {
		for _, e := range actions[i].Effects {
			for _, w := range e.Ways {
				for _, r := range w.Consumes {
					for _, m := range f.Members(r) {
						tool[m] = true
					}
				}
				for _, r := range w.Needs {
					for _, m := range f.Members(r) {
						switch {
						case len(w.Consumes) == 0 || r.Kind != sim.OfItem || f.Factor(m).Kind != interaction.Item:
							tool[m] = true
						default:
							at[m] = true
						}
					}
				}
				for _, m := range w.Without {
					tool[m] = true
				}
			}
		}
	}
	for m := range at {
		if !tool[m] {
			out = append(out, m)
		}
	}
	slices.Sort(out)
	return out
}

// gathers reports whether the action gives items and uses nothing up.
func gathers(a *sim.Action, f *sim.File) bool {
	items := len(a.Ambient) > 0
	for _, e := range a.Effects {
		for _, w := range e.Ways {
			if len(w.Consumes) > 0 {
				return false
			}
		}
		items = items || slices.ContainsFunc(e.Gives, func(g sim.Gift) bool { return f.Factor(g.Item).Kind == interaction.Item })
	}
	return items
}
