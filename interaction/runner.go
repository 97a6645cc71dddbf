package interaction

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
)

// Runner carries out trials. Run returns one outcome per trial, in the order of
// the trials, with their keys. Trials of one call may run at the same time and in
// any order. When ctx is done, Run returns soon with ctx's error; outcomes that
// are complete by then are still returned and the others are [Cancelled]. Run may
// be called from several goroutines.
type Runner interface {
	Run(ctx context.Context, trials []Trial) ([]Outcome, error)
}

// RunnerFunc makes a Runner of a function.
type RunnerFunc func(ctx context.Context, trials []Trial) ([]Outcome, error)

// Run calls f.
func (f RunnerFunc) Run(ctx context.Context, trials []Trial) ([]Outcome, error) {
	return f(ctx, trials)
}

// Execute runs one trial in a session: begin, act, compare. The outcome says what the
// session really began with. The fault, if any, tells whether the session can be used
// again.
func Execute(ctx context.Context, s Session, t Trial, runSeed uint64) (Outcome, *Fault) {
	key := t.Key()
	before, err := s.Begin(ctx, t.Start, key.Seed(runSeed))
	var after State
	if err == nil {
		after, err = s.Step(ctx, t.Action)
	}
	if errors.Is(err, ErrEnded) {
		return t.Truncated(err.Error()), nil
	}
	if err != nil {
		f := AsFault(err)
		return t.Faulted(f), f
	}
	return t.Completed(before, after), nil
}

// Completed is the outcome of a trial that began with one state and ended with another.
func (t Trial) Completed(before, after State) Outcome {
	// As what was asked for and how the world differs from it, a start is written shortest.
	start := t.Start
	if !before.Equal(start) {
		start = start.After(Changes(start, before))
	}
	return Outcome{Key: t.Key(), Status: Completed, Start: start, Changes: Changes(before, after), Attempt: t.Attempt}
}

// Truncated is the outcome of a trial that the end of its episode cut short; why is in the world's words.
func (t Trial) Truncated(why string) Outcome {
	return Outcome{Key: t.Key(), Status: Truncated, Attempt: t.Attempt, Why: clipped(why)}
}

// Faulted is the outcome of a trial that broke.
func (t Trial) Faulted(f *Fault) Outcome {
	o := Outcome{Key: t.Key(), Status: Faulted, Attempt: t.Attempt, Fault: f.Class}
	if f.Err != nil {
		o.Why = clipped(f.Err.Error())
	}
	return o
}

// longestWhy is how much of a world's words is kept, in bytes.
const longestWhy = 400

func clipped(text string) string {
	if len(text) <= longestWhy {
		return text
	}
	return strings.ToValidUTF8(text[:longestWhy], "") + " ..."
}

// Retry returns a Runner that runs a broken trial again, up to attempts times in
// all. Each attempt is a trial with its own key and seed. An outcome that it
// returns carries the number of the last attempt.
func Retry(next Runner, attempts int) Runner {
	return RunnerFunc(func(ctx context.Context, trials []Trial) ([]Outcome, error) {
		outcomes, err := next.Run(ctx, trials)
		for a := 1; a < attempts && err == nil; a++ {
			var again []Trial
			var place []int
			for i, o := range outcomes {
				if o.Status == Faulted || o.Status == Truncated {
					t := trials[i]
					t.Attempt = o.Attempt + 1
					again = append(again, t)
					place = append(place, i)
				}
			}
			if len(again) == 0 {
				break
			}
			var more []Outcome
			more, err = next.Run(ctx, again)
			for j, o := range more {
				if o.Status != Cancelled {
					outcomes[place[j]] = o
				}
			}
		}
		return outcomes, err
	})
}

// Recorder remembers outcomes by key. It is safe for concurrent use.
type Recorder interface {
	// Lookup returns the outcome recorded under the key, if there is one.
	Lookup(Key) (Outcome, bool)
	// Record keeps the outcome of a trial that was run.
	Record(context.Context, Trial, Outcome) error
}

// Once returns a Runner that never runs a trial twice: what the recorder knows is
// answered from there, equal trials in flight are run once, and each outcome that
// was really run is recorded before Run returns, also when ctx is done. A call that
// waited for a trial of another call which was cancelled runs it itself.
func Once(next Runner, rec Recorder) Runner {
	return &once{next: next, rec: rec, flying: map[Key]seat{}}
}

type once struct {
	next   Runner
	rec    Recorder
	mu     sync.Mutex
	flying map[Key]seat
}

// flight is what one call runs now. Its outcomes are set when done is closed.
type flight struct {
	done     chan struct{}
	outcomes []Outcome
}

// seat is the place of a trial in a flight.
type seat struct {
	*flight
	place int
}

func (r *once) Run(ctx context.Context, trials []Trial) ([]Outcome, error) {
	outcomes := make([]Outcome, len(trials))
	waits := make([]seat, len(trials))
	mine := make([]Trial, 0, len(trials))
	own := &flight{done: make(chan struct{})}
	r.mu.Lock()
	for i, t := range trials {
		key := t.Key()
		if s, ok := r.flying[key]; ok {
			waits[i] = s
			continue
		}
		if o, ok := r.rec.Lookup(key); ok {
			outcomes[i] = o
			continue
		}
		waits[i] = seat{own, len(mine)}
		r.flying[key] = waits[i]
		mine = append(mine, t)
	}
	r.mu.Unlock()

	var err error
	if len(mine) > 0 {
		own.outcomes, err = r.next.Run(ctx, mine)
		own.outcomes = slices.Clip(own.outcomes) // what is behind them isn't ours
		ctx := context.WithoutCancel(ctx)
		for j, o := range own.outcomes {
			if o.Status != Cancelled {
				if rerr := r.rec.Record(ctx, mine[j], o); rerr != nil && err == nil {
					err = rerr
				}
			}
		}
		for _, t := range mine[len(own.outcomes):] {
			own.outcomes = append(own.outcomes, cancelled(t))
		}
		r.mu.Lock()
		for _, t := range mine {
			delete(r.flying, t.Key())
		}
		r.mu.Unlock()
		close(own.done)
	}
	var again []Trial
	var place []int
	for i, s := range waits {
		if s.flight == nil {
			continue
		}
		select {
		case <-s.done: // first, as ctx may be done too
		default:
			select {
			case <-s.done:
			case <-ctx.Done():
				outcomes[i] = cancelled(trials[i])
				if err == nil {
					err = ctx.Err()
				}
				continue
			}
		}
		outcomes[i] = s.outcomes[s.place]
		if outcomes[i].Status == Cancelled && s.flight != own {
			again = append(again, trials[i])
			place = append(place, i)
		}
	}
	if len(again) > 0 && err == nil {
		var more []Outcome
		more, err = r.Run(ctx, again)
		for j, o := range more {
			outcomes[place[j]] = o
		}
	}
	return outcomes, err
}

func cancelled(t Trial) Outcome {
	return Outcome{Key: t.Key(), Status: Cancelled, Attempt: t.Attempt}
}

// ErrBudget is returned by a [Limit] runner whose trials are used up.
var ErrBudget = errors.New("the budget of trials is used up")

// Limit returns a Runner that runs at most budget trials in its life. The call
// that would go beyond runs what still fits; the rest is [Cancelled] and the error
// is [ErrBudget].
func Limit(next Runner, budget int) Runner {
	var mu sync.Mutex
	left := budget
	return RunnerFunc(func(ctx context.Context, trials []Trial) ([]Outcome, error) {
		mu.Lock()
		n := min(left, len(trials))
		left -= n
		mu.Unlock()
		var outcomes []Outcome
		var err error
		if n > 0 {
			outcomes, err = next.Run(ctx, trials[:n])
		}
		for _, t := range trials[len(outcomes):] {
			outcomes = append(outcomes, cancelled(t))
		}
		if err == nil && n < len(trials) {
			err = ErrBudget
		}
		return outcomes, err
	})
}
