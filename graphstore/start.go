package graphstore

import (
	"fmt"
	"maps"
	"slices"
)

// Start is a start inventory as the ledger stores it: either everything observed
// or nothing, but for a few items.
type Start struct {
	// Observed is how many items had been observed.
	Observed int `json:"observed"`
	// Each is how many there were of each of them; zero: none, the inventory is
	// what But lists.
	Each int `json:"each"`
	// But are the quantities that differ, by item.
	But map[string]int `json:"but,omitempty"`
}

// describe is v in the words of people.
func (t *tables) describe(v inventory) Start {
	s := Start{Observed: v.items, Each: v.base}
	for _, o := range v.over {
		if o.Count == v.base && o.Index < v.items {
			continue
		}
		if s.But == nil {
			s.But = map[string]int{}
		}
		s.But[t.names[o.Index]] = o.Count
	}
	return s
}

// String is the start as "1 log", "nothing", "64 of each of 6 items" or "64 of each
// of 6 items, but no log, 2 planks".
func (s Start) String() string {
	if s.Each == 0 || s.Observed == 0 {
		return amounts(s.But)
	}
	text := fmt.Sprintf("%d of each of %d items", s.Each, s.Observed)
	if len(s.But) > 0 {
		text += ", but " + amounts(s.But)
	}
	return text
}

// amounts lists quantities as "no log, 2 planks", ascending by item, or "nothing".
func amounts(m map[string]int) string {
	if len(m) == 0 {
		return "nothing"
	}
	text := ""
	for i, item := range slices.Sorted(maps.Keys(m)) {
		if i > 0 {
			text += ", "
		}
		if m[item] == 0 {
			text += "no " + item
		} else {
			text += fmt.Sprintf("%d %s", m[item], item)
		}
	}
	return text
}
