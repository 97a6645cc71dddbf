package interaction

import (
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

// Trial is one experiment: begin at Start, execute Action once. The start is a wish; what
// the world really had is in the [Outcome].
type Trial struct {
	Action Action
	Start  State
	// Repeat counts the trials asked before with this action and start.
	Repeat int
	// Epoch counts how often what is known of the action was disputed before: trials of
	// different epochs are different trials.
	Epoch int
	// Attempt counts the times this very trial broke before; see [Retry].
	Attempt int
	// Episode and Step say where in a life the trial was made, counting from 1; zero: its start
	// was brought about for it alone.
	Episode, Step int
}

// Key identifies the trial by content.
func (t Trial) Key() Key {
	d := t.Start.Digest()
	h := hashString(string(t.Action))
	n := uint64(t.Epoch)<<40 | uint64(t.Repeat)<<16 | uint64(t.Attempt)&0xffff
	if t.Episode > 0 {
		n ^= mix(uint64(t.Episode)<<32 | uint64(t.Step))
	}
	a := mix(d[0] ^ mix(h^mix(n)))
	return Key{a, mix(d[1] ^ a ^ h)}
}

// Status says what an outcome is worth. The zero Status is invalid.
type Status uint8

const (
	// Completed: the action ran to its end. Only completed trials are evidence,
	// also when nothing happened.
	Completed Status = iota + 1
	// Truncated: the episode ended before the action did; what it would have done is
	// unknown.
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

// Outcome is what came of a trial. Start and Changes mean something only when Status is
// Completed.
type Outcome struct {
	Key    Key
	Status Status
	// Start is what the world really had when the action began.
	Start State
	// Changes ascend by factor.
	Changes []Change
	// Attempt is the attempt that gave this outcome, counting from zero: the
	// trial was executed Attempt+1 times in all.
	Attempt int
	// Sure is the probability, by the percipient's own account, that what was before and afterwards was perceived
	// rightly; zero: the world itself said so.
	Sure float64
	// Fault says in a word what broke ("timeout", "lost", ...), Why in a sentence; empty
	// if nothing did.
	Fault, Why string
}

// Change is what became of a factor: From and To are different levels.
type Change struct {
	Factor   string
	From, To int
}

// Gain is how much higher the level is afterwards; negative if it is lower.
func (c Change) Gain() int { return c.To - c.From }

// String is the change as "+2 stick" or "-1 log".
func (c Change) String() string { return fmt.Sprintf("%+d %s", c.Gain(), c.Factor) }

// FormatChanges lists changes as "-1 log, +4 planks", or "nothing".
func FormatChanges(changes []Change) string {
	if len(changes) == 0 {
		return "nothing"
	}
	parts := make([]string, len(changes))
	for i, c := range changes {
		parts[i] = c.String()
	}
	return strings.Join(parts, ", ")
}

// Changes compares a state before and after an action (ADAM, section 3.3): the factors
// whose levels differ, ascending by name.
func Changes(before, after State) []Change {
	var out []Change
	add := func(name string, was, is int) {
		if was != is {
			out = append(out, Change{name, was, is})
		}
	}
	if before.Base == after.Base {
		a, b := before.over, after.over
		for len(a) > 0 || len(b) > 0 {
			switch {
			case len(b) == 0 || len(a) > 0 && a[0].Factor < b[0].Factor:
				add(before.v.Name(a[0].Factor), a[0].Level, before.Base.At(a[0].Factor))
				a = a[1:]
			case len(a) == 0 || b[0].Factor < a[0].Factor:
				add(before.v.Name(b[0].Factor), before.Base.At(b[0].Factor), b[0].Level)
				b = b[1:]
			default:
				add(before.v.Name(a[0].Factor), a[0].Level, b[0].Level)
				a, b = a[1:], b[1:]
			}
		}
		for _, x := range before.extra {
			add(x.Name, x.Level, after.Level(x.Name))
		}
		for _, x := range after.extra {
			if before.Level(x.Name) == 0 {
				add(x.Name, 0, x.Level)
			}
		}
	} else {
		was, is := before.Map(), after.Map()
		for name, n := range was {
			add(name, n, is[name])
		}
		for name, n := range is {
			if was[name] == 0 {
				add(name, 0, n)
			}
		}
	}
	slices.SortFunc(out, func(a, b Change) int { return strings.Compare(a.Factor, b.Factor) })
	return out
}
