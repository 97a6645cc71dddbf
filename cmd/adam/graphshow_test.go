package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/graphstore"
)

// No chance counts the trials in which the episode ended: it is said how many these were, where they aren't few.
func TestShownDeaths(t *testing.T) {
	e := graphstore.Effect{Factor: "water", Grade: graphstore.Certified, Chance: graphstore.NewInterval(chance.Tally{Hits: 50}), Ways: []graphstore.Way{{Members: discovery.WayOf[string](nil)}}}
	for ended, told := range map[int]bool{0: false, 2: false, 3: true, 50: true} {
		var b bytes.Buffer
		printWays(&b, "", graphstore.Action{ID: "well", Tried: 50, Ended: ended}, e)
		if got := strings.Contains(b.String(), "the episode ended in"); got != told {
			t.Errorf("%d of %d: %s", ended, 50+ended, b.String())
		}
	}
}
