package rpc

import (
	"context"
	"testing"
)

// watched is a context that counts who waits for its end.
type watched struct {
	context.Context
	done    chan struct{}
	waiting int
}

func (w *watched) Done() <-chan struct{} { return w.done }

func (w *watched) AfterFunc(func()) func() bool {
	w.waiting++
	return func() bool { w.waiting--; return true }
}

// A session that was closed doesn't wait any more for the end of what its world is used in, which would keep it in memory until then.
func TestClosedSessionsAreLetGo(t *testing.T) {
	w := served(t, parsed(t, rules))
	until := &watched{Context: t.Context(), done: make(chan struct{})}
	w.Until(until)
	for range 3 {
		s, err := w.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if until.waiting != 1 {
			t.Errorf("%d wait while a session is open", until.waiting)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if until.waiting != 0 {
		t.Errorf("%d wait though all sessions are closed", until.waiting)
	}
}
