package conformance

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// TestScriptMishaps is the meaning of each mishap, call by call.
func TestScriptMishaps(t *testing.T) {
	const open, reset, act, end = 1, 2, 3, 4
	for _, c := range []struct {
		m    Mishap
		call int
		want string // what the four calls say
	}{
		{None, open, "ok ok ok ok"},
		{Die, open, "error"},
		{Die, reset, "ok error error ok"},
		{Die, act, "ok ok error ok"},
		{Die, end, "ok ok ok error"},
		{Refuse, open, "refused"},
		{Refuse, reset, "ok refused ok ok"}, // the act is blamed as misuse
		{Refuse, act, "ok ok refused ok"},
		{Panic, open, "panic"},
		{Panic, reset, "ok panic ok ok"},
		{Panic, act, "ok ok panic ok"},
		{Panic, end, "ok ok ok panic"},
		{Stray, open, "ok ok ok ok"},
		{Stray, reset, "ok stray ok ok"},
		{Stray, act, "ok ok ok ok"},
		{Hang, open, "timeout"},
		{Hang, reset, "ok timeout error ok"},
		{Hang, act, "ok ok timeout ok"},
		{Hang, end, "ok ok ok timeout"},
		{Deaf, open, "ok ok ok ok"},
		{Deaf, reset, "ok ok ok ok"},
		{Deaf, act, "ok ok ok ok"},
	} {
		t.Run(fmt.Sprintf("%s-%d", c.m, c.call), func(t *testing.T) {
			w := NewScript(FailCall(c.call, c.m))
			w.Release()
			start := interaction.StateOf(map[string]int{Log: 1})
			var says []string
			call := func(f func() (interaction.State, error)) {
				word := "ok"
				defer func() {
					if recover() != nil {
						word = "panic"
					}
					says = append(says, word)
				}()
				got, err := f()
				var fault *interaction.Fault
				switch {
				case errors.As(err, &fault):
					word = fault.Class
				case err != nil:
					word = "error"
				case got.Level(Log) == 2 && w.Calls() == reset:
					word = "stray"
				}
			}
			var s interaction.Session
			call(func() (st interaction.State, err error) { s, err = w.Open(context.Background()); return st, err })
			if s != nil {
				call(func() (interaction.State, error) { return s.Begin(context.Background(), start, 0) })
				call(func() (interaction.State, error) { return s.Step(context.Background(), Chop) })
				call(func() (interaction.State, error) { return interaction.State{}, s.Close() })
			}
			if got := strings.Join(says, " "); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if opened, now := w.Sessions(); now != 0 || (opened == 1) != (s != nil) {
				t.Errorf("%d sessions opened, %d open", opened, now)
			}
		})
	}
}

func TestScriptBlamesMisuse(t *testing.T) {
	w := NewScript(FailCall(3, Hang))
	s, err := w.Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Begin(context.Background(), interaction.State{}, 0); err != nil || w.Misuse() != nil {
		t.Fatal(err, w.Misuse())
	}
	done := make(chan error)
	go func() { _, err := s.Step(context.Background(), Chop); done <- err }()
	if c := <-w.Hung(); c.Op != OpStep || c.Action != Chop || c.Session != 1 {
		t.Errorf("hung: %+v", c)
	}
	_, _ = s.Begin(context.Background(), interaction.State{}, 0)
	if err := w.Misuse(); err == nil || !strings.Contains(err.Error(), "while another call runs") {
		t.Errorf("two calls at once: %v", err)
	}
	_ = s.Close()
	if err := <-done; err == nil {
		t.Error("closed while it hung, and no error")
	}
	w = NewScript(nil)
	if s, err = w.Open(context.Background()); err != nil {
		t.Fatal(err)
	}
	_, _ = s.Step(context.Background(), Chop)
	if err := w.Misuse(); err == nil || !strings.Contains(err.Error(), "before begin") {
		t.Errorf("step before begin: %v", err)
	}
}

// TestSweep: a run of five calls is swept in six runs, the last of which is clean.
func TestSweep(t *testing.T) {
	var failed []string
	n := Sweep(t, Die, func(_ *testing.T, fail func(Call) Mishap) {
		failed = append(failed, "-")
		for i := 1; i <= 5; i++ {
			if fail(Call{N: i}) == Die {
				failed[len(failed)-1] = fmt.Sprint(i)
			}
		}
	})
	if got := strings.Join(failed, " "); n != 6 || got != "1 2 3 4 5 -" {
		t.Errorf("%d runs, with mishaps at %s", n, got)
	}
}

// small shows pictures of too few pixels.
type small struct{ interaction.Session }

func (small) Shoot(shot interaction.Shot, _ []byte) (interaction.Frame, error) {
	return interaction.Frame{Shot: shot, RGB: make([]byte, 3)}, shot.Validate()
}

// A runner that tries again may answer with a later attempt, and what came of that is right; an earlier one isn't.
func TestLaterAttempt(t *testing.T) {
	w := NewScript(nil)
	ask := interaction.Trial{Action: interaction.ActionName(1), Start: interaction.StateOf(map[string]int{Log: 2}), Attempt: 1}
	for attempt, right := range map[int]bool{0: false, 1: true, 2: true} {
		did := ask
		did.Attempt = attempt
		if err := settled(w, ask, w.Expect(did, runSeed)); (err == nil) != right {
			t.Errorf("attempt %d of 1: %v", attempt, err)
		}
	}
}
