package conformance

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"sync"

	"github.com/adam-discovery/adam/interaction"
)

func checkSeeds(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	if !v.spec.Caps.Seeds {
		return skipped("the world doesn't honour seeds")
	}
	trials := v.trials()
	play := func(w interaction.World, order []int, outcomes []interaction.Outcome) error {
		s, err := w.Open(context.Background())
		if err != nil {
			return err
		}
		defer s.Close()
		for _, i := range order {
			o, fault := interaction.Execute(context.Background(), s, trials[i], runSeed)
			if fault != nil {
				return fault
			}
			outcomes[i] = o
		}
		return nil
	}
	differ := func(what string, got, want []interaction.Outcome) error {
		for i, t := range trials {
			if !reflect.DeepEqual(got[i], want[i]) {
				return fmt.Errorf("%s from %s: %+v in %s, %+v before", t.Action, t.Start, got[i], what, want[i])
			}
		}
		return nil
	}
	order := make([]int, len(trials))
	for i := range order {
		order[i] = i
	}
	want, got := make([]interaction.Outcome, len(trials)), make([]interaction.Outcome, len(trials))
	if err := play(w, order, want); err != nil {
		return err
	}
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	if err := errors.Join(play(w, order, got), differ("another session and order", got, want)); err != nil {
		return err
	}
	other := world()
	clear(got)
	var wg sync.WaitGroup
	errs := make([]error, 4)
	for k := range errs {
		wg.Go(func() { errs[k] = play(other, order[k*len(order)/4:(k+1)*len(order)/4], got) })
	}
	wg.Wait()
	return errors.Join(errors.Join(errs...), differ("four sessions at once of another world", got, want))
}

// checkGame: after a reset a session may act as often as it likes, each time from what
// the time before left; the seed decides the whole game; and a reset ends it.
func checkGame(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	ctx := context.Background()
	trial := v.trials()[r.IntN(len(v.trials()))]
	moves := make([]interaction.Action, 60)
	for i := range moves {
		moves[i] = v.spec.Actions[r.IntN(len(v.spec.Actions))].ID
	}
	start, seed := v.starts[r.IntN(len(v.starts))], r.Uint64()
	var games [2][]interaction.State
	var after [2]interaction.Outcome
	for g := range games {
		s, err := w.Open(ctx)
		if err != nil {
			return err
		}
		defer s.Close()
		if _, err := s.Reset(ctx, start, seed); err != nil {
			return err
		}
		before := start
		for i, a := range moves {
			now, err := s.Act(ctx, a)
			if err != nil {
				return fmt.Errorf("act %d of a game, %s from %s: %w", i+1, a, before, err)
			}
			// What a state says of its items must be what an observer sees in it.
			if !now.Equal(interaction.StateOf(now.Map())) {
				return fmt.Errorf("act %d of a game left %s, which isn't what it holds", i+1, now)
			}
			games[g] = append(games[g], now)
			before = now
		}
		var fault *interaction.Fault
		if after[g], fault = interaction.Execute(ctx, s, trial, runSeed); fault != nil {
			return fmt.Errorf("a trial after a game: %w", fault)
		}
	}
	if !v.spec.Caps.Seeds {
		return nil
	}
	for i := range moves {
		if a, b := games[0][i], games[1][i]; !a.Equal(b) {
			return fmt.Errorf("act %d (%s) of a game left %s, and %s with the same seed and acts", i+1, moves[i], a, b)
		}
	}
	if !reflect.DeepEqual(after[0], after[1]) {
		return fmt.Errorf("%s from %s after equal games gave %+v and %+v", trial.Action, trial.Start, after[0], after[1])
	}
	return nil
}
