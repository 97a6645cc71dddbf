package mcu_test

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/mcu"
)

// A task is set a scene, played, and judged by what was done.
func Example() {
	ctx := context.Background()
	file, err := scenarios.Load("wilds")
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := mcu.NewGame(file, true)
	if err != nil {
		fmt.Println(err)
		return
	}
	task, err := game.Composed("chop 2 logs, then build a workbench")
	if err != nil {
		fmt.Println(err)
		return
	}
	scene, err := (&mcu.Generator{Game: game, Seed: 1}).Scene(ctx, task, mcu.Simple, 0, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	played, err := game.Play(ctx, scene, &mcu.Planning{Graph: game.Graph, Patrols: true, Sees: mcu.Sighted})
	fmt.Println(task.Goal())
	fmt.Println(played.End, err)
	// Output:
	// chop 2 log then build 1 workbench
	// done <nil>
}
