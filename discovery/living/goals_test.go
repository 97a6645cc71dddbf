package living

import (
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// A goal opens those that need what it gives, over others, too, as long as there is none of it.
func TestOpens(t *testing.T) {
	k := newKnowledge(explore.Default(), interaction.Spec{})
	log, pick, ore, cup := k.vocabulary.Add("log"), k.vocabulary.Add("pick"), k.vocabulary.Add("ore"), k.vocabulary.Add("cup")
	rules := []discovery.Rule{
		{Action: "chop", Factor: log, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{nil}},
		{Action: "carve", Factor: pick, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{{discovery.One(log, 1)}}},
		{Action: "mine", Factor: ore, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{{discovery.One(pick, 1)}}},
		{Action: "turn", Factor: cup, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{{discovery.One(log, 1)}}},
	}
	k.reach = discovery.NewReach(k.vocabulary, rules)
	p := &pilot{life: &life{}, k: k, levels: make([]int, k.vocabulary.Len()), managed: map[interaction.Action]bool{}}
	d := &drill{}
	for _, x := range rules {
		a := &action{id: x.Action}
		a.effects = []*effect{{action: a, factor: x.Factor}}
		d.goals = append(d.goals, goal{action: a, ways: x.Ways})
	}
	for _, c := range []struct {
		logs int
		done interaction.Action
		want [4]float64 // by goal
	}{
		{0, "", [4]float64{3, 1, 0, 0}},
		{1, "", [4]float64{0, 1, 0, 0}},
		{0, "mine", [4]float64{2, 0, 0, 0}},
	} {
		p.levels[log] = c.logs
		clear(p.managed)
		p.managed[c.done] = true
		for i := range d.goals {
			if n := p.opens(d, &d.goals[i]); n != c.want[i] {
				t.Errorf("with %d logs and %q done, %s opens %g goals, not %g", c.logs, c.done, d.goals[i].action.id, n, c.want[i])
			}
		}
	}
}

// What goals use up includes a bench for those that lack the same, at one place, and another one for those that lack
// something else.
func TestDemand(t *testing.T) {
	k := newKnowledge(explore.Default(), interaction.Spec{Factors: []interaction.Factor{{Name: "bench", Kind: interaction.Fact}}})
	bench, wood, stone, ore := 0, k.vocabulary.Add("wood"), k.vocabulary.Add("stone"), k.vocabulary.Add("ore")
	use := func(f, n int) discovery.Member { return discovery.Member{Factors: []int{f}, Count: n, Consumed: n} }
	k.reach = discovery.NewReach(k.vocabulary, []discovery.Rule{{Action: "build", Factor: bench, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{{use(wood, 2)}}}})
	d := &drill{}
	for id, of := range map[interaction.Action]int{"axe": wood, "pick": stone, "hammer": stone, "sword": ore} {
		a := &action{id: id}
		a.effects = []*effect{{action: a}}
		way := discovery.Way{discovery.One(bench, 1), use(wood, 1)}
		if of != wood {
			way = append(way, use(of, 1))
		}
		d.goals = append(d.goals, goal{action: a, ways: []discovery.Way{way}})
	}
	p := &pilot{life: &life{}, k: k, walker: &grazer{}, managed: map[interaction.Action]bool{}}
	for _, c := range []struct {
		bench, wood, stone int
		done               interaction.Action
		want               int // wood: one each, and two for each bench
	}{
		{0, 9, 0, "", 4 + 3*2},
		{1, 9, 0, "", 4 + 2*2},    // the axe is made here
		{1, 9, 9, "", 4 + 1*2},    // and what takes stone
		{0, 9, 9, "", 4 + 2*2},    // all of these need one
		{1, 9, 0, "axe", 3 + 2*2}, // it is there already
	} {
		p.levels = []int{c.bench, c.wood, c.stone, 0}
		clear(p.managed)
		p.managed[c.done] = true
		if p.survey(d); d.demand[wood] != c.want {
			t.Errorf("with bench %d, wood %d, stone %d and %q done, %d wood is needed, not %d", c.bench, c.wood, c.stone, c.done, d.demand[wood], c.want)
		}
	}
}
