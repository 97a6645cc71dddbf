package luanti

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
	"github.com/adam-discovery/adam/interaction/pool"
)

// shared is the game that tests share which need nothing special of it.
var shared struct {
	sync.Once
	world *World
	err   error
}

// game starts the game, or skips the test where there is none. For the zero Config
// it is the same for all tests.
func game(t testing.TB, cfg Config) *World {
	t.Helper()
	if !Installed() {
		t.Skipf("%v; %s", ErrNotInstalled, Hint)
	}
	if reflect.DeepEqual(cfg, Config{}) {
		shared.Do(func() { shared.world, shared.err = New(context.Background(), cfg) })
		if shared.err != nil {
			t.Fatal(shared.err)
		}
		return shared.world
	}
	w, err := New(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

func TestWorldContract(t *testing.T) {
	w := game(t, Config{})
	for i := range w.slots { // now, as the suite looks for what is left behind
		if _, err := w.running(context.Background(), i); err != nil {
			t.Fatal(err)
		}
	}
	conformance.World(t, func(t *testing.T) interaction.World { return w })
}

// first is the server of the first slot.
func (w *World) first() *server {
	w.slots[0].mu.Lock()
	defer w.slots[0].mu.Unlock()
	return w.slots[0].server
}

// do is what one action does, by its label.
func do(t *testing.T, w *World, label string, start map[string]int) (consumed, obtained string) {
	t.Helper()
	s, err := w.Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	o, fault := interaction.Execute(context.Background(), s, interaction.Trial{Action: w.action(t, label), Start: interaction.StateOf(start)}, 1)
	if fault != nil {
		t.Fatal(fault)
	}
	var lost, gained []interaction.Amount
	for _, c := range o.Changes {
		if n := c.Gain(); n > 0 {
			gained = append(gained, interaction.Amount{Name: c.Factor, Level: n})
		} else {
			lost = append(lost, interaction.Amount{Name: c.Factor, Level: -n})
		}
	}
	return interaction.FormatAmounts(lost), interaction.FormatAmounts(gained)
}

func (w *World) action(t testing.TB, label string) interaction.Action {
	t.Helper()
	for a, l := range w.labels {
		if l == label {
			return a
		}
	}
	t.Fatalf("there is no action %q", label)
	return ""
}

// TestRulesOfTheGame holds some of the game's well-known rules against what the
// actions do.
func TestRulesOfTheGame(t *testing.T) {
	w := game(t, Config{})
	type stock = map[string]int
	for _, c := range []struct {
		label, consumed, obtained string
		start                     stock
	}{
		{"dig default:tree", "nothing", "1 default:tree", nil},
		{"dig default:stone", "nothing", "nothing", nil},
		{"dig default:stone", "nothing", "1 default:cobble", stock{"default:pick_wood": 1}},
		{"dig default:stone", "nothing", "nothing", stock{"default:axe_steel": 1}},
		{"dig default:stone_with_diamond", "nothing", "nothing", stock{"default:pick_stone": 1}},
		{"dig default:stone_with_diamond", "nothing", "1 default:diamond", stock{"default:pick_steel": 1}},
		{"craft default:wood", "1 default:tree", "4 default:wood", stock{"default:tree": 2}},
		{"craft default:stick", "1 default:pine_wood", "4 default:stick", stock{"default:pine_wood": 1}},
		{"craft default:pick_wood", "2 default:stick, 3 default:wood", "1 default:pick_wood", stock{"default:wood": 3, "default:stick": 2}},
		{"craft default:pick_wood", "nothing", "nothing", stock{"default:wood": 2, "default:stick": 9}},
		// Mixtures.
		{"craft default:pick_wood", "2 default:junglewood, 2 default:stick, 1 default:wood", "1 default:pick_wood",
			stock{"default:wood": 1, "default:junglewood": 2, "default:stick": 2}},
		{"craft default:furnace", "5 default:cobble, 3 default:desert_cobble", "1 default:furnace", stock{"default:cobble": 5, "default:desert_cobble": 9}},
		// Back from a block.
		{"craft default:steel_ingot", "1 default:steelblock", "9 default:steel_ingot", stock{"default:steelblock": 1}},
		{"cook default:iron_lump", "1 default:coal_lump, 1 default:iron_lump", "1 default:steel_ingot",
			stock{"default:iron_lump": 3, "default:coal_lump": 2, "default:furnace": 1}},
		{"cook default:iron_lump", "nothing", "nothing", stock{"default:iron_lump": 3, "default:coal_lump": 2}},
		{"cook default:iron_lump", "nothing", "nothing", stock{"default:iron_lump": 3, "default:stick": 2, "default:furnace": 1}},
		{"cook default:iron_lump", "1 default:iron_lump, 3 default:stick", "1 default:steel_ingot",
			stock{"default:iron_lump": 3, "default:stick": 9, "default:furnace": 1}},
		// The bucket comes back.
		{"cook default:gold_lump", "1 bucket:bucket_lava, 1 default:gold_lump", "1 bucket:bucket_empty, 1 default:gold_ingot",
			stock{"default:gold_lump": 1, "bucket:bucket_lava": 1, "default:furnace": 1}},
		{"craft wool:red", "1 dye:red, 1 wool:white", "1 wool:red", stock{"dye:red": 1, "wool:white": 1, "wool:red": 5}},
		{"craft wool:red", "nothing", "nothing", stock{"dye:red": 1, "wool:red": 5}},
	} {
		if consumed, obtained := do(t, w, c.label, c.start); consumed != c.consumed || obtained != c.obtained {
			t.Errorf("%s from %v took %s and gave %s, want %s and %s", c.label, c.start, consumed, obtained, c.consumed, c.obtained)
		}
	}
}

// TestToolsWearOut: a wooden pickaxe doesn't dig for ever, in one session.
func TestToolsWearOut(t *testing.T) {
	w := game(t, Config{})
	s, err := w.Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	state, err := s.Begin(context.Background(), interaction.StateOf(map[string]int{"default:pick_wood": 1}), 1)
	if err != nil {
		t.Fatal(err)
	}
	dig := w.action(t, "dig default:stone")
	for n := range 200 {
		next, err := s.Step(context.Background(), dig)
		if err != nil {
			t.Fatal(err)
		}
		if next.Level("default:pick_wood") == 0 {
			if next.Level("default:cobble") != n+1 {
				t.Errorf("%s after %d blows", next, n+1)
			}
			if n < 5 {
				t.Errorf("it broke after %d blows", n+1)
			}
			after, err := s.Step(context.Background(), dig)
			if err != nil || !after.Equal(next) {
				t.Errorf("dug without a pickaxe: %s (%v)", after, err)
			}
			return
		}
		state = next
	}
	t.Errorf("still %s", state)
}

// some are n random trials.
func some(r *rand.Rand, w *World, n int) []interaction.Trial {
	var names []string
	for name := range w.items {
		names = append(names, name)
	}
	slices.Sort(names)
	v := interaction.NewVocabulary(64, nil)
	for _, name := range names {
		v.Add(name)
	}
	out := make([]interaction.Trial, n)
	for i := range out {
		var none []interaction.Level
		share := r.IntN(8)
		for j := range names {
			if r.IntN(8) < share {
				none = append(none, interaction.Level{Factor: j})
			}
		}
		out[i] = interaction.Trial{Action: interaction.ActionName(r.IntN(len(w.spec.Actions))), Start: v.Cut(interaction.Plenty, len(names)).Set(none), Repeat: i}
	}
	return out
}

func run(t testing.TB, w *World, sessions int, trials []interaction.Trial) []interaction.Outcome {
	t.Helper()
	p, err := pool.New(w, pool.Config{Sessions: sessions, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	out, err := p.Run(context.Background(), trials)
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range out {
		if o.Status != interaction.Completed {
			t.Fatalf("%s: outcome %d is %+v", w.Label(trials[i].Action), i, o)
		}
	}
	return out
}

// TestTrialsAreApart: what comes of a trial doesn't depend on the others, on the
// server, or on how many sessions there are.
func TestTrialsAreApart(t *testing.T) {
	r := conformance.Rand(t)
	w := game(t, Config{})
	trials := some(r, w, 2000)
	want := run(t, w, 1, trials)
	gained := 0
	for _, o := range want {
		gained += len(o.Changes)
	}
	if gained < 300 {
		t.Errorf("only %d gains", gained)
	}
	order := r.Perm(len(trials))
	shuffled := make([]interaction.Trial, len(trials))
	for i, j := range order {
		shuffled[i] = trials[j]
	}
	other := game(t, Config{Servers: 1}) // the same game, on a server of its own
	if other.Spec().Fingerprint != w.Spec().Fingerprint {
		t.Error("another server has another fingerprint")
	}
	for i, o := range run(t, other, 8, shuffled) {
		if !reflect.DeepEqual(o, want[order[i]]) {
			t.Fatalf("%s: %+v and %+v", w.Label(shuffled[i].Action), o, want[order[i]])
		}
	}
}

func TestNotInstalled(t *testing.T) {
	_, err := New(context.Background(), Config{Server: filepath.Join(t.TempDir(), "none")})
	if err == nil || !strings.Contains(err.Error(), ErrNotInstalled.Error()) {
		t.Errorf("the error is %v", err)
	}
}

// TestModified: equal seeds change the same, and other seeds something else.
func TestModified(t *testing.T) {
	prints := map[string]bool{game(t, Config{}).Spec().Fingerprint: true}
	for _, cfg := range []Config{{Modified: 1}, {Modified: 2, Edits: 9}} {
		w := game(t, cfg)
		r, err := w.Registry(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if want := max(cfg.Edits, 5); cfg.Edits == 0 && len(r.Edits) != want || cfg.Edits > 0 && len(r.Edits) != cfg.Edits {
			t.Errorf("%+v: %q", cfg, r.Edits)
		}
		if again := game(t, cfg); again.Spec().Fingerprint != w.Spec().Fingerprint {
			t.Errorf("%+v: two games have two fingerprints", cfg)
		}
		if f := w.Spec().Fingerprint; prints[f] {
			t.Errorf("%+v: nothing was changed", cfg)
		} else {
			prints[f] = true
		}
	}
}

func TestConfigFaults(t *testing.T) {
	if _, err := New(context.Background(), Config{Edits: -1}); err == nil {
		t.Error("no error")
	}
	if err := (Config{Edits: 3}).Validate(); err == nil {
		t.Error("edits without a seed")
	}
}

func FuzzParseChanges(f *testing.F) {
	f.Add("default:wood=4 default:tree=-1")
	f.Add("!it failed")
	f.Add("")
	f.Fuzz(func(t *testing.T, line string) {
		changes, err := parseChanges(line)
		for i, c := range changes {
			if err != nil || c.Level == 0 || i > 0 && changes[i-1].Name >= c.Name {
				t.Errorf("%q: %v, %v", line, changes, err)
			}
		}
	})
}

func FuzzParseRegistry(f *testing.F) {
	f.Add([]byte(`{"items":[{"name":"a:b","type":"node","groups":null,"drops":[{"items":["a:b 2"],"rarity":1.0}]}],"fuels":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := parseRegistry(data)
		if err != nil {
			return
		}
		if again, err := parseRegistry(r.canonical()); err != nil || !bytes.Equal(again.canonical(), r.canonical()) {
			t.Errorf("%v: %s", err, r.canonical())
		}
	})
}

func BenchmarkTrials(b *testing.B) {
	w := game(b, Config{})
	trials := some(rand.New(rand.NewPCG(1, 1)), w, 4096)
	p, err := pool.New(w, pool.Config{Sessions: 8, Seed: 3})
	if err != nil {
		b.Fatal(err)
	}
	defer p.Close()
	for _, kind := range []string{"all", "dig", "craft", "cook"} {
		var some []interaction.Trial
		for _, t := range trials {
			if kind == "all" || strings.HasPrefix(w.Label(t.Action), kind) {
				some = append(some, t)
			}
		}
		b.Run(kind, func(b *testing.B) {
			for n := 0; n < b.N; n += len(some) {
				if _, err := p.Run(context.Background(), some); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "trials/s")
		})
	}
}

// FuzzEscape: names with whatever characters come back as they were, in one word.
func FuzzEscape(f *testing.F) {
	f.Add("default:wood")
	f.Add("strange:größte Hacke\n\t=;%20")
	f.Fuzz(func(t *testing.T, name string) {
		text := escape(name)
		if strings.ContainsAny(text, " \t\n=;") || unescape(text) != name {
			t.Errorf("%q became %q and %q", name, text, unescape(text))
		}
	})
}

// TestWaterAndPlants: what is done to the world, in minetest_game.
func TestWaterAndPlants(t *testing.T) {
	w := game(t, Config{})
	type stock = map[string]int
	for _, c := range []struct {
		label, consumed, obtained string
		start                     stock
	}{
		{"scoop default:water_source", "1 bucket:bucket_empty", "1 bucket:bucket_water", stock{"bucket:bucket_empty": 3}},
		{"scoop default:lava_source", "nothing", "nothing", stock{"bucket:bucket_water": 1}},
		{"pour bucket:bucket_lava", "1 bucket:bucket_lava", "1 bucket:bucket_empty", stock{"bucket:bucket_lava": 1}},
		{"pour bucket:bucket_water on default:lava_source", "1 bucket:bucket_water", "1 bucket:bucket_empty, 1 default:obsidian",
			stock{"bucket:bucket_water": 1, "default:pick_diamond": 1}},
		{"pour bucket:bucket_water on default:lava_source", "1 bucket:bucket_water", "1 bucket:bucket_empty",
			stock{"bucket:bucket_water": 1, "default:pick_wood": 1}},
		{"grow default:sapling", "1 default:sapling", "1 default:tree", stock{"default:sapling": 2}},
		{"grow farming:seed_wheat", "nothing", "nothing", stock{"farming:seed_wheat": 1}},
	} {
		if consumed, obtained := do(t, w, c.label, c.start); consumed != c.consumed || obtained != c.obtained {
			t.Errorf("%s from %v took %s and gave %s, want %s and %s", c.label, c.start, consumed, obtained, c.consumed, c.obtained)
		}
	}
	if _, obtained := do(t, w, "grow farming:seed_wheat", stock{"farming:seed_wheat": 1, "farming:hoe_wood": 1}); !strings.Contains(obtained, "farming:wheat") {
		t.Errorf("wheat gave %s", obtained)
	}
}

// TestGamesAndMods: a game or mod that isn't there is told of before a server is started,
// and mods bring those that they need.
func TestGamesAndMods(t *testing.T) {
	for _, cfg := range []Config{{Game: t.TempDir()}, {Mods: []string{"no_such_mod"}}, {Mods: []string{t.TempDir()}}} {
		if _, err := New(context.Background(), cfg); !errors.Is(err, ErrNoGame) && !errors.Is(err, ErrNotInstalled) {
			t.Errorf("%+v: %v", cfg, err)
		}
	}
	if id := (Config{Game: "g", Mods: []string{"a", "b"}, Modified: 3}).ID(); id != "luanti:game=g,mods=a,b,modified=3" {
		t.Errorf("the id is %s", id)
	}
	mods, err := Config{Mods: []string{"pipeworks"}}.modFolders()
	if err != nil {
		t.Skipf("pipeworks isn't installed; apt-get install minetest-mod-pipeworks: %v", err)
	}
	if mods["pipeworks"] == "" || mods["basic_materials"] == "" {
		t.Errorf("the mods are %v", mods)
	}
}
