package controller

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// dug is a tree with one action: a log needs nothing, a plank's worth of
// sticks takes 2 planks, some of each kind.
func dug(successes, trials int) *graphstore.Graph {
	chance := graphstore.Interval{Estimate: float64(successes) / float64(trials), Successes: successes, Trials: trials}
	ways := []graphstore.Way{{Members: graphstore.Members{{Factors: []string{"birch", "oak"}, Count: 2, Consumed: 2}, {Factors: []string{"table"}, Count: 1}},
		Yield: graphstore.Yield{Min: 4, Max: 4, Mean: 4}}}
	return &graphstore.Graph{
		Factors: []graphstore.Factor{{Name: "birch", Level: 1}, {Name: "oak", Level: 1}, {Name: "stick", Level: 2}, {Name: "table", Level: 1}},
		Actions: []graphstore.Action{{ID: "a", Learned: true, Effects: []graphstore.Effect{{Factor: "stick", Grade: graphstore.Certified, Chance: chance, Ways: ways}}}},
	}
}

// changes are what these gains, or losses, do to what there was.
func changes(before interaction.State, gains map[string]int) []interaction.Change {
	after := before.Map()
	for name, n := range gains {
		after[name] += n
	}
	return interaction.Changes(before, interaction.StateOf(after))
}

func TestJudge(t *testing.T) {
	have := interaction.StateOf(map[string]int{"oak": 1, "birch": 1, "table": 1})
	for _, c := range []struct {
		name   string
		before interaction.State
		gains  map[string]int
		want   Verdict
		why    string
	}{
		{"as claimed", interaction.StateOf(map[string]int{"oak": 5, "table": 1}), map[string]int{"oak": -2, "stick": 4}, Succeeded, ""},
		{"a mixture", have, map[string]int{"oak": -1, "birch": -1, "stick": 4}, Succeeded, ""},
		{"nothing", have, nil, Missed, "bad luck"},
		{"took the tool", have, map[string]int{"oak": -1, "birch": -1, "table": -1, "stick": 4}, Wrong, "1 table"},
		{"took more", interaction.StateOf(map[string]int{"oak": 5, "table": 1}), map[string]int{"oak": -3, "stick": 4}, Wrong, "3 oak"},
		{"took for nothing", have, map[string]int{"oak": -1}, Missed, "bad luck"},
		{"gave something else", have, map[string]int{"gold": 1}, Wrong, "certified to give no such thing"},
		{"came without its way", interaction.StateOf(map[string]int{"oak": 1, "table": 1}), map[string]int{"stick": 4}, Wrong, "without any of its ways"},
	} {
		v, why := newPatroller(dug(30, 30), 1e-4).judge("a", "stick", c.before, changes(c.before, c.gains))
		if v != c.want || !strings.Contains(why, c.why) {
			t.Errorf("%s: %s (%s), want %s (%s)", c.name, v, why, c.want, c.why)
		}
	}
	g := dug(30, 30)
	g.Actions[0].Learned = false
	if v, _ := newPatroller(g, 1e-4).judge("a", "stick", have, changes(have, map[string]int{"gold": 1})); v != Novel {
		t.Errorf("something new of an action that isn't learned is %s", v)
	}
}

// What is only proven may come by a way that isn't known yet, which takes something else: that is new, and no contradiction.
func TestJudgeProven(t *testing.T) {
	before := interaction.StateOf(map[string]int{"oak": 5, "table": 1, "coal": 1})
	g := dug(30, 30)
	g.Actions[0].Effects[0].Grade = graphstore.Proven
	judge := func(gains map[string]int, want Verdict) {
		t.Helper()
		if v, why := newPatroller(g, 1e-4).judge("a", "stick", before, changes(before, gains)); v != want {
			t.Errorf("%v: %s (%s), want %s", gains, v, why, want)
		}
	}
	judge(map[string]int{"oak": -3, "stick": 4}, Novel)
	judge(map[string]int{"coal": -1, "stick": 4}, Novel)
	// What must be used up for something certified must be, whatever else came; what is used up beyond may be for that.
	e := &g.Actions[0].Effects[0]
	e.Grade, e.Ways[0].Members[0] = graphstore.Certified, graphstore.Member{Factors: []string{"oak"}, Count: 2, Consumed: 2}
	g.Actions[0].Effects = slices.Insert(g.Actions[0].Effects, 0, graphstore.Effect{Factor: "dust", Grade: graphstore.Proven,
		Ways: []graphstore.Way{{Yield: graphstore.Yield{Min: 1, Max: 1, Mean: 1}}}, Chance: e.Chance})
	judge(map[string]int{"oak": -2, "stick": 4, "dust": 1}, Succeeded)
	judge(map[string]int{"stick": 4, "dust": 1}, Wrong)
	judge(map[string]int{"oak": -3, "stick": 4, "dust": 1}, Novel)
}

// TestMisses measures how often a true claim is disputed, and after how many
// misses a false one. The arithmetic is in the patroller's comment.
func TestMisses(t *testing.T) {
	have := interaction.StateOf(map[string]int{"oak": 9, "table": 1})
	hit, spill := changes(have, map[string]int{"oak": -2, "stick": 4}), changes(have, map[string]int{"oak": -1})
	misses := func(g *graphstore.Graph, before int) int {
		p := newPatroller(g, 1e-4)
		for range before {
			p.judge("a", "stick", have, hit)
		}
		for m := 1; ; m++ {
			if v, _ := p.judge("a", "stick", have, nil); v == Wrong {
				return m
			}
		}
	}
	for _, c := range []struct{ successes, trials, before, least, most int }{
		{40, 70, 0, 18, 28}, {30, 30, 0, 7, 11}, {30, 30, 20, 10, 15}, {1000, 1000, 0, 2, 4},
	} {
		if m := misses(dug(c.successes, c.trials), c.before); m < c.least || m > c.most {
			t.Errorf("%d of %d trials, %d hits before: disputed after %d misses, want %d to %d", c.successes, c.trials, c.before, m, c.least, c.most)
		}
	}
	// With a large alpha, so that it can be seen: 500 runs of 100 executions
	// each, of an effect whose chance was estimated by 60 trials of its own.
	const seed, alpha, runs, chance = 3, .1, 500, .6
	rng := rand.New(rand.NewPCG(seed, seed))
	disputed := 0
	for run := range runs {
		hits := 0
		for range 60 {
			if rng.Float64() < chance {
				hits++
			}
		}
		p := newPatroller(dug(hits, 60), alpha)
		for range 100 {
			var came []interaction.Change
			if rng.Float64() < chance {
				came = hit
			} else if run%2 == 0 { // the claim doesn't say that misses are for free
				came = spill
			}
			if v, _ := p.judge("a", "stick", have, came); v == Wrong {
				disputed++
				break
			}
		}
	}
	t.Logf("alpha %v: %d of %d true claims disputed (seed %d)", alpha, disputed, runs, seed)
	if float64(disputed) > alpha*runs {
		t.Errorf("%d of %d true claims were disputed, more than %v", disputed, runs, alpha)
	}
}

// What fills a vital up gave no less than is known of it: what came on top was lost.
func TestJudgeFilled(t *testing.T) {
	g := &graphstore.Graph{
		Factors: []graphstore.Factor{{Name: "food", Kind: interaction.Vital, Max: 9, Level: 9}},
		Actions: []graphstore.Action{{ID: "a", Learned: true, Effects: []graphstore.Effect{{Factor: "food", Grade: graphstore.Certified, Unconditional: true,
			Chance: graphstore.Interval{Estimate: 1, Successes: 30, Trials: 30}, Ways: []graphstore.Way{{Yield: graphstore.Yield{Min: 6, Max: 6, Mean: 6}}}}}}},
	}
	p := newPatroller(g, 1e-4)
	for range 100 {
		before := interaction.StateOf(map[string]int{"food": 7})
		if v, why := p.judge("a", "food", before, changes(before, map[string]int{"food": 2})); v != Succeeded {
			t.Fatalf("a meal for who lacks two is %s (%s)", v, why)
		}
	}
	var last Verdict
	for range 100 {
		before := interaction.StateOf(map[string]int{"food": 1})
		if last, _ = p.judge("a", "food", before, changes(before, map[string]int{"food": 2})); last == Wrong {
			break
		}
	}
	if last != Wrong {
		t.Errorf("what gives two in place of six, and leaves room, is %s", last)
	}
}
