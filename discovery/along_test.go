package discovery_test

import (
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// What came ten times and always with something else never comes without it; the other one may.
func TestAlong(t *testing.T) {
	v := interaction.NewVocabulary(9, nil)
	metal, slag := v.Add("metal"), v.Add("slag")
	var a discovery.Along
	both := []interaction.Change{{Factor: "metal", To: 1}, {Factor: "slag", From: 2, To: 4}, {Factor: "ore", From: 1}}
	for range 9 {
		a.Saw(v, both)
		a.Saw(v, []interaction.Change{{Factor: "slag", To: 1}})
	}
	if got := a.With(metal); len(got) > 0 {
		t.Errorf("after nine: %v", got)
	}
	a.Saw(v, both)
	if got := a.With(metal); !slices.Equal(got, []int{slag}) {
		t.Errorf("metal never came without %v", got)
	}
	if got := a.With(slag); len(got) > 0 {
		t.Errorf("slag never came without %v", got)
	}
	a.Saw(v, []interaction.Change{{Factor: "metal", To: 1}})
	if got := a.With(metal); len(got) > 0 {
		t.Errorf("after it did: %v", got)
	}
}

// Who must never have slag, which nothing takes away, has no metal, though it comes by chance.
func TestReachWithWhatComesAlong(t *testing.T) {
	v := interaction.NewVocabulary(9, nil)
	metal, slag := v.Add("metal"), v.Add("slag")
	rule := func(f int, along ...int) discovery.Rule {
		return discovery.Rule{Action: "smelt", Factor: f, Least: 1, Most: 1, Chance: .8, Ways: []discovery.Way{nil}, Along: along}
	}
	caps := []interaction.Level{{Factor: slag}}
	if c := discovery.NewReach(v, []discovery.Rule{rule(metal), rule(slag)}).Without(caps); c.Levels[metal] == 0 {
		t.Error("with luck there is metal, and no slag")
	}
	if c := discovery.NewReach(v, []discovery.Rule{rule(metal, slag), rule(slag)}).Without(caps); c.Levels[metal] > 0 {
		t.Error("there is no metal without slag")
	}
}
