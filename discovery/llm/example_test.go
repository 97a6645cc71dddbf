package llm_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/interaction"
)

// A model is shown outcomes, with codes for names, and says what it takes for causes. Where
// it gives no answer, another hypothesizer does. [llm.Connect] makes a completer that asks a
// server; this one stands for it.
func Example() {
	v := interaction.NewVocabulary(8, nil)
	log, stone, planks := v.Add("log"), v.Add("stone"), v.Add("planks")
	h := discovery.NewHistory(v)
	h.Add(v.Cut(interaction.None, 0).With(log, 2).With(stone, 1), []interaction.Level{{Factor: log, Level: 1}, {Factor: planks, Level: 4}})

	model := llm.CompleterFunc(func(_ context.Context, r llm.Request) (llm.Reply, error) {
		prompt := r.Messages[len(r.Messages)-1].Text
		fmt.Println("it is told what things are called:", strings.Contains(prompt, "log"))
		return llm.Reply{Text: `What was used up is needed: {"causes": ["b"], "effect": "d"}`, Usage: llm.Usage{Calls: 1}}, nil
	})
	cfg := llm.Default()
	cfg.Model = "some-model"
	guesser := llm.New(cfg, model, discovery.NoHypothesis{})
	guess, err := guesser.Propose(context.Background(), discovery.View{Factors: v.Factors(), History: h, Effect: planks})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, i := range guess.Named() {
		fmt.Println("likely a cause:", v.Name(i))
	}
	fmt.Printf("%d question, %d answered\n", guesser.Report().Questions, guesser.Report().Answered)
	// Output:
	// it is told what things are called: false
	// likely a cause: log
	// 1 question, 1 answered
}
