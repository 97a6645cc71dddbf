package interaction_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
)

func TestActionNamesDiffer(t *testing.T) {
	seen := map[interaction.Action]bool{}
	for i := range 20_000 {
		a := interaction.ActionName(i)
		if seen[a] {
			t.Fatalf("%q twice", a)
		}
		seen[a] = true
	}
	if a := interaction.ActionName(18278); a != "aaaa" {
		t.Errorf("action 18278 is %q, want aaaa", a)
	}
}

// TestKeysDiffer asks neighbouring trials: no two have one key, or one seed.
func TestKeysDiffer(t *testing.T) {
	keys, seeds := map[interaction.Key]interaction.Trial{}, map[uint64]interaction.Trial{}
	for code := range 30 << 8 {
		trial := interaction.Trial{
			Action: interaction.ActionName(code >> 8), Repeat: code & 3, Attempt: code >> 2 & 3,
			Start: interaction.StateOf(map[string]int{"log": code >> 4 & 3, "stick": code >> 6 & 3}),
		}
		k := trial.Key()
		if other, ok := keys[k]; ok || k.IsZero() {
			t.Fatalf("%+v and %+v have the key %s", trial, other, k)
		}
		if other, ok := seeds[k.Seed(1)]; ok {
			t.Fatalf("%+v and %+v have one seed", trial, other)
		}
		keys[k], seeds[k.Seed(1)] = trial, trial
	}
}

// TestSeedIsStable: a run that is continued must go on with the seeds it had.
func TestSeedIsStable(t *testing.T) {
	const (
		key  = "9a62417313d657720986dd55e793410d"
		seed = uint64(0x2985fd52a4ed8d01)
	)
	k := interaction.Trial{Action: "ab", Start: interaction.StateOf(map[string]int{"log": 2, "crafting table": 1}), Repeat: 3, Attempt: 1}.Key()
	if k.String() != key || k.Seed(42) != seed {
		t.Errorf("key %s with seed %#x, want %s with %#x", k, k.Seed(42), key, seed)
	}
}

func TestKeyText(t *testing.T) {
	r := conformance.Rand(t)
	for range 100 {
		k := interaction.Key{r.Uint64() >> r.IntN(64), r.Uint64() >> r.IntN(64)}
		text, err := k.MarshalText()
		if err != nil || len(text) != 32 || string(text) != k.String() {
			t.Fatalf("%q, %v", text, err)
		}
		back := interaction.Key{1, 1}
		if err := back.UnmarshalText(text); err != nil || back != k {
			t.Fatalf("%s reads as %s, %v", text, back, err)
		}
	}
	if !(interaction.Key{}).IsZero() || (interaction.Key{0, 1}).IsZero() || (interaction.Key{1, 0}).IsZero() {
		t.Error("IsZero")
	}
	for _, text := range []string{"", "12", strings.Repeat("0", 31), strings.Repeat("0", 33), strings.Repeat("g", 32), strings.Repeat(" ", 32), strings.Repeat("é", 16)} {
		k := interaction.Key{5, 6}
		if err := k.UnmarshalText([]byte(text)); err == nil || !strings.Contains(err.Error(), "trial key") || k != (interaction.Key{5, 6}) {
			t.Errorf("%q reads as %s, %v", text, k, err)
		}
	}
}

func TestStatusText(t *testing.T) {
	for s, want := range map[interaction.Status]string{
		interaction.Completed: "completed", interaction.Truncated: "truncated",
		interaction.Faulted: "faulted", interaction.Cancelled: "cancelled",
	} {
		text, err := s.MarshalText()
		var back interaction.Status
		if err != nil || string(text) != want || s.String() != want || back.UnmarshalText(text) != nil || back != s {
			t.Errorf("%s is written %q and reads as %s, %v", want, text, back, err)
		}
	}
	for _, s := range []interaction.Status{0, interaction.Cancelled + 1, 255} {
		if text, err := s.MarshalText(); err == nil || s.String() != "invalid" {
			t.Errorf("status %d is %s and was written %q", s, s, text)
		}
	}
	for _, text := range []string{"", "invalid", "Completed", "completed ", "1"} {
		s := interaction.Truncated
		err := s.UnmarshalText([]byte(text))
		if err == nil || s != interaction.Truncated || !strings.Contains(err.Error(), "completed, truncated, faulted, cancelled") {
			t.Errorf("%q reads as %s, %v", text, s, err)
		}
	}
}

// wire is outcomes in wire version 1, byte for byte.
var wire = []struct {
	outcome interaction.Outcome
	text    string
}{
	{
		interaction.Outcome{Key: interaction.Key{1, 0xf}, Status: interaction.Completed},
		`{"v":1,"key":"0000000000000001000000000000000f","status":"completed"}`,
	},
	{
		interaction.Outcome{
			Key: interaction.Key{1, 2}, Status: interaction.Completed, Attempt: 2,
			Consumed: []interaction.Stack{{Item: "log", Count: 1}, {Item: "planks", Count: 3}}, Obtained: []interaction.Stack{{Item: "axe", Count: 1}},
		},
		`{"v":1,"key":"00000000000000010000000000000002","status":"completed","consumed":{"log":1,"planks":3},"obtained":{"axe":1},"attempt":2}`,
	},
	{
		interaction.Outcome{Key: interaction.Key{1, 2}, Status: interaction.Faulted, Fault: interaction.FaultTimeout},
		`{"v":1,"key":"00000000000000010000000000000002","status":"faulted","fault":"timeout"}`,
	},
	{
		interaction.Outcome{Key: interaction.Key{1, 2}, Status: interaction.Cancelled},
		`{"v":1,"key":"00000000000000010000000000000002","status":"cancelled"}`,
	},
	{
		interaction.Outcome{Key: interaction.Key{1, 2}, Status: interaction.Truncated},
		`{"v":1,"key":"00000000000000010000000000000002","status":"truncated"}`,
	},
}

func TestOutcomeWire(t *testing.T) {
	for _, c := range wire {
		data, err := json.Marshal(c.outcome)
		if err != nil || string(data) != c.text {
			t.Errorf("%s, %v; want %s", data, err, c.text)
		}
		var back interaction.Outcome
		if err := json.Unmarshal([]byte(c.text), &back); err != nil || !reflect.DeepEqual(back, c.outcome) {
			t.Errorf("%s reads as %+v, %v", c.text, back, err)
		}
	}
}

func TestBadOutcomes(t *testing.T) {
	const head = `{"v":1,"key":"00000000000000010000000000000002"`
	for text, want := range map[string]string{
		head + `}`:                                             "no status",
		head + `,"status":null}`:                               "no status",
		head + `,"status":""}`:                                 "not one of",
		head + `,"status":"ok"}`:                               "not one of",
		head + `,"status":"completed","attempt":-1}`:           "attempt -1",
		head + `,"status":"completed","consumed":{"log":-2}}`:  `-2 of "log"`,
		head + `,"status":"completed","obtained":{"log":0}}`:   `0 of "log"`,
		head + `,"status":"completed","obtained":{"log":1.5}}`: "int",
		head + `,"status":"completed","obtained":[{"log":1}]}`: "array",
		`{"v":1,"key":"12","status":"completed"}`:              "trial key",
		`{"v":2,"status":"completed"}`:                         "version 2",
		`{}`:                                                   "version 0",
		`"completed"`:                                          "string",
	} {
		o := interaction.Outcome{Attempt: 77}
		if err := json.Unmarshal([]byte(text), &o); err == nil || !strings.Contains(err.Error(), want) || o.Attempt != 77 {
			t.Errorf("%s reads as %+v, %v; want an error that says %q", text, o, err, want)
		}
	}
}

// TestTrialJSON: a trial that went through JSON is the same trial.
func TestTrialJSON(t *testing.T) {
	stock := interaction.NewStock([]string{"log", "stick"}, []int{4, 4})
	want := interaction.Trial{Action: "b", Start: interaction.NewState(stock, []interaction.Override{{Index: 1, Count: 0}}), Repeat: 2, Attempt: 1}
	data, err := json.Marshal(want)
	if err != nil || string(data) != `{"v":1,"action":"b","start":{"log":4},"repeat":2,"attempt":1}` {
		t.Errorf("%s, %v", data, err)
	}
	var got interaction.Trial
	if err := json.Unmarshal(data, &got); err != nil || got.Key() != want.Key() {
		t.Errorf("%s reads as %+v, %v", data, got, err)
	}
	for text, want := range map[string]string{
		`{"action":"b","start":{}}`:               "version 0",
		`{"v":2,"action":{"name":"b"}}`:           "cannot unmarshal",
		`{"v":2,"action":"b","start":{}}`:         "version 2",
		`{"v":1,"start":{}}`:                      "needs an action",
		`{"v":1,"action":"b","repeat":-1}`:        "repeat -1",
		`{"v":1,"action":"b","attempt":-1}`:       "attempt -1",
		`{"v":1,"action":"b","start":{"log":-1}}`: "log",
	} {
		got := interaction.Trial{Repeat: 77}
		err := json.Unmarshal([]byte(text), &got)
		if err == nil || !strings.Contains(err.Error(), want) || got.Repeat != 77 {
			t.Errorf("%s reads as %+v, %v; want an error that says %q", text, got, err, want)
		}
	}
}

func FuzzTrialJSON(f *testing.F) {
	f.Add([]byte(`{"v":1,"action":"b","start":{"log":4},"repeat":2,"attempt":1}`))
	f.Add([]byte(`{"v":2}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var trial, again interaction.Trial
		if json.Unmarshal(data, &trial) != nil {
			return
		}
		text, err := json.Marshal(trial)
		if err != nil {
			t.Fatalf("%q reads as %+v: %v", data, trial, err)
		}
		if err := json.Unmarshal(text, &again); err != nil || again.Key() != trial.Key() {
			t.Fatalf("%q reads as %+v, and %q as %+v, %v", data, trial, text, again, err)
		}
	})
}

func FuzzOutcomeJSON(f *testing.F) {
	for _, c := range wire {
		f.Add([]byte(c.text))
	}
	f.Add([]byte(`{"v":1,"status":null}`))
	f.Add([]byte(`{"v":1,"status":"completed","obtained":{"":-1}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var o, again interaction.Outcome
		if json.Unmarshal(data, &o) != nil {
			return
		}
		for _, stacks := range [][]interaction.Stack{o.Consumed, o.Obtained} {
			for _, st := range stacks {
				if st.Count < 1 {
					t.Fatalf("%q reads as %+v", data, o)
				}
			}
		}
		text, err := json.Marshal(o)
		if err != nil {
			t.Fatalf("%q reads as %+v: %v", data, o, err)
		}
		if err := json.Unmarshal(text, &again); err != nil || !reflect.DeepEqual(again, o) {
			t.Fatalf("%q reads as %+v, and %q as %+v, %v", data, o, text, again, err)
		}
	})
}

func FuzzKeyText(f *testing.F) {
	f.Add([]byte("00000000000000010000000000000002"))
	f.Add([]byte("zz"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var k interaction.Key
		if k.UnmarshalText(text) == nil && k.String() != strings.ToLower(string(text)) {
			t.Fatalf("%q reads as %s", text, k)
		}
	})
}

func FuzzStatusText(f *testing.F) {
	for _, s := range []string{"completed", "truncated", "faulted", "cancelled", "invalid", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var s interaction.Status
		if s.UnmarshalText([]byte(text)) == nil && s.String() != text {
			t.Fatalf("%q reads as %s", text, s)
		}
	})
}
