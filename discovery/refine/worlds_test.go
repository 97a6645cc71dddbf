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
	for name, shape := range map[string]discoverytest.Shape{
		"pure": discoverytest.Small, "full-class-c5": {MinItems: 6, MaxItems: 12, Ways: 4, Members: 4, Count: 5, Classes: true},
		"oneway-class-c4": {MinItems: 6, MaxItems: 12, Ways: 1, Members: 3, Count: 4, Classes: true},
		"ways3-class-c1":  {MinItems: 8, MaxItems: 12, Ways: 3, Members: 3, Count: 1, Classes: true, Tangled: true},
		"ways3-class-c3":  {MinItems: 8, MaxItems: 12, Ways: 3, Members: 3, Count: 3, Classes: true},
	} {
		for _, r := range []discovery.Refiner{refine.Group{}, refine.OneAtATime{}} {
			for _, width := range []int{1, 8} {
				for _, p := range []float64{1, .8, .5} {
					t.Run(fmt.Sprintf("%s/%s/%d/%v", name, r.Name(), width, p), func(t *testing.T) {
						sum, most, wrong, mess, loops := 0, 0, 0, 0, 0
						ex := ""
						for seed := range uint64(n) {
							rng := rand.New(rand.NewPCG(seed, 1))
							o := discoverytest.Random(rng, shape, p)
							q := &discovery.Inquiry{Judge: discovery.OneSided{}, Refiner: r, Budget: .01}
							c := o.Learn(q, width, 5000)
							sum += c.Trials
							most = max(most, c.Trials)
							if c.Step.Phase != discovery.Settled {
								loops++
								ex += fmt.Sprint(" LOOP ", seed, " ", c.Step.Phase, c.Step.Reason)
							} else if d, u := discoverytest.Compare(o.Ways, c.Step.Ways); d != "" {
								wrong++
								ex += fmt.Sprint(" W ", seed, " ", discoverytest.Text(o.Ways...), " :: ", d)
							} else if u != "" {
								mess++
								ex += fmt.Sprint(" U ", seed)
							}
						}
						fmt.Printf("SUM %-50s mean %.1f most %d wrong %d untidy %d unsettled %d of %d  %s\n", t.Name(), float64(sum)/float64(n), most, wrong, mess, loops, n, ex)
					})
				}
			}
		}
	}
}
