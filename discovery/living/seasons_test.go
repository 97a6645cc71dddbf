package living_test

import (
	"bytes"
	"testing"

	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// seasons is a world in which it rains now and then, and snows at other times, by itself. A jar is filled by rain, which is soon seen, and
// a fort takes three stones and snow.
func seasons() played {
	steps := 0
	return played{id: "seasons", actions: []interaction.Action{"chip", "fill", "fort"}, facts: []string{"rain", "snow"},
		begin: func() map[string]int { steps = 0; return map[string]int{} },
		act: func(has map[string]int, a interaction.Action) error {
			switch {
			case a == "chip":
				has["stone"]++
			case a == "fill" && has["rain"] > 0:
				has["jar"]++
			case a == "fort" && has["snow"] > 0 && has["stone"] > 2:
				has["stone"] -= 3
				has["wall"]++
			}
			steps++
			has["rain"], has["snow"] = 0, 0
			switch {
			case steps%40 >= 30:
				has["snow"] = 1
			case steps%40 >= 10 && steps%40 < 20:
				has["rain"] = 1
			}
			return nil
		}}
}

// What never did anything is tried with each kind of weather, also where others are known to be needed that exclude it, and where what comes by
// itself came after it as well.
func TestSeasons(t *testing.T) {
	want := map[interaction.Action]string{"chip": "nothing", "fill": "rain (kept)", "fort": "snow (kept) + 3 stone"}
	for seed := range uint64(2) {
		cfg := config(seed + 1)
		cfg.Budget = 60_000
		l := &graphstore.Memory{}
		sum, err := living.World(t.Context(), seasons(), l, cfg, pool.Config{Sessions: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		folded, err := graphstore.Fold(t.Context(), l, nil)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, a := range folded.Graph.Actions {
			for _, e := range a.Effects {
				for _, w := range e.Ways {
					if found++; w.String() != want[a.ID] || e.Grade != graphstore.Certified {
						t.Errorf("seed %d: %s gives %s by %q (%v), not by %q", seed+1, a.ID, e.Factor, w, e.Grade, want[a.ID])
					}
				}
			}
		}
		if found != len(want) {
			t.Errorf("seed %d: %d ways are known, not %d; not learned %v", seed+1, found, len(want), sum.NotLearned)
		}
	}
}

// clock is a world in which it is day or night, by turns, and what is done says what there is then. What is made of what takes either needs
// neither.
func clock() played {
	steps := 0
	return played{id: "clock", actions: []interaction.Action{"reed", "frog", "wood", "torch"}, facts: []string{"night", "day"},
		begin: func() map[string]int { steps = 0; return map[string]int{"day": 1} },
		act: func(has map[string]int, a interaction.Action) error {
			switch {
			case a == "wood":
				has["log"]++
			case a == "reed" && has["day"] > 0:
				has["stalk"]++
			case a == "frog" && has["night"] > 0:
				has["leg"]++
			case a == "torch" && has["log"] > 0 && has["stalk"] > 0:
				has["log"]--
				has["stalk"]--
				has["light"]++
			}
			steps++
			has["night"] = steps / 40 % 2
			has["day"] = 1 - has["night"]
			if steps > 400 {
				return interaction.ErrEnded
			}
			return nil
		}}
}

// Nobody waits for a time that is neither day nor night, though all that was seen was seen by the one or the other.
func TestDayOrNight(t *testing.T) {
	cfg := config(1)
	cfg.Budget = 20_000
	sum, err := living.World(t.Context(), clock(), &graphstore.Memory{}, cfg, pool.Config{Sessions: 1}, nil)
	if err != nil || sum.ActionsCertified != 4 || sum.Steps > 10_000 {
		t.Errorf("%d of 4 are certified in %d steps: %v, %v", sum.ActionsCertified, sum.Steps, sum.NotLearned, err)
	}
}

// What rain puts out is tried while it doesn't rain.
func TestPutOut(t *testing.T) {
	steps := 0
	w := played{id: "camp", actions: []interaction.Action{"chop", "light", "roast"}, facts: []string{"rain"},
		begin: func() map[string]int { steps = 0; return map[string]int{"rain": 1} },
		act: func(has map[string]int, a interaction.Action) error {
			switch {
			case a == "chop":
				has["wood"]++
			case a == "light" && has["rain"] == 0 && has["wood"] > 1:
				has["wood"] -= 2
				has["ember"]++
			case a == "roast" && has["ember"] > 0:
				has["meal"]++
			}
			steps++
			has["rain"] = 1 - steps/60%2
			return nil
		}}
	cfg := config(1)
	cfg.Budget = 20_000
	l := &graphstore.Memory{}
	if _, err := living.World(t.Context(), w, l, cfg, pool.Config{Sessions: 1}, nil); err != nil {
		t.Fatal(err)
	}
	folded, err := graphstore.Fold(t.Context(), l, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range folded.Graph.Actions {
		if len(a.Effects) == 0 {
			t.Errorf("nothing is known of %s", a.ID)
		}
	}
}

// A certificate is refused whose tests lacked what can only be had in rain.
func TestCheckReckonsWithWeather(t *testing.T) {
	cfg := config(1)
	cfg.Budget = 60_000
	var l, forged graphstore.Memory
	if _, err := living.World(t.Context(), seasons(), &l, cfg, pool.Config{Sessions: 1}, nil); err != nil {
		t.Fatal(err)
	}
	if r, err := graphstore.Check(t.Context(), &l); err != nil || !r.OK() {
		t.Fatal(r.Problems, err)
	}
	for e := range l.Since(t.Context(), 0) {
		if e.Kind == graphstore.KindFinding { // of a wall: no jar, and no other wall
			e.Body = bytes.ReplaceAll(e.Body, []byte(",[3,9],[4,9]]"), []byte("]"))
		}
		if err := forged.Append(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	if r, err := graphstore.Check(t.Context(), &forged); err != nil || r.OK() {
		t.Error("tests that lacked jars and walls are enough", err)
	}
}
