package graphstore_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/sqlite"
	"github.com/adam-discovery/adam/interaction"
)

func check(t testing.TB, l graphstore.Ledger) graphstore.Report {
	t.Helper()
	r, err := graphstore.Check(context.Background(), l)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestCheckClean: what the program writes has no problems, in a file too, after
// each of several runs with different goals.
func TestCheckClean(t *testing.T) {
	for _, w := range []string{"tiny", "minecraft-41-paper"} {
		l, err := sqlite.Open(context.Background(), filepath.Join(t.TempDir(), "l.db"), sqlite.ReadWrite)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		for _, change := range []func(*explore.Config){
			func(c *explore.Config) { c.Goal = "planks" },
			nil,
			func(c *explore.Config) { c.Seed, c.Unlock, c.Delta = 2, explore.UnlockNone, .001 },
			func(c *explore.Config) { c.Chances, c.Delta = explore.ChancesOwn, .0005 },
		} {
			run(t, w, l, change)
			if r := check(t, l); !r.OK() || r.Outcomes == 0 || r.Findings == 0 || r.Entries <= r.Outcomes+r.Findings {
				t.Errorf("%s: %+v", w, r)
			}
		}
	}
	l := tiny(t)
	// Every prefix is what a process that died leaves.
	for n := range l {
		if r := check(t, l[:n]); !r.OK() {
			t.Fatalf("the first %d entries: %v", n, r.Problems)
		}
	}
}

// rawFinding is the body of a finding on an effect, with its tests as they are written.
type rawFinding struct {
	V                  int                `json:"v"`
	Action             interaction.Action `json:"action"`
	*graphstore.Effect `json:"effect"`
	Tests              []rawTest `json:"tests"`
}

type rawTest struct {
	At        rawState `json:"at"`
	Trials    int      `json:"trials"`
	P         float64  `json:"p"`
	Threshold float64  `json:"threshold"`
}

// rawState is a state: a tier of the first factors, and what differs, by number.
type rawState struct {
	N    int      `json:"n"`
	Tier int      `json:"t,omitempty"`
	Over [][2]int `json:"d,omitempty"`
}

// edit changes the last finding on an effect and returns its place.
func edit(t testing.TB, l entries, action interaction.Action, factor string, change func(*rawFinding)) int {
	t.Helper()
	i := l.find(t, graphstore.KindFinding, `"action":"`+string(action)+`","effect":{"factor":"`+factor+`"`, -1)
	var f rawFinding
	if err := json.Unmarshal(l[i].Body, &f); err != nil {
		t.Fatal(err)
	}
	change(&f)
	body, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	l[i].Body = body
	return i
}

// of finds the test of the finding that caps the factor of this number.
func (f *rawFinding) of(t testing.TB, number int) *rawTest {
	for i := range f.Tests {
		if slices.ContainsFunc(f.Tests[i].At.Over, func(d [2]int) bool { return d[0] == number }) {
			return &f.Tests[i]
		}
	}
	t.Fatalf("no test caps factor %d: %+v", number, f.Tests)
	return nil
}

// In tiny's order.
const flint, planks, stick = 1, 2, 3

// trial finds the n-th completed trial of action d from plenty of six factors, or from
// nothing, but for these levels.
func trial(t testing.TB, l entries, tier interaction.Tier, but [][2]int, n int) int {
	t.Helper()
	known := fold(t, tiny(t)).Vocabulary
	for i, e := range l {
		if e.Kind != graphstore.KindOutcome {
			continue
		}
		tr, o, err := graphstore.DecodeOutcome(e, known)
		if err != nil || tr.Action != "d" || tr.Start.Tier() != tier || tier == interaction.Plenty && tr.Start.Len() != known.Len() || o.Status != interaction.Completed ||
			!slices.EqualFunc(tr.Start.Over(), but, func(l interaction.Level, d [2]int) bool { return l == interaction.Level{Factor: d[0], Level: d[1]} }) {
			continue
		}
		if n--; n < 0 {
			return i
		}
	}
	t.Fatalf("no trial from %v", but)
	return 0
}

// against appends a trial that gives an axe though 1 stick is all there is.
func against(t testing.TB, l entries) entries {
	t.Helper()
	v := fold(t, l).Vocabulary
	tr := interaction.Trial{Action: "d", Start: v.Cut(interaction.Plenty, v.Len()).With(stick, 1), Repeat: 1000}
	e, err := graphstore.NewOutcomeEntry(tr, interaction.Outcome{Key: tr.Key(), Status: interaction.Completed, Start: tr.Start, Changes: []interaction.Change{{Factor: "axe", From: 64, To: 65}}})
	if err != nil {
		t.Fatal(err)
	}
	return append(l, e).clone()
}

// TestCheckRefusesNumbers: with numbers that can't be nothing is computed.
func TestCheckRefusesNumbers(t *testing.T) {
	for _, n := range []int{math.MinInt, -5, math.MaxInt} {
		for what, change := range map[string]func(*rawFinding){
			"successes":      func(f *rawFinding) { f.Certificate.Successes = n },
			"trials":         func(f *rawFinding) { f.Certificate.Trials = n },
			"both":           func(f *rawFinding) { f.Certificate.Successes, f.Certificate.Trials = n, n },
			"more successes": func(f *rawFinding) { f.Certificate.Successes = f.Certificate.Trials + 1 },
			"no trials":      func(f *rawFinding) { f.Certificate.Trials = 0 },
			"misses":         func(f *rawFinding) { f.Tests[0].Trials = n },
			"observed":       func(f *rawFinding) { f.Certificate.Observed = n },
			"level":          func(f *rawFinding) { f.Tests[0].At.Over[0][1] = n },
			"factors":        func(f *rawFinding) { f.Tests[0].At.N = n },
			"count":          func(f *rawFinding) { f.Ways[0].Members[0].Count = n },
		} {
			l := tiny(t)
			edit(t, l, "d", "axe", change)
			if r := check(t, l); r.OK() {
				t.Errorf("%s %d: nothing is wrong", what, n)
			}
		}
		l := tiny(t)
		l.replace(t, 0, `"stock":64`, fmt.Sprintf(`"stock":%d`, n))
		if r := check(t, l); r.OK() {
			t.Errorf("stock %d: nothing is wrong", n)
		}
	}
}

// TestCheckFinds corrupts a ledger in each way and looks for what Check says.
func TestCheckFinds(t *testing.T) {
	finding := func(l entries) int {
		return l.find(t, graphstore.KindFinding, `"action":"d","effect":{"factor":"axe"`, -1)
	}
	noFlint, sticks, both := [][2]int{{flint, 0}, {planks, 2}}, [][2]int{{stick, 2}}, [][2]int{{flint, 1}, {stick, 2}}
	for _, c := range []struct {
		name string
		// change returns the ledger and the place of the entry that is wrong; -1
		// if the problem isn't about one.
		change func(l entries) (entries, int)
		want   string
	}{
		{"gap", func(l entries) (entries, int) { return slices.Delete(l, 50, 51), 50 }, "entry 51 before it is missing"},
		{"large gap", func(l entries) (entries, int) { return slices.Delete(l, 50, 60), 50 }, "entries 51 to 60 before it are missing"},
		{"no beginning", func(l entries) (entries, int) { return l[20:], 0 }, "entries 1 to 20 before it are missing"},
		{"no world", func(l entries) (entries, int) { return l[20:], -1 }, "no entry says which world"},
		{"disorder", func(l entries) (entries, int) { l[7], l[8] = l[8], l[7]; return l, 8 }, "it comes after entry 9"},
		{"two worlds", func(l entries) (entries, int) { return append(l, l[0]).clone(), len(l) }, "second world entry"},
		{"cut body", func(l entries) (entries, int) { l[9].Body = l[9].Body[:9]; return l, 9 }, "corrupt"},
		{"no status", func(l entries) (entries, int) { l.replace(t, 9, `"s":"completed",`, ``); return l, 9 }, "status invalid"},
		{"new kind", func(l entries) (entries, int) { l[9].Kind = "rumour"; return l, 9 }, "newer adam"},
		{"new version", func(l entries) (entries, int) { l.replace(t, 9, `"v":2`, `"v":3`); return l, 9 }, "newer adam"},
		{"key", func(l entries) (entries, int) { l[9].Key[1]++; return l, 9 }, "but that of its trial is"},
		{"no key", func(l entries) (entries, int) { l[9].Key = interaction.Key{}; return l, 9 }, "but that of its trial is"},
		{"key of another kind", func(l entries) (entries, int) { l[1].Key = interaction.Key{1, 1}; return l, 1 }, "but is of the kind \"run\""},
		{"twice", func(l entries) (entries, int) { return append(l, l[9]).clone(), len(l) }, "is already that of entry 10"},
		{"other start", func(l entries) (entries, int) {
			i := trial(t, l, interaction.Plenty, noFlint, 0)
			l.replace(t, i, `,2]`, `,1]`)
			return l, i
		}, "but that of its trial is"},
		{"other repeat", func(l entries) (entries, int) {
			i := l.find(t, graphstore.KindOutcome, `"r":1,`, 0)
			l.replace(t, i, `"r":1,`, `"r":999,`)
			return l, i
		}, "but that of its trial is"},
		{"unlisted factor", func(l entries) (entries, int) {
			i := trial(t, l, interaction.Plenty, noFlint, 0)
			l.replace(t, i, `"n":6`, `"n":7`)
			return l, i
		}, "tier 2 of 7 factors, and 6 are listed"},
		{"level of nothing", func(l entries) (entries, int) {
			i := trial(t, l, interaction.Plenty, noFlint, 0)
			l.replace(t, i, `"d":[[1,0]`, `"d":[[9,0]`)
			return l, i
		}, "factor number 9, of 6 factors"},
		{"other action", func(l entries) (entries, int) { l.replace(t, 9, `"a":"a"`, `"a":"q"`); return l, 9 }, "action \"q\", which no world entry lists"},
		{"cancelled", func(l entries) (entries, int) { l.replace(t, 9, "completed", "cancelled"); return l, 9 }, "wasn't run"},
		{"broken with effects", func(l entries) (entries, int) { l.replace(t, 9, "completed", "truncated"); return l, 9 }, "truncated, and still has effects"},
		{"completed with fault", func(l entries) (entries, int) {
			l.replace(t, 9, `"s":"completed"`, `"s":"completed","f":"lost"`)
			return l, 9
		}, "fault \"lost\""},
		{"negative", func(l entries) (entries, int) {
			i := l.find(t, graphstore.KindOutcome, `"planks":4`, 0)
			l.replace(t, i, `"planks":4`, `"planks":-400`)
			return l, i
		}, "corrupt"},
		{"factor twice", func(l entries) (entries, int) {
			i := l.find(t, graphstore.KindFactors, `"log"`, 0)
			return slices.Insert(l, i+1, l[i]).clone(), i + 1
		}, "was listed before"},
		{"factors lost", func(l entries) (entries, int) {
			i := l.find(t, graphstore.KindFactors, `"planks"`, 0)
			l.replace(t, i, `"planks"`, `"plankton"`)
			return l, l.find(t, graphstore.KindOutcome, `"planks":-2`, 0)
		}, `"planks" changed from 0 to -2`},

		{"way never seen", func(l entries) (entries, int) {
			i := trial(t, l, interaction.None, both, 0)
			l.replace(t, i, `"axe":1,`, ``)
			return l, finding(l)
		}, "by 1 flint + 2 stick, but no completed trial before it that started from 1 flint, 2 stick, or less, did"},
		{"way of a broken trial", func(l entries) (entries, int) {
			i := trial(t, l, interaction.None, both, 0)
			l.replace(t, i, `"completed","c":{"axe":1,"flint":-1,"stick":-2}`, `"faulted","f":"lost"`)
			return l, finding(l)
		}, "by 1 flint + 2 stick, but no completed trial"},
		{"way seen later", func(l entries) (entries, int) {
			i := trial(t, l, interaction.None, both, 0)
			e := l[i]
			l = append(slices.Delete(l, i, i+1), e).clone()
			return l, finding(l)
		}, "by 1 flint + 2 stick, but no completed trial before it"},
		{"invented way", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Ways[0].Members = e.Ways[0].Members[1:] })
		}, "by 2 stick, but no completed trial"},
		{"doubt of what is certified", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Ways[0].Doubtful = []string{"flint"} })
		}, "by perhaps 1 flint + 2 stick: only of a lived world's effect"},
		{"doubt of what isn't there", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Ways[0].Doubtful = []string{"zeal"} })
		}, "by 1 flint + 2 stick: only of a lived world's effect"},
		{"count of nothing", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Ways[0].Members[0].Count = 0 })
		}, "counts are at least 1"},
		{"way of unknown factor", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Ways[0].Members[0].Factors[0] = "fire" })
		}, `the factor "fire" isn't listed`},
		{"effect never seen", func(l entries) (entries, int) {
			i := finding(l)
			l.replace(t, i, `"factor":"axe"`, `"factor":"sapling"`)
			return l, i
		}, `"d" gives "sapling", which no completed trial before it showed`},

		{"hit at a test", func(l entries) (entries, int) {
			i := trial(t, l, interaction.Plenty, noFlint, 0)
			l.replace(t, i, `"s":"completed"`, `"s":"completed","c":{"axe":1}`)
			return l, finding(l)
		}, "never from plenty of each of 6 factors, but no flint, 2 planks, but the trial of entry"},
		{"hit below a test", func(l entries) (entries, int) {
			i := trial(t, l, interaction.None, sticks, 0)
			l.replace(t, i, `"s":"completed"`, `"s":"completed","c":{"axe":1}`)
			return l, finding(l)
		}, "from 2 stick did"},
		{"later hit", func(l entries) (entries, int) { i := finding(l); return against(t, l), i }, "but the later trial of entry"},
		{"miss that broke", func(l entries) (entries, int) {
			i := trial(t, l, interaction.Plenty, noFlint, 1)
			l.replace(t, i, `"completed"`, `"faulted","f":"lost"`)
			return l, finding(l)
		}, "but that counts trials that broke"},
		{"miss of another start", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Tests[0].Trials += 40 })
		}, "completed trials from one start that holds this"},
		{"misses that came later", func(l entries) (entries, int) {
			i := trial(t, l, interaction.Plenty, noFlint, 0)
			e := l[i]
			l = append(slices.Delete(l, i, i+1), e).clone()
			return l, finding(l)
		}, "are before it"},
		{"test dropped", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Tests = e.Tests[1:] })
		}, "no test tells whether it comes from"},
		{"test too tight", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.of(t, stick).At.Over[0][1] = 0 })
		}, "no test tells whether it comes from plenty of each of 6 factors, but 1 stick"},
		{"test leaves a way", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.of(t, stick).At.Over[0][1] = 2 })
		}, "leaves the way 1 flint + 2 stick possible"},
		{"too many observed", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Certificate.Observed = 7 })
		}, "with 7 factors, but 6 are listed"},
		{"p-value", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Tests[0].P = .1 })
		}, "p-value of 0.1 above its threshold"},
		{"p-value too small", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Tests[0].P /= 2 })
		}, "make it"},
		{"evidence that isn't there", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) {
				e.Certificate.Successes, e.Certificate.Trials = e.Certificate.Successes+100, e.Certificate.Trials+100
			})
		}, "it certifies by it"},
		{"other evidence", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Certificate.Successes-- })
		}, "misses beside"},
		{"assumed chance", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Certificate.Floor = .3 })
		}, "but the run took it to be 0"},
		{"budget", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Certificate.Budget = 1e-9 })
		}, "but its budget is 1e-09"},
		{"budget above delta", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Certificate.Budget = .5 })
		}, "a budget of 0.5, but the run's delta is 0.01"},
		{"delta", func(l entries) (entries, int) { l.replace(t, 1, `"delta":0.01`, `"delta":0.0001`); return l, 1 },
			"the budgets of the certificates of this run sum to"},
		{"no delta", func(l entries) (entries, int) { l.replace(t, 1, `"delta":0.01`, `"delta":0`); return l, 1 }, "isn't between 0 and 1"},
		{"no run", func(l entries) (entries, int) {
			l[1] = entry(t, graphstore.EndEntry{})
			return l.clone(), l.find(t, graphstore.KindFinding, `"certificate"`, 0)
		}, "but the run's delta is 0"},
		{"chance", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Chance.Successes += 100; e.Chance.Trials += 100 })
		}, "that were completed and held what suffices"},
		{"chance of nonsense", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Chance.Low = 2 })
		}, "with chance 1 (2 to 1)"},
		{"chance that the certificate refutes", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Chance = graphstore.NewInterval(chance.Tally{Hits: 2, Misses: 8}) })
		}, "in 2 of 10 trials, but certifies it by"},
		{"interval", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Chance.Low /= 2 })
		}, "make that"},
		{"nothing used up", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Ways[0].Members[1].Consumed = 0 })
		}, "using up 0 of stick, but what was seen before it to come by that used up other numbers (2 to 2)"},
		{"too much used up", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Ways[0].Members[0].Consumed = 2 })
		}, "using up 2 of flint"},
		{"yield", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Ways[0].Yield = graphstore.Yield{Min: 7, Max: 7, Mean: 7} })
		}, "7 to 7 of it and 7 in the mean, but what came before it from where that holds gave 1 to 1"},
		{"mean yield", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Ways[0].Yield.Mean = 1.5 })
		}, "1 to 1 of it and 1.5 in the mean"},

		{"assumption left out", func(l entries) (entries, int) {
			l.replace(t, 1, `{"name":"ample","value":64},`, ``)
			return l, 1
		}, "doesn't say that its certificates assume ample"},
		{"other plenty", func(l entries) (entries, int) {
			l.replace(t, 1, `{"name":"ample","value":64}`, `{"name":"ample","value":640}`)
			return l, 1
		}, "more than 640 of an item, where 64 is plenty"},
		{"no chance assumed", func(l entries) (entries, int) {
			l.replace(t, 1, `{"name":"one-chance"},`, ``)
			return l, 1
		}, "assumes either one-chance or least-chance"},

		{"grade without certificate", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Certificate = nil })
		}, "what is certified has a certificate"},
		{"certificate without grade", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Grade = graphstore.Proven })
		}, "what is certified has a certificate"},
		{"no way", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Ways = nil })
		}, "as certified, by 0 ways"},
		{"unconditional", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *rawFinding) { e.Unconditional = true })
		}, "needs nothing is unconditional"},
		{"learned too early", func(l entries) (entries, int) {
			edit(t, l, "d", "axe", func(e *rawFinding) { e.Grade, e.Certificate = graphstore.Proven, nil })
			return l, l.find(t, graphstore.KindFinding, `"action":"d","learned":true`, -1)
		}, `isn't certified by entry`},
		{"learned with a reason", func(l entries) (entries, int) {
			i := l.find(t, graphstore.KindFinding, `"action":"d","learned":true`, -1)
			l.replace(t, i, `"learned":true`, `"learned":true,"reason":"no"`)
			return l, i
		}, "learned: true, with the reason"},
		{"learned with nothing claimed of an effect", func(l entries) (entries, int) {
			l = slices.DeleteFunc(l, func(e graphstore.Entry) bool {
				return e.Kind == graphstore.KindFinding && strings.Contains(string(e.Body), `"action":"e","effect":{"factor":"sapling"`)
			}).clone()
			return l, l.find(t, graphstore.KindFinding, `"action":"e","learned":true`, -1)
		}, `"e" is learned, but nothing is claimed of "sapling", which it was seen to give`},
		{"not learned for no reason", func(l entries) (entries, int) {
			i := l.find(t, graphstore.KindFinding, `"action":"d","learned":true`, -1)
			l.replace(t, i, `,"learned":true`, ``)
			return l, i
		}, "learned: false, with the reason"},
		{"finding on nothing", func(l entries) (entries, int) {
			i := l.find(t, graphstore.KindFinding, `"action":"d","learned":true`, -1)
			l.replace(t, i, `"action":"d"`, `"action":"q"`)
			return l, i
		}, "action \"q\", which no world entry lists"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l, at := c.change(tiny(t))
			var seq graphstore.Seq
			if at >= 0 {
				seq = l[at].Seq
			}
			r := check(t, l)
			var got []string
			for _, p := range r.Problems {
				if strings.Contains(p.String(), "\n") {
					t.Errorf("more than a line: %q", p)
				}
				got = append(got, p.String())
			}
			if slices.ContainsFunc(r.Problems, func(p graphstore.Problem) bool { return p.Entry == seq && strings.Contains(p.Text, c.want) }) {
				return
			}
			t.Errorf("no problem of entry %d with %q in\n%s", seq, c.want, strings.Join(got[:min(8, len(got))], "\n"))
		})
	}
}

// TestCheckDisputed: a contradiction that the ledger admits is no problem.
func TestCheckDisputed(t *testing.T) {
	l := against(t, tiny(t))
	if r := check(t, l); len(r.Problems) != 1 {
		t.Errorf("a later contradiction: %v, want one problem", r.Problems)
	}
	e := *fold(t, l).Graph.Action("d")
	axe := e.Effects[0]
	axe.Disputed = true
	l = append(l, found(t, "d", axe)).clone()
	if r := check(t, l); !r.OK() {
		t.Errorf("disputed: %v", r.Problems)
	}
	if a := fold(t, l).Graph.Action("d"); a.Learned {
		t.Error("an action with a disputed effect counts as learned")
	}
}
