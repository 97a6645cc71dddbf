package luanti_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/luanti"
)

// This one is compiled and not run, as it needs the game: whoever holds a log crafts what
// can be made of it.
func Example() {
	ctx := context.Background()
	world, err := luanti.New(ctx, luanti.Config{Servers: 1})
	if errors.Is(err, luanti.ErrNotInstalled) {
		fmt.Println(luanti.Hint)
		return
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	defer world.Close()
	session, err := world.Open(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer session.Close()
	tree := interaction.StateOf(map[string]int{"default:tree": 1})
	for _, a := range world.Spec().Actions {
		outcome, fault := interaction.Execute(ctx, session, interaction.Trial{Action: a.ID, Start: tree}, 1)
		if fault != nil {
			fmt.Println(fault)
			return
		}
		if len(outcome.Changes) > 0 {
			fmt.Printf("%s: %s\n", world.Label(a.ID), interaction.FormatChanges(outcome.Changes))
		}
	}
}
