package refine_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/discovery/internal/discoverytest"
	"github.com/adam-discovery/adam/discovery/refine"
)

const (
	delta = .01 // of every certificate here
	// limit is the number of trials after which a search is taken for endless.
	limit = 5000
)

var refiners = []discovery.Refiner{refine.Group{}, refine.OneAtATime{}}

// TestWorlds certifies random worlds and compares with the truth. The certificates
// promise to be right in all but a share delta of them, in every cell and in all.
//
// Classes of which several are needed are the exception: what the caps leave of a
// class is tried in one mixture only, so that a certificate with a class may be
// wrong beyond delta, and a world of large classes may take many trials. These
// cells say what was measured; the bound that they are held to is the measure, not
// a promise.
func TestWorlds(t *testing.T) {
	classes := discoverytest.Shape{MinItems: 8, MaxItems: 12, Ways: 3, Members: 3, Count: 3, Classes: true}
	substitutes := discoverytest.Shape{MinItems: 8, MaxItems: 12, Ways: 3, Members: 3, Count: 1, Classes: true, Tangled: true}
	large := discoverytest.Shape{MinItems: 6, MaxItems: 12, Ways: 4, Members: 4, Count: 5, Classes: true}
	for _, g := range []struct {
		name    string
		shape   discoverytest.Shape
		worlds  int     // per cell, half of it at chance .5
		wrong   float64 // share of wrong certificates
		endless float64 // share of worlds that may exceed the limit
		exact   bool    // nothing is left to chance where the effect always comes
	}{
		{"pure", discoverytest.Small, 30, delta, 0, true},
		{"substitutes", substitutes, 20, delta, 0, true},
		{"classes", classes, 6, .02, 0, false},
		{"large classes", large, 4, .06, .04, false},
	} {
		t.Run(g.name, func(t *testing.T) {
			worlds := g.worlds
			if testing.Short() {
				worlds = (worlds + 3) / 4
			}
			var all tallied
			t.Cleanup(func() { // after the parallel cells
				t.Logf("%d worlds: %d wrong, %d untidy, %d beyond %d trials, %.0f trials on average", all.worlds, all.wrong, all.untidy, all.endless, limit, float64(all.trials)/float64(all.worlds))
				if most := discoverytest.Binomial(all.worlds, g.wrong); all.wrong > most {
					t.Errorf("%d of %d certificates are wrong, at most %d by chance", all.wrong, all.worlds, most)
				}
				if most := int(g.endless * float64(all.worlds)); all.endless > most {
					t.Errorf("%d of %d worlds take over %d trials, at most %d are known to", all.endless, all.worlds, limit, most)
				}
			})
			for _, r := range refiners {
				for _, width := range []int{1, 8} {
					for _, p := range []float64{1, .8, .5} {
						t.Run(fmt.Sprintf("%s/width=%d/p=%v", r.Name(), width, p), func(t *testing.T) {
							t.Parallel()
							n := worlds
							if p == .5 {
								n = (n + 1) / 2 // these take longest
							}
							for seed := range uint64(n) {
								wrong := all.world(t, g.shape, r, width, p, seed)
								if wrong && g.exact && p == 1 {
									t.Errorf("seed %d: wrong though no trial was unlucky", seed)
								}
							}
						})
					}
				}
			}
		})
	}
}

type tallied struct {
	sync.Mutex
	worlds, wrong, untidy, endless, trials int
}

// world learns one world and reports whether its certificate is wrong.
func (a *tallied) world(t *testing.T, s discoverytest.Shape, r discovery.Refiner, width int, p float64, seed uint64) bool {
	o := discoverytest.Random(rand.New(rand.NewPCG(seed, 1)), s, p)
	q := inquiry.New(inquiry.Subject{Judge: chance.OneSided{}, Refiner: r, Budget: delta})
	cost := o.Learn(q, width, limit)
	wrong, untidy := discoverytest.Compare(o.Ways, cost.Step.Ways)
	a.Lock()
	defer a.Unlock()
	a.worlds++
	a.trials += cost.Trials
	settled := cost.Step.Phase == inquiry.Settled
	switch {
	case !settled && cost.Step.Phase != inquiry.Refused:
		a.endless++
		t.Logf("seed %d: not done after %d trials; %s; known %s", seed, cost.Trials, discoverytest.Text(o.Ways...), discoverytest.Text(q.Ways()...))
		return false
	case !settled: // the precondition is monotone: that is refused by bad luck
		wrong = cost.Step.Reason
	case untidy != "":
		a.untidy++
		t.Logf("seed %d: untidy: %s; truth %s", seed, untidy, discoverytest.Text(o.Ways...))
		if !s.Classes { // only a class can be implied by others together
			wrong = untidy
		}
	}
	if wrong != "" {
		a.wrong++
		t.Logf("seed %d: wrong: %s; truth %s; found %s", seed, wrong, discoverytest.Text(o.Ways...), discoverytest.Text(cost.Step.Ways...))
	}
	// What the certificate says of itself, right or wrong.
	for _, x := range cost.Step.Tests {
		if settled && x.PValue > x.Threshold*(1+1e-9) {
			t.Errorf("seed %d: settled at %v of %v", seed, x.PValue, x.Threshold)
		}
		if x.Threshold <= 0 || x.Threshold > .95*delta*(1+1e-9) {
			t.Errorf("seed %d: a test may spend %v, the budget is %v", seed, x.Threshold, delta)
		}
	}
	return wrong != ""
}

// What is needed is often not what is used up: three are needed and one is used,
// or four are needed and kept.
func TestQuantitiesBeyondWhatIsUsed(t *testing.T) {
	all := &tallied{}
	for _, ways := range [][]discovery.Way{
		{{{Factors: []int{1}, Count: 3}, {Factors: []int{4}, Count: 4}}},
		{{{Factors: []int{0}, Count: 3}}},
		{{{Factors: []int{2}, Count: 1}, {Factors: []int{4}, Count: 4}}, {{Factors: []int{2}, Count: 1}, {Factors: []int{5}, Count: 2}}},
		{{{Factors: []int{4}, Count: 17}}},
		{{{Factors: []int{1}, Count: 64}, {Factors: []int{3}, Count: 1}}}, // all there is
	} {
		for _, r := range refiners {
			for _, width := range []int{1, 8} {
				for _, p := range []float64{1, .7} {
					for seed := range uint64(6) {
						o := &discoverytest.Oracle{Items: 7, Ways: ways, Chance: p, Rand: rand.New(rand.NewPCG(seed, 2)),
							Uses: map[int]int{0: 1, 1: 1, 3: 5}} // the others are kept
						q := inquiry.New(inquiry.Subject{Judge: chance.OneSided{}, Refiner: r, Budget: delta})
						cost := o.Learn(q, width, limit)
						wrong, untidy := discoverytest.Compare(ways, cost.Step.Ways)
						all.worlds++
						if wrong+untidy == "" && cost.Step.Phase == inquiry.Settled {
							continue
						}
						all.wrong++
						t.Logf("seed %d, %s, width %d, chance %v: phase %d after %d trials; truth %s; found %s", seed, r.Name(), width, p, cost.Step.Phase, cost.Trials, discoverytest.Text(ways...), discoverytest.Text(cost.Step.Ways...))
						if p == 1 {
							t.Error("wrong though no trial was unlucky")
						}
					}
				}
			}
		}
	}
	if most := discoverytest.Binomial(all.worlds, delta); all.wrong > most {
		t.Errorf("%d of %d are wrong, at most %d by chance", all.wrong, all.worlds, most)
	}
}

// A guess orders the search: it changes the price, not the answer.
func TestGuessesArentTrusted(t *testing.T) {
	const worlds = 40
	for _, r := range refiners {
		mean := map[string]float64{}
		wrong := 0
		for _, guess := range []string{"none", "good", "bad"} {
			for seed := range uint64(worlds) {
				rng := rand.New(rand.NewPCG(seed, 3))
				o := discoverytest.Random(rng, discoverytest.Shape{MinItems: 12, MaxItems: 12, Ways: 1, Members: 3, Count: 1}, .9)
				o.Consume = false // what is used up is a better hint than any guess
				q := inquiry.New(inquiry.Subject{Judge: chance.OneSided{}, Refiner: r, Budget: delta})
				q.Guess.Causes = map[int]float64{}
				for i := range o.Items {
					needed := discoverytest.Smallest(o.Ways[0])[0].At(i) > 0
					if guess == "good" && needed || guess == "bad" && !needed && i%2 == 0 {
						q.Guess.Causes[i] = .9
					}
				}
				cost := o.Learn(q, 1, limit)
				mean[guess] += float64(cost.Trials) / worlds
				if w, u := discoverytest.Compare(o.Ways, cost.Step.Ways); w+u != "" || cost.Step.Phase != inquiry.Settled {
					t.Logf("%s, seed %d, guess %s: %s%s", r.Name(), seed, guess, w, u)
					wrong++
				}
			}
		}
		t.Logf("%s: %v trials", r.Name(), mean)
		if most := discoverytest.Binomial(3*worlds, delta); wrong > most {
			t.Errorf("%s: %d of %d wrong, at most %d by chance", r.Name(), wrong, 3*worlds, most)
		}
		if mean["good"] >= mean["none"] || mean["good"] >= mean["bad"] {
			t.Errorf("%s: a good guess doesn't pay: %v trials", r.Name(), mean)
		}
	}
}
