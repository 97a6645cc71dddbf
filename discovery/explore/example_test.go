package explore_test

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
)

// Everything that an unknown world can do is learned by trials, which are kept in a ledger.
func ExampleWorld() {
	f, err := sim.Parse("workshop.json", []byte(`{"format": 1, "id": "workshop", "actions": [
		{"label": "chop",  "effects": [{"gives": {"log": 1}, "chance": 0.7, "ways": [{}]}]},
		{"label": "saw",   "effects": [{"gives": {"planks": 4}, "ways": [{"consumes": {"log": 1}}]}]},
		{"label": "build", "effects": [{"gives": {"table": 1}, "ways": [{"consumes": {"planks": 4}}]}]},
		{"label": "carve", "effects": [{"gives": {"bowl": 1}, "ways": [{"consumes": {"planks": 2}, "needs": {"table": 1}}]}]}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	var ledger graphstore.Memory
	sum, err := explore.World(ctx, sim.New(f), &ledger, explore.Default(), pool.Config{Sessions: 1}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d of %d actions are certified, and something is wrong with a probability of at most %v\n", sum.ActionsCertified, sum.ActionsTotal, sum.Delta)
	folded, err := graphstore.Fold(ctx, &ledger, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range folded.Graph.Actions {
		for _, e := range a.Effects {
			fmt.Printf("%s gives %s, %s: %s\n", a.ID, e.Factor, e.Grade, e.Ways[0])
		}
	}
	// Output:
	// 4 of 4 actions are certified, and something is wrong with a probability of at most 0.01
	// a gives log, certified: nothing
	// b gives planks, certified: 1 log
	// c gives table, certified: 4 planks
	// d gives bowl, certified: 2 planks + table (kept)
}
