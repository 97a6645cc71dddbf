package graphstore_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// TestFoldIgnoresArrival: the order in which the trials of a round arrived doesn't
// change the graph.
func TestFoldIgnoresArrival(t *testing.T) {
	l := tiny(t)
	want := fold(t, l)
	rng := rand.New(rand.NewPCG(1, 1))
	for from := 0; from < len(l); from++ {
		to := from
		for to < len(l) && l[to].Kind == graphstore.KindOutcome {
			to++
		}
		round := l[from:to]
		rng.Shuffle(len(round), func(i, j int) { round[i], round[j] = round[j], round[i] })
		from = max(from, to-1)
	}
	got := fold(t, l.clone())
	if starts(got.Graph) != starts(want.Graph) || !reflect.DeepEqual(got.Graph, want.Graph) {
		t.Error("the graph depends on the order of the trials")
	}
	if r, err := graphstore.Check(context.Background(), l.clone()); err != nil || !r.OK() {
		t.Errorf("shuffled: %v %v", r.Problems, err)
	}
}

// starts lists where the tests of the graph start from, and takes it out of the graph: two
// of different vocabularies are not the same to reflect.
func starts(g *graphstore.Graph) string {
	var b strings.Builder
	for _, a := range g.Actions {
		for _, e := range a.Effects {
			if e.Certificate == nil {
				continue
			}
			for i := range e.Certificate.Tests {
				at := &e.Certificate.Tests[i].At
				fmt.Fprintf(&b, "%s %s %s\n", a.ID, e.Factor, at)
				*at = interaction.State{}
			}
		}
	}
	return b.String()
}

func TestFoldCounts(t *testing.T) {
	l := tiny(t)
	var visited, runs int
	f, err := graphstore.Fold(context.Background(), l, func(e graphstore.Entry, _ *interaction.Vocabulary, run graphstore.Seq) error {
		visited++
		if run != 2 {
			runs++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if f.Outcomes[interaction.Completed] == 0 || f.Outcomes[interaction.Faulted] == 0 ||
		f.Outcomes[interaction.Completed]+f.Outcomes[interaction.Faulted] != visited || runs > 0 {
		t.Errorf("%v outcomes of %d, %d in another run", f.Outcomes, visited, runs)
	}
	if f.Last != graphstore.Seq(len(l)) || f.RunAt != 2 || f.Ended == nil || f.Ended.Reason != "done" {
		t.Errorf("last %d of %d, run at %d, ended %v", f.Last, len(l), f.RunAt, f.Ended)
	}
	for k, found := range f.Findings {
		if string(l[found.At-1].Body) != found.Body || found.Run != f.Run {
			t.Errorf("finding %s isn't entry %d", k, found.At)
		}
	}
	stop := errors.New("stop")
	if _, err := graphstore.Fold(context.Background(), l, func(graphstore.Entry, *interaction.Vocabulary, graphstore.Seq) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("visit failed, and Fold says %v", err)
	}
}

// world is the beginning of a ledger: actions a and b.
func world(t testing.TB) []graphstore.Entry {
	return []graphstore.Entry{
		entry(t, graphstore.WorldEntry{ID: "w", Fingerprint: "f", Actions: []interaction.Action{"b", "a"}, Stock: 64}),
		entry(t, graphstore.RunEntry{Delta: .01, Config: json.RawMessage("{}")}),
	}
}

func effect(item string, grade graphstore.Grade, ways ...graphstore.Way) graphstore.Effect {
	e := graphstore.Effect{Factor: item, Grade: grade, Ways: ways, Chance: graphstore.Interval{High: 1}}
	if grade == graphstore.Certified {
		e.Certificate = &graphstore.Certificate{Budget: .001}
	}
	return e
}

// way is a way that takes one of each item and uses it up.
func way(items ...string) graphstore.Way {
	var w graphstore.Way
	for _, it := range items {
		w.Members = append(w.Members, graphstore.Member{Factors: []string{it}, Count: 1, Consumed: 1})
	}
	return w
}

func found(t testing.TB, a interaction.Action, e graphstore.Effect) graphstore.Entry {
	return finding(t, graphstore.Finding{Action: a, Effect: &e})
}

// TestFoldSupersedes: what comes later counts, and nothing is learned for longer
// than its effects are certified.
func TestFoldSupersedes(t *testing.T) {
	learned := finding(t, graphstore.Finding{Action: "a", Learned: true})
	steps := []struct {
		add     graphstore.Entry
		learned bool
		reason  string
		effects []graphstore.Effect
	}{
		{found(t, "a", effect("y", graphstore.Reached)), false, "what it does is being learned", []graphstore.Effect{effect("y", graphstore.Reached)}},
		{found(t, "a", effect("y", graphstore.Certified, way())), false, "what it does is being learned", []graphstore.Effect{effect("y", graphstore.Certified, way())}},
		{learned, true, "", []graphstore.Effect{effect("y", graphstore.Certified, way())}},
		{found(t, "a", effect("x", graphstore.Reached)), false, "x isn't certified any more", []graphstore.Effect{
			effect("x", graphstore.Reached), effect("y", graphstore.Certified, way())}},
		{found(t, "a", effect("x", graphstore.Certified, way("y"))), true, "", []graphstore.Effect{
			effect("x", graphstore.Certified, way("y")), effect("y", graphstore.Certified, way())}},
		{found(t, "a", func() graphstore.Effect { e := effect("y", graphstore.Certified, way()); e.Disputed = true; return e }()),
			false, "y isn't certified any more", nil},
	}
	l := ledger(t, world(t)...)
	for i, s := range steps {
		if err := l.Append(context.Background(), s.add); err != nil {
			t.Fatal(err)
		}
		g := fold(t, l).Graph
		a := g.Action("a")
		if a.Learned != s.learned || !strings.HasPrefix(a.Reason, s.reason) || (a.Reason == "") != a.Learned {
			t.Errorf("step %d: learned %v, reason %q", i, a.Learned, a.Reason)
		}
		if s.effects != nil && !reflect.DeepEqual(a.Effects, s.effects) {
			t.Errorf("step %d: effects %+v, want %+v", i, a.Effects, s.effects)
		}
		if g.Actions[0].ID != "b" || g.Actions[0].Reason != "not tried yet" {
			t.Errorf("step %d: action b is %+v", i, g.Actions[0])
		}
	}
}

// An action isn't learned for more items than were observed when it was: a run that
// certifies its effects for more, and dies before it says more, leaves it open whether it
// has others.
func TestFoldLearnedForFewer(t *testing.T) {
	for items, learned := range map[int]bool{1: true, 2: true, 3: false} {
		e := effect("y", graphstore.Certified, way())
		e.Certificate.Observed = items
		l := ledger(t, append(world(t), finding(t, graphstore.Finding{Action: "a", Learned: true, Observed: 2}),
			found(t, "a", e))...)
		if a := fold(t, l).Graph.Action("a"); a.Learned != learned || (a.Reason == "") != learned {
			t.Errorf("certified for %d items: learned %v, %q", items, a.Learned, a.Reason)
		}
	}
}

func TestFoldFails(t *testing.T) {
	for name, c := range map[string]struct {
		kind graphstore.Kind
		body string
		want error
	}{
		"unknown kind":         {"rumour", `{"v":2}`, graphstore.ErrFuture},
		"later version":        {graphstore.KindFactors, `{"v":3,"factors":[{"name":"x"}]}`, graphstore.ErrFuture},
		"later types":          {graphstore.KindFactors, `{"factors":{"x":1},"v":3}`, graphstore.ErrFuture},
		"later grade":          {graphstore.KindFinding, `{"effect":{"factor":"x","grade":"divine"},"v":7}`, graphstore.ErrFuture},
		"no version":           {graphstore.KindFactors, `{"factors":[{"name":"x"}]}`, graphstore.ErrCorrupt},
		"null":                 {graphstore.KindRun, `null`, graphstore.ErrCorrupt},
		"empty":                {graphstore.KindEnd, ``, graphstore.ErrCorrupt},
		"cut":                  {graphstore.KindWorld, `{"v":2,"id":"w`, graphstore.ErrCorrupt},
		"labels":               {graphstore.KindLabels, `{"v":2,"labels":[]}`, graphstore.ErrCorrupt},
		"factor twice":         {graphstore.KindFactors, `{"v":2,"factors":[{"name":"x"},{"name":"x"}]}`, graphstore.ErrCorrupt},
		"outcome":              {graphstore.KindOutcome, `{"v":2,"a":"a","s":"perfect"}`, graphstore.ErrCorrupt},
		"outcome no status":    {graphstore.KindOutcome, `{"v":2,"a":"a"}`, graphstore.ErrCorrupt},
		"later outcome":        {graphstore.KindOutcome, `{"v":3,"a":"a","s":"perfect"}`, graphstore.ErrFuture},
		"finding other action": {graphstore.KindFinding, `{"v":2,"action":"c"}`, graphstore.ErrCorrupt},
		"finding no grade":     {graphstore.KindFinding, `{"v":2,"action":"a","effect":{"factor":"x"}}`, graphstore.ErrCorrupt},
		"finding no factor":    {graphstore.KindFinding, `{"v":2,"action":"a","effect":{"grade":"reached"}}`, graphstore.ErrCorrupt},
	} {
		l := ledger(t, append(world(t), graphstore.Entry{Kind: c.kind, Body: []byte(c.body)})...)
		f, err := graphstore.Fold(context.Background(), l, nil)
		if f != nil || !errors.Is(err, c.want) || !strings.Contains(err.Error(), "entry 3") {
			t.Errorf("%s: %v, want %v with its entry", name, err, c.want)
		}
		r, err := graphstore.Check(context.Background(), l)
		if err != nil || r.OK() || r.Problems[0].Entry != 3 {
			t.Errorf("%s: Check says %v %v", name, r.Problems, err)
		}
	}
}

// TestFoldEmpty: an empty ledger is no error.
func TestFoldEmpty(t *testing.T) {
	f := fold(t, entries(nil))
	if f.World != nil || len(f.Graph.Actions)+len(f.Graph.Factors) > 0 || f.Last != 0 {
		t.Errorf("%+v", f)
	}
	if r, err := graphstore.Check(context.Background(), entries(nil)); err != nil || !r.OK() {
		t.Errorf("%v %v", r, err)
	}
}

var kinds = []graphstore.Kind{graphstore.KindWorld, graphstore.KindLabels, graphstore.KindRun, graphstore.KindFactors,
	graphstore.KindOutcome, graphstore.KindFinding, graphstore.KindEnd, "rumour", graphstore.KindReply, graphstore.KindLimit, graphstore.KindStep}

// FuzzFold: no bytes make the readers of a ledger panic, and what folds can be
// looked at in every way.
func FuzzFold(f *testing.F) {
	for _, e := range tiny(f) {
		for k, kind := range kinds {
			if e.Kind == kind {
				f.Add(uint8(k), e.Key[0], e.Body)
			}
		}
	}
	f.Add(uint8(4), uint64(1), []byte(`{"v":2,"a":"a","at":{"n":-1,"d":[[9,-9]]},"s":"completed"}`))
	f.Add(uint8(4), uint64(1), []byte(`{"v":2,"a":"a","at":{"n":2,"d":[[1,1],[0,1]]},"s":"completed","c":{"log":-1}}`))
	f.Add(uint8(5), uint64(0), []byte(`{"v":2,"action":"a","effect":{"factor":"log","grade":"certified","ways":[{"members":[{"factors":["log"],"count":-1}]},{}],"certificate":{"observed":9}},"tests":[{"at":{"n":9},"trials":-1}]}`))
	f.Add(uint8(5), uint64(0), []byte(`{"v":2,"action":"a","effect":{"factor":"log","grade":"certified","chance":{"low":1,"trials":1}}}`))
	before := append(world(f), entry(f, graphstore.FactorsEntry{Factors: named("log", "axe")}))
	f.Fuzz(func(t *testing.T, kind uint8, key uint64, body []byte) {
		ctx := context.Background()
		e := graphstore.Entry{Kind: kinds[int(kind)%len(kinds)], Key: interaction.Key{key, 0}, Body: body}
		l := ledger(t, append(before[:len(before):len(before)], e)...)
		if _, err := graphstore.Check(ctx, l); err != nil {
			t.Errorf("check: %v", err)
		}
		folded, err := graphstore.Fold(ctx, l, nil)
		if err != nil {
			if !errors.Is(err, graphstore.ErrCorrupt) && !errors.Is(err, graphstore.ErrFuture) {
				t.Errorf("fold: %v", err)
			}
			return
		}
		if _, err := graphstore.DAG(folded.Graph); err != nil {
			t.Errorf("dag: %v", err)
		}
		for _, c := range append(graphstore.Diff(nil, folded.Graph), graphstore.Diff(folded.Graph, nil)...) {
			_ = c.String()
		}
		if c := graphstore.Diff(folded.Graph, folded.Graph); len(c) > 0 {
			t.Errorf("a graph differs from itself: %v", c)
		}
		for _, item := range names(folded.Graph) {
			if x, err := graphstore.Why(ctx, l, "", item, graphstore.Listed); err == nil {
				_ = x.String()
			} else if !errors.Is(err, graphstore.ErrUnknown) && !errors.Is(err, graphstore.ErrCorrupt) {
				t.Errorf("why: %v", err)
			}
		}
	})
}

func names(g *graphstore.Graph) []string {
	var out []string
	for _, f := range g.Factors {
		out = append(out, f.Name)
	}
	return out
}

// Fingerprints that begin alike are shown as far as they differ.
func TestForeignSaysWhereItDiffers(t *testing.T) {
	g := graphstore.Graph{World: "w", Fingerprint: "1.8.3-symbols"}
	err := g.Foreign(interaction.Spec{ID: "w", Fingerprint: "1.8.3-pixels"})
	if !errors.Is(err, graphstore.ErrOtherWorld) || !strings.Contains(err.Error(), "w (1.8.3-symbols), not w (1.8.3-pixels)") {
		t.Error(err)
	}
}

// TestFindingKeysDiffer: a finding on an action isn't taken for one on an effect of another, whatever they are called.
func TestFindingKeysDiffer(t *testing.T) {
	of := graphstore.Finding{Action: "x", Effect: &graphstore.Effect{Factor: "q"}}
	if a, b := graphstore.FindingKey(of), graphstore.FindingKey(graphstore.Finding{Action: "x/q"}); a == b {
		t.Errorf("both are %q", a)
	}
}
