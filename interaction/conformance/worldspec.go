package conformance

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

func checkSpec(_ *rand.Rand, world func() interaction.World) error {
	w := world()
	spec := w.Spec()
	errs := []error{spec.Validate()}
	fault := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if spec.ID == "" {
		fault("the world has no ID")
	}
	if spec.Fingerprint == "" {
		fault("the world has no fingerprint")
	}
	if spec.Caps.Starts == 0 {
		fault("the world doesn't say how its sessions begin")
	}
	for _, a := range spec.Actions {
		if strings.Trim(string(a.ID), "abcdefghijklmnopqrstuvwxyz") != "" {
			fault("action %q isn't an opaque name", a.ID)
		}
		if slices.Contains(a.Unlock, "") {
			fault("action %q is unlocked by a factor without a name", a.ID)
		}
	}
	if s, err := w.Open(context.Background()); err != nil {
		fault("open: %w", err)
	} else if err := s.Close(); err != nil {
		fault("close: %w", err)
	}
	if again := w.Spec(); !reflect.DeepEqual(again, spec) {
		fault("the spec was %v and is %v", spec, again)
	}
	if other := world().Spec(); !reflect.DeepEqual(other, spec) {
		fault("another world of the same rules has the spec %v, not %v", other, spec)
	}
	return errors.Join(errs...)
}

const (
	noAction interaction.Action = "no.such.action"
	noFactor string             = "conformance: no such factor"
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
	if v.spec.Caps.Seeds && v.spec.Caps.Starts != interaction.OneLife && !Alike(o, want) {
		return fmt.Errorf("%s %s, and after %w %s", t.Action, said(want), fault, said(o))
	}
	return nil
}

// nonsense is something that no world can do.
type nonsense struct {
	what string
	ask  func(s interaction.Session) (interaction.State, error)
}

// checkUnknownAction: an action that the world doesn't have is refused, and is no reason
// to die of.
func checkUnknownAction(r *rand.Rand, world func() interaction.World) error {
	var all []nonsense
	for _, name := range []interaction.Action{noAction, "", interaction.ActionName(1 << 40), "\x00"} {
		all = append(all, nonsense{fmt.Sprintf("the unknown action %q", name), func(s interaction.Session) (interaction.State, error) {
			return s.Step(context.Background(), name)
		}})
	}
	return checkRefused(r, world, func(interaction.State) []nonsense { return all })
}

func checkUnknownFactor(r *rand.Rand, world func() interaction.World) error {
	return checkRefused(r, world, func(good interaction.State) (all []nonsense) {
		known := interaction.NewVocabulary(1, nil)
		known.Add(noFactor)
		for _, start := range []interaction.State{
			known.Cut(interaction.Plenty, 1),
			interaction.StateOf(map[string]int{noFactor: 1}),
			good.After([]interaction.Change{{Factor: noFactor, To: 1}}),
		} {
			all = append(all, nonsense{fmt.Sprintf("a beginning at %s", start), func(s interaction.Session) (interaction.State, error) {
				return s.Begin(context.Background(), start, 1)
			}})
		}
		return all
	})
}

// checkRefused: nonsense is a fault that the session survives; good is a start that isn't.
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
		if _, err := s.Begin(ctx, good.Start, 1); err != nil {
			return err
		}
		got, err := n.ask(s)
		if err == nil {
			return fmt.Errorf("%s: no error, and %s", n.what, got)
		}
		if !errors.As(err, &fault) {
			return fmt.Errorf("%s: %w, which isn't a *Fault", n.what, err)
		}
		if fault.Dead {
			return fmt.Errorf("%s was the end of the session: %w", n.what, err)
		}
		if err := stillFine(s, v, fault, want, good); err != nil {
			return err
		}
	}
	return nil
}
