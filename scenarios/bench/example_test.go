package bench_test

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// Modified games show whether what is learned comes of the trials, and not of what
// anybody knew of the original.
func ExampleRobustness() {
	f, err := scenarios.Load("tiny")
	if err != nil {
		fmt.Println(err)
		return
	}
	r := bench.Robustness{World: f, Mutations: 5, Edits: 2, Seed: 1, Goal: "axe", Parallel: 2, Config: explore.Default()}
	report, err := r.Run(context.Background(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g := range report.Games {
		fmt.Printf("game %d, where %s: %d of %d ways\n", g.Seed, g.Edits[0], g.WaysExact, g.WaysTotal)
	}
	fmt.Printf("%d of %d solved, %d learned exactly, %d wrong certificates\n", report.Solved, report.Mutations, report.Exact, report.WrongCertificates)
	// Output:
	// game 1, where makeSticks also works with log for planks: 9 of 9 ways
	// game 2, where there is seashell, which nothing gives or needs: 9 of 9 ways
	// game 3, where there is bone, which nothing gives or needs: 9 of 9 ways
	// game 4, where fellTree also takes 2 planks: 8 of 8 ways
	// game 5, where fellTree also works with planks for axe: 10 of 10 ways
	// 5 of 5 solved, 5 learned exactly, 0 wrong certificates
}
