package crafter_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/crafter"
)

// This one is compiled and not run, as it needs the game: a walk to the east shows what is there.
func Example() {
	ctx := context.Background()
	world, err := crafter.New(ctx, "")
	if errors.Is(err, crafter.ErrNotInstalled) {
		fmt.Println(crafter.Hint)
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
	if _, err := session.Begin(ctx, interaction.State{}, 1); err != nil {
		fmt.Println(err)
		return
	}
	ground := world.Spec().Ground
	for range 10 {
		now, err := session.Step(ctx, ground.Moves[1])
		if err != nil {
			fmt.Println(err)
			return
		}
		ahead := session.(interaction.Seer).Look().At(1, 0)
		fmt.Printf("%s; ahead is %s\n", now, ground.Things[ahead].Name)
	}
}
