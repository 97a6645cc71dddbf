package discovery_test

import (
	"math"
	"reflect"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// Chopping gives logs three times in four, and every other time dirt, which nothing uses up. A table takes two
// logs, so two successes, of 4/3 trials each, in which no dirt may come.
func TestLuckCountsTheTrialsOfAPlan(t *testing.T) {
	v := interaction.NewVocabulary(9, nil)
	log, dirt, table := v.Add("log"), v.Add("dirt"), v.Add("table")
	rules := []discovery.Rule{
		{Action: "chop", Factor: log, Least: 1, Most: 1, Chance: .75, Ways: []discovery.Way{nil}},
		{Action: "chop", Factor: dirt, Least: 1, Most: 1, Chance: .5, Ways: []discovery.Way{nil}},
		{Action: "build", Factor: table, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{{{Factors: []int{log}, Count: 2, Consumed: 2}}}},
	}
	want := []int{0, 0, 1}
	clean := discovery.Capped(nil, dirt, 0)
	for _, c := range []struct {
		what  string
		rules []discovery.Rule
		caps  []interaction.Level
		luck  float64
	}{
		{"nothing forbidden", rules, nil, 1},
		{"no dirt", rules, clean, math.Pow(.5, 2/.75)},
		{"dirt can be got rid of", append(rules, discovery.Rule{Action: "brick", Factor: v.Add("brick"), Least: 1, Most: 1, Chance: 1,
			Ways: []discovery.Way{{{Factors: []int{dirt}, Count: 1, Consumed: 1}}}}), clean, 1},
	} {
		r := discovery.NewReach(v, c.rules)
		if got := r.Luck(r.Without(c.caps), c.caps, want); math.Abs(got-c.luck) > 1e-9 {
			t.Errorf("%s: luck %g, not %g", c.what, got, c.luck)
		}
	}
}

func TestPrecedenceNeedsThreeAndNoOther(t *testing.T) {
	one := func(f int) discovery.Member { return discovery.Member{Factors: []int{f}, Count: 1, Consumed: 1} }
	ways := []discovery.Way{{one(0)}, {one(1)}}
	coal, wood := []interaction.Level{{Factor: 0, Level: 1}}, []interaction.Level{{Factor: 1, Level: 1}}
	p := discovery.NewPrecedence(ways)
	p.Saw([]int{1, 1}, coal, coal, 2)
	p.Saw([]int{0, 1}, wood, wood, 9) // there was no coal
	if got := p.Before(); got != nil {
		t.Errorf("after two: %v", got)
	}
	p.Saw([]int{3, 1}, coal, coal, 1)
	if got := p.Before(); len(got) != 2 || len(got[0]) != 0 || len(got[1]) != 1 || got[1][0] != 0 {
		t.Errorf("after three: %v, not [[] [0]]", got)
	}
	p.Saw([]int{1, 1}, wood, wood, 1)
	if got := p.Before(); got != nil {
		t.Errorf("after wood was burnt with coal there: %v", got)
	}
}

// What is used up in a thing's place, and down to what level, is told by three successes, unless one speaks against it.
func TestBurnt(t *testing.T) {
	level := func(f, n int) interaction.Level { return interaction.Level{Factor: f, Level: n} }
	const ore, coal, stick, table = 0, 1, 2, 3
	p := discovery.NewPrecedence(nil)
	see := func(levels []int, used []interaction.Level, times int) { p.Saw(levels, used, used, times) }
	see([]int{5, 1, 2, 1}, []interaction.Level{level(ore, 1), level(coal, 1)}, 3)
	see([]int{5, 0, 2, 1}, []interaction.Level{level(ore, 1), level(stick, 2)}, 2)
	see([]int{5, 0, 1, 1}, []interaction.Level{level(ore, 1), level(table, 1)}, 1)
	known := []discovery.Way{{discovery.Member{Factors: []int{coal}, Count: 1, Consumed: 1}, discovery.Member{Factors: []int{ore}, Count: 1, Consumed: 1}}}
	want := []discovery.Burnt{{Factor: stick, Count: 2, First: []interaction.Level{level(coal, 0)}}, {Factor: table, Count: 1, First: []interaction.Level{level(coal, 0)}}}
	if got := p.Burnt(known); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, not %v: two successes with sticks and a table don't tell", got, want)
	}
	see([]int{5, 0, 4, 2}, []interaction.Level{level(ore, 1), level(stick, 2)}, 1)
	want[1].First = append(want[1].First, level(stick, 1))
	if got := p.Burnt(known); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, not %v: a single stick burns nothing", got, want)
	}
	see([]int{5, 1, 0, 1}, []interaction.Level{level(ore, 1), level(table, 1)}, 1)
	want[1].First = want[1].First[1:]
	if got := p.Burnt(known); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, not %v: the table burnt where there was coal", got, want)
	}
}

// That coal went says nothing of sticks that couldn't have burnt there, and a stick that was seen to go beside coal speaks against it,
// also where it did so only now and then.
func TestBurntSaysNothing(t *testing.T) {
	level := func(f, n int) interaction.Level { return interaction.Level{Factor: f, Level: n} }
	const oreA, oreB, coal, stick = 0, 1, 2, 3
	for name, c := range map[string]struct {
		at         []int
		used, ever []interaction.Level
	}{
		"what sticks burn with wasn't there": {[]int{1, 0, 1, 1}, []interaction.Level{level(oreA, 1), level(coal, 1)}, []interaction.Level{level(oreA, 1), level(coal, 1)}},
		"now one went and now the other":     {[]int{0, 1, 1, 1}, []interaction.Level{level(oreB, 1)}, []interaction.Level{level(oreB, 1), level(coal, 1), level(stick, 1)}},
	} {
		p := discovery.NewPrecedence(nil)
		burnt := []interaction.Level{level(oreB, 1), level(stick, 1)}
		p.Saw([]int{0, 1, 0, 1}, burnt, burnt, 3)
		p.Saw(c.at, c.used, c.ever, 9)
		for _, b := range p.Burnt(nil) {
			if b.Factor == stick && len(b.First) > 0 {
				t.Errorf("%s: %v", name, b)
			}
		}
	}
}
