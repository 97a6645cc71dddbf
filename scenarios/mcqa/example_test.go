package mcqa_test

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/mcqa"
)

// How much of a game does a model know before any trial? [llm.Connect] makes a completer
// that asks a server; this one stands for a model that says planks, whatever the question.
func Example() {
	f, err := scenarios.Load("tiny")
	if err != nil {
		fmt.Println(err)
		return
	}
	cfg := llm.Default()
	cfg.Model = "some-model"
	model := llm.CompleterFunc(func(context.Context, llm.Request) (llm.Reply, error) {
		return llm.Reply{Text: `{"ingredients": ["planks"]}`, Usage: llm.Usage{Calls: 1}}, nil
	})
	report, err := mcqa.Evaluate(context.Background(), mcqa.Generate(f, "a game of wood", 1), cfg, model, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range report.Results {
		fmt.Printf("%s from %v is right: %v\n", r.Item, r.Answer, r.Right)
	}
	fmt.Printf("%d of %d right; of all such questions between %.2f and %.2f\n", report.Right, report.Questions, report.Interval[0], report.Interval[1])
	// Output:
	// axe from [planks] is right: false
	// planks from [planks] is right: false
	// stick from [planks] is right: true
	// 1 of 3 right; of all such questions between 0.01 and 0.91
}
