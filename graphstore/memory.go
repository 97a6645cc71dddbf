package graphstore

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"

	"github.com/adam-discovery/adam/interaction"
)

// Memory is a Ledger that lives as long as the process. The zero value is empty
// and ready.
type Memory struct {
	mu      sync.Mutex
	entries []Entry
	keys    map[interaction.Key]bool
	err     error // why no further Append is taken
}

var _ Ledger = (*Memory)(nil)

var errClosed = errors.New("the ledger is closed")

// Append implements [Ledger].
func (m *Memory) Append(_ context.Context, entries ...Entry) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err != nil {
		return m.err
	}
	fresh := map[interaction.Key]bool{}
	for _, e := range entries {
		if !e.Key.IsZero() && (m.keys[e.Key] || fresh[e.Key]) {
			m.err = fmt.Errorf("%w: %s", ErrDuplicate, e.Key)
			return m.err
		}
		fresh[e.Key] = true
	}
	if m.keys == nil {
		m.keys = map[interaction.Key]bool{}
	}
	for _, e := range entries {
		m.keys[e.Key] = true
		e.Seq = Seq(len(m.entries) + 1)
		e.Body = bytes.Clone(e.Body)
		m.entries = append(m.entries, e)
	}
	return nil
}

// Sync implements [Ledger]; there is nothing to wait for.
func (m *Memory) Sync(context.Context) error { return nil }

// Since implements [Ledger].
func (m *Memory) Since(_ context.Context, seq Seq) iter.Seq2[Entry, error] {
	m.mu.Lock()
	rest := slices.Clone(m.entries[min(max(0, int(seq)), len(m.entries)):])
	m.mu.Unlock()
	return func(yield func(Entry, error) bool) {
		for _, e := range rest {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// Close implements [Ledger]. What was appended can still be read.
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.err = cmp.Or(m.err, errClosed)
	return nil
}
