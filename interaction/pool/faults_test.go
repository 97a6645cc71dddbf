package pool_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
)

func tiny(t testing.TB) *sim.World {
	t.Helper()
	f, err := sim.Load("../../scenarios/worlds/tiny.json")
	if err != nil {
		t.Fatal(err)
	}
	return sim.New(f)
}

// TestSessionsChangeTimeOnly compares a world of chances byte for byte.
func TestSessionsChangeTimeOnly(t *testing.T) {
	conformance.NoLeaks(t)
	r := conformance.Rand(t)
	w := tiny(t)
	trials := make([]interaction.Trial, 400)
	for i := range trials {
		trials[i] = interaction.Trial{
			Action: interaction.ActionName(r.IntN(len(w.Spec().Actions))),
			Start:  interaction.StateOf(map[string]int{"log": r.IntN(3), "planks": r.IntN(6), "stick": r.IntN(4), "flint": r.IntN(2), "axe": r.IntN(2)}),
			Repeat: r.IntN(4),
		}
	}
	outcomes := func(run uint64, w interaction.World, n int) []byte {
		p, err := pool.New(w, pool.Config{Sessions: n, Seed: run})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		got, err := p.Run(context.Background(), trials)
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	run := r.Uint64()
	want := outcomes(run, w, 1)
	for _, n := range []int{1, 3, 8} {
		if got := outcomes(run, conformance.Watched{World: w}, n); !bytes.Equal(got, want) {
			t.Errorf("%d sessions gave\n%s\nand none gave\n%s", n, got, want)
		}
	}
	if bytes.Equal(outcomes(run+1, w, 3), want) {
		t.Error("another seed gave the same")
	}
}

// bench is a pool over a script in a bubble, with what it records.
type bench struct {
	*pool.Pool
	script *conformance.Script

	mu       sync.Mutex
	recorded map[interaction.Key][]interaction.Outcome
}

// start makes a pool over a script, one that is said to be prompt for no sessions. It
// must be called in a bubble. The pool and the sessions must be gone at the end.
func start(t *testing.T, sessions int, timeout time.Duration, fail func(conformance.Call) conformance.Mishap) *bench {
	t.Helper()
	b := &bench{script: conformance.NewScript(fail), recorded: map[interaction.Key][]interaction.Outcome{}}
	var w interaction.World = b.script
	if sessions == 0 {
		w, sessions = conformance.Prompt{World: w}, 1
	}
	p, err := pool.New(w, pool.Config{Sessions: sessions, Timeout: timeout, Seed: seed, Record: func(tr interaction.Trial, o interaction.Outcome) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.recorded[tr.Key()] = append(b.recorded[tr.Key()], o)
	}})
	if err != nil {
		t.Fatal(err)
	}
	b.Pool = p
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		b.script.Release()
		synctest.Wait()
		if opened, now := b.script.Sessions(); now != 0 {
			t.Errorf("%d of %d sessions are still open", now, opened)
		}
		if err := b.script.Misuse(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// check compares outcomes with what they must be: broken says which trials broke,
// and how; the others are complete, or cancelled if that is allowed. Each that isn't
// cancelled was recorded, once, as it was returned.
func (b *bench) check(t *testing.T, trials []interaction.Trial, outcomes []interaction.Outcome, broken map[int]string, mayCancel bool) {
	t.Helper()
	if len(outcomes) != len(trials) {
		t.Fatalf("%d outcomes of %d trials", len(outcomes), len(trials))
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	total := 0
	for i, o := range outcomes {
		want := b.script.Expect(trials[i], seed)
		if class, ok := broken[i]; ok {
			want = interaction.Outcome{Key: want.Key, Status: interaction.Faulted, Attempt: want.Attempt, Fault: class}
		}
		if mayCancel && o.Status == interaction.Cancelled {
			want = interaction.Outcome{Key: want.Key, Status: interaction.Cancelled, Attempt: want.Attempt}
		}
		if !conformance.Alike(o, want) {
			t.Errorf("outcome %d is %+v, want %+v", i, o, want)
		}
		rec := b.recorded[o.Key]
		total += len(rec)
		if o.Status == interaction.Cancelled {
			if len(rec) != 0 {
				t.Errorf("outcome %d was cancelled, and %+v recorded", i, rec)
			}
		} else if len(rec) != 1 || !conformance.Alike(rec[0], o) {
			t.Errorf("outcome %d is %+v, and %+v was recorded", i, o, rec)
		}
	}
	all := 0
	for _, rec := range b.recorded {
		all += len(rec)
	}
	if all != total {
		t.Errorf("%d records, %d of them of these trials", all, total)
	}
}

// some are n different trials, which differ in action, start and repeat.
func some(n int) []interaction.Trial {
	out := make([]interaction.Trial, n)
	for i := range out {
		out[i] = interaction.Trial{
			Action: interaction.ActionName(i % 4),
			Start:  interaction.StateOf(map[string]int{conformance.Log: 1 + i%3}),
			Repeat: i,
		}
	}
	return out
}

// on lets the calls of this kind go wrong whose session starts from this trial's
// start. Mark the trial with planks.
func on(op conformance.Op, planks int, m conformance.Mishap) func(conformance.Call) conformance.Mishap {
	return func(c conformance.Call) conformance.Mishap {
		if c.Op == op && c.Start.Level(conformance.Planks) == planks {
			return m
		}
		return conformance.None
	}
}

func mark(t *interaction.Trial, planks int) {
	t.Start = t.Start.After([]interaction.Change{{Factor: conformance.Planks, To: planks}})
}

// TestHangingSession: it costs its trial, after the time-out and at most an eighth
// more, and nobody else; what it answers later is dropped.
func TestHangingSession(t *testing.T) {
	for _, op := range []conformance.Op{conformance.OpBegin, conformance.OpStep} {
		for _, m := range []conformance.Mishap{conformance.Hang, conformance.Deaf} {
			for _, sessions := range []int{1, 3, 8} {
				t.Run(fmt.Sprintf("%s in %s, %d sessions", m, op, sessions), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						const timeout = 8 * time.Second
						b := start(t, sessions, timeout, on(op, 5, m))
						trials := some(20)
						mark(&trials[4], 5)
						began := time.Now()
						got, err := b.Run(context.Background(), trials)
						if err != nil {
							t.Fatal(err)
						}
						if took := time.Since(began); took < timeout || took > timeout+timeout/8 {
							t.Errorf("it took %v, with a time-out of %v", took, timeout)
						}
						broken := map[int]string{4: interaction.FaultTimeout}
						b.check(t, trials, got, broken, false)
						synctest.Wait() // sessions are closed aside
						if opened, now := b.script.Sessions(); opened != min(opened, sessions+1) || now > sessions {
							t.Errorf("%d sessions opened, %d are open", opened, now)
						}
						b.script.Release() // the late answer comes now
						synctest.Wait()
						b.check(t, trials, got, broken, false)
						more := some(40)[20:] // and the pool goes on
						b.recorded = map[interaction.Key][]interaction.Outcome{}
						if got, err = b.Run(context.Background(), more); err != nil {
							t.Fatal(err)
						}
						b.check(t, more, got, nil, false)
					})
				})
			}
		}
	}
}

// TestEverySessionHangs: the pool goes on with new ones, as often as it takes.
func TestEverySessionHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := start(t, 3, time.Second, func(c conformance.Call) conformance.Mishap {
			if c.Op == conformance.OpStep {
				return conformance.Deaf
			}
			return conformance.None
		})
		trials, broken := some(10), map[int]string{}
		for i := range trials {
			broken[i] = interaction.FaultTimeout
		}
		got, err := b.Run(context.Background(), trials)
		if err != nil {
			t.Fatal(err)
		}
		b.check(t, trials, got, broken, false)
		synctest.Wait() // sessions are closed aside
		if opened, now := b.script.Sessions(); opened != 10 || now != 0 {
			t.Errorf("%d sessions opened, %d open; want 10 and 0", opened, now)
		}
	})
}

// TestNoTimeoutMeansThirtySeconds, as the configuration says.
func TestNoTimeoutMeansThirtySeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := start(t, 1, 0, conformance.FailCall(3, conformance.Hang))
		began := time.Now()
		got, err := b.Run(context.Background(), some(1))
		if err != nil {
			t.Fatal(err)
		}
		b.check(t, some(1), got, map[int]string{0: interaction.FaultTimeout}, false)
		if took := time.Since(began); took < 30*time.Second || took > 34*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

// TestFaultSweep lets every call fail once, in every way: at most one trial pays,
// with a fault of the right class.
func TestFaultSweep(t *testing.T) {
	class := map[conformance.Mishap]string{
		conformance.Hang: interaction.FaultTimeout, conformance.Deaf: interaction.FaultTimeout, conformance.Die: interaction.FaultLost,
		conformance.Refuse: interaction.FaultRefused, conformance.Panic: interaction.FaultPanic,
	}
	for _, sessions := range []int{0, 1, 3} {
		for _, m := range conformance.Mishaps() {
			if sessions == 0 && class[m] == interaction.FaultTimeout {
				continue
			}
			runs := conformance.Sweep(t, m, func(t *testing.T, fail func(conformance.Call) conformance.Mishap) {
				synctest.Test(t, func(t *testing.T) {
					var mu sync.Mutex
					var hit conformance.Op
					b := start(t, sessions, time.Second, func(c conformance.Call) conformance.Mishap {
						m := fail(c)
						if m != conformance.None {
							mu.Lock()
							defer mu.Unlock()
							hit = c.Op
						}
						return m
					})
					trials := some(9)
					got, err := b.Run(context.Background(), trials)
					if err != nil {
						t.Fatal(err)
					}
					mu.Lock()
					defer mu.Unlock()
					// The failing open costs nothing; whatever fails in close is too late to.
					pays := hit == conformance.OpBegin || hit == conformance.OpStep ||
						hit == conformance.OpOpen && (m == conformance.Hang || m == conformance.Deaf || m == conformance.Panic)
					broken := map[int]string{}
					for i, o := range got {
						if o.Status == interaction.Faulted {
							broken[i] = class[m]
						}
					}
					if pays != (len(broken) == 1) || len(broken) > 1 {
						t.Errorf("%s in %s: %d trials broke", m, hit, len(broken))
					}
					b.check(t, trials, got, broken, false)
				})
			})
			// One open, nine trials of two calls, one close at least; then a clean run.
			if runs < 21 {
				t.Errorf("%s with %d sessions: the sweep ended after %d runs", m, sessions, runs)
			}
		}
	}
}

// TestPanics: a panic in any call of the session costs one trial, whose outcome says what it was.
func TestPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := start(t, 2, time.Second, func(c conformance.Call) conformance.Mishap {
			if c.Op == conformance.OpClose || c.Op == conformance.OpStep && c.Start.Level(conformance.Planks) == 1 || c.Op == conformance.OpBegin && c.Start.Level(conformance.Planks) == 2 {
				return conformance.Panic
			}
			return conformance.None
		})
		trials := some(12)
		mark(&trials[3], 1)
		mark(&trials[7], 2)
		got, err := b.Run(context.Background(), trials)
		if err != nil {
			t.Fatal(err)
		}
		b.check(t, trials, got, map[int]string{3: interaction.FaultPanic, 7: interaction.FaultPanic}, false)
		if !strings.Contains(got[3].Why, "panics, as it was told to") {
			t.Errorf("of the panic it says %q", got[3].Why)
		}
	})
}

// TestWorldCantBeOpened: after three tries in a row the run ends with an error that
// names the world; trials are cancelled, not faulted. The pool may be tried again.
func TestWorldCantBeOpened(t *testing.T) {
	for _, sessions := range []int{0, 1, 3} {
		t.Run(fmt.Sprint(sessions), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var mu sync.Mutex
				down, tries := true, 0
				b := start(t, sessions, time.Second, func(c conformance.Call) conformance.Mishap {
					mu.Lock()
					defer mu.Unlock()
					if c.Op == conformance.OpOpen && down {
						tries++
						return conformance.Refuse
					}
					return conformance.None
				})
				trials := some(10)
				got, err := b.Run(context.Background(), trials)
				var fault *interaction.Fault
				if !errors.As(err, &fault) || fault.Class != interaction.FaultRefused || !strings.Contains(err.Error(), "script") {
					t.Errorf("the error is %v", err)
				}
				for i, o := range got {
					if o.Status != interaction.Cancelled {
						t.Errorf("outcome %d is %s", i, o.Status)
					}
				}
				b.check(t, trials, got, nil, true)
				mu.Lock()
				if down = false; tries < 3 || tries > 3*max(1, sessions) {
					t.Errorf("%d tries with %d sessions", tries, sessions)
				}
				mu.Unlock()
				if got, err = b.Run(context.Background(), trials); err != nil {
					t.Fatal(err)
				}
				b.check(t, trials, got, nil, false)
			})
		})
	}
}

// TestSessionsAreOpenedWhenNeeded: not before, and not more than there are trials.
func TestSessionsAreOpenedWhenNeeded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := start(t, 8, time.Second, nil)
		synctest.Wait()
		if n := b.script.Calls(); n != 0 {
			t.Errorf("%d calls before the first trial", n)
		}
		for range 5 {
			if _, err := b.Run(context.Background(), some(2)); err != nil {
				t.Fatal(err)
			}
		}
		if opened, _ := b.script.Sessions(); opened < 1 || opened > 2 {
			t.Errorf("%d sessions for two trials at a time", opened)
		}
	})
}

// noStart is a world that can't be experimented with.
type noStart struct{ interaction.World }

func (w noStart) Spec() interaction.Spec {
	s := w.World.Spec()
	s.Caps.Starts = interaction.Episodes
	return s
}

func TestNewRefuses(t *testing.T) {
	w := conformance.NewScript(nil)
	if _, err := pool.New(noStart{w}, pool.Config{Sessions: 1}); !errors.Is(err, interaction.ErrNoStarts) {
		t.Errorf("a world that can't set its start: %v", err)
	}
	_, err := pool.New(w, pool.Config{Sessions: 0, Timeout: -time.Second})
	if err == nil || !strings.Contains(err.Error(), "0 sessions") || !strings.Contains(err.Error(), "timeout -1s") {
		t.Errorf("two faults of the configuration: %v", err)
	}
	if err := (pool.Config{Sessions: 1}).Validate(); err != nil {
		t.Error(err)
	}
}

// BenchmarkPoolTiny is a world that takes no time, so that what is measured is the
// pool. With no session, the caller plays it.
func BenchmarkPoolTiny(b *testing.B) {
	for _, sessions := range []int{0, 1, 2} {
		var world interaction.World = tiny(b)
		if sessions > 0 {
			world = conformance.Watched{World: world}
		}
		for _, width := range []int{8, 64} {
			b.Run(fmt.Sprintf("sessions=%d/width=%d", sessions, width), func(b *testing.B) {
				p, err := pool.New(world, pool.Config{Sessions: max(1, sessions)})
				if err != nil {
					b.Fatal(err)
				}
				defer p.Close()
				v := interaction.NewVocabulary(8, nil)
				for _, name := range []string{"log", "planks", "stick", "flint", "axe"} {
					v.Add(name)
				}
				trials := make([]interaction.Trial, width)
				for i := range trials {
					start := v.Cut(interaction.Plenty, 5).With(i%5, 0)
					trials[i] = interaction.Trial{Action: interaction.ActionName(i / 5 % 5), Start: start, Repeat: i}
				}
				b.ReportAllocs()
				for b.Loop() {
					if _, err := p.Run(context.Background(), trials); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.N*width)/b.Elapsed().Seconds(), "trials/s")
				b.ReportMetric(float64(runtime.GOMAXPROCS(0)), "cpus")
			})
		}
	}
}

// slowly is a world whose first session takes as long to open as the context allows.
type slowly struct {
	interaction.World
	opened atomic.Bool
}

func (w *slowly) Open(ctx context.Context) (interaction.Session, error) {
	if !w.opened.Swap(true) {
		<-ctx.Done()
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return w.World.Open(ctx)
}

// TestHangingOpen: it costs its trial; the world isn't taken for lost, nor the run
// for interrupted.
func TestHangingOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, err := pool.New(&slowly{World: conformance.Watched{World: tiny(t)}}, pool.Config{Sessions: 1, Timeout: time.Second, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		trials := make([]interaction.Trial, 5)
		for i := range trials {
			trials[i] = interaction.Trial{Action: "a", Repeat: i}
		}
		got, err := p.Run(context.Background(), trials)
		if err != nil {
			t.Error(err)
		}
		for i, o := range got {
			want := interaction.Completed
			if i == 0 {
				want = interaction.Faulted
			}
			if o.Status != want {
				t.Errorf("outcome %d is %s, want %s", i, o.Status, want)
			}
		}
	})
}
