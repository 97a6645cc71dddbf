package active_test

import (
	"context"
	"fmt"
	"log"

	"github.com/adam-discovery/adam/controller/active"
	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/scenarios"
)

// An agent looks for a cactus in the desert, and sees nothing but pictures.
func Example() {
	ctx := context.Background()
	file, err := scenarios.Load("wilds")
	if err != nil {
		log.Fatal(err)
	}
	world, err := land.New(file)
	if err != nil {
		log.Fatal(err)
	}
	s, err := world.Open(ctx)
	if err != nil {
		log.Fatal(err)
	}
	state, err := s.Begin(ctx, interaction.State{}, 3)
	if err != nil {
		log.Fatal(err)
	}
	sees, err := percipient.Embedded("lived:wilds")
	if err != nil {
		log.Fatal(err)
	}
	want, err := active.ParseContext("cactus, ecology desert", func(string) bool { return false })
	if err != nil {
		log.Fatal(err)
	}
	agent := active.New(s.(interaction.Camera), world.Spec().Ground, []string{"health"}, state, sees, active.Config{Strategy: active.Strategy{Around: true, Doubts: true}, Steps: 1000, Size: 64, Seed: 1})
	seen, err := agent.Find(ctx, want)
	if err != nil {
		log.Fatal(err)
	}
	scene, err := s.(interaction.Teller).Tell(seen.Shot)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("found:", want, "- so it is:", want.In(scene))
	// Output:
	// found: cactus, ecology desert - so it is: true
}
