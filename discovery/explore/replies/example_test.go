package replies_test

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/discovery/explore/replies"
	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/graphstore"
)

// A run that was killed and is gone on with is told again what it was told: the ledger
// answers, and nothing is paid twice.
func Example() {
	ctx := context.Background()
	var ledger graphstore.Memory
	run, err := graphstore.NewEntry(graphstore.RunEntry{Delta: .01, Config: []byte(`{}`)})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := ledger.Append(ctx, run); err != nil {
		fmt.Println(err)
		return
	}
	model := llm.CompleterFunc(func(context.Context, llm.Request) (llm.Reply, error) {
		return llm.Reply{Text: "{b; d}", Usage: llm.Usage{Calls: 1, USD: .02}}, nil
	})
	question := llm.Request{Model: "some-model", Messages: []llm.Message{{Role: "user", Text: "What does d need?"}}}
	for range 2 {
		var spent llm.Meter
		cache := replies.New(&ledger, model, &spent)
		reply, err := cache.Complete(ctx, question)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s, known: %v, calls now: %d, spent in all: $%.2f\n", reply.Text, reply.Cached, cache.Fresh().Calls, spent.Total().USD)
	}
	// Output:
	// {b; d}, known: false, calls now: 1, spent in all: $0.02
	// {b; d}, known: true, calls now: 0, spent in all: $0.02
}
