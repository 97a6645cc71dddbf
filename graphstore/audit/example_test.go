package audit_test

import (
	"fmt"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/audit"
)

// gives is an effect with one way: so many of a factor, kept or used up, for so many of another.
func gives(factor string, n int, needs string, count, consumed int) []graphstore.Effect {
	w := graphstore.Way{Yield: graphstore.Yield{Min: n, Max: n, Mean: float64(n)}}
	if needs != "" {
		w.Members = graphstore.Members{{Factors: []string{needs}, Count: count, Consumed: consumed}}
	}
	return []graphstore.Effect{{Factor: factor, Grade: graphstore.Certified, Ways: []graphstore.Way{w}, Chance: graphstore.Interval{Estimate: 1}}}
}

// Whoever makes a game wants to know what can't be had, what is good for nothing, and what
// makes something out of nothing.
func ExampleNew() {
	g := &graphstore.Graph{World: "mine",
		Factors: []graphstore.Factor{{Name: "block"}, {Name: "crown"}, {Name: "ore"}, {Name: "scepter"}, {Name: "wand"}},
		Actions: []graphstore.Action{
			{ID: "a", Label: "dig", Effects: gives("ore", 1, "", 0, 0)},
			{ID: "b", Label: "press", Effects: gives("block", 1, "ore", 9, 9)},
			{ID: "c", Label: "break", Effects: gives("ore", 10, "block", 1, 1)},
			{ID: "d", Label: "forge", Effects: gives("crown", 1, "block", 2, 2)},
			{ID: "e", Label: "bless", Effects: gives("scepter", 1, "wand", 1, 0)},
			{ID: "f", Label: "sing", Reason: "it did nothing"},
		}}
	r := audit.New(g)
	fmt.Println("can't be had:", r.Unreachable)
	fmt.Println("good for nothing:", r.DeadEnds)
	for _, u := range r.Useless {
		fmt.Println("does nothing:", u.Label)
	}
	for _, l := range r.Loops {
		fmt.Println("out of nothing:", l)
	}
	// Output:
	// can't be had: [scepter wand]
	// good for nothing: [crown]
	// does nothing: sing
	// out of nothing: press (9 ore), break (1 block) gain 1 ore
}
