package votes_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/adam-discovery/adam/scenarios/mcu/votes"
)

// A ballot is handed out and cast, and counts for the recording that was meant, whichever side it was on.
func Example() {
	dir, err := os.MkdirTemp("", "votes")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	box, err := votes.Open(filepath.Join(dir, "votes.db"), []string{"task progress"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = box.Close() }()
	ctx := context.Background()
	token, swapped, err := box.Hand(ctx, votes.Pair{First: "ours-1", Second: "random-1", Task: "mine 1 log"})
	if err != nil {
		fmt.Println(err)
		return
	}
	better := "a"
	if swapped {
		better = "b"
	}
	err = box.Cast(ctx, token, map[string]string{"task progress": better})
	all, _ := box.All(ctx)
	fmt.Println(err, all[0].First, all[0].Result)
	// Output:
	// <nil> ours-1 1
}
