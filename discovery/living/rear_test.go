package living

import (
	"context"
	"errors"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// gardener is a body that knows where blooms come from.
type gardener struct {
	interaction.Walker
	bed     interaction.Bed
	planted bool
	gone    bool
	steps   int
	did     []string
	during  func() // called while it plants
}

func (g *gardener) Seed(a interaction.Action) (interaction.Action, bool) {
	return "sow", a == "do_bloom"
}
func (g *gardener) Far(interaction.Action) int                      { return -1 }
func (g *gardener) Bound(a interaction.Action) bool                 { return a != "sow" && a != "put" }
func (g *gardener) Roams(a interaction.Action) bool                 { return a == "do_hen" }
func (g *gardener) Gone() bool                                      { return g.gone }
func (g *gardener) Strayed() bool                                   { return false }
func (g *gardener) Wall() (interaction.Action, bool)                { return "put", true }
func (g *gardener) Bed(interaction.Action) (interaction.Bed, bool)  { return g.bed, g.planted }
func (g *gardener) Steps() int                                      { return g.steps }
func (g *gardener) Near(int) ([]interaction.Action, bool)           { return nil, true }
func (g *gardener) Wait(context.Context) (interaction.State, error) { g.steps++; return g.state(), nil }
func (g *gardener) Burrow(bool) bool                                { return false }
func (g *gardener) state() interaction.State {
	return interaction.StateOf(map[string]int{"stone": 5, "seed": 1})
}
func (g *gardener) Visit(context.Context, interaction.Action, int) (interaction.State, error) {
	g.did = append(g.did, "visit")
	g.planted = false // it is ripe
	return g.state(), nil
}

func (g *gardener) Plant(_ context.Context, _ interaction.Action, anew bool) (interaction.State, error) {
	if g.did = append(g.did, "close in"); anew {
		g.did[len(g.did)-1] = "plant"
	}
	if g.during != nil {
		g.during()
	}
	return g.state(), nil
}

// rearing is a pilot with so many stones that practises with the body.
func rearing(g *gardener, stones int) *pilot {
	spec := interaction.Spec{ID: "patch", Factors: []interaction.Factor{{Name: "stone", Max: 9}, {Name: "seed", Max: 9}, {Name: "food", Kind: interaction.Vital, Max: 9}}}
	for _, a := range []interaction.Action{"do_bloom", "do_hen", "sow", "put"} {
		spec.Actions = append(spec.Actions, interaction.ActionSpec{ID: a})
	}
	cfg := explore.Default()
	cfg.Stock = DefaultStock
	k := newKnowledge(cfg, spec)
	for a, takes := range map[interaction.Action]string{"sow": "seed", "put": "stone"} {
		at := interaction.StateOf(map[string]int{takes: 1})
		k.learn(k.byID[a], at, []interaction.Change{{Factor: takes, From: 1}})
	}
	k.survey()
	p := &pilot{k: k, walker: g, life: &life{}, noWay: map[interaction.Action]bool{}, managed: map[interaction.Action]bool{},
		tries: map[interaction.Action]novelty{}, attempts: map[interaction.Action][][]int{}, limit: 1000}
	p.now(interaction.StateOf(map[string]int{"stone": stones, "seed": 1}))
	p.course = p.drill(nil)
	p.course.visit = firstVisit
	p.course.goals = []goal{{action: k.byID["do_bloom"]}}
	return p
}

func TestRear(t *testing.T) {
	for name, c := range map[string]struct {
		g      gardener
		stones int
		want   string // empty: nothing is done
	}{
		"nothing is there":         {gardener{}, 5, "plant"},
		"no walls":                 {gardener{}, fence - 1, ""},
		"it stands open":           {gardener{planted: true, bed: interaction.Bed{Far: near}}, 5, "close in"},
		"it stands open, far off":  {gardener{planted: true, bed: interaction.Bed{Far: near + 1}}, 5, "plant"},
		"it is closed in":          {gardener{planted: true, bed: interaction.Bed{Closed: true, Age: firstVisit - 1}}, 5, ""},
		"it may be ripe":           {gardener{planted: true, bed: interaction.Bed{Closed: true, Age: firstVisit}}, 5, "visit"},
		"it may be ripe, too far":  {gardener{planted: true, bed: interaction.Bed{Closed: true, Age: firstVisit, Far: outing + 1}}, 5, "plant"},
		"it may be ripe, and open": {gardener{planted: true, bed: interaction.Bed{Age: firstVisit}}, 5, "visit"},
	} {
		check(t, name, rearing(&c.g, c.stones), &c.g, true, c.want)
	}
}

// check has the pilot rear, and compares what its body did.
func check(t *testing.T, name string, p *pilot, g *gardener, idle bool, want string) {
	t.Helper()
	did, err := p.rear(t.Context(), idle)
	if err != nil || did != (want != "") || did && (len(g.did) != 1 || g.did[0] != want) {
		t.Errorf("%s: %v %q, %v; wanted %q", name, did, g.did, err, want)
	}
}

// Who makes a bed isn't called away by hunger before it is closed in.
func TestBedIsFinished(t *testing.T) {
	g := &gardener{}
	p := rearing(g, 5)
	food, _ := p.k.vocabulary.Index("food")
	p.care.remedies = []remedy{{action: "do_hen", vital: food, top: 9, least: 6, bound: true}}
	if !p.called(p.state) {
		t.Fatal("it isn't hungry")
	}
	planted := false
	g.during = func() {
		planted = true
		if p.called(p.state) {
			t.Error("it is called away from a bed that isn't closed in")
		}
		if g.steps += sowing; !p.called(p.state) {
			t.Error("it goes on with a bed however long that takes")
		}
	}
	check(t, "hungry", p, g, true, "plant")
	if !planted || !p.called(p.state) {
		t.Errorf("planted: %v; hungry after that: %v", planted, p.called(p.state))
	}
}

// What the body does on its way reaches a goal if that does what it is known to do, and not if nothing is known of it.
func TestWitnessReachesGoals(t *testing.T) {
	p := rearing(&gardener{}, 5)
	had, has := interaction.StateOf(map[string]int{"seed": 1}), interaction.StateOf(nil)
	p.witness("sow", had, had)
	p.witness("do_hen", had, has)
	if len(p.managed) > 0 {
		t.Errorf("goals that weren't reached: %v", p.managed)
	}
	if p.witness("sow", had, has); !p.managed["sow"] {
		t.Error("what was sown on the way is to be sown again")
	}
}

// As long as there is something else to do, what is in hand is planted and a bed near by closed in, and nothing is fetched or
// visited.
func TestRearOnTheWay(t *testing.T) {
	for name, c := range map[string]struct {
		g     gardener
		seeds int
		want  string // empty: nothing is done
	}{
		"in hand":           {gardener{}, 1, "plant"},
		"not in hand":       {gardener{}, 0, ""},
		"it stands open":    {gardener{planted: true, bed: interaction.Bed{Far: near}}, 0, "close in"},
		"open, and far off": {gardener{planted: true, bed: interaction.Bed{Far: near + 1}}, 0, ""},
		"it may be ripe":    {gardener{planted: true, bed: interaction.Bed{Closed: true, Age: firstVisit}}, 1, ""},
	} {
		p := rearing(&c.g, 5)
		p.now(interaction.StateOf(map[string]int{"stone": 5, "seed": c.seeds}))
		check(t, name, p, &c.g, false, c.want)
	}
}

// What grows is kept until it was tried to make a bed for it, and not for ever.
func TestKept(t *testing.T) {
	g := &gardener{}
	p := rearing(g, 0)
	if !p.kept("sow") || p.kept("put") {
		t.Errorf("kept: the seed %v, a stone %v", p.kept("sow"), p.kept("put"))
	}
	p.course.sownAt = 1
	if p.kept("sow") {
		t.Error("it is kept after it was tried to plant it")
	}
	if p.course.sownAt, g.steps = 0, keeping; p.kept("sow") {
		t.Error("it is kept for ever")
	}
}

// It isn't tried again and again.
func TestRearLiesFallow(t *testing.T) {
	g := &gardener{}
	p := rearing(g, 5)
	for want := 1; want <= 2; want++ {
		for range 3 {
			if _, err := p.rear(t.Context(), true); err != nil || len(g.did) != want {
				t.Fatalf("%q, %v", g.did, err)
			}
		}
		g.steps += fallow
	}
}

// What got away is tried again, but not for ever.
func TestAttempt(t *testing.T) {
	for _, c := range []struct {
		action interaction.Action
		gone   bool
		want   int
	}{{"do_hen", false, persistent}, {"do_hen", true, 1}, {"do_bloom", false, 1}} {
		p := rearing(&gardener{gone: c.gone}, 0)
		n := 0
		for !p.course.tried[c.action] {
			p.attempt(c.action)
			n++
		}
		if n != c.want {
			t.Errorf("%s, gone: %v: tried %d times, not %d", c.action, c.gone, n, c.want)
		}
	}
}

// Who walks somewhere for a goal turns to a bed as soon as there is what it takes.
func TestWhoWalksSows(t *testing.T) {
	for stones, want := range map[int]error{0: nil, fence: errAnew} {
		g := &gardener{}
		p := rearing(g, stones)
		p.course.now = p.k.byID["do_hen"]
		now := p.state
		if called := p.called(now); called != (want != nil) {
			t.Errorf("%d stones: called away %v", stones, called)
		}
		walked := false
		_, err := p.walk(t.Context(), func() (interaction.State, error) { walked = true; return now, nil })
		if !errors.Is(err, want) || walked != (want == nil) {
			t.Errorf("%d stones: %v, walked %v", stones, err, walked)
		}
	}
}
