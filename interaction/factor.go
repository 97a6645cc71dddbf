package interaction

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Kind says what sort of thing a factor is. The zero Kind is [Item]: a factor of which
// nothing is said is one.
type Kind uint8

const (
	// Item is something that can be counted, given and consumed, as logs.
	Item Kind = iota
	// Fact is something that holds or doesn't, or holds more and less, as standing near a
	// table. Nobody consumes it, and it doesn't last.
	Fact
	// Vital is a quantity of the agent's own that the world changes by itself, as health.
	Vital
)

var kindNames = [...]string{"item", "fact", "vital"}

// String is the kind in one word.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", k)
}

// MarshalText writes the word; an unknown kind can't be written.
func (k Kind) MarshalText() ([]byte, error) {
	if int(k) >= len(kindNames) {
		return nil, fmt.Errorf("kind of factor %d is unknown", k)
	}
	return []byte(kindNames[k]), nil
}

// UnmarshalText reads the word; anything else is an error that lists the words.
func (k *Kind) UnmarshalText(text []byte) error {
	i := slices.Index(kindNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("kind of factor %q is not one of %s", text, strings.Join(kindNames[:], ", "))
	}
	*k = Kind(i)
	return nil
}

// MaxLevel is the highest level that any factor can have.
const MaxLevel = 1_000_000

// Factor is something that an action may depend on, and that it may change: it can be
// observed before and after an action and compared with a threshold. Its levels are 0
// (absent) to Max.
type Factor struct {
	Name string `json:"name"`
	Kind Kind   `json:"kind,omitzero"`
	// Max is the highest level that the world knows, at most [MaxLevel]; zero: 1 for a
	// fact, else not known.
	Max int `json:"max,omitempty"`
	// Ample is the level that counts as plenty of it, at most Max: nothing is taken to need
	// more. Zero: Max for facts and vitals; for an item whatever the exploration takes, at
	// most a stack, but
	// below Max, so that one more can be seen.
	Ample int `json:"ample,omitempty"`
	// Fixed: a start can't set it; the world does. It can only be observed.
	Fixed bool `json:"fixed,omitempty"`
	// Stack is how many of its levels share a slot of an [Exclusion]; zero: all of them.
	Stack int `json:"stack,omitempty"`
}

// Top is the highest level, or zero if it isn't known.
func (f Factor) Top() int {
	if f.Max == 0 && f.Kind == Fact {
		return 1
	}
	return f.Max
}

// Filled reports whether a gain after which the factor is at the level may have been cut, as there was no room for more:
// it is as high as it gets or, as a vital may fall in the same step, one below that. What a fact reaches is never cut.
func (f Factor) Filled(level int) bool {
	top := f.Top()
	if f.Kind == Vital {
		top--
	}
	return f.Max > 0 && f.Kind != Fact && level >= top
}

// ample is the level that counts as plenty, where that of an unlimited item is plenty.
func (f Factor) ample(plenty int) int {
	top := f.Top()
	switch {
	case f.Ample > 0:
		return f.Ample
	case top == 0 && f.Stack > 0:
		return min(plenty, f.Stack) // what fits into a slot
	case top == 0:
		return plenty
	case f.Kind == Item:
		return max(1, min(plenty, top-1))
	}
	return top
}

// Slots is how many slots of an exclusion the factor takes at this level.
func (f Factor) Slots(level int) int {
	switch {
	case level == 0:
		return 0
	case f.Stack == 0:
		return 1
	}
	return (level + f.Stack - 1) / f.Stack
}

// Validate reports every fault of the factor at once.
func (f Factor) Validate() error {
	var errs []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf("factor %q: "+format, append([]any{f.Name}, args...)...))
		}
	}
	check(f.Name != "", "it has no name")
	check(Plain(f.Name), "its name has control characters")
	check(int(f.Kind) < len(kindNames), "its kind is unknown")
	check(f.Max >= 0 && f.Max <= MaxLevel, "its highest level %d isn't from 0 to %d", f.Max, MaxLevel)
	check(f.Ample >= 0 && f.Ample <= MaxLevel && (f.Top() == 0 || f.Ample <= f.Top()), "its ample level %d isn't from 0 to its highest, %d", f.Ample, f.Top())
	check(f.Stack >= 0 && f.Stack <= MaxLevel, "%d of it share a slot", f.Stack)
	return errors.Join(errs...)
}

// Exclusion is a limit on what can be there at the same time: all of its factors together
// take at most Slots slots. One thing can be faced (one slot), an inventory has 36.
type Exclusion struct {
	// Factors are the names of those that compete for the slots; empty: all items.
	Factors []string `json:"factors,omitempty"`
	// Slots is how many there are, at least 1.
	Slots int `json:"slots"`
}

// Validate reports every fault of the exclusion at once.
func (x Exclusion) Validate() error {
	var errs []error
	if x.Slots < 1 {
		errs = append(errs, fmt.Errorf("exclusion of %s: %d slots: there must be at least 1", strings.Join(x.Factors, ", "), x.Slots))
	}
	for i, n := range x.Factors {
		if n == "" || slices.Contains(x.Factors[:i], n) {
			errs = append(errs, fmt.Errorf("exclusion of %s: %q is listed twice, or has no name", strings.Join(x.Factors, ", "), n))
		}
	}
	return errors.Join(errs...)
}
