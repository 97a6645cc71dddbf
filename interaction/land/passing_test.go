package land_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// begin begins an episode of the world file.
func begin(t *testing.T, f *sim.File, seed uint64) (*land.World, interaction.Seer, interaction.State) {
	t.Helper()
	w, err := land.New(f)
	if err != nil {
		t.Fatal(err)
	}
	s, err := w.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	state, err := s.Begin(t.Context(), interaction.State{}, seed)
	if err != nil {
		t.Fatal(err)
	}
	return w, s.(interaction.Seer), state
}

func parse(t *testing.T, text string) *sim.File {
	t.Helper()
	f, err := sim.Parse("w.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// plain is a file with these members of its map, and a pig to hunt where there is one.
func plain(members string) string {
	return `{"format": 1, "id": "plain", "factors": {"health": {"kind": "vital", "max": 9}, "water": {"kind": "vital", "max": 9}},
		"map": {"size": 16, "biomes": {"plain": {"ground": "grass"}}, ` + members + `},
		"actions": [{"effects": [{"gives": {"log": 1, "health": 1, "water": 1}, "ways": [{}]}]}]}`
}

func TestDaysPass(t *testing.T) {
	w, s, state := begin(t, parse(t, plain(`"day": 100`)), 1)
	var light []int
	for range 100 {
		light = append(light, state.Level(land.Daylight))
		var err error
		if state, err = s.Step(t.Context(), w.Spec().Ground.Wait); err != nil {
			t.Fatal(err)
		}
	}
	for at, want := range map[int]int{0: 9, 59: 9, 65: 4, 70: 0, 89: 0, 95: 4} {
		if light[at] != want {
			t.Errorf("after %d of 100 steps the light is %d, not %d", at, light[at], want)
		}
	}
	if state.Level(land.Daylight) != 9 {
		t.Error("the second day isn't light")
	}
}

// What passes by itself has its names for itself, but for facts that the file needs.
func TestPassingNames(t *testing.T) {
	for factors, ok := range map[string]bool{``: true, `"rain": {"kind": "fact"},`: true, `"rain": {"kind": "vital", "max": 9},`: false} {
		text := strings.Replace(plain(`"weather": {"rain": 0.3}`), `"factors": {`, `"factors": {`+factors, 1)
		if _, err := land.Derive(parse(t, text)); (err == nil) != ok {
			t.Errorf("%s: %v", factors, err)
		}
	}
	if _, err := land.Derive(parse(t, plain(`"weather": {"log": 0.3}`))); err == nil {
		t.Error("a weather of the name of an item is taken")
	}
}

// Without water, which lasts 9 times 10 steps, health goes by one in ten steps: 9 times.
func TestThirstEndsAnEpisode(t *testing.T) {
	w, s, _ := begin(t, parse(t, plain(`"vitals": {"water": {"lasts": 10}, "health": {"life": true}}`)), 1)
	steps := 0
	var err error
	for err == nil && steps < 500 {
		_, err = s.Step(t.Context(), w.Spec().Ground.Wait)
		steps++
	}
	if !errors.Is(err, interaction.ErrEnded) || steps < 170 || steps > 181 {
		t.Errorf("it ended after %d steps with %v, not after about 180", steps, err)
	}
}

func TestWeatherTakesItsShare(t *testing.T) {
	w, s, _ := begin(t, parse(t, plain(`"weather": {"rain": 0.3, "snow": 0.1}`)), 1)
	count := map[string]int{}
	const steps = 200_000
	for range steps {
		state, err := s.Step(t.Context(), w.Spec().Ground.Wait)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"rain", "snow"} {
			count[name] += state.Level(name)
		}
		if state.Level("rain") > 0 && state.Level("snow") > 0 {
			t.Fatal("it rains and snows")
		}
	}
	if r, s := float64(count["rain"])/steps, float64(count["snow"])/steps; r < .25 || r > .35 || s < .07 || s > .13 {
		t.Errorf("rain %.2f and snow %.2f of the time, not 0.3 and 0.1", r, s)
	}
}

// What comes in the dark finds an agent that stands still, and only in the dark.
func TestWhatHarmsComesInTheDark(t *testing.T) {
	const members = `"day": 200, "vitals": {"health": {"life": true}}, "things": {"lurker": {"share": 0.03, "roams": true, "dark": true, "harm": 2}}`
	w, s, state := begin(t, parse(t, plain(members)), 3)
	var err error
	steps, hurt := 0, 0
	for ; err == nil && steps < 200; steps++ {
		before := state
		state, err = s.Step(t.Context(), w.Spec().Ground.Wait)
		if state.Level("health") < before.Level("health") {
			if hurt++; before.Level(land.Daylight) > 4 && steps < 120 {
				t.Fatalf("step %d: it was hurt by day", steps)
			}
		}
	}
	if hurt < 3 {
		t.Errorf("it was hurt %d times in %d steps (%v)", hurt, steps, err)
	}
}

// A pig that something was got from is gone, and pigs go where ground is free, one to a cell.
func TestWhatRoams(t *testing.T) {
	f := parse(t, `{"format": 1, "id": "pigs", "map": {"size": 16, "biomes": {"plain": {"ground": "grass"}},
		"things": {"pig": {"share": 0.2, "roams": true}, "rock": {"share": 0.1}}},
		"actions": [{"label": "hunt", "at": "pig", "effects": [{"gives": {"meat": 1}, "ways": [{}]}]}]}`)
	w, s, _ := begin(t, f, 2)
	g := w.Spec().Ground
	pig := slices.IndexFunc(g.Things, func(x interaction.Thing) bool { return x.Name == "pig" })
	seen := func() (n int) {
		for _, c := range s.Look().Cells {
			if c == pig {
				n++
			}
		}
		return n
	}
	moved := false
	for n := range 3000 {
		sight := s.Look()
		ahead := interaction.Steps[sight.Facing]
		if sight.At(ahead[0], ahead[1]) == pig {
			before := seen()
			state, err := s.Step(t.Context(), g.Things[pig].Does)
			if err != nil {
				t.Fatal(err)
			}
			if state.Level("meat") == 0 || seen() >= before+2 {
				t.Fatalf("there is %d meat, and %d pigs in sight after %d", state.Level("meat"), seen(), before)
			}
			if !moved {
				t.Error("no pig moved before")
			}
			return
		}
		before := slices.Clone(sight.Cells)
		if _, err := s.Step(t.Context(), g.Moves[n/3%4]); err != nil {
			t.Fatal(err)
		}
		if n%3 == 1 { // it turned, or bumped
			moved = moved || !slices.Equal(before, s.Look().Cells)
		}
	}
	t.Error("no pig was met in 3,000 steps")
}

// Equal seeds and actions have equal episodes.
func TestPassingRepeats(t *testing.T) {
	f, err := scenarios.Load("meadow")
	if err != nil {
		t.Fatal(err)
	}
	live := func(seed uint64) (out []string) {
		w, s, _ := begin(t, f, seed)
		g := w.Spec().Ground
		for n := range 900 {
			state, err := s.Step(t.Context(), g.Moves[n/7%4])
			out = append(out, fmt.Sprint(state, s.Look().Cells, err))
			if err != nil {
				break
			}
		}
		return out
	}
	a, b, c := live(7), live(7), live(8)
	if !slices.Equal(a, b) {
		t.Error("two episodes of one seed differ")
	}
	if slices.Equal(a, c) {
		t.Error("two seeds have the same episode")
	}
}

// load is an embedded world file.
func load(t testing.TB, name string) *sim.File {
	t.Helper()
	f, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
