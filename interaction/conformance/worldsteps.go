package conformance

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// Checks of all worlds, however they begin.

// play takes steps until the moves are done or the episode ends.
func play(s interaction.Session, moves []interaction.Action, visit func(i int, now interaction.State) error) error {
	for i, a := range moves {
		now, err := s.Step(context.Background(), a)
		if errors.Is(err, interaction.ErrEnded) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("step %d of a game, %s: %w", i+1, a, err)
		}
		if err := visit(i, now); err != nil {
			return err
		}
	}
	return nil
}

func (v survey) moves(r *rand.Rand, n int) []interaction.Action {
	out := make([]interaction.Action, n)
	for i := range out {
		out[i] = v.action(r)
	}
	return out
}

// checkObservations: whatever is done, there is only what the world says there can be.
func checkObservations(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	for range 4 {
		s, now, err := v.session(w, v.starts[r.IntN(len(v.starts))], r.Uint64())
		if err != nil {
			return err
		}
		defer s.Close()
		if err := v.possible(now); err != nil {
			return fmt.Errorf("a beginning: %w", err)
		}
		err = play(s, v.moves(r, 60), func(i int, now interaction.State) error {
			if err := v.possible(now); err != nil {
				return fmt.Errorf("step %d of a game: %w", i+1, err)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// checkMemory: a session remembers. What a step left is there when the next begins, and
// what that one takes away isn't what the one before had given. It is told from what the
// action itself takes away by doing it at once, from the same state.
func checkMemory(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	if v.spec.Caps.Starts != interaction.AnyStart {
		return v.remembers(r, w)
	}
	ctx := context.Background()
	s, err := w.Open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	const tries, fresh, enough = 200, 8, 3
	lost := 0
	for range tries {
		start := v.starts[r.IntN(len(v.starts))]
		if _, err := s.Begin(ctx, start, r.Uint64()); err != nil {
			return err
		}
		first, second := v.action(r), v.action(r)
		between, err := s.Step(ctx, first)
		if err != nil {
			return err
		}
		after, err := s.Step(ctx, second)
		if err != nil {
			return err
		}
		for _, c := range interaction.Changes(between, after) {
			if c.Gain() >= 0 || v.factor(c.Factor).Kind != interaction.Item {
				continue
			}
			explained := false
			for range fresh {
				if _, err := s.Begin(ctx, v.settable(between), r.Uint64()); err != nil {
					return err
				}
				now, err := s.Step(ctx, second)
				if err != nil {
					return err
				}
				explained = explained || now.Level(c.Factor) < between.Level(c.Factor)
			}
			if !explained {
				if lost++; lost == enough {
					return fmt.Errorf("after %s there were %d of %q, and after %s then %d, though %s doesn't take any from there: is what a step leaves forgotten before the next?",
						first, c.From, c.Factor, second, c.To, second)
				}
				break
			}
		}
	}
	return nil
}

// remembers: what isn't taken by an action that takes nothing is still there.
func (v survey) remembers(r *rand.Rand, w interaction.World) error {
	total, vanished := 0, 0
	for range 3 {
		s, was, err := v.session(w, interaction.State{}, r.Uint64())
		if err != nil {
			return err
		}
		defer s.Close()
		before := map[string]int{} // the levels from which the last step raised items
		err = play(s, v.moves(r, episodeSteps), func(_ int, now interaction.State) error {
			for name, n := range before {
				total++
				if now.Level(name) <= n {
					vanished++
				}
			}
			clear(before)
			for _, c := range interaction.Changes(was, now) {
				if c.Gain() > 0 && v.factor(c.Factor).Kind == interaction.Item {
					before[c.Factor] = c.From
				}
			}
			was = now
			return nil
		})
		if err != nil {
			return err
		}
	}
	if total > 10 && 2*vanished > total {
		return fmt.Errorf("%d of %d gains were gone after the next step: is what a step leaves forgotten before the next?", vanished, total)
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
	if v.spec.Caps.Starts == interaction.OneLife {
		return skipped("sessions share the life of a world that has one")
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
		before, err := a.Begin(ctx, t.Start, seed)
		if err != nil {
			return err
		}
		b, _, err := v.session(w, v.starts[r.IntN(len(v.starts))], ^seed)
		if err != nil {
			return fmt.Errorf("the other session: %w", err)
		}
		_, err = b.Step(ctx, v.action(r))
		if errors.Is(err, interaction.ErrEnded) {
			err = nil
		}
		if err = errors.Join(err, b.Close()); err != nil {
			return fmt.Errorf("the other session: %w", err)
		}
		after, err := a.Step(ctx, t.Action)
		if errors.Is(err, interaction.ErrEnded) {
			continue
		} else if err != nil {
			return err
		}
		if got := t.Completed(before, after); v.spec.Caps.Seeds && !Alike(got, want) {
			return fmt.Errorf("%s alone %s, and with another session at work %s", t.Action, said(want), said(got))
		}
	}
	return nil
}

// checkSeeds: equal seeds make equal games, in any session, in any order and at once.
func checkSeeds(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	switch {
	case !v.spec.Caps.Seeds:
		return skipped("the world doesn't honour seeds")
	case v.spec.Caps.Starts == interaction.OneLife:
		return skipped("a world of one life isn't begun anew")
	}
	if err := equalGames(r, v, w); err != nil || v.spec.Caps.Starts != interaction.AnyStart {
		return err
	}
	trials := v.trials()
	run := func(w interaction.World, order []int, outcomes []interaction.Outcome) error {
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
			if !Alike(got[i], want[i]) {
				return fmt.Errorf("%s in %s %s, before %s", t.Action, what, said(got[i]), said(want[i]))
			}
		}
		return nil
	}
	order := make([]int, len(trials))
	for i := range order {
		order[i] = i
	}
	want, got := make([]interaction.Outcome, len(trials)), make([]interaction.Outcome, len(trials))
	if err := run(w, order, want); err != nil {
		return err
	}
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	if err := errors.Join(run(w, order, got), differ("another session and order", got, want)); err != nil {
		return err
	}
	other := world()
	clear(got)
	var wg sync.WaitGroup
	errs := make([]error, 4)
	for k := range errs {
		wg.Go(func() { errs[k] = run(other, order[k*len(order)/4:(k+1)*len(order)/4], got) })
	}
	wg.Wait()
	return errors.Join(errors.Join(errs...), differ("four sessions at once of another world", got, want))
}

// equalGames: the seed and the steps decide a whole game.
func equalGames(r *rand.Rand, v survey, w interaction.World) error {
	moves := v.moves(r, 60)
	start, seed := v.starts[r.IntN(len(v.starts))], r.Uint64()
	var games [2][]interaction.State
	for g := range games {
		s, now, err := v.session(w, start, seed)
		if err != nil {
			return err
		}
		defer s.Close()
		games[g] = append(games[g], now)
		err = play(s, moves, func(_ int, now interaction.State) error { games[g] = append(games[g], now); return nil })
		if err != nil {
			return err
		}
	}
	if len(games[0]) != len(games[1]) {
		return fmt.Errorf("a game ended after %d steps, and after %d with the same seed and steps", len(games[0])-1, len(games[1])-1)
	}
	for i := range games[0] {
		if a, b := games[0][i], games[1][i]; !a.Equal(b) {
			return fmt.Errorf("step %d of a game left %s, and %s with the same seed and steps", i, a, b)
		}
	}
	return nil
}

// Hanging is the contract suite of a trial that hangs: such a Step ends when its
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

// checkCancelledStep: with a done context, Step returns; if it says what happened, it
// says the truth.
func checkCancelledStep(r *rand.Rand, world func() interaction.World) error {
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
		before, err := s.Begin(context.Background(), t.Start, t.Key().Seed(runSeed))
		if err != nil {
			return err
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		var after interaction.State
		var failed error
		if err := soon("Step with a done context", func() error { after, failed = s.Step(ctx, t.Action); return nil }); err != nil {
			return err
		}
		if failed != nil {
			if errors.Is(failed, interaction.ErrEnded) {
				continue
			}
			if err := stillFine(s, v, interaction.AsFault(failed), want, t); err != nil {
				return err
			}
			continue
		}
		if got := t.Completed(before, after); v.spec.Caps.Seeds && v.spec.Caps.Starts != interaction.OneLife && !Alike(got, want) {
			return fmt.Errorf("%s with a done context: no error, and %s instead of %s", t.Action, said(got), said(want))
		}
	}
	return nil
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
	times := 20
	if !v.spec.Caps.Prompt {
		times = 4
	}
	for range times {
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
		if err := soon("Close beside Step", func() error { wg.Wait(); return nil }); err != nil {
			return err
		}
		err = soon("what follows Close", func() error {
			_ = s.Close()
			if o, fault := interaction.Execute(context.Background(), s, first, runSeed); fault == nil && o.Status == interaction.Completed {
				return fmt.Errorf("a closed session did %s %s", first.Action, said(o))
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
			if _, err := s.Begin(ctx, t.Start, t.Key().Seed(runSeed)); err != nil {
				return err
			}
			done := make(chan error, 1)
			go func() {
				after, err := s.Step(ctx, t.Action)
				if err == nil {
					done <- fmt.Errorf("Step didn't hang, and left %s", after)
					return
				}
				done <- nil
			}()
			return soon("Step that hangs, after "+what+",", func() error { return errors.Join(f(s, cancel), <-done) })
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
