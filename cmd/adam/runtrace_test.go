package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// lifeTrace is a trace of a world with hunger, in which eating takes bread, and a spell takes health.
func lifeTrace(out *strings.Builder) *trace {
	graph := &graphstore.Graph{Actions: []graphstore.Action{
		{ID: "a", Effects: []graphstore.Effect{{Factor: "stone", Grade: graphstore.Certified}, {Factor: "daylight", Grade: graphstore.Reached}}},
		{ID: "b", Effects: []graphstore.Effect{{Factor: "light", Grade: graphstore.Certified,
			Ways: []graphstore.Way{{Members: graphstore.Members{{Factors: []string{"health"}, Count: 2, Consumed: 2}}}}}}},
	}}
	return &trace{w: out, label: func(a interaction.Action) string { return "do_" + string(a) }, known: &controller.Actor{Graph: graph},
		factors: []interaction.Factor{{Name: "food", Kind: interaction.Vital, Max: 9}, {Name: "health", Kind: interaction.Vital, Max: 9}, {Name: "daylight", Kind: interaction.Fact}}}
}

func changed(factor string, from, to int) interaction.Change {
	return interaction.Change{Factor: factor, From: from, To: to}
}

// What passes by itself while an action is done is no ingredient of it, and nothing that it gave.
func TestTraceTellsWhatPasses(t *testing.T) {
	for _, c := range []struct {
		event controller.Event
		want  string
	}{
		{controller.Event{Goal: "stone", Action: "a", Changes: []interaction.Change{changed("daylight", 0, 1), changed("food", 5, 4), changed("stone", 0, 1)}}, "do_a 1 stone (meanwhile: +1 daylight, -1 food)"},
		{controller.Event{Goal: "light", Action: "b", Changes: []interaction.Change{changed("food", 5, 4), changed("health", 5, 3), changed("light", 0, 1)}}, "do_b 2 health -> 1 light (meanwhile: -1 food)"},
		{controller.Event{Goal: "food", Action: "a", Changes: []interaction.Change{changed("bread", 2, 1), changed("food", 5, 9)}}, "do_a 1 bread -> 4 food"},
		{controller.Event{Goal: "stone", Action: "a", Changes: []interaction.Change{changed("food", 5, 4)}}, "do_a nothing (meanwhile: -1 food)"},
	} {
		c.event.Kind, c.event.Verdict = controller.EventAct, controller.Succeeded
		var out strings.Builder
		tr := lifeTrace(&out)
		tr.show(c.event)
		if got := strings.Join(strings.Fields(out.String())[2:], " "); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		// Another agent is told the same.
		tr.keep = true
		tr.show(c.event)
		full, err := json.Marshal(runJSON{Trace: tr.kept})
		if err != nil {
			t.Fatal(err)
		}
		short, err := shorten(full)
		if _, did, _ := strings.Cut(c.want, " "); err != nil || !strings.HasSuffix(short.Last[0], ": "+did) {
			t.Errorf("%v, %v", short.Last, err)
		}
	}
}

// What is told again and again of a search is told once and counted.
func TestTraceFoldsSearches(t *testing.T) {
	var out strings.Builder
	tr := lifeTrace(&out)
	for range 40 {
		tr.show(controller.Event{Kind: controller.EventSeek, Why: "in hills"})
		tr.show(controller.Event{Kind: controller.EventLost, Why: "it isn't in hills any more"})
	}
	tr.show(controller.Event{Kind: controller.EventLost, Why: "+1 water", Changes: []interaction.Change{changed("water", 8, 9)}})
	tr.show(controller.Event{Kind: controller.EventStage, Why: "1 of 1"})
	want := []string{"seek: in hills", "meanwhile: it isn't in hills any more", "meanwhile: +1 water", "the same again: 78 lines", "stage: 1 of 1", ""}
	got := strings.Split(out.String(), "\n")
	for i := range got {
		got[i] = strings.TrimSpace(got[i])
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
