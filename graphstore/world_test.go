package graphstore_test

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"slices"
	"sync"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/discovery/statistical"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// entries is a ledger of whatever entries, for reading only.
type entries []graphstore.Entry

var _ graphstore.Ledger = entries(nil)

func (entries) Append(context.Context, ...graphstore.Entry) error {
	return errors.New("entries are for reading")
}
func (entries) Sync(context.Context) error { return nil }
func (entries) Close() error               { return nil }
func (l entries) Since(_ context.Context, seq graphstore.Seq) iter.Seq2[graphstore.Entry, error] {
	return func(yield func(graphstore.Entry, error) bool) {
		for _, e := range l {
			if e.Seq > seq && !yield(e, nil) {
				return
			}
		}
	}
}

// clone is a deep copy, numbered anew.
func (l entries) clone() entries {
	out := slices.Clone(l)
	for i := range out {
		out[i].Body = bytes.Clone(out[i].Body)
		out[i].Seq = graphstore.Seq(i + 1)
	}
	return out
}

// find returns the place of the n-th entry (from 0; from the end if negative) of a
// kind whose body contains the text.
func (l entries) find(t testing.TB, kind graphstore.Kind, text string, n int) int {
	t.Helper()
	var at []int
	for i, e := range l {
		if e.Kind == kind && bytes.Contains(e.Body, []byte(text)) {
			at = append(at, i)
		}
	}
	if n < 0 {
		n += len(at)
	}
	if n < 0 || n >= len(at) {
		t.Fatalf("%d entries of kind %s contain %s: none is number %d", len(at), kind, text, n)
	}
	return at[n]
}

// replace edits the body of one entry.
func (l entries) replace(t testing.TB, i int, old, new string) {
	t.Helper()
	if !bytes.Contains(l[i].Body, []byte(old)) {
		t.Fatalf("entry %d doesn't contain %s: %s", i+1, old, l[i].Body)
	}
	l[i].Body = bytes.Replace(l[i].Body, []byte(old), []byte(new), 1)
}

// run explores a world and appends to the ledger, as the program does.
func run(t testing.TB, world string, l graphstore.Ledger, change func(*explore.Config)) interaction.Spec {
	t.Helper()
	f, err := scenarios.Load(world)
	if err != nil {
		t.Fatal(err)
	}
	w := sim.New(f)
	cfg := explore.Config{Seed: 1, Width: 8, Delta: .01, Floor: .3, Stock: 64, Chances: explore.ChancesShared, Unlock: explore.UnlockWorld,
		Refiner: refine.Group{}, Hypothesizer: statistical.Hypothesizer{}, Attempts: 3}
	if change != nil {
		change(&cfg)
	}
	x, err := explore.New(context.Background(), cfg, w.Spec(), l)
	if err != nil {
		t.Fatal(err)
	}
	p, err := pool.New(w, pool.Config{Sessions: 1, Seed: cfg.Seed})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	// Every 20th trial breaks at the first attempt.
	shaky := interaction.RunnerFunc(func(ctx context.Context, trials []interaction.Trial) ([]interaction.Outcome, error) {
		out, err := p.Run(ctx, trials)
		for i, tr := range trials {
			if i < len(out) && tr.Attempt == 0 && tr.Key()[0]%20 == 0 {
				out[i] = interaction.Outcome{Key: tr.Key(), Status: interaction.Faulted, Fault: interaction.FaultTimeout}
			}
		}
		return out, err
	})
	if _, err := x.Run(context.Background(), shaky, nil); err != nil {
		t.Fatal(err)
	}
	labels := map[interaction.Action]string{}
	for _, a := range w.Spec().Actions {
		labels[a.ID] = w.Label(a.ID)
	}
	e, err := graphstore.NewEntry(graphstore.LabelsEntry{Labels: labels})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Append(context.Background(), e); err != nil {
		t.Fatal(err)
	}
	return w.Spec()
}

var (
	tinyMu  sync.Mutex
	tinyRun entries
)

// tiny is a copy of the ledger of one complete run in the world of five actions.
func tiny(t testing.TB) entries {
	t.Helper()
	tinyMu.Lock()
	defer tinyMu.Unlock()
	if tinyRun == nil {
		l := &graphstore.Memory{}
		run(t, "tiny", l, nil)
		tinyRun = all(t, l)
	}
	return tinyRun.clone()
}

func all(t testing.TB, l graphstore.Ledger) entries {
	t.Helper()
	var out entries
	for e, err := range l.Since(context.Background(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	return out
}

// fold is the graph of a ledger that can be folded.
func fold(t testing.TB, l graphstore.Ledger) *graphstore.Folded {
	t.Helper()
	f, err := graphstore.Fold(context.Background(), l, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// entry is an entry of a small kind.
func entry[B graphstore.Body](t testing.TB, body B) graphstore.Entry {
	t.Helper()
	e, err := graphstore.NewEntry(body)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func finding(t testing.TB, f graphstore.Finding) graphstore.Entry {
	t.Helper()
	e, err := graphstore.NewFindingEntry(f)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// named are items of these names.
func named(names ...string) []interaction.Factor {
	var out []interaction.Factor
	for _, n := range names {
		out = append(out, interaction.Factor{Name: n, Ample: 64})
	}
	return out
}

// ledger is a Memory of these entries.
func ledger(t testing.TB, list ...graphstore.Entry) *graphstore.Memory {
	t.Helper()
	m := &graphstore.Memory{}
	if err := m.Append(context.Background(), list...); err != nil {
		t.Fatal(err)
	}
	return m
}
