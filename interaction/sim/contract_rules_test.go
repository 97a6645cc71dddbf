package sim_test

import (
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
)

// TestContractOfRules is the world contract with all that rules can say: quantities
// by chance, classes, alternatives, gains from nothing, latency.
func TestContractOfRules(t *testing.T) {
	conformance.World(t, func(t *testing.T) interaction.World {
		return parsed(t, `{
  "format": 1, "id": "contract", "items": ["coal"], "latency": "1us",
  "classes": { "fuel": ["log", "coal"] }, "hidden": { "phases": { "day": 0.5, "night": 0.5 }, "lasts": 2 },
  "actions": [
    { "effects": [{ "gives": { "log": { "1": 0.25, "2": 0.75 } }, "chance": 0.8, "ways": [{}] }],
      "ambient": [{ "gives": { "flint": 1 }, "chance": 0.5 }] },
    { "unlock": ["log"], "effects": [{ "gives": { "planks": 4 }, "phases": ["day"], "ways": [{ "without": ["flint"], "consumes": { "log": 1 } }] }] },
    { "unlock": ["planks", "coal"], "effects": [
      { "gives": { "torch": { "1": 0.5, "3": 0.5 } }, "ways": [
        { "consumes": { "class:fuel": 2 }, "needs": { "one:fuel": 3 } },
        { "consumes": { "planks": 2 }, "chance": 0.5 }] }] }
  ]
}`)
	})
}

// TestContractOfSlowTrials: latency hangs like any other wait.
func TestContractOfSlowTrials(t *testing.T) {
	conformance.Hanging(t, func(t *testing.T) (interaction.World, interaction.Trial) {
		w := parsed(t, `{"format": 1, "id": "w", "latency": "1000h", "actions": [{ "ambient": [{ "gives": { "x": 1 } }] }]}`)
		return w, interaction.Trial{Action: "a"}
	})
}
