package graphstore_test

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// A ledger is only ever appended to. What is known is its fold: here from one trial and the
// finding that rests on it.
func Example() {
	ctx := context.Background()
	v := interaction.NewVocabulary(64, nil)
	v.Add("log")
	trial := interaction.Trial{Action: "a", Start: v.Cut(interaction.None, 0)}
	outcome := trial.Completed(trial.Start, trial.Start.With(0, 1))
	way := graphstore.Way{Yield: graphstore.Yield{Min: 1, Max: 1, Mean: 1}}
	finding := graphstore.Finding{Action: "a", Effect: &graphstore.Effect{Factor: "log", Grade: graphstore.Proven, Unconditional: true,
		Ways: []graphstore.Way{way}, Chance: graphstore.Interval{Low: .025, Estimate: 1, High: 1, Successes: 1, Trials: 1}}}

	var ledger graphstore.Memory
	var entries []graphstore.Entry
	add := func(e graphstore.Entry, err error) {
		if err != nil {
			fmt.Println(err)
		}
		entries = append(entries, e)
	}
	add(graphstore.NewEntry(graphstore.WorldEntry{ID: "forest", Fingerprint: "1", Actions: []interaction.Action{"a"}, Stock: 64}))
	add(graphstore.NewEntry(graphstore.FactorsEntry{Factors: v.Factors()}))
	add(graphstore.NewOutcomeEntry(trial, outcome))
	add(graphstore.NewFindingEntry(finding))
	if err := ledger.Append(ctx, entries...); err != nil {
		fmt.Println(err)
	}
	folded, err := graphstore.Fold(ctx, &ledger, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range folded.Graph.Action("a").Effects {
		fmt.Printf("in %s action a gives %s, %s: it needs %s\n", folded.Graph.World, e.Factor, e.Grade, e.Ways[0])
	}
	report, err := graphstore.Check(ctx, &ledger)
	fmt.Println("the trials support it:", err == nil && report.OK())
	// Output:
	// in forest action a gives log, proven: it needs nothing
	// the trials support it: true
}
