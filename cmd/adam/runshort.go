package main

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/interaction"
)

// What is told of a task to another agent, at most: it pays for each word.
const (
	lastActions  = 10
	mostFinal    = 50
	longestTrace = 200 // characters of a line
)

// shortRun is what came of a task, without the way there.
type shortRun struct {
	World    string         `json:"world"`
	Task     string         `json:"task"`
	Solved   bool           `json:"solved"`
	Reason   string         `json:"reason,omitempty"`
	Executed int            `json:"executed"`
	Steps    int            `json:"steps,omitempty"`
	Plans    int            `json:"plans"`
	Disputes int            `json:"disputes,omitempty"`
	Lessons  int            `json:"lessons,omitempty"`
	Trials   int            `json:"learn_trials,omitempty"`
	Final    map[string]int `json:"final"`
	More     int            `json:"final_more,omitempty"` // names that Final hasn't
	Earlier  int            `json:"earlier"`              // actions before the last ones
	Last     []string       `json:"last"`
}

// toldEvent is as much of a line of a trace as is told.
type toldEvent struct {
	Kind    controller.EventKind `json:"kind"`
	Goal    string               `json:"goal"`
	Label   string               `json:"label"`
	Changes map[string]int       `json:"changes"`
	Verdict string               `json:"verdict"`
	Why     string               `json:"why"`
	// Meanwhile names those of Changes that the action isn't known to make.
	Meanwhile []string `json:"meanwhile"`
}

// shorten is what came of a task, of what adam run --json says: the last actions of those that were done, and no plan.
func shorten(full []byte) (shortRun, error) {
	var in struct {
		shortRun
		Trace []toldEvent `json:"trace"`
	}
	if err := json.Unmarshal(full, &in); err != nil {
		return shortRun{}, err
	}
	out := in.shortRun
	out.Last = []string{}
	for i, name := range slices.Sorted(maps.Keys(out.Final)) {
		if i >= mostFinal {
			delete(out.Final, name)
			out.More++
		}
	}
	for _, e := range in.Trace {
		if e.Kind == controller.EventAct {
			out.Last = append(out.Last, e.line())
		}
	}
	if n := len(out.Last) - lastActions; n > 0 {
		out.Earlier, out.Last = n, out.Last[n:]
	}
	return out, nil
}

// line is the action, what it was for and what came of it.
func (e *toldEvent) line() string {
	var changes, meanwhile []interaction.Change
	for _, factor := range slices.Sorted(maps.Keys(e.Changes)) {
		c := interaction.Change{Factor: factor, To: max(0, e.Changes[factor])}
		c.From = c.To - e.Changes[factor]
		if slices.Contains(e.Meanwhile, factor) {
			meanwhile = append(meanwhile, c)
		} else {
			changes = append(changes, c)
		}
	}
	text := e.Label + " for " + e.Goal + ": " + changesText(changes, meanwhile)
	if len(e.Changes) == 0 {
		text = e.Label + " for " + e.Goal + ": nothing changed"
	}
	if e.Verdict != controller.Succeeded.String() {
		text += " [" + e.Verdict + ": " + e.Why + "]"
	}
	if r := []rune(text); len(r) > longestTrace {
		text = string(r[:longestTrace]) + "…"
	}
	return text
}
