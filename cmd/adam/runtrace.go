package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// traceJSON is a line of the trace of adam run --json.
type traceJSON struct {
	controller.Event
	Label string `json:"label,omitempty"`
	// Changes are by how much factors rose or, below zero, fell.
	Changes map[string]int `json:"changes,omitempty"`
	// Meanwhile names those of Changes that the action isn't known to make, ascending.
	Meanwhile []string `json:"meanwhile,omitempty"`
	Verdict   string   `json:"verdict,omitempty"`
}

// trace prints what happens in a task as it happens, or keeps it for the JSON.
type trace struct {
	w       io.Writer
	keep    bool
	kept    []traceJSON
	label   func(interaction.Action) string
	factors []interaction.Factor // of the world
	known   *controller.Actor    // its Graph is what is known of actions by now
	said    []string             // searches for a place, since something else was told
	held    int                  // lines of them that weren't printed again
}

// show takes in an event.
func (t *trace) show(e controller.Event) {
	label := ""
	if e.Action != "" {
		label = actionName(t.label(e.Action), e.Action)
	}
	own, meanwhile := e.Changes, []interaction.Change(nil)
	if e.Kind == controller.EventAct {
		own, meanwhile = t.split(e)
	}
	if t.keep {
		j := traceJSON{Event: e, Label: label, Changes: map[string]int{}}
		for _, c := range e.Changes {
			j.Changes[c.Factor] = c.Gain()
		}
		for _, c := range meanwhile {
			j.Meanwhile = append(j.Meanwhile, c.Factor)
		}
		if e.Kind == controller.EventAct {
			j.Verdict = e.Verdict.String()
		}
		t.kept = append(t.kept, j)
		return
	}
	line := ""
	switch e.Kind {
	case controller.EventPlan:
		line = fmt.Sprintf("plan for %s: %s", e.Goal, e.Why)
	case controller.EventAct:
		why := ""
		if e.Verdict != controller.Succeeded {
			why = fmt.Sprintf("  [%s: %s]", e.Verdict, e.Why)
		}
		line = fmt.Sprintf("%4d  %-16s %-20s %s%s", e.Executed, e.Goal, label, changesText(own, meanwhile), why)
	case controller.EventDispute:
		line = fmt.Sprintf("      disputed: %s: %s", label, e.Why)
	case controller.EventLearn:
		name := e.Goal
		if name == "" {
			name = label
		}
		line = fmt.Sprintf("      learning %s: %s", name, e.Why)
	case controller.EventLost:
		line = "      meanwhile: " + e.Why
	default:
		line = fmt.Sprintf("      %s: %s", e.Kind, e.Why)
	}
	switch {
	case e.Kind == controller.EventLost && len(e.Changes) > 0: // it ends no search
	case e.Kind != controller.EventLost && e.Kind != controller.EventSeek:
		t.again()
	case slices.Contains(t.said, line):
		t.held++
		return
	default:
		t.said = append(t.said, line)
	}
	fmt.Fprintln(t.w, line)
}

// again says how many lines weren't printed again.
func (t *trace) again() {
	if t.held > 0 {
		fmt.Fprintf(t.w, "      the same again: %s\n", plural(t.held, "line"))
	}
	t.said, t.held = nil, 0
}

// split splits off what the action isn't known to make of vitals and facts: these also pass by themselves, as hunger does.
func (t *trace) split(e controller.Event) (own, meanwhile []interaction.Change) {
	makes := []string{e.Goal}
	if a := t.known.Graph.Action(e.Action); a != nil {
		makes = append(makes, a.Ends...)
		for _, x := range a.Effects {
			if x.Grade == graphstore.Reached { // it may have come by itself
				continue
			}
			makes = append(makes, x.Factor)
			for _, way := range x.Ways {
				for _, m := range way.Members {
					if m.Consumed > 0 {
						makes = append(makes, m.Factors...)
					}
				}
			}
		}
	}
	for _, c := range e.Changes {
		if slices.Contains(makes, c.Factor) || !slices.ContainsFunc(t.factors, func(f interaction.Factor) bool { return f.Name == c.Factor && f.Kind != interaction.Item }) {
			own = append(own, c)
		} else {
			meanwhile = append(meanwhile, c)
		}
	}
	return own, meanwhile
}

// changesText is what an action took and what came of it, and what changed meanwhile, as "2 planks -> 4 stick (meanwhile: -1 food)".
func changesText(changes, meanwhile []interaction.Change) string {
	var lost, gained []interaction.Amount
	for _, c := range changes {
		if n := c.Gain(); n > 0 {
			gained = append(gained, interaction.Amount{Name: c.Factor, Level: n})
		} else {
			lost = append(lost, interaction.Amount{Name: c.Factor, Level: -n})
		}
	}
	text := interaction.FormatAmounts(gained)
	if lost != nil {
		text = interaction.FormatAmounts(lost) + " -> " + text
	}
	if len(meanwhile) > 0 {
		text += " (meanwhile: " + interaction.FormatChanges(meanwhile) + ")"
	}
	return text
}
