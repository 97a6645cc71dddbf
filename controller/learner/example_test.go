package learner_test

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/controller/learner"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
)

// Somebody who knows nothing is asked for a bowl: what it takes is learned on the way.
func Example() {
	f, err := sim.Parse("workshop.json", []byte(`{"format": 1, "id": "workshop", "actions": [
		{"label": "chop",  "effects": [{"gives": {"log": 1}, "ways": [{}]}]},
		{"label": "saw",   "effects": [{"gives": {"planks": 4}, "ways": [{"consumes": {"log": 1}}]}]},
		{"label": "carve", "effects": [{"gives": {"bowl": 1}, "ways": [{"consumes": {"planks": 2}}]}]}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, world := context.Background(), sim.New(f)
	body, err := controller.Enter(ctx, world, interaction.State{}, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer body.Close()
	var ledger graphstore.Memory
	actor := controller.Actor{Graph: &graphstore.Graph{}, Body: body, Config: controller.DefaultActorConfig(), Ledger: &ledger,
		Learner: &learner.Explorer{World: world, Ledger: &ledger, Config: explore.Default(), Pool: pool.Config{Sessions: 1}}}
	bowl := controller.Goal{Want: []interaction.Amount{{Name: "bowl", Level: 1}}}
	result, err := actor.Run(ctx, controller.Task{Text: "a bowl", Stages: [][]controller.Goal{{bowl}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("solved: %v, by %d actions, after %d lesson; there is %s\n", result.Solved, result.Executed, result.Lessons, result.Final)
	// Output:
	// solved: true, by 3 actions, after 1 lesson; there is 1 bowl, 2 planks
}
