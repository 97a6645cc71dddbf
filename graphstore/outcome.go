package graphstore

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/adam-discovery/adam/interaction"
)

// outcomeBody is the body of a KindOutcome entry.
type outcomeBody struct {
	Version int                `json:"v"`
	Action  interaction.Action `json:"a"`
	At      *stateBody         `json:"at"`            // the start that was asked for
	Start   *stateBody         `json:"was,omitempty"` // what it really was, if completed and not that
	Repeat  int                `json:"r,omitempty"`
	Epoch   int                `json:"p,omitempty"`
	Attempt int                `json:"t,omitempty"`
	Episode int                `json:"e,omitempty"`
	Step    int                `json:"i,omitempty"` // of the episode
	Status  interaction.Status `json:"s"`
	Sure    float64            `json:"b,omitempty"` // how surely it was perceived
	Changes map[string]int     `json:"c,omitempty"` // differences, by factor
	Fault   string             `json:"f,omitempty"`
	Why     string             `json:"why,omitempty"`
}

// NewOutcomeEntry is the entry for a trial and what came of it; both are written with the
// vocabulary whose factors the ledger lists, or names. The body is written by hand: there
// is one per trial, and reflection would cost more than the trial.
func NewOutcomeEntry(t interaction.Trial, o interaction.Outcome) (Entry, error) {
	status, err := o.Status.MarshalText()
	if err != nil {
		return Entry{}, err
	}
	b := make([]byte, 0, 160)
	b = append(b, `{"v":2,"a":`...)
	b = appendString(b, string(t.Action))
	b = append(b, `,"at":`...)
	b = appendState(b, t.Start)
	if o.Status == interaction.Completed && !o.Start.Equal(t.Start) {
		b = append(b, `,"was":`...)
		b = appendState(b, o.Start)
	}
	b = appendCount(b, `,"r":`, t.Repeat)
	b = appendCount(b, `,"p":`, t.Epoch)
	b = appendCount(b, `,"t":`, t.Attempt)
	b = appendCount(b, `,"e":`, t.Episode)
	b = appendCount(b, `,"i":`, t.Step)
	b = append(b, `,"s":"`...)
	b = append(b, status...)
	b = append(b, '"')
	if o.Sure > 0 {
		b = append(b, `,"b":`...)
		b = strconv.AppendFloat(b, math.Round(o.Sure*1e4)/1e4, 'g', -1, 64)
	}
	for i, c := range o.Changes {
		if i == 0 {
			b = append(b, `,"c":{`...)
		} else {
			b = append(b, ',')
		}
		b = appendString(b, c.Factor)
		b = append(b, ':')
		b = strconv.AppendInt(b, int64(c.Gain()), 10)
	}
	if len(o.Changes) > 0 {
		b = append(b, '}')
	}
	for _, text := range [...]struct{ key, value string }{{`,"f":`, o.Fault}, {`,"why":`, o.Why}} {
		if text.value != "" {
			b = append(b, text.key...)
			b = appendString(b, text.value)
		}
	}
	b = append(b, '}')
	return Entry{Kind: KindOutcome, Key: o.Key, Body: b}, nil
}

func appendCount(b []byte, key string, n int) []byte {
	if n == 0 {
		return b
	}
	return strconv.AppendInt(append(b, key...), int64(n), 10)
}

// appendState writes a stateBody.
func appendState(b []byte, s interaction.State) []byte {
	b = append(b, `{"n":`...)
	b = strconv.AppendInt(b, int64(s.Len()), 10)
	b = appendCount(b, `,"t":`, int(s.Tier()))
	for i, l := range s.Over() {
		if i == 0 {
			b = append(b, `,"d":[[`...)
		} else {
			b = append(b, `,[`...)
		}
		b = strconv.AppendInt(b, int64(l.Factor), 10)
		b = append(b, ',')
		b = strconv.AppendInt(b, int64(l.Level), 10)
		b = append(b, ']')
	}
	if len(s.Over()) > 0 {
		b = append(b, ']')
	}
	for i, a := range s.Extra() {
		if i == 0 {
			b = append(b, `,"x":{`...)
		} else {
			b = append(b, ',')
		}
		b = appendString(b, a.Name)
		b = append(b, ':')
		b = strconv.AppendInt(b, int64(a.Level), 10)
	}
	if len(s.Extra()) > 0 {
		b = append(b, '}')
	}
	return append(b, '}')
}

// appendString writes s as JSON. Names are nearly always plain; the others take
// the long way.
func appendString(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < 0x20 || c == '"' || c == '\\' || c >= 0x7f {
			q, err := json.Marshal(s)
			if err != nil { // a string always marshals
				panic(err)
			}
			return append(b, q...)
		}
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

// DecodeOutcome reads what NewOutcomeEntry wrote, with a vocabulary of the factors that
// the ledger lists. It fails with ErrCorrupt, ErrPast or ErrFuture.
func DecodeOutcome(e Entry, v *interaction.Vocabulary) (interaction.Trial, interaction.Outcome, error) {
	var b outcomeBody
	if err := decode(e, &b, &b.Version); err != nil {
		return interaction.Trial{}, interaction.Outcome{}, err
	}
	fail := func(err error) (interaction.Trial, interaction.Outcome, error) {
		return interaction.Trial{}, interaction.Outcome{}, fmt.Errorf("%w: entry %d (%s): %w", ErrCorrupt, e.Seq, e.Kind, err)
	}
	if !(b.Sure >= 0 && b.Sure <= 1) {
		return fail(fmt.Errorf("it was perceived with a confidence of %g", b.Sure))
	}
	if b.Status == 0 || b.At == nil || min(b.Repeat, b.Epoch, b.Attempt, b.Episode, b.Step) < 0 {
		return fail(fmt.Errorf("status %s, repeat %d, epoch %d, attempt %d", b.Status, b.Repeat, b.Epoch, b.Attempt))
	}
	at, err := b.At.state(v)
	if err != nil {
		return fail(err)
	}
	t := interaction.Trial{Action: b.Action, Start: at, Repeat: b.Repeat, Epoch: b.Epoch, Attempt: b.Attempt, Episode: b.Episode, Step: b.Step}
	o := interaction.Outcome{Key: e.Key, Status: b.Status, Attempt: b.Attempt, Sure: b.Sure, Fault: b.Fault, Why: b.Why}
	if b.Status == interaction.Completed {
		o.Start = at
	}
	if b.Start != nil {
		if o.Start, err = b.Start.state(v); err != nil {
			return fail(err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(b.Changes)) {
		was := o.Start.Level(name)
		c := interaction.Change{Factor: name, From: was, To: was + b.Changes[name]}
		if c.From == c.To || c.To < 0 || c.To > interaction.MaxLevel {
			return fail(fmt.Errorf("%q changed from %d to %d", name, c.From, c.To))
		}
		o.Changes = append(o.Changes, c)
	}
	return t, o, nil
}

// outcomeStatus reads the action and the status of an outcome and skips the rest.
func outcomeStatus(e Entry) (interaction.Action, interaction.Status, error) {
	var b struct {
		Version int                `json:"v"`
		Action  interaction.Action `json:"a"`
		Status  interaction.Status `json:"s"`
	}
	if err := decode(e, &b, &b.Version); err != nil {
		return "", 0, err
	}
	if b.Status == 0 {
		return "", 0, fmt.Errorf("%w: entry %d (%s) has no status", ErrCorrupt, e.Seq, e.Kind)
	}
	return b.Action, b.Status, nil
}
