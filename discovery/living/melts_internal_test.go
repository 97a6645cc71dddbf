package living

import (
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// Ice melts now and then whatever is done: that it was gone after the success with the least of all isn't that it was used up, as others
// used up nothing. What was used up in its place tells nothing of that.
func TestWhatMeltsIsNotUsedUp(t *testing.T) {
	cfg := explore.Default()
	k := newKnowledge(cfg, interaction.Spec{ID: "ice", Fingerprint: "1", Actions: []interaction.ActionSpec{{ID: "cool"}}})
	cool := k.byID["cool"]
	saw := func(start map[string]int, changes ...interaction.Change) {
		k.learn(cool, interaction.StateOf(start), append(changes, interaction.Change{Factor: "drink", To: 1}))
	}
	saw(map[string]int{"ice": 1}, interaction.Change{Factor: "ice", From: 1})
	ice, _ := k.vocabulary.Index("ice")
	way := discovery.Way{discovery.One(ice, 1)}
	used := func() int { return k.used(cool.effects[0], []discovery.Way{way}, way)[0].Consumed }
	saw(map[string]int{"ice": 2, "snow": 3}, interaction.Change{Factor: "snow", From: 3, To: 2})
	if n := used(); n != 1 {
		t.Errorf("%d are said to be used up, where others went in its place", n)
	}
	saw(map[string]int{"ice": 3})
	if n := used(); n != 0 {
		t.Errorf("%d are said to be used up, where a success used up none", n)
	}
}
