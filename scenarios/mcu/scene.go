package mcu

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
)

// Difficulty is how much stands between an agent and the end of a task (MCU, section 4.2.1: the higher, the more factors
// can impede it).
type Difficulty string

// The difficulties. Simple: all that the last action takes is at hand, with some to spare, and what it is done to is near,
// by day. Medium: what has to be made for it isn't at hand, but what that is made of is; there are things that are of no use;
// what it is done to has to be found; it may be dusk, or rain. Hard: nothing of use is at hand, more is of none, it begins
// somewhere else, at night or at dusk, hurt, with what hurts near.
const (
	Simple Difficulty = "simple"
	Medium Difficulty = "medium"
	Hard   Difficulty = "hard"
)

// Difficulties are all, the easiest first.
var Difficulties = []Difficulty{Simple, Medium, Hard}

// SceneFormat is the version of scene files (docs/mcu.md).
const SceneFormat = 1

// Scene is how an episode of a task begins, and within what it is to be done. Beyond it only the seed decides.
type Scene struct {
	Format     int            `json:"format"`
	World      string         `json:"world"`
	Task       string         `json:"task"` // its ID
	Goal       string         `json:"goal"`
	Difficulty Difficulty     `json:"difficulty"`
	Seed       uint64         `json:"seed"` // of the map, and of all chances
	Inventory  map[string]int `json:"inventory"`
	// What follows is of worlds that are lived in; empty and zero: as the world begins.
	Biome   string         `json:"biome,omitempty"`
	Time    int            `json:"time,omitempty"` // steps of the day that have passed
	Weather string         `json:"weather,omitempty"`
	Vitals  map[string]int `json:"vitals,omitempty"`
	Near    []land.Near    `json:"near,omitempty"`
	// Moves is how many moves an agent has, Steps how many steps of the world.
	Moves int `json:"moves"`
	Steps int `json:"steps"`
}

// Limits of scenes.
const (
	MostMoves = 10_000
	MostSteps = 100_000
	mostHeld  = 1000
)

// ReadScene reads a scene file of a game. Its error says what is wrong with it, all faults at once.
func (g *Game) ReadScene(r io.Reader) (Scene, error) {
	data, err := io.ReadAll(io.LimitReader(r, 1<<20))
	if err != nil {
		return Scene{}, err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var s Scene
	if err := d.Decode(&s); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
			return s, errors.New("the scene is cut off")
		}
		return s, fmt.Errorf("the scene can't be read: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return s, errors.New("something follows the end of the scene")
	}
	return s, g.Valid(s)
}

// Valid reports what is wrong with a scene.
func (g *Game) Valid(s Scene) error {
	var errs []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	check(s.Format == SceneFormat, "the scene has format %d, and this program reads %d", s.Format, SceneFormat)
	check(s.World == g.Name, "the scene is of the world %q, not of %q", interaction.Shown(s.World), g.Name)
	check(slices.Contains(Difficulties, s.Difficulty), "the difficulty %q is none of simple, medium and hard", interaction.Shown(string(s.Difficulty)))
	check(s.Moves >= 1 && s.Moves <= MostMoves, "moves %d: they are from 1 to %d", s.Moves, MostMoves)
	check(s.Steps >= 1 && s.Steps <= MostSteps, "steps %d: they are from 1 to %d", s.Steps, MostSteps)
	if _, err := g.Composed(s.Goal); err != nil {
		errs = append(errs, err)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Inventory)) {
		n := s.Inventory[name]
		check(g.Graph.Factor(name) != nil && g.kind(name) == interaction.Item && n >= 1 && n <= mostHeld, "nobody can hold %d %q", n, interaction.Shown(name))
	}
	if g.Land != nil {
		_, err := g.Land.Staged(s.stage())
		errs = append(errs, err)
	} else {
		check(s.Biome == "" && s.Time == 0 && s.Weather == "" && len(s.Vitals)+len(s.Near) == 0, "the world has no map: a scene says nothing of place, time, weather and what is near")
	}
	return errors.Join(errs...)
}

// stage is the scene as the map takes it.
func (s Scene) stage() land.Stage {
	return land.Stage{Holds: interaction.SortedAmounts(s.Inventory), Levels: interaction.SortedAmounts(s.Vitals), Biome: s.Biome, Time: s.Time, Weather: s.Weather, Near: s.Near}
}

// alike is equal for scenes that differ in their seed only.
func (s Scene) alike() string {
	s.Seed = 0
	b, err := json.Marshal(s)
	if err != nil { // it has nothing that can't be written
		panic("mcu: " + err.Error())
	}
	return string(b)
}

// Diversity is how much scenes of a task differ.
type Diversity struct {
	Scenes int `json:"scenes"`
	// Different is how many of them differ from all before by more than the seed.
	Different int `json:"different"`
	// Spread is by attribute how many values it has, and the entropy of these in bits.
	Spread map[string]Spread `json:"spread"`
}

// Spread is how the values of an attribute are spread.
type Spread struct {
	Values  int     `json:"values"`
	Entropy float64 `json:"entropy_bits"`
}

// Diverse measures scenes.
func Diverse(scenes []Scene) Diversity {
	d := Diversity{Scenes: len(scenes), Spread: map[string]Spread{}}
	seen := map[string]bool{}
	values := map[string]map[string]int{}
	for _, s := range scenes {
		if k := s.alike(); !seen[k] {
			seen[k] = true
			d.Different++
		}
		near := []string{}
		for _, n := range s.Near {
			near = append(near, fmt.Sprint(n))
		}
		for name, v := range map[string]string{"inventory": fmt.Sprint(s.Inventory), "biome": s.Biome, "time": fmt.Sprint(s.Time), "weather": s.Weather, "vitals": fmt.Sprint(s.Vitals), "near": strings.Join(near, " ")} {
			if values[name] == nil {
				values[name] = map[string]int{}
			}
			values[name][v]++
		}
	}
	for name, counts := range values {
		sp := Spread{Values: len(counts)}
		for _, n := range slices.Sorted(maps.Values(counts)) { // sums of floats depend on their order
			p := float64(n) / float64(len(scenes))
			sp.Entropy -= p * math.Log2(p)
		}
		d.Spread[name] = sp
	}
	return d
}

// spec is the scene's goal.
func (g *Game) spec(s Scene) (controller.Task, error) {
	t, err := g.Composed(s.Goal)
	return t.Spec, err
}
