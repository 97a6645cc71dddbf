package bench_test

import (
	"strings"
	"testing"

	"github.com/adam-discovery/adam/scenarios/bench"
)

// What is certified is counted among what can be, as adam explore counts it, and not among all actions.
func TestLivedCountsAsExploreDoes(t *testing.T) {
	var out strings.Builder
	bench.PrintLived(&out, []bench.LivedRow{{Manner: "many trials in a life", Certified: 2, Certifiable: 14, Actions: 15, End: "budget"}})
	if !strings.Contains(out.String(), "2 of  14") {
		t.Error(out.String())
	}
}
