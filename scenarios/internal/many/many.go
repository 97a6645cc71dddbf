// Package many does many jobs side by side.
package many

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
)

// Do does so many jobs, at most parallel at once, until all are done, one fails or ctx is done. It returns the first job's
// error, or the cause of ctx's end. A job that panics has Do panic, once those under way have ended: in a goroutine of its
// own nobody could say what it was.
func Do(ctx context.Context, jobs, parallel int, do func(ctx context.Context, i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	var once sync.Once
	var panicked any
	slots := make(chan struct{}, max(1, parallel))
	for i := range jobs {
		slots <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		wg.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					once.Do(func() { panicked = fmt.Sprintf("%v\n%s", p, debug.Stack()) })
					cancel(nil)
				}
				<-slots
			}()
			if err := do(ctx, i); err != nil {
				cancel(err)
			}
		})
	}
	wg.Wait()
	if panicked != nil {
		panic(panicked)
	}
	return context.Cause(ctx)
}
