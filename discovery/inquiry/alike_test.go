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

// What stands for each other elsewhere helps to find a class with many mixtures, and
// does no harm where it is no class here, or one with an item less.
func TestAlike(t *testing.T) {
	class := req(6, 0, 1, 2, 3, 4)
	ways := map[string][]discovery.Way{
		"class":         {{class, req(3, 5)}},
		"smaller class": {{req(6, 1, 2, 3, 4), req(3, 5)}},
		"no class":      {{req(2, 0), req(4, 1)}, {req(4, 2), req(2, 3)}},
	}
	for name, truth := range ways {
		trials, alone := 0, 0
		for seed := range uint64(6) {
			for _, know := range []bool{true, false} {
				o := &discoverytest.Oracle{Items: 8, Ways: truth, Chance: 1, Rand: rand.New(rand.NewPCG(seed, 30))}
				q := newInquiry(refine.Group{})
				if know {
					q.Substitutes = func(item int) [][]interaction.Level {
						if item > 4 {
							return nil
						}
						return [][]interaction.Level{discovery.Alternate([]discovery.Way{{class}})[0].Levels}
					}
				}
				all := o.All(64)
				try(q, o, all)
				step := finish(t, q, o, all, 8)
				if wrong, _ := discoverytest.Compare(truth, step.Ways); wrong != "" || step.Phase != inquiry.Settled {
					t.Errorf("%s, seed %d, known elsewhere %v: %v %s", name, seed, know, step.Phase, wrong)
				}
				for _, r := range q.History.Records() {
					if know {
						trials += r.Trials
					} else {
						alone += r.Trials
					}
				}
			}
		}
		t.Logf("%s: %d trials, %d where nothing is known", name, trials, alone)
		if name == "class" && trials > alone {
			t.Errorf("%s: %d trials, and %d where nothing is known", name, trials, alone)
		}
	}
}

// Where several of a class are needed, and one of them at least is a certain one, as nine
// leaves of which one is a pine's, there is a way for each number of that one. Mixtures of the
// others aren't found one by one.
func TestOneOfThemAtLeast(t *testing.T) {
	const count = 9
	for others, most := range map[int]int{3: 750, 5: 2300} {
		class := make([]int, others)
		for i := range class {
			class[i] = i
		}
		truth := []discovery.Way{{req(count, others)}}
		for n := 1; n < count; n++ {
			truth = append(truth, discovery.Way{req(count-n, class...), req(n, others)})
		}
		o := &discoverytest.Oracle{Items: others + 2, Ways: truth, Chance: 1, Consume: true, Rand: rand.New(rand.NewPCG(1, 31))}
		q := newInquiry(refine.Group{})
		all := o.All(64)
		try(q, o, all)
		step := finish(t, q, o, all, 8)
		if wrong, _ := discoverytest.Compare(truth, step.Ways); wrong != "" || step.Phase != inquiry.Settled {
			t.Errorf("%d others: %v %s %s", others, step.Phase, wrong, step.Reason)
		}
		trials := 0
		for _, r := range q.History.Records() {
			trials += r.Trials
		}
		if trials > most {
			t.Errorf("%d others: %d trials", others, trials)
		}
	}
}
