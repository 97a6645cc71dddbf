package pool_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
	"github.com/adam-discovery/adam/interaction/pool"
)

// TestPromptStops: a run without sessions of its own stops between two trials.
func TestPromptStops(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	told := 0
	p := make1(t, conformance.Prompt{World: conformance.NewScript(nil)}, pool.Config{Sessions: 8, Record: func(interaction.Trial, interaction.Outcome) {
		if told++; told == 3 {
			stop()
		}
	}})
	got, err := p.Run(ctx, some(8))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	for i, o := range got {
		want := interaction.Outcome{Key: some(8)[i].Key(), Status: interaction.Cancelled}
		if i < 3 {
			want = conformance.NewScript(nil).Expect(some(8)[i], seed)
		}
		if !conformance.Alike(o, want) {
			t.Errorf("outcome %d is %+v, want %+v", i, o, want)
		}
	}
	if told != 3 {
		t.Errorf("%d outcomes were recorded", told)
	}
}

// TestWorldLostMidway: what was complete before the world was lost is returned.
func TestWorldLostMidway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := start(t, 1, time.Second, func(c conformance.Call) conformance.Mishap {
			switch {
			case c.Op == conformance.OpOpen && c.N > 1:
				return conformance.Die
			case c.Op == conformance.OpStep && c.Start.Level(conformance.Planks) == 1:
				return conformance.Die
			}
			return conformance.None
		})
		trials := some(8)
		mark(&trials[4], 1)
		got, err := b.Run(context.Background(), trials)
		if err == nil {
			t.Error("no error")
		}
		for i, o := range got {
			want := interaction.Completed
			switch {
			case i == 4:
				want = interaction.Faulted
			case i > 4:
				want = interaction.Cancelled
			}
			if o.Status != want {
				t.Errorf("outcome %d is %s, want %s", i, o.Status, want)
			}
		}
		b.check(t, trials, got, map[int]string{4: interaction.FaultLost}, true)
	})
}

// TestStop: when its context ends, Run returns at once, whatever hangs.
func TestStop(t *testing.T) {
	for _, m := range []conformance.Mishap{conformance.Hang, conformance.Deaf} {
		t.Run(string(m), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := start(t, 3, time.Hour, on(conformance.OpStep, 1, m))
				trials := some(9)
				mark(&trials[2], 1)
				mark(&trials[5], 1)
				mark(&trials[8], 1)
				ctx, cancel := context.WithCancel(context.Background())
				defer cancel()
				began := time.Now()
				go func() {
					synctest.Wait()
					cancel()
				}()
				got, err := b.Run(ctx, trials)
				if !errors.Is(err, context.Canceled) || time.Since(began) != 0 {
					t.Errorf("%v after %v", err, time.Since(began))
				}
				for i, o := range got {
					want := interaction.Completed
					if i%3 == 2 {
						want = interaction.Cancelled
					}
					if o.Status != want {
						t.Errorf("outcome %d is %s, want %s", i, o.Status, want)
					}
				}
				b.check(t, trials, got, nil, true)
				b.script.Release()
				synctest.Wait()
				b.check(t, trials, got, nil, true) // also after the late answers
			})
		})
	}
}

// TestStoppedAtTheEnd: a context that ends with the last outcome is told, always.
func TestStoppedAtTheEnd(t *testing.T) {
	conformance.NoLeaks(t)
	for range 50 { // a select that may choose does so at random
		ctx, cancel := context.WithCancel(context.Background())
		p, err := pool.New(conformance.NewScript(nil), pool.Config{
			Sessions: 1,
			Record:   func(interaction.Trial, interaction.Outcome) { cancel() },
		})
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Run(ctx, some(1))
		if !errors.Is(err, context.Canceled) || got[0].Status != interaction.Completed {
			t.Errorf("%+v, %v", got, err)
		}
		p.Close()
	}
}

// TestTrialsAreTheCallersAgain: after Run nothing reads its trials. The race
// detector is who judges.
func TestTrialsAreTheCallersAgain(t *testing.T) {
	conformance.NoLeaks(t)
	w := conformance.NewScript(nil)
	p, err := pool.New(w, pool.Config{Sessions: 4})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	trials := some(64)
	for range 200 {
		ctx, cancel := context.WithCancel(context.Background())
		go cancel()
		if _, err := p.Run(ctx, trials); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		for i := range trials {
			trials[i].Repeat++
		}
		cancel()
	}
}

// TestClose: sessions end; one that hangs is waited for a second, and may be closed
// while it hangs.
func TestClose(t *testing.T) {
	for _, c := range []struct {
		about string
		fail  func(conformance.Call) conformance.Mishap
		most  time.Duration
	}{
		{"nothing hangs", nil, 0},
		{"act hung", on(conformance.OpStep, 1, conformance.Hang), 0},
		{"act hung and is deaf", on(conformance.OpStep, 1, conformance.Deaf), time.Second},
		{"close hangs", func(c conformance.Call) conformance.Mishap {
			if c.Op == conformance.OpClose {
				return conformance.Hang
			}
			return conformance.None
		}, time.Second},
	} {
		t.Run(c.about, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := start(t, 3, time.Second, c.fail)
				trials := some(6)
				mark(&trials[1], 1)
				if _, err := b.Run(context.Background(), trials); err != nil {
					t.Fatal(err)
				}
				began := time.Now()
				if err := errors.Join(b.Close(), b.Close()); err != nil {
					t.Error(err)
				}
				if took := time.Since(began); took != c.most {
					t.Errorf("it took %v, want %v", took, c.most)
				}
				if _, now := b.script.Sessions(); now != 0 {
					t.Errorf("%d sessions are open", now)
				}
				if got, err := b.Run(context.Background(), trials); err == nil || got != nil {
					t.Errorf("a closed pool ran %v", got)
				}
			})
		})
	}
}
