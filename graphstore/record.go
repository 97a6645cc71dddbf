package graphstore

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/adam-discovery/adam/interaction"
)

// Record is one entry of a ledger, as people can read it.
type Record struct {
	Entry Seq    `json:"entry"`
	Kind  Kind   `json:"kind"`
	Key   string `json:"key,omitempty"`
	// Action and Factor are what it is about; empty: nothing, or several.
	Action interaction.Action `json:"action,omitempty"`
	Label  string             `json:"label,omitempty"`
	Factor string             `json:"factor,omitempty"`
	// Lines say what is in it.
	Lines []string `json:"lines"`
}

// RecordAt reads the entry with this number or, if key isn't zero, the outcome of this
// trial. It fails with an [*UnknownError] if there is none, and with the errors of [Fold].
func RecordAt(ctx context.Context, l Ledger, seq Seq, key interaction.Key) (Record, error) {
	v := interaction.NewVocabulary(1, nil)
	labels := map[interaction.Action]string{}
	for e, err := range l.Since(ctx, 0) {
		if err != nil {
			return Record{}, err
		}
		switch e.Kind {
		case KindFactors:
			var b FactorsEntry
			if err := decode(e, &b, &b.Version); err != nil {
				return Record{}, err
			}
			if err := list(v, e, b); err != nil {
				return Record{}, err
			}
		case KindLabels:
			var b LabelsEntry
			if err := decode(e, &b, &b.Version); err != nil {
				return Record{}, err
			}
			labels = b.Labels
		}
		if e.Seq == seq && key.IsZero() || !key.IsZero() && e.Key == key {
			r, err := newRecord(e, v)
			if r.Label = labels[r.Action]; r.Label != "" {
				r.Label = interaction.Shown(r.Label)
			}
			return r, err
		}
	}
	if !key.IsZero() {
		return Record{}, &UnknownError{What: "trial", Name: key.String()}
	}
	return Record{}, &UnknownError{What: "entry", Name: fmt.Sprint(seq)}
}

func newRecord(e Entry, v *interaction.Vocabulary) (Record, error) {
	r := Record{Entry: e.Seq, Kind: e.Kind}
	say := func(format string, args ...any) { r.Lines = append(r.Lines, fmt.Sprintf(format, args...)) }
	switch e.Kind {
	case KindOutcome:
		t, o, err := DecodeOutcome(e, v)
		if err != nil {
			return r, err
		}
		r.Key, r.Action = e.Key.String(), t.Action
		say("asked for: %s", NewStart(t.Start))
		if o.Status == interaction.Completed && !o.Start.Equal(t.Start) {
			say("really began with: %s", NewStart(o.Start))
		}
		if t.Episode > 0 {
			say("in life %d, step %d", t.Episode, t.Step)
		}
		switch changes := gains(o.Changes); {
		case o.Status != interaction.Completed:
			say("%s: %s", o.Status, interaction.Shown(o.Fault))
		case changes == nil:
			say("nothing happened")
		default:
			say("changed: %s", changesText(changes))
		}
	case KindFinding:
		f, err := decodeFinding(e, v)
		if err != nil {
			return r, err
		}
		r.Action = f.Action
		if f.Effect == nil {
			if f.Learned {
				say("learned, of %s", count(f.Observed, "factor"))
			} else {
				say("not learned: %s", f.Reason)
			}
			break
		}
		r.Factor = f.Effect.Factor
		say("gives %s: %s", f.Effect.Factor, standing(f.Effect))
		for _, w := range f.Effect.Ways {
			say("by %s", w)
		}
		if c := f.Effect.Certificate; c != nil {
			say("certified among %s, wrong with probability at most %.2g", count(c.Observed, "factor"), c.Budget)
			for _, t := range c.Tests {
				say("with %s it never came in %s", NewStart(t.At), count(t.Trials, "trial"))
			}
		}
	default:
		var b bytes.Buffer
		if err := json.Indent(&b, e.Body, "", "  "); err != nil {
			return r, fmt.Errorf("%w: entry %d (%s): %w", ErrCorrupt, e.Seq, e.Kind, err)
		}
		for _, line := range bytes.Split(b.Bytes(), []byte("\n")) {
			say("%s", line)
		}
	}
	return r, nil
}

// String is the record as text of several lines, each ended by a newline.
func (r Record) String() string {
	text := fmt.Sprintf("entry %d: %s", r.Entry, r.Kind)
	switch {
	case r.Label != "":
		text += fmt.Sprintf(" of %s (%s)", r.Label, r.Action)
	case r.Action != "":
		text += fmt.Sprintf(" of %s", r.Action)
	}
	if r.Key != "" {
		text += ", trial " + r.Key
	}
	for _, l := range r.Lines {
		text += "\n  " + l
	}
	return text + "\n"
}
