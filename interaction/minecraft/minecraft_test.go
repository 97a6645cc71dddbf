package minecraft

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/statistical"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// small is the profile of testdata/small.json.
const small = "dig oak_log, craft oak_planks, craft stick, craft crafting_table"

// explored explores the world with so many bots, and compares with what is true.
func explored(t *testing.T, w interaction.World, f *sim.File, bots int) scenarios.Score {
	t.Helper()
	cfg := explore.Default()
	cfg.Hypothesizer = statistical.Hypothesizer{}
	cfg.Delta, cfg.Floor = 0.05, 0.5 // a bot does few trials a second
	var ledger graphstore.Memory
	sum, err := explore.World(t.Context(), w, &ledger, cfg, pool.Config{Sessions: bots, Timeout: time.Minute}, func(explore.Progress) {})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d certified, %d trials, %d broken; %v", sum.ActionsCertified, sum.ActionsTotal, sum.Trials, sum.Faults, sum.NotLearned)
	folded, err := graphstore.Fold(t.Context(), &ledger, nil)
	if err != nil {
		t.Fatal(err)
	}
	return scenarios.NewScore(scenarios.NewTruth(f), folded.Graph)
}

func exact(t *testing.T, s scenarios.Score) {
	t.Helper()
	if s.SHD != 0 || len(s.WrongCertificates) != 0 {
		t.Errorf("SHD %d: missing %v, extra %v, wrong %v", s.SHD, s.Missing, s.Extra, s.WrongCertificates)
	}
}

func load(t *testing.T, name string) *sim.File {
	t.Helper()
	f, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func open(t *testing.T, cfg Config) *World {
	t.Helper()
	w, err := New(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	w.Within(time.Minute)
	return w
}

// TestExploresTheStrictServer: what is learned is exactly the server's truth, though the client's data says otherwise.
func TestExploresTheStrictServer(t *testing.T) {
	testModules(t)
	s := strict(t, "1.16.5")
	exact(t, explored(t, open(t, s.config(t, small)), load(t, "./testdata/small.json"), 4))
}

// trial is a trial that a trap could spoil.
type trial struct {
	label string
	start map[string]int
}

var trials = []trial{
	{"dig oak_log", nil},
	{"dig stone", map[string]int{"stick": 3}},
	{"dig stone", map[string]int{"held_stone_pickaxe": 1, "cobblestone": 2}},
	{"dig coal_ore", map[string]int{"held_wooden_pickaxe": 1}},
	{"craft oak_planks", map[string]int{"oak_log": 2}},
	{"craft torch", map[string]int{"coal": 3, "stick": 3}},
	{"craft torch", map[string]int{"coal": 3, "stick": 3, "near_crafting_table": 1}},
	{"craft wooden_pickaxe", map[string]int{"oak_planks": 16, "stick": 16, "near_crafting_table": 1, "near_furnace": 1}},
	{"smelt iron_ore", map[string]int{"iron_ore": 2, "coal": 3, "near_furnace": 1}},
	{"smelt iron_ore", map[string]int{"iron_ore": 2, "near_furnace": 1}},
	{"hold wooden_pickaxe", map[string]int{"wooden_pickaxe": 1, "held_stone_pickaxe": 1}},
	{"place crafting_table", map[string]int{"crafting_table": 2}},
	{"dig oak_log", nil}, // what the others left would be a gain here
}

// broke is why a trial may break: classes of faults.
type broke map[string]int

// compare carries out the trials and holds each against the truth. Under a trap a trial may break, but never come out
// wrong; it says how many were right, and how many broke of which class.
func compare(t *testing.T, w *World, f *sim.File, trials []trial) (right int, faults broke) {
	t.Helper()
	faults = broke{}
	ids := map[string]interaction.Action{}
	for _, a := range w.Spec().Actions {
		ids[w.Label(a.ID)] = a.ID
	}
	truth := sim.New(f)
	model, err := truth.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var s interaction.Session
	for _, tr := range trials {
		if s == nil {
			if s, err = w.Open(t.Context()); err != nil {
				faults["open"]++
				continue
			}
		}
		id, ok := ids[tr.label]
		if !ok {
			t.Fatalf("the server is said to have no %s", tr.label)
		}
		got, want, err := once(t.Context(), s, model, id, tr.start)
		if err != nil {
			fault := interaction.AsFault(err)
			faults[fault.Class]++
			if fault.Dead {
				_ = s.Close()
				s = nil
			}
			continue
		}
		if got != want {
			t.Errorf("%s with %v came to %s, and not to %s", tr.label, tr.start, got, want)
		} else {
			right++
		}
	}
	if s != nil {
		_ = s.Close()
	}
	return right, faults
}

// once is one trial in the world and in the truth.
func once(ctx context.Context, s, model interaction.Session, a interaction.Action, start map[string]int) (got, want string, err error) {
	began, err := s.Begin(ctx, interaction.StateOf(start), 1)
	if err != nil {
		return "", "", err
	}
	after, err := s.Step(ctx, a)
	if err != nil {
		return "", "", err
	}
	if _, err = model.Begin(ctx, began, 1); err != nil {
		return "", "", fmt.Errorf("the truth: %w", err)
	}
	expected, err := model.Step(ctx, a)
	return fmt.Sprint(after.Amounts()), fmt.Sprint(expected.Amounts()), err
}

// TestTrapsAreRightOrBroken: under each trap of the strict server a trial comes out right or broken.
func TestTrapsAreRightOrBroken(t *testing.T) {
	testModules(t)
	f := load(t, "./testdata/truth.json")
	for _, tt := range []struct {
		trap string
		most int // so many trials may break
	}{
		// A machine that does much else is slow enough to break a trial now and then.
		{"", 2}, {"noConfirm", 2}, {"late", 2}, {"lag", 4}, {"lateChunks", 2}, {"gridFalls", 2}, {"noDigTime", 2}, {"throw", 3},
		{"unseen", 2}, {"empties", 2}, {"thief", 8}, {"junk", 2}, {"chatter", 2}, {"blows", 12}, {"pushes", 12}, {"popups", 12}, {"kick", 13},
	} {
		t.Run(tt.trap, func(t *testing.T) {
			t.Parallel()
			some(t, slices.Contains([]string{"", "noConfirm", "lag", "throw", "unseen", "empties", "thief", "popups"}, tt.trap))
			traps := []string{}
			if tt.trap != "" {
				traps = append(traps, tt.trap)
			}
			right, faults := compare(t, open(t, strict(t, "1.16.5", traps...).config(t, "")), f, trials)
			t.Logf("%d right, broken: %v", right, faults)
			if len(trials)-right > tt.most {
				t.Errorf("%d of %d trials broke: %v", len(trials)-right, len(trials), faults)
			}
		})
	}
}

// TestVersions: versions that confirm clicks, and those that count states.
func TestVersions(t *testing.T) {
	testModules(t)
	for _, tt := range []struct{ version, log, planks, iron string }{
		{"1.12.2", "log", "planks", "iron_ore"}, {"1.18.2", "oak_log", "oak_planks", "raw_iron"}, {"1.20.1", "oak_log", "oak_planks", "raw_iron"},
	} {
		t.Run(tt.version, func(t *testing.T) {
			t.Parallel()
			some(t, tt.version != "1.18.2")
			text, err := os.ReadFile("testdata/truth.json")
			if err != nil {
				t.Fatal(err)
			}
			path := t.TempDir() + "/truth.json"
			truth := strings.NewReplacer("dig iron_ore", "dig iron_ore", "oak_log", tt.log, "oak_planks", tt.planks, "iron_ore", tt.iron).Replace(string(text))
			if err := os.WriteFile(path, []byte(truth), 0o600); err != nil {
				t.Fatal(err)
			}
			var named []trial
			names := strings.NewReplacer("oak_log", tt.log, "oak_planks", tt.planks, "iron_ore", tt.iron)
			for _, tr := range trials {
				start := map[string]int{}
				for name, n := range tr.start {
					start[names.Replace(name)] = n
				}
				named = append(named, trial{names.Replace(tr.label), start})
			}
			right, faults := compare(t, open(t, strict(t, tt.version).config(t, "")), load(t, path), named)
			if right != len(named) {
				t.Errorf("%d of %d right, broken: %v", right, len(named), faults)
			}
		})
	}
}

// TestRefusals: what can't be played on is refused with the reason.
func TestRefusals(t *testing.T) {
	testModules(t)
	for name, tt := range map[string]struct {
		options map[string]any
		change  func(*Config)
		say     string
	}{
		"no operator":   {map[string]any{"operator": false}, nil, "needs an operator: /op adam1"},
		"occupied":      {map[string]any{"traps": map[string]bool{"occupied": true}}, nil, "--mc-allow-changes"},
		"mute":          {map[string]any{"traps": map[string]bool{"mute": true}}, nil, "as far as the server tells"},
		"other version": {nil, func(c *Config) { c.Version = "1.12.2" }, "version"},
		"no version":    {nil, func(c *Config) { c.Version = "7.7.7" }, "version"},
		"no such block": {nil, func(c *Config) { c.Profile = "dig unobtainium" }, "has no unobtainium to dig"},
		"no server":     {nil, func(c *Config) { c.Port = 1 }, "no server at 127.0.0.1:1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			options := map[string]any{"version": "1.16.5", "tick": 5}
			for k, v := range tt.options {
				options[k] = v
			}
			cfg := startServer(t, "server/main.js", options).config(t, "dig oak_log, craft oak_planks")
			if tt.change != nil {
				tt.change(&cfg)
			}
			w, err := New(t.Context(), cfg)
			if err == nil {
				_ = w.Close()
				t.Fatal("it wasn't refused")
			}
			if !strings.Contains(err.Error(), tt.say) || !interaction.Plain(err.Error()) {
				t.Errorf("it says %q", err)
			}
		})
	}
}

// TestGoesOnOnThePlot: a world that was closed has taken its plot away, or, where it wasn't given the time, has it in the
// journal: what follows isn't refused.
func TestGoesOnOnThePlot(t *testing.T) {
	testModules(t)
	s := strict(t, "1.16.5")
	cfg := s.config(t, "dig oak_log")
	for range 2 {
		w := open(t, cfg)
		if _, err := os.Stat(cfg.Places + "/plot-0.json"); err != nil {
			t.Errorf("the plot isn't in the journal: %v", err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		_, err := os.Stat(cfg.Places + "/plot-0.json")
		t.Logf("taken away: %t", errors.Is(err, os.ErrNotExist))
	}
}

// TestComesAnew: a server that never sends a player the chunks of the plot sends them to one who comes anew.
func TestComesAnew(t *testing.T) {
	testModules(t)
	right, faults := compare(t, open(t, strict(t, "1.16.5", "noChunks").config(t, "dig oak_log")), load(t, "./testdata/small.json"), trials[:1])
	if right != 1 || len(faults) > 0 {
		t.Errorf("%d right, %v", right, faults)
	}
}

// TestFlyingSquid: servers that somebody else wrote. What is dug there drops what the client's data says, whatever is held.
func TestFlyingSquid(t *testing.T) {
	testModules(t)
	for _, tt := range []struct{ program, version, log string }{
		{"flying-squid", "1.12.2", "log"}, {"flying-squid", "1.16.5", "oak_log"}, {"flying-squid", "1.20.1", "oak_log"},
	} {
		t.Run(strings.ReplaceAll(tt.program, "/", " ")+" "+tt.version, func(t *testing.T) {
			t.Parallel()
			some(t, tt.version != "1.20.1")
			s := startServer(t, "squid.js", map[string]any{"package": tt.program, "version": tt.version})
			w := open(t, s.config(t, "dig "+tt.log+", dig dirt"))
			f, err := sim.Parse("squid.json", fmt.Appendf(nil, `{"format":1,"id":"minecraft","actions":[
				{"label":"dig %[1]s","effects":[{"gives":{"%[1]s":1},"ways":[{}]}]},
				{"label":"dig dirt","effects":[{"gives":{"dirt":1},"ways":[{}]}]}]}`, tt.log))
			if err != nil {
				t.Fatal(err)
			}
			exact(t, explored(t, w, f, 2))
		})
	}
}
