package conformance

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/adam-discovery/adam/interaction"
)

// seedVar is the environment variable that repeats a test with the seed it printed.
const seedVar = "ADAM_TEST_SEED"

// Rand returns a random source and logs its seed, which is another one each time
// unless the environment variable ADAM_TEST_SEED says which.
func Rand(t testing.TB) *rand.Rand {
	t.Helper()
	seed := rand.Uint64()
	if text := os.Getenv(seedVar); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("%s: %v", seedVar, err)
		}
		seed = n
	}
	t.Logf("%s=%d", seedVar, seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// patience is how long something may take that should take no time at all: a bound
// for a test that would otherwise hang, not a measure of anything.
const patience = 20 * time.Second

// soon reports what f returns, or that it didn't return.
func soon(what string, f func() error) error {
	done := make(chan error, 1)
	go func() { done <- f() }()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case err := <-done:
		return err
	case <-timer.C:
		return fmt.Errorf("%s didn't return in %v", what, patience)
	}
}

// NoLeaks fails the test if, after the cleanups that are registered later, some
// goroutine runs that doesn't run now. The test must not run beside others.
func NoLeaks(t testing.TB) {
	t.Helper()
	before := goroutines()
	t.Cleanup(func() {
		var left []string
		for deadline := time.Now().Add(patience / 4); ; runtime.Gosched() {
			left = left[:0]
			for id, stack := range goroutines() {
				if _, ok := before[id]; !ok {
					left = append(left, stack)
				}
			}
			if len(left) == 0 {
				return
			}
			if time.Now().After(deadline) {
				break
			}
		}
		slices.Sort(left)
		t.Errorf("%d goroutines are left behind:\n%s", len(left), strings.Join(left, "\n\n"))
	})
}

// goroutines returns the stacks of all goroutines but this one, by their numbers.
func goroutines() map[string]string {
	buf := make([]byte, 1<<16)
	for {
		n := runtime.Stack(buf, true)
		if n < len(buf) {
			buf = buf[:n]
			break
		}
		buf = make([]byte, 2*len(buf))
	}
	out := map[string]string{}
	for i, stack := range strings.Split(string(buf), "\n\n") {
		head, _, _ := strings.Cut(stack, " [")
		if i > 0 {
			out[head] = stack
		}
	}
	return out
}

// skipped is the reason why a check doesn't apply.
type skipped string

func (s skipped) Error() string { return string(s) }

// report passes on what a check found.
func report(t *testing.T, err error) {
	t.Helper()
	var why skipped
	switch {
	case errors.As(err, &why):
		t.Skip(string(why))
	case err != nil:
		t.Error(err)
	}
}

// Serial returns the simplest runner that is right: one trial after the other, each
// in a session of its own. It is what other runners are compared with.
func Serial(world interaction.World, seed uint64) interaction.Runner {
	return interaction.RunnerFunc(func(ctx context.Context, trials []interaction.Trial) ([]interaction.Outcome, error) {
		outcomes := make([]interaction.Outcome, len(trials))
		for i, t := range trials {
			outcomes[i] = interaction.Outcome{Key: t.Key(), Status: interaction.Cancelled, Attempt: t.Attempt}
			if ctx.Err() != nil {
				continue
			}
			s, err := world.Open(ctx)
			if err != nil {
				return outcomes, err
			}
			if o, fault := interaction.Execute(ctx, s, t, seed); fault == nil || ctx.Err() == nil {
				outcomes[i] = o
			}
			_ = s.Close() // the session is used up in any case
		}
		return outcomes, ctx.Err()
	})
}
