package bench

import (
	"math"
	"testing"

	"github.com/adam-discovery/adam/discovery/chance"
)

// Prices bound what a trial tells wherever it is run, and what all trials at one start
// tell of whether it suffices; and each is reached somewhere.
func TestPricesBoundInformation(t *testing.T) {
	for _, p := range []float64{1, .8, .5, .05} {
		prices := newPrices(p)
		if len(prices) == 0 {
			t.Fatalf("chance %v: no prices", p)
		}
		for _, c := range prices {
			near, nearOnce := math.Inf(1), math.Inf(1)
			for x := .0005; x < 1; x += .0005 {
				over := c.hit*x + c.miss*(1-x) - (chance.Entropy(x*p) - x*chance.Entropy(p))
				overOnce := c.hit*x + c.once*(1-x) - chance.Entropy(x)
				if over < -1e-9 || overOnce < -1e-9 {
					t.Fatalf("chance %v, %+v: a trial that works with probability %v tells more, by %v and %v", p, c, x, -over, -overOnce)
				}
				near, nearOnce = min(near, over), min(nearOnce, overOnce)
			}
			if near > 1e-3 || nearOnce > 1e-2 {
				t.Errorf("chance %v, %+v: more than is ever told, by %v and %v", p, c, near, nearOnce)
			}
		}
		// The most that a trial can tell is the capacity.
		least := math.Inf(1)
		for _, c := range prices {
			least = min(least, max(c.hit, c.miss))
		}
		if math.Abs(least-capacity(p)) > .02 {
			t.Errorf("chance %v: a trial tells %v at most, the capacity is %v", p, least, capacity(p))
		}
	}
}
