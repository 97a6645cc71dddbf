package scenarios_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
	"github.com/adam-discovery/adam/interaction/luanti"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// TestLuantiRegistry holds what the registry implies against what the game does, in
// thousands of random trials: the truth is right, and the game is played by it.
func TestLuantiRegistry(t *testing.T) {
	if !luanti.Installed() {
		t.Skipf("%v; %s", luanti.ErrNotInstalled, luanti.Hint)
	}
	for _, modified := range []uint64{0, 7} {
		compareLuanti(t, luanti.Config{Modified: modified})
	}
}

func compareLuanti(t *testing.T, cfg luanti.Config) {
	r := conformance.Rand(t)
	ctx := context.Background()
	w, err := luanti.New(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	reg, err := w.Registry(ctx)
	if err != nil {
		t.Fatal(err)
	}
	f, err := scenarios.Luanti(w.Spec().ID, reg)
	if err != nil {
		t.Fatal(err)
	}
	ruled := sim.New(f)
	for i, a := range w.Spec().Actions {
		if i >= len(f.Actions) || w.Label(a.ID) != f.Actions[i].Label {
			t.Fatalf("action %d is %q in the game", i, w.Label(a.ID))
		}
	}
	names := slices.DeleteFunc(f.AllFactors(), func(n string) bool { return n == scenarios.LuantiNothing })
	v := interaction.NewVocabulary(64, nil)
	for _, n := range names {
		v.Add(n)
	}
	plenty := v.Cut(interaction.Plenty, v.Len())
	var trials []interaction.Trial
	for i, a := range f.Actions {
		// What ways name is what matters: mostly leave out all but a few of it.
		named := map[string]bool{}
		for _, e := range a.Effects {
			for _, way := range e.Ways {
				for _, q := range append(slices.Clone(way.Consumes), way.Needs...) {
					for _, m := range f.Members(q) {
						named[m] = true
					}
				}
			}
		}
		// Every way alone, and with one piece less.
		for _, e := range a.Effects {
			for _, way := range e.Ways {
				alone := map[string]int{}
				for _, q := range way.Consumes {
					m := f.Members(q)
					alone[m[r.IntN(len(m))]] += q.Count
				}
				for _, q := range way.Needs {
					m := f.Members(q)
					item := m[r.IntN(len(m))]
					alone[item] = max(alone[item], q.Count)
				}
				if alone[scenarios.LuantiNothing] > 0 {
					continue
				}
				trials = append(trials, interaction.Trial{Action: interaction.ActionName(i), Start: interaction.StateOf(alone)})
				keys := slices.Sorted(maps.Keys(alone))
				alone[keys[r.IntN(len(keys))]]--
				trials = append(trials, interaction.Trial{Action: interaction.ActionName(i), Start: interaction.StateOf(alone)})
			}
		}
		for n := range 8 {
			var over []interaction.Level
			for k, name := range names {
				switch {
				case !named[name] && r.IntN(2) == 0:
					over = append(over, interaction.Level{Factor: k})
				case named[name] && n > 0 && r.IntN(n+1) > 0:
					over = append(over, interaction.Level{Factor: k, Level: r.IntN(6) * r.IntN(2)})
				}
			}
			trials = append(trials, interaction.Trial{Action: interaction.ActionName(i), Start: plenty.Set(over)})
		}
	}
	outcomes := func(w interaction.World) []interaction.Outcome {
		p, err := pool.New(w, pool.Config{Sessions: 4, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		out, err := p.Run(ctx, trials)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	game, rules := outcomes(w), outcomes(ruled)
	gained, wrong := 0, 0
	for i := range trials {
		if strings.HasPrefix(w.Label(trials[i].Action), "dig") && slices.Equal(slices.Sorted(maps.Keys(gains(game[i]))), slices.Sorted(maps.Keys(gains(rules[i])))) {
			continue // how much is a matter of chance
		}
		if len(gains(game[i])) > 0 {
			gained++
		}
		if !maps.Equal(gains(game[i]), gains(rules[i])) && !rare(f, trials[i].Action) {
			if wrong++; wrong < 10 {
				t.Errorf("%s from %s gave %v in the game and %v by its registry", w.Label(trials[i].Action), missing(trials[i].Start), gains(game[i]), gains(rules[i]))
			}
		}
	}
	if gained < 1000 || wrong > 0 {
		t.Errorf("%d gains in %d trials, %d wrong", gained, len(trials), wrong)
	}
}

// gains are by how much factors rose.
func gains(o interaction.Outcome) map[string]int {
	out := map[string]int{}
	for _, c := range o.Changes {
		if c.Gain() > 0 {
			out[c.Factor] = c.Gain()
		}
	}
	return out
}

// rare reports an action in which something comes by chance.
func rare(f *sim.File, a interaction.Action) bool {
	for i := range f.Actions {
		if interaction.ActionName(i) == a {
			return slices.ContainsFunc(f.Actions[i].Ambient, func(am sim.Ambient) bool { return am.Chance < 1 }) ||
				slices.ContainsFunc(f.Actions[i].Effects, func(e sim.Effect) bool { return e.Chance < 1 })
		}
	}
	return false
}

func missing(s interaction.State) string {
	text := s.String()
	if len(text) > 400 {
		text = text[:400] + "..."
	}
	return text
}
