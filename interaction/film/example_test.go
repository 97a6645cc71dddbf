package film_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/film"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/sim"
)

func Example() {
	ctx := context.Background()
	f, err := sim.Parse("wood.json", []byte(rules))
	if err != nil {
		log.Fatal(err)
	}
	world, err := land.New(f)
	if err != nil {
		log.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "frames")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	filmed, err := film.New(world, dir, 1000)
	if err != nil {
		log.Fatal(err)
	}
	s, err := filmed.Open(ctx)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := s.Begin(ctx, interaction.State{}, 1); err != nil {
		log.Fatal(err)
	}
	if _, err := s.Step(ctx, filmed.Spec().Ground.Moves[0]); err != nil {
		log.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.png"))
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range files {
		fmt.Println(filepath.Base(f))
	}
	// Output:
	// 0001-000000.png
	// 0001-000001.png
}
