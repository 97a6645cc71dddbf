package scenarios_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

func load(t testing.TB, name string) *sim.File {
	t.Helper()
	f, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestEmbeddedWorldsAreSound(t *testing.T) {
	if want := []string{"crafter-rules", "meadow", "minecraft-1.19", "minecraft-41", "minecraft-41-modified", "minecraft-41-paper", "tiny", "wilds"}; !slices.Equal(scenarios.Names(), want) {
		t.Errorf("names %v, want %v", scenarios.Names(), want)
	}
	if !slices.Contains(scenarios.Names(), scenarios.Default) {
		t.Errorf("there is no default world %q", scenarios.Default)
	}
	schema := compileSchema(t)
	for _, name := range scenarios.Names() {
		t.Run(name, func(t *testing.T) {
			f := load(t, name)
			if f.ID != name || f.Title == "" || f.Source == "" {
				t.Errorf("id %q, title %q, source %q", f.ID, f.Title, f.Source)
			}
			r := sim.Check(f)
			if name == "minecraft-1.19" {
				// TestWholeGame counts what can't be done there.
				r.UnreachableActions, r.UnreachableItems = nil, nil
			}
			if name == "crafter-rules" {
				r.UnreachableActions = nil // what changes nothing that a player's symbols show
			}
			if len(r.UnreachableActions)+len(r.UnreachableItems)+len(r.Locked) > 0 {
				t.Errorf("not everything can be done: %+v", r)
			}
			for _, a := range f.Actions {
				if a.Label == "" {
					t.Error("an action has no label")
				}
				for _, e := range a.Effects {
					for i := range e.Ways {
						if c := e.ChanceOf(&e.Ways[i]); c < 0.35 {
							t.Errorf("%s: chance %v is too small to certify with a margin", a.Label, c)
						}
					}
				}
				for _, am := range a.Ambient {
					if am.Chance < 0.35 {
						t.Errorf("%s: chance %v of an ambient gain", a.Label, am.Chance)
					}
				}
			}
			for form, data := range map[string][]byte{"as shipped": read(t, name), "canonical": f.Marshal()} {
				doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
				if err != nil {
					t.Fatal(err)
				}
				if err := schema.Validate(doc); err != nil {
					t.Errorf("%s: %v", form, err)
				}
			}
			if again, err := sim.Parse(name, f.Marshal()); err != nil || !reflect.DeepEqual(f, again) {
				t.Errorf("doesn't read back equal: %v", err)
			}
		})
	}
}

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(sim.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("world.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("world.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("worlds/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestSchemaRefuses shows that the schema isn't one that takes everything.
func TestSchemaRefuses(t *testing.T) {
	schema := compileSchema(t)
	for _, text := range []string{
		`{"format":1,"id":"w"}`,
		`{"format":2,"id":"w","actions":[{}]}`,
		`{"format":1,"id":"w","actions":[{"efects":[]}]}`,
		`{"format":1,"id":"w","actions":[{"effects":[{"gives":{"x":0},"ways":[{}]}]}]}`,
		`{"format":1,"id":"w","actions":[{"effects":[{"gives":{"class:x":1},"ways":[{}]}]}]}`,
		`{"format":1,"id":"w","actions":[{"effects":[{"gives":{"x":1},"chance":0,"ways":[{}]}]}]}`,
	} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if schema.Validate(doc) == nil {
			t.Errorf("the schema takes %s", text)
		}
		if _, err := sim.Parse("w", []byte(text)); err == nil {
			t.Errorf("the loader takes %s", text)
		}
	}
}

func TestLoad(t *testing.T) {
	_, err := scenarios.Load("minecraft-14")
	if !errors.Is(err, scenarios.ErrUnknownWorld) || !strings.Contains(err.Error(), `did you mean "minecraft-41"?`) || !strings.Contains(err.Error(), "tiny") {
		t.Errorf("unknown name: %v", err)
	}
	path := filepath.Join(t.TempDir(), "mine")
	if err := os.WriteFile(path, load(t, "tiny").Marshal(), 0o644); err != nil {
		t.Fatal(err)
	}
	if f := load(t, path); f.ID != "tiny" {
		t.Errorf("by path: %q", f.ID)
	}
	if _, err := scenarios.Load("missing.json"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}

// TestPaperWorld compares the world with the facts about the paper's code: the
// order of the actions, the unlock table, and the numbers of edges, 32 on the
// diamond path (the paper's distance of the empty graph) and 138 in all.
func TestPaperWorld(t *testing.T) {
	f := load(t, "minecraft-41-paper")
	var labels []string
	for _, a := range f.Actions {
		labels = append(labels, a.Label)
		if len(a.Effects) != 1 || len(a.Ambient) != 0 || len(a.Effects[0].Ways) != 1 || len(a.Effects[0].Gives) != 1 {
			t.Errorf("%s has more than one effect or way", a.Label)
		}
	}
	want := "gatherWoodLog craftPlanks craftCraftingTable craftSticks craftFence craftFenceGate " +
		"craftWoodenAxe craftWoodenHoe craftWoodenShovel craftWoodenSword craftWoodenPickaxe gatherCoalOre gatherStone " +
		"craftStoneAxe craftStoneHoe craftStoneShovel craftStoneSword craftStonePickaxe craftFurnace mineIronOre smeltRawIron " +
		"craftIronAxe craftIronHoe craftIronShovel craftIronSword craftIronPickaxe mineGoldOre mineDiamondOre " +
		"craftDiamondAxe craftDiamondHoe craftDiamondPickaxe craftDiamondShovel craftDiamondSword gatherDirt gatherSand smeltRawGold " +
		"craftGoldenAxe craftGoldenHoe craftGoldenPickaxe craftGoldenShovel craftGoldenSword"
	if got := strings.Join(labels, " "); got != want {
		t.Errorf("actions\n%s\nwant\n%s", got, want)
	}
	truth := scenarios.NewTruth(f)
	if n := scenarios.CountEdges(truth.Edges()); n.ItemItem != 97 || n.ActionEffect != 41 {
		t.Errorf("%+v edges in all, want 97 and 41", n)
	}
	path := truth.Path("diamond")
	if got := labelsOf(truth, path); got != "gatherWoodLog craftPlanks craftCraftingTable craftSticks craftWoodenPickaxe gatherStone craftStonePickaxe craftFurnace mineIronOre smeltRawIron craftIronPickaxe mineDiamondOre" {
		t.Errorf("path %s", got)
	}
	if n := scenarios.CountEdges(truth.Only(path...).Edges()); n.ItemItem != 20 || n.ActionEffect != 12 {
		t.Errorf("%+v edges on the path, want 20 and 12", n)
	}
	if l := truth.Levels()["diamond"]; l != 10 {
		t.Errorf("diamond is on level %d, want 10", l)
	}
	for _, name := range []string{"minecraft-41", "minecraft-41-paper"} {
		unlock := map[string]string{}
		for _, a := range load(t, name).Actions {
			for _, it := range a.Unlock {
				unlock[it] += a.Label + " "
			}
		}
		for it, n := range map[string]int{"log": 1, "planks": 2, "crafting_table": 7, "wooden_pickaxe": 2, "cobblestone": 6, "stone_pickaxe": 1, "raw_iron": 1,
			"iron_ingot": 5, "iron_pickaxe": 2, "diamond": 5, "wooden_shovel": 2, "raw_gold": 1, "gold_ingot": 5} {
			if got := len(strings.Fields(unlock[it])); got != n {
				t.Errorf("%s: %s unlocks %d actions, want %d", name, it, got, n)
			}
			delete(unlock, it)
		}
		if len(unlock) > 0 {
			t.Errorf("%s: more unlocks: %v", name, unlock)
		}
	}
}

func labelsOf(truth *scenarios.Truth, ids []interaction.Action) string {
	var out []string
	for _, a := range truth.Actions {
		if slices.Contains(ids, a.ID) {
			out = append(out, a.Label)
		}
	}
	return strings.Join(out, " ")
}

// TestModifiedWorld states the properties that the paper's figure has: the same
// actions and items, 12 levels to diamond, about 2.3 causes an action on the path.
func TestModifiedWorld(t *testing.T) {
	paper, f := load(t, "minecraft-41-paper"), load(t, "minecraft-41-modified")
	if !slices.Equal(paper.AllFactors(), f.AllFactors()) {
		t.Error("the items differ")
	}
	for i := range f.Actions {
		if f.Actions[i].Label != paper.Actions[i].Label || f.Actions[i].Effects[0].Gives[0].Item != paper.Actions[i].Effects[0].Gives[0].Item {
			t.Errorf("action %d differs in name or effect", i)
		}
	}
	truth := scenarios.NewTruth(f)
	if l := truth.Levels()["diamond"]; l != 12 {
		t.Errorf("diamond is on level %d, want 12", l)
	}
	path := truth.Path("diamond")
	n := scenarios.CountEdges(truth.Only(path...).Edges())
	if len(path) != 13 || n.ItemItem != 30 || n.ActionEffect != 13 {
		t.Errorf("%d actions on the path with %+v edges, want 13 with 30 and 13, 2.3 causes each", len(path), n)
	}
	score := scenarios.NewScore(truth.Only(path...), scenarios.NewTruth(paper).Only(path...).Graph())
	removed, added := scenarios.CountEdges(score.Extra).ItemItem, scenarios.CountEdges(score.Missing).ItemItem
	if removed != 3 || added != 12 {
		t.Errorf("%d dependencies removed and %d added, want 3 and 12: %v %v", removed, added, score.Extra, score.Missing)
	}
}

// choices is in how many ways without mixtures there is the effect.
func choices(e scenarios.TruthEffect) (n int) {
	for _, w := range e.Ways {
		n += len(w.Members.Pure())
	}
	return n
}

// TestGameWorld states what makes the default world a game: alternatives.
func TestGameWorld(t *testing.T) {
	truth := scenarios.NewTruth(load(t, "minecraft-41"))
	effect := func(label, item string) scenarios.TruthEffect {
		t.Helper()
		for _, a := range truth.Actions {
			for _, e := range a.Effects {
				if a.Label == label && e.Factor == item {
					return e
				}
			}
		}
		t.Fatalf("%s doesn't give %s", label, item)
		return scenarios.TruthEffect{}
	}
	for _, c := range []struct {
		action, item string
		ways         int
	}{
		{"gatherStone", "cobblestone", 5}, {"gatherCoalOre", "coal", 5}, {"mineIronOre", "raw_iron", 3}, {"mineIronOre", "cobblestone", 5},
		{"mineIronOre", "coal", 5}, {"mineGoldOre", "raw_gold", 2}, {"mineDiamondOre", "diamond", 2}, {"smeltRawIron", "iron_ingot", 13},
		{"craftIronPickaxe", "iron_pickaxe", 1}, {"gatherWoodLog", "apple", 1},
	} {
		if n := choices(effect(c.action, c.item)); n != c.ways {
			t.Errorf("%s gives %s in %d ways, want %d", c.action, c.item, n, c.ways)
		}
	}
	smelt := effect("smeltRawIron", "iron_ingot")
	var ways []string
	for _, w := range smelt.Ways {
		ways = append(ways, w.String())
	}
	for _, want := range []string{"furnace (kept) + 1 raw_iron + 2 in sum of sapling, stick"} {
		if !slices.Contains(ways, want) {
			t.Errorf("no way %q among %q", want, ways)
		}
	}
}
