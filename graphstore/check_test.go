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
	// Older programs didn't say which evidence their p-values rest on.
	l := tiny(t)
	old := l.clone()
	edit(t, old, "d", "axe", func(e *graphstore.Effect) { e.Certificate.Successes, e.Certificate.Trials = 0, 0 })
	if r := check(t, old); !r.OK() {
		t.Errorf("without evidence: %v", r.Problems)
	}
	// Every prefix is what a process that died leaves.
	for n := range l {
		if r := check(t, l[:n]); !r.OK() {
			t.Fatalf("the first %d entries: %v", n, r.Problems)
		}
	}
}

// edit changes the last finding on an effect and returns its place.
func edit(t testing.TB, l entries, action interaction.Action, item string, change func(*graphstore.Effect)) int {
	t.Helper()
	i := l.find(t, graphstore.KindFinding, `"action":"`+string(action)+`","effect":{"item":"`+item+`"`, -1)
	var f graphstore.Finding
	if err := json.Unmarshal(l[i].Body, &f); err != nil {
		t.Fatal(err)
	}
	e := f.Effect.Effect()
	change(&e)
	f.Effect = graphstore.NewEffectFinding(e)
	l[i].Body = entry(t, graphstore.KindFinding, f).Body
	return i
}

// trial finds the n-th completed trial of action d from this inventory of six
// items, everything but the overrides or nothing but them.
func trial(t testing.TB, l entries, bare bool, over map[string]int, n int) int {
	t.Helper()
	names := fold(t, tiny(t)).Names
	for i, e := range l {
		if e.Kind != graphstore.KindOutcome {
			continue
		}
		tr, o, err := graphstore.DecodeOutcome(e)
		if err != nil || tr.Action != "d" || tr.Bare != bare || tr.Items != len(names) || o.Status != interaction.Completed || len(tr.Over) != len(over) {
			continue
		}
		if slices.ContainsFunc(tr.Over, func(v interaction.Override) bool { c, ok := over[names[v.Index]]; return !ok || c != v.Count }) {
			continue
		}
		if n--; n < 0 {
			return i
		}
	}
	t.Fatalf("no trial from %v", over)
	return 0
}

// against appends a trial that gives an axe though 1 stick is all there is.
func against(t testing.TB, l entries) entries {
	t.Helper()
	f := fold(t, l)
	at := slices.Index(f.Names, "stick")
	counts := make([]int, len(f.Names))
	for i := range counts {
		counts[i] = f.World.Stock
	}
	stored := graphstore.StoredTrial{Action: "d", Items: len(f.Names), Over: []interaction.Override{{Index: at, Count: 1}}, Repeat: 1000}
	key := interaction.Trial{Action: "d", Start: interaction.NewState(interaction.NewStock(f.Names, counts), stored.Over), Repeat: 1000}.Key()
	e, err := graphstore.NewOutcomeEntry(stored, interaction.Outcome{Key: key, Status: interaction.Completed, Obtained: []interaction.Stack{{Item: "axe", Count: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	return append(l, e).clone()
}

// TestCheckRefusesNumbers: with numbers that can't be nothing is computed.
func TestCheckRefusesNumbers(t *testing.T) {
	for _, n := range []int{math.MinInt, -5, math.MaxInt} {
		for what, change := range map[string]func(*graphstore.Certificate){
			"successes":      func(c *graphstore.Certificate) { c.Successes = n },
			"trials":         func(c *graphstore.Certificate) { c.Trials = n },
			"both":           func(c *graphstore.Certificate) { c.Successes, c.Trials = n, n },
			"more successes": func(c *graphstore.Certificate) { c.Successes = c.Trials + 1 },
			"no trials":      func(c *graphstore.Certificate) { c.Trials = 0 },
			"misses":         func(c *graphstore.Certificate) { c.CoPoints[0].Trials = n },
			"observed":       func(c *graphstore.Certificate) { c.Observed = n },
			"cap":            func(c *graphstore.Certificate) { c.CoPoints[0].Caps[0].Count = n },
		} {
			l := tiny(t)
			edit(t, l, "d", "axe", func(e *graphstore.Effect) { change(e.Certificate) })
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
		return l.find(t, graphstore.KindFinding, `"action":"d","effect":{"item":"axe"`, -1)
	}
	noFlint := map[string]int{"flint": 0, "planks": 2}
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
		{"new version", func(l entries) (entries, int) { l.replace(t, 9, `"v":1`, `"v":2`); return l, 9 }, "newer adam"},
		{"key", func(l entries) (entries, int) { l[9].Key[1]++; return l, 9 }, "but that of its trial is"},
		{"no key", func(l entries) (entries, int) { l[9].Key = interaction.Key{}; return l, 9 }, "but that of its trial is"},
		{"key of another kind", func(l entries) (entries, int) { l[1].Key = interaction.Key{1, 1}; return l, 1 }, "but is of the kind \"run\""},
		{"twice", func(l entries) (entries, int) { return append(l, l[9]).clone(), len(l) }, "is already that of entry 10"},
		{"other start", func(l entries) (entries, int) {
			i := trial(t, l, false, noFlint, 0)
			l.replace(t, i, `,2]`, `,1]`)
			return l, i
		}, "but that of its trial is"},
		{"other repeat", func(l entries) (entries, int) {
			i := l.find(t, graphstore.KindOutcome, `"r":1,`, 0)
			l.replace(t, i, `"r":1,`, `"r":999,`)
			return l, i
		}, "but that of its trial is"},
		{"unlisted item", func(l entries) (entries, int) {
			i := trial(t, l, false, noFlint, 0)
			l.replace(t, i, `"n":6`, `"n":7`)
			return l, i
		}, "7 observed items, and 6 are listed"},
		{"override of nothing", func(l entries) (entries, int) {
			i := trial(t, l, false, noFlint, 0)
			l.replace(t, i, `"d":[[1,0]`, `"d":[[9,0]`)
			return l, i
		}, "item number 9, of 6 items"},
		{"other action", func(l entries) (entries, int) { l.replace(t, 9, `"a":"a"`, `"a":"q"`); return l, 9 }, "action \"q\", which no world entry lists"},
		{"cancelled", func(l entries) (entries, int) { l.replace(t, 9, "completed", "cancelled"); return l, 9 }, "wasn't run"},
		{"broken with effects", func(l entries) (entries, int) { l.replace(t, 9, "completed", "truncated"); return l, 9 }, "truncated, and still has effects"},
		{"completed with fault", func(l entries) (entries, int) {
			l.replace(t, 9, `"s":"completed"`, `"s":"completed","f":"lost"`)
			return l, 9
		}, "fault \"lost\""},
		{"negative", func(l entries) (entries, int) {
			i := l.find(t, graphstore.KindOutcome, `"o":{"planks":4}`, 0)
			l.replace(t, i, `"planks":4`, `"planks":-4`)
			return l, i
		}, "obtained -4"},
		{"item twice", func(l entries) (entries, int) {
			i := l.find(t, graphstore.KindItems, `"log"`, 0)
			return slices.Insert(l, i+1, l[i]).clone(), i + 1
		}, "was listed before"},
		{"items lost", func(l entries) (entries, int) {
			i := l.find(t, graphstore.KindItems, `"planks"`, 0)
			l.replace(t, i, `"planks"`, `"plankton"`)
			return l, l.find(t, graphstore.KindOutcome, `"n":3`, 0)
		}, "but that of its trial is"},

		{"way never seen", func(l entries) (entries, int) {
			i := trial(t, l, true, map[string]int{"flint": 1, "stick": 2}, 0)
			l.replace(t, i, `,"o":{"axe":1}`, ``)
			return l, finding(l)
		}, "by 1 flint + 2 stick, but no completed trial before it that started from exactly that did"},
		{"way of a broken trial", func(l entries) (entries, int) {
			i := trial(t, l, true, map[string]int{"flint": 1, "stick": 2}, 0)
			l.replace(t, i, `"completed","c":{"flint":1,"stick":2},"o":{"axe":1}`, `"faulted","f":"lost"`)
			return l, finding(l)
		}, "by 1 flint + 2 stick, but no completed trial"},
		{"way seen later", func(l entries) (entries, int) {
			i := trial(t, l, true, map[string]int{"flint": 1, "stick": 2}, 0)
			e := l[i]
			l = append(slices.Delete(l, i, i+1), e).clone()
			return l, finding(l)
		}, "by 1 flint + 2 stick, but no completed trial before it"},
		{"invented way", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *graphstore.Effect) { e.Ways[0].Members[0].Count = 3 })
		}, "by 3 flint (1 used) + 2 stick, but no completed trial"},
		{"count of nothing", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *graphstore.Effect) { e.Ways[0].Members[0].Count = 0 })
		}, "counts are at least 1"},
		{"way of unknown item", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *graphstore.Effect) { e.Ways[0].Members[0].Item = "fire" })
		}, `item "fire" isn't among`},
		{"effect never seen", func(l entries) (entries, int) {
			i := finding(l)
			l.replace(t, i, `"item":"axe"`, `"item":"sapling"`)
			return l, i
		}, `"d" gives "sapling", which no completed trial before it showed`},

		{"hit at a co-point", func(l entries) (entries, int) {
			i := trial(t, l, false, noFlint, 0)
			l.replace(t, i, `"s":"completed"`, `"s":"completed","o":{"axe":1}`)
			return l, finding(l)
		}, "never from 64 of each of 6 items, but no flint, 2 planks, but the trial of entry"},
		{"hit below a co-point", func(l entries) (entries, int) {
			i := trial(t, l, true, map[string]int{"stick": 2}, 0)
			l.replace(t, i, `"s":"completed"`, `"s":"completed","o":{"axe":1}`)
			return l, finding(l)
		}, "from 2 stick did"},
		{"later hit", func(l entries) (entries, int) { i := finding(l); return against(t, l), i }, "but the later trial of entry"},
		{"miss that broke", func(l entries) (entries, int) {
			i := trial(t, l, false, noFlint, 1)
			l.replace(t, i, `"completed"`, `"faulted","f":"lost"`)
			return l, finding(l)
		}, "but that counts trials that broke"},
		{"miss of another inventory", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *graphstore.Effect) { e.Certificate.CoPoints[0].Trials += 40 })
		}, "completed trials from one inventory that holds this"},
		{"misses that came later", func(l entries) (entries, int) {
			i := trial(t, l, false, noFlint, 0)
			e := l[i]
			l = append(slices.Delete(l, i, i+1), e).clone()
			return l, finding(l)
		}, "are before it"},
		{"co-point dropped", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *graphstore.Effect) { e.Certificate.CoPoints = e.Certificate.CoPoints[1:] })
		}, "no co-point tests whether it needs more than 0 flint, 2 planks of that"},
		{"co-point too tight", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *graphstore.Effect) { e.Certificate.CoPoints[1].Caps[0].Count = 0 })
		}, "no co-point tests whether it needs more than 1 stick of that"},
		{"co-point leaves a way", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *graphstore.Effect) { e.Certificate.CoPoints[1].Caps[0].Count = 2 })
		}, "leaves the way 1 flint, 2 stick possible"},
		{"co-point of unknown item", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *graphstore.Effect) { e.Certificate.CoPoints[1].Caps[0].Item = "fire" })
		}, `item "fire" isn't among`},
		{"too many observed", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *graphstore.Effect) { e.Certificate.Observed = 7 })
		}, "7 observed items, but 6 are listed"},
		{"p-value", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *graphstore.Effect) { e.Certificate.CoPoints[0].PValue = .1 })
		}, "p-value of 0.1 above its threshold"},
		{"p-value too small", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *graphstore.Effect) { e.Certificate.CoPoints[0].PValue /= 2 })
		}, "make it"},
		{"evidence that isn't there", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *graphstore.Effect) {
				e.Certificate.Successes, e.Certificate.Trials = e.Certificate.Successes+100, e.Certificate.Trials+100
			})
		}, "it certifies by it"},
		{"other evidence", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *graphstore.Effect) { e.Certificate.Successes-- })
		}, "misses beside"},
		{"assumed chance", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *graphstore.Effect) { e.Certificate.Floor = .3 })
		}, "but the run took it to be 0"},
		{"budget", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *graphstore.Effect) { e.Certificate.Budget = 1e-9 })
		}, "but its budget is 1e-09"},
		{"budget above delta", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *graphstore.Effect) { e.Certificate.Budget = .5 })
		}, "a budget of 0.5, but the run's delta is 0.01"},
		{"delta", func(l entries) (entries, int) { l.replace(t, 1, `"delta":0.01`, `"delta":0.0001`); return l, 1 },
			"the budgets of the certificates of this run sum to"},
		{"no delta", func(l entries) (entries, int) { l.replace(t, 1, `"delta":0.01`, `"delta":0`); return l, 1 }, "isn't between 0 and 1"},
		{"no run", func(l entries) (entries, int) {
			l[1] = entry(t, graphstore.KindEnd, graphstore.EndEntry{Version: 1})
			return l.clone(), l.find(t, graphstore.KindFinding, `"certificate"`, 0)
		}, "but the run's delta is 0"},
		{"chance", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *graphstore.Effect) { e.Chance.Successes += 100; e.Chance.Trials += 100 })
		}, "that were completed and held what suffices"},
		{"chance of nonsense", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *graphstore.Effect) { e.Chance.Low = 2 })
		}, "with chance 1 (2 to 1)"},

		{"grade without certificate", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *graphstore.Effect) { e.Certificate = nil })
		}, "what is certified has a certificate"},
		{"certificate without grade", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *graphstore.Effect) { e.Grade = graphstore.Proven })
		}, "what is certified has a certificate"},
		{"no way", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *graphstore.Effect) { e.Ways = nil })
		}, "as certified, by 0 ways"},
		{"ambient", func(l entries) (entries, int) {
			return l, edit(t, l, "d", "axe", func(e *graphstore.Effect) { e.Ambient = true })
		}, "needs nothing is ambient"},
		{"learned too early", func(l entries) (entries, int) {
			edit(t, l, "d", "axe", func(e *graphstore.Effect) { e.Grade, e.Certificate = graphstore.Proven, nil })
			return l, l.find(t, graphstore.KindFinding, `"action":"d","learned":true`, -1)
		}, `isn't certified by entry`},
		{"learned with a reason", func(l entries) (entries, int) {
			i := l.find(t, graphstore.KindFinding, `"action":"d","learned":true`, -1)
			l.replace(t, i, `"learned":true`, `"learned":true,"reason":"no"`)
			return l, i
		}, "learned: true, with the reason"},
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
			t.Errorf("no problem of entry %d with %q in\n%s", seq, c.want, strings.Join(got, "\n"))
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
