package living

import (
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// What changes nothing again and again isn't tried any more where there is as much of everything, and after some times more not at all.
func TestFutile(t *testing.T) {
	spec := interaction.Spec{ID: "w", Actions: []interaction.ActionSpec{{ID: "a"}}, Factors: []interaction.Factor{{Name: "log"}, {Name: "health", Kind: interaction.Vital, Max: 9}}}
	k := newKnowledge(explore.Default(), spec)
	log, health := k.vocabulary.Add("log"), k.vocabulary.Add("health")
	p := &pilot{k: k, life: &life{plans: discovery.NewReach(k.vocabulary, nil)}, levels: make([]int, k.vocabulary.Len())}
	tired := []interaction.Change{{Factor: "health", From: 9, To: 8}}
	for range futile {
		if p.vainly("a") {
			t.Fatal("it is given up too soon")
		}
		p.levels[health]++
		p.noteVain("a", tired)
	}
	if !p.vainly("a") {
		t.Error("it is tried on, though nothing changed but a vital")
	}
	p.levels[log]++
	if p.vainly("a") {
		t.Error("it isn't tried where there is more of something")
	}
	for range evenSo * futile {
		p.noteVain("a", nil)
		p.levels[log]++
	}
	if !p.vainly("a") {
		t.Error("it is tried on whatever there is")
	}
	p.noteVain("a", []interaction.Change{{Factor: "log", From: 0, To: 1}})
	if p.vainly("a") {
		t.Error("it did something, and isn't tried")
	}
	p.life.plans = discovery.NewReach(k.vocabulary, []discovery.Rule{{Action: "a", Factor: log, Least: 1, Most: 1, Chance: .01}})
	for range 10 * futile {
		if p.vainly("a") {
			t.Fatal("what comes one time in a hundred is given up too soon")
		}
		p.noteVain("a", nil)
	}
}
