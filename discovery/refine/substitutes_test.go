package refine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/refine"
)

// Where items stand for each other and trials are run one at a time, the search picks
// what to claim by misses that count in the tests of it: nowhere is a certificate wrong
// more often. The budget has to leave room for that, also where it is as small as that
// of one effect of many.
func TestSubstitutesKeepTheirError(t *testing.T) {
	t.Parallel()
	const worlds, budget, items, chance = 3000, .002, 10, .5
	wrong := 0
	for seed := range uint64(worlds) {
		rng := rand.New(rand.NewPCG(seed, 7))
		perm := rng.Perm(items) // the first two are needed, and any of the others
		all, h := discovery.Full(items, 1), discovery.NewHistory()
		q := &discovery.Inquiry{Judge: discovery.OneSided{}, Refiner: refine.Group{}, History: h, Budget: budget}
		ask := []discovery.Point{all}
		var step discovery.Step
		for len(ask) > 0 {
			at := ask[0]
			var got []discovery.Amount
			if at.At(perm[0]) > 0 && at.At(perm[1]) > 0 && at.Size() > 2 && rng.Float64() < chance {
				got = []discovery.Amount{{Item: items, Count: 1}}
			}
			h.Add(at, nil, got)
			if len(h.Effects()) > 0 {
				step = q.Next(all, 1)
				ask = step.Ask
			}
		}
		ways := 0
		for _, w := range step.Ways {
			ways += len(w.Pure())
		}
		if step.Phase != discovery.Settled || ways != items-2 {
			wrong++
		}
	}
	t.Logf("%d of %d certificates are wrong, the budget is %v", wrong, worlds, budget)
	if wrong > worlds*budget*4/3 { // by chance; the seeds are fixed
		t.Errorf("%d of %d certificates are wrong, the budget is %v", wrong, worlds, budget)
	}
}
