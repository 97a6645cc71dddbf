package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/interaction/queue"
)

func newWorker() *cobra.Command {
	var world, address string
	var sessions int
	var access accessFlags
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Run trials for an exploration on another machine",
		Long: `Run the trials of an exploration on another machine (adam explore --workers), in sessions of
a world here; of a world that is lived in, live lives. The world must be the same as the
exploration's, and adam of the same version: a worker that differs is told so. It waits where
there is nothing to do, for the next exploration too, and where the server is away.

Ctrl-C ends what it holds first; press it again to leave that to other workers. Nothing is
lost by a worker that dies: what it held goes to another a few seconds later.`,
		Example: `  adam worker --connect nats://127.0.0.1:4222
  adam worker --connect nats://10.0.0.1:4222 --nats-token @token --world luanti --sessions 4`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if sessions < 1 {
				return hinted(usage(errorf("sessions %d: there must be at least 1", sessions)), "try: --sessions 4")
			}
			a, err := access.resolve()
			if err != nil {
				return err
			}
			ctx := cmd.Context()
			w, err := openWorld(ctx, world, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			defer func() { _ = w.Close() }() // what it holds goes with this process
			worker := &queue.Worker{World: w, Sessions: sessions, Version: version}
			if w.lived() {
				replica := living.NewReplica(w)
				worker.Live = func(ctx context.Context, job []byte, log func(context.Context, int) ([][]byte, error)) ([]byte, error) {
					report, err := replica.Live(ctx, job, log)
					if errors.Is(err, living.ErrOtherLog) {
						err = fmt.Errorf("%w: %w", queue.ErrUnasked, err)
					}
					return report, err
				}
			}
			if w.remote != nil {
				worker.Begin = w.remote.Within // as the exploration does where it runs them itself
			}
			unit := unitOf(w)
			m := newMeter(cmd.ErrOrStderr())
			var mu sync.Mutex // of the meter
			worker.Log = func(text string) {
				mu.Lock()
				defer mu.Unlock()
				m.end()
				fmt.Fprintln(m.w, text)
			}
			nc, err := reach(ctx, address, a, worker.Log)
			if ctx.Err() != nil {
				return nil // stopped before it came to anything
			}
			if err != nil {
				return serverError(err)
			}
			defer nc.Close()
			stop := every(ctx, m.every(), func() {
				mu.Lock()
				defer mu.Unlock()
				if batches, trials := worker.Done(); batches > 0 {
					m.line(func() string {
						return fmt.Sprintf("%d %s in %d batches, %.0f/s", trials, unit, batches, float64(trials)/time.Since(m.start).Seconds())
					})
				}
			})
			err = worker.Run(ctx, nc)
			stop()
			m.end()
			batches, trials := worker.Done()
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %d %s in %d batches\n", w.Spec().ID, trials, unit, batches)
			if errors.Is(err, queue.ErrRefused) {
				return serverError(err)
			}
			return err
		},
	}
	worldFlag(cmd, &world)
	f := cmd.Flags()
	f.StringVar(&address, "connect", "nats://"+queue.DefaultAddress, "the NATS server of the exploration; several, separated by commas")
	f.IntVar(&sessions, "sessions", runtime.NumCPU(), "how many sessions run at once")
	access.flags(cmd)
	return cmd
}

// reach connects to a server, and waits for one that isn't there yet.
func reach(ctx context.Context, address string, a queue.Access, log func(string)) (*nats.Conn, error) {
	for waits := 0; ; waits++ {
		nc, err := queue.Connect(ctx, address, a)
		if err == nil || ctx.Err() != nil || !errors.Is(err, nats.ErrNoServers) && !errors.Is(err, nats.ErrTimeout) {
			return nc, err
		}
		if waits == 0 {
			log(err.Error() + ": waiting for it")
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second / 4):
		}
	}
}

// every calls f again and again until ctx is done or stop is called, which waits for it.
func every(ctx context.Context, d time.Duration, f func()) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	wg.Go(func() {
		t := time.NewTicker(d)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				f()
			}
		}
	})
	return func() { cancel(); wg.Wait() }
}
