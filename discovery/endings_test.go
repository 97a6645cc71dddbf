package discovery

import (
	"fmt"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// field is what is known of a field that is bare until it is hoed, and tilled until it is reaped, which takes that it is ripe.
func field(t *testing.T) (*interaction.Vocabulary, []Rule, map[string]int) {
	t.Helper()
	fs := []interaction.Factor{{Name: "bare", Kind: interaction.Fact}, {Name: "tilled", Kind: interaction.Fact}, {Name: "ripe", Kind: interaction.Fact}, {Name: "hoe"}, {Name: "corn"}}
	v := interaction.NewVocabulary(9, fs)
	number := map[string]int{}
	for _, f := range fs {
		number[f.Name] = v.Add(f.Name)
	}
	rule := func(a, gives string, needs ...string) Rule {
		x := Rule{Action: interaction.Action(a), Factor: number[gives], Least: 1, Most: 1, Chance: 1, Ways: []Way{nil}}
		for _, n := range needs {
			x.Ways[0] = append(x.Ways[0], One(number[n], 1))
		}
		return x
	}
	return v, []Rule{rule("carve", "hoe"), rule("hoe", "tilled", "bare", "hoe"), rule("wait", "ripe", "tilled"), rule("reap", "corn", "ripe"), rule("reap", "bare", "ripe")}, number
}

// seasons enters years of that field, as lives that begin with it bare.
func seasons(s *Setting, v *interaction.Vocabulary, years int) {
	for y := range years {
		see := func(a string, levels map[string]int, changes ...interaction.Change) {
			s.Saw(v, interaction.Action(a), y, v.Adopt(interaction.StateOf(levels)), changes)
		}
		s.Began(v, v.Adopt(interaction.StateOf(map[string]int{"bare": 1})))
		s.Lived(1)
		look := func(levels map[string]int) {
			for range 9 {
				see("look", levels)
			}
		}
		look(map[string]int{"bare": 1})
		see("carve", map[string]int{"bare": 1}, interaction.Change{Factor: "hoe", To: 1})
		see("hoe", map[string]int{"bare": 1, "hoe": 1}, interaction.Change{Factor: "bare", From: 1}, interaction.Change{Factor: "tilled", To: 1})
		see("wait", map[string]int{"tilled": 1, "hoe": 1}, interaction.Change{Factor: "ripe", To: 1})
		look(map[string]int{"tilled": 1, "ripe": 1, "hoe": 1})
		see("reap", map[string]int{"tilled": 1, "ripe": 1, "hoe": 1}, interaction.Change{Factor: "tilled", From: 1}, interaction.Change{Factor: "ripe", From: 1},
			interaction.Change{Factor: "bare", To: 1}, interaction.Change{Factor: "corn", To: 1})
	}
}

// What only an action ends is there for good where that can't be done, and what ends with it each time isn't there without it.
func TestEndings(t *testing.T) {
	for _, c := range []struct {
		years       int
		loose       bool     // the field turned bare, and not, by itself
		never, ripe bool     // without a hoe it is bare for ever; what isn't tilled can be ripe
		caps        []string // for never
	}{
		{years: 30, never: true},
		{years: 30, loose: true, ripe: true},
		{years: endsSurely - 1, ripe: true}, // that tells too little
	} {
		v, rules, f := field(t)
		var s Setting
		seasons(&s, v, c.years)
		if c.loose {
			for _, levels := range []map[string]int{{"bare": 1, "tilled": 1}, {}} {
				s.Saw(v, "look", 99, v.Adopt(interaction.StateOf(levels)), nil)
			}
		}
		r := s.Reach(v, rules)
		without := r.Without([]interaction.Level{{Factor: f["bare"]}, {Factor: f["hoe"]}})
		if got := slices.Contains(without.Never, f["bare"]); got != c.never {
			t.Errorf("%d years, loose %v: without a hoe it is bare for ever: %v", c.years, c.loose, got)
		}
		if got := r.Without([]interaction.Level{{Factor: f["bare"]}}); slices.Contains(got.Never, f["bare"]) || got.Levels[f["tilled"]] == 0 {
			t.Errorf("%d years, loose %v: with one it isn't: %v", c.years, c.loose, got)
		}
		if got := r.Without([]interaction.Level{{Factor: f["tilled"]}}); slices.Contains(got.Never, f["tilled"]) || got.Levels[f["ripe"]] > 0 != c.ripe || got.Levels[f["corn"]] == 0 {
			t.Errorf("%d years, loose %v: without its being tilled there is %v", c.years, c.loose, fmt.Sprint(got.Levels))
		}
	}
}

// What the action that ends a fact gives at times only, or by a way that isn't there, needn't come of it.
func TestEndingsThatMayGive(t *testing.T) {
	for _, needs := range [][]string{{"bare", "hoe"}, {"bare", "hoe", "corn"}} {
		v, rules, f := field(t)
		var s Setting
		seasons(&s, v, 30)
		worm := v.Add("worm")
		x := Rule{Action: "hoe", Factor: worm, Least: 1, Most: 1, Chance: .25, Ways: []Way{nil}}
		for _, n := range needs {
			x.Ways[0] = append(x.Ways[0], One(f[n], 1))
		}
		mud := v.Add("mud")
		r := s.Reach(v, append(rules, x, Rule{Action: "dig", Factor: mud, Least: 1, Most: 1, Chance: 1, Ways: []Way{{One(f["bare"], 1)}}}))
		c := r.Without([]interaction.Level{{Factor: f["bare"]}, {Factor: f["corn"]}, {Factor: worm}})
		if c.Levels[mud] == 0 {
			t.Errorf("%v: with neither a bare field nor a worm there is no mud: %v", needs, c.Levels)
		}
	}
}

// What held for a moment only, and ended as something was done, may have ended by itself.
func TestEndingsOfAMoment(t *testing.T) {
	v, rules, f := field(t)
	var s Setting
	for y := range 4 * endsSurely {
		s.Saw(v, "hoe", y, v.Adopt(interaction.StateOf(map[string]int{"bare": 1, "hoe": 1})), []interaction.Change{{Factor: "bare", From: 1}, {Factor: "tilled", To: 1}})
	}
	if c := s.Reach(v, rules).Without([]interaction.Level{{Factor: f["bare"]}, {Factor: f["hoe"]}}); slices.Contains(c.Never, f["bare"]) {
		t.Error("a field that was never bare for two trials in a row is bare for ever")
	}
}
