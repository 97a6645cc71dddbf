package graphstore

import (
	"bytes"
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
	closed  bool
}

var _ Ledger = (*Memory)(nil)

var errClosed = errors.New("the ledger is closed")

// Append implements [Ledger].
func (m *Memory) Append(_ context.Context, entries ...Entry) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return errClosed
	}
	if m.keys == nil {
		m.keys = map[interaction.Key]bool{}
	}
	for _, e := range entries {
		if !e.Key.IsZero() {
			if m.keys[e.Key] {
				return fmt.Errorf("%w: %s", ErrDuplicate, e.Key)
			}
			m.keys[e.Key] = true
		}
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
	m.closed = true
	return nil
}
