package scenarios_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// TestWholeGame counts what is in the world of the whole game.
func TestWholeGame(t *testing.T) {
	start := time.Now()
	f := load(t, "minecraft-1.19")
	t.Logf("loaded in %v", time.Since(start))
	start = time.Now()
	truth := scenarios.NewTruth(f)
	t.Logf("its truth took %v", time.Since(start))

	reached := sim.Reach(f, true)
	all, can := map[string]int{}, map[string]int{}
	for i, a := range f.Actions {
		kind, _, _ := strings.Cut(a.Label, " ")
		all[kind]++
		if reached.Actions[i] {
			can[kind]++
		}
	}
	for kind, want := range map[string][2]int{
		"collect": {173, 173}, "hunt": {52, 52}, "craft": {667, 600}, "smelt": {58, 52}, "place": {611, 477}, "break": {611, 477},
	} {
		if got := [2]int{all[kind], can[kind]}; got != want {
			t.Errorf("%s: %d actions, %d of which can do anything, not %d", kind, got[0], got[1], want)
		}
	}
	if r := sim.Check(f); r.Actions != 2172 || r.Items != 1575 || r.Classes != 51 || len(r.UnreachableActions) != 341 || len(r.UnreachableItems) != 298 {
		t.Errorf("%d actions (%d unreachable), %d items (%d unreachable), %d classes", r.Actions, len(r.UnreachableActions), r.Items, len(r.UnreachableItems), r.Classes)
	}

	// Every effect must stay small enough to be learned.
	var ways []int
	for _, a := range truth.Actions {
		for _, e := range a.Effects {
			ways = append(ways, len(e.Ways))
		}
	}
	slices.Sort(ways)
	if most, p99 := ways[len(ways)-1], ways[len(ways)*99/100]; most > 200 || p99 > 20 {
		t.Errorf("up to %d ways of an effect, 99th percentile %d", most, p99)
	}

	levels := truth.Levels()
	for item, want := range map[string]int{
		"oak_log": 1, "oak_planks": 2, "crafting_table": 3, "wooden_pickaxe": 4, "cobblestone": 5, "stone_pickaxe": 6,
		"iron_ingot": 8, "iron_pickaxe": 9, "diamond": 10, "diamond_pickaxe": 11, "obsidian": 12,
	} {
		if levels[item] != want {
			t.Errorf("%s is on level %d, want %d", item, levels[item], want)
		}
	}
	if path := labelsOf(truth, truth.Path("diamond_pickaxe")); !strings.HasSuffix(path, "craft diamond_pickaxe smelt iron_ingot") || strings.Count(path, "craft ") != 7 {
		t.Errorf("path %s", path)
	}
}

// TestWholeGameFacts are things that everybody who plays the game knows. An action
// is written as what its effects give, from what, at which chance left out; an
// ambient gain stands in brackets.
func TestWholeGameFacts(t *testing.T) {
	f := load(t, "minecraft-1.19")
	rules := map[string]string{}
	for _, a := range f.Actions {
		rules[a.Label] = ruleText(a)
	}
	for label, want := range map[string]string{
		"craft crafting_table":         "1 crafting_table: 4 class:planks",
		"craft oak_planks":             "4 oak_planks: 1 class:oak_logs",
		"craft stick":                  "4 stick: 2 class:planks | 1 stick: 2 bamboo",
		"craft torch":                  "4 torch: 1 class:coals, 1 stick",
		"craft furnace":                "1 furnace: 8 class:stone_materials (1 crafting_table)",
		"craft chest":                  "1 chest: 8 class:planks (1 crafting_table)",
		"craft piston":                 "1 piston: 1 iron_ingot, 1 redstone, 3 class:planks, 4 cobblestone (1 crafting_table)",
		"craft bread":                  "1 bread: 3 wheat (1 crafting_table)",
		"craft diamond_pickaxe":        "1 diamond_pickaxe: 2 stick, 3 diamond (1 crafting_table)",
		"craft iron_ingot":             "9 iron_ingot: 1 iron_block | 1 iron_ingot: 9 iron_nugget (1 crafting_table)",
		"craft cake":                   "1 cake, 3 bucket: 1 egg, 2 sugar, 3 milk_bucket, 3 wheat (1 crafting_table)",
		"craft campfire":               "1 campfire: 1 class:coals, 3 class:logs, 3 stick (1 crafting_table)",
		"craft white_wool":             "1 white_wool: 4 string",
		"craft tnt":                    "1 tnt: 4 class:sands, 5 gunpowder (1 crafting_table)",
		"craft shield":                 "1 shield: 1 iron_ingot, 6 class:planks (1 crafting_table)",
		"smelt iron_ingot":             "1 iron_ingot: 1 class:fuel, 1 class:raw_iron_or_iron_ore_or_deepslate_iron_ore (1 furnace)",
		"smelt charcoal":               "1 charcoal: 1 class:fuel_but_charcoal, 1 class:logs_that_burn (1 furnace)",
		"smelt glass":                  "1 glass: 1 class:fuel, 1 class:sands (1 furnace)",
		"smelt stone":                  "1 stone: 1 class:fuel, 1 cobblestone (1 furnace)",
		"smelt red_glazed_terracotta":  "1 red_glazed_terracotta: 1 class:fuel, 1 red_terracotta (1 furnace)",
		"collect oak_log":              "1 oak_log: nothing",
		"collect stone":                "1 cobblestone: nothing (1 class:pickaxe)",
		"collect deepslate":            "1 cobbled_deepslate: nothing (1 class:pickaxe)",
		"collect iron_ore":             "1 raw_iron: nothing (1 class:stone_tier_pickaxe)",
		"collect diamond_ore":          "1 diamond: nothing (1 class:iron_tier_pickaxe)",
		"collect redstone_ore":         "4..5 redstone: nothing (1 class:iron_tier_pickaxe)",
		"collect obsidian":             "1 obsidian: nothing (1 class:diamond_tier_pickaxe)",
		"collect ancient_debris":       "1 ancient_debris: nothing (1 class:diamond_tier_pickaxe)",
		"collect snow":                 "1 snowball: nothing (1 class:shovel)",
		"collect gravel":               "1 gravel: nothing; [1 flint]",
		"collect cobweb":               "1 string: nothing (1 class:sword); 1 cobweb: nothing (1 shears)",
		"collect wheat":                "1 wheat: nothing; [1..4 wheat_seeds]",
		"hunt cow":                     "1 leather: nothing; 1 beef: nothing",
		"hunt blaze":                   "1 blaze_rod: nothing (1 class:sword)",
		"place furnace":                "1 placed_furnace: 1 furnace",
		"break furnace":                "1 furnace: 1 placed_furnace (1 class:pickaxe)",
		"break bookshelf":              "3 book: 1 placed_bookshelf",
		"break ender_chest":            "8 obsidian: 1 placed_ender_chest (1 class:pickaxe)",
		"place potted_poppy":           "1 placed_potted_poppy: 1 flower_pot, 1 poppy",
		"break potted_poppy":           "1 flower_pot, 1 poppy: 1 placed_potted_poppy",
		"break oak_slab":               "1 oak_slab: 1 placed_oak_slab",
		"craft netherite_ingot":        "1 netherite_ingot: 4 gold_ingot, 4 netherite_scrap (1 crafting_table) | 9 netherite_ingot: 1 netherite_block",
		"collect glass":                "",
		"collect crafting_table":       "",
		"collect infested_stone":       "",
		"craft netherite_pickaxe":      "",
		"craft charcoal":               "",
		"collect brown_mushroom_block": "1..2 brown_mushroom: nothing",
	} {
		if got := rules[label]; got != want {
			t.Errorf("%s\n got %q\nwant %q", label, got, want)
		}
	}
	for name, want := range map[string]int{"planks": 9, "logs": 36, "logs_that_burn": 28, "wool": 16, "coals": 2, "pickaxe": 6, "stone_tier_pickaxe": 4, "fuel": 13} {
		if got := len(f.Class(name)); got != want {
			t.Errorf("the class %s has %d members, want %d", name, got, want)
		}
	}
}

// ruleText writes an action as one line.
func ruleText(a sim.Action) string {
	gifts := func(gives []sim.Gift) string {
		var out []string
		for _, g := range gives {
			n := fmt.Sprint(g.Quantity.Min())
			if g.Quantity.Max() > g.Quantity.Min() {
				n += fmt.Sprintf("..%d", g.Quantity.Max())
			}
			out = append(out, n+" "+g.Item)
		}
		slices.Sort(out)
		return strings.Join(out, ", ")
	}
	needs := func(reqs []sim.Requirement) string {
		var out []string
		for _, r := range reqs {
			out = append(out, r.String())
		}
		slices.Sort(out)
		return strings.Join(out, ", ")
	}
	var out []string
	for _, e := range a.Effects {
		var ways []string
		for k := range e.Ways {
			w := &e.Ways[k]
			text := gifts(e.GivesOf(w)) + ": "
			if len(w.Consumes) > 0 {
				text += needs(w.Consumes)
			} else {
				text += "nothing"
			}
			if len(w.Needs) > 0 {
				text += " (" + needs(w.Needs) + ")"
			}
			ways = append(ways, text)
		}
		out = append(out, strings.Join(ways, " | "))
	}
	for _, am := range a.Ambient {
		out = append(out, "["+gifts(am.Gives)+"]")
	}
	return strings.Join(out, "; ")
}
