package interaction_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
)

// model is a state as one would write it down: no zeros.
type model map[string]int

func (m model) set(name string, n int) {
	delete(m, name)
	if n > 0 {
		m[name] = n
	}
}

// covers is what Covers promises, by the book.
func (m model) covers(o model) bool {
	for name, n := range o {
		if m[name] < n {
			return false
		}
	}
	return true
}

var names = strings.Fields("axe berry coal log near_table planks stick torch wool")

// vocabulary knows some of the names, with ample levels of their own.
func vocabulary(r *rand.Rand) *interaction.Vocabulary {
	var declared []interaction.Factor
	for _, n := range names {
		switch r.IntN(4) {
		case 0:
			declared = append(declared, interaction.Factor{Name: n, Kind: interaction.Fact})
		case 1:
			declared = append(declared, interaction.Factor{Name: n, Ample: 1 + r.IntN(3)})
		}
	}
	v := interaction.NewVocabulary(3, declared)
	for _, i := range r.Perm(len(names))[:r.IntN(len(names)+1)] {
		v.Add(names[i])
	}
	return v
}

// written is the model's state written with the vocabulary, from this tier of the first n;
// what isn't known is extra.
func (m model) written(v *interaction.Vocabulary, tier interaction.Tier, n int) interaction.State {
	var levels []interaction.Level
	for i := range v.Len() {
		levels = append(levels, interaction.Level{Factor: i, Level: m[v.Name(i)]})
	}
	var rest []interaction.Change
	for name, n := range m {
		if _, ok := v.Index(name); !ok {
			rest = append(rest, interaction.Change{Factor: name, To: n})
		}
	}
	return v.Cut(tier, n).Set(levels).After(rest)
}

// agrees compares a state with the model in every way one can ask it.
func agrees(t *testing.T, s interaction.State, m model) {
	t.Helper()
	for _, n := range names {
		if s.Level(n) != m[n] {
			t.Fatalf("%d %s, want %d (of %v)", s.Level(n), n, m[n], m)
		}
	}
	if !maps.Equal(s.Map(), m) {
		t.Fatalf("%v, want %v", s.Map(), m)
	}
	var want []interaction.Amount
	var words []string
	for _, n := range slices.Sorted(maps.Keys(m)) {
		want = append(want, interaction.Amount{Name: n, Level: m[n]})
		words = append(words, fmt.Sprintf("%d %s", m[n], n))
	}
	if len(words) == 0 {
		words = []string{"nothing"}
	}
	if !slices.Equal(s.Amounts(), want) || s.String() != strings.Join(words, ", ") {
		t.Fatalf("%v is listed as %v and printed as %q", m, s.Amounts(), s)
	}
	numbered, total, size := 0, 0, 0
	for i, n := range s.All() {
		if s.At(i) != n || n == 0 || m[s.Vocabulary().Name(i)] != n || i < numbered {
			t.Fatalf("%v: factor %d is listed at %d, and is at %d", m, i, n, s.At(i))
		}
		numbered, total, size = i+1, total+n, size+1
	}
	if s.Total() != total || s.Size() != size || size+len(s.Extra()) != len(m) || s.IsEmpty() != (len(m) == 0) {
		t.Fatalf("%v: %d factors, %d in all, empty: %v", m, s.Size(), s.Total(), s.IsEmpty())
	}
	for _, l := range s.Over() {
		if l.Level == s.Base.At(l.Factor) {
			t.Fatalf("the exception %v says what the base says", l)
		}
	}
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := json.Marshal(m); string(data) != string(text) {
		t.Fatalf("%s, want %s", data, text)
	}
	var back interaction.State
	if err := json.Unmarshal(data, &back); err != nil || !back.Equal(s) {
		t.Fatalf("%s reads as %v, %v", data, back, err)
	}
	if fresh := interaction.StateOf(m); s.Digest() != fresh.Digest() || !fresh.Equal(s) {
		t.Fatalf("%v: its digest depends on how it is written", m)
	}
}

// difference is Changes, by the book.
func difference(before, after model) (out []interaction.Change) {
	all := maps.Clone(before)
	maps.Copy(all, after)
	for _, n := range slices.Sorted(maps.Keys(all)) {
		if before[n] != after[n] {
			out = append(out, interaction.Change{Factor: n, From: before[n], To: after[n]})
		}
	}
	return out
}

// TestStateSequences applies sequences of random changes to states in every
// representation, extra factors included, and to a map. After every step they must
// agree, also about what came between, within one base and between two.
func TestStateSequences(t *testing.T) {
	r := conformance.Rand(t)
	for range 100 {
		m := model{}
		for _, n := range names {
			m.set(n, r.IntN(4))
		}
		forms := []interaction.State{interaction.StateOf(m)}
		v := vocabulary(r)
		for _, tier := range []interaction.Tier{interaction.None, interaction.One, interaction.Plenty} {
			forms = append(forms, m.written(v, tier, r.IntN(v.Len()+1)))
		}
		other := vocabulary(r)
		forms = append(forms, m.written(other, interaction.Plenty, other.Len()), other.Adopt(forms[1]))
		for range 12 {
			before, old := maps.Clone(m), slices.Clone(forms)
			var changes []interaction.Change
			for _, n := range names {
				if r.IntN(3) == 0 {
					c := interaction.Change{Factor: n, From: m[n], To: r.IntN(4)}
					changes = append(changes, c)
					m.set(n, c.To)
				}
			}
			for i, s := range old {
				forms[i] = s.After(changes)
				agrees(t, s, before) // it is immutable
				agrees(t, forms[i], m)
				if forms[i].Base != s.Base {
					t.Fatal("a change lost the base")
				}
			}
			want := difference(before, m)
			for _, was := range old {
				for _, is := range forms {
					if c := interaction.Changes(was, is); !slices.Equal(c, want) {
						t.Fatalf("from %v to %v: %v, want %v", was, is, c, want)
					}
					if was.Equal(is) != maps.Equal(before, m) {
						t.Fatalf("%v and %v: equal is %v", was, is, was.Equal(is))
					}
				}
			}
		}
	}
}

// TestCovers compares states of one vocabulary, in every representation, as it grows.
func TestCovers(t *testing.T) {
	r := conformance.Rand(t)
	type pair struct {
		s interaction.State
		m model
	}
	tiers := []interaction.Tier{interaction.None, interaction.One, interaction.Plenty}
	for range 200 {
		v := vocabulary(r)
		var all []pair
		for range 12 {
			if r.IntN(3) == 0 {
				v.Add(names[r.IntN(len(names))])
			}
			m := model{}
			for i := range v.Len() {
				switch f := v.Factor(i); r.IntN(3) {
				case 0:
					m.set(f.Name, f.Ample)
				case 1:
					m.set(f.Name, r.IntN(4))
				}
			}
			s := m.written(v, tiers[r.IntN(3)], r.IntN(v.Len()+1))
			agrees(t, s, m)
			all = append(all, pair{s, m})
		}
		for _, a := range all {
			for _, b := range all {
				if got := a.s.Covers(b.s); got != a.m.covers(b.m) {
					t.Fatalf("%v covers %v: %v", a.s, b.s, got)
				}
			}
		}
	}
}

func TestAdopt(t *testing.T) {
	r := conformance.Rand(t)
	for range 200 {
		m := model{}
		for _, n := range names {
			m.set(n, r.IntN(3))
		}
		v := vocabulary(r)
		from := vocabulary(r)
		for _, s := range []interaction.State{interaction.StateOf(m), m.written(v, interaction.Plenty, v.Len()), m.written(from, interaction.One, from.Len())} {
			got := v.Adopt(s)
			agrees(t, got, m)
			if got.Vocabulary() != v || len(got.Extra()) != 0 {
				t.Fatalf("%v was adopted as %v, with %v extra", s, got, got.Extra())
			}
		}
	}
}

// TestVocabularyWhileItGrows: who holds a state may read it while factors are added.
func TestVocabularyWhileItGrows(t *testing.T) {
	v := interaction.NewVocabulary(64, nil)
	v.Add("first")
	s := v.Cut(interaction.Plenty, 1)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 2000 {
				if s.Level("first") != 64 || s.Level("later7") != 0 || !s.Covers(v.Cut(interaction.One, 1)) {
					t.Error("the state changed")
				}
			}
		})
	}
	for i := range 500 {
		v.Add(fmt.Sprint("later", i))
	}
	wg.Wait()
	if i, ok := v.Index("later7"); !ok || i != 8 || v.Len() != 501 || v.Add("later7") != 8 {
		t.Errorf("later7 has the number %d of %d", i, v.Len())
	}
}

// TestAmple: what counts as plenty of a factor follows from what is said of it.
func TestAmple(t *testing.T) {
	for _, c := range []struct {
		factor interaction.Factor
		want   int
	}{
		{interaction.Factor{}, 64},
		{interaction.Factor{Max: 9}, 8}, // one more can be seen
		{interaction.Factor{Max: 1}, 1},
		{interaction.Factor{Max: 1000}, 64},
		{interaction.Factor{Max: 9, Ample: 5}, 5},
		{interaction.Factor{Ample: 200}, 200},
		{interaction.Factor{Kind: interaction.Fact}, 1},
		{interaction.Factor{Kind: interaction.Fact, Max: 3}, 3},
		{interaction.Factor{Kind: interaction.Vital, Max: 20}, 20},
		{interaction.Factor{Kind: interaction.Vital}, 64},
	} {
		c.factor.Name = "x"
		v := interaction.NewVocabulary(64, []interaction.Factor{c.factor})
		if got := v.Factor(v.Add("x")).Ample; got != c.want {
			t.Errorf("%+v: %d, want %d", c.factor, got, c.want)
		}
	}
}

// TestDigestsDiffer looks at all states of up to three of each of five factors.
func TestDigestsDiffer(t *testing.T) {
	seen := map[interaction.Digest]string{}
	names := strings.Fields("a b c ab ba")
	for code := range 1 << (2 * len(names)) {
		m := model{}
		for i, n := range names {
			m.set(n, code>>(2*i)&3)
		}
		s := interaction.StateOf(m)
		if other, ok := seen[s.Digest()]; ok {
			t.Fatalf("%s and %s have one digest", s, other)
		}
		seen[s.Digest()] = s.String()
	}
}

func TestZeroState(t *testing.T) {
	var s interaction.State
	agrees(t, s, model{})
	agrees(t, s.After([]interaction.Change{{Factor: "log"}}), model{})
	agrees(t, s.After([]interaction.Change{{Factor: "log", To: 2}}), model{"log": 2})
	if s.Vocabulary() != nil || s.Len() != 0 {
		t.Errorf("its base is %v", s.Base)
	}
}

func TestBadStates(t *testing.T) {
	for text, want := range map[string]string{
		`{"log":-1}`:                         "-1",
		`{"log":1.5}`:                        "whole number",
		`{"log":"1"}`:                        `the text "1": it must be a whole number`,
		`{"log":1,"log":2}`:                  "twice",
		`{"log":1000001}`:                    "from 0 to",
		`{"log":99999999999999999999999999}`: "whole number",
		`{"log":{"a":1}}`:                    "whole number",
		`[1]`:                                "object",
		`7`:                                  "object",
		`{"log":1`:                           "unexpected end",
	} {
		var s interaction.State
		if err := json.Unmarshal([]byte(text), &s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error that says %q", text, err, want)
		}
	}
}

func FuzzStateJSON(f *testing.F) {
	for _, text := range []string{`{}`, `{"log":2,"stick":0}`, `{"log":-1}`, `null`, `{"\u0000":1,"":3}`, `[`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var s, again interaction.State
		if json.Unmarshal(data, &s) != nil {
			return
		}
		for _, a := range s.Amounts() {
			if a.Level < 1 {
				t.Fatalf("%q reads as %v", data, s)
			}
		}
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &again); err != nil || !again.Equal(s) {
			t.Fatalf("%q reads as %v, and %q as %v, %v", data, s, text, again, err)
		}
	})
}

// FuzzShown: whatever a world calls something, what people see of it is on one line and
// has no control characters in it.
func FuzzShown(f *testing.F) {
	for _, text := range []string{"log", "\x1b[2J", "a\nb [certified]", "\u202egol", "\xff", "", "a\u200bb", "\u2028", "\U000e0041"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got := interaction.Shown(text); !interaction.Plain(got) || interaction.Plain(text) && got != text {
			t.Errorf("%q is shown as %q", text, got)
		}
	})
}
