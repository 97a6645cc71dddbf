package llmsim_test

import (
	"context"
	"fmt"
	"time"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/discovery/llm/llmsim"
	"github.com/adam-discovery/adam/interaction"
)

// Everything between a guess and a server can be tried without a model: here one that is
// busy at first, and then answers as well as the trials in the prompt allow.
func Example() {
	server, err := llmsim.Serve(llmsim.Config{Seed: 1, Fault: func(n int) llmsim.Fault {
		if n == 1 {
			return llmsim.TooMany
		}
		return ""
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	cfg := llm.Default()
	cfg.Model, cfg.BaseURL, cfg.Backoff = "played", server.URL(), time.Millisecond
	guesser := llm.New(cfg, llm.Connect(cfg, llm.Secret{}, 1, &llm.Meter{}), discovery.NoHypothesis{})

	v := interaction.NewVocabulary(8, nil)
	log, axe, stone, planks := v.Add("log"), v.Add("axe"), v.Add("stone"), v.Add("planks")
	nothing := v.Cut(interaction.None, 0)
	h := discovery.NewHistory(v)
	h.Add(nothing.With(log, 1).With(axe, 1), []interaction.Level{{Factor: log, Level: 0}, {Factor: planks, Level: 4}})
	h.Add(nothing.With(log, 1).With(stone, 1), nil)
	guess, err := guesser.Propose(context.Background(), discovery.View{Factors: v.Factors(), History: h, Effect: planks})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, i := range guess.Named() {
		fmt.Println("likely a cause:", v.Name(i))
	}
	fmt.Printf("%d answer to %d requests\n", guesser.Report().Answered, len(server.Requests()))
	// Output:
	// likely a cause: log
	// 1 answer to 2 requests
}
