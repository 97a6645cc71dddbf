package queue_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/queue"
	"github.com/adam-discovery/adam/interaction/sim"
)

// A coordinator puts trials into a queue, and a worker, here in the same process, runs them.
func Example() {
	folder, err := os.MkdirTemp("", "queue")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	server, err := queue.Serve("127.0.0.1:0", folder, queue.Access{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	f, err := sim.Parse("pit.json", []byte(`{"format": 1, "id": "pit", "items": ["clay"], "actions": [
		{"label": "mould", "effects": [{"gives": {"brick": 1}, "ways": [{"consumes": {"clay": 2}}]}]}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	ended := make(chan error, 1)
	go func() { // on another machine
		conn, err := queue.Connect(ctx, server.URL(), queue.Access{})
		if err == nil {
			defer conn.Close()
			err = (&queue.Worker{World: sim.New(f), Sessions: 2, Version: "1"}).Run(ctx, conn)
		}
		ended <- err
	}()
	conn, err := server.Connect()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer conn.Close()
	c, err := queue.New(ctx, conn, sim.New(f).Spec(), queue.Config{Name: "example", Version: "1", Seed: 1, Attempts: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	var trials []interaction.Trial
	for clay := range 4 {
		trials = append(trials, interaction.Trial{Action: "a", Start: interaction.StateOf(map[string]int{"clay": clay})})
	}
	outcomes, err := c.Run(ctx, trials)
	if err != nil {
		fmt.Println(err)
	}
	for _, o := range outcomes {
		fmt.Printf("from %s: %s\n", o.Start, interaction.FormatChanges(o.Changes))
	}
	cancel()
	fmt.Println(<-ended)
	// Output:
	// from nothing: nothing
	// from 1 clay: nothing
	// from 2 clay: +1 brick, -2 clay
	// from 3 clay: +1 brick, -2 clay
	// <nil>
}
