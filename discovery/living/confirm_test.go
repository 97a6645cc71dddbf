package living

import (
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// What was certified by other rules than those that are claimed in the end is taken back, and what was tested by these isn't.
func TestCertifiedByRulesOfBefore(t *testing.T) {
	for name, c := range map[string]struct {
		misses int // of making a plank with no log there
		want   phase
	}{"untested": {0, certifying}, "tested": {200, settled}} {
		spec := interaction.Spec{ID: "mill", Factors: []interaction.Factor{{Name: "log", Max: 9}, {Name: "plank", Max: 9}},
			Actions: []interaction.ActionSpec{{ID: "fell"}, {ID: "saw"}}}
		cfg := explore.Default()
		cfg.Stock = DefaultStock
		k := newKnowledge(cfg, spec)
		fell, saw := k.byID["fell"], k.byID["saw"]
		for range 50 {
			k.learn(fell, interaction.StateOf(nil), []interaction.Change{{Factor: "log", To: 1}})
			k.learn(saw, interaction.StateOf(map[string]int{"log": 9, "plank": 1}), []interaction.Change{{Factor: "log", From: 9, To: 8}, {Factor: "plank", From: 1, To: 2}})
		}
		for range c.misses {
			k.learn(saw, interaction.StateOf(map[string]int{"plank": 8}), nil)
		}
		k.survey()
		e := saw.effects[0]
		log, _ := k.vocabulary.Index("log")
		e.answer = answer{phase: settled, ways: []discovery.Way{{discovery.One(log, 1)}}}
		if k.confirm(); e.answer.phase != c.want {
			t.Errorf("%s: phase %d, wanted %d: %s", name, e.answer.phase, c.want, e.answer.reason)
		}
	}
}
