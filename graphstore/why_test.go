package graphstore_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// TestWhy: what an explanation shows is what the ledger holds, counted here in
// another way: by starts written out.
func TestWhy(t *testing.T) {
	l := tiny(t)
	f := fold(t, l)
	type seen struct {
		seq  graphstore.Seq
		key  interaction.Key
		at   interaction.State
		gave map[string]int
	}
	of := map[interaction.Action][]seen{}
	for _, e := range l {
		if e.Kind != graphstore.KindOutcome {
			continue
		}
		tr, o, err := graphstore.DecodeOutcome(e, f.Vocabulary)
		if err != nil {
			t.Fatal(err)
		}
		if o.Status != interaction.Completed {
			continue
		}
		s := seen{e.Seq, e.Key, interaction.StateOf(o.Start.Map()), map[string]int{}}
		for _, c := range o.Changes {
			if c.Gain() > 0 {
				s.gave[c.Factor] = c.Gain()
			}
		}
		of[tr.Action] = append(of[tr.Action], s)
	}
	same := func(s seen, l graphstore.LedgerTrial) bool {
		held := map[string]int{}
		for _, x := range f.Vocabulary.Factors()[:l.Start.PlentyOf] {
			held[x.Name] = x.Ample
		}
		for n, c := range l.Start.But {
			held[n] = c
		}
		return s.seq == l.Entry && s.key == l.Key && s.at.Equal(interaction.StateOf(held))
	}
	compare := func(what string, got graphstore.Trials, want []seen) {
		t.Helper()
		if got.Count != len(want) || len(got.Listed) != min(graphstore.Listed, len(want)) {
			t.Errorf("%s: %d trials, %d listed, want %d", what, got.Count, len(got.Listed), len(want))
			return
		}
		for i, l := range got.Listed {
			if !same(want[i], l) {
				t.Errorf("%s: trial %d is %+v, want %+v", what, i, l, want[i])
			}
		}
	}
	effects, tests := 0, 0
	for _, it := range f.Graph.Factors {
		x, err := graphstore.Why(context.Background(), l, "", it.Name, graphstore.Listed)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range x.Effects {
			effects++
			what := e.Label + " " + it.Name
			keep := func(ok func(s seen) bool) []seen {
				return slices.DeleteFunc(slices.Clone(of[e.Action]), func(s seen) bool { return !ok(s) })
			}
			compare(what, e.Seen, keep(func(s seen) bool { return s.gave[it.Name] > 0 }))
			if len(e.Ways) != len(e.Effect.Ways) || len(e.Ways) == 0 {
				t.Errorf("%s: %d ways explained", what, len(e.Ways))
			}
			for _, w := range e.Ways {
				held := map[string]int{}
				for _, m := range w.Way.Members {
					held[m.Factors[0]] = m.Count
				}
				at := interaction.StateOf(held)
				compare(what+" by "+w.Text, w.Successes, keep(func(s seen) bool { return s.at.Equal(at) && s.gave[it.Name] > 0 }))
				if n := len(keep(func(s seen) bool { return s.at.Equal(at) && s.gave[it.Name] == 0 })); n != w.Misses {
					t.Errorf("%s by %s: %d misses, want %d", what, w.Text, w.Misses, n)
				}
				if w.Successes.Count == 0 {
					t.Errorf("%s by %s: no success", what, w.Text)
				}
			}
			for _, p := range e.Tests {
				tests++
				if p.Misses.Count < p.Test.Trials || p.Against.Count > 0 {
					t.Errorf("%s: %s has %d misses of %d, %d against it", what, p.At, p.Misses.Count, p.Test.Trials, p.Against.Count)
				}
			}
		}
	}
	if effects != 7 || tests == 0 {
		t.Errorf("%d effects, %d tests", effects, tests)
	}
}

func TestWhyText(t *testing.T) {
	l := tiny(t)
	x, err := graphstore.Why(context.Background(), l, "makePlanks", "planks", graphstore.Listed)
	if err != nil {
		t.Fatal(err)
	}
	text := x.String()
	for _, want := range []string{
		"makePlanks (b) gives planks: certified, by entry ",
		"\n  1 log suffices: seen in ",
		"from 1 log: -1 log, +4 planks\n",
		"There is no other way among the 6 factors observed by then, and nothing of these is needless; this is wrong with probability at most 0.0015:\n",
		"\n  With plenty of each of 6 factors, but no log it never came in ",
		"from plenty of each of 6 factors, but no log: nothing happened\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if b, err := json.Marshal(x); err != nil || !strings.Contains(string(b), `"way":"1 log"`) || strings.Contains(string(b), `"At"`) {
		t.Errorf("%s %v", b, err)
	}

	// Without an action all that give the item are explained: two give logs.
	x, err = graphstore.Why(context.Background(), l, "", "log", graphstore.Listed)
	if err != nil {
		t.Fatal(err)
	}
	text = x.String()
	for _, want := range []string{"gatherWood (a) gives log", "Nothing is needed: seen in", "\n\nfellTree (e) gives log", "    and "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}

	// At the beginning it was only reached: the trials that gave it are shown.
	first := l.find(t, graphstore.KindFinding, `"factor":"axe","grade":"reached"`, 0)
	x, err = graphstore.Why(context.Background(), l[:first+1], "d", "axe", graphstore.Listed)
	if err != nil {
		t.Fatal(err)
	}
	if e := x.Effects[0]; e.Entry != graphstore.Seq(first+1) || e.Seen.Count == 0 || !strings.Contains(x.String(), "No way is known yet. It was seen in") {
		t.Errorf("reached: %s", x)
	}
}

// TestWhyDisputed: what speaks against a claim is shown too.
func TestWhyDisputed(t *testing.T) {
	l := against(t, tiny(t))
	x, err := graphstore.Why(context.Background(), l, "d", "axe", graphstore.Listed)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, p := range x.Effects[0].Tests {
		n += p.Against.Count
	}
	if n != 1 || !strings.Contains(x.String(), "But it did come from that or less in 1 trial:\n") {
		t.Errorf("%d against\n%s", n, x)
	}
}

func TestWhyUnknown(t *testing.T) {
	l := tiny(t)
	for _, c := range []struct {
		action interaction.Action
		factor string
		what   string
		near   string
	}{
		{"", "plank", "factor", "planks"},
		{"", "Axe", "factor", "axe"},
		{"", "diamond", "factor", ""},
		{"makeplank", "planks", "action", "makePlanks makeAxe"},
		{"make", "planks", "action", "makeAxe makePlanks makeSticks"},
		{"zzzzzz", "planks", "action", ""},
		{"gatherWood", "axe", "effect", "flint log"},
		{"gatherWood", "axes", "factor", "axe"},
	} {
		_, err := graphstore.Why(context.Background(), l, c.action, c.factor, graphstore.Listed)
		var u *graphstore.UnknownError
		if !errors.Is(err, graphstore.ErrUnknown) || !errors.As(err, &u) {
			t.Errorf("%q %q: %v", c.action, c.factor, err)
			continue
		}
		if got := strings.Join(u.Near, " "); u.What != c.what || got != c.near {
			t.Errorf("%q %q: %v, near %q; want %s, near %q", c.action, c.factor, err, got, c.what, c.near)
		}
	}
	if _, err := graphstore.Why(context.Background(), entries(nil), "", "log", graphstore.Listed); !errors.Is(err, graphstore.ErrUnknown) {
		t.Errorf("an empty ledger: %v", err)
	}
}

func TestWhyTextIsCut(t *testing.T) {
	way := graphstore.ExplainedWay{Text: "1 log"}
	test := graphstore.ExplainedTest{Misses: graphstore.Trials{Count: 4}}
	x := &graphstore.Explanation{}
	for range 4 {
		x.Effects = append(x.Effects, graphstore.ExplainedEffect{Ways: slices.Repeat([]graphstore.ExplainedWay{way}, 4), Tests: slices.Repeat([]graphstore.ExplainedTest{test}, 3)})
	}
	text, cut := x.Text(2)
	for what, n := range map[string]int{"\n  and 2 more ways\n": 2, "\n  and 1 more test\n": 2, "\n    and 4 more trials\n": 4, "\nand 2 more claims\n": 1} {
		if got := strings.Count(text, what); got != n || !cut {
			t.Errorf("%q stands there %d times, want %d; cut: %v\n%s", what, got, n, cut, text)
		}
	}
	for i := range x.Effects {
		for k := range x.Effects[i].Tests {
			x.Effects[i].Tests[k].Misses.Count = 0
		}
	}
	if text, cut := x.Text(4); cut || text != x.String() || strings.Contains(text, "more") {
		t.Errorf("nothing is left out, but: %v\n%s", cut, text)
	}
}

// What an exported page asks for: the evidence of each of 300 actions' effects.
func BenchmarkWhyAll(b *testing.B) {
	f, err := scenarios.Load("minecraft-1.19")
	if err != nil {
		b.Fatal(err)
	}
	if f, err = scenarios.Part(f, 300); err != nil {
		b.Fatal(err)
	}
	l := &graphstore.Memory{}
	if _, err := explore.World(b.Context(), sim.New(f), l, explore.Default(), pool.Config{Sessions: 1}, nil); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if all, err := graphstore.WhyAll(b.Context(), l, 3); err != nil || len(all) == 0 {
			b.Fatal(len(all), err)
		}
	}
}
