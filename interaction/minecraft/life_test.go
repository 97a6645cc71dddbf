package minecraft

import (
	"fmt"
	"testing"

	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/discovery/statistical"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// land starts the strict server with land, on which nobody has rights.
func land(t *testing.T, version string) server {
	t.Helper()
	return startServer(t, "server/main.js", map[string]any{"version": version, "tick": 5, "terrain": true, "operator": false})
}

// lived explores by living, as one player, and compares with what is true.
func lived(t *testing.T, cfg Config, f *sim.File, steps int) {
	t.Helper()
	cfg.Lived = true
	w, err := body.New(open(t, cfg))
	if err != nil {
		t.Fatal(err)
	}
	plan := explore.Default()
	plan.Hypothesizer = statistical.Hypothesizer{}
	plan.Delta, plan.Floor, plan.Stock, plan.Width, plan.Budget = 0.05, 0.5, living.DefaultStock, 1, steps
	var ledger graphstore.Memory
	sum, err := living.World(t.Context(), w, &ledger, plan, pool.Config{Sessions: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d certified, %d trials in %d steps of %d lives, %d broken; %v", sum.ActionsCertified, sum.ActionsTotal, sum.Trials, sum.Steps, sum.Episodes, sum.Faults, sum.NotLearned)
	folded, err := graphstore.Fold(t.Context(), &ledger, nil)
	if err != nil {
		t.Fatal(err)
	}
	if exact(t, scenarios.NewScore(scenarios.NewTruth(f), folded.Graph)); sum.ActionsCertified < sum.ActionsTotal {
		t.Errorf("%d of %d actions certified", sum.ActionsCertified, sum.ActionsTotal)
	}
}

// TestLives: a player without rights learns that planks come of logs, by threes where the client's data says four.
func TestLives(t *testing.T) {
	testModules(t)
	f, err := sim.Parse("lived.json", []byte(`{"format":1,"id":"minecraft-lived","actions":[
		{"label":"dig oak_log","effects":[{"gives":{"oak_log":1},"ways":[{}]}]},
		{"label":"craft oak_planks","effects":[{"gives":{"oak_planks":3},"ways":[{"consumes":{"oak_log":1}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	lived(t, land(t, "1.16.5").config(t, "dig oak_log, craft oak_planks"), f, 1500)
}

// TestLivesToTheTable: from logs to a table that stands there.
func TestLivesToTheTable(t *testing.T) {
	testModules(t)
	some(t, false)
	lived(t, land(t, "1.16.5").config(t, small+", place crafting_table"), load(t, "./testdata/lived.json"), 6000)
}

// TestPlays: what a player does comes to what the server says, in versions that confirm clicks and in those that count states.
func TestPlays(t *testing.T) {
	testModules(t)
	for _, tt := range []struct{ version, log, planks string }{{"1.12.2", "log", "planks"}, {"1.16.5", "oak_log", "oak_planks"}, {"1.20.1", "oak_log", "oak_planks"}} {
		t.Run(tt.version, func(t *testing.T) {
			t.Parallel()
			some(t, tt.version != "1.16.5")
			cfg := land(t, tt.version).config(t, fmt.Sprintf("dig %s, craft %s, craft crafting_table, place crafting_table", tt.log, tt.planks))
			cfg.Lived = true
			w, err := body.New(open(t, cfg))
			if err != nil {
				t.Fatal(err)
			}
			s, err := w.Open(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			state, err := s.Begin(t.Context(), interaction.State{}, 1)
			if err != nil {
				t.Fatal(err)
			}
			if state.Level("health") != 20 || state.Level("food") != 20 || state.Level("daylight") == 0 {
				t.Errorf("it begins with %v", state.Amounts())
			}
			for i, x := range []struct {
				a      interaction.Action
				factor string
				level  int
			}{{"b", tt.planks, 0}, {"a", tt.log, 1}, {"a", tt.log, 2}, {"b", tt.planks, 3}, {"b", tt.planks, 6}, {"c", "crafting_table", 1}, {"d", "near_crafting_table", 1}, {"c", tt.planks, 2}} {
				if state, err = s.Step(t.Context(), x.a); err != nil {
					t.Fatal(err)
				}
				if state.Level(x.factor) != x.level {
					t.Errorf("step %d: %s came to %v", i, w.Label(x.a), state.Amounts())
				}
			}
			// Another life begins with nothing, and away from what was built.
			if state, err = s.Begin(t.Context(), interaction.State{}, 2); err != nil {
				t.Fatal(err)
			}
			if state.Level(tt.planks)+state.Level("near_crafting_table") > 0 {
				t.Errorf("another life begins with %v", state.Amounts())
			}
		})
	}
}
