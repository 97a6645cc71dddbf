package living

import (
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// A plan takes no more of what was there each time than what a miss speaks for, and what is used up.
func TestLean(t *testing.T) {
	for _, c := range []struct {
		name   string
		misses []map[string]int
		want   []string
	}{
		{"nothing ever failed", nil, []string{"coin"}},
		{"it failed without the pick", []map[string]int{{"coin": 1, "leaf": 1, "knife": 1}}, []string{"coin", "pick"}},
		{"it failed without the leaf", []map[string]int{{"coin": 1, "knife": 1, "pick": 1}}, []string{"coin", "leaf"}},
		{"it failed without the coin", []map[string]int{{"leaf": 1, "knife": 1, "pick": 1}}, []string{"coin"}},
		{"and without either tool", []map[string]int{{"coin": 1, "leaf": 1, "knife": 1}, {"coin": 1, "leaf": 1, "pick": 1}}, []string{"coin", "knife", "pick"}},
	} {
		k := newKnowledge(explore.Default(), interaction.Spec{Actions: []interaction.ActionSpec{{ID: "pay"}, {ID: "pluck"}, {ID: "carve"}, {ID: "forge"}}})
		k.byID["pluck"].bound = true
		see := func(a interaction.Action, at, after map[string]int, times int) {
			for range times {
				k.learn(k.byID[a], interaction.StateOf(at), interaction.Changes(interaction.StateOf(at), interaction.StateOf(after)))
			}
		}
		see("pluck", nil, map[string]int{"leaf": 1}, 1)
		see("carve", nil, map[string]int{"knife": 1}, 1)
		see("forge", nil, map[string]int{"pick": 1}, 1)
		see("carve", nil, map[string]int{"coin": 1}, 1)
		full := map[string]int{"coin": 1, "leaf": 1, "knife": 1, "pick": 1}
		see("pay", full, map[string]int{"leaf": 1, "knife": 1, "pick": 1, "ore": 1}, 30)
		for _, m := range c.misses {
			see("pay", m, m, 3)
		}
		k.consider()
		ore, _ := k.vocabulary.Index("ore")
		var got discovery.Way
		for _, x := range k.lean().Rules() {
			if x.Factor == ore {
				got = x.Ways[0]
			}
		}
		var want discovery.Way
		for _, n := range c.want {
			f, _ := k.vocabulary.Index(n)
			want = append(want, discovery.One(f, 1))
		}
		same := len(got) == len(want)
		for _, m := range want {
			same = same && got.Overlaps(m.Factors)
		}
		if !same {
			t.Errorf("%s: the plan takes %v, not %v", c.name, got, want)
		}
	}
}

// Where an action comes to nothing by a lean way, the life makes its plans by the full one from there on; not where that was met, too, or
// where the action did what it should.
func TestDoubt(t *testing.T) {
	k := newKnowledge(explore.Default(), interaction.Spec{})
	pick, ore := k.vocabulary.Add("pick"), k.vocabulary.Add("ore")
	by := func(chance float64, w ...discovery.Member) *discovery.Reach {
		return discovery.NewReach(k.vocabulary, []discovery.Rule{{Action: "mine", Factor: ore, Least: 1, Most: 1, Chance: chance, Ways: []discovery.Way{w}}})
	}
	k.reach = by(1, discovery.One(pick, 1))
	for _, c := range []struct {
		pick     int
		action   interaction.Action
		came     bool
		practice []ask
		chance   float64
		doubts   bool
	}{
		{0, "mine", false, nil, 1, true},
		{1, "mine", false, nil, 1, false},
		{0, "mine", true, nil, 1, false},
		{0, "dance", false, nil, 1, false},
		{0, "mine", false, []ask{{}}, 1, false},
		{0, "mine", false, nil, 0.5, false}, // it may be chance
	} {
		p := &pilot{k: k, life: &life{plans: by(c.chance), practice: c.practice}, levels: []int{c.pick, 0}}
		var changes []interaction.Change
		if c.came {
			changes = []interaction.Change{{Factor: "ore", To: 1}}
		}
		p.doubt(c.action, changes)
		if full := p.reach() == k.reach; full != c.doubts {
			t.Errorf("%+v: it goes by full ways: %v", c, full)
		}
	}
}

// Misses beside hits don't speak for what was missing, where the effect comes by chance.
func TestLeanByChance(t *testing.T) {
	k := knowing(
		seen{"pluck", bag{}, bag{"leaf": 1}, 1},
		seen{"forge", bag{}, bag{"coin": 1}, 1},
		seen{"pay", bag{"coin": 1, "leaf": 1}, bag{"leaf": 1, "ore": 1}, 20},
		seen{"pay", bag{"coin": 1, "leaf": 1}, bag{"coin": 1, "leaf": 1}, 10},
		seen{"pay", bag{"coin": 1}, bag{"ore": 1}, 8},
		seen{"pay", bag{"coin": 1}, bag{"coin": 1}, 8},
	)
	leaf, _ := k.vocabulary.Index("leaf")
	coin, _ := k.vocabulary.Index("coin")
	ore, _ := k.vocabulary.Index("ore")
	full := discovery.Way{discovery.One(leaf, 1), {Factors: []int{coin}, Count: 1, Consumed: 1}}
	if got := k.leanest(k.seen("pay", ore), full, nil, k.count(k.seen("pay", ore), []discovery.Way{full})); got.Overlaps([]int{leaf}) || !got.Overlaps([]int{coin}) {
		t.Errorf("it takes %v: half of the trials without a leaf came to something", got)
	}
}

// What comes by another way is no sign that a way takes less.
func TestOtherWaysRaiseNoDoubt(t *testing.T) {
	r := aWorld(false, 0, 0)
	a := r.k.actions
	for _, f := range []string{"a", "b", "c"} {
		r.k.learn(a[1], interaction.State{}, []interaction.Change{{Factor: f, To: 1}})
	}
	at := func(names ...string) interaction.State {
		levels := map[string]int{}
		for _, n := range names {
			levels[n] = 1
		}
		return interaction.StateOf(levels)
	}
	gem := []interaction.Change{{Factor: "gem", To: 1}}
	for range 5 {
		r.k.learn(a[0], at("b", "c"), gem)
		r.k.learn(a[0], at("a", "b"), gem)
	}
	for range 8 {
		r.k.learn(a[0], at("b"), nil)
	}
	r.k.survey()
	e := r.k.seen("mine", r.k.vocabulary.Add("gem"))
	var one, other discovery.Way
	for _, f := range r.k.vocabulary.Factors() {
		n, _ := r.k.vocabulary.Index(f.Name)
		switch f.Name {
		case "a":
			other = discovery.Way{discovery.One(n, 1)}
		case "b", "c":
			one = append(one, discovery.One(n, 1))
		}
	}
	e.answer = answer{phase: searching, plans: []discovery.Way{other, one}}
	_, idle := r.k.unneeded(e, one)
	b, _ := r.k.vocabulary.Index("b")
	if !slices.Equal(idle, []int{b}) {
		t.Errorf("of %v, %v is doubtful, not just %d: without it nothing was tried", one, idle, b)
	}
}
