// Package ledgertest is the contract suite that every ledger must pass.
package ledgertest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Run tests the ledgers that open makes. Each call of open with the same place
// must open the same ledger again; reopen is false for ledgers that don't outlive
// their Close.
func Run(t *testing.T, open func(t *testing.T, place string) graphstore.Ledger, reopen bool) {
	ctx := context.Background()
	entry := func(i int) graphstore.Entry {
		return graphstore.Entry{Kind: graphstore.KindOutcome, Key: interaction.Key{1, uint64(i + 1)}, Body: fmt.Appendf(nil, `{"i":%d}`, i)}
	}
	read := func(t *testing.T, l graphstore.Ledger, since graphstore.Seq) []graphstore.Entry {
		t.Helper()
		var out []graphstore.Entry
		for e, err := range l.Since(ctx, since) {
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, e)
		}
		return out
	}
	t.Run("order", func(t *testing.T) {
		l := open(t, t.TempDir())
		defer l.Close()
		for i := range 200 {
			if err := l.Append(ctx, entry(2*i), entry(2*i+1)); err != nil {
				t.Fatal(err)
			}
		}
		got := read(t, l, 0)
		if len(got) != 400 {
			t.Fatalf("%d entries, want 400", len(got))
		}
		for i, e := range got {
			want := entry(i)
			if e.Seq != graphstore.Seq(i+1) || e.Key != want.Key || e.Kind != want.Kind || string(e.Body) != string(want.Body) {
				t.Fatalf("entry %d is %v", i, e)
			}
		}
		if rest := read(t, l, 390); len(rest) != 10 || rest[0].Seq != 391 {
			t.Fatalf("since 390: %d entries from %v", len(rest), rest[0].Seq)
		}
	})
	t.Run("duplicate", func(t *testing.T) {
		l := open(t, t.TempDir())
		defer l.Close()
		err := errors.Join(l.Append(ctx, entry(1)), l.Append(ctx, entry(1)), l.Sync(ctx))
		if !errors.Is(err, graphstore.ErrDuplicate) {
			t.Fatalf("the same trial twice: %v, want ErrDuplicate", err)
		}
	})
	t.Run("after an error", func(t *testing.T) {
		l := open(t, t.TempDir())
		defer l.Close()
		if err := errors.Join(l.Append(ctx, entry(1)), l.Sync(ctx)); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(l.Append(ctx, entry(2), entry(1)), l.Sync(ctx)); !errors.Is(err, graphstore.ErrDuplicate) {
			t.Fatalf("an Append with a trial that is there: %v, want ErrDuplicate", err)
		}
		n := 0
		for _, err := range l.Since(ctx, 0) {
			if err != nil { // it may say again that it failed
				break
			}
			n++
		}
		if n > 1 {
			t.Errorf("%d entries: half of the Append that failed is there", n)
		}
		if err := l.Append(ctx, entry(3)); err == nil {
			t.Error("a ledger that failed accepted an entry")
		}
	})
	t.Run("concurrent", func(t *testing.T) {
		l := open(t, t.TempDir())
		defer l.Close()
		var wg sync.WaitGroup
		for w := range 4 {
			wg.Go(func() {
				for i := range 100 {
					if err := l.Append(ctx, entry(1000*w+2*i), entry(1000*w+2*i+1)); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		got := read(t, l, 0)
		if len(got) != 800 {
			t.Fatalf("%d entries, want 800", len(got))
		}
		for i := 0; i < len(got); i += 2 {
			if got[i].Key[1]+1 != got[i+1].Key[1] {
				t.Fatalf("entries %d and %d of one Append were separated", i, i+1)
			}
		}
	})
	t.Run("closed", func(t *testing.T) {
		l := open(t, t.TempDir())
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		if err := l.Append(ctx, entry(1)); err == nil {
			t.Fatal("a closed ledger accepted an entry")
		}
	})
	if !reopen {
		return
	}
	t.Run("reopen", func(t *testing.T) {
		place := t.TempDir()
		l := open(t, place)
		if err := l.Append(ctx, entry(1), entry(2)); err != nil {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		l = open(t, place)
		defer l.Close()
		if err := l.Append(ctx, entry(3)); err != nil {
			t.Fatal(err)
		}
		if got := read(t, l, 0); len(got) != 3 || got[2].Seq != 3 {
			t.Fatalf("after reopening: %v", got)
		}
	})
}
