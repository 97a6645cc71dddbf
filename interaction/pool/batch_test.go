package pool_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
	"github.com/adam-discovery/adam/interaction/pool"
)

// batching is a script whose sessions take batches of at most size.
type batching struct {
	*conformance.Script
	size   int
	lying  func([]interaction.Outcome) []interaction.Outcome
	called chan int
}

func (w *batching) Spec() interaction.Spec {
	s := w.Script.Spec()
	s.Caps.Batch = w.size
	return s
}

func (w *batching) Open(ctx context.Context) (interaction.Session, error) {
	s, err := w.Script.Open(ctx)
	return &batchSession{s, w}, err
}

type batchSession struct {
	interaction.Session
	world *batching
}

func (s *batchSession) Batch(ctx context.Context, trials []interaction.Trial, seed uint64) ([]interaction.Outcome, error) {
	s.world.called <- len(trials)
	outcomes, fault := interaction.ExecuteAll(ctx, s.Session, trials, seed)
	if s.world.lying != nil {
		return s.world.lying(outcomes), nil
	}
	if fault != nil {
		return outcomes, fault
	}
	return outcomes, nil
}

func TestBatches(t *testing.T) {
	for name, c := range map[string]struct {
		fail   func(conformance.Call) conformance.Mishap
		lying  func([]interaction.Outcome) []interaction.Outcome
		broken int
	}{
		"fine":       {nil, nil, 0},
		"one breaks": {on(conformance.OpStep, 5, conformance.Refuse), nil, 1},
		"one dies":   {on(conformance.OpStep, 5, conformance.Die), nil, 6},
		"one hangs":  {on(conformance.OpStep, 5, conformance.Hang), nil, 8},
		"too few":    {nil, func(o []interaction.Outcome) []interaction.Outcome { return o[1:] }, 40},
		"swapped":    {nil, func(o []interaction.Outcome) []interaction.Outcome { o[0], o[1] = o[1], o[0]; return o }, 10},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := &batching{Script: conformance.NewScript(c.fail), size: 8, lying: c.lying, called: make(chan int, 100)}
				recorded := make(chan interaction.Outcome, 100)
				p, err := pool.New(w, pool.Config{Sessions: 2, Timeout: time.Second, Seed: seed,
					Record: func(_ interaction.Trial, o interaction.Outcome) { recorded <- o }})
				if err != nil {
					t.Fatal(err)
				}
				defer p.Close()
				trials := some(40)
				mark(&trials[10], 5) // the third of the second batch
				out, err := p.Run(context.Background(), trials)
				if err != nil {
					t.Fatal(err)
				}
				broken := 0
				for i, o := range out {
					want := w.Expect(trials[i], seed)
					if o.Status == interaction.Faulted {
						broken++
					} else if !conformance.Alike(o, want) {
						t.Errorf("outcome %d is %+v, want %+v", i, o, want)
					}
				}
				if broken != c.broken {
					t.Errorf("%d trials broke, want %d", broken, c.broken)
				}
				if len(recorded) != len(trials) {
					t.Errorf("%d of %d outcomes were recorded", len(recorded), len(trials))
				}
				for len(w.called) > 0 {
					if n := <-w.called; n != 8 {
						t.Errorf("a batch of %d", n)
					}
				}
				w.Release()
			})
		})
	}
}

func TestStopInABatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &batching{Script: conformance.NewScript(on(conformance.OpStep, 5, conformance.Hang)), size: 8, called: make(chan int, 100)}
		p, err := pool.New(w, pool.Config{Sessions: 1, Timeout: time.Hour, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		trials := some(24)
		mark(&trials[10], 5)
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		out, err := p.Run(ctx, trials)
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the error is %v", err)
		}
		for i, o := range out {
			if want := map[bool]interaction.Status{true: interaction.Completed, false: interaction.Cancelled}[i < 8]; o.Status != want {
				t.Errorf("outcome %d is %s", i, o.Status)
			}
		}
	})
}
