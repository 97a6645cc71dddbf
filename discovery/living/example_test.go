package living_test

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/scenarios"
)

func Example() {
	rules, err := scenarios.Load("tiny")
	if err != nil {
		fmt.Println(err)
		return
	}
	onMap, err := land.New(rules)
	if err != nil {
		fmt.Println(err)
		return
	}
	world, err := body.New(onMap)
	if err != nil {
		fmt.Println(err)
		return
	}
	cfg := explore.Default()
	cfg.Stock = living.DefaultStock
	sum, err := living.World(context.Background(), world, &graphstore.Memory{}, cfg, pool.Config{Sessions: 1}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d of %d actions certified\n", sum.ActionsCertified, sum.ActionsTotal)
	// Output: 5 of 5 actions certified
}
