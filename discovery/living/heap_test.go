package living

import (
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// Where lives end early and find nothing new, what never did anything is tried with much of one thing, which everything else isn't
// there beside; once it was, with much of the next.
func TestHeap(t *testing.T) {
	cfg := explore.Default()
	cfg.Stock = DefaultStock
	k := newKnowledge(cfg, interaction.Spec{ID: "w", Actions: []interaction.ActionSpec{{ID: "dig"}, {ID: "cut"}, {ID: "oven"}}, Caps: interaction.Caps{Starts: interaction.Episodes, Prompt: true}})
	k.learn(k.byID["dig"], interaction.State{}, []interaction.Change{{Factor: "clay", To: 1}})
	k.learn(k.byID["cut"], interaction.State{}, []interaction.Change{{Factor: "reed", To: 1}})
	k.survey()
	oven := k.byID["oven"]
	heap := func() map[string]int {
		out := map[string]int{}
		for f, n := range k.heap(oven, k.reach.Without(nil)) {
			if n > 0 {
				out[k.vocabulary.Name(f)] = n
			}
		}
		return out
	}
	k.lives, k.deaths = 20, 5
	if h := heap(); len(h) > 0 {
		t.Errorf("where most lives are long: %v", h)
	}
	k.deaths, k.newest = 19, 18
	if h := heap(); len(h) > 0 {
		t.Errorf("after something new: %v", h)
	}
	k.newest = 3
	if h := heap(); len(h) != 1 || h["clay"] != heaped {
		t.Errorf("first: %v", h)
	}
	k.learn(oven, interaction.StateOf(map[string]int{"clay": heaped}), nil)
	if h := heap(); len(h) != 1 || h["reed"] != heaped {
		t.Errorf("then: %v", h)
	}
	k.learn(oven, interaction.StateOf(map[string]int{"reed": heaped}), nil)
	if h := heap(); len(h) > 0 {
		t.Errorf("in the end: %v", h)
	}
}
