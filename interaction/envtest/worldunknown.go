package envtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"

	"github.com/adam-discovery/adam/interaction"
)

const (
	noAction interaction.Action = "no.such.action"
	noItem   string             = "envtest: no such item"
)

// stillFine: a session whose fault wasn't the end of it goes on as any other.
func stillFine(s interaction.Session, v survey, fault *interaction.Fault, want interaction.Outcome, t interaction.Trial) error {
	if fault.Dead {
		return nil
	}
	o, again := interaction.Execute(context.Background(), s, t, runSeed)
	if again != nil {
		return fmt.Errorf("after %w, which wasn't to be the end, came %w", fault, again)
	}
	if v.spec.Caps.Seeds && !reflect.DeepEqual(o, want) {
		return fmt.Errorf("%s from %s gave %+v, and after %w %+v", t.Action, t.Start, want, fault, o)
	}
	return nil
}

func checkUnknownAction(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	ctx := context.Background()
	good := v.trials()[r.IntN(len(v.trials()))]
	for _, name := range []interaction.Action{noAction, "", interaction.ActionName(1 << 40), "\x00"} {
		s, err := w.Open(ctx)
		if err != nil {
			return err
		}
		defer s.Close()
		want, fault := interaction.Execute(ctx, s, good, runSeed)
		if fault != nil {
			return fault
		}
		if _, err := s.Reset(ctx, good.Start, 1); err != nil {
			return err
		}
		after, err := s.Act(ctx, name)
		if err == nil {
			return fmt.Errorf("unknown action %q: no error, and the inventory %s", name, after)
		}
		if !errors.As(err, &fault) {
			return fmt.Errorf("unknown action %q: %w, which isn't a *Fault", name, err)
		}
		if err := stillFine(s, v, fault, want, good); err != nil {
			return err
		}
	}
	return nil
}

func checkUnknownItem(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	ctx := context.Background()
	good := v.trials()[r.IntN(len(v.trials()))]
	alien := []interaction.Stack{{Item: noItem, Count: 1}}
	stock := interaction.NewStock([]string{noItem}, []int{1})
	for _, start := range []interaction.State{interaction.NewState(stock, nil), good.Start.With(alien), interaction.State{}.With(alien)} {
		s, err := w.Open(ctx)
		if err != nil {
			return err
		}
		defer s.Close()
		want, fault := interaction.Execute(ctx, s, good, runSeed)
		if fault != nil {
			return fault
		}
		got, err := s.Reset(ctx, start, 1)
		if err == nil {
			return fmt.Errorf("reset to %s: no error, and the inventory %s", start, got)
		}
		if !errors.As(err, &fault) {
			return fmt.Errorf("reset to %s: %w, which isn't a *Fault", start, err)
		}
		if err := stillFine(s, v, fault, want, good); err != nil {
			return err
		}
	}
	return nil
}
