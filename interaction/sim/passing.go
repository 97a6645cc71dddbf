package sim

import (
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

// Weather is a kind of weather.
type Weather struct {
	Name  string
	Share float64 // of the time
}

// Vital says how a vital passes.
type Vital struct {
	Name string
	// Lasts is how many steps a level of it lasts.
	Lasts int
	// Life: it rises by itself while no other vital is used up, and falls while one is; what hurts lowers
	// it, and without it the episode ends. One vital at most is.
	Life bool
}

// shortestDay is that of a map with days.
const shortestDay = 20

// passing reads what passes by itself.
func (r *reader) passing(m map[string]*node, out *Map, line int) {
	if n := m["day"]; n != nil {
		if out.Day = r.count(n, "day"); out.Day < shortestDay {
			r.fault(n.line, "a day has at least %d steps, not %d", shortestDay, out.Day)
		}
	}
	if n := m["weather"]; n != nil {
		total := 0.
		for _, p := range r.pairs(n, "weather") {
			w := Weather{r.named(p, "weather"), r.chance(p.value, "share", 0)}
			if f, ok := r.factors[w.Name]; ok && f.Fixed {
				r.fault(p.line, "%q is weather of the map, and can't be fixed, too: leave out \"fixed\"", w.Name)
			}
			total += w.Share
			out.Weather = append(out.Weather, w)
		}
		if total > 1 {
			r.fault(n.line, "the weather takes %.3g of the time", total)
		}
		slices.SortFunc(out.Weather, func(a, b Weather) int { return strings.Compare(a.Name, b.Name) })
	}
	life := ""
	if n := m["vitals"]; n != nil {
		for _, p := range r.pairs(n, "vitals") {
			t := r.object(p.value, "a vital", vitalKeys)
			v := Vital{Name: r.named(p, "vital"), Life: r.flag(t["life"], "life")}
			if f, ok := r.factors[v.Name]; !ok || f.Kind != interaction.Vital || f.Max == 0 {
				r.fault(p.line, "%q passes by itself, but isn't among the factors as a vital with a max", v.Name)
			}
			switch {
			case v.Life && t["lasts"] != nil:
				r.fault(p.line, "%q is the life, and lasts as long as nothing hurts it", v.Name)
			case v.Life && life != "":
				r.fault(p.line, "%q and %q are both the life", life, v.Name)
			case v.Life:
				life = v.Name
			case t["lasts"] == nil:
				r.fault(p.line, "how long a level of %q lasts is missing", v.Name)
			default:
				v.Lasts = r.count(t["lasts"], "lasts")
			}
			out.Vitals = append(out.Vitals, v)
		}
		slices.SortFunc(out.Vitals, func(a, b Vital) int { return strings.Compare(a.Name, b.Name) })
	}
	for _, p := range out.Places {
		if p.Harm > 0 && life == "" {
			r.fault(line, "%q harms, but no vital of the map is the life", p.Name)
		}
	}
}

// flag reads whether something is so; a missing one says that it isn't.
func (r *reader) flag(n *node, what string) bool {
	return n != nil && r.expect(n, isBool, what) && n.text == "true"
}
