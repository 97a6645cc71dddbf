package sim_test

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
)

// odd has what no experiment of the usual kind tells: blockers and hidden phases.
const odd = `{"format": 1, "id": "odd", "items": ["a", "b", "c"],
  "hidden": {"phases": {"night": 0.3, "day": 0.7}, "lasts": 10},
  "actions": [
    {"effects": [{"gives": {"x": 1}, "phases": ["day"], "ways": [{"needs": {"a": 1}, "without": ["c", "b"]}]},
                 {"gives": {"y": 1}, "ways": [{"needs": {"b": 1}}]}]},
    {"effects": [{"gives": {"z": 1}, "chance": 0.5, "phases": ["day"], "ways": [{}]}]}]}`

func TestHiddenThingsReadBack(t *testing.T) {
	f := mustParse(t, odd)
	want := sim.Hidden{Phases: []sim.Phase{{Name: "day", Share: .7}, {Name: "night", Share: .3}}, Lasts: 10}
	if !reflect.DeepEqual(f.Hidden, want) {
		t.Errorf("hidden %+v, want %+v", f.Hidden, want)
	}
	e := &f.Actions[0].Effects[0]
	if fmt.Sprint(e.Phases, e.Ways[0].Without) != "[day] [b c]" || f.ShareOf(e) != .7 || f.ShareOf(&f.Actions[0].Effects[1]) != 1 {
		t.Errorf("effect %+v, share %v", e, f.ShareOf(e))
	}
	if again := mustParse(t, string(f.Marshal())); !reflect.DeepEqual(f, again) {
		t.Errorf("read back %+v, want %+v", again, f)
	}
	r := sim.Check(f)
	if fmt.Sprint(r.Blocked, r.Hidden) != "[a] [a b]" {
		t.Errorf("report: blocked %v, hidden %v", r.Blocked, r.Hidden)
	}
	was := f.Fingerprint()
	for name, change := range map[string]func(*sim.File){
		"lasts":   func(f *sim.File) { f.Hidden.Lasts++ },
		"shares":  func(f *sim.File) { f.Hidden.Phases[0].Share, f.Hidden.Phases[1].Share = .3, .7 },
		"phases":  func(f *sim.File) { f.Actions[0].Effects[0].Phases = nil },
		"without": func(f *sim.File) { f.Actions[0].Effects[0].Ways[0].Without = nil },
	} {
		f := mustParse(t, odd)
		if change(f); f.Fingerprint() == was {
			t.Errorf("the fingerprint doesn't change with %s", name)
		}
	}
}

func TestFaultsOfHiddenThings(t *testing.T) {
	world := func(hidden, effect, way string) string {
		return `{"format": 1, "id": "w", "items": ["a", "b"], "classes": {"c": ["a"]}, ` + hidden + `
			"actions": [{"effects": [{"gives": {"x": 1}, ` + effect + `"ways": [` + way + `]}]}]}`
	}
	for _, c := range []struct{ text, want string }{
		{world("", "", `{"needs": {"b": 1}, "without": ["b"]}`), `w:2: "b" closes the way and can stand for its requirement b`},
		{world("", "", `{"consumes": {"class:c": 1}, "without": ["a"]}`), `can stand for its requirement class:c`},
		{world("", "", `{"without": ["bb"]}`), `unknown factor "bb" (did you mean "b"?)`},
		{world("", "", `{"without": ["b", "b"]}`), `without lists "b" twice`},
		{world("", `"phases": ["day"], `, "{}"), `unknown phase "day"; the world has none: "hidden" lists them`},
		{world(`"hidden": {"phases": {"day": 1}, "lasts": 1},`, `"phases": ["dya"], `, "{}"), `unknown phase "dya" (did you mean "day"?); phases: day`},
		{world(`"hidden": {"phases": {"day": 0.5}, "lasts": 1},`, "", "{}"), `phases: the shares sum to 0.5, not 1`},
		{world(`"hidden": {"phases": {}, "lasts": 1},`, "", "{}"), `there are 0 phases; from 1 to 64 are possible`},
		{world(`"hidden": {"phases": {"day": 1}, "lasts": 0},`, "", "{}"), `lasts must be a whole number from 1`},
		{world(`"hidden": {"phases": {"day": 1}},`, "", "{}"), `hidden: the key "lasts" is missing`},
		{world(`"hidden": [],`, "", "{}"), `hidden must be an object, not a list`},
	} {
		if _, err := sim.Parse("w", []byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got\n%v\nwant\n%s", err, c.want)
		}
	}
}

func TestBlockersCloseAWay(t *testing.T) {
	s := open(t, rules(`{"effects":[{"gives":{"x":1},"ways":[{"needs":{"a":1},"without":["b"]},{"needs":{"a":1,"c":1},"gives":{"x":9}}]}]}`))
	for start, want := range map[string]int{"1a": 1, "1a 1b": 0, "1a 9d": 1, "1a 1b 1c": 9, "": 0} {
		if got := step(t, s, interaction.StateOf(inventory(t, start)), 1).Level("x"); got != want {
			t.Errorf("from %q came %d x, want %d", start, got, want)
		}
	}
}

// TestPhases: over trials a phase is nothing but a chance; in a game it lasts. Over
// 20000 draws five standard deviations are under 0.018.
func TestPhases(t *testing.T) {
	const n = 20000
	s := open(t, odd)
	a := interaction.StateOf(map[string]int{"a": 1})
	hits := 0
	for seed := range uint64(n) {
		hits += step(t, s, a, seed).Level("x")
		if got := step(t, s, a, seed).Level("x"); got != step(t, s, a, seed).Level("x") {
			t.Fatalf("seed %d: equal trials differ", seed)
		}
	}
	if share := float64(hits) / n; math.Abs(share-.7) > .018 {
		t.Errorf("it came in %.3f of trials, want the share of day, 0.7", share)
	}
	// One long game: the chance that day stays day is 0.9 + 0.1*0.7.
	ctx := context.Background()
	if _, err := s.Begin(ctx, a, 1); err != nil {
		t.Fatal(err)
	}
	days, stays, before := 0, 0, 0
	was := false
	for range n {
		after, err := s.Step(ctx, "a")
		if err != nil {
			t.Fatal(err)
		}
		day := after.Level("x") > before
		before = after.Level("x")
		if day {
			days++
			if was {
				stays++
			}
		}
		was = day
	}
	// Neighbours agree, so the share of days scatters more: 5 sd are about 0.07.
	if share := float64(days) / n; math.Abs(share-.7) > .07 {
		t.Errorf("day in %.3f of the game, want 0.7", share)
	}
	if share := float64(stays) / float64(days); math.Abs(share-.97) > .018 {
		t.Errorf("day stayed day in %.3f of acts, want 0.97", share)
	}
}
