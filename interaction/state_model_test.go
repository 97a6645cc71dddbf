package interaction_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
)

// model is an inventory as one would write it down: no zeros.
type model map[string]int

func (m model) set(item string, n int) {
	delete(m, item)
	if n > 0 {
		m[item] = n
	}
}

// over is the model's inventory stored against the stock; what the stock doesn't
// name is added.
func (m model) over(stock *interaction.Stock) interaction.State {
	var over []interaction.Override
	for i := range stock.Len() {
		if n := m[stock.Name(i)]; n != stock.Count(i) {
			over = append(over, interaction.Override{Index: i, Count: n})
		}
	}
	var rest []interaction.Stack
	for item, n := range m {
		if _, ok := stock.Index(item); !ok {
			rest = append(rest, interaction.Stack{Item: item, Count: n})
		}
	}
	return interaction.NewState(stock, over).With(rest)
}

// agrees compares a state with the model in every way one can ask it.
func agrees(t *testing.T, s interaction.State, m model, names []string) {
	t.Helper()
	for _, n := range names {
		if s.Count(n) != m[n] {
			t.Fatalf("%d %s, want %d (of %v)", s.Count(n), n, m[n], m)
		}
	}
	if !maps.Equal(s.Map(), m) {
		t.Fatalf("%v, want %v", s.Map(), m)
	}
	var want []interaction.Stack
	var words []string
	for _, n := range slices.Sorted(maps.Keys(m)) {
		want = append(want, interaction.Stack{Item: n, Count: m[n]})
		words = append(words, fmt.Sprintf("%d %s", m[n], n))
	}
	if len(words) == 0 {
		words = []string{"nothing"}
	}
	if !slices.Equal(s.Stacks(), want) || s.String() != strings.Join(words, ", ") {
		t.Fatalf("%v is listed as %v and printed as %q", m, s.Stacks(), s)
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
		t.Fatalf("%v: its digest depends on how it is stored", m)
	}
}

// difference is Record, by the book.
func difference(before, after model) (consumed, obtained []interaction.Stack) {
	all := maps.Clone(before)
	maps.Copy(all, after)
	for _, n := range slices.Sorted(maps.Keys(all)) {
		if d := after[n] - before[n]; d < 0 {
			consumed = append(consumed, interaction.Stack{Item: n, Count: -d})
		} else if d > 0 {
			obtained = append(obtained, interaction.Stack{Item: n, Count: d})
		}
	}
	return consumed, obtained
}

// TestStateSequences applies sequences of random changes to states in every
// representation, extra items included, and to a map. After every step they must
// agree, also about what came between, within one stock and between two.
func TestStateSequences(t *testing.T) {
	r := conformance.Rand(t)
	names := strings.Fields("axe berry coal log planks stick torch wool")
	for range 100 {
		stocks := []*interaction.Stock{interaction.State{}.Stock()}
		for range 2 {
			some := slices.Clone(names)
			r.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
			some = some[:r.IntN(len(some)+1)]
			counts := make([]int, len(some))
			for i := range counts {
				counts[i] = r.IntN(4)
			}
			stocks = append(stocks, interaction.NewStock(some, counts))
		}
		m := model{}
		for _, n := range names {
			m.set(n, r.IntN(4))
		}
		forms := []interaction.State{interaction.StateOf(m)}
		for _, stock := range stocks {
			forms = append(forms, m.over(stock))
		}
		for range 12 {
			before, old := maps.Clone(m), slices.Clone(forms)
			changes := make([]interaction.Stack, r.IntN(4))
			for i := range changes {
				changes[i] = interaction.Stack{Item: names[r.IntN(len(names))], Count: r.IntN(7) - 3}
				m.set(changes[i].Item, max(0, m[changes[i].Item]+changes[i].Count))
			}
			for i, s := range old {
				forms[i] = s.With(changes)
				agrees(t, s, before, names) // it is immutable
				agrees(t, forms[i], m, names)
				if forms[i].Stock() != s.Stock() {
					t.Fatal("a change lost the stock")
				}
				for _, o := range forms[i].Overrides() {
					if o.Count == s.Stock().Count(o.Index) {
						t.Fatalf("override %v says what the stock says", o)
					}
				}
			}
			wantC, wantO := difference(before, m)
			for _, was := range old {
				for _, is := range forms {
					if c, o := interaction.Record(was, is); !slices.Equal(c, wantC) || !slices.Equal(o, wantO) {
						t.Fatalf("from %v to %v: consumed %v and obtained %v, want %v and %v", was, is, c, o, wantC, wantO)
					}
					if was.Equal(is) != maps.Equal(before, m) {
						t.Fatalf("%v and %v: equal is %v", was, is, was.Equal(is))
					}
				}
			}
		}
	}
}

// TestDigestsDiffer looks at all inventories of up to three of each of five items.
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
	agrees(t, s, model{}, []string{"log"})
	agrees(t, s.With([]interaction.Stack{{Item: "log", Count: -1}}), model{}, []string{"log"})
	if s.Stock() == nil || s.Stock().Len() != 0 {
		t.Errorf("its stock is %v", s.Stock())
	}
}

func TestNewStockCopies(t *testing.T) {
	names, counts := []string{"log", "stick"}, []int{1, 2}
	s := interaction.NewStock(names, counts)
	names[0], counts[0] = "gold", 99
	if i, ok := s.Index("log"); s.Name(0) != "log" || s.Count(0) != 1 || i != 0 || !ok {
		t.Errorf("the stock became %d %s", s.Count(0), s.Name(0))
	}
	if _, ok := s.Index("gold"); ok {
		t.Error("the stock knows gold")
	}
	agrees(t, interaction.NewState(s, nil), model{"log": 1, "stick": 2}, []string{"log", "stick", "gold"})
}

func TestBadInventories(t *testing.T) {
	for text, want := range map[string]string{
		`{"log":-1}`:                         `-1 of "log"`,
		`{"log":1.5}`:                        "int",
		`{"log":"1"}`:                        "string",
		`{"log":99999999999999999999999999}`: "number",
		`[1]`:                                "array",
		`7`:                                  "number",
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
		for _, st := range s.Stacks() {
			if st.Count < 1 {
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
