package conformance

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
	noItem   string             = "conformance: no such item"
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

// nonsense is something that no world can do.
type nonsense struct {
	what string
	ask  func(s interaction.Session) (interaction.State, error)
}

func checkUnknownAction(r *rand.Rand, world func() interaction.World) error {
	var all []nonsense
	for _, name := range []interaction.Action{noAction, "", interaction.ActionName(1 << 40), "\x00"} {
		all = append(all, nonsense{fmt.Sprintf("unknown action %q", name), func(s interaction.Session) (interaction.State, error) {
			return s.Act(context.Background(), name)
		}})
	}
	return checkRefused(r, world, func(interaction.State) []nonsense { return all })
}

func checkUnknownItem(r *rand.Rand, world func() interaction.World) error {
	alien := []interaction.Stack{{Item: noItem, Count: 1}}
	stock := interaction.NewStock([]string{noItem}, []int{1})
	return checkRefused(r, world, func(good interaction.State) (all []nonsense) {
		for _, start := range []interaction.State{interaction.NewState(stock, nil), good.With(alien), interaction.State{}.With(alien)} {
			all = append(all, nonsense{fmt.Sprintf("reset to %s", start), func(s interaction.Session) (interaction.State, error) {
				return s.Reset(context.Background(), start, 1)
			}})
		}
		return all
	})
}

// checkRefused: nonsense is a fault; good is an inventory that isn't.
func checkRefused(r *rand.Rand, world func() interaction.World, all func(good interaction.State) []nonsense) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	ctx := context.Background()
	good := v.trials()[r.IntN(len(v.trials()))]
	for _, n := range all(good.Start) {
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
		got, err := n.ask(s)
		if err == nil {
			return fmt.Errorf("%s: no error, and the inventory %s", n.what, got)
		}
		if !errors.As(err, &fault) {
			return fmt.Errorf("%s: %w, which isn't a *Fault", n.what, err)
		}
		if err := stillFine(s, v, fault, want, good); err != nil {
			return err
		}
	}
	return nil
}
