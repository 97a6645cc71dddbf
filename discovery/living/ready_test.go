package living

import (
	"context"
	"errors"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// What an action takes is in hand, too, where the bench that it needs can be put up, and something is left for it then.
func TestReady(t *testing.T) {
	k := newKnowledge(explore.Default(), interaction.Spec{Factors: []interaction.Factor{{Name: "bench", Kind: interaction.Fact}, {Name: "kiln", Kind: interaction.Fact}}})
	bench, kiln, wood, ore := 0, 1, k.vocabulary.Add("wood"), k.vocabulary.Add("ore")
	use := func(f, n int) discovery.Member { return discovery.Member{Factors: []int{f}, Count: n, Consumed: n} }
	k.reach = discovery.NewReach(k.vocabulary, []discovery.Rule{
		{Action: "build", Factor: bench, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{{use(wood, 2)}}},
		{Action: "do_kiln", Factor: kiln, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{nil}},
	})
	p := &pilot{life: &life{}, k: k, walker: &grazer{}}
	for _, c := range []struct {
		way  discovery.Way
		have map[int]int
		want bool
	}{
		{discovery.Way{use(wood, 1)}, map[int]int{wood: 1}, true},
		{discovery.Way{use(wood, 1)}, nil, false},
		{discovery.Way{discovery.One(bench, 1), use(wood, 1)}, map[int]int{wood: 3}, true},
		{discovery.Way{discovery.One(bench, 1), use(wood, 1)}, map[int]int{wood: 2}, false},
		{discovery.Way{use(wood, 1), discovery.One(bench, 1)}, map[int]int{wood: 2}, false},
		{discovery.Way{discovery.One(bench, 1), use(wood, 1)}, map[int]int{wood: 1, bench: 1}, true},
		{discovery.Way{use(ore, 1), discovery.One(bench, 1)}, map[int]int{wood: 9}, false},
		{discovery.Way{discovery.One(kiln, 1)}, map[int]int{wood: 9}, false}, // that is done to a thing somewhere
	} {
		p.levels = make([]int, k.vocabulary.Len())
		for f, n := range c.have {
			p.levels[f] = n
		}
		if ok := p.ready(c.way); ok != c.want {
			t.Errorf("%v with %v: ready is %v", c.way, c.have, ok)
		}
	}
}

// What is to be had before a bench is put up is also what the bench takes, unless there is one to go back to.
func TestBill(t *testing.T) {
	k := newKnowledge(explore.Default(), interaction.Spec{Factors: []interaction.Factor{{Name: "bench", Kind: interaction.Fact}}})
	bench, wood := 0, k.vocabulary.Add("wood")
	use := func(f, n int) discovery.Member { return discovery.Member{Factors: []int{f}, Count: n, Consumed: n} }
	k.reach = discovery.NewReach(k.vocabulary, []discovery.Rule{
		{Action: "do_tree", Factor: wood, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{nil}},
		{Action: "build", Factor: bench, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{{use(wood, 2)}}},
	})
	for _, c := range []struct{ back, here, want int }{{-1, 0, 3}, {2, 0, 1}, {1000, 0, 3}, {-1, 1, 1}} {
		p := &pilot{life: &life{}, k: k, walker: &grazer{back: c.back}, levels: []int{c.here, 0}}
		p.price()
		bill := p.bill(discovery.Way{discovery.One(bench, 1), use(wood, 1)}, 1)
		if len(bill) != 1 || bill[0] != (interaction.Level{Factor: wood, Level: c.want}) {
			t.Errorf("with a bench %d steps off and %d here, the bill is %v, not %d wood", c.back, c.here, bill, c.want)
		}
	}
}

// grazer is a body that finds the hen where it goes.
type grazer struct {
	gardener
	walks int
	back  int // steps to where facts hold
}

func (g *grazer) Back([]string) int { return g.back }

func (g *grazer) Bound(a interaction.Action) bool { return a != "build" }
func (g *grazer) Far(interaction.Action) int      { return 3 }
func (g *grazer) Approach(context.Context, interaction.Action, interaction.Where) (interaction.State, error) {
	g.steps += 3
	return interaction.StateOf(map[string]int{"food": 1}), nil
}

func (g *grazer) Here(context.Context, interaction.Action) (interaction.State, error) {
	g.steps++
	return interaction.StateOf(map[string]int{"food": 9}), nil
}

// Who is hungry eats on the way to a goal and then chooses anew, but not before a goal that comes first.
func TestGoalsBeforeVitals(t *testing.T) {
	for _, c := range []struct {
		first int // steps before which the goal comes first
		want  error
		walks int
	}{{0, errAnew, 0}, {1, nil, 1}} {
		spec := interaction.Spec{Factors: []interaction.Factor{{Name: "food", Kind: interaction.Vital, Max: 9}}, Actions: []interaction.ActionSpec{{ID: "do_hen"}, {ID: "build"}}}
		g := &grazer{}
		k := newKnowledge(explore.Default(), spec)
		k.survey()
		p := &pilot{k: k, session: g, walker: g, life: &life{}, noWay: map[interaction.Action]bool{}, managed: map[interaction.Action]bool{},
			tries: map[interaction.Action]novelty{}, attempts: map[interaction.Action][][]int{}, limit: 1000}
		p.now(interaction.StateOf(map[string]int{"food": 1}))
		p.course = p.drill(nil)
		p.course.now = k.byID["build"]
		p.care.remedies = []remedy{{action: "do_hen", vital: 0, top: 9, least: 6, bound: true}}
		p.care.snackAt, p.care.firstAt = 1000, c.first
		_, err := p.walk(t.Context(), func() (interaction.State, error) { g.walks++; return p.state, nil })
		if !errors.Is(err, c.want) || g.walks != c.walks {
			t.Errorf("first for %d steps: %v after %d walks", c.first, err, g.walks)
		}
	}
}

// lost finds its way nowhere.
type lost struct{ grazer }

func (l *lost) Bound(a interaction.Action) bool { return a == "do_crate" || a == "do_log" }
func (l *lost) Far(interaction.Action) int      { return -1 }
func (l *lost) Return(context.Context, []string, int) (interaction.State, error) {
	return interaction.State{}, interaction.ErrNoWay
}

// Planks that are to be sawn at a bench aren't got for that bench by sawing planks: that would never end.
func TestBillOfItself(t *testing.T) {
	k := newKnowledge(explore.Default(), interaction.Spec{Factors: []interaction.Factor{{Name: "bench", Kind: interaction.Fact}}, Actions: []interaction.ActionSpec{{ID: "do_crate"}, {ID: "build"}, {ID: "saw"}}})
	bench, plank, log, pole := 0, k.vocabulary.Add("plank"), k.vocabulary.Add("log"), k.vocabulary.Add("pole")
	use := func(f, n int) discovery.Member { return discovery.Member{Factors: []int{f}, Count: n, Consumed: n} }
	k.reach = discovery.NewReach(k.vocabulary, []discovery.Rule{
		{Action: "do_log", Factor: log, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{nil}},
		{Action: "do_log", Factor: pole, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{nil}},
		{Action: "do_crate", Factor: plank, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{nil}},
		{Action: "build", Factor: bench, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{{use(plank, 2)}}},
		{Action: "saw", Factor: plank, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{{use(log, 1), discovery.One(bench, 1)}, {use(pole, 1), discovery.One(bench, 1)}}},
	})
	g := &lost{grazer{back: -1}}
	p := &pilot{k: k, session: g, walker: g, life: &life{}, noWay: map[interaction.Action]bool{"do_crate": true}, managed: map[interaction.Action]bool{},
		tries: map[interaction.Action]novelty{}, attempts: map[interaction.Action][][]int{}, limit: 1000, effort: 1000}
	p.now(interaction.StateOf(map[string]int{"log": 9, "pole": 9}))
	p.price()
	p.course = &drill{demand: make([]int, len(p.levels))}
	if ok, err := p.obtain(t.Context(), &situation{closure: k.reach.Without(nil)}, plank, 1, 0, true); ok || err != nil {
		t.Errorf("a plank was got from nothing: %v, %v", ok, err)
	}
}
