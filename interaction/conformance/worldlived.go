package conformance

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/adam-discovery/adam/interaction"
)

// Checks of worlds that begin at their own start, or not at all.

// episodeSteps bounds how many steps of an episode are played.
const episodeSteps = 200

// checkAnew: each beginning is one: it is possible, and where the world honours seeds it
// is the same as that of another session with the same seed.
func checkAnew(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	ctx := context.Background()
	s, err := w.Open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	for i := range 10 {
		seed := r.Uint64()
		got, err := s.Begin(ctx, interaction.State{}, seed)
		if err != nil {
			return fmt.Errorf("beginning %d: %w", i, err)
		}
		if err := v.possible(got); err != nil {
			return fmt.Errorf("beginning %d: %w", i, err)
		}
		if v.spec.Caps.Seeds {
			other, want, err := v.session(w, interaction.State{}, seed)
			if err != nil {
				return err
			}
			if err := other.Close(); err != nil {
				return err
			}
			if !got.Equal(want) {
				return fmt.Errorf("beginning %d after other episodes holds %s, and %s in a new session with the same seed", i, got, want)
			}
		}
		for range 20 {
			if _, err := s.Step(ctx, v.action(r)); errors.Is(err, interaction.ErrEnded) {
				break
			} else if err != nil {
				return err
			}
		}
	}
	return nil
}

// checkEnd: once an episode has ended, nothing happens until the next begins.
func checkEnd(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	ctx := context.Background()
	s, _, err := v.session(w, interaction.State{}, r.Uint64())
	if err != nil {
		return err
	}
	defer s.Close()
	for range episodeSteps {
		_, err := s.Step(ctx, v.action(r))
		if err == nil {
			continue
		}
		if !errors.Is(err, interaction.ErrEnded) {
			return err
		}
		if now, err := s.Step(ctx, v.action(r)); !errors.Is(err, interaction.ErrEnded) {
			return fmt.Errorf("a step after the end of the episode: %s and the error %w; it should say that the episode has ended", now, cmpErr(err))
		}
		if _, err := s.Begin(ctx, interaction.State{}, r.Uint64()); err != nil {
			return fmt.Errorf("a beginning after the end of an episode: %w", err)
		}
		if _, err := s.Step(ctx, v.action(r)); err != nil {
			return fmt.Errorf("the first step of an episode after another one had ended: %w", err)
		}
		return nil
	}
	return skipped(fmt.Sprintf("no episode ended within %d steps", episodeSteps))
}

func cmpErr(err error) error {
	if err == nil {
		return errors.New("none")
	}
	return err
}

// checkGoesOn: a world of one life goes on where it is: a beginning changes nothing by
// itself.
func checkGoesOn(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	ctx := context.Background()
	s, _, err := v.session(w, interaction.State{}, r.Uint64())
	if err != nil {
		return err
	}
	defer s.Close()
	for i := range 20 {
		now, err := s.Step(ctx, v.action(r))
		if errors.Is(err, interaction.ErrEnded) {
			return skipped("the life ended")
		} else if err != nil {
			return err
		}
		again, err := s.Begin(ctx, interaction.State{}, r.Uint64())
		if err != nil {
			return fmt.Errorf("beginning %d: %w", i, err)
		}
		for name, n := range now.Map() { // the world may do something by itself
			if v.factor(name).Kind == interaction.Item && again.Level(name) < n {
				return fmt.Errorf("there were %d of %q, and after a beginning %d: a world of one life has no other beginning", n, name, again.Level(name))
			}
		}
	}
	return nil
}
