package conformance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/adam-discovery/adam/interaction"
)

// checkPictures: a world that says that it has pictures shows each of them, of its size, as often as it is asked, and that
// changes nothing; one of no size is refused.
func checkPictures(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	if len(v.spec.Shots) == 0 {
		return skipped("the world doesn't say that it has pictures")
	}
	seed := r.Uint64()
	s, start, err := v.session(w, v.starts[0], seed)
	if err != nil {
		return err
	}
	defer s.Close()
	camera, ok := s.(interaction.Camera)
	if !ok {
		return errors.New("the world says that it has pictures, and its sessions show none")
	}
	for _, shot := range v.spec.Shots {
		f, err := camera.Shoot(shot, nil)
		if err != nil {
			return fmt.Errorf("a picture of %d by %d pixels, %s: %w", shot.Width, shot.Height, shot.View, err)
		}
		if err := f.Validate(); err != nil || f.Shot != shot {
			return fmt.Errorf("asked for %+v, got %+v with %d bytes", shot, f.Shot, len(f.RGB))
		}
		again, err := camera.Shoot(shot, make([]byte, len(f.RGB)))
		if err != nil {
			return err
		}
		if !bytes.Equal(f.RGB, again.RGB) {
			return fmt.Errorf("two pictures %s of the same moment differ", shot.View)
		}
	}
	if _, err := camera.Shoot(interaction.Shot{View: interaction.Above}, nil); err == nil {
		return errors.New("a picture of no size was taken")
	}
	if !v.spec.Caps.Seeds {
		return nil
	}
	// Whoever looks on doesn't change what happens.
	other, begun, err := v.session(w, v.starts[0], seed)
	if err != nil {
		return err
	}
	defer other.Close()
	if !begun.Equal(start) {
		return fmt.Errorf("a session began with %s, and another of the same seed with %s", start, begun)
	}
	for n := range 20 {
		a := v.action(r)
		got, err := s.Step(context.Background(), a)
		if errors.Is(err, interaction.ErrEnded) {
			return nil
		} else if err != nil {
			return err
		}
		want, err := other.Step(context.Background(), a)
		if err != nil || !got.Equal(want) {
			return fmt.Errorf("step %d holds %s after pictures were taken, and %s (%v) without", n, got, want, err)
		}
		if _, err := camera.Shoot(v.spec.Shots[0], nil); err != nil {
			return err
		}
	}
	return nil
}
