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
