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
	var errs []error
	fault := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if spec.ID == "" {
		fault("the world has no ID")
	}
	if spec.Fingerprint == "" {
		fault("the world has no fingerprint")
	}
	if len(spec.Actions) == 0 {
		fault("the world has no actions")
	}
	seen := map[interaction.Action]bool{}
	for _, a := range spec.Actions {
		if a.ID == "" || strings.Trim(string(a.ID), "abcdefghijklmnopqrstuvwxyz") != "" {
			fault("action %q isn't an opaque name", a.ID)
		}
		if seen[a.ID] {
			fault("action %q is listed twice", a.ID)
		}
		seen[a.ID] = true
		if slices.Contains(a.Unlock, "") {
			fault("action %q is unlocked by an item without a name", a.ID)
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

func checkStart(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	s, err := w.Open(context.Background())
	if err != nil {
		return err
	}
	defer s.Close()
	for i := range 100 {
		start := v.starts[r.IntN(len(v.starts))]
		got, err := s.Reset(context.Background(), start, r.Uint64())
		if err != nil {
			return fmt.Errorf("reset %d to %s: %w", i, start, err)
		}
		if !got.Equal(start) {
			return fmt.Errorf("reset %d to %s made %s", i, start, got)
		}
		if r.IntN(2) == 0 { // what an action did mustn't outlive the next reset
			if _, err := s.Act(context.Background(), v.spec.Actions[r.IntN(len(v.spec.Actions))].ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkRepresentation: an inventory is what it holds, not how it is stored.
func checkRepresentation(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	s, err := w.Open(context.Background())
	if err != nil {
		return err
	}
	defer s.Close()
	full := make([]int, len(v.items)+1)
	for i := range full {
		full[i] = 9
	}
	// The stock names an item that no world has, of which there is none: allowed.
	stock := interaction.NewStock(append(slices.Clone(v.items), noItem), full)
	for _, t := range v.trials() {
		var over []interaction.Override
		for i := range stock.Len() {
			if n := t.Start.Count(stock.Name(i)); n != stock.Count(i) {
				over = append(over, interaction.Override{Index: i, Count: n})
			}
		}
		var first interaction.Outcome
		for i, start := range []interaction.State{
			t.Start,
			interaction.NewState(stock, over),
			interaction.State{}.With(t.Start.Stacks()),
			interaction.StateOf(t.Start.Map()),
		} {
			t.Start = start
			o, fault := interaction.Execute(context.Background(), s, t, runSeed)
			if fault != nil {
				return fmt.Errorf("form %d of %s: %w", i, start, fault)
			}
			if i == 0 {
				first = o
			}
			if v.spec.Caps.Seeds && !reflect.DeepEqual(o, first) {
				return fmt.Errorf("%s from %s, stored in form %d, gave %+v, not %+v", t.Action, start, i, o, first)
			}
		}
	}
	return nil
}

// checkIndependent: what one session does, and that it ends, is nothing to another.
func checkIndependent(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	ctx := context.Background()
	a, err := w.Open(ctx)
	if err != nil {
		return err
	}
	defer a.Close()
	for _, t := range v.some(r) {
		want, fault := interaction.Execute(ctx, a, t, runSeed)
		if fault != nil {
			return fault
		}
		seed := t.Key().Seed(runSeed)
		if _, err := a.Reset(ctx, t.Start, seed); err != nil {
			return err
		}
		b, err := w.Open(ctx)
		if err != nil {
			return err
		}
		other := v.starts[r.IntN(len(v.starts))]
		_, err = b.Reset(ctx, other, ^seed)
		if err == nil {
			_, err = b.Act(ctx, v.spec.Actions[r.IntN(len(v.spec.Actions))].ID)
		}
		if err = errors.Join(err, b.Close()); err != nil {
			return fmt.Errorf("the other session: %w", err)
		}
		after, err := a.Act(ctx, t.Action)
		if err != nil {
			return err
		}
		got := want
		got.Consumed, got.Obtained = interaction.Record(t.Start, after)
		if v.spec.Caps.Seeds && !reflect.DeepEqual(got, want) {
			return fmt.Errorf("%s from %s gave %+v alone and %+v with another session at work", t.Action, t.Start, want, got)
		}
	}
	return nil
}
