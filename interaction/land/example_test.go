package land_test

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/sim"
)

// look draws what is seen, with the agent in the middle.
func look(s interaction.Seer, g *interaction.Ground) {
	view := s.Look()
	for dy := -view.Height / 2; dy <= view.Height/2; dy++ {
		for dx := -view.Width / 2; dx <= view.Width/2; dx++ {
			thing := view.At(dx, dy)
			switch {
			case dx == 0 && dy == 0:
				fmt.Print("@")
			case thing == interaction.Unseen:
				fmt.Print(" ")
			case g.Things[thing].Name == "tree":
				fmt.Print("T")
			default:
				fmt.Print(".")
			}
		}
		fmt.Println()
	}
}

// Wood is chopped where a tree is, and nowhere else. An agent sees the cells around it, and
// walks and turns by actions of its own.
func Example() {
	f, err := sim.Parse("wood.json", []byte(`{"format": 1, "id": "wood",
		"map": {"size": 24, "biomes": {"forest": {"ground": "grass"}}, "things": {"tree": {"share": 0.1}}},
		"actions": [{"label": "chop", "at": "tree", "effects": [{"gives": {"log": 1}, "ways": [{}]}]}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	world, err := land.New(f)
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, ground := context.Background(), world.Spec().Ground
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
	look(session.(interaction.Seer), ground)
	north := ground.Moves[2]
	for _, a := range []interaction.Action{"a", north, north, "a"} {
		now, err := session.Step(ctx, a)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %s\n", a, now)
	}
	look(session.(interaction.Seer), ground)
	// Output:
	// ....T....
	// .........
	// .........
	// ....@....
	// .........
	// ........T
	// T..T...T.
	// a: nothing
	// go-north: nothing
	// go-north: nothing
	// a: 1 log
	// T...T....
	// T..T.....
	// ....T....
	// ....@....
	// .........
	// .........
	// .........
}
