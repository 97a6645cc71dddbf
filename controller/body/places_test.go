package body_test

import (
	"errors"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// A place that was marked is gone back to, from far out of its sight; without memory nothing of it is left, and the
// agent explores all the same. Creatures may keep it from getting back.
func TestRevisits(t *testing.T) {
	for _, forgets := range []bool{false, true} {
		_, s := open(t, "minecraft-41-paper")
		p := s.(interaction.Placer)
		p.Straight()
		if forgets {
			p.Forgetful()
		}
		back := 0
		for seed := range uint64(20) {
			if _, err := p.Begin(t.Context(), interaction.State{}, seed); err != nil {
				t.Fatal(err)
			}
			if p.Marked("here") {
				t.Fatalf("seed %d: an episode begins with a mark", seed)
			}
			p.Mark("here")
			for range 30 {
				if got, err := p.Explore(t.Context()); err != nil {
					t.Fatal(err)
				} else if !got {
					break
				}
			}
			if p.Steps() < 30 {
				t.Errorf("seed %d, forgetful %v: it explored for %d steps", seed, forgets, p.Steps())
			}
			switch err := p.Revisit(t.Context(), "here", func() bool { return false }); {
			case err == nil:
				back++
			case !errors.Is(err, interaction.ErrNoWay):
				t.Fatal(err)
			}
		}
		if forgets && back > 0 || !forgets && back < 10 {
			t.Errorf("forgetful %v: %d of 20 times back", forgets, back)
		}
	}
}
