package conformance

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// Checks of worlds that begin at any start.

// checkStart: a session begins where it was told to, but for what a start can't set.
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
		got, err := s.Begin(context.Background(), start, r.Uint64())
		if err != nil {
			return fmt.Errorf("beginning %d, at %s: %w", i, start, err)
		}
		if !v.settable(got).Equal(start) {
			return fmt.Errorf("beginning %d, at %s, made %s", i, start, got)
		}
		if err := v.possible(got); err != nil {
			return fmt.Errorf("beginning %d, at %s: %w", i, start, err)
		}
		if r.IntN(2) == 0 { // what an action did mustn't outlive the next beginning
			if _, err := s.Step(context.Background(), v.action(r)); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkRepresentation: a state is what it holds, not how it is written.
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
	// The vocabulary knows a factor that no world has, of which there is none: allowed.
	known := interaction.NewVocabulary(9, nil)
	for _, name := range append(slices.Clone(v.factors), noFactor) {
		known.Add(name)
	}
	for _, t := range v.trials() {
		var levels []interaction.Level
		for i := range known.Len() {
			levels = append(levels, interaction.Level{Factor: i, Level: t.Start.Level(known.Name(i))})
		}
		var first interaction.Outcome
		for i, start := range []interaction.State{
			t.Start,
			known.Cut(interaction.Plenty, known.Len()).Set(levels),
			known.Cut(interaction.One, known.Len()-1).Set(levels),
			known.Adopt(t.Start),
		} {
			t.Start = start
			o, fault := interaction.Execute(context.Background(), s, t, runSeed)
			if fault != nil {
				return fmt.Errorf("form %d of %s: %w", i, start, fault)
			}
			if i == 0 {
				first = o
			}
			if v.spec.Caps.Seeds && !Alike(o, first) {
				return fmt.Errorf("%s, with its start stored in form %d, %s, not %s", t.Action, i, said(o), said(first))
			}
		}
	}
	return nil
}

// checkLimits: what the world says it doesn't have it doesn't begin with.
func checkLimits(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	var starts []map[string]int
	for _, f := range v.spec.Factors {
		if top := f.Top(); top > 0 && !f.Fixed {
			starts = append(starts, map[string]int{f.Name: top + 1})
		}
	}
	for _, x := range v.spec.Exclusions {
		all := map[string]int{}
		for _, name := range x.Factors {
			if f := v.factor(name); !f.Fixed {
				all[name] = 1
			}
		}
		if v.excluded(all) {
			starts = append(starts, all)
		}
	}
	if len(starts) == 0 {
		return skipped("the world says of no factor that it is limited")
	}
	s, err := w.Open(context.Background())
	if err != nil {
		return err
	}
	defer s.Close()
	for _, levels := range starts {
		start := interaction.StateOf(levels)
		got, err := s.Begin(context.Background(), start, 1)
		if err != nil {
			var fault *interaction.Fault
			if !errors.As(err, &fault) || fault.Dead {
				return fmt.Errorf("a beginning at %s, which the world says it doesn't have: %w", start, err)
			}
		} else if err := v.possible(got); err != nil {
			return fmt.Errorf("a beginning at %s, which the world says it doesn't have: %w", start, err)
		}
	}
	return nil
}

// checkBatch: a batch says of each trial what the trial alone says, broken ones
// among them or not.
func checkBatch(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	most := v.spec.Caps.Batch
	if most <= 1 {
		return skipped("the world doesn't take batches")
	}
	ctx := context.Background()
	s, err := w.Open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	b, ok := s.(interaction.Batcher)
	if !ok {
		return fmt.Errorf("the world takes batches of %d, but its sessions don't", most)
	}
	trials := v.trials()
	r.Shuffle(len(trials), func(i, j int) { trials[i], trials[j] = trials[j], trials[i] })
	trials = trials[:min(len(trials), most)]
	want := make([]interaction.Outcome, len(trials))
	for i, t := range trials {
		o, fault := interaction.Execute(ctx, s, t, runSeed)
		if fault != nil {
			return fault
		}
		want[i] = o
	}
	same := func(what string, got []interaction.Outcome, skip int) error {
		if len(got) != len(want) {
			return fmt.Errorf("%s: %d outcomes of %d trials", what, len(got), len(want))
		}
		for i, t := range trials {
			if i == skip {
				continue
			}
			if got[i].Key != t.Key() || got[i].Status != interaction.Completed {
				return fmt.Errorf("%s: %s from %s: %s", what, t.Action, t.Start, said(got[i]))
			}
			if v.spec.Caps.Seeds && !Alike(got[i], want[i]) {
				return fmt.Errorf("%s: %s %s, alone %s", what, t.Action, said(got[i]), said(want[i]))
			}
		}
		return nil
	}
	got, err := b.Batch(ctx, trials, runSeed)
	if err = errors.Join(err, same("a batch", got, -1)); err != nil {
		return err
	}
	broken := r.IntN(len(trials))
	trials[broken].Action = noAction
	got, err = b.Batch(ctx, trials, runSeed)
	if err == nil || len(got) == len(trials) && got[broken].Status != interaction.Faulted {
		return errors.New("an unknown action in a batch: no fault")
	}
	return same("a batch with an unknown action", got, broken)
}
