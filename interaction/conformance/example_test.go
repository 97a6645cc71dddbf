package conformance_test

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
	"github.com/adam-discovery/adam/interaction/sim"
)

// A test of a world of one's own calls [conformance.World]; a program calls this.
func ExampleCheckWorld() {
	f, err := sim.Parse("pit.json", []byte(`{"format": 1, "id": "pit", "actions": [
		{"label": "dig",   "effects": [{"gives": {"clay": 1}, "ways": [{}], "chance": 0.5}]},
		{"label": "mould", "effects": [{"gives": {"brick": 1}, "ways": [{"consumes": {"clay": 2}}]}]}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	open := func() interaction.World { return sim.New(f) }
	err = conformance.CheckWorld(context.Background(), 1, open, func(string) {}, func(r conformance.Result) {
		switch {
		case r.Err != nil:
			fmt.Printf("%s: %v\n", r.Name, r.Err)
		case r.Skipped != "":
			fmt.Printf("%s: skipped, as %s\n", r.Name, r.Skipped)
		default:
			fmt.Printf("%s: ok\n", r.Name)
		}
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// spec: ok
	// start: ok
	// representation: ok
	// limits: skipped, as the world says of no factor that it is limited
	// unknown factor: ok
	// batch: skipped, as the world doesn't take batches
	// observations: ok
	// pictures: skipped, as the world doesn't say that it has pictures
	// memory: ok
	// independent sessions: ok
	// seeds: ok
	// unknown action: ok
	// cancelled: ok
	// close: ok
}
