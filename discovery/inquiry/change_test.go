package inquiry_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/discovery/internal/discoverytest"
	"github.com/adam-discovery/adam/discovery/internal/starts"
	"github.com/adam-discovery/adam/discovery/refine"
)

// An effect whose rules change while it is looked at is refused, instead of taken
// for one that gets rarer and rarer; a steady one isn't.
func TestChange(t *testing.T) {
	for _, r := range refiners {
		for seed := range uint64(20) {
			for _, p := range []float64{1, .5} {
				o := &discoverytest.Oracle{Items: 6, Ways: []discovery.Way{{req(1, 2), req(1, 4)}}, Chance: p, Rand: rand.New(rand.NewPCG(seed, 31))}
				all := o.All(9)
				q := newInquiry(r)
				for hits := 0; hits < 5; {
					if try(q, o, all) {
						hits++
					}
				}
				if step := finish(t, q, o, all, 1+int(seed%8)); step.Phase != inquiry.Settled {
					t.Errorf("%s, seed %d, chance %v: a steady world ends with %v: %s", r.Name(), seed, p, step.Phase, step.Reason)
				}
				q = inquiry.New(inquiry.Subject{Judge: chance.OneSided{}, Refiner: refine.Group{}, Budget: 1e-9, History: discovery.NewHistory(starts.Items)})
				for hits := 0; hits < 5; {
					if try(q, o, all) {
						hits++
					}
				}
				for len(q.Ways()) == 0 {
					for _, at := range q.Next(discovery.FixedCeilings(all), 1).Ask {
						try(q, o, at)
					}
				}
				o.Ways = nil
				finish(t, q, o, all, 1+int(seed%8))
				// Asked again, also when more is observed, it says the same.
				if step := q.Next(discovery.FixedCeilings(starts.Full(7, 64)), 1); step.Phase != inquiry.Refused || !strings.Contains(step.Reason, "changed") && !strings.Contains(step.Reason, "monotone") {
					t.Errorf("%s, seed %d, chance %v: a world that changed ends with %v: %s", r.Name(), seed, p, step.Phase, step.Reason)
				}
			}
		}
	}
}
