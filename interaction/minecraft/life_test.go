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

// play is what a player does, and what there is of a factor afterwards.
type play struct {
	a      interaction.Action
	factor string
	level  int
}

// plays goes from logs to a table that stands there, by the actions a to d.
func plays(log, planks string) []play {
	return []play{{"b", planks, 0}, {"a", log, 1}, {"a", log, 2}, {"b", planks, 3}, {"b", planks, 6}, {"c", "crafting_table", 1}, {"d", "near_crafting_table", 1}, {"c", planks, 2}}
}

// toTable are the actions from logs to a table that stands there.
func toTable(log, planks string) string {
	return fmt.Sprintf("dig %s, craft %s, craft crafting_table, place crafting_table", log, planks)
}

// player joins as a player without rights, and begins to live.
func player(t *testing.T, cfg Config) (*body.World, interaction.Session, interaction.State) {
	t.Helper()
	cfg.Lived = true
	w, err := body.New(open(t, cfg))
	if err != nil {
		t.Fatal(err)
	}
	s, err := w.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	state, err := s.Begin(t.Context(), interaction.State{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return w, s, state
}

// TestPlays: what a player does comes to what the server says, in versions that confirm clicks and in those that count states.
func TestPlays(t *testing.T) {
	testModules(t)
	for _, tt := range []struct{ version, log, planks string }{{"1.12.2", "log", "planks"}, {"1.16.5", "oak_log", "oak_planks"}, {"1.20.1", "oak_log", "oak_planks"}} {
		t.Run(tt.version, func(t *testing.T) {
			t.Parallel()
			some(t, tt.version != "1.16.5") // TestLives plays there
			w, s, state := player(t, land(t, tt.version).config(t, toTable(tt.log, tt.planks)))
			if state.Level("health") != 20 || state.Level("food") != 20 || state.Level("daylight") == 0 {
				t.Errorf("it begins with %v", state.Amounts())
			}
			for i, x := range plays(tt.log, tt.planks) {
				state, err := s.Step(t.Context(), x.a)
				if err != nil {
					t.Fatal(err)
				}
				if state.Level(x.factor) != x.level {
					t.Errorf("step %d: %s came to %v", i, w.Label(x.a), state.Amounts())
				}
			}
			// Another life begins with nothing, and away from what was built.
			state, err := s.Begin(t.Context(), interaction.State{}, 2)
			if err != nil {
				t.Fatal(err)
			}
			if state.Level(tt.planks)+state.Level("near_crafting_table") > 0 {
				t.Errorf("another life begins with %v", state.Amounts())
			}
		})
	}
}

// TestPlaysUnderTraps: under each trap what a player does comes out right, or breaks.
func TestPlaysUnderTraps(t *testing.T) {
	testModules(t)
	for _, trap := range []string{"noConfirm", "late", "lag", "lateChunks", "gridFalls", "noDigTime", "throw", "unseen", "empties", "thief", "blows", "pushes", "popups", "chatter", "junk"} {
		t.Run(trap, func(t *testing.T) {
			t.Parallel()
			some(t, trap == "throw")
			s := startServer(t, "server/main.js", map[string]any{"version": "1.16.5", "tick": 5, "terrain": true, "operator": false, "traps": map[string]bool{trap: true}})
			w, player, _ := player(t, s.config(t, toTable("oak_log", "oak_planks")))
			for i, x := range plays("oak_log", "oak_planks") {
				state, err := player.Step(t.Context(), x.a)
				if err != nil {
					t.Logf("step %d, %s: %v", i, w.Label(x.a), err)
					if trap != "thief" && trap != "pushes" && trap != "popups" {
						t.Error("it broke")
					}
					return
				}
				if state.Level(x.factor) != x.level {
					t.Fatalf("step %d: %s came to %v", i, w.Label(x.a), state.Amounts())
				}
			}
		})
	}
}
