package llm

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"
)

// Limit lets at most n requests through at once.
func Limit(next Completer, n int) Completer {
	slots := make(chan struct{}, n)
	return CompleterFunc(func(ctx context.Context, r Request) (Reply, error) {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			return Reply{}, ctx.Err()
		}
		defer func() { <-slots }()
		return next.Complete(ctx, r)
	})
}

// maxPause is the longest pause between two attempts. A server that wants to be
// left alone for longer is taken at its word: the request fails.
const maxPause = 30 * time.Second

// Retry repeats what failed in a way that allows it, up to the given number of attempts in all.
// Pauses double from the first one, with jitter drawn from the seed, and are never
// shorter than a server's Retry-After. pause waits, and is [Pause] but in tests.
func Retry(next Completer, attempts int, first time.Duration, seed uint64, pause func(context.Context, time.Duration) error) Completer {
	var mu sync.Mutex
	rng := rand.New(rand.NewPCG(seed, 0x7265747279))
	jitter := func(d time.Duration) time.Duration {
		mu.Lock()
		defer mu.Unlock()
		return d/2 + time.Duration(rng.Float64()*float64(d)/2)
	}
	return CompleterFunc(func(ctx context.Context, r Request) (Reply, error) {
		var spent Usage
		wait := first
		for n := 1; ; n++ {
			reply, err := next.Complete(ctx, r)
			spent = spent.Plus(reply.Usage)
			reply.Usage = spent
			var f *Fault
			if err == nil || !errors.As(err, &f) || !f.Retry || n >= attempts || f.After > maxPause {
				return reply, err
			}
			if perr := pause(ctx, max(jitter(wait), f.After)); perr != nil {
				return reply, perr
			}
			wait = min(2*wait, maxPause)
		}
	})
}

// Pause waits, or returns ctx's error once that is done.
func Pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
