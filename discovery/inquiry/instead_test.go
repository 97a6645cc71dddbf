package inquiry_test

import (
	"math/rand/v2"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/discovery/internal/discoverytest"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/interaction"
)

// What was found elsewhere to burn is a guess at what burns here. It spares trials, also where
// it takes more of each here, and where the guess is wrong by one the ways are right all the same.
func TestWhatStandsElsewhereIsAGuess(t *testing.T) {
	const ore, furnace, things = 0, 1, 24
	burns := func(first, last, times int) (ways []discovery.Way) {
		for f := first; f <= last; f++ {
			ways = append(ways, discovery.Way{req(1, ore), req(1, furnace), req(times*(1+f%3), f)})
		}
		return ways
	}
	elsewhere := discovery.Alternate(burns(3, things-2, 1))
	if len(elsewhere) != 1 || len(elsewhere[0].Levels) != things-4 {
		t.Fatalf("%v", elsewhere)
	}
	for name, truth := range map[string][]discovery.Way{
		"the same":       burns(3, things-2, 1),
		"twice as many":  burns(3, things-2, 2),
		"one less":       burns(4, things-2, 1),
		"one more":       burns(2, things-2, 1),
		"one other":      burns(4, things-1, 1),
		"two of it":      burns(3, 4, 1),
		"nothing but it": burns(3, 3, 1),
	} {
		trials := map[bool]int{}
		for seed := range uint64(4) {
			for _, chance := range []float64{1, .7} {
				for _, know := range []bool{true, false} {
					o := &discoverytest.Oracle{Items: things, Ways: truth, Chance: chance, Consume: true, Rand: rand.New(rand.NewPCG(seed, 32))}
					q := newInquiry(refine.Group{})
					if know {
						q.Substitutes = func(factor int) [][]interaction.Level {
							if _, ok := discovery.Holds(elsewhere[0].Levels, factor); !ok {
								return nil
							}
							return [][]interaction.Level{elsewhere[0].Levels}
						}
					}
					all := o.All(64)
					for !try(q, o, all) {
					}
					step := finish(t, q, o, all, 512)
					if wrong, _ := discoverytest.Compare(truth, step.Ways); wrong != "" || step.Phase != inquiry.Settled {
						t.Errorf("%s, chance %v, seed %d, known elsewhere %v: %v %s", name, chance, seed, know, step.Phase, wrong)
					}
					for _, r := range q.History.Records() {
						trials[know] += r.Trials
					}
				}
			}
		}
		t.Logf("%s: %d trials, %d where nothing is known elsewhere", name, trials[true], trials[false])
		if len(truth) > 2 && trials[true]*4 > trials[false]*3 {
			t.Errorf("%s: %d trials, and %d where nothing is known elsewhere", name, trials[true], trials[false])
		}
		// Eight runs; each thing of the guess is tried by itself and in plenty, once or so.
		if most := trials[false] + 8*2*len(elsewhere[0].Levels); trials[true] > most {
			t.Errorf("%s: %d trials, and %d where nothing is known elsewhere: a wrong guess costs too much", name, trials[true], trials[false])
		}
	}
}
