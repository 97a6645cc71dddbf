// Package pool runs trials on this machine, in N sessions of one world at once.
//
// The invariant it exists for: how many sessions there are changes time only.
// Outcomes come back in the order of the trials, seeds follow from the trials,
// and a session that hangs, dies or panics costs its own trial (as a fault, never
// as "no effect") and is replaced; the others don't notice.
package pool

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/adam-discovery/adam/interaction"
)

// Config says how a pool runs.
type Config struct {
	// Sessions is how many sessions run at once, at least 1. A world that is prompt
	// (see [interaction.Caps]) is played in one, by the goroutine that calls Run.
	Sessions int
	// Timeout is how long one trial, or one batch of a world that takes batches,
	// may take before its session is given up and replaced; zero means 30 s. A prompt
	// world isn't given up.
	Timeout time.Duration
	// Seed is the run's seed; see [interaction.Key.Seed].
	Seed uint64
	// Record, if set, is told each outcome as it arrives, before the round ends.
	// It may be called from several goroutines.
	Record func(interaction.Trial, interaction.Outcome)
}

// Validate reports every fault of the configuration at once.
func (c Config) Validate() error {
	var errs []error
	if c.Sessions < 1 {
		errs = append(errs, fmt.Errorf("%d sessions: there must be at least 1", c.Sessions))
	}
	if c.Timeout < 0 {
		errs = append(errs, fmt.Errorf("timeout %v: it can't be negative", c.Timeout))
	}
	return errors.Join(errs...)
}

// maxReopen is how often in a row a worker tries to open a session before the
// pool gives the world up.
const maxReopen = 3

// Pool is a Runner over N sessions. Sessions are opened when they are first
// needed. Close ends them; a closed pool must not be used.
type Pool struct {
	world  interaction.World
	cfg    Config
	prompt bool // as the world says
	batch  int  // of the world; at least 1

	mu      sync.Mutex // held by Run: a round at a time
	workers []*worker
	closed  bool
	wg      sync.WaitGroup
}

var _ interaction.Runner = (*Pool)(nil)

// New returns a pool over the world.
func New(world interaction.World, cfg Config) (*Pool, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	caps := world.Spec().Caps
	if caps.Starts != interaction.AnyStart {
		return nil, interaction.ErrNoStarts
	}
	if cfg.Timeout == 0 {
		cfg.Timeout = 30 * time.Second
	}
	if caps.Prompt {
		cfg.Sessions = 1
	}
	p := &Pool{world: world, cfg: cfg, prompt: caps.Prompt, batch: max(1, caps.Batch)}
	for range cfg.Sessions {
		p.hire()
	}
	return p, nil
}

// round is one call of Run. Workers take trials from it in order; the state of a
// trial decides who may write its outcome, so that the late answer of a worker
// that was given up is dropped.
type round struct {
	trials   []interaction.Trial
	outcomes []interaction.Outcome
	state    []atomic.Int32
	next     atomic.Int64
	left     atomic.Int64
	done     chan struct{}
	record   func(interaction.Trial, interaction.Outcome)

	mu  sync.Mutex
	err error // the world can't be opened any more
}

const (
	waiting int32 = iota
	settled
)

// settle writes the outcome of trial i, unless somebody else has.
func (r *round) settle(i int, o interaction.Outcome) bool {
	if !r.state[i].CompareAndSwap(waiting, settled) {
		return false
	}
	r.outcomes[i] = o
	if r.record != nil && o.Status != interaction.Cancelled {
		r.record(r.trials[i], o)
	}
	if r.left.Add(-1) == 0 {
		close(r.done)
	}
	return true
}

// drop settles as cancelled every trial that no worker has taken.
func (r *round) drop() {
	n := int64(len(r.trials))
	for i := r.next.Swap(n); i < n; i++ {
		r.settle(int(i), cancelled(r.trials[i]))
	}
}

func (r *round) fail(err error) {
	r.mu.Lock()
	if r.err == nil {
		r.err = err
	}
	r.mu.Unlock()
	r.drop()
}

func cancelled(t interaction.Trial) interaction.Outcome {
	return interaction.Outcome{Key: t.Key(), Status: interaction.Cancelled, Attempt: t.Attempt}
}

// worker owns one session. It is abandoned, never interrupted: a session that
// hangs keeps its goroutine until it returns.
type worker struct {
	ctx    context.Context
	cancel context.CancelFunc
	rounds chan *round
	since  atomic.Int64 // when the trials in hand were taken, in Unix ns; 0: idle
	from   atomic.Int64 // their places in the round are from, ...
	to     atomic.Int64 // ... inclusive, to to, exclusive
	mu     sync.Mutex
	sess   interaction.Session
}

func (p *Pool) hire() *worker {
	ctx, cancel := context.WithCancel(context.Background())
	w := &worker{ctx: ctx, cancel: cancel, rounds: make(chan *round, 1)}
	p.workers = append(p.workers, w)
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		p.work(w)
	}()
	return w
}

func (p *Pool) work(w *worker) {
	defer w.close()
	for {
		select {
		case <-w.ctx.Done():
			return
		case r := <-w.rounds:
			n := p.share(len(r.trials))
			for {
				from := r.next.Add(n) - n
				if from >= int64(len(r.trials)) {
					break
				}
				to := min(from+n, int64(len(r.trials)))
				// Copied: once given up, the trials are the caller's again.
				trials := slices.Clone(r.trials[from:to])
				w.from.Store(from)
				w.to.Store(to)
				w.since.Store(time.Now().UnixNano())
				outcomes, err := p.execute(w, trials)
				w.since.Store(0)
				if err != nil {
					r.fail(err)
				}
				mine := true
				for k, o := range outcomes {
					mine = r.settle(int(from)+k, o) && mine
				}
				if !mine {
					return // given up meanwhile
				}
			}
		}
	}
}

// share is how many trials a worker takes at once: one, or where the world takes
// batches, what gives every worker something to do.
func (p *Pool) share(trials int) int64 {
	even := (trials + p.cfg.Sessions - 1) / p.cfg.Sessions
	return int64(max(1, min(even, p.batch)))
}

// execute runs trials, opening a session first if there is none. The error is not
// nil only when the world can't be opened.
func (p *Pool) execute(w *worker, trials []interaction.Trial) (outcomes []interaction.Outcome, err error) {
	all := func(of func(interaction.Trial) interaction.Outcome) []interaction.Outcome {
		out := make([]interaction.Outcome, len(trials))
		for i, t := range trials {
			out[i] = of(t)
		}
		return out
	}
	defer func() {
		if r := recover(); r != nil {
			fault := &interaction.Fault{Class: interaction.FaultPanic, Err: fmt.Errorf("%v", r)}
			outcomes, err = all(func(t interaction.Trial) interaction.Outcome { return t.Faulted(fault) }), nil
			w.close()
		}
	}()
	sess := w.session()
	for try := 0; sess == nil; try++ {
		s, oerr := p.world.Open(w.ctx)
		if oerr == nil {
			sess = s
			w.set(s)
			break
		}
		if w.ctx.Err() != nil {
			return all(cancelled), nil // given up: that says nothing of the world
		}
		if try+1 >= maxReopen {
			return all(cancelled), fmt.Errorf("opening a session of %s: %w", p.world.Spec().ID, oerr)
		}
	}
	outcomes, fault := interaction.ExecuteAll(w.ctx, sess, trials, p.cfg.Seed)
	if fault != nil && fault.Dead {
		w.close()
	}
	return outcomes, nil
}

func (w *worker) session() interaction.Session {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.sess
}

func (w *worker) set(s interaction.Session) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sess = s
}

func (w *worker) close() {
	w.mu.Lock()
	s := w.sess
	w.sess = nil
	w.mu.Unlock()
	if s != nil {
		defer func() { _ = recover() }()
		_ = s.Close() // the session is given up; there is nobody to tell, of a panic neither
	}
}

// Run carries out the trials; see [interaction.Runner].
func (p *Pool) Run(ctx context.Context, trials []interaction.Trial) ([]interaction.Outcome, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, errors.New("the pool is closed")
	}
	if p.prompt {
		return p.here(ctx, trials)
	}
	r := &round{
		trials:   trials,
		outcomes: make([]interaction.Outcome, len(trials)),
		state:    make([]atomic.Int32, len(trials)),
		done:     make(chan struct{}),
		record:   p.cfg.Record,
	}
	r.left.Store(int64(len(trials)))
	if len(trials) == 0 {
		return r.outcomes, ctx.Err()
	}
	for _, w := range p.workers[:min(len(trials), len(p.workers))] {
		w.rounds <- r
	}
	// A hanging trial is noticed between Timeout and Timeout + Timeout/8: one
	// ticker for the pool costs less than a timer for each trial.
	tick := time.NewTicker(max(p.cfg.Timeout/8, time.Millisecond))
	defer tick.Stop()
	done := ctx.Done()
	for {
		select {
		case <-r.done:
			r.mu.Lock()
			defer r.mu.Unlock()
			if r.err == nil {
				r.err = ctx.Err() // both may be done, and select chooses at random
			}
			return r.outcomes, r.err
		case <-done:
			done = nil
			tick.Reset(10 * time.Millisecond) // who stops shouldn't have to wait
			r.fail(ctx.Err())
			p.giveUp(r, 0, interaction.Cancelled, "")
		case <-tick.C:
			if done == nil && ctx.Err() != nil {
				p.giveUp(r, 0, interaction.Cancelled, "") // took a trial just as the run was stopped
				continue
			}
			p.giveUp(r, p.cfg.Timeout, interaction.Faulted, interaction.FaultTimeout)
		}
	}
}

// here runs the trials in the caller's goroutine, with the first worker's session:
// where nothing can hang, handing them over costs more than they do.
func (p *Pool) here(ctx context.Context, trials []interaction.Trial) ([]interaction.Outcome, error) {
	outcomes := make([]interaction.Outcome, len(trials))
	err := ctx.Err()
	for i, t := range trials {
		outcomes[i] = cancelled(t)
		if err != nil {
			continue
		}
		var ran []interaction.Outcome
		if ran, err = p.execute(p.workers[0], trials[i:i+1]); err != nil {
			continue
		}
		outcomes[i] = ran[0]
		if p.cfg.Record != nil {
			p.cfg.Record(t, ran[0])
		}
		err = ctx.Err()
	}
	return outcomes, err
}

// giveUp abandons the workers whose trials have taken longer than limit, settles
// these with this status, and hires others in their place, which go on with the
// round.
func (p *Pool) giveUp(r *round, limit time.Duration, status interaction.Status, fault string) {
	now := time.Now().UnixNano()
	for _, w := range slices.Clone(p.workers) {
		since, from, to := w.since.Load(), w.from.Load(), w.to.Load()
		if since == 0 || to > int64(len(r.trials)) || now-since < int64(limit) || w.since.Load() != since {
			continue // idle, not late, or just going on to others
		}
		late := false
		for i := from; i < to; i++ {
			t := r.trials[i]
			late = r.settle(int(i), interaction.Outcome{Key: t.Key(), Status: status, Attempt: t.Attempt, Fault: fault}) || late
		}
		if late {
			p.replace(w).rounds <- r
		}
	}
}

// replace gives a worker up and hires another. The session is closed aside, as a
// hanging one may hang in Close too.
func (p *Pool) replace(w *worker) *worker {
	w.cancel()
	go w.close()
	p.workers = slices.DeleteFunc(p.workers, func(x *worker) bool { return x == w })
	return p.hire()
}

// Close ends the sessions. It waits for those that end within a second; a session
// that hangs is left behind.
func (p *Pool) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil
	}
	p.closed = true
	for _, w := range p.workers {
		w.cancel()
	}
	ended := make(chan struct{})
	go func() { p.wg.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(time.Second):
	}
	return nil
}
