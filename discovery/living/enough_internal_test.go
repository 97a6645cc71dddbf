package living

import (
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// Where a way is looked for within caps that leave no more of a number than it asks for, those aren't looked into once more for that number:
// the search would never end.
func TestNumberThatIsCappedAlready(t *testing.T) {
	k := newKnowledge(explore.Default(), interaction.Spec{Actions: []interaction.ActionSpec{{ID: "boil"}, {ID: "scoop"}, {ID: "chip"}}, Caps: interaction.Caps{Starts: interaction.Episodes, Prompt: true}})
	see := func(a interaction.Action, at, after map[string]int, times int) {
		for range times {
			k.learn(k.byID[a], interaction.StateOf(at), interaction.Changes(interaction.StateOf(at), interaction.StateOf(after)))
		}
	}
	see("scoop", nil, map[string]int{"water": 1}, 3)
	see("chip", nil, map[string]int{"flint": 1}, 3)
	see("boil", map[string]int{"water": 1, "flint": 1}, map[string]int{"flint": 1, "salt": 1}, 9)
	see("boil", map[string]int{"water": 1}, map[string]int{"water": 1}, 40)
	k.consider()
	water, _ := k.vocabulary.Index("water")
	flint, _ := k.vocabulary.Index("flint")
	e := k.effects[len(k.effects)-1]
	levels := make([]int, k.vocabulary.Len())
	levels[water] = 1
	for _, c := range []struct {
		outer []interaction.Level
		known bool // nothing is left to look into
	}{{nil, false}, {discovery.Capped(nil, water, 1), true}} {
		r := &reducer{k: k, e: e, tally: k.tally(e, nil), outer: c.outer, way: levels, sure: map[int]int{water: 1}}
		if ok, _ := r.alone(map[int]int{water: 1}, levels, []int{flint}, e.hits); ok != c.known {
			t.Errorf("within %v: %v", c.outer, ok)
		}
	}
}
