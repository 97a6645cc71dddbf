package sim_test

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
)

// A world is a text of rules. Whoever plays it sees names of actions that mean nothing, and
// what there is before and after.
func Example() {
	f, err := sim.Parse("workshop.json", []byte(`{"format": 1, "id": "workshop", "actions": [
		{"label": "chop",  "effects": [{"gives": {"log": 1}, "ways": [{}]}]},
		{"label": "saw",   "effects": [{"gives": {"planks": 4}, "ways": [{"consumes": {"log": 1}}]}]},
		{"label": "carve", "effects": [{"gives": {"stick": 2}, "ways": [{"consumes": {"planks": 1}}]}]}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	world, ctx := sim.New(f), context.Background()
	session, err := world.Open(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer session.Close()
	now, err := session.Begin(ctx, interaction.State{}, 1)
	for _, a := range []interaction.Action{"a", "b", "c", "c"} {
		if err == nil {
			now, err = session.Step(ctx, a)
		}
		fmt.Printf("%s (%s): %s\n", a, world.Label(a), now)
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// a (chop): 1 log
	// b (saw): 4 planks
	// c (carve): 3 planks, 2 stick
	// c (carve): 2 planks, 4 stick
}

// Parse says of every fault where it is.
func ExampleParse() {
	_, err := sim.Parse("broken.json", []byte(`{"format": 1, "id": "broken", "actions": [
		{"label": "chop", "effects": [{"gives": {"log": 0}, "ways": [{}]}]},
		{"label": "saw",  "effects": [{"gives": {"planks": 4}, "ways": [{"consumes": {"lgo": 1}}]}]}]}`))
	fmt.Println(err)
	// Output:
	// broken.json:2: the quantity of "log" must be a whole number from 1 to 1000000, not 0
	// broken.json:3: unknown factor "lgo" (did you mean "log"?): no action gives it, and neither "items" nor "factors" lists it
}
