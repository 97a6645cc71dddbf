package interaction_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
)

// memory is a Recorder. Its records are given up with the error, if there is one.
type memory struct {
	mu    sync.Mutex
	known map[interaction.Key]interaction.Outcome
	times map[interaction.Key]int
	err   error
}

func newMemory() *memory {
	return &memory{known: map[interaction.Key]interaction.Outcome{}, times: map[interaction.Key]int{}}
}

func (m *memory) Lookup(k interaction.Key) (interaction.Outcome, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	o, ok := m.known[k]
	return o, ok
}

func (m *memory) Record(ctx context.Context, t interaction.Trial, o interaction.Outcome) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := errors.Join(m.err, ctx.Err()); err != nil {
		return err
	}
	m.known[o.Key] = o
	m.times[t.Key()]++
	return nil
}

// tally is a runner that counts how often each trial was run.
type tally struct {
	next  interaction.Runner
	mu    sync.Mutex
	times map[interaction.Key]int
}

func count(next interaction.Runner) *tally {
	return &tally{next: next, times: map[interaction.Key]int{}}
}

func (c *tally) Run(ctx context.Context, trials []interaction.Trial) ([]interaction.Outcome, error) {
	c.mu.Lock()
	for _, t := range trials {
		c.times[t.Key()]++
	}
	c.mu.Unlock()
	return c.next.Run(ctx, trials)
}

// different returns n different trials; each gives a log.
func different(n int) []interaction.Trial {
	out := make([]interaction.Trial, n)
	for i := range out {
		out[i] = interaction.Trial{Action: conformance.Chop, Repeat: i}
	}
	return out
}

// answer completes a trial.
func answer(t interaction.Trial) interaction.Outcome {
	return conformance.NewScript(nil).Expect(t, 0)
}

func statuses(outcomes []interaction.Outcome) []interaction.Status {
	var out []interaction.Status
	for _, o := range outcomes {
		out = append(out, o.Status)
	}
	return out
}

const (
	completed = interaction.Completed
	truncated = interaction.Truncated
	faulted   = interaction.Faulted
	cancelled = interaction.Cancelled
)

// TestWrappersAreRunners: what wraps a Runner is one.
func TestWrappersAreRunners(t *testing.T) {
	for name, wrap := range map[string]func(interaction.Runner) interaction.Runner{
		"retry": func(r interaction.Runner) interaction.Runner { return interaction.Retry(r, 3) },
		"once":  func(r interaction.Runner) interaction.Runner { return interaction.Once(r, newMemory()) },
		"limit": func(r interaction.Runner) interaction.Runner { return interaction.Limit(r, 1_000) },
		"all": func(r interaction.Runner) interaction.Runner {
			return interaction.Retry(interaction.Once(interaction.Limit(r, 1_000), newMemory()), 2)
		},
	} {
		t.Run(name, func(t *testing.T) {
			conformance.Runner(t, func(_ *testing.T, w interaction.World) interaction.Runner { return wrap(conformance.Serial(w, 5)) })
		})
	}
}

// TestExecute: what a session does wrong is a fault with a class, never evidence.
func TestExecute(t *testing.T) {
	for _, c := range []struct {
		op    conformance.Op
		m     conformance.Mishap
		fault string
		dead  bool
	}{
		{conformance.OpStep, conformance.None, "", false},
		{conformance.OpStep, conformance.Stray, "", false},
		{conformance.OpBegin, conformance.Stray, "", false},
		{conformance.OpBegin, conformance.Die, interaction.FaultLost, true},
		{conformance.OpStep, conformance.Die, interaction.FaultLost, true},
		{conformance.OpBegin, conformance.Refuse, interaction.FaultRefused, false},
		{conformance.OpStep, conformance.Refuse, interaction.FaultRefused, false},
		{conformance.OpStep, conformance.Hang, interaction.FaultTimeout, true},
	} {
		t.Run(fmt.Sprintf("%s %s", c.op, c.m), func(t *testing.T) {
			w := conformance.NewScript(func(call conformance.Call) conformance.Mishap {
				if call.Op == c.op {
					return c.m
				}
				return conformance.None
			})
			w.Release()
			s, err := w.Open(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			trial := interaction.Trial{Action: conformance.Chop, Repeat: 4, Attempt: 2}
			o, fault := interaction.Execute(context.Background(), s, trial, 3)
			if c.fault == "" {
				begun := trial
				if c.op == conformance.OpBegin { // it begins with a log more, and says so
					begun.Start = interaction.StateOf(map[string]int{conformance.Log: 1})
				}
				want := w.Expect(begun, 3)
				want.Key = trial.Key()
				if fault != nil || !conformance.Alike(o, want) {
					t.Errorf("%+v, %v; want %+v", o, fault, want)
				}
				return
			}
			want := interaction.Outcome{Key: trial.Key(), Status: faulted, Attempt: 2, Fault: c.fault}
			if !conformance.Alike(o, want) || fault == nil || fault.Class != c.fault || fault.Dead != c.dead {
				t.Errorf("%+v, %+v; want %+v", o, fault, want)
			}
		})
	}
}

// garrulous is a session whose episode ends at once, for a long reason.
type garrulous struct{ interaction.Session }

func (garrulous) Begin(context.Context, interaction.State, uint64) (interaction.State, error) {
	return interaction.State{}, fmt.Errorf("%w: %s", interaction.ErrEnded, strings.Repeat("no ", 10_000))
}

func (garrulous) Batch(ctx context.Context, trials []interaction.Trial, _ uint64) ([]interaction.Outcome, error) {
	return []interaction.Outcome{
		{Key: trials[0].Key(), Status: interaction.Truncated, Why: strings.Repeat("no ", 10_000)},
		trials[1].Faulted(&interaction.Fault{Class: interaction.FaultStart, Err: errors.New("no such start")}),
	}, nil
}

// TestWhyIsShort: of a world's words on what ended or broke a trial as much is kept as a person reads, and what broke it is told as
// it was.
func TestWhyIsShort(t *testing.T) {
	const most = 410
	trials := []interaction.Trial{{Action: conformance.Chop}, {Action: conformance.Chop, Repeat: 1}}
	if o, f := interaction.Execute(t.Context(), garrulous{}, trials[0], 1); f != nil || o.Status != interaction.Truncated || o.Why == "" || len(o.Why) > most {
		t.Errorf("%d bytes of %s are kept, %v", len(o.Why), o.Status, f)
	}
	all, _ := interaction.ExecuteAll(t.Context(), garrulous{}, trials, 1)
	if o := all[0]; o.Status != interaction.Truncated || o.Why == "" || len(o.Why) > most {
		t.Errorf("%d bytes of %s in a batch are kept", len(o.Why), o.Status)
	}
	if o := all[1]; o.Status != faulted || o.Why != "no such start" {
		t.Errorf("what broke in a batch is %+v", o)
	}
}

// TestExecuteSeeds: the session is told the seed of the trial and the run.
func TestExecuteSeeds(t *testing.T) {
	w := conformance.NewScript(nil)
	s, err := w.Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	seen := map[int]bool{}
	for run := range uint64(40) {
		trial := interaction.Trial{Action: conformance.Pick}
		o, fault := interaction.Execute(context.Background(), s, trial, run)
		if want := w.Expect(trial, run); fault != nil || !conformance.Alike(o, want) {
			t.Fatalf("run %d: %+v, %v; want %+v", run, o, fault, want)
		}
		seen[len(o.Changes)] = true
	}
	if len(seen) != 2 {
		t.Error("forty seeds and one result")
	}
}

func TestAsFault(t *testing.T) {
	f := &interaction.Fault{Class: "x", Err: context.Canceled}
	if got := interaction.AsFault(fmt.Errorf("wrapped: %w", f)); got != f || !errors.Is(got, context.Canceled) || got.Error() != "the session broke (x): context canceled" {
		t.Errorf("%v", got)
	}
	if got := interaction.AsFault(context.Canceled); got.Class != interaction.FaultLost || !got.Dead || !errors.Is(got, context.Canceled) {
		t.Errorf("%+v", got)
	}
	if got := (&interaction.Fault{Class: "x"}).Error(); got != "the session broke (x)" {
		t.Error(got)
	}
}

// TestRetryAttempts gives each trial as many broken attempts as its Repeat says.
func TestRetryAttempts(t *testing.T) {
	for _, c := range []struct {
		attempts int
		want     []interaction.Status // by the number of attempts that break
		ran      int
	}{
		{0, []interaction.Status{completed, faulted, truncated, faulted}, 4},
		{1, []interaction.Status{completed, faulted, truncated, faulted}, 4},
		{2, []interaction.Status{completed, completed, truncated, faulted}, 7},
		{3, []interaction.Status{completed, completed, completed, faulted}, 9},
		{4, []interaction.Status{completed, completed, completed, completed}, 10},
		{9, []interaction.Status{completed, completed, completed, completed}, 10},
	} {
		base := count(interaction.RunnerFunc(func(_ context.Context, trials []interaction.Trial) ([]interaction.Outcome, error) {
			var out []interaction.Outcome
			for _, tr := range trials {
				o := answer(tr)
				if tr.Attempt < tr.Repeat {
					o = interaction.Outcome{Key: tr.Key(), Status: faulted, Attempt: tr.Attempt, Fault: "x"}
					if tr.Repeat == 2 {
						o.Status, o.Fault = truncated, ""
					}
				}
				out = append(out, o)
			}
			return out, nil
		}))
		trials := different(4)
		got, err := interaction.Retry(base, c.attempts).Run(context.Background(), trials)
		if err != nil || !slices.Equal(statuses(got), c.want) {
			t.Fatalf("%d attempts: %v, %v; want %v", c.attempts, statuses(got), err, c.want)
		}
		for i, o := range got {
			last := trials[i]
			last.Attempt = min(last.Repeat, max(c.attempts, 1)-1)
			if o.Attempt != last.Attempt || o.Key != last.Key() {
				t.Errorf("%d attempts, trial %d: attempt %d with key %s, want attempt %d with key %s", c.attempts, i, o.Attempt, o.Key, last.Attempt, last.Key())
			}
			if trials[i].Attempt != 0 {
				t.Error("the caller's trials were changed")
			}
		}
		ran := 0
		for k, n := range base.times {
			if ran += n; n != 1 {
				t.Errorf("%d attempts: trial %s ran %d times", c.attempts, k, n)
			}
		}
		if ran != c.ran {
			t.Errorf("%d attempts: %d trials ran, want %d", c.attempts, ran, c.ran)
		}
	}
}

// TestRetryStops: after an error nothing is tried again, and what was known before
// an interrupted attempt isn't lost.
func TestRetryStops(t *testing.T) {
	boom := errors.New("boom")
	for failing := 1; failing <= 3; failing++ {
		calls := 0
		base := interaction.RunnerFunc(func(_ context.Context, trials []interaction.Trial) ([]interaction.Outcome, error) {
			calls++
			out := make([]interaction.Outcome, len(trials))
			for i, tr := range trials {
				out[i] = interaction.Outcome{Key: tr.Key(), Status: faulted, Attempt: tr.Attempt, Fault: "x"}
				if calls == failing {
					out[i].Status, out[i].Fault = cancelled, ""
				}
			}
			if calls == failing {
				return out, boom
			}
			return out, nil
		})
		got, err := interaction.Retry(base, 9).Run(context.Background(), different(2))
		want := []interaction.Status{faulted, faulted}
		if failing == 1 {
			want = []interaction.Status{cancelled, cancelled}
		}
		if !errors.Is(err, boom) || calls != failing || !slices.Equal(statuses(got), want) || got[0].Attempt != max(0, failing-2) {
			t.Errorf("call %d fails: %+v, %v after %d calls", failing, got, err, calls)
		}
	}
}

// TestLimitBudgets spends budgets in four calls.
func TestLimitBudgets(t *testing.T) {
	for _, budget := range []int{0, 1, 3, 6, 7, 100} {
		base := count(interaction.RunnerFunc(func(_ context.Context, trials []interaction.Trial) ([]interaction.Outcome, error) {
			var out []interaction.Outcome
			for _, tr := range trials {
				out = append(out, answer(tr))
			}
			return out, nil
		}))
		r, left, trials := interaction.Limit(base, budget), budget, different(8)
		for _, part := range [][]interaction.Trial{trials[:3], trials[3:3], trials[3:7], trials[7:]} {
			got, err := r.Run(context.Background(), part)
			fits := min(left, len(part))
			left -= fits
			if (fits < len(part)) != errors.Is(err, interaction.ErrBudget) || fits == len(part) && err != nil {
				t.Errorf("budget %d: %d of %d fit, and the error is %v", budget, fits, len(part), err)
			}
			if len(got) != len(part) {
				t.Fatalf("%d outcomes of %d trials", len(got), len(part))
			}
			for i, o := range got {
				want := answer(part[i])
				if i >= fits {
					want = interaction.Outcome{Key: part[i].Key(), Status: cancelled}
				}
				if !conformance.Alike(o, want) {
					t.Errorf("budget %d: %+v, want %+v", budget, o, want)
				}
			}
		}
		if len(base.times) != min(budget, 8) {
			t.Errorf("budget %d: %d ran", budget, len(base.times))
		}
	}
}

// TestLimitPassesErrors: the runner's own error comes before the budget's.
func TestLimitPassesErrors(t *testing.T) {
	boom := errors.New("boom")
	r := interaction.Limit(interaction.RunnerFunc(func(context.Context, []interaction.Trial) ([]interaction.Outcome, error) {
		return nil, boom
	}), 2)
	got, err := r.Run(context.Background(), different(3))
	if !errors.Is(err, boom) || !slices.Equal(statuses(got), []interaction.Status{cancelled, cancelled, cancelled}) {
		t.Errorf("%v, %v", statuses(got), err)
	}
}

// TestLimitIsForAllCallers: callers at once don't get more than the budget.
func TestLimitIsForAllCallers(t *testing.T) {
	w := conformance.NewScript(nil)
	base := count(conformance.Serial(w, 1))
	r := interaction.Limit(base, 25)
	trials := different(40)
	var wg sync.WaitGroup
	for k := range 8 {
		wg.Go(func() {
			if _, err := r.Run(context.Background(), trials[k*5:k*5+5]); err != nil && !errors.Is(err, interaction.ErrBudget) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if len(base.times) != 25 {
		t.Errorf("%d trials ran, want 25", len(base.times))
	}
}

// TestOnceAnswersFromRecord: what is known isn't run, faults included; what is run
// is recorded once.
func TestOnceAnswersFromRecord(t *testing.T) {
	rec, w := newMemory(), conformance.NewScript(nil)
	base := count(conformance.Serial(w, 0))
	r := interaction.Once(base, rec)
	trials := different(4)
	old := interaction.Outcome{Key: trials[1].Key(), Status: faulted, Fault: "x"}
	rec.known[old.Key] = old
	for range 2 {
		got, err := r.Run(context.Background(), append(trials, trials[0], trials[1], trials[3]))
		if err != nil {
			t.Fatal(err)
		}
		for i, j := range []int{0, 1, 2, 3, 0, 1, 3} {
			want := w.Expect(trials[j], 0)
			if j == 1 {
				want = old
			}
			if !conformance.Alike(got[i], want) {
				t.Errorf("outcome %d is %+v, want %+v", i, got[i], want)
			}
		}
	}
	for i, tr := range trials {
		want := 1
		if i == 1 {
			want = 0
		}
		if base.times[tr.Key()] != want || rec.times[tr.Key()] != want {
			t.Errorf("trial %d ran %d times and was recorded %d times, want %d", i, base.times[tr.Key()], rec.times[tr.Key()], want)
		}
	}
}

// gated is a runner whose calls wait for the gate, or for their context.
func gated(gate <-chan struct{}) *tally {
	return count(interaction.RunnerFunc(func(ctx context.Context, trials []interaction.Trial) ([]interaction.Outcome, error) {
		var err error
		select {
		case <-gate:
		case <-ctx.Done():
			err = ctx.Err()
		}
		out := make([]interaction.Outcome, len(trials))
		for i, tr := range trials {
			if out[i] = answer(tr); err != nil {
				out[i] = interaction.Outcome{Key: tr.Key(), Status: cancelled, Attempt: tr.Attempt}
			}
		}
		return out, err
	}))
}

// TestOnceInFlight: calls that ask for a trial that another call runs wait for it.
func TestOnceInFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate, rec := make(chan struct{}), newMemory()
		base := gated(gate)
		r := interaction.Once(base, rec)
		trials := different(6)
		var wg sync.WaitGroup
		// Each call owns some trials and waits for others', in a circle.
		for k := range 6 {
			wg.Go(func() {
				mine := []interaction.Trial{trials[k], trials[(k+1)%6], trials[(k+2)%6], trials[k]}
				got, err := r.Run(context.Background(), mine)
				if err != nil {
					t.Error(err)
				}
				for i, o := range got {
					if want := answer(mine[i]); !conformance.Alike(o, want) {
						t.Errorf("%+v, want %+v", o, want)
					}
				}
			})
		}
		synctest.Wait()
		close(gate)
		wg.Wait()
		for i, tr := range trials {
			if base.times[tr.Key()] != 1 || rec.times[tr.Key()] != 1 {
				t.Errorf("trial %d ran %d times and was recorded %d times", i, base.times[tr.Key()], rec.times[tr.Key()])
			}
		}
	})
}

// TestOnceAfterCancelledOwner: a call whose trial was another's, which was
// cancelled, runs it itself; nobody is told "cancelled" who wasn't.
func TestOnceAfterCancelledOwner(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate, rec := make(chan struct{}), newMemory()
		base := gated(gate)
		r := interaction.Once(base, rec)
		trials := different(2)
		ctx, cancel := context.WithCancel(context.Background())
		var wg sync.WaitGroup
		wg.Go(func() {
			got, err := r.Run(ctx, append(trials, trials[0]))
			if !errors.Is(err, context.Canceled) || !slices.Equal(statuses(got), []interaction.Status{cancelled, cancelled, cancelled}) {
				t.Errorf("the call that was cancelled: %v, %v", statuses(got), err)
			}
		})
		synctest.Wait()
		for range 3 {
			wg.Go(func() {
				got, err := r.Run(context.Background(), trials)
				if err != nil || !slices.Equal(statuses(got), []interaction.Status{completed, completed}) {
					t.Errorf("a call that waited: %v, %v", statuses(got), err)
				}
			})
		}
		synctest.Wait()
		cancel()
		synctest.Wait()
		close(gate)
		wg.Wait()
		for _, tr := range trials {
			if base.times[tr.Key()] != 2 || rec.times[tr.Key()] != 1 {
				t.Errorf("a trial ran %d times and was recorded %d times, want 2 and 1", base.times[tr.Key()], rec.times[tr.Key()])
			}
		}
	})
}

// TestOnceCancelledWaiter: who waits for another's trial stops waiting when its own
// context ends.
func TestOnceCancelledWaiter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan struct{})
		r := interaction.Once(gated(gate), newMemory())
		var wg sync.WaitGroup
		wg.Go(func() {
			if got, err := r.Run(context.Background(), different(1)); err != nil || got[0].Status != completed {
				t.Errorf("the owner: %v, %v", statuses(got), err)
			}
		})
		synctest.Wait()
		ctx, cancel := context.WithCancel(context.Background())
		waiter := make(chan struct{})
		go func() {
			defer close(waiter)
			got, err := r.Run(ctx, different(1))
			if !errors.Is(err, context.Canceled) || got[0].Status != cancelled || got[0].Key != different(1)[0].Key() {
				t.Errorf("the waiter: %+v, %v", got, err)
			}
		}()
		synctest.Wait()
		cancel()
		<-waiter
		close(gate)
		wg.Wait()
	})
}

// TestOnceRecordsWhenStopped: what was complete when the run was stopped is kept
// and told, though the context is done.
func TestOnceRecordsWhenStopped(t *testing.T) {
	for range 50 { // a select that may choose does so at random
		rec := newMemory()
		ctx, cancel := context.WithCancel(context.Background())
		r := interaction.Once(interaction.RunnerFunc(func(_ context.Context, trials []interaction.Trial) ([]interaction.Outcome, error) {
			cancel()
			return []interaction.Outcome{answer(trials[0]), {Key: trials[1].Key(), Status: cancelled}}, context.Canceled
		}), rec)
		trials := different(2)
		got, err := r.Run(ctx, append(trials, trials[0]))
		if !errors.Is(err, context.Canceled) || !slices.Equal(statuses(got), []interaction.Status{completed, cancelled, completed}) {
			t.Fatalf("%v, %v", statuses(got), err)
		}
		if len(rec.known) != 1 || rec.times[trials[0].Key()] != 1 {
			t.Fatalf("recorded: %v", rec.known)
		}
	}
}

// TestOnceRecordError: a recorder that fails is an error, also when the runner
// answers with too little.
func TestOnceRecordError(t *testing.T) {
	rec := newMemory()
	rec.err = errors.New("disk full")
	r := interaction.Once(interaction.RunnerFunc(func(_ context.Context, trials []interaction.Trial) ([]interaction.Outcome, error) {
		return []interaction.Outcome{answer(trials[0])}, nil
	}), rec)
	got, err := r.Run(context.Background(), different(2))
	if !errors.Is(err, rec.err) || !slices.Equal(statuses(got), []interaction.Status{completed, cancelled}) {
		t.Errorf("%v, %v", statuses(got), err)
	}
}
