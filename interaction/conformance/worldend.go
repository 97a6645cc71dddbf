package conformance

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// Hanging is the contract suite of a trial that hangs: such an Act ends when its
// context is done, and when its session is closed, and both are faults.
func Hanging(t *testing.T, open func(t *testing.T) (interaction.World, interaction.Trial)) {
	for _, c := range hangingChecks() {
		t.Run(c.name, func(t *testing.T) {
			NoLeaks(t)
			w, trial := open(t)
			report(t, c.check(w, trial))
		})
	}
}

// checkCancelledAct: with a done context, Act returns; if it says what happened, it
// says the truth.
func checkCancelledAct(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	for _, t := range v.some(r) {
		s, err := w.Open(context.Background())
		if err != nil {
			return err
		}
		defer s.Close()
		want, fault := interaction.Execute(context.Background(), s, t, runSeed)
		if fault != nil {
			return fault
		}
		if _, err := s.Reset(context.Background(), t.Start, t.Key().Seed(runSeed)); err != nil {
			return err
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		var after interaction.State
		if err := soon("Act with a done context", func() (err error) { after, err = s.Act(ctx, t.Action); fault = asFault(err); return nil }); err != nil {
			return err
		}
		if fault != nil {
			if err := stillFine(s, v, fault, want, t); err != nil {
				return err
			}
			continue
		}
		got := want
		if got.Consumed, got.Obtained = interaction.Record(t.Start, after); v.spec.Caps.Seeds && !reflect.DeepEqual(got, want) {
			return fmt.Errorf("%s from %s with a done context: no error, and %+v instead of %+v", t.Action, t.Start, got, want)
		}
	}
	return nil
}

func asFault(err error) *interaction.Fault {
	if err == nil {
		return nil
	}
	return interaction.AsFault(err)
}

// checkClose: Close may be called in the middle of anything, by anybody, and twice;
// a closed session says nothing about the world any more.
func checkClose(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	trials := v.trials()
	for range 20 {
		s, err := w.Open(context.Background())
		if err != nil {
			return err
		}
		var wg sync.WaitGroup
		started := make(chan struct{})
		first := trials[r.IntN(len(trials))]
		wg.Go(func() {
			close(started)
			for _, t := range trials {
				if _, fault := interaction.Execute(context.Background(), s, t, runSeed); fault != nil {
					return
				}
			}
		})
		for range 2 {
			wg.Go(func() { <-started; _ = s.Close() }) // whatever it says, it mustn't hang
		}
		if err := soon("Close beside Act", func() error { wg.Wait(); return nil }); err != nil {
			return err
		}
		err = soon("what follows Close", func() error {
			_ = s.Close()
			if o, fault := interaction.Execute(context.Background(), s, first, runSeed); fault == nil {
				return fmt.Errorf("a closed session did %s from %s: %+v", first.Action, first.Start, o)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

type hangingCheck struct {
	name  string
	check func(interaction.World, interaction.Trial) error
}

func hangingChecks() []hangingCheck {
	end := func(what string, f func(s interaction.Session, cancel func()) error) hangingCheck {
		return hangingCheck{what, func(w interaction.World, t interaction.Trial) error {
			s, err := w.Open(context.Background())
			if err != nil {
				return err
			}
			defer s.Close()
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			if _, err := s.Reset(ctx, t.Start, t.Key().Seed(runSeed)); err != nil {
				return err
			}
			acted := make(chan error, 1)
			go func() {
				after, err := s.Act(ctx, t.Action)
				if err == nil {
					acted <- fmt.Errorf("Act didn't hang, and left %s", after)
					return
				}
				acted <- nil
			}()
			return soon("Act that hangs, after "+what+",", func() error { return errors.Join(f(s, cancel), <-acted) })
		}}
	}
	return []hangingCheck{
		end("cancel", func(_ interaction.Session, cancel func()) error { cancel(); return nil }),
		end("close", func(s interaction.Session, _ func()) error {
			_ = s.Close()
			return nil
		}),
	}
}
