package living

import (
	"math"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// An episode that a life went on in counts with the steps of those before, and one that another began in doesn't.
func TestPace(t *testing.T) {
	var p pace
	p.took(&life{number: 1, begun: 1, steps: 90, ended: done})
	for n := 2; n < 20; n++ { // each goes on for a while, and then begins anew
		p.took(&life{number: n, continues: n - 1, begun: 1, steps: 100, ended: done})
	}
	p.took(&life{number: 20, continues: 1, steps: 10, ended: dead})
	if p.longest != 100 || len(p.ended) != 1 {
		t.Errorf("the longest has %d steps, ended did %v", p.longest, p.ended)
	}
}

// Episodes have a length where as many ended as were about as long as any, and none went on for longer.
func TestAffordable(t *testing.T) {
	var p pace
	for n := range 3 * seasons {
		if want := n < seasons; math.IsInf(p.affordable(true), 1) != want {
			t.Errorf("after %d seasons there is time for %g actions", n, p.affordable(true))
		}
		p.took(&life{number: n + 1, begun: 1, steps: 200, ended: dead, trials: make([]trial, 100)})
	}
	if p.affordable(true) != 100 {
		t.Errorf("there is time for %g actions, not for 100", p.affordable(true))
	}
	p.took(&life{number: 99, begun: 1, steps: 300, ended: done, trials: make([]trial, 150)})
	if !math.IsInf(p.affordable(true), 1) {
		t.Errorf("an episode went on for longer, and there is time for %g actions", p.affordable(true))
	}
}

// What a report says of limits is taken where it can be so.
func TestLimitsOfReports(t *testing.T) {
	for _, c := range []struct {
		limit graphstore.LimitEntry
		fits  bool
	}{
		{graphstore.LimitEntry{Factor: "bread"}, true}, // none is asked for
		{graphstore.LimitEntry{Factor: "bread", Most: 1, Alone: 3, Beside: map[string]int{"log": 2}}, true},
		{graphstore.LimitEntry{Factors: []string{"bread", "log"}, Slots: 1}, true},
		{graphstore.LimitEntry{Factors: []string{"bread", "log"}}, false},
		{graphstore.LimitEntry{Factor: "bread", Most: 1, Alone: -5}, false},
		{graphstore.LimitEntry{Factor: "bread", Most: 1, Alone: 3, Beside: map[string]int{"log": -7}}, false},
		{graphstore.LimitEntry{Factor: "bread", Most: 1, Alone: 3, Beside: map[string]int{"\x1b[2J": 1}}, false},
	} {
		data, err := packed(&life{number: 1, begun: 1, steps: 3, ended: done, limits: []graphstore.LimitEntry{c.limit}}, true)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := unpacked(data, func(interaction.Action) bool { return true }); (err == nil) != c.fits {
			t.Errorf("%+v: %v", c.limit, err)
		}
	}
}
