package queue_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/queue"
)

// lasts makes each trial of a world that counts take that long.
func lasts(d time.Duration) func(int) { return func(int) { <-time.After(d) } }

// Connections that are lost and made again, of the coordinator and of workers, cost time and no trial.
func TestLostConnections(t *testing.T) {
	t.Parallel()
	s, w := serve(t), world(t)
	coordinator, worker := connect(t, s), connect(t, s)
	c, err := queue.New(t.Context(), coordinator, w.Spec(), queue.Config{Version: "1", Seed: 7, Attempts: 100, Batch: 2})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	slow := count(w)
	slow.hold = lasts(5 * time.Millisecond)
	ended := make(chan error, 1)
	go func() { ended <- (&queue.Worker{World: slow, Sessions: 2, Version: "1"}).Run(ctx, worker) }()
	stop := make(chan struct{})
	go func() {
		r := rand.New(rand.NewPCG(1, 2))
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Duration(r.IntN(400)) * time.Millisecond):
			}
			if r.IntN(2) == 0 {
				_ = coordinator.ForceReconnect()
			} else {
				_ = worker.ForceReconnect()
			}
		}
	}()
	ts := trials(600)
	got, err := c.Run(ctx, ts)
	close(stop)
	if err != nil {
		t.Fatalf("%v: %+v", err, c.Stats())
	}
	equal(t, w, ts, got)
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// A server whose consumer forgot what it has to give out is set right: nothing waits in the queue for ever.
func TestForgetfulConsumer(t *testing.T) {
	t.Parallel()
	s, w := serve(t), world(t)
	c := coordinate(t, s, w, queue.Config{Batch: 5})
	ts := trials(20)
	ended := make(chan []interaction.Outcome, 1)
	go func() { ended <- run(t, c, ts) }()
	js, err := jetstream.New(connect(t, s))
	if err != nil {
		t.Fatal(err)
	}
	forget := func() bool {
		for name := range js.StreamNames(t.Context()).Name() {
			st, err := js.Stream(t.Context(), name)
			if err != nil || st.CachedInfo().State.Msgs < 4 {
				return false
			}
			for info := range st.ListConsumers(t.Context()).Info() {
				cfg := info.Config
				cfg.FilterSubject += "x" // so that it sees nothing of what is there
				if err := st.DeleteConsumer(t.Context(), info.Name); err != nil {
					t.Error(err)
				}
				if _, err := st.CreateConsumer(t.Context(), cfg); err != nil {
					return false // the coordinator was faster: again
				}
				return true
			}
		}
		return false
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for !forget() {
		select {
		case <-ctx.Done():
			t.Fatal("no work is in the queue")
		case <-again.C:
		}
	}
	work(t, s, &queue.Worker{World: w, Sessions: 2, Version: "1"})
	equal(t, w, ts, <-ended)
}
