package refine_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/discoverytest"
	"github.com/adam-discovery/adam/discovery/refine"
)

func TestX(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("N"))
	for _, shape := range []discoverytest.Shape{
		{6, 12, 4, 4, 5, false, false}, {6, 12, 4, 4, 5, true, false},
		
		
	} {
		for _, r := range []discovery.Refiner{refine.Group{}, refine.OneAtATime{}} {
			for _, width := range []int{1, 8} {
				for _, p := range []float64{1, .8, .5} {
					t.Run(fmt.Sprintf("%v %v %v/%s/%d/%v", shape.Classes, shape.Tangled, "", r.Name(), width, p), func(t *testing.T) {
						t.Parallel()
						sum, most, wrong, loops := 0, 0, 0, 0
						for seed := range uint64(n) {
							rng := rand.New(rand.NewPCG(seed, 1))
							o := discoverytest.Random(rng, shape, p)
							q := &discovery.Inquiry{Judge: discovery.OneSided{}, Refiner: r, Budget: .01}
							c := o.Learn(q, width, 5000)
							sum += c.Trials
							most = max(most, c.Trials)
							if c.Step.Phase != discovery.Settled {
								loops++
								t.Logf("LOOP %s seed %d: phase %d after %d: %s; ways %s; consume %v; tests %d %s", t.Name(), seed, c.Step.Phase, c.Trials, c.Step.Reason, discoverytest.Text(o.Ways...), o.Consume, len(c.Step.Tests), discoverytest.Text(q.Ways()...))
							} else if d := discoverytest.Compare(o.Ways, c.Step.Ways); d != "" {
								wrong++
								t.Logf("seed %d: wrong: %s; truth %s; found %s", seed, d, discoverytest.Text(o.Ways...), discoverytest.Text(c.Step.Ways...))
							}
						}
						t.Logf("SUM mean %.1f most %d wrong %d unsettled %d of %d", float64(sum)/float64(n), most, wrong, loops, n)
					})
				}
			}
		}
	}
}
