package body_test

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/sim"
)

// Trees and stones are somewhere on a map that nobody has shown the agent. Its body finds
// them, so that whoever learns what actions do needs to know nothing of maps.
func Example() {
	f, err := sim.Parse("wood.json", []byte(`{"format": 1, "id": "wood", "actions": [
		{"label": "chop",  "effects": [{"gives": {"log": 1}, "ways": [{}]}]},
		{"label": "dig",   "effects": [{"gives": {"stone": 1}, "ways": [{}]}]},
		{"label": "carve", "effects": [{"gives": {"club": 1}, "ways": [{"consumes": {"log": 1, "stone": 1}}]}]}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	lived, err := land.New(f)
	if err != nil {
		fmt.Println(err)
		return
	}
	world, err := body.New(lived)
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	session, err := world.Open(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer session.Close()
	walker := session.(interaction.Walker)
	if _, err := walker.Begin(ctx, interaction.State{}, 1); err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range world.Spec().Actions {
		if _, err := walker.Approach(ctx, a.ID, interaction.Where{}); err != nil {
			fmt.Println(err)
			return
		}
		now, err := walker.Step(ctx, a.ID)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %s\n", world.Label(a.ID), now)
	}
	fmt.Println("it walked:", walker.Steps() > 3)
	// Output:
	// chop: 1 log
	// dig: 1 log, 1 stone
	// carve: 1 club
	// it walked: true
}
