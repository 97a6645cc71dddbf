package conformance

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"

	"github.com/adam-discovery/adam/interaction"
)

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
				return fmt.Errorf("%s: %s from %s gave %+v", what, t.Action, t.Start, got[i])
			}
			if v.spec.Caps.Seeds && !reflect.DeepEqual(got[i], want[i]) {
				return fmt.Errorf("%s: %s from %s gave %+v, alone %+v", what, t.Action, t.Start, got[i], want[i])
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
		return fmt.Errorf("an unknown action in a batch: no fault, and %+v", got)
	}
	return same("a batch with an unknown action", got, broken)
}
