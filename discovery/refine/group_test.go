package refine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/discoverytest"
	"github.com/adam-discovery/adam/discovery/refine"
)

func TestProbe(t *testing.T) {
	for _, n := range []int{10, 40, 200} {
		for _, k := range []int{1, 3, 5} {
			for _, p := range []float64{1, .8, .5} {
				sum, wrong, rounds := 0, 0, 0
				const N = 200
				for seed := range uint64(N) {
					rng := rand.New(rand.NewPCG(seed, 7))
					var w discovery.Way
					perm := rng.Perm(n)[:k]
					slices.Sort(perm)
					for _, i := range perm {
						w = append(w, discovery.Requirement{Items: []int{i}, Count: 1})
					}
					o := &discoverytest.Oracle{Items: n, Ways: []discovery.Way{w}, Chance: p, Rand: rng}
					q := &discovery.Inquiry{Judge: discovery.OneSided{}, Refiner: refine.Group{}, Budget: .01}
					c := o.Learn(q, 1, 5000)
					sum += c.Trials
					rounds += c.Rounds
					if fmt.Sprint(c.Step.Ways) != fmt.Sprint([]discovery.Way{w}) {
						wrong++
					}
				}
				t.Logf("n=%d k=%d p=%.1f: trials %.1f wrong %d", n, k, p, float64(sum)/N, wrong)
			}
		}
	}
}
