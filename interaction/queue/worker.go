package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

const (
	// maxSessions is how many sessions one worker has at most.
	maxSessions = 4096
	// grace is how long a worker that is stopped tries to tell what came of its last batches.
	grace = 5 * time.Second
)

// ErrRefused is wrapped by the error of a worker that was told that it gets no work.
var ErrRefused = errors.New("the coordinator gives this worker no work")

// Worker runs trials, or lives episodes, that a coordinator asks for, in sessions of a world of its own.
type Worker struct {
	World    interaction.World
	Sessions int    // that run at once, at least 1
	Version  string // of the program
	// Live lives the episode that a job of [Coordinator.Live] asks for and reports what came of it; nil: the worker takes
	// trials only. log has what came of the episodes behind the first from, or the next of these; it waits until there are
	// some. Its errors are to be passed on; one that wraps ErrUnasked ends the episode, and not the worker. Live is called by as many goroutines as there are sessions.
	Live func(ctx context.Context, job []byte, log func(ctx context.Context, from int) ([][]byte, error)) ([]byte, error)
	// Begin, if set, is told how long a trial, or a step of a life, may take in an exploration, before any of its work begins.
	Begin func(timeout time.Duration)
	// Log, if set, is told of what happens, in a line.
	Log func(string)

	batches, trials atomic.Int64
}

// Done says how many batches and trials the worker has told a coordinator of.
func (w *Worker) Done() (batches, trials int) { return int(w.batches.Load()), int(w.trials.Load()) }

// Run works until ctx is done, and then ends what it holds; it returns nil then. It waits for a coordinator where there
// is none, and for the server where that is away. Its error wraps ErrRefused, or says why no session can be opened.
func (w *Worker) Run(ctx context.Context, nc *nats.Conn) error {
	if w.Sessions < 1 || w.Sessions > maxSessions {
		return fmt.Errorf("%d sessions: there can be 1 to %d", w.Sessions, maxSessions)
	}
	spec := w.World.Spec()
	if spec.Caps.Starts != interaction.AnyStart && (spec.Caps.Starts != interaction.Episodes || w.Live == nil) {
		return interaction.ErrNoStarts
	}
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	me := hello{Protocol: Protocol, Version: w.Version, World: spec.ID, Fingerprint: spec.Fingerprint, Worker: nuid.Next(), Sessions: w.Sessions}
	waiting := false
	for ctx.Err() == nil {
		t, err := join(ctx, nc, me)
		switch {
		case errors.Is(err, ErrRefused):
			return err
		case err != nil:
			if !waiting {
				w.log("waiting for an exploration")
			}
			waiting = true
			pause(ctx, beat)
			continue
		}
		waiting = false
		w.log("working")
		if w.Begin != nil {
			w.Begin(t.Timeout)
		}
		h := &shift{Worker: w, me: me, nc: nc, js: js, terms: t}
		if err := h.work(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (w *Worker) log(text string) {
	if w.Log != nil {
		w.Log(text)
	}
}

// pause waits, but not longer than ctx.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

// join asks for terms.
func join(ctx context.Context, nc *nats.Conn, me hello) (terms, error) {
	var t terms
	err := ask(ctx, nc, helloSubject, me, &t)
	if err == nil && t.Refused != "" {
		err = fmt.Errorf("%w: %s", ErrRefused, interaction.Shown(clipped(t.Refused)))
	}
	if err == nil && (t.Run == "" || t.Timeout < 0) {
		err = errors.New("the coordinator's terms make no sense")
	}
	return t, err
}

// ask sends a request and reads the answer.
func ask(ctx context.Context, nc *nats.Conn, subject string, question, answer any) error {
	data, err := json.Marshal(question)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, AckWait)
	defer cancel()
	m, err := nc.RequestWithContext(ctx, subject, data)
	if err != nil {
		return err
	}
	return unmarshal(m.Data, answer)
}

// shift is the work for one run.
type shift struct {
	*Worker
	me    hello
	nc    *nats.Conn
	js    jetstream.JetStream
	terms terms
	heard atomic.Int64 // when the coordinator answered last, in Unix ns
}

// work takes batches until ctx is done or the run isn't asked for any more.
func (h *shift) work(ctx context.Context) error {
	outer := ctx
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	h.heard.Store(time.Now().UnixNano())
	var wg sync.WaitGroup
	for range h.Sessions {
		wg.Go(func() {
			if err := h.slot(ctx); err != nil {
				stop(err)
			}
		})
	}
	wg.Go(func() {
		for pause(ctx, beat); ctx.Err() == nil; pause(ctx, beat) {
			t, err := join(ctx, h.nc, h.me)
			switch {
			case errors.Is(err, ErrRefused):
				stop(err)
			case err == nil && t != h.terms:
				stop(errOther)
			case err == nil:
				h.heard.Store(time.Now().UnixNano())
			}
		}
	})
	wg.Wait()
	if err := context.Cause(ctx); outer.Err() == nil && !errors.Is(err, errOther) {
		return err
	}
	return nil
}

// errOther: another run is worked on now.
var errOther = errors.New("another run")

// slot takes one batch after the other, for one session.
func (h *shift) slot(ctx context.Context) error {
	run := func([]interaction.Trial) ([]interaction.Outcome, error) { return nil, interaction.ErrNoStarts }
	if h.World.Spec().Caps.Starts == interaction.AnyStart {
		p, err := pool.New(h.World, pool.Config{Sessions: 1, Timeout: h.terms.Timeout, Seed: uint64(h.terms.Seed)})
		if err != nil {
			return err
		}
		defer func() { _ = p.Close() }() // it says nothing
		run = func(trials []interaction.Trial) ([]interaction.Outcome, error) {
			return p.Run(context.WithoutCancel(ctx), trials)
		}
	}
	var w words
	var consumer jetstream.Consumer
	for ctx.Err() == nil {
		if time.Since(time.Unix(0, h.heard.Load())) > AckWait {
			pause(ctx, beat/4) // nobody is there who could be told what comes of it
			continue
		}
		if consumer == nil {
			c, err := h.js.Consumer(ctx, stream, h.terms.Run)
			if err != nil {
				pause(ctx, beat/4)
				continue
			}
			consumer = c
		}
		got, err := consumer.Fetch(1, jetstream.FetchMaxWait(beat))
		if err != nil {
			consumer = nil
			continue
		}
		for m := range got.Messages() {
			if ctx.Err() != nil {
				_ = m.Nak() // another gets it, at once or in a while
				continue
			}
			if err := h.handle(ctx, run, &w, m); err != nil {
				return err
			}
		}
		if err := got.Error(); err != nil && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			consumer = nil
			pause(ctx, beat/4)
		}
	}
	return nil
}

// handle carries out a batch, and tells what came of it until the coordinator knows.
func (h *shift) handle(ctx context.Context, run func([]interaction.Trial) ([]interaction.Outcome, error), w *words, m jetstream.Msg) error {
	held := make(chan struct{})
	var wg sync.WaitGroup
	defer wg.Wait()
	defer close(held)
	wg.Go(func() {
		t := time.NewTicker(AckWait / 3)
		defer t.Stop()
		for {
			select {
			case <-held:
				return
			case <-t.C:
				_ = m.InProgress() // if it doesn't arrive, another gets the batch too
			}
		}
	})
	res := result{hello: h.me}
	if meta, err := m.Metadata(); err == nil {
		res.Delivered = int(meta.NumDelivered)
	}
	id, all, err := w.unpack(m.Data())
	res.ID = id
	switch {
	case err != nil || all[0].episode != nil && h.Live == nil:
		_ = m.Term() // it can't be read by anyone, and the coordinator misses it
		return nil
	default:
		switch begin, err := h.mayBegin(ctx, &res); {
		case err != nil:
			return err
		case !begin && ctx.Err() != nil:
			h.giveBack(m, &res)
			return nil
		case !begin:
			_ = m.Ack() // nobody asks for it any more; should that be lost, it comes again
			return nil
		}
		start := time.Now()
		if err := h.result(ctx, run, all, &res); errors.Is(err, ErrUnasked) {
			_ = m.Ack() // should that be lost, it comes again
			return nil
		} else if err != nil {
			h.giveBack(m, &res)
			if errors.Is(err, errNoLog) {
				return nil
			}
			return err
		}
		res.Seconds = time.Since(start).Seconds()
	}
	known, err := h.tellAll(ctx, res)
	if err != nil || !known {
		return err
	}
	if res.Cannot == "" {
		h.batches.Add(1)
		h.trials.Add(int64(len(all)))
	}
	done, cancel := context.WithTimeout(context.WithoutCancel(ctx), AckWait)
	defer cancel()
	_ = m.DoubleAck(done) // if it can't be, the batch comes again, and is known by then
	return nil
}

// mayBegin asks whether a batch that was handed out before may be begun.
func (h *shift) mayBegin(ctx context.Context, res *result) (bool, error) {
	for res.Delivered > 1 {
		var a holdAnswer
		err := ask(ctx, h.nc, holdSubject+h.terms.Run, holdRequest{hello: h.me, ID: res.ID}, &a)
		switch {
		case err == nil && a.Refused != "":
			return false, fmt.Errorf("%w: %s", ErrRefused, interaction.Shown(clipped(a.Refused)))
		case err == nil && !a.Wait:
			return a.Begin, nil
		case ctx.Err() != nil:
			return false, nil
		}
		pause(ctx, beat/10)
	}
	return true, nil
}

// giveBack leaves a batch to others. If that doesn't arrive, it is as if this worker had died.
func (h *shift) giveBack(m jetstream.Msg, res *result) {
	if res.Delivered > 1 { // else the coordinator doesn't know who has it
		var a holdAnswer
		_ = ask(context.Background(), h.nc, holdSubject+h.terms.Run, holdRequest{h.me, res.ID, true}, &a)
	}
	_ = m.Nak()
}

// tellAll tells the coordinator what came of a batch, a long report in parts; false: it couldn't be told, and the batch is
// left to others.
func (h *shift) tellAll(ctx context.Context, res result) (bool, error) {
	whole := res.Report
	if len(whole) > maxPart {
		res.Nonce = nuid.Next()
	}
	for at := 0; ; {
		end := min(len(whole), at+maxPart)
		res.Report, res.From, res.More = whole[at:end], at, end < len(whole)
		v, err := h.tell(ctx, res)
		switch {
		case err != nil || v == nil:
			return false, err
		case v.Again:
			at = 0
		case !res.More:
			return true, nil
		default:
			at = end
		}
	}
}

// tell tells the coordinator until it answers; nil: it couldn't be told.
func (h *shift) tell(ctx context.Context, res result) (*verdict, error) {
	var since time.Time // when the worker was stopped
	for {
		var v verdict
		err := ask(context.WithoutCancel(ctx), h.nc, resultSubject+h.terms.Run, res, &v)
		switch {
		case err == nil && v.Refused != "":
			return nil, fmt.Errorf("%w: %s", ErrRefused, interaction.Shown(clipped(v.Refused)))
		case err == nil && !v.Wait:
			h.heard.Store(time.Now().UnixNano())
			return &v, nil
		case errors.Is(context.Cause(ctx), errOther), errors.Is(context.Cause(ctx), ErrRefused):
			return nil, nil
		}
		if ctx.Err() != nil {
			if since.IsZero() {
				since = time.Now()
			}
			if time.Since(since) > grace {
				return nil, nil
			}
		}
		pause(context.WithoutCancel(ctx), beat/10)
	}
}
