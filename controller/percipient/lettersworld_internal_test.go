package percipient

import (
	"slices"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// TestLettersDescribeAlike: a world of letters has its factors in one order, as what is tried goes by their numbers.
func TestLettersDescribeAlike(t *testing.T) {
	levels := map[string]int{"light": 3, "dim": 1, "family": 1, "mist": 1, "night": 1}
	sees := &Tiles{w: tileWeights{Unlabelled: true, Modes: []mode{{Lights: []tileLight{{Levels: levels}}}}}}
	described := func() []interaction.Factor {
		w := &World{sees: sees, inner: &interaction.Ground{}}
		w.describe(nil)
		return w.spec.Factors
	}
	first := described()
	for range 50 {
		if again := described(); !slices.Equal(first, again) {
			t.Fatalf("%v, and then %v", first, again)
		}
	}
}
