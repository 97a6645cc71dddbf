package inquiry_test

import (
	"fmt"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/interaction"
)

// An inquiry says which starts to try until it knows, with a stated error, what an effect
// needs.
func Example() {
	v := interaction.NewVocabulary(8, nil)
	for _, name := range []string{"log", "coal", "axe", "flint", "torch"} {
		v.Add(name)
	}
	// What nobody knows: a torch takes two logs and a coal, or a flint.
	try := func(at interaction.State) (after []interaction.Level) {
		if at.Level("log") >= 2 && at.Level("coal") >= 1 || at.Level("flint") >= 1 {
			torch, _ := v.Index("torch")
			after = append(after, interaction.Level{Factor: torch, Level: at.At(torch) + 1})
		}
		return after
	}
	all := v.Cut(interaction.Plenty, v.Len())
	h := discovery.NewHistory(v)
	h.Add(all, try(all)) // an inquiry begins when the effect was seen
	q := inquiry.New(inquiry.Subject{Judge: chance.OneSided{}, Refiner: refine.Group{}, History: h, Budget: .01})
	for {
		step := q.Next(discovery.FixedCeilings(all), 4)
		for _, at := range step.Ask {
			h.Add(at, try(at))
		}
		if step.Phase == inquiry.Settled {
			for _, w := range step.Ways {
				fmt.Println("a way:", discovery.At(v, w))
			}
			for _, t := range step.Tests {
				fmt.Println("not from:", t.At)
			}
			return
		}
	}
	// Output:
	// a way: 1 flint
	// a way: 1 coal, 2 log
	// not from: 8 axe, 8 coal, 1 log, 8 torch
	// not from: 8 axe, 8 log, 8 torch
}
