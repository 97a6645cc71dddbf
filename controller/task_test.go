package controller_test

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/interaction"
)

var words = controller.Grammar{Factors: []string{"log", "planks", "stick", "bowl", "iron_pickaxe", "stone_pickaxe", "iron_ingot", "leaf", "bush_berry", "crafting_table", "then_some", "flint_and_steel"}}

// placed also knows conditions.
var placed = controller.Grammar{Factors: words.Factors, Conditions: []controller.Condition{{Aspect: controller.Near, Name: "cow"}, {Aspect: controller.Near, Name: "water"},
	{Aspect: controller.In, Name: "forest"}, {Aspect: controller.At, Name: "day"}, {Aspect: controller.At, Name: "night"}, {Aspect: controller.At, Name: "dusk"}, {Aspect: controller.During, Name: "rain"}, {Aspect: controller.While, Name: "dark"}}}

// How something is to be done, where to be, and what needs no plan, also after what is given.
func TestParseHow(t *testing.T) {
	for text, want := range map[string]string{
		"be near a cow": "be near cow",
		"stay in the forest by night, near water":                    "be in forest, at night, near water",
		"Craft planks bare-handed":                                   "craft 1 planks, bare-handed",
		"mine a log without a stick or an iron pickaxe, then sticks": "mine 1 log, without stick or 1 iron_pickaxe then 1 stick",
		"a log without losing bowls near water":                      "1 log, without losing bowl, near water",
		"survive 100 steps in the dark":                              "survive 100 steps, while dark",
		"travel 20":                                                  "travel 20 cells",
		"use a stick and a log with a bowl":                          "use stick and log, with bowl",
		"given 3 logs, use a log":                                    "use log given 3 log",
		"given a log and a stick, survive 100 steps":                 "survive 100 steps given 1 log, 1 stick",
		"given a log, travel 20 cells, near water":                   "travel 20 cells, near water given 1 log",
		"given a log, be near water":                                 "be near water given 1 log",
	} {
		task, err := placed.Parse(context.Background(), text)
		if err != nil || task.String() != want {
			t.Errorf("%s: %s, %v, want %s", text, task, err, want)
		}
	}
	for text, want := range map[string]string{"be": "where to be", "be a log": "where to be", "survive 0": "must be from", "a log without": "missing", "use": "missing"} {
		if _, err := placed.Parse(context.Background(), text); !errors.Is(err, controller.ErrTask) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want something about %q", text, err, want)
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"obtain 1 iron_pickaxe":                             "1 iron_pickaxe",
		"iron pickaxe":                                      "1 iron_pickaxe",
		"Craft 8 planks and 1 bowl.":                        "8 planks, 1 bowl",
		"craft two bowls, three sticks, and an Iron Ingot":  "2 bowl, 3 stick, 1 iron_ingot",
		"a bowl and a log or a stick":                       "1 bowl, 1 log | 1 stick",
		"get 2 logs then craft a bowl":                      "2 log > 1 bowl",
		"mine 3 iron ingots with a stone-pickaxe":           "3 iron_ingot, with stone_pickaxe",
		"given 3 log, craft a bowl":                         "3 log : 1 bowl",
		"craft a bowl given 3 log and 2 sticks":             "3 log, 2 stick : 1 bowl",
		"2 flint and steel and a log, then flint and Steel": "2 flint_and_steel, 1 log > 1 flint_and_steel",
		"2 log and 3 log":                                   "5 log",
		"4 leaves and 2 bush berries, then a plank":         "4 leaf, 2 bush_berry > 1 planks",
	} {
		task, err := words.Parse(context.Background(), text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := show(task); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"":                         "missing",
		"craft":                    "missing",
		"3 log and":                "missing",
		"iron_pickaxes of doom":    "iron_pickaxe",
		"iron_pikaxe":              "did you mean iron_pickaxe",
		"0 log":                    "quantity",
		"99999999 log":             "quantity",
		"given 3 log":              "verb",
		"3 log then":               "missing",
		"3 log given 2 log 4 bowl": "no factor",
	} {
		_, err := words.Parse(context.Background(), text)
		if !errors.Is(err, controller.ErrTask) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want something about %q", text, err, want)
		}
	}
}

func show(task controller.Task) string {
	var stages []string
	for _, s := range task.Stages {
		var goals []string
		for _, g := range s {
			goals = append(goals, g.String())
		}
		stages = append(stages, strings.Join(goals, " | "))
	}
	out := strings.Join(stages, " > ")
	if len(task.Given) > 0 {
		out = interaction.FormatAmounts(task.Given) + " : " + out
	}
	return out
}

// FuzzParse: no text makes the parser panic, and what it understands is within
// bounds and names known items only.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"obtain 1 iron_pickaxe", "a, b; c then or and with given", "given 3 log, craft a bowl with stick or 2 logs then plank",
		"one one one log", "\x00", "be near a cow in the forest at night", "craft planks without a stick, bare-handed, without losing bowl near water by day",
		"survive 90 steps then travel 12 in the forest or use a log and a stick with a bowl", "hunt 2 logs, and with a stick without bowl, at dusk", "10001 log", ",,,", "and", "craft 8 planks, and 1 bowl then a leaf given 2 log"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		task, err := placed.Parse(context.Background(), text)
		if err != nil {
			if !errors.Is(err, controller.ErrTask) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if len(task.Stages) == 0 {
			t.Fatalf("%q: no stage", text)
		}
		check := func(stacks []interaction.Amount) {
			seen := map[string]bool{}
			for _, s := range stacks {
				if s.Level < 1 || s.Level > controller.MaxQuantity || !strings.Contains(strings.Join(words.Factors, " "), s.Name) || seen[s.Name] {
					t.Fatalf("%q: %v", text, stacks)
				}
				seen[s.Name] = true
			}
		}
		again, err := placed.Parse(context.Background(), task.String())
		if err != nil {
			t.Fatalf("%q is printed as %q, which isn't understood: %v", text, task, err)
		}
		if again.Text = task.Text; !reflect.DeepEqual(again, task) {
			t.Fatalf("%q is printed as %q, which is another task: %#v, not %#v", text, task, again, task)
		}
		check(task.Given)
		for _, stage := range task.Stages {
			for _, g := range stage {
				check(g.Want)
			}
		}
	})
}

// TestPlanTask plans composed tasks in the paper's world.
func TestPlanTask(t *testing.T) {
	g := truth(t, "minecraft-41")
	p := exact(t, g, 1000)
	var names []string
	for _, it := range g.Factors {
		names = append(names, it.Name)
	}
	parse := func(text string) controller.Task {
		task, err := controller.Grammar{Factors: names}.Parse(context.Background(), text)
		if err != nil {
			t.Fatal(err)
		}
		return task
	}
	plans, err := controller.PlanTask(context.Background(), p, interaction.State{}, parse("craft 8 planks and a crafting table then a diamond or a furnace"))
	if err != nil || len(plans) != 2 || plans[1].Goal.Want[0].Name != "furnace" {
		t.Fatalf("%v: %v", err, plans)
	}
	plans, err = controller.PlanTask(context.Background(), p, interaction.State{}, parse("mine 3 raw iron with iron pickaxe"))
	if err != nil {
		t.Fatal(err)
	}
	last := plans[0].Steps[len(plans[0].Steps)-1]
	if last.Factor != "raw_iron" || !strings.Contains(last.Way.String(), "iron_pickaxe") {
		t.Errorf("the last step is %s", last)
	}
	plans, err = controller.PlanTask(context.Background(), p, interaction.State{}, parse("a wooden pickaxe given 3 planks, 2 sticks and a crafting table"))
	if err != nil || len(plans[0].Steps) != 1 || !plans[0].Optimal {
		t.Errorf("%v: %v", err, plans)
	}
	if _, err := json.Marshal(plans[0]); err != nil {
		t.Error(err)
	}
	_, err = controller.PlanTask(context.Background(), p, interaction.State{}, parse("mine a log with a diamond"))
	if !errors.Is(err, controller.ErrUnreachable) || !strings.Contains(err.Error(), "makes use of") {
		t.Errorf("a log with a diamond: %v", err)
	}
	// What nothing gives is named.
	for i := range g.Actions {
		if g.Actions[i].Label == "craftCraftingTable" {
			g.Actions[i].Effects = nil
		}
	}
	_, err = exact(t, g, 1000).Plan(context.Background(), interaction.State{}, want("diamond", 1))
	if !errors.Is(err, controller.ErrUnreachable) || !strings.Contains(err.Error(), "crafting_table is missing: no known action gives it") {
		t.Errorf("without a crafting table: %v", err)
	}
	if _, err := p.Plan(context.Background(), interaction.State{}, want("unobtainium", 1)); !errors.Is(err, controller.ErrUnreachable) {
		t.Error(err)
	}
}
