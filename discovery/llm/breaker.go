package llm

import (
	"context"
	"sync"
	"time"
)

const (
	// tolerance is how many requests in a row may fail before a server is given
	// a rest.
	tolerance = 3
	// rest is how long; then one request finds out whether it is back.
	rest = 30 * time.Second
)

// Breaker stops asking a server that keeps failing: after three requests in a row
// (each with its retries) it answers with a fault of class Resting for half a
// minute, then lets one through to see. Faults that say nothing of the server's
// health don't count. now is time.Now but in tests.
func Breaker(next Completer, now func() time.Time) Completer {
	b := &breaker{next: next, now: now}
	return CompleterFunc(b.complete)
}

type breaker struct {
	next Completer
	now  func() time.Time

	mu      sync.Mutex
	failed  int
	until   time.Time
	probing bool
}

func (b *breaker) complete(ctx context.Context, r Request) (Reply, error) {
	probe, ok := b.enter()
	if !ok {
		return Reply{}, &Fault{Class: Resting}
	}
	reply, err := b.next.Complete(ctx, r)
	b.leave(probe, err, ctx.Err() != nil)
	return reply, err
}

func (b *breaker) enter() (probe, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failed < tolerance {
		return false, true
	}
	if b.probing || b.now().Before(b.until) {
		return false, false
	}
	b.probing = true
	return true, true
}

func (b *breaker) leave(probe bool, err error, stopped bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if probe {
		b.probing = false
	}
	class, fault := classOf(err)
	switch {
	case stopped || fault && (class == Rejected || class == Unrecorded):
	case err == nil:
		b.failed = 0
	default:
		if b.failed++; b.failed >= tolerance {
			b.until = b.now().Add(rest)
		}
	}
}
