package graphstore_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
)

// forge is a small world to live in, where slag stays: without it there is no metal, with which it comes each time.
const forge = `{"format": 1, "id": "forge", "factors": {"lit": {"kind": "fact"}},
	"map": {"size": 32, "things": {"seam": {"share": 0.05}, "tree": {"share": 0.05}}}, "actions": [
	{"label": "dig", "at": "seam", "effects": [{"gives": {"ore": 1}, "ways": [{}]}], "ends": ["lit"]},
	{"label": "chop", "at": "tree", "effects": [{"gives": {"log": 1}, "ways": [{}]}]},
	{"label": "smelt", "effects": [{"gives": {"metal": 1, "slag": 2}, "chance": 0.8, "ways": [{"consumes": {"ore": 1, "log": 1}}]}]},
	{"label": "pin", "effects": [{"gives": {"pin": 1}, "ways": [{"consumes": {"metal": 1}, "needs": {"log": 1}}]}]},
	{"label": "light", "effects": [{"gives": {"lit": 1}, "ways": [{"consumes": {"log": 2}, "needs": {"slag": 1}}]}]}]}`

// lived is the ledger of one complete run in that world.
func lived(t *testing.T) entries {
	t.Helper()
	f, err := sim.Parse("forge", []byte(forge))
	if err != nil {
		t.Fatal(err)
	}
	of, err := land.New(f)
	if err != nil {
		t.Fatal(err)
	}
	w, err := body.New(of)
	if err != nil {
		t.Fatal(err)
	}
	cfg, kept := explore.Default(), &graphstore.Memory{}
	cfg.Stock, cfg.Budget = living.DefaultStock, 60_000
	if sum, err := living.World(t.Context(), w, kept, cfg, pool.Config{Sessions: 1}, nil); err != nil || !sum.Complete {
		t.Fatal(sum.NotLearned, err)
	}
	return all(t, kept)
}

// problems are what is wrong with a ledger, a line each.
func problems(t *testing.T, l entries) string {
	t.Helper()
	var out []string
	for _, p := range check(t, l).Problems {
		out = append(out, p.Text)
	}
	return strings.Join(out, "\n")
}

// tried has the action tried so often from the levels before entry i: it gives one of the factor, or nothing where that is empty.
func tried(t *testing.T, l entries, i, times int, action interaction.Action, levels map[string]int, gives string) entries {
	t.Helper()
	o := interaction.Outcome{Status: interaction.Completed, Start: interaction.StateOf(levels)}
	if gives != "" {
		o.Changes = []interaction.Change{{Factor: gives, From: levels[gives], To: levels[gives] + 1}}
	}
	var more entries
	for n := range times {
		tr := interaction.Trial{Action: action, Start: o.Start, Repeat: 10_000 + n}
		o.Key = tr.Key()
		e, err := graphstore.NewOutcomeEntry(tr, o)
		if err != nil {
			t.Fatal(err)
		}
		more = append(more, e)
	}
	return slices.Insert(l, i, more...).clone()
}

// TestCheckFindsWhereOneLives: nothing is wrong with what lives showed, and what is claimed, the ways and what is beside them, is held
// against it.
func TestCheckFindsWhereOneLives(t *testing.T) {
	kept := lived(t)
	if text := problems(t, kept.clone()); text != "" {
		t.Fatal(text)
	}
	const smelt, pin, light = "c", "d", "e"
	effect := func(a interaction.Action, factor string, change func(f *rawFinding)) func(*testing.T, entries) entries {
		return func(t *testing.T, l entries) entries { edit(t, l, a, factor, change); return l }
	}
	member := func(f *rawFinding, factor string) *graphstore.Member {
		for i, m := range f.Ways[0].Members {
			if m.Factors[0] == factor {
				return &f.Ways[0].Members[i]
			}
		}
		return nil
	}
	plenty := map[string]int{"ore": 9, "log": 9, "metal": 9, "slag": 9, "pin": 9, "lit": 1}
	for _, c := range []struct {
		name   string
		change func(t *testing.T, l entries) entries
		want   string
	}{
		{"assumption left out", func(t *testing.T, l entries) entries {
			l.replace(t, l.find(t, graphstore.KindRun, "closed", 0), `"name":"closed"`, `"name":"clothed"`)
			return l
		}, "doesn't say that its certificates assume closed"},
		{"nothing used up", effect(pin, "pin", func(f *rawFinding) { member(f, "metal").Consumed = 0 }), "using up 0 of metal"},
		{"more used up at times", effect(pin, "pin", func(f *rawFinding) { member(f, "metal").Most = 2 }), "at times using up 2 of metal"},
		{"less asked for", effect(light, "lit", func(f *rawFinding) { member(f, "log").Count-- }), "had more of log"},
		{"more asked for", effect(light, "lit", func(f *rawFinding) { member(f, "log").Count++ }), "by no other way, but the trial of entry"},
		{"yield", effect(pin, "pin", func(f *rawFinding) { f.Ways[0].Yield = graphstore.Yield{Min: 7, Max: 7, Mean: 7} }), "7 to 7 of it"},
		{"doubt of what is certified", effect(pin, "pin", func(f *rawFinding) { f.Ways[0].Doubtful = []string{"log"} }),
			"only of a lived world's effect that isn't certified"},

		{"misses that aren't there", effect(pin, "pin", func(f *rawFinding) { f.Tests[0].Trials += 1000 }),
			"completed trials that held this, and none of its ways, are before it"},
		{"misses where the way is met", func(t *testing.T, l entries) entries {
			i := edit(t, l, pin, "pin", func(f *rawFinding) { f.Tests[0].Trials += 1000 })
			return tried(t, l, i, 1000, pin, plenty, "")
		}, "completed trials that held this, and none of its ways, are before it"},
		{"misses where it can't be seen", func(t *testing.T, l entries) entries {
			i := edit(t, l, light, "lit", func(f *rawFinding) { f.Tests[0].Trials += 1000 })
			return tried(t, l, i, 1000, light, map[string]int{"ore": 9, "log": 1, "metal": 9, "slag": 9, "pin": 9, "lit": 1}, "")
		}, "completed trials that held this, and none of its ways, are before it"},
		{"test dropped", effect(pin, "pin", func(f *rawFinding) { f.Tests = f.Tests[1:] }), "no test tells whether it comes from"},
		{"together", effect(pin, "pin", func(f *rawFinding) { f.Certificate.Together = 3 }),
			"where 3 of what competes for slots is needed at most, but situations are there for 0"},
		{"another way", func(t *testing.T, l entries) entries {
			return tried(t, l, edit(t, l, pin, "pin", func(*rawFinding) {}), 1, pin, map[string]int{"metal": 2}, "pin")
		}, "by no other way, but the trial of entry"},
		{"another way later", func(t *testing.T, l entries) entries {
			return tried(t, l, len(l), 1, pin, map[string]int{"metal": 2}, "pin")
		}, "by no other way, but the trial of entry"},

		{"fewer successes than certify", effect(pin, "pin", func(f *rawFinding) { f.Chance = graphstore.Interval{High: 1} }), "but certifies it by"},
		{"fewer misses than certify", effect(smelt, "metal", func(f *rawFinding) {
			f.Chance = graphstore.NewInterval(chance.Tally{Hits: f.Chance.Successes})
		}), "but certifies it by"},
		{"more misses than are there", effect(smelt, "metal", func(f *rawFinding) {
			f.Chance = graphstore.NewInterval(chance.Tally{Hits: f.Chance.Successes, Misses: f.Chance.Trials + 1000})
		}), "that were completed and held what suffices"},
		{"misread where nothing is", effect(pin, "pin", func(f *rawFinding) { f.Certificate.Misread = 1e-9 }), "with a probability of 1e-09 that it was misread, but"},
		{"misread more often than may be", func(t *testing.T, l entries) entries {
			l.replace(t, l.find(t, graphstore.KindRun, "closed", 0), `{"name":"closed"`, `{"name":"misread","value":0.5},{"name":"closed"`)
			return effect(pin, "pin", func(f *rawFinding) { f.Certificate.Misread = 1 })(t, l)
		}, "may be misread with a probability of 1: more than a share of"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if text := problems(t, c.change(t, kept.clone())); !strings.Contains(text, c.want) {
				t.Errorf("no problem with %q in %q", c.want, text)
			}
		})
	}
}
