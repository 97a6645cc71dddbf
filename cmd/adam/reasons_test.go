package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
)

// TestNotLearnedText: a reason that many actions have is said once, with how to see all.
func TestNotLearnedText(t *testing.T) {
	reasons := []string{"ash: not monotone"}
	for i := range 20 {
		reasons = append(reasons, fmt.Sprintf("it did nothing in %d trials", 30+i/19))
	}
	reason := func(i int) string { return reasons[i] }
	name := func(i int) string { return fmt.Sprintf("act%d", i) }
	groups := graphstore.GroupReasons(len(reasons), reason, []string{"ash"})
	var short, some, all strings.Builder
	printNotLearned(&short, groups, name, "adam graph show --unlearned")
	listReasons(&some, groups, name, reason, "see --all")
	listReasons(&all, groups, name, reason, "")
	for _, c := range [][2]string{
		{short.String(), `not learned: 20 actions, such as act1, because it did nothing in 30 trials
not learned: act0, because ash: not monotone
all that isn't learned: adam graph show --unlearned
`},
		{some.String(), `  20 because for example it did nothing in 30 trials
    act1, act2, act3, act4, act5, act6, act7, act8, and 12 more, see --all
  1 because ash: not monotone
    act0
`},
	} {
		if c[0] != c[1] {
			t.Errorf("got\n%swant\n%s", c[0], c[1])
		}
	}
	if text := all.String(); strings.Count(text, "\n") != len(reasons)+2 || !strings.Contains(text, "\n    act19\n    act20: it did nothing in 31 trials\n") {
		t.Errorf("all of them:\n%s", text)
	}
}
