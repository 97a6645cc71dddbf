package discovery_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// game is a few rules of one action each, to be played out.
type game struct {
	v     *interaction.Vocabulary
	rules []discovery.Rule
}

// plenty is the ample level in these games, and most the level up to which they are played.
const plenty, most = 3, 7

func randomGame(rng *rand.Rand) game {
	g := game{v: interaction.NewVocabulary(plenty, nil)}
	n := 3 + rng.IntN(2)
	for i := range n {
		g.v.Add(fmt.Sprint("f", i))
	}
	for a := range n + rng.IntN(3) {
		x := discovery.Rule{Action: interaction.ActionName(a), Factor: a % n, Chance: 1 - float64(rng.IntN(4)/3)/2}
		x.Least = 1 + rng.IntN(2)
		x.Most = x.Least
		for range 1 + rng.IntN(4)/3 {
			var w discovery.Way
			for f := range n {
				if a > 0 && f != x.Factor && rng.IntN(n) < 2 {
					m := discovery.One(f, 1+rng.IntN(2))
					if rng.IntN(3) > 0 {
						m.Consumed = m.Count
					}
					w = append(w, m)
				}
			}
			x.Ways = append(x.Ways, w)
		}
		if len(x.Ways) == 2 && rng.IntN(2) == 0 {
			x.Before = [][]int{nil, {0}}
		}
		g.rules = append(g.rules, x)
	}
	return g
}

// reached lists everything that can be had, by playing all that can be done.
func (g game) reached() [][]int {
	start := make([]int, g.v.Len())
	seen := map[string]bool{fmt.Sprint(start): true}
	all := [][]int{start}
	for i := 0; i < len(all); i++ {
		for _, x := range g.rules {
			for n, w := range x.Ways {
				next := slices.Clone(all[i])
				possible := x.Before == nil || !slices.ContainsFunc(x.Before[n], func(v int) bool { return discovery.Meets(x.Ways[v], all[i]) })
				for _, m := range w {
					possible = possible && next[m.Factors[0]] >= m.Count
					next[m.Factors[0]] -= m.Consumed
				}
				if next[x.Factor] += x.Least; !possible || next[x.Factor] > most || seen[fmt.Sprint(next)] {
					continue
				}
				seen[fmt.Sprint(next)] = true
				all = append(all, next)
			}
		}
	}
	return all
}

// Whatever can be had within caps is below the closure within them: what a certificate says of
// the closure holds for it. (That the closure can be had itself isn't needed; a life that doesn't
// get there leaves no certificate.)
func TestClosureCoversWhatCanBeHad(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	checked := 0
	for range 400 {
		g := randomGame(rng)
		reach := discovery.NewReach(g.v, g.rules)
		all := g.reached()
		for range 12 {
			var caps []interaction.Level
			for f := range g.v.Len() {
				if rng.IntN(3) == 0 {
					caps = discovery.Capped(caps, f, rng.IntN(plenty))
				}
			}
			c := reach.Without(caps)
			for _, s := range all {
				if slices.ContainsFunc(caps, func(x interaction.Level) bool { return s[x.Factor] > x.Level }) {
					continue
				}
				checked++
				for f, n := range s {
					if min(n, plenty) > c.Levels[f] {
						t.Fatalf("%+v: with caps %v the closure is %v, but %v can be had", g.rules, caps, c.Levels, s)
					}
				}
			}
		}
	}
	if checked < 10_000 {
		t.Errorf("only %d situations were looked at", checked)
	}
}

// What is burnt in a thing's place is burnt first: who has got rid of the table by fire has no more of it, but for
// what can be had again without the table.
func TestClosureLosesWhatIsBurntFirst(t *testing.T) {
	one := func(f int) discovery.Member { return discovery.Member{Factors: []int{f}, Count: 1, Consumed: 1} }
	for _, c := range []struct {
		what   string
		before [][]int
		again  bool // sticks can be had without the table
		sticks int
	}{
		{"sticks are burnt first", [][]int{nil, {0}}, false, 0},
		{"it isn't known which is burnt first", nil, false, plenty},
		{"sticks are burnt first, and had again", [][]int{nil, {0}}, true, plenty},
	} {
		v := interaction.NewVocabulary(plenty, nil)
		log, table, stick, heat := v.Add("log"), v.Add("table"), v.Add("stick"), v.Add("heat")
		atTable := discovery.Way{one(log)}
		if !c.again {
			atTable = append(atTable, discovery.One(table, 1))
		}
		r := discovery.NewReach(v, []discovery.Rule{
			{Action: "chop", Factor: log, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{nil}},
			{Action: "build", Factor: table, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{{one(log)}}},
			{Action: "split", Factor: stick, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{atTable}},
			{Action: "burn", Factor: heat, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{{one(stick)}, {one(table)}}, Before: c.before},
		})
		got := r.Without(discovery.Capped(nil, table, 0))
		if got.Levels[stick] != c.sticks || got.Levels[table] != 0 || got.Levels[log] != plenty || got.Levels[heat] != plenty {
			t.Errorf("%s: without the table %v, not %d sticks, no table, and the rest", c.what, got.Levels, c.sticks)
		}
	}
}

// The same where more than what is burnt is asked for: ore and a furnace, whatever it is fired with.
func TestClosureLosesWhatIsBurntWithOthers(t *testing.T) {
	one := func(f int) discovery.Member { return discovery.Member{Factors: []int{f}, Count: 1, Consumed: 1} }
	v := interaction.NewVocabulary(plenty, nil)
	log, table, fence, ore, ingot := v.Add("log"), v.Add("table"), v.Add("fence"), v.Add("ore"), v.Add("ingot")
	for name, x := range map[string]discovery.Rule{
		"by ways":      {Ways: []discovery.Way{{one(fence), one(ore)}, {one(table), one(ore)}}, Before: [][]int{nil, {0}}},
		"as was seen":  {Ways: []discovery.Way{{one(fence), one(ore)}}, Burnt: []discovery.Burnt{{Factor: table, First: []interaction.Level{{Factor: fence}}}}},
		"not in order": {Ways: []discovery.Way{{one(fence), one(ore)}}, Burnt: []discovery.Burnt{{Factor: table}}},
	} {
		x.Action, x.Factor, x.Least, x.Most, x.Chance = "smelt", ingot, 1, 1, 1
		r := discovery.NewReach(v, []discovery.Rule{
			{Action: "chop", Factor: log, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{nil}},
			{Action: "dig", Factor: ore, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{nil}},
			{Action: "build", Factor: table, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{{one(log)}}},
			{Action: "fence", Factor: fence, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{{one(log), discovery.One(table, 1)}}},
			x,
		})
		fences := 0
		if name == "not in order" {
			fences = plenty
		}
		if got := r.Without(discovery.Capped(nil, table, 0)); got.Levels[fence] != fences || len(got.Never) > 0 || got.Levels[ingot] != plenty {
			t.Errorf("%s: without the table %v, not %d fences; never %v", name, got.Levels, fences, got.Never)
		}
	}
}

// What is got rid of with a tool at hand isn't got rid of once the tool is gone.
func TestClosureKeepsWhatGoesAfterTheTool(t *testing.T) {
	one := func(f int) discovery.Member { return discovery.Member{Factors: []int{f}, Count: 1, Consumed: 1} }
	v := interaction.NewVocabulary(plenty, nil)
	table, ingot, sword := v.Add("table"), v.Add("ingot"), v.Add("sword")
	r := discovery.NewReach(v, []discovery.Rule{
		{Action: "build", Factor: table, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{nil}},
		{Action: "burn", Factor: ingot, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{{one(table)}}},
		{Action: "forge", Factor: sword, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{{one(ingot), discovery.One(table, 1)}}},
	})
	got := r.Without(discovery.Capped(discovery.Capped(nil, table, 0), ingot, 0))
	if len(got.Sheds) > 0 || got.Levels[sword] > 0 {
		t.Errorf("without table and ingot %v by getting rid of %v: the last table leaves an ingot", got.Levels, got.Sheds)
	}
}

// What comes four at a time and burns one by one can be had in any quantity.
func TestBurntOneByOne(t *testing.T) {
	v := interaction.NewVocabulary(plenty, nil)
	plank, heat := v.Add("plank"), v.Add("heat")
	r := discovery.NewReach(v, []discovery.Rule{
		{Action: "saw", Factor: plank, Least: 4, Most: 4, Chance: 1, Ways: []discovery.Way{nil}},
		{Action: "burn", Factor: heat, Least: 1, Most: 1, Chance: 1, Ways: []discovery.Way{{discovery.One(plank, 1)}}, Burnt: []discovery.Burnt{{Factor: plank, Count: 1}}},
	})
	if got := r.Without(discovery.Capped(nil, plank, 2)); got.Levels[plank] != 2 {
		t.Errorf("with at most 2 planks there are %v", got.Levels)
	}
}

// What brings a fact to 1 and to 3 never brings it to 2.
func TestFactsAreBroughtToLevels(t *testing.T) {
	v := interaction.NewVocabulary(9, []interaction.Factor{{Name: "heat", Kind: interaction.Fact, Max: 3}})
	heat := v.Add("heat")
	rule := func(a interaction.Action, level int) discovery.Rule {
		return discovery.Rule{Action: a, Factor: heat, Least: level, Most: level, Chance: 1, Ways: []discovery.Way{nil}}
	}
	r := discovery.NewReach(v, []discovery.Rule{rule("kindle", 1), rule("stoke", 3)})
	for most, want := range []int{0, 1, 1, 3} {
		if got := r.Without(discovery.Capped(nil, heat, most)).Levels[heat]; got != want {
			t.Errorf("at most %d: %d, not %d", most, got, want)
		}
	}
}
