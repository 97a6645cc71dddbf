package controller_test

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// Plans are made on what is known, here on the truth about a small world, and say what each
// step is for.
func ExampleExact_Plan() {
	f, err := sim.Parse("workshop.json", []byte(`{"format": 1, "id": "workshop", "actions": [
		{"label": "chop",  "effects": [{"gives": {"log": 1}, "ways": [{}]}]},
		{"label": "saw",   "effects": [{"gives": {"planks": 4}, "ways": [{"consumes": {"log": 1}}]}]},
		{"label": "build", "effects": [{"gives": {"table": 1}, "ways": [{"consumes": {"planks": 4}}]}]},
		{"label": "carve", "effects": [{"gives": {"bowl": 1}, "ways": [{"consumes": {"planks": 2}, "needs": {"table": 1}}]}]}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	planner, err := controller.NewExact(scenarios.NewTruth(f).Graph(), controller.DefaultConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	goal := controller.Goal{Want: []interaction.Amount{{Name: "bowl", Level: 3}}}
	plan, err := planner.Plan(context.Background(), interaction.StateOf(map[string]int{"planks": 3}), goal)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(plan.Explain())
	fmt.Println("nothing takes less:", plan.Optimal)
	// Output:
	// 3 bowl: 8.0 actions on average (no plan costs less)
	//   1. chop x2: nothing -> 1 log  [certified]  for planks
	//   2. saw x2: 1 log -> 4 planks  [certified]  for table, bowl
	//   3. build: 4 planks -> 1 table  [certified]  for bowl
	//   4. carve x3: 2 planks + table (kept) -> 1 bowl  [certified]  for the goal
	// nothing takes less: true
}

// A task is said in a few words, and parsed against the names that are known.
func ExampleGrammar() {
	g := controller.Grammar{Factors: []string{"bowl", "crafting_table", "planks", "stick"}}
	task, err := g.Parse(context.Background(), "given 2 planks, make a crafting table, then get 3 bowls and 2 sticks or 8 planks")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("given", interaction.FormatAmounts(task.Given))
	for i, stage := range task.Stages {
		for _, goal := range stage {
			fmt.Printf("stage %d can be met by %s\n", i+1, goal)
		}
	}
	// Output:
	// given 2 planks
	// stage 1 can be met by 1 crafting_table
	// stage 2 can be met by 3 bowl, 2 stick
	// stage 2 can be met by 8 planks
}
