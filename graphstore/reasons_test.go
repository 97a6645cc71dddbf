package graphstore_test

import (
	"reflect"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
)

func TestNotLearned(t *testing.T) {
	g := &graphstore.Graph{}
	for _, name := range []string{"ash", "block of coal", "coal_2", "fire", "fire: 2", "water"} {
		g.Factors = append(g.Factors, graphstore.Factor{Name: name})
	}
	for _, reason := range []string{
		"it did nothing in 39 trials with everything that is known (1277 factors)", "",
		"fire: not monotone: a set that suffices fails 7 times in a row",
		"it did nothing in 41 trials with everything that is known (12 factors)",
		"never tried: the run ended first", "ash isn't certified: the run ended first",
		"water: not monotone: a set that suffices fails 12 times in a row",
		"coal_2 isn't certified: the run ended first", "disputed: ash came",
		"block of coal: not monotone: a set that suffices fails 3 times in a row", "block of coal isn't certified: the run ended first",
		"disputed: water came", "fire: 2 isn't certified: the run ended first",
	} {
		g.Actions = append(g.Actions, graphstore.Action{Learned: reason == "", Reason: reason})
	}
	g.Actions = append(g.Actions, graphstore.Action{})
	want := []graphstore.ReasonGroup{
		{Reason: g.Actions[0].Reason, Members: []int{0, 3}},
		{Reason: g.Actions[2].Reason, Members: []int{2, 6, 9}},
		{Reason: g.Actions[4].Reason, Members: []int{4}},
		{Reason: g.Actions[5].Reason, Members: []int{5, 7, 10, 12}},
		{Reason: g.Actions[8].Reason, Members: []int{8}},
		{Reason: g.Actions[11].Reason, Members: []int{11}},
		{Reason: "no reason is recorded", Members: []int{13}},
	}
	if got := g.NotLearned(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := (&graphstore.Graph{}).NotLearned(); got != nil {
		t.Errorf("nothing has %+v", got)
	}
}
