package scenarios_test

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// What was learned of a world is held against the truth, which follows from its rules.
func Example() {
	f, err := scenarios.Load("tiny")
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	var ledger graphstore.Memory
	if _, err := explore.World(ctx, sim.New(f), &ledger, explore.Default(), pool.Config{Sessions: 1}, nil); err != nil {
		fmt.Println(err)
		return
	}
	folded, err := graphstore.Fold(ctx, &ledger, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	truth := scenarios.NewTruth(f)
	score := scenarios.NewScore(truth, folded.Graph)
	fmt.Printf("%s: %d of %d ways, %d edges missing or too many, %d wrong certificates\n", score.World, score.WaysExact, score.WaysTotal, score.SHD, len(score.WrongCertificates))
	// Output:
	// tiny: 8 of 8 ways, 0 edges missing or too many, 0 wrong certificates
}

// A modified game has other rules for the same items, and its goal can still be had.
func ExampleMutate() {
	f, err := scenarios.Load("tiny")
	if err != nil {
		fmt.Println(err)
		return
	}
	modified, edits, err := scenarios.Mutate(context.Background(), f, scenarios.Options{Seed: 1, Edits: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(modified.ID)
	for _, e := range edits {
		fmt.Println(e)
	}
	// Output:
	// tiny-mutated-1-2
	// makeSticks also works with log for planks
	// makeAxe also takes 2 sapling
}
