package refine_test

import (
	"fmt"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/interaction"
)

// A refiner takes away from a start at which the effect was seen, many factors at once,
// until only what is needed is left. It asks for trials and looks at what came of them.
func ExampleGroup() {
	v := interaction.NewVocabulary(8, nil)
	for i := range 100 {
		v.Add(fmt.Sprint("thing", i))
	}
	gem := v.Add("gem")
	all := v.Cut(interaction.Plenty, 100)
	try := func(at interaction.State) (after []interaction.Level) {
		if at.Level("thing17") > 0 && at.Level("thing80") > 0 {
			after = append(after, interaction.Level{Factor: gem, Level: 1})
		}
		return after
	}
	h := discovery.NewHistory(v)
	h.Add(all, try(all))
	c := &discovery.Case{History: h, All: all, Prior: chance.DefaultPrior, Slots: 1}
	for trials := 0; ; trials++ {
		way, ask := refine.Group{}.FindWay(c, h.Find(all))
		if len(ask) == 0 {
			fmt.Println(way, "after fewer than 50 trials:", trials < 50)
			return
		}
		h.Add(ask[0], try(ask[0]))
	}
	// Output:
	// 1 thing17, 1 thing80 after fewer than 50 trials: true
}
