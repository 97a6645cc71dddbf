package discovery_test

import (
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// What takes the same place in ways stands for each other: factors of a class, and single ones,
// of which it may take more.
func TestAlternate(t *testing.T) {
	const ore, coal, charcoal, stick, ingot = 1, 2, 3, 4, 5
	class := discovery.Member{Factors: []int{coal, charcoal}, Count: 1}
	got := discovery.Alternate([]discovery.Way{
		{discovery.One(ore, 1), class},
		{discovery.One(ore, 1), discovery.One(stick, 3)},
		{discovery.One(ore, 2), discovery.One(ingot, 1)}, // beside more ore: it says nothing
	})
	want := []interaction.Level{{Factor: coal, Level: 1}, {Factor: charcoal, Level: 1}, {Factor: stick, Level: 3}}
	if len(got) != 1 || !slices.Equal(got[0].Levels, want) || !got[0].Rest.Equal(discovery.Way{discovery.One(ore, 1)}) {
		t.Errorf("%v", got)
	}
}
