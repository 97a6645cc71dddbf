package many_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/adam-discovery/adam/scenarios/internal/many"
)

func TestDo(t *testing.T) {
	var done atomic.Int64
	if err := many.Do(t.Context(), 20, 3, func(_ context.Context, i int) error { done.Add(int64(i)); return nil }); err != nil || done.Load() != 190 {
		t.Errorf("%v, and %d", err, done.Load())
	}
	broken := errors.New("broken")
	done.Store(0)
	err := many.Do(t.Context(), 20, 1, func(_ context.Context, i int) error {
		done.Add(1)
		if i == 4 {
			return broken
		}
		return nil
	})
	if !errors.Is(err, broken) || done.Load() != 5 {
		t.Errorf("%v after %d jobs, want the error of the fifth", err, done.Load())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := many.Do(ctx, 2, 2, func(context.Context, int) error { t.Error("a job was begun"); return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("%v of a context that is done", err)
	}
}

// A panic reaches who asked for the jobs, and with it where it was: a program can say so, and exits as its faults do.
func TestDoPanics(t *testing.T) {
	defer func() {
		said := fmt.Sprint(recover())
		for _, want := range []string{"job 2 can't be", "TestDoPanics"} {
			if !strings.Contains(said, want) {
				t.Errorf("it says %.200q, and not %q", said, want)
			}
		}
	}()
	err := many.Do(t.Context(), 8, 2, func(_ context.Context, i int) error {
		if i == 2 {
			panic("job 2 can't be")
		}
		return nil
	})
	t.Errorf("it went on: %v", err)
}
