package pool_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
	"github.com/adam-discovery/adam/interaction/pool"
)

const seed = 7

func make1(t *testing.T, w interaction.World, cfg pool.Config) *pool.Pool {
	t.Helper()
	cfg.Seed = seed
	p, err := pool.New(w, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// Any number of sessions keeps the promises of a runner.
func TestContract(t *testing.T) {
	for _, n := range []int{1, 3, 8} {
		t.Run(fmt.Sprintf("sessions=%d", n), func(t *testing.T) {
			conformance.Runner(t, func(t *testing.T, w interaction.World) interaction.Runner {
				return make1(t, w, pool.Config{Sessions: n})
			})
		})
	}
}

// So does the goroutine of the caller, where that is enough.
func TestPromptContract(t *testing.T) {
	conformance.PromptRunner(t, func(t *testing.T, w interaction.World) interaction.Runner {
		return make1(t, w, pool.Config{Sessions: 3})
	})
}

func trials(n int) []interaction.Trial {
	out := make([]interaction.Trial, n)
	for i := range out {
		out[i] = interaction.Trial{Action: conformance.Chop, Repeat: i}
	}
	return out
}

// Every outcome is recorded as it arrives, once, before the round ends.
func TestRecord(t *testing.T) {
	var mu sync.Mutex
	seen := map[interaction.Key]int{}
	p := make1(t, conformance.NewScript(nil), pool.Config{Sessions: 3, Record: func(tr interaction.Trial, o interaction.Outcome) {
		mu.Lock()
		defer mu.Unlock()
		if tr.Key() != o.Key {
			t.Errorf("trial %s has the outcome of %s", tr.Key(), o.Key)
		}
		seen[o.Key]++
	}})
	in := trials(20)
	if _, err := p.Run(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	for i, tr := range in {
		if seen[tr.Key()] != 1 {
			t.Errorf("trial %d was recorded %d times", i, seen[tr.Key()])
		}
	}
}

func BenchmarkPool(b *testing.B) {
	for _, sessions := range []int{1, 2} {
		for _, width := range []int{8, 64} {
			b.Run(fmt.Sprintf("sessions=%d/width=%d", sessions, width), func(b *testing.B) {
				p, err := pool.New(conformance.NewScript(nil), pool.Config{Sessions: sessions})
				if err != nil {
					b.Fatal(err)
				}
				defer p.Close()
				in := trials(width)
				for b.Loop() {
					if _, err := p.Run(context.Background(), in); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.N*width)/b.Elapsed().Seconds(), "trials/s")
			})
		}
	}
}
