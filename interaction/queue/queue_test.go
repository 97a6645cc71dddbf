package queue_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/queue"
	"github.com/adam-discovery/adam/interaction/sim"
)

const pit = `{"format": 1, "id": "pit", "actions": [
	{"label": "dig",   "effects": [{"gives": {"clay": 1}, "ways": [{"chance": 0.5}]}]},
	{"label": "mould", "effects": [{"gives": {"brick": 1}, "ways": [{"consumes": {"clay": 2}}]}]}]}`

func world(t testing.TB) interaction.World {
	t.Helper()
	f, err := sim.Parse("pit.json", []byte(pit))
	if err != nil {
		t.Fatal(err)
	}
	return sim.New(f)
}

// serve starts a server of the test's own.
func serve(t testing.TB) *queue.Server {
	t.Helper()
	s, err := queue.Serve("127.0.0.1:0", t.TempDir(), queue.Access{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func connect(t testing.TB, s *queue.Server) *nats.Conn {
	t.Helper()
	nc, err := s.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}

func coordinate(t testing.TB, s *queue.Server, w interaction.World, cfg queue.Config) *queue.Coordinator {
	t.Helper()
	cfg.Version, cfg.Seed = "1", 7
	if cfg.Attempts == 0 {
		cfg.Attempts = 3
	}
	c, err := queue.New(t.Context(), connect(t, s), w.Spec(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
			t.Error(err)
		}
	})
	return c
}

// work has a worker work until the test is over or the function it returns is called, which returns its error.
func work(t testing.TB, s *queue.Server, w *queue.Worker) (stop func() error) {
	t.Helper()
	nc := connect(t, s)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx, nc) }()
	stop = sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
	t.Cleanup(func() { _ = stop() })
	return stop
}

// trials are n different trials, some with a start that a vocabulary numbers and some without.
func trials(n int) []interaction.Trial {
	v := interaction.NewVocabulary(9, nil)
	v.Add("clay")
	v.Add("brick")
	out := make([]interaction.Trial, n)
	for i := range out {
		out[i] = interaction.Trial{Action: "a", Repeat: i}
		switch i % 4 {
		case 0:
			out[i].Start = v.Cut(interaction.Plenty, 2)
		case 1:
			out[i].Start = v.Cut(interaction.Plenty, 2).With(0, 1)
			out[i].Action = "b"
		case 2:
			out[i].Start = interaction.StateOf(map[string]int{"clay": i % 5})
			out[i].Action = "b"
		}
	}
	return out
}

// run has the trials carried out, and doesn't wait for ever.
func run(t *testing.T, c *queue.Coordinator, ts []interaction.Trial) []interaction.Outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	got, err := c.Run(ctx, ts)
	if err != nil {
		t.Errorf("%v: %+v", err, c.Stats())
	}
	return got
}

// equal compares outcomes with those of a pool on this machine.
func equal(t *testing.T, w interaction.World, ts []interaction.Trial, got []interaction.Outcome) {
	t.Helper()
	p, err := pool.New(w, pool.Config{Sessions: 1, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	want, err := p.Run(t.Context(), ts)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(want) {
		t.Fatalf("%d outcomes, not %d", len(got), len(want))
	}
	for i := range want {
		a, b := want[i], got[i]
		if a.Key != b.Key || a.Status != b.Status || a.Attempt != b.Attempt || a.Fault != b.Fault || !a.Start.Equal(b.Start) || !slices.Equal(a.Changes, b.Changes) {
			t.Errorf("trial %d: %+v, not %+v", i, b, a)
		}
	}
}

func TestWorkersDoWhatAPoolDoes(t *testing.T) {
	t.Parallel()
	s, w := serve(t), world(t)
	var recorded atomic.Int64
	c := coordinate(t, s, w, queue.Config{Batch: 7, Record: func(interaction.Trial, interaction.Outcome) { recorded.Add(1) }})
	for range 3 {
		work(t, s, &queue.Worker{World: w, Sessions: 2, Version: "1"})
	}
	for _, n := range []int{0, 1, 500} {
		recorded.Store(0)
		ts := trials(n)
		equal(t, w, ts, run(t, c, ts))
		if int(recorded.Load()) != n {
			t.Errorf("%d of %d outcomes were recorded", recorded.Load(), n)
		}
	}
	if st := c.Stats(); st.Seen != 3 || st.Workers != 3 || st.Sessions != 6 || st.Backlog != 0 || st.Trials != 501 {
		t.Errorf("%+v", st)
	}
}

// counted is a world that counts the trials that are begun by key, and may hold them.
type counted struct {
	interaction.World
	mu    sync.Mutex
	begun map[uint64]int
	hold  func(n int) // is told the how-manieth trial begins
	n     int
}

type countedSession struct {
	interaction.Session
	w *counted
}

func (w *counted) Spec() interaction.Spec {
	s := w.World.Spec()
	s.Caps.Prompt = false
	return s
}

func (w *counted) Open(ctx context.Context) (interaction.Session, error) {
	s, err := w.World.Open(ctx)
	return &countedSession{s, w}, err
}

func (s *countedSession) Begin(ctx context.Context, wish interaction.State, seed uint64) (interaction.State, error) {
	s.w.mu.Lock()
	s.w.begun[seed]++
	s.w.n++
	n := s.w.n
	s.w.mu.Unlock()
	if s.w.hold != nil {
		s.w.hold(n)
	}
	return s.Session.Begin(ctx, wish, seed)
}

func count(w interaction.World) *counted { return &counted{World: w, begun: map[uint64]int{}} }

// A worker that dies with a batch in hand costs time: another gets it, and nothing is counted twice.
func TestRedelivery(t *testing.T) {
	t.Parallel()
	s, w := serve(t), world(t)
	c := coordinate(t, s, w, queue.Config{Batch: 5})
	nc, err := nats.Connect(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	dies := count(w)
	hangs, died := make(chan struct{}), make(chan struct{})
	defer close(hangs)
	dies.hold = func(n int) {
		if n == 8 {
			nc.Close() // as if by kill -9: nothing is heard of it again
			close(died)
			<-hangs
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() { _ = (&queue.Worker{World: dies, Sessions: 1, Version: "1"}).Run(ctx, nc) }()
	ts := trials(40)
	ended := make(chan []interaction.Outcome, 1)
	go func() { ended <- run(t, c, ts) }()
	select {
	case <-died:
	case <-time.After(3 * time.Minute):
		t.Fatalf("the worker did not come to its eighth trial: %+v", c.Stats())
	}
	second := count(w)
	work(t, s, &queue.Worker{World: second, Sessions: 1, Version: "1"})
	got := <-ended
	equal(t, w, ts, got)
	again := 0
	for seed := range second.begun {
		if second.begun[seed] > 1 {
			t.Errorf("seed %d ran %d times on one worker", seed, second.begun[seed])
		}
		if dies.begun[seed] > 0 {
			again++
		}
	}
	if again > 5 {
		t.Errorf("%d trials ran twice: no more than the batch of the worker that died", again)
	}
	if st := c.Stats(); st.Redelivered != 1 || st.Trials != 40 {
		t.Errorf("%+v", st)
	}
}

// A worker is told how long something may take before it begins to work.
func TestBegin(t *testing.T) {
	t.Parallel()
	s, w := serve(t), world(t)
	c := coordinate(t, s, w, queue.Config{Timeout: 7 * time.Minute})
	var told atomic.Int64
	early := count(w)
	early.hold = func(int) {
		if d := time.Duration(told.Load()); d != 7*time.Minute {
			t.Errorf("a trial begins, of %v", d)
		}
	}
	work(t, s, &queue.Worker{World: early, Sessions: 1, Version: "1", Begin: func(d time.Duration) { told.Store(int64(d)) }})
	ts := trials(3)
	equal(t, w, ts, run(t, c, ts))
}
