package land_test

import (
	"strings"
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
)

// An episode begins as it is staged, and as another one with the same seed does.
func TestStaged(t *testing.T) {
	w, err := land.New(load(t, "wilds"))
	if err != nil {
		t.Fatal(err)
	}
	staged, err := w.Staged(land.Stage{Holds: []interaction.Amount{{Name: "log", Level: 3}}, Levels: []interaction.Amount{{Name: "health", Level: 4}}, Biome: "tundra", Time: 240, Weather: "snow",
		Near: []land.Near{{Thing: "pig", Far: 2}, {Thing: "iron_vein", Far: 3}}})
	if err != nil {
		t.Fatal(err)
	}
	var states []string
	for range 2 {
		s, err := staged.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		state, err := s.Begin(t.Context(), interaction.State{}, 7)
		if err != nil {
			t.Fatal(err)
		}
		got := s.(land.Surveyor).Survey()
		if state.Level("log") != 3 || state.Level("health") != 4 || state.Level("daylight") != 0 || state.Level("snow") != 1 || got.Biome != "tundra" || got.Time != "night" ||
			got.Weather != "snow" || got.Things["pig"] == 0 || got.Things["iron_vein"] == 0 || got.Things["pig"] > 5 {
			t.Errorf("%s, %+v", state, got)
		}
		states = append(states, state.String())
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if states[0] != states[1] {
		t.Errorf("%s, then %s", states[0], states[1])
	}
	if w.Spec().Fingerprint != staged.Spec().Fingerprint {
		t.Error("the rules are others")
	}
	for says, stage := range map[string]land.Stage{
		"no biome":     {Biome: "forrest"},
		"no weather":   {Weather: "hail"},
		"no step 900":  {Time: 900},
		"no item":      {Holds: []interaction.Amount{{Name: "lg", Level: 1}}},
		"nobody can":   {Holds: []interaction.Amount{{Name: "near_furnace", Level: 1}}},
		"can't be 99":  {Levels: []interaction.Amount{{Name: "health", Level: 99}}},
		"no thing":     {Near: []land.Near{{Thing: "moss", Far: 2}}},
		"can't be put": {Near: []land.Near{{Thing: "pig", Far: 900}}},
	} {
		if _, err := w.Staged(stage); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
}
