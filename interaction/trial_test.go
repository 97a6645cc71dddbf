package interaction_test

import (
	"encoding/json"
	"fmt"
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

// The key follows from action, start, repeat and attempt, and from nothing else;
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
	otherwise := interaction.NewState(interaction.NewStock([]string{"stick", "log", "axe"}, []int{1, 9, 4}),
		[]interaction.Override{{Index: 1, Count: 2}, {Index: 2, Count: 0}})
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

func TestOutcomeJSON(t *testing.T) {
	o := interaction.Outcome{Key: interaction.Key{1, 2}, Status: interaction.Completed, Attempt: 2,
		Consumed: []interaction.Stack{{Item: "a", Count: 1}}, Obtained: []interaction.Stack{{Item: "b", Count: 3}, {Item: "c", Count: 1}}}
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	var back interaction.Outcome
	if err := json.Unmarshal(text, &back); err != nil || fmt.Sprint(back) != fmt.Sprint(o) {
		t.Errorf("%s reads back as %v: %v", text, back, err)
	}
	for _, bad := range []string{`{}`, `{"v":2,"key":"00000000000000000000000000000001","status":"completed"}`,
		`{"v":1,"key":"0","status":"completed"}`, `{"v":1,"key":"00000000000000000000000000000001","status":"perfect"}`} {
		if err := json.Unmarshal([]byte(bad), &back); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
	if _, err := json.Marshal(interaction.Outcome{}); err == nil {
		t.Error("an outcome without a status was written")
	}
}
