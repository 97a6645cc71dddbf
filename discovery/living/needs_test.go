package living

import (
	"context"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// wanderer is a body that is so far from what gives food and drink, and takes steps to go there.
type wanderer struct {
	interaction.Placer
	far      map[interaction.Action]int
	burrowed bool
	steps    int
	light    int
	fed      int // levels of food and drink more
	went     []interaction.Action
	way      func(a interaction.Action) error // what comes of going there
}

func (g *wanderer) Far(a interaction.Action) int {
	if n, ok := g.far[a]; ok && !g.burrowed {
		return n
	}
	return -1
}

func (g *wanderer) Approach(_ context.Context, a interaction.Action, _ interaction.Where) (interaction.State, error) {
	if g.went = append(g.went, a); g.burrowed {
		return interaction.State{}, interaction.ErrNoWay
	}
	g.steps++
	return g.state(), g.way(a)
}

func (g *wanderer) Bound(a interaction.Action) bool                    { return a != "rest" }
func (g *wanderer) Near(int) ([]interaction.Action, bool)              { return nil, true }
func (g *wanderer) Steps() int                                         { return g.steps }
func (g *wanderer) Burrow(on bool) bool                                { g.burrowed = on; return on }
func (g *wanderer) Seed(interaction.Action) (interaction.Action, bool) { return "", false }
func (g *wanderer) state() interaction.State {
	return interaction.StateOf(map[string]int{"food": 2 + g.fed, "drink": 1 + g.fed, "energy": 8, "light": g.light})
}

// grazing is a pilot with the body to which food and drink are low, in a world where the dark is perilous.
func grazing(g *wanderer) *pilot {
	spec := interaction.Spec{ID: "pasture"}
	for _, v := range []string{"food", "drink", "energy", "light"} {
		spec.Factors = append(spec.Factors, interaction.Factor{Name: v, Kind: interaction.Vital, Max: 9})
	}
	for _, a := range []interaction.Action{"do_cow", "do_water", "rest"} {
		spec.Actions = append(spec.Actions, interaction.ActionSpec{ID: a})
	}
	k := newKnowledge(explore.Default(), spec)
	light, _ := k.vocabulary.Index("light")
	k.perils[light] = true
	p := &pilot{k: k, walker: g, life: &life{}, noWay: map[interaction.Action]bool{}, managed: map[interaction.Action]bool{},
		tries: map[interaction.Action]novelty{}, attempts: map[interaction.Action][][]int{}, limit: 1000}
	p.now(g.state())
	p.care.falls = make([]bool, k.vocabulary.Len())
	for i, a := range []interaction.Action{"do_cow", "do_water", "rest"} {
		p.care.remedies = append(p.care.remedies, remedy{action: a, vital: i, top: 9, least: 1, bound: g.Bound(a)})
	}
	return p
}

// Who can't leave a burrow yet isn't called to what is outside, and is as soon as it is light; then it leaves.
func TestThirstInABurrow(t *testing.T) {
	g := &wanderer{far: map[interaction.Action]int{"do_water": 9}, burrowed: true, way: func(interaction.Action) error { return interaction.ErrNoWay }}
	p := grazing(g)
	p.care.burrowed = true
	for _, g.light = range []int{0, 5} { // it isn't dark any more, and not safe yet
		p.now(g.state())
	}
	if p.called(p.state) {
		t.Error("it is called away to what it can't get to")
	}
	if err := p.tend(t.Context()); err != nil || len(g.went) > 0 || len(p.care.tendAt) > 0 {
		t.Errorf("it went to %v, and leaves vitals be until %v (%v)", g.went, p.care.tendAt, err)
	}
	g.light = 9
	p.now(g.state())
	if !p.called(p.state) {
		t.Error("it isn't called to water when it is light")
	}
	if err := p.tend(t.Context()); err != nil || g.burrowed || p.care.burrowed || len(g.went) == 0 || g.went[0] != "do_water" {
		t.Errorf("in the burrow: %v, %v; it went to %v (%v)", g.burrowed, p.care.burrowed, g.went, err)
	}
}

// Who is on the way to water, and sees a cow beside it, turns to that; it doesn't take the water to be out of reach.
func TestWhatComesFirstByNow(t *testing.T) {
	g := &wanderer{far: map[interaction.Action]int{"do_water": 30}, light: 9}
	p := grazing(g)
	g.way = func(a interaction.Action) error {
		if a == "do_water" {
			g.far["do_cow"] = 1
			return interaction.ErrCalled
		}
		return interaction.ErrNoWay // it got away
	}
	if err := p.tend(t.Context()); err != nil || len(g.went) < 2 || g.went[0] != "do_water" || g.went[1] != "do_cow" {
		t.Errorf("it went to %v (%v)", g.went, err)
	}
	if p.care.tendAt[1] > 0 {
		t.Errorf("it leaves water be until step %d", p.care.tendAt[1])
	}
}

// What can't be raised now is left be for a while; what else there is to be looked after isn't.
func TestLeavesOneVitalBe(t *testing.T) {
	g := &wanderer{far: map[interaction.Action]int{"do_water": 30, "do_cow": 40}, light: 9}
	p := grazing(g)
	g.way = func(interaction.Action) error {
		g.steps += 20 // it was looked for
		return interaction.ErrNoWay
	}
	if err := p.tend(t.Context()); err != nil || p.care.tendAt[1] == 0 {
		t.Fatalf("it went to %v, and leaves vitals be until %v (%v)", g.went, p.care.tendAt, err)
	}
	if !slices.Equal(g.went, []interaction.Action{"do_water", "do_cow"}) || p.called(p.state) {
		t.Errorf("without water it went to %v", g.went)
	}
}

// Rest is taken as soon as it gives anything; of what is used up nothing is wasted, and what isn't there is no rest.
func TestRepose(t *testing.T) {
	p := grazing(&wanderer{})
	if a := p.repose(); a != "rest" {
		t.Errorf("with a level less than all it does %q", a)
	}
	p.care.remedies[2].meal = &discovery.Rule{Ways: []discovery.Way{{discovery.One(3, 1)}}}
	for _, c := range []struct {
		level, there, least int
		want                interaction.Action
	}{{8, 1, 1, ""}, {6, 1, 3, "rest"}, {6, 1, 4, ""}, {4, 1, 20, "rest"}, {4, 0, 1, ""}} {
		p.care.remedies[2].least = c.least
		p.levels[p.care.remedies[2].vital], p.levels[3] = c.level, c.there
		if a := p.repose(); a != c.want {
			t.Errorf("at level %d, with %d of what it takes and gives %d, it does %q", c.level, c.there, c.least, a)
		}
	}
}
