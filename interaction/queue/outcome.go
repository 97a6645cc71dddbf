package queue

import (
	"errors"
	"fmt"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

// longestWhy is how much of a worker's words is kept, in bytes.
const longestWhy = 500

// clipped is a text of bounded length.
func clipped(text string) string {
	if len(text) > longestWhy {
		return strings.ToValidUTF8(text[:longestWhy], "") + " ..."
	}
	return text
}

// report writes outcomes of the trials.
func report(trials []interaction.Trial, outcomes []interaction.Outcome) []outcomeMsg {
	out := make([]outcomeMsg, len(outcomes))
	for i, o := range outcomes {
		m := &out[i]
		switch o.Status {
		case interaction.Completed:
			for _, c := range interaction.Changes(trials[i].Start, o.Start) {
				if m.Start == nil {
					m.Start = map[string]int{}
				}
				m.Start[c.Factor] = c.To
			}
			for _, c := range o.Changes {
				if m.Changes == nil {
					m.Changes = map[string]int{}
				}
				m.Changes[c.Factor] = c.Gain()
			}
		case interaction.Truncated:
			m.Ended, m.Why = true, clipped(o.Why)
		default:
			m.Fault, m.Why = o.Fault, clipped(o.Why)
			if m.Fault == "" {
				m.Fault = interaction.FaultLost
			}
		}
	}
	return out
}

// outcome is what a worker says of the trial; what can't be is an error.
func (m *outcomeMsg) outcome(t interaction.Trial) (interaction.Outcome, error) {
	o := interaction.Outcome{Key: t.Key(), Attempt: t.Attempt, Why: clipped(m.Why)}
	switch {
	case m.Fault != "":
		if len(m.Fault) > 40 || !interaction.Plain(m.Fault) || m.Ended {
			return o, fmt.Errorf("a fault called %.60q", m.Fault)
		}
		o.Status, o.Fault = interaction.Faulted, m.Fault
		return o, nil
	case m.Ended:
		o.Status = interaction.Truncated
		return o, nil
	case m.Why != "":
		return o, errors.New("a trial that was completed, and a reason why not")
	}
	differs, err := levels(t.Start, m.Start)
	if err != nil {
		return o, fmt.Errorf("a start with %w", err)
	}
	before := t.Start.After(differs)
	changes := make([]interaction.Change, 0, len(m.Changes))
	for name, n := range m.Changes {
		was := before.Level(name)
		if n == 0 || was+n < 0 || was+n > interaction.MaxLevel || n < -interaction.MaxLevel || n > interaction.MaxLevel || name == "" || !interaction.Plain(name) {
			return o, fmt.Errorf("%q changed by %d from %d", name, n, was)
		}
		changes = append(changes, interaction.Change{Factor: name, From: was, To: was + n})
	}
	return t.Completed(before, before.After(changes)), nil
}
