package living

import (
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// shedder is a pilot who has so much of items, which rules say how to get and to use up, and the situation in which there is to be no more of
// the last of them than that.
func shedder(have map[string]int, most int, names []string, rules func(f map[string]int) []discovery.Rule) (*pilot, *situation) {
	k := newKnowledge(explore.Default(), interaction.Spec{Caps: interaction.Caps{Prompt: true}})
	f := map[string]int{}
	for _, n := range names {
		f[n] = k.vocabulary.Add(n)
	}
	k.reach = discovery.NewReach(k.vocabulary, rules(f))
	p := &pilot{life: &life{}, k: k, noWay: map[interaction.Action]bool{}, spares: map[[2]int]int{}, burns: map[int]map[int][]discovery.Way{}}
	p.levels = make([]int, k.vocabulary.Len())
	for n, level := range have {
		p.levels[f[n]] = level
	}
	p.price()
	caps := []interaction.Level{{Factor: f[names[len(names)-1]], Level: most}}
	s := &situation{caps: caps, closure: k.reach.Without(caps)}
	s.levels = s.closure.Levels
	return p, s
}

func takes(f, n int) discovery.Member {
	return discovery.Member{Factors: []int{f}, Count: n, Consumed: n}
}

// Who burns coal to be rid of it needs ore for that: with some ore comes more coal than burning it takes.
func TestWhatComesAlong(t *testing.T) {
	names := []string{"gold", "iron", "gold_bar", "iron_bar", "coal"}
	all := func(f map[string]int) []discovery.Rule {
		return []discovery.Rule{
			{Action: "mine_gold", Factor: f["gold"], Least: 1, Most: 1, Chance: .7, Ways: []discovery.Way{nil}},
			{Action: "mine_gold", Factor: f["coal"], Least: 1, Most: 2, Chance: .6, Ways: []discovery.Way{nil}},
			{Action: "melt_gold", Factor: f["gold_bar"], Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{{takes(f["gold"], 1), takes(f["coal"], 1)}}},
			{Action: "mine_iron", Factor: f["iron"], Least: 1, Most: 3, Chance: .9, Ways: []discovery.Way{nil}},
			{Action: "mine_iron", Factor: f["coal"], Least: 1, Most: 2, Chance: .6, Ways: []discovery.Way{nil}},
			{Action: "melt_iron", Factor: f["iron_bar"], Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{{takes(f["iron"], 1), takes(f["coal"], 1)}}},
		}
	}
	p, s := shedder(map[string]int{"coal": 30}, 0, names, all)
	if i, _, _ := p.toward(s, 4, 0, nil); i != 5 {
		t.Errorf("coal is got rid of by rule %d", i)
	}
	p, s = shedder(map[string]int{"coal": 30}, 0, names, func(f map[string]int) []discovery.Rule { return all(f)[:3] })
	if i, _, _ := p.toward(s, 4, 0, nil); i >= 0 {
		t.Errorf("coal is got rid of by rule %d, which brings more than it takes", i)
	}
	p, s = shedder(map[string]int{"coal": 30, "gold": 1}, 0, names, all)
	if i, _, _ := p.toward(s, 4, 0, nil); i != 5 {
		t.Errorf("with gold for one of them, coal is got rid of by rule %d", i)
	}
	p, s = shedder(map[string]int{"coal": 3, "gold": 9}, 0, names, func(f map[string]int) []discovery.Rule { return all(f)[:3] })
	if i, _, _ := p.toward(s, 4, 0, nil); i != 2 {
		t.Errorf("with gold at hand coal is got rid of by rule %d", i)
	}
}

// A gate takes two planks and four sticks, for which two more planks go: who has two planks isn't rid of them by a gate.
func TestWhatItIsMadeOf(t *testing.T) {
	p, s := shedder(map[string]int{"log": 9, "plank": 2}, 0, []string{"log", "stick", "gate", "pick", "plank"}, func(f map[string]int) []discovery.Rule {
		return []discovery.Rule{
			{Action: "fell", Factor: f["log"], Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{nil}},
			{Action: "saw", Factor: f["plank"], Least: 4, Most: 4, Chance: 1, Ways: []discovery.Way{{takes(f["log"], 1)}}},
			{Action: "carve", Factor: f["stick"], Least: 4, Most: 4, Chance: 1, Ways: []discovery.Way{{takes(f["plank"], 2)}}},
			{Action: "gate", Factor: f["gate"], Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{{takes(f["plank"], 2), takes(f["stick"], 4)}}},
			{Action: "pick", Factor: f["pick"], Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{{takes(f["plank"], 3), takes(f["stick"], 2)}}},
		}
	})
	s.caps = []interaction.Level{{Factor: 1}, {Factor: 4}} // nor sticks
	if i, _, _ := p.toward(s, 4, 0, nil); i == 3 {
		t.Error("a gate is made of the last two planks, and sticks of which?")
	}
	p.levels[1] = 4
	if i, _, _ := p.toward(s, 4, 0, nil); i != 3 {
		t.Errorf("with four sticks two planks are got rid of by rule %d", i)
	}
}

// An episode is begun anew where that takes less than getting rid of what there is.
func TestBurdened(t *testing.T) {
	names := []string{"log", "plank"}
	rules := func(f map[string]int) []discovery.Rule {
		return []discovery.Rule{
			{Action: "fell", Factor: f["log"], Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{nil}},
			{Action: "saw", Factor: f["plank"], Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{{takes(f["log"], 1)}}},
		}
	}
	for _, c := range []struct {
		planks, acts int
		want         bool
	}{{0, 9, false}, {1, 9, false}, {30, 9, true}, {30, 0, false}} { // the last is where one began
		p, s := shedder(map[string]int{"log": 3, "plank": c.planks}, 0, names, rules)
		s.levels, p.acts = []int{3, 0}, c.acts
		if got := p.burdened(s); got != c.want {
			t.Errorf("with %d planks: %v", c.planks, got)
		}
	}
}
