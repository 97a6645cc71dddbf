package chance_test

import (
	"fmt"

	"github.com/adam-discovery/adam/discovery/chance"
)

// Where an effect is known to be possible it came 12 times of 20. From another start it
// missed a few times in a row: is it impossible there?
func ExampleOneSided_Weigh() {
	known := chance.Tally{Hits: 12, Misses: 8}
	for _, misses := range []int{2, 5, 10} {
		bound, more := chance.OneSided{}.Weigh(known, misses, .01)
		fmt.Printf("%d misses: bad luck has a probability of at most %.3f, %d more would do\n", misses, bound, more)
	}
	// Output:
	// 2 misses: bad luck has a probability of at most 0.278, 6 more would do
	// 5 misses: bad luck has a probability of at most 0.035, 3 more would do
	// 10 misses: bad luck has a probability of at most 0.002, 0 more would do
}

// Of an effect that was never seen, only those can be excluded that aren't too rare.
func ExampleMissesToExclude() {
	for _, floor := range []float64{.5, .3, .05} {
		fmt.Printf("with a chance of %v it would show in %d trials\n", floor, chance.MissesToExclude(floor, .01))
	}
	// Output:
	// with a chance of 0.5 it would show in 7 trials
	// with a chance of 0.3 it would show in 13 trials
	// with a chance of 0.05 it would show in 90 trials
}
