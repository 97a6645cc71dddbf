package percipient_test

import (
	"context"
	"fmt"
	"log"

	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/scenarios"
)

// What the eyes of an agent see as its life begins.
func ExampleLearned_Ask() {
	ctx := context.Background()
	f, err := scenarios.Load("wilds")
	if err != nil {
		log.Fatal(err)
	}
	w, err := land.New(f)
	if err != nil {
		log.Fatal(err)
	}
	s, err := w.Open(ctx)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := s.Begin(ctx, interaction.State{}, 3); err != nil {
		log.Fatal(err)
	}
	frame, err := s.(interaction.Camera).Shoot(interaction.Shot{View: interaction.Eyes, Width: 64, Height: 64}, nil)
	if err != nil {
		log.Fatal(err)
	}
	p, err := percipient.Embedded("lived:wilds")
	if err != nil {
		log.Fatal(err)
	}
	for _, q := range []percipient.Question{{Aspect: percipient.Object, Name: "cactus"}, {Aspect: percipient.Creature, Name: "pig"}, {Aspect: percipient.Ecology, Name: "desert"}, {Aspect: percipient.Time, Name: "night"}} {
		a, err := p.Ask(ctx, frame, q)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(q.Aspect, q.Name, a.Holds)
	}
	// Output:
	// object cactus true
	// creature pig false
	// ecology desert true
	// time night false
}
