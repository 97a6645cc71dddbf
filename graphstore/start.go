package graphstore

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

// stateBody is a state as the ledger keeps it: a tier of the first factors, and what
// differs, by number.
type stateBody struct {
	N     int            `json:"n,omitempty"`
	Tier  int            `json:"t,omitempty"` // 2: plenty of each of the first n, 1: one of each, 0: nothing
	Over  [][2]int       `json:"d,omitempty"`
	Extra map[string]int `json:"x,omitempty"`
}

func newStateBody(s interaction.State) *stateBody {
	b := &stateBody{N: s.Len(), Tier: int(s.Tier())}
	for _, l := range s.Over() {
		b.Over = append(b.Over, [2]int{l.Factor, l.Level})
	}
	for _, a := range s.Extra() {
		if b.Extra == nil {
			b.Extra = map[string]int{}
		}
		b.Extra[a.Name] = a.Level
	}
	return b
}

// state is the state, written with the vocabulary; the error says why it can't be.
func (b *stateBody) state(v *interaction.Vocabulary) (interaction.State, error) {
	if b.N < 0 || b.N > v.Len() || b.Tier < 0 || b.Tier > int(interaction.Plenty) {
		return interaction.State{}, fmt.Errorf("it starts from tier %d of %d factors, and %d are listed", b.Tier, b.N, v.Len())
	}
	levels := make([]interaction.Level, 0, len(b.Over))
	last := -1
	for _, d := range b.Over {
		if d[0] <= last || d[0] >= v.Len() || d[1] < 0 || d[1] > interaction.MaxLevel {
			return interaction.State{}, fmt.Errorf("it starts from %d of factor number %d, of %d factors, after factor number %d", d[1], d[0], v.Len(), last)
		}
		last = d[0]
		levels = append(levels, interaction.Level{Factor: d[0], Level: d[1]})
	}
	var extra []interaction.Change
	for _, name := range slices.Sorted(maps.Keys(b.Extra)) {
		if n := b.Extra[name]; n < 1 || n > interaction.MaxLevel || name == "" {
			return interaction.State{}, fmt.Errorf("it starts from %d of %q", n, name)
		}
		extra = append(extra, interaction.Change{Factor: name, To: b.Extra[name]})
	}
	return v.Cut(interaction.Tier(b.Tier), b.N).Set(levels).After(extra), nil
}

// Start is a state as it is told: plenty of everything that was known, or nothing, but
// for a few factors.
type Start struct {
	// PlentyOf is of how many factors there is plenty, but for those in But: the first
	// that came to be known; zero: there is nothing but what But lists.
	PlentyOf int `json:"plenty_of,omitempty"`
	// But are the levels that differ, by name.
	But map[string]int `json:"but,omitempty"`
}

// NewStart tells a state.
func NewStart(s interaction.State) Start {
	out := Start{}
	if s.Tier() != interaction.Plenty {
		if m := s.Map(); len(m) > 0 {
			out.But = m
		}
		return out
	}
	out.PlentyOf = s.Len()
	for _, l := range s.Over() {
		if out.But == nil {
			out.But = map[string]int{}
		}
		out.But[s.Vocabulary().Name(l.Factor)] = l.Level
	}
	for _, a := range s.Extra() {
		if out.But == nil {
			out.But = map[string]int{}
		}
		out.But[a.Name] = a.Level
	}
	return out
}

// String is the start as "1 log", "nothing", "plenty of each of 6 factors" or "plenty of
// each of 6 factors, but no log, 2 planks".
func (s Start) String() string {
	if s.PlentyOf == 0 {
		return levelsText(s.But)
	}
	text := fmt.Sprintf("plenty of each of %d factors", s.PlentyOf)
	if len(s.But) > 0 {
		text += ", but " + levelsText(s.But)
	}
	return text
}

// levelsText lists levels as "no log, 2 planks", ascending by name, or "nothing".
func levelsText(m map[string]int) string {
	if len(m) == 0 {
		return "nothing"
	}
	parts := make([]string, 0, len(m))
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if m[name] == 0 {
			parts = append(parts, "no "+name)
		} else {
			parts = append(parts, fmt.Sprintf("%d %s", m[name], name))
		}
	}
	return strings.Join(parts, ", ")
}
