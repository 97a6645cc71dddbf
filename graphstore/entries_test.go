package graphstore_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// TestOutcomeRoundTrip: the bodies that are written by hand are JSON, and read
// back as what they were.
func TestOutcomeRoundTrip(t *testing.T) {
	names := []string{"log", "", " ", `quo"te`, `back\slash`, "new\nline\x00\x7f", "Öfen", "木", "🪓", "<b>&amp;\u2028"}
	for i, name := range names {
		stacks := []interaction.Stack{{Item: name, Count: i + 1}}
		for _, c := range []struct {
			trial   graphstore.StoredTrial
			outcome interaction.Outcome
		}{
			{graphstore.StoredTrial{Action: interaction.Action(name)}, interaction.Outcome{Status: interaction.Completed}},
			{graphstore.StoredTrial{Action: "a", Items: 7, Bare: true, Repeat: 3, Over: []interaction.Override{{Index: 0, Count: 2}, {Index: 6, Count: 0}}},
				interaction.Outcome{Status: interaction.Completed, Consumed: stacks, Obtained: []interaction.Stack{{Item: name, Count: 2}, {Item: name + "~", Count: 1}}}},
			{graphstore.StoredTrial{Action: "zz", Items: 1, Each: 3, Attempt: 2}, interaction.Outcome{Status: interaction.Faulted, Attempt: 2, Fault: name}},
			{graphstore.StoredTrial{Action: "b", Repeat: 1 << 20}, interaction.Outcome{Status: interaction.Truncated, Obtained: stacks}},
		} {
			c.outcome.Key = interaction.Key{1, uint64(i)}
			e, err := graphstore.NewOutcomeEntry(c.trial, c.outcome)
			if err != nil {
				t.Fatal(err)
			}
			if !json.Valid(e.Body) {
				t.Errorf("not JSON: %s", e.Body)
			}
			if e.Kind != graphstore.KindOutcome || e.Key != c.outcome.Key {
				t.Errorf("kind %s, key %s", e.Kind, e.Key)
			}
			trial, outcome, err := graphstore.DecodeOutcome(e)
			if err != nil || !reflect.DeepEqual(trial, c.trial) || !reflect.DeepEqual(outcome, c.outcome) {
				t.Errorf("%s\n read as %+v %+v %v\nwas %+v %+v", e.Body, trial, outcome, err, c.trial, c.outcome)
			}
		}
	}
	if _, err := graphstore.NewOutcomeEntry(graphstore.StoredTrial{}, interaction.Outcome{}); err == nil {
		t.Error("an outcome without status was written")
	}
}

func FuzzDecodeOutcome(f *testing.F) {
	for _, e := range tiny(f)[:40] {
		if e.Kind == graphstore.KindOutcome {
			f.Add(e.Body)
		}
	}
	f.Add([]byte(`{"v":1,"a":"\u0000","n":1,"bare":true,"d":[[1],[2,3,4]],"s":"faulted","f":"x","c":{"a":1e3}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		e := graphstore.Entry{Kind: graphstore.KindOutcome, Seq: 5, Key: interaction.Key{1, 2}, Body: body}
		trial, outcome, err := graphstore.DecodeOutcome(e)
		if err != nil {
			if !errors.Is(err, graphstore.ErrCorrupt) && !errors.Is(err, graphstore.ErrFuture) {
				t.Errorf("%v", err)
			}
			return
		}
		// What was read can be written and read again.
		again, err := graphstore.NewOutcomeEntry(trial, outcome)
		if err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		trial2, outcome2, err := graphstore.DecodeOutcome(again)
		if err != nil || !reflect.DeepEqual(trial, trial2) || !reflect.DeepEqual(outcome, outcome2) {
			t.Errorf("%s\n%s: %v", body, again.Body, err)
		}
	})
}

// fill sets every field to something that isn't zero.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i), n)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.String:
		v.SetString("name" + string(rune('a'+*n%26)))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(int64(*n))
	case reflect.Float64:
		v.SetFloat(float64(*n) / 7)
	case reflect.Uint8: // a Grade
		v.SetUint(uint64(graphstore.Certified))
	default:
		panic("a field of a new kind: " + v.Type().String())
	}
}

// TestEffectFindingRoundTrip: no field of an Effect gets lost in the ledger, also
// none that is added some day.
func TestEffectFindingRoundTrip(t *testing.T) {
	var want graphstore.Effect
	n := 0
	fill(reflect.ValueOf(&want).Elem(), &n)
	for _, e := range []graphstore.Effect{want, {Item: "x", Grade: graphstore.Reached}} {
		b, err := json.Marshal(graphstore.NewEffectFinding(e))
		if err != nil {
			t.Fatal(err)
		}
		// Caps are stacks: Item and Count are all they have.
		var f graphstore.EffectFinding
		if err := json.Unmarshal(b, &f); err != nil {
			t.Fatal(err)
		}
		if got := f.Effect(); !reflect.DeepEqual(got, e) {
			t.Errorf("%s\nread as %+v\nwas     %+v", b, got, e)
		}
	}
}

// TestEntriesRoundTrip does the same for the small bodies.
func TestEntriesRoundTrip(t *testing.T) {
	for _, body := range []any{
		&graphstore.WorldEntry{Version: 1, ID: "w", Fingerprint: "f", Actions: []interaction.Action{"a", "b"}, Stock: 3},
		&graphstore.LabelsEntry{Version: 1, Labels: map[interaction.Action]string{"a": `say "hi"`}},
		&graphstore.RunEntry{Version: 1, Delta: .5, Config: json.RawMessage(`{"x":1}`)},
		&graphstore.ItemsEntry{Version: 1, Items: []string{"木", ""}},
		&graphstore.EndEntry{Version: 1, Reason: "done"},
	} {
		e := entry(t, graphstore.KindWorld, body)
		got := reflect.New(reflect.TypeOf(body).Elem()).Interface()
		if err := json.Unmarshal(e.Body, got); err != nil || !reflect.DeepEqual(got, body) {
			t.Errorf("%s: %+v, was %+v, %v", e.Body, got, body, err)
		}
	}
}
