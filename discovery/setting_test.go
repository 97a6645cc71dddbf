package discovery_test

import (
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// A fact is there for good if it held often and was never seen to be gone, by a trial or between two of one life.
func TestStay(t *testing.T) {
	v := interaction.NewVocabulary(9, []interaction.Factor{{Name: "lit", Kind: interaction.Fact}, {Name: "near", Kind: interaction.Fact}, {Name: "open", Kind: interaction.Fact}})
	for _, f := range []string{"lit", "near", "open", "log"} {
		v.Add(f)
	}
	at := func(facts ...string) interaction.State {
		levels := map[string]int{"log": 2}
		for _, f := range facts {
			levels[f] = 1
		}
		return v.Adopt(interaction.StateOf(levels))
	}
	var s discovery.Setting
	facts := func() (out []int) { // those that nobody walks away from
		for f := range 3 {
			if c := s.Reach(v, nil).Without([]interaction.Level{{Factor: f}}); len(c.Never) > 0 {
				out = append(out, f)
			}
		}
		return out
	}
	for range 10 {
		s.Saw(v, "do", 1, at("lit", "near", "open"), nil)
	}
	if got := facts(); len(got) > 0 {
		t.Errorf("after 10 trials: %v", got)
	}
	s.Saw(v, "do", 1, at("lit", "open"), nil) // one walked away
	for range 10 {
		s.Saw(v, "do", 2, at("lit", "near", "open"), nil) // another life begins as it likes
	}
	if got := facts(); !slices.Equal(got, []int{0, 2}) {
		t.Errorf("before anything ended one: %v", got)
	}
	s.Saw(v, "do", 2, at("lit", "open"), []interaction.Change{{Factor: "open", From: 1}})
	if got := facts(); !slices.Equal(got, []int{0}) {
		t.Errorf("in the end: %v", got)
	}
}

// Nobody walks away from what is there for good, so that without it nothing can be had that takes it.
func TestReachWithWhatStays(t *testing.T) {
	v := interaction.NewVocabulary(9, []interaction.Factor{{Name: "lit", Kind: interaction.Fact}})
	lit, pot := v.Add("lit"), v.Add("pot")
	rules := []discovery.Rule{
		{Action: "light", Factor: lit, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{nil}},
		{Action: "bake", Factor: pot, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{{discovery.One(lit, 1)}}},
	}
	caps := []interaction.Level{{Factor: lit}}
	if c := discovery.NewReach(v, rules).Without(caps); c.Levels[pot] == 0 {
		t.Error("who can walk away from the light has no pot in the dark")
	}
	if c := discovery.NewReach(v, rules, lit).Without(caps); c.Levels[pot] > 0 || !slices.Equal(c.Never, []int{lit}) {
		t.Errorf("who can't has %d pots in the dark, and must never have %v", c.Levels[pot], c.Never)
	}
}

// Rain for a whole life, and fog for the next one, don't show that they exclude each other; that they came now and then, and never together,
// does.
func TestExclusionTakesSpells(t *testing.T) {
	v := interaction.NewVocabulary(9, []interaction.Factor{{Name: "rain", Kind: interaction.Fact}, {Name: "fog", Kind: interaction.Fact}})
	at := []interaction.State{v.Adopt(interaction.StateOf(nil)), v.Adopt(interaction.StateOf(map[string]int{"rain": 1})), v.Adopt(interaction.StateOf(map[string]int{"fog": 1}))}
	for lives, want := range map[int]bool{2: false, 8: true} {
		var s discovery.Setting
		for i := range 600 {
			s.Saw(v, "do", 1+i*lives/600, at[1+i*lives/600%2], nil)
		}
		if got := s.Reach(v, nil).Apart(0, 1); got != want {
			t.Errorf("in %d lives: they exclude each other: %v", lives, got)
		}
	}
}
