package queue_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/queue"
)

// renamed is a world whose spec is changed.
type renamed struct {
	interaction.World
	change func(*interaction.Spec)
}

func (w renamed) Spec() interaction.Spec {
	s := w.World.Spec()
	w.change(&s)
	return s
}

func TestOthersGetNoWork(t *testing.T) {
	t.Parallel()
	s, w := serve(t), world(t)
	c := coordinate(t, s, w, queue.Config{})
	for why, worker := range map[string]*queue.Worker{
		"run the same":    {World: w, Version: "2"},
		"has other rules": {World: renamed{w, func(s *interaction.Spec) { s.Fingerprint = "x" }}, Version: "1"},
		"has the world":   {World: renamed{w, func(s *interaction.Spec) { s.ID = "x\x1b" }}, Version: "1"},
	} {
		worker.Sessions = 1
		err := worker.Run(t.Context(), connect(t, s))
		if !errors.Is(err, queue.ErrRefused) || !strings.Contains(err.Error(), why) || !interaction.Plain(err.Error()) {
			t.Errorf("%s: %v", why, err)
		}
	}
	if st := c.Stats(); len(st.Refused) != 3 || st.Seen != 0 {
		t.Errorf("%+v", st)
	}
	if err := (&queue.Worker{World: w, Version: "1"}).Run(t.Context(), connect(t, s)); err == nil {
		t.Error("a worker without sessions works")
	}
	lived := renamed{w, func(s *interaction.Spec) { s.Caps.Starts = interaction.Episodes }}
	if err := (&queue.Worker{World: lived, Sessions: 1, Version: "1"}).Run(t.Context(), connect(t, s)); !errors.Is(err, interaction.ErrNoStarts) {
		t.Errorf("a lived world: %v", err)
	}
}

func TestOneExplorationAtATime(t *testing.T) {
	t.Parallel()
	s, w := serve(t), world(t)
	c := coordinate(t, s, w, queue.Config{})
	cfg := queue.Config{Attempts: 1, Version: "1", Name: "other"}
	if _, err := queue.New(t.Context(), connect(t, s), w.Spec(), cfg); !errors.Is(err, queue.ErrBusy) {
		t.Errorf("a second coordinator: %v", err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	other, err := queue.New(t.Context(), connect(t, s), w.Spec(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Close(); err != nil {
		t.Error(err)
	}
}

// A trial that every worker dies of is a broken trial, and only that one.
func TestPoison(t *testing.T) {
	t.Parallel()
	s, w := serve(t), world(t)
	c := coordinate(t, s, w, queue.Config{Attempts: 1, Batch: 8})
	ts := trials(8)
	poison := ts[5].Key().Seed(7)
	hire := make(chan struct{}, 1)
	hire <- struct{}{}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go mortal(ctx, s, hire, func(die func()) *queue.Worker {
		return &queue.Worker{World: &deadly{World: w, of: poison, die: die}, Sessions: 1, Version: "1"}
	})
	got := run(t, c, ts)
	if o := got[5]; o.Status != interaction.Faulted || o.Fault != interaction.FaultLost || o.Why == "" {
		t.Errorf("the poison: %+v", o)
	}
	ts, got = append(ts[:5:5], ts[6:]...), append(got[:5:5], got[6:]...)
	equal(t, w, ts, got)
}

// mortal has a worker work each time that one is hired. One that calls die is not heard of again, as after kill -9, and
// another is hired.
func mortal(ctx context.Context, s *queue.Server, hire chan struct{}, worker func(die func()) *queue.Worker) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-hire:
		}
		nc, err := s.Connect()
		if err != nil { // of a machine that is busy
			hire <- struct{}{}
			continue
		}
		context.AfterFunc(ctx, nc.Close)
		w := worker(func() {
			nc.Close()
			select {
			case hire <- struct{}{}:
			case <-ctx.Done():
			}
			<-ctx.Done()
		})
		go func() { _ = w.Run(ctx, nc) }()
	}
}

// deadly is a world that dies of one trial, known by its seed.
type deadly struct {
	interaction.World
	of  uint64
	die func()
}

type deadlySession struct {
	interaction.Session
	w *deadly
}

func (w *deadly) Spec() interaction.Spec {
	s := w.World.Spec()
	s.Caps.Prompt = false
	return s
}

func (w *deadly) Open(ctx context.Context) (interaction.Session, error) {
	s, err := w.World.Open(ctx)
	return &deadlySession{s, w}, err
}

func (s *deadlySession) Begin(ctx context.Context, wish interaction.State, seed uint64) (interaction.State, error) {
	if seed == s.w.of {
		s.w.die()
	}
	return s.Session.Begin(ctx, wish, seed)
}

// What a coordinator that died left in the queue is taken up by the next of the same exploration, and none of it is
// run twice.
func TestCoordinatorAgain(t *testing.T) {
	t.Parallel()
	s, w := serve(t), world(t)
	ts := trials(60)
	known := map[interaction.Key]interaction.Outcome{}
	ctx, cancel := context.WithCancel(t.Context())
	first := coordinate(t, s, w, queue.Config{Batch: 3, Record: func(tr interaction.Trial, o interaction.Outcome) {
		known[o.Key] = o
		if len(known) == 20 {
			cancel()
		}
	}})
	counts := count(w)
	counts.hold = lasts(10 * time.Millisecond) // something has to be left
	work(t, s, &queue.Worker{World: counts, Sessions: 3, Version: "1"})
	if _, err := first.Run(ctx, ts); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	var rest []interaction.Trial
	for _, tr := range ts {
		if _, ok := known[tr.Key()]; !ok {
			rest = append(rest, tr)
		}
	}
	if len(rest) == 0 {
		t.Fatal("nothing is left")
	}
	second := coordinate(t, s, w, queue.Config{Batch: 5})
	equal(t, w, rest, run(t, second, rest))
	counts.mu.Lock()
	defer counts.mu.Unlock()
	for seed, n := range counts.begun {
		if n > 1 {
			t.Errorf("seed %d ran %d times", seed, n)
		}
	}
}

func TestAccess(t *testing.T) {
	dir := t.TempDir()
	for _, a := range []string{"0.0.0.0:4222", "10.1.2.3:4222", ":4222"} {
		if _, err := queue.Serve(a, dir, queue.Access{}); !errors.Is(err, queue.ErrOpen) {
			t.Errorf("serving at %s: %v", a, err)
		}
	}
	for _, a := range []string{"nats://10.1.2.3:4222", "tls://example.org:4222", "nats://127.0.0.1:1,nats://10.1.2.3:4222"} {
		if _, err := queue.Connect(t.Context(), a, queue.Access{}); !errors.Is(err, queue.ErrOpen) {
			t.Errorf("connecting to %s: %v", a, err)
		}
	}
	for _, a := range []string{"", "127.0.0.1:4222", "http://127.0.0.1:4222"} {
		if _, err := queue.Connect(t.Context(), a, queue.Access{}); err == nil || errors.Is(err, queue.ErrOpen) {
			t.Errorf("connecting to %q: %v", a, err)
		}
	}
	if (queue.Access{Token: "a", NKey: "b"}).Validate() == nil || (queue.Access{Cert: "a"}).Validate() == nil {
		t.Error("a token and an NKey, or half a certificate, are accepted")
	}
	s, err := queue.Serve("127.0.0.1:0", filepath.Join(dir, "q"), queue.Access{Token: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := queue.Connect(t.Context(), s.URL(), queue.Access{Token: "other"}); err == nil {
		t.Error("a wrong token is accepted")
	}
	nc, err := queue.Connect(t.Context(), s.URL(), queue.Access{Token: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	nc.Close()
	if _, err := queue.Serve(strings.TrimPrefix(s.URL(), "nats://"), filepath.Join(dir, "r"), queue.Access{}); err == nil {
		t.Error("two servers at one port")
	}
}
