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

// Once a guess says why things stand for each other, groups that share two of them by chance aren't tried, however
// many there are; and that hundreds do isn't taken for a sign that none is needed.
func TestGuessesThatSayNothingNew(t *testing.T) {
	const ore, furnace, fuels, others, strange = 0, 1, 200, 20, 3
	const things = 2 + fuels + others*strange
	var truth []discovery.Way
	for f := 2; f < 2+fuels; f++ {
		truth = append(truth, discovery.Way{req(1, ore), req(1, furnace), req(1+f%3, f)})
	}
	groups := map[int][][]interaction.Level{}
	add := func(g []interaction.Level) {
		for _, l := range g {
			groups[l.Factor] = append(groups[l.Factor], g)
		}
	}
	trials := map[bool]int{}
	for _, more := range []bool{false, true} {
		if !more {
			add(discovery.Alternate(truth[:fuels-1])[0].Levels) // one has to be found
		}
		for g := 0; more && g < others; g++ { // two that burn, and three things that don't
			ls := []interaction.Level{{Factor: 2 + 2*g, Level: 1}, {Factor: 3 + 2*g, Level: 1}}
			for s := range strange {
				ls = append(ls, interaction.Level{Factor: 2 + fuels + g*strange + s, Level: 1})
			}
			add(ls)
		}
		o := &discoverytest.Oracle{Items: things, Ways: truth, Chance: 1, Consume: true, Rand: rand.New(rand.NewPCG(1, 32))}
		q := newInquiry(refine.Group{})
		q.Substitutes = func(factor int) [][]interaction.Level { return groups[factor] }
		all := o.All(64)
		for !try(q, o, all) {
		}
		step := finish(t, q, o, all, 512)
		if wrong, _ := discoverytest.Compare(truth, step.Ways); wrong != "" || step.Phase != inquiry.Settled {
			t.Errorf("others %v: %v %s", more, step.Phase, wrong)
		}
		rest := discovery.At(q.History.Vocabulary(), discovery.Way{req(1, ore), req(1, furnace)})
		for _, r := range q.History.Records() {
			trials[more] += r.Trials
			if r.At.Equal(rest) && r.Trials > 24 {
				t.Errorf("others %v: what all have in common was tried %d times by itself", more, r.Trials)
			}
		}
	}
	t.Logf("%d trials, %d where other groups share some of it", trials[false], trials[true])
	if trials[true] > trials[false]+2*others {
		t.Errorf("%d trials, %d where other groups share some of it", trials[false], trials[true])
	}
}
