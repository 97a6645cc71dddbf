package land

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
)

// Stage is how an episode begins that a judge has set: a game of a task, on the map that the seed draws. The zero Stage
// changes nothing.
type Stage struct {
	// Holds is what the agent has, items only, each from 1.
	Holds []interaction.Amount
	// Levels are those of vitals that aren't full, but for [Daylight], which follows from the time.
	Levels []interaction.Amount
	// Biome is where it begins; empty: in the middle of the map.
	Biome string
	// Time is how many steps of the day have passed, from 0.
	Time int
	// Weather is what falls; empty: it is clear.
	Weather string
	// Near are things that stand, or roam, around the agent.
	Near []Near
}

// Near is a thing that is put so many cells off, from 2 to 40, where there is room, at that distance or a little farther.
type Near struct {
	Thing string `json:"thing"`
	Far   int    `json:"far"`
}

// farthestNear is how far off a thing can be put.
const farthestNear = 40

// Staged returns the world with each of its episodes beginning as staged. Who acts there meets a world like any other. It
// reports what the world doesn't have.
func (w *World) Staged(stage Stage) (*World, error) {
	known := func(what, name string, all []string) error {
		if slices.Contains(all, name) {
			return nil
		}
		return fmt.Errorf("%s has no %s %q%s", w.file.ID, what, name, interaction.Meant(name, all))
	}
	m := w.file.Map
	var biomes, weather, vitals []string
	for _, b := range m.Biomes {
		biomes = append(biomes, b.Name)
	}
	for _, x := range m.Weather {
		weather = append(weather, x.Name)
	}
	for _, v := range m.Vitals {
		vitals = append(vitals, v.Name)
	}
	if stage.Biome != "" {
		if err := known("biome", stage.Biome, biomes); err != nil {
			return nil, err
		}
	}
	if stage.Weather != "" {
		if err := known("weather", stage.Weather, weather); err != nil {
			return nil, err
		}
	}
	if stage.Time < 0 || stage.Time > 0 && stage.Time >= m.Day {
		return nil, fmt.Errorf("%s has no step %d of the day: a day has %d", w.file.ID, stage.Time, m.Day)
	}
	for _, a := range stage.Holds {
		if err := known("item", a.Name, w.file.AllFactors()); err != nil {
			return nil, err
		}
		if w.file.Factor(a.Name).Kind != interaction.Item || a.Level < 1 {
			return nil, fmt.Errorf("%s: nobody can hold %d %q", w.file.ID, a.Level, a.Name)
		}
	}
	for _, a := range stage.Levels {
		if err := known("vital", a.Name, vitals); err != nil {
			return nil, err
		}
		if a.Level < 1 || a.Level > w.file.Factor(a.Name).Max {
			return nil, fmt.Errorf("%s: %q can't be %d", w.file.ID, a.Name, a.Level)
		}
	}
	for _, n := range stage.Near {
		if err := known("thing", n.Thing, w.legend.names[w.legend.open:w.legend.put]); err != nil {
			return nil, err
		}
		if n.Far < 2 || n.Far > farthestNear {
			return nil, fmt.Errorf("%s: a %s can't be put %d cells off: it is from 2 to %d", w.file.ID, n.Thing, n.Far, farthestNear)
		}
	}
	out := *w
	out.stage = stage
	return &out, nil
}

// set applies the stage to an episode that has begun.
func (s *session) set(stage Stage, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 0x7374616765))
	m := s.world.file.Map
	if b := slices.IndexFunc(m.Biomes, func(b sim.Biome) bool { return b.Name == stage.Biome }); b >= 0 {
		s.x, s.y = s.spot(rng, b)
	}
	var changes []interaction.Change
	to := func(name string, level int) {
		if from := s.state.Level(name); from != level {
			changes = append(changes, interaction.Change{Factor: name, From: from, To: level})
		}
	}
	for _, a := range slices.Concat(stage.Holds, stage.Levels) {
		to(a.Name, a.Level)
	}
	s.clock.steps = stage.Time
	if m.Day > 0 {
		to(Daylight, light(m.Day, stage.Time))
	}
	for i, x := range m.Weather {
		if x.Name == stage.Weather {
			s.clock.weather = i
			to(x.Name, 1)
		}
	}
	slices.SortFunc(changes, func(a, b interaction.Change) int {
		if a.Factor < b.Factor {
			return -1
		}
		return 1
	})
	s.state = s.state.After(changes)
	for _, n := range stage.Near {
		s.put(rng, n)
	}
}

// spot is a free cell well inside of the biome, if there is one.
func (s *session) spot(rng *rand.Rand, biome int) (x, y int) {
	x, y = s.x, s.y
	best := -1
	for range 400 {
		at := rng.IntN(s.land.size * s.land.size)
		cx, cy := at%s.land.size, at/s.land.size
		if int(s.land.biome[at]) != biome || int(s.land.cells[at]) >= s.world.legend.open || s.land.on[at] > 0 {
			continue
		}
		inside := 0
		for dy := -viewHeight / 2; dy <= viewHeight/2; dy++ {
			for dx := -viewWidth / 2; dx <= viewWidth/2; dx++ {
				if px, py := cx+dx, cy+dy; px >= 0 && py >= 0 && px < s.land.size && py < s.land.size && int(s.land.biome[py*s.land.size+px]) == biome {
					inside++
				}
			}
		}
		if inside > best {
			best, x, y = inside, cx, cy
		}
	}
	return x, y
}

// put puts a thing on a free cell at least so far off, as near as there is room.
func (s *session) put(rng *rand.Rand, n Near) {
	thing := s.world.legend.find(n.Thing)
	place := slices.Index(s.world.legend.thing, thing)
	for far := n.Far; far <= farthestNear; far++ {
		var free []int
		for dy := -far; dy <= far; dy++ {
			for _, dx := range [2]int{far - abs(dy), abs(dy) - far} {
				if c := s.land.at(s.x+dx, s.y+dy); c != edge && c < s.world.legend.open {
					free = append(free, (s.y+dy)*s.land.size+s.x+dx)
				}
			}
		}
		if len(free) == 0 {
			continue
		}
		at := free[rng.IntN(len(free))]
		if s.world.file.Map.Places[place].Roams {
			s.settle(place, at)
		} else {
			s.land.cells[at] = uint16(thing)
		}
		return
	}
}

// Surroundings is what is so around an agent, as the world knows it: for a judge, and for an agent that is told of it.
type Surroundings struct {
	Biome, Time, Weather, Brightness string
	// Things are how many cells off the nearest one in view is, by name.
	Things map[string]int
	// X and Y are where on the map it is. An agent isn't told.
	X, Y int
}

// Surveyor is a session that knows what is around the agent.
type Surveyor interface {
	interaction.Session
	Survey() Surroundings
}

// Survey implements [Surveyor].
func (s *session) Survey() Surroundings {
	m := s.world.file.Map
	out := Surroundings{Biome: m.Biomes[s.land.biome[s.y*s.land.size+s.x]].Name, Things: map[string]int{}, X: s.x, Y: s.y}
	out.Weather, out.Time, out.Brightness = s.air()
	for i := range s.view {
		dx, dy := i%viewWidth-viewWidth/2, i/viewWidth-viewHeight/2
		if c := s.land.at(s.x+dx, s.y+dy); c >= s.world.legend.open {
			name, far := s.world.legend.names[c], abs(dx)+abs(dy)
			if was, seen := out.Things[name]; !seen || far < was {
				out.Things[name] = far
			}
		}
	}
	return out
}
