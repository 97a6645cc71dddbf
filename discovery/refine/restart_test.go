package refine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/discovery/internal/discoverytest"
	"github.com/adam-discovery/adam/discovery/internal/starts"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/interaction"
)

// A run may go on from an old ledger, whose misses its search has seen, too: they must
// not count for more than they did. So whoever begins anew when the first way is found
// asks for what would have been asked anyway.
func TestBeginningAnewGainsNothing(t *testing.T) {
	anyOf := discovery.Member{Count: 1}
	for i := 2; i < 10; i++ {
		anyOf.Factors = append(anyOf.Factors, i)
	}
	for name, way := range map[string]discovery.Way{
		"two and any of eight": {req(1, 0), req(1, 1), anyOf},
		"three of one":         {req(3, 0)},
	} {
		t.Run(name, func(t *testing.T) {
			anew := 0
			for seed := range uint64(200) {
				o := &discoverytest.Oracle{Items: 12, Chance: .5, Ways: []discovery.Way{way}}
				fresh := func(h *discovery.History) *inquiry.Inquiry {
					return inquiry.New(inquiry.Subject{Judge: chance.OneSided{}, Refiner: refine.Group{}, Budget: .01, History: h})
				}
				learn := func(restart bool) (trials int) {
					o.Rand = rand.New(rand.NewPCG(seed, 11))
					h, all := discovery.NewHistory(starts.Items), o.All(64)
					for q := fresh(h); trials < limit; {
						ask := []interaction.State{all}
						if len(h.Effects()) > 0 {
							step := q.Next(discovery.FixedCeilings(all), 1)
							if restart && step.Phase == inquiry.Certifying {
								restart = false
								anew++
								q = fresh(h)
								step = q.Next(discovery.FixedCeilings(all), 1)
							}
							if ask = step.Ask; len(ask) == 0 {
								return trials
							}
						}
						for _, at := range ask {
							used, got := o.Run(at)
							starts.Add(h, at, used, got)
							trials++
						}
					}
					return trials
				}
				if once, again := learn(false), learn(true); once != again {
					t.Errorf("seed %d: %d trials, and %d when begun anew", seed, once, again)
				}
			}
			if anew < 190 {
				t.Errorf("only %d of 200 began anew", anew)
			}
		})
	}
}
