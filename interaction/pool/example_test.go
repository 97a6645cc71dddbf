package pool_test

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
)

const pit = `{"format": 1, "id": "pit", "actions": [
	{"label": "dig",   "effects": [{"gives": {"clay": 1}, "ways": [{}]}]},
	{"label": "mould", "effects": [{"gives": {"brick": 1}, "ways": [{"consumes": {"clay": 2}}]}]}]}`

// Trials run in as many sessions as there are, and their outcomes come in the order of the
// trials.
func Example() {
	f, err := sim.Parse("pit.json", []byte(pit))
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := pool.New(sim.New(f), pool.Config{Sessions: 4, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer p.Close()
	var trials []interaction.Trial
	for clay := range 4 {
		trials = append(trials, interaction.Trial{Action: "b", Start: interaction.StateOf(map[string]int{"clay": clay})})
	}
	outcomes, err := p.Run(context.Background(), trials)
	if err != nil {
		fmt.Println(err)
	}
	for _, o := range outcomes {
		fmt.Printf("from %s: %s\n", o.Start, interaction.FormatChanges(o.Changes))
	}
	// Output:
	// from nothing: nothing
	// from 1 clay: nothing
	// from 2 clay: +1 brick, -2 clay
	// from 3 clay: +1 brick, -2 clay
}
