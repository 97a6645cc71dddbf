package explore

import (
	"math"
	"testing"

	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/inquiry"
)

// What is claimed of effects that were seen, and that there are no others, fits into
// delta together.
func TestSharesSumToDelta(t *testing.T) {
	for _, goal := range []string{"", "diamond"} {
		for _, actions := range []int{1, 41, 2172} {
			c := Config{Delta: .01, Floor: .3, Goal: goal}
			others := c.Delta * (1 - c.effectShare()) / float64(actions)
			spent := float64(actions) * math.Pow(1-c.Floor, float64(chance.MissesToExclude(c.Floor, others)))
			for e := 1; e < 100; e++ {
				spent += float64(actions) * inquiry.EffectBudget(c.Delta*c.effectShare(), actions, e)
			}
			if spent > c.Delta {
				t.Errorf("goal %q, %d actions: %v of %v is spent", goal, actions, spent, c.Delta)
			}
		}
	}
}
