package rank_test

import (
	"fmt"

	"github.com/adam-discovery/adam/scenarios/mcu/rank"
)

// The first of three wins twelve times in a row, and the others are alike.
func Example() {
	var matches []rank.Match
	for range 12 {
		matches = append(matches, rank.Match{A: 0, B: 1, Result: 1}, rank.Match{A: 1, B: 2})
	}
	_, z := rank.BradleyTerry(3, matches)
	fmt.Println("the first is really stronger than the second:", z(0, 1) > 1.96)
	fmt.Println("the second than the third:", z(1, 2) > 1.96)
	// Output:
	// the first is really stronger than the second: true
	// the second than the third: false
}
