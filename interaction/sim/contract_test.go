package sim_test

import (
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
	"github.com/adam-discovery/adam/interaction/sim"
)

func parsed(t *testing.T, text string) *sim.World {
	t.Helper()
	f, err := sim.Parse("w.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return sim.New(f)
}

func TestWorldContract(t *testing.T) {
	conformance.World(t, func(t *testing.T) interaction.World {
		return parsed(t, `{"format": 1, "id": "w", "actions": [
			{"label": "dig", "effects": [{"gives": {"clay": {"1": 0.5, "2": 0.5}}, "chance": 0.6, "ways": [{}]}]},
			{"label": "mould", "effects": [{"gives": {"brick": 1}, "ways": [{"consumes": {"clay": 2}}]}]}]}`)
	})
}

func TestHangingContract(t *testing.T) {
	conformance.Hanging(t, func(t *testing.T) (interaction.World, interaction.Trial) {
		w := parsed(t, `{"format": 1, "id": "w", "faults": {"chance": 1, "kinds": ["timeout"]}, "actions": [
			{"label": "dig", "effects": [{"gives": {"clay": 1}, "ways": [{}]}]}]}`)
		return w, interaction.Trial{Action: "a"}
	})
}
