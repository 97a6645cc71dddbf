package living

import (
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// What needs nothing, and comes at every level of a vital, only more rarely where that is low, doesn't depend on it; what hardly
// comes there does, and so does what rests on tests, whose telling depends on the chance.
func TestHingesOfChance(t *testing.T) {
	cfg := explore.Default()
	cfg.Stock = DefaultStock
	for _, c := range []struct {
		low   int // hits of a hundred where the vital is low
		needs bool
		want  bool
	}{{80, false, false}, {2, false, true}, {80, true, true}} {
		k := newKnowledge(cfg, interaction.Spec{ID: "w", Actions: []interaction.ActionSpec{{ID: "nap"}}, Factors: []interaction.Factor{{Name: "drink", Kind: interaction.Vital, Max: 9}},
			Caps: interaction.Caps{Starts: interaction.Episodes, Prompt: true}})
		a := k.byID["nap"]
		try := func(drink, hits, of int) {
			for i := range of {
				var changes []interaction.Change
				if i < hits {
					changes = []interaction.Change{{Factor: "dream", To: 1}}
				}
				k.learn(a, interaction.StateOf(map[string]int{"drink": drink, "bed": 1}), changes)
			}
		}
		try(5, 990, 1000)
		try(0, c.low, 100)
		bed, _ := k.vocabulary.Index("bed")
		ways := []discovery.Way{nil}
		if c.needs {
			ways = []discovery.Way{{discovery.One(bed, 1)}}
		}
		if why := k.hinges(a.effects[0], ways); strings.Contains(why, "drink") != c.want {
			t.Errorf("%d of 100 where there is no drink, with a need: %v: %q", c.low, c.needs, why)
		}
	}
}
