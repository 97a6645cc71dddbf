package graphstore_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// TestOutcomeRoundTrip: the bodies that are written by hand are JSON, and read
// back as what they were.
func TestOutcomeRoundTrip(t *testing.T) {
	v := interaction.NewVocabulary(64, nil)
	for _, n := range []string{"log", "planks", "stick", "axe", "flint"} {
		v.Add(n)
	}
	some := v.Cut(interaction.Plenty, 4).Set([]interaction.Level{{Factor: 0, Level: 2}, {Factor: 4, Level: 7}})
	for i, name := range []string{"log", " ", `quo"te`, `back\slash`, "new\nline\x00\x7f", "Öfen", "木", "🪓", "<b>&amp;\u2028"} {
		odd := interaction.StateOf(map[string]int{name: i + 1})
		for _, c := range []struct {
			trial   interaction.Trial
			outcome interaction.Outcome
		}{
			{interaction.Trial{Action: interaction.Action(name)}, interaction.Outcome{Status: interaction.Completed}},
			{interaction.Trial{Action: "a", Start: some, Repeat: 3, Epoch: 2}, interaction.Outcome{Status: interaction.Completed, Start: some,
				Changes: []interaction.Change{{Factor: "axe", From: 64, To: 1}, {Factor: "z" + name, To: 5}}}},
			{interaction.Trial{Action: "a", Start: some}, interaction.Outcome{Status: interaction.Completed, Start: some.With(1, 0)}},
			{interaction.Trial{Action: "a", Start: odd}, interaction.Outcome{Status: interaction.Completed, Start: odd, Changes: []interaction.Change{{Factor: name, From: i + 1, To: 0}}}},
			{interaction.Trial{Action: "zz", Start: v.Cut(interaction.One, 3), Attempt: 2}, interaction.Outcome{Status: interaction.Faulted, Attempt: 2, Fault: name, Why: name}},
			{interaction.Trial{Action: "b", Repeat: 1 << 20}, interaction.Outcome{Status: interaction.Truncated}},
		} {
			c.outcome.Key = c.trial.Key()
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
			trial, outcome, err := graphstore.DecodeOutcome(e, v)
			if err != nil || trial.Key() != c.trial.Key() || !trial.Start.Equal(c.trial.Start) || !sameOutcome(outcome, c.outcome) {
				t.Errorf("%s\n read as %+v %+v %v\nwas %+v %+v", e.Body, trial, outcome, err, c.trial, c.outcome)
			}
		}
	}
	if _, err := graphstore.NewOutcomeEntry(interaction.Trial{}, interaction.Outcome{}); err == nil {
		t.Error("an outcome without status was written")
	}
}

// sameOutcome compares, whatever vocabulary the starts are written with.
func sameOutcome(a, b interaction.Outcome) bool {
	same := a.Start.Equal(b.Start)
	a.Start, b.Start = interaction.State{}, interaction.State{}
	return same && reflect.DeepEqual(a, b)
}

func FuzzDecodeOutcome(f *testing.F) {
	for _, e := range tiny(f)[:40] {
		if e.Kind == graphstore.KindOutcome {
			f.Add(e.Body)
		}
	}
	f.Add([]byte(`{"v":2,"a":"\u0000","at":{"n":1,"t":1,"d":[[1],[2,3,4]],"x":{"":1}},"s":"faulted","f":"x","c":{"a":1e3}}`))
	v := fold(f, tiny(f)).Vocabulary
	f.Fuzz(func(t *testing.T, body []byte) {
		e := graphstore.Entry{Kind: graphstore.KindOutcome, Seq: 5, Key: interaction.Key{1, 2}, Body: body}
		trial, outcome, err := graphstore.DecodeOutcome(e, v)
		if err != nil {
			if !errors.Is(err, graphstore.ErrCorrupt) && !errors.Is(err, graphstore.ErrFuture) && !errors.Is(err, graphstore.ErrPast) {
				t.Errorf("%v", err)
			}
			return
		}
		// What was read can be written and read again.
		again, err := graphstore.NewOutcomeEntry(trial, outcome)
		if err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		trial2, outcome2, err := graphstore.DecodeOutcome(again, v)
		if err != nil || trial.Key() != trial2.Key() || !sameOutcome(outcome, outcome2) {
			t.Errorf("%s\n%s: %v", body, again.Body, err)
		}
	})
}

// fill sets every field to something that isn't zero.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[interaction.State]() {
			return // it has a form of its own
		}
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

// TestFindingRoundTrip: no field of an Effect gets lost in the ledger, also none that is
// added some day.
func TestFindingRoundTrip(t *testing.T) {
	v := interaction.NewVocabulary(64, nil)
	v.Add("log")
	var want graphstore.Effect
	n := 0
	fill(reflect.ValueOf(&want).Elem(), &n)
	for i := range want.Certificate.Tests {
		want.Certificate.Tests[i].At = v.Cut(interaction.Plenty, 1).With(0, i)
	}
	for _, e := range []graphstore.Effect{want, {Factor: "x", Grade: graphstore.Reached}} {
		l := ledger(t, append(world(t), entry(t, graphstore.FactorsEntry{Factors: named("log")}), found(t, "a", e))...)
		got := fold(t, l).Graph.Action("a").Effects[0]
		if e.Certificate != nil {
			for i := range e.Certificate.Tests {
				if a, b := &got.Certificate.Tests[i], &e.Certificate.Tests[i]; !a.At.Equal(b.At) {
					t.Errorf("test %d at %s, was at %s", i, a.At, b.At)
				} else {
					a.At = b.At
				}
			}
		}
		if !reflect.DeepEqual(got, e) {
			t.Errorf("read as %+v\nwas     %+v", got, e)
		}
	}
}

// TestEntriesRoundTrip does the same for the small bodies.
func TestEntriesRoundTrip(t *testing.T) {
	roundTrip(t, graphstore.WorldEntry{Version: 2, ID: "w", Fingerprint: "f", Actions: []interaction.Action{"a", "b"}, Stock: 3,
		Exclusions: []interaction.Exclusion{{Factors: []string{"x"}, Slots: 1}}})
	roundTrip(t, graphstore.LabelsEntry{Version: 2, Labels: map[interaction.Action]string{"a": `say "hi"`}})
	roundTrip(t, graphstore.RunEntry{Version: 2, Delta: .5, Assumptions: []discovery.Assumption{{Name: discovery.Floor, Value: .3}}, Config: json.RawMessage(`{"x":1}`)})
	roundTrip(t, graphstore.FactorsEntry{Version: 2, Factors: []interaction.Factor{{Name: "木", Kind: interaction.Vital, Max: 9, Ample: 5, Fixed: true, Stack: 3}}})
	roundTrip(t, graphstore.LimitEntry{Version: 2, Factor: "x", Most: 3, Full: true, Slots: 2, Why: "so"})
	roundTrip(t, graphstore.EndEntry{Version: 2, Reason: "done"})
}

func roundTrip[B graphstore.Body](t *testing.T, body B) {
	t.Helper()
	var got B
	if e := entry(t, body); json.Unmarshal(e.Body, &got) != nil || !reflect.DeepEqual(got, body) {
		t.Errorf("%s: %+v, was %+v", e.Body, got, body)
	}
}
