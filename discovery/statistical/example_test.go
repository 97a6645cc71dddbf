package statistical_test

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/statistical"
	"github.com/adam-discovery/adam/interaction"
)

// From a few outcomes alone: what a success used up is needed, and what the effect came
// without isn't.
func Example() {
	v := interaction.NewVocabulary(8, nil)
	log, axe, stone, planks := v.Add("log"), v.Add("axe"), v.Add("stone"), v.Add("planks")
	nothing := v.Cut(interaction.None, 0)
	h := discovery.NewHistory(v)
	made := []interaction.Level{{Factor: log, Level: 0}, {Factor: planks, Level: 4}}
	h.Add(nothing.With(log, 1).With(axe, 1).With(stone, 1), made)
	h.Add(nothing.With(log, 1).With(axe, 1), made)
	h.Add(nothing.With(log, 1).With(stone, 1), nil)
	h.Add(nothing.With(axe, 1).With(stone, 1), nil)
	guess, err := statistical.Hypothesizer{}.Propose(context.Background(), discovery.View{Factors: v.Factors(), History: h, Effect: planks})
	if err != nil {
		fmt.Println(err)
	}
	for _, i := range guess.Named() {
		fmt.Println("likely a cause:", v.Name(i))
	}
	fmt.Println("more likely than stone:", guess.Causes[axe] > guess.Causes[stone])
	// Output:
	// likely a cause: log
	// more likely than stone: true
}
