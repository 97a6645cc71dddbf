package interaction_test

import (
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

func TestActionName(t *testing.T) {
	for i, want := range map[int]interaction.Action{0: "a", 25: "z", 26: "aa", 40: "ao", 701: "zz", 702: "aaa"} {
		if got := interaction.ActionName(i); got != want {
			t.Errorf("action %d is %q, want %q", i, got, want)
		}
	}
}

// The key follows from action, start, repeat, epoch and attempt, and from nothing else;
// it is stored in databases, so it may never change.
func TestKey(t *testing.T) {
	start := interaction.StateOf(map[string]int{"log": 2, "stick": 1})
	base := interaction.Trial{Action: "k", Start: start}
	seen := map[interaction.Key]string{}
	for name, tr := range map[string]interaction.Trial{
		"base":    base,
		"action":  {Action: "l", Start: start},
		"start":   {Action: "k", Start: interaction.StateOf(map[string]int{"log": 1, "stick": 2})},
		"empty":   {Action: "k"},
		"repeat":  {Action: "k", Start: start, Repeat: 1},
		"epoch":   {Action: "k", Start: start, Epoch: 1},
		"attempt": {Action: "k", Start: start, Attempt: 1},
	} {
		k := tr.Key()
		if other, dup := seen[k]; dup {
			t.Errorf("%s and %s have the same key", name, other)
		}
		seen[k] = name
		var back interaction.Key
		text, _ := k.MarshalText()
		if err := back.UnmarshalText(text); err != nil || back != k {
			t.Errorf("%s reads back as %v: %v", text, back, err)
		}
	}
	v := interaction.NewVocabulary(1, nil)
	for _, name := range []string{"stick", "log", "axe"} {
		v.Add(name)
	}
	otherwise := v.Cut(interaction.Plenty, 3).Set([]interaction.Level{{Factor: 1, Level: 2}, {Factor: 2}})
	if got := (interaction.Trial{Action: "k", Start: otherwise}).Key(); got != base.Key() {
		t.Errorf("the same start stored otherwise has key %s, not %s", got, base.Key())
	}
	const want = "7c4239011da96fecd475b29572c66d55"
	if got := base.Key().String(); got != want {
		t.Errorf("the key is %s, not %s: databases that exist can't be continued", got, want)
	}
	if base.Key().Seed(1) == base.Key().Seed(2) {
		t.Error("two runs have the same seed for a trial")
	}
}
