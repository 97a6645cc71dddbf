package queue_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/queue"
)

// livedIn is a world of episodes, of which only the spec is asked here.
func livedIn(t testing.TB) interaction.World {
	return renamed{world(t), func(s *interaction.Spec) { s.Caps.Starts = interaction.Episodes }}
}

// live has the jobs lived, and doesn't wait for ever.
func live(t *testing.T, c *queue.Coordinator, jobs, log [][]byte, take func(i int, report []byte, lost string) error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	if err := c.Live(ctx, jobs, log, take); err != nil {
		t.Errorf("%v: %+v", err, c.Stats())
	}
}

// Each episode is lived and told once, with a log that takes several messages; a report that can't be isn't taken, and its
// worker is refused.
func TestEpisodes(t *testing.T) {
	t.Parallel()
	s, w := serve(t), livedIn(t)
	c := coordinate(t, s, w, queue.Config{})
	const long, middle = 2 * queue.MaxMessage, queue.MaxMessage / 2
	log := [][]byte{bytes.Repeat([]byte("a"), long), bytes.Repeat([]byte("b"), middle), []byte("c"), bytes.Repeat([]byte("d"), long)}
	log0 := log[0]
	lives := func(says string) *queue.Worker {
		return &queue.Worker{World: w, Sessions: 2, Version: "1", Live: func(ctx context.Context, job []byte, log func(context.Context, int) ([][]byte, error)) ([]byte, error) {
			known := 0
			for n := 0; n < 4; {
				items, err := log(ctx, n)
				if err != nil {
					return nil, err
				}
				n += len(items)
				for _, i := range items {
					known += len(i)
				}
			}
			report := fmt.Appendf(nil, "%s of %s, knowing %d bytes", says, job, known)
			if string(job) == "job 7" { // a long one
				report = append(report, log0...)
			}
			return report, nil
		}}
	}
	liar := make(chan error, 1)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	nc := connect(t, s)
	go func() { liar <- lives("lies").Run(ctx, nc) }()
	var jobs [][]byte
	for i := range 40 {
		jobs = append(jobs, fmt.Appendf(nil, "job %d", i))
	}
	jobs = append(jobs, jobs[0]) // equal bytes are one episode
	var mu sync.Mutex
	told := map[int]string{}
	var once sync.Once
	live(t, c, jobs, log, func(i int, report []byte, lost string) error {
		mu.Lock()
		defer mu.Unlock()
		once.Do(func() { work(t, s, lives("truth")) })
		if lost != "" || bytes.HasPrefix(report, []byte("lies")) {
			return errors.New("it can't be")
		}
		if told[i] != "" {
			t.Errorf("job %d is told twice", i)
		}
		told[i] = string(report)
		return nil
	})
	for i, j := range jobs {
		want := fmt.Sprintf("truth of %s, knowing %d bytes", j, 2*long+middle+1)
		if i == 7 {
			want += string(log0)
		}
		if told[i] != want {
			t.Errorf("job %d: %.100q, not %.100q", i, told[i], want)
		}
	}
	if err := <-liar; !errors.Is(err, queue.ErrRefused) {
		t.Errorf("the liar: %v", err)
	}
	if _, err := c.Run(t.Context(), trials(1)); !errors.Is(err, interaction.ErrNoStarts) {
		t.Errorf("trials in a world that is lived in: %v", err)
	}
}

// An episode that every worker dies of is given up, and what comes back because a worker's link was lost isn't. A worker
// whose own fault it is that an episode can't be lived ends, and another lives it.
func TestEpisodesAreGivenUp(t *testing.T) {
	t.Parallel()
	s, w := serve(t), livedIn(t)
	c := coordinate(t, s, w, queue.Config{Attempts: 2})
	hire := make(chan struct{}, 1)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var deaths atomic.Int32
	go mortal(ctx, s, hire, func(die func()) *queue.Worker {
		return &queue.Worker{World: w, Sessions: 1, Version: "1", Live: func(_ context.Context, job []byte, _ func(context.Context, int) ([][]byte, error)) ([]byte, error) {
			if string(job) == "poison" {
				deaths.Add(1)
				die()
			}
			return job, nil
		}}
	})
	broken := &queue.Worker{World: w, Sessions: 1, Version: "1", Live: func(context.Context, []byte, func(context.Context, int) ([][]byte, error)) ([]byte, error) {
		return nil, errBroken
	}}
	nc := connect(t, s)
	ended := make(chan error, 1)
	go func() {
		ended <- broken.Run(ctx, nc)
		hire <- struct{}{} // only now, so that it has had something in hand
	}()
	var lost []int
	live(t, c, [][]byte{[]byte("a"), []byte("poison"), []byte("b")}, nil, func(i int, report []byte, why string) error {
		if why != "" {
			lost = append(lost, i)
		}
		return nil
	})
	// The first death isn't counted unless the broken worker was first: nobody asked the coordinator before.
	if n := deaths.Load(); !slices.Equal(lost, []int{1}) || n < 2 {
		t.Errorf("lost %v, after %d deaths", lost, n)
	}
	if err := <-ended; !errors.Is(err, errBroken) {
		t.Errorf("the broken worker: %v", err)
	}
}

// An episode of which a worker finds out that nobody asks for it any more, as the log is shorter than what it was chosen
// by, is dropped at once, and the worker goes on.
func TestEpisodesOfAnotherLog(t *testing.T) {
	t.Parallel()
	s, w := serve(t), livedIn(t)
	c := coordinate(t, s, w, queue.Config{})
	var dropped atomic.Int32
	work(t, s, &queue.Worker{World: w, Sessions: 1, Version: "1", Live: func(ctx context.Context, job []byte, log func(context.Context, int) ([][]byte, error)) ([]byte, error) {
		if dropped.Load() == 0 {
			dropped.Add(1)
			if _, err := log(ctx, 1); !errors.Is(err, queue.ErrUnasked) {
				t.Errorf("what came of lives that there weren't: %v", err)
			}
			return nil, queue.ErrUnasked
		}
		return job, nil
	}})
	told := ""
	// It is asked for, though the worker thinks otherwise: the coordinator misses it in the queue.
	live(t, c, [][]byte{[]byte("a")}, [][]byte{[]byte("b")}, func(_ int, report []byte, why string) error {
		told = string(report) + why
		return nil
	})
	if told != "a" {
		t.Errorf("%q", told)
	}
}

var errBroken = errors.New("it has no sessions")
