package interaction

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Action is the opaque name of an action: "a", "b", ..., "z", "aa", ... What a
// person would call it is the world's business (see [Labeler]) and never reaches
// a learner.
type Action string

// ActionName is the opaque name of the i-th action, counting from zero.
func ActionName(i int) Action {
	var b []byte
	for i++; i > 0; i = (i - 1) / 26 {
		b = append(b, byte('a'+(i-1)%26))
	}
	slices.Reverse(b)
	return Action(b)
}

// Trial is one experiment: start from Start, execute Action once.
type Trial struct {
	Action Action
	Start  State
	// Repeat counts the trials asked before with this action and start.
	Repeat int
	// Attempt counts the times this very trial broke before; see [Retry].
	Attempt int
}

// trialJSON is the wire form of a Trial, version 1.
type trialJSON struct {
	Version int    `json:"v"`
	Action  Action `json:"action"`
	Start   State  `json:"start"`
	Repeat  int    `json:"repeat,omitempty"`
	Attempt int    `json:"attempt,omitempty"`
}

// MarshalJSON writes the trial in wire version 1.
func (t Trial) MarshalJSON() ([]byte, error) {
	return json.Marshal(trialJSON{1, t.Action, t.Start, t.Repeat, t.Attempt})
}

// UnmarshalJSON reads wire version 1; another version is an error, and so are a
// missing action and a negative repeat or attempt.
func (t *Trial) UnmarshalJSON(data []byte) error {
	var w trialJSON
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	if w.Version != 1 {
		return fmt.Errorf("trial version %d: this program reads version 1", w.Version)
	}
	if w.Action == "" || w.Repeat < 0 || w.Attempt < 0 {
		return fmt.Errorf("trial of action %q, repeat %d, attempt %d: it needs an action, and the numbers can't be negative", w.Action, w.Repeat, w.Attempt)
	}
	*t = Trial{w.Action, w.Start, w.Repeat, w.Attempt}
	return nil
}

// Key identifies the trial by content.
func (t Trial) Key() Key {
	d := t.Start.Digest()
	h := hashString(string(t.Action))
	n := uint64(t.Repeat)<<16 | uint64(t.Attempt)&0xffff
	a := mix(d[0] ^ mix(h^mix(n)))
	return Key{a, mix(d[1] ^ a ^ h)}
}

// Status says what an outcome is worth. The zero Status is invalid.
type Status uint8

const (
	// Completed: the action ran to its end. Only completed trials are evidence,
	// also when nothing happened.
	Completed Status = iota + 1
	// Truncated: the world cut the action short; what it did is unknown.
	Truncated
	// Faulted: the session broke, hung or lied; what happened is unknown.
	Faulted
	// Cancelled: the trial wasn't run, because the run was being stopped.
	Cancelled
)

var statusNames = [...]string{"invalid", "completed", "truncated", "faulted", "cancelled"}

// String is the status in one word.
func (s Status) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return statusNames[0]
}

// MarshalText writes the word; the zero Status can't be written.
func (s Status) MarshalText() ([]byte, error) {
	if s == 0 || int(s) >= len(statusNames) {
		return nil, fmt.Errorf("trial status %d is invalid", s)
	}
	return []byte(statusNames[s]), nil
}

// UnmarshalText reads the word; anything else is an error that lists the words.
func (s *Status) UnmarshalText(text []byte) error {
	i := slices.Index(statusNames[1:], string(text))
	if i < 0 {
		return fmt.Errorf("trial status %q is not one of %s", text, strings.Join(statusNames[1:], ", "))
	}
	*s = Status(i + 1)
	return nil
}

// Outcome is what came of a trial. Consumed and Obtained ascend by item name and
// mean something only when Status is Completed.
type Outcome struct {
	Key      Key
	Status   Status
	Consumed []Stack
	Obtained []Stack
	// Attempt is the attempt that gave this outcome, counting from zero: the
	// trial was executed Attempt+1 times in all.
	Attempt int
	// Fault says in a word what broke ("timeout", "lost", ...); empty if nothing.
	Fault string
}

// outcomeJSON is the wire form of an Outcome, version 1.
type outcomeJSON struct {
	Version  int            `json:"v"`
	Key      Key            `json:"key"`
	Status   Status         `json:"status"`
	Consumed map[string]int `json:"consumed,omitempty"`
	Obtained map[string]int `json:"obtained,omitempty"`
	Attempt  int            `json:"attempt,omitempty"`
	Fault    string         `json:"fault,omitempty"`
}

// MarshalJSON writes the outcome in wire version 1.
func (o Outcome) MarshalJSON() ([]byte, error) {
	return json.Marshal(outcomeJSON{1, o.Key, o.Status, stackMap(o.Consumed), stackMap(o.Obtained), o.Attempt, o.Fault})
}

// UnmarshalJSON reads wire version 1; a newer version is an error, and so are a
// missing status and quantities below one.
func (o *Outcome) UnmarshalJSON(data []byte) error {
	var w outcomeJSON
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	if w.Version != 1 {
		return fmt.Errorf("outcome version %d: this program reads version 1", w.Version)
	}
	if w.Status == 0 {
		return fmt.Errorf("outcome %s has no status", w.Key)
	}
	if w.Attempt < 0 {
		return fmt.Errorf("outcome %s: attempt %d: it can't be negative", w.Key, w.Attempt)
	}
	for _, m := range []map[string]int{w.Consumed, w.Obtained} {
		for item, n := range m {
			if n < 1 {
				return fmt.Errorf("outcome %s: %d of %q: a quantity is at least 1", w.Key, n, item)
			}
		}
	}
	*o = Outcome{w.Key, w.Status, SortedStacks(w.Consumed), SortedStacks(w.Obtained), w.Attempt, w.Fault}
	return nil
}

func stackMap(stacks []Stack) map[string]int {
	if len(stacks) == 0 {
		return nil
	}
	m := make(map[string]int, len(stacks))
	for _, s := range stacks {
		m[s.Item] = s.Count
	}
	return m
}

// SortedStacks lists a map from item to quantity, ascending by item name.
func SortedStacks(m map[string]int) []Stack {
	if len(m) == 0 {
		return nil
	}
	out := make([]Stack, 0, len(m))
	for item, n := range m {
		out = append(out, Stack{item, n})
	}
	slices.SortFunc(out, func(a, b Stack) int { return strings.Compare(a.Item, b.Item) })
	return out
}
