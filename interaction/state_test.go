package interaction_test

import (
	"encoding/json"
	"maps"
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
)

// However an inventory is stored, it holds, prints, hashes and compares as the
// plain map that it stands for.
func TestStateAgainstMap(t *testing.T) {
	rng := conformance.Rand(t)
	names := []string{"a", "b", "c", "d", "e", "f"}
	for range 500 {
		n := rng.IntN(len(names))
		counts := make([]int, n)
		model := map[string]int{}
		for i := range counts {
			counts[i] = rng.IntN(3)
			model[names[i]] = counts[i]
		}
		var over []interaction.Override
		for i := range counts {
			if rng.IntN(3) == 0 {
				if c := rng.IntN(4); c != counts[i] {
					over = append(over, interaction.Override{Index: i, Count: c})
					model[names[i]] = c
				}
			}
		}
		start := interaction.NewState(interaction.NewStock(names[:n], counts), over)
		before := maps.Clone(model)
		var changes []interaction.Stack
		for _, it := range names {
			if rng.IntN(3) == 0 {
				d := rng.IntN(7) - 3
				changes = append(changes, interaction.Stack{Item: it, Count: d})
				model[it] = max(0, model[it]+d)
			}
		}
		s := start.With(changes)
		for _, it := range names {
			if s.Count(it) != model[it] {
				t.Fatalf("%v with %v: %d of %s, want %d", start, changes, s.Count(it), it, model[it])
			}
		}
		plain := interaction.StateOf(model)
		if !s.Equal(plain) || s.Digest() != plain.Digest() || s.String() != plain.String() {
			t.Fatalf("%v and %v hold the same and differ", s, plain)
		}
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var back interaction.State
		if err := json.Unmarshal(text, &back); err != nil || !back.Equal(s) {
			t.Fatalf("%s reads back as %v: %v", text, back, err)
		}
		consumed, obtained := interaction.Record(start, s)
		consumed2, obtained2 := interaction.Record(interaction.StateOf(before), plain)
		if interaction.FormatStacks(consumed) != interaction.FormatStacks(consumed2) || interaction.FormatStacks(obtained) != interaction.FormatStacks(obtained2) {
			t.Fatalf("from %v to %v: -%v +%v, want -%v +%v", start, s, consumed, obtained, consumed2, obtained2)
		}
		for _, c := range consumed {
			if before[c.Item]-model[c.Item] != c.Count {
				t.Fatalf("%v: consumed %v", before, c)
			}
		}
		if len(consumed)+len(obtained) == 0 != start.Equal(s) {
			t.Fatalf("%v and %v", start, s)
		}
	}
}

func TestStateJSONRefusesDebts(t *testing.T) {
	var s interaction.State
	if err := json.Unmarshal([]byte(`{"log": -1}`), &s); err == nil {
		t.Error("a negative quantity was read")
	}
}
