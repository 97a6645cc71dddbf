package sim

import (
	"slices"
	"strconv"
	"strings"
)

// Map is what is where when the rules of a file are lived in (package land). Each episode
// has a map of its own, drawn by its seed.
type Map struct {
	// Size is how many cells the map has on a side, from 8 to MaxMap.
	Size int
	// Biomes are the kinds of regions, at least one, ascending by name.
	Biomes []Biome
	// Places are the things that are on the map, ascending by name.
	Places []Place
	// Day is how many steps a day has, the night included; zero: it is always light.
	Day int
	// Weather are the kinds of weather that there are beside a clear sky, ascending by name; each is a fact
	// that comes and goes by itself.
	Weather []Weather
	// Vitals are the vitals that pass by themselves, ascending by name.
	Vitals []Vital
	// Stations are items that can be put down, ascending. What a way needs of one, without
	// using it up, then is that it stands beside the agent.
	Stations []string
}

// MaxMap is the largest side of a map.
const MaxMap = 512

// Biome is a kind of region.
type Biome struct {
	Name string
	// Ground is what free cells show.
	Ground string
	// Share is the part of the map that it takes, relative to the others'.
	Share float64
	// Colour is that of its ground in pictures; empty: one that follows from the name of the ground.
	Colour Colour
}

// Place is a class of things that are on the map.
type Place struct {
	Name string
	// Share is the part of the cells of its biomes that show it, in (0, 1).
	Share float64
	// Biomes are where it is, ascending; none: everywhere.
	Biomes []string
	// Worlds is the part of the maps that have it at all, in (0, 1].
	Worlds float64
	// Leaves is what is there once something was got from it; empty: it stays, unless it roams.
	Leaves string
	// Roams: it moves about on free ground, and is gone once something was got from it.
	Roams bool
	// Harm is by how much it lowers the life of an agent beside it at a blow; zero: it does nothing.
	Harm int
	// Dark: it comes when it is dark, and vanishes in the light.
	Dark bool
	// Looks is its shape in a picture. What roams has that of a creature.
	Looks Shape
	// Colour is what it mostly shows in pictures; empty: what follows from its name.
	Colour Colour
}

// Colour is "#" and six hexadecimal digits: red, green and blue. The empty Colour is none.
type Colour string

// RGB are its parts; ok is false for none.
func (c Colour) RGB() (r, g, b uint8, ok bool) {
	n, err := strconv.ParseUint(strings.TrimPrefix(string(c), "#"), 16, 24)
	return uint8(n >> 16), uint8(n >> 8), uint8(n), err == nil && len(c) == 7 && c[0] == '#'
}

// Shape is how a thing is drawn.
type Shape string

// Shapes of things.
const (
	Block Shape = ""      // as high and wide as a cell; the default
	Plant Shape = "plant" // it stands in the middle of its cell, and one sees past it
	Pool  Shape = "pool"  // flat on the ground
)

var (
	mapKeys   = []string{"size", "biomes", "things", "stations", "day", "weather", "vitals"}
	biomeKeys = []string{"ground", "share", "colour"}
	placeKeys = []string{"share", "biomes", "worlds", "leaves", "roams", "harm", "dark", "looks", "colour"}
	vitalKeys = []string{"lasts", "life"}
)

// defaultSize is the side of a map of which nothing is said.
const defaultSize = 64

func (r *reader) mapOf(n *node) *Map {
	if n == nil {
		return nil
	}
	m := r.object(n, "the map", mapKeys)
	out := &Map{Size: defaultSize}
	if s := m["size"]; s != nil {
		if out.Size = r.count(s, "size"); out.Size < 8 || out.Size > MaxMap {
			r.fault(s.line, "the size of a map must be from 8 to %d, not %d", MaxMap, out.Size)
		}
	}
	grounds := map[string]bool{}
	if m["biomes"] == nil {
		out.Biomes = []Biome{{Name: "plain", Ground: "ground", Share: 1}}
		grounds["ground"] = true
	} else {
		for _, p := range r.pairs(m["biomes"], "biomes") {
			b := r.object(p.value, "a biome", biomeKeys)
			out.Biomes = append(out.Biomes, Biome{Name: r.named(p, "biome"), Ground: r.nameOf(b["ground"], p, "the ground of a biome"), Share: r.chance(b["share"], "share", 1), Colour: r.colour(b["colour"])})
			grounds[out.Biomes[len(out.Biomes)-1].Ground] = true
		}
		if len(out.Biomes) == 0 {
			r.fault(n.line, "a map has at least one biome")
		}
	}
	slices.SortFunc(out.Biomes, func(a, b Biome) int { return strings.Compare(a.Name, b.Name) })
	known := func(name string, line int) {
		if !slices.ContainsFunc(out.Biomes, func(b Biome) bool { return b.Name == name }) {
			r.fault(line, "the map has no biome %q", name)
		}
	}
	total := 0.0
	if m["things"] != nil {
		for _, p := range r.pairs(m["things"], "things") {
			t := r.object(p.value, "a thing", placeKeys)
			x := Place{Name: r.named(p, "thing"), Share: r.chance(t["share"], "share", .03), Biomes: r.names(t["biomes"], "the biomes of a thing", known), Worlds: r.chance(t["worlds"], "worlds", 1), Colour: r.colour(t["colour"])}
			if t["leaves"] != nil {
				if x.Leaves = r.text(t["leaves"], "leaves"); !grounds[x.Leaves] {
					r.fault(p.line, "%q leaves %q, which isn't the ground of a biome", x.Name, x.Leaves)
				}
			}
			x.Roams, x.Dark = r.flag(t["roams"], "roams"), r.flag(t["dark"], "dark")
			if t["harm"] != nil {
				x.Harm = r.count(t["harm"], "harm")
			}
			if t["looks"] != nil {
				if x.Looks = Shape(r.text(t["looks"], "looks")); x.Looks != Plant && x.Looks != Pool || x.Roams {
					r.fault(p.line, "%q looks like a %q: it is a plant or a pool, or a block if nothing is said, and what roams is a creature", x.Name, x.Looks)
				}
			}
			if !x.Roams && (x.Dark || x.Harm > 0) || x.Roams && x.Leaves != "" {
				r.fault(p.line, "%q: only what roams can harm or come in the dark, and it leaves nothing", x.Name)
			}
			if x.Dark && m["day"] == nil {
				r.fault(p.line, "%q comes in the dark, but the map has no days", x.Name)
			}
			if grounds[x.Name] {
				r.fault(p.line, "%q is a ground and a thing", x.Name)
			}
			slices.Sort(x.Biomes)
			total += x.Share
			out.Places = append(out.Places, x)
		}
	}
	if total > .6 {
		r.fault(n.line, "the things take %.2g of the map: at most 0.6 leaves room to walk", total)
	}
	slices.SortFunc(out.Places, func(a, b Place) int { return strings.Compare(a.Name, b.Name) })
	out.Stations = r.names(m["stations"], "stations", func(name string, line int) {
		r.known(name, line)
		if grounds[name] || slices.ContainsFunc(out.Places, func(p Place) bool { return p.Name == name }) {
			r.fault(line, "%q is a station and a thing", name)
		}
	})
	slices.Sort(out.Stations)
	r.passing(m, out, n.line)
	return out
}

// named is the key of a pair that is a name.
func (r *reader) named(p pair, what string) string {
	if !namePattern.MatchString(p.key) {
		r.fault(p.line, "%s name %q: only letters, digits, single spaces and _ . : / - are allowed", what, p.key)
	}
	return p.key
}

// colour is the text of a node that is a colour.
func (r *reader) colour(n *node) Colour {
	c := Colour(r.text(n, "colour"))
	if _, _, _, ok := c.RGB(); n != nil && n.kind == isString && !ok {
		r.fault(n.line, "the colour %q isn't # and six hexadecimal digits, as in #5a9c3f", c)
	}
	return c
}

// nameOf is the text of a node that is a name.
func (r *reader) nameOf(n *node, p pair, what string) string {
	if n == nil {
		r.fault(p.line, "%s is missing", what)
		return ""
	}
	s := r.text(n, what)
	if n.kind == isString && !namePattern.MatchString(s) {
		r.fault(n.line, "%s %q: only letters, digits, single spaces and _ . : / - are allowed", what, s)
	}
	return s
}

// thing is what an action is done to.
func (r *reader) thing(n *node) string {
	if n == nil {
		return ""
	}
	name := r.text(n, "at")
	if n.kind != isString {
		return name
	}
	if r.land == nil || !slices.ContainsFunc(r.land.Places, func(p Place) bool { return p.Name == name }) {
		r.fault(n.line, "the map has no thing %q", name)
	}
	if line, twice := r.done[name]; twice {
		r.fault(n.line, "two actions are done to %q, the first on line %d", name, line)
	}
	r.done[name] = n.line
	return name
}

// wire forms of a Map.
type (
	mapJSON struct {
		Size     int                  `json:"size"`
		Biomes   map[string]biomeJSON `json:"biomes"`
		Things   map[string]placeJSON `json:"things,omitempty"`
		Stations []string             `json:"stations,omitempty"`
		Day      int                  `json:"day,omitempty"`
		Weather  map[string]float64   `json:"weather,omitempty"`
		Vitals   map[string]vitalJSON `json:"vitals,omitempty"`
	}
	vitalJSON struct {
		Lasts int  `json:"lasts,omitempty"`
		Life  bool `json:"life,omitempty"`
	}
	biomeJSON struct {
		Ground string  `json:"ground"`
		Share  float64 `json:"share"`
		Colour Colour  `json:"colour,omitempty"`
	}
	placeJSON struct {
		Share  float64  `json:"share"`
		Biomes []string `json:"biomes,omitempty"`
		Worlds float64  `json:"worlds"`
		Leaves string   `json:"leaves,omitempty"`
		Roams  bool     `json:"roams,omitempty"`
		Harm   int      `json:"harm,omitempty"`
		Dark   bool     `json:"dark,omitempty"`
		Looks  Shape    `json:"looks,omitempty"`
		Colour Colour   `json:"colour,omitempty"`
	}
)

func mapToJSON(m *Map) *mapJSON {
	if m == nil {
		return nil
	}
	out := &mapJSON{Size: m.Size, Biomes: map[string]biomeJSON{}, Things: map[string]placeJSON{}, Stations: m.Stations, Day: m.Day}
	for _, b := range m.Biomes {
		out.Biomes[b.Name] = biomeJSON{b.Ground, b.Share, b.Colour}
	}
	for _, p := range m.Places {
		out.Things[p.Name] = placeJSON{p.Share, p.Biomes, p.Worlds, p.Leaves, p.Roams, p.Harm, p.Dark, p.Looks, p.Colour}
	}
	for _, w := range m.Weather {
		if out.Weather == nil {
			out.Weather = map[string]float64{}
		}
		out.Weather[w.Name] = w.Share
	}
	for _, v := range m.Vitals {
		if out.Vitals == nil {
			out.Vitals = map[string]vitalJSON{}
		}
		out.Vitals[v.Name] = vitalJSON{v.Lasts, v.Life}
	}
	return out
}

// NearFact is the name of the fact that a station stands beside the agent.
func NearFact(station string) string { return "near_" + station }
