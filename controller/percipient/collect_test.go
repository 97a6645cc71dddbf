package percipient

import (
	"context"
	"errors"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// strip is a world of cells whose episodes end after a number of steps (lasts).
type strip struct {
	lasts, steps, begun int
	did                 map[interaction.Action]bool
}

func (s *strip) Spec() interaction.Spec {
	return interaction.Spec{ID: "strip", Actions: []interaction.ActionSpec{{ID: "a"}},
		Ground: &interaction.Ground{Moves: [4]interaction.Action{"w", "e", "n", "s"}, Wait: "wait", Things: []interaction.Thing{{Name: "grass"}}},
		Shots:  []interaction.Shot{{View: interaction.Above, Width: 8, Height: 8}}}
}
func (s *strip) Open(context.Context) (interaction.Session, error) { return s, nil }
func (s *strip) Close() error                                      { return nil }
func (s *strip) Begin(context.Context, interaction.State, uint64) (interaction.State, error) {
	s.begun, s.steps = s.begun+1, 0
	return interaction.State{}, nil
}
func (s *strip) Step(_ context.Context, a interaction.Action) (interaction.State, error) {
	s.did[a] = true
	if s.steps++; s.steps > s.lasts {
		return interaction.State{}, interaction.ErrEnded
	}
	return interaction.State{}, nil
}
func (s *strip) Shoot(interaction.Shot, []byte) (interaction.Frame, error) {
	return interaction.Frame{}, nil
}
func (s *strip) Tell(interaction.Shot) (interaction.Scene, error) { return interaction.Scene{}, nil }

// Pictures of cells are taken going about, and episodes that end are begun anew, unless they all end at once.
func TestCollectGrids(t *testing.T) {
	s := &strip{lasts: 5, did: map[interaction.Action]bool{}}
	places := 0
	err := Collect(t.Context(), s, Collection{Places: 10, Seed: 1, Size: 8}, func(int, []Labelled) error { places++; return nil })
	if err != nil || places != 10 || s.begun < 10*Views/5 {
		t.Errorf("%d places, %d episodes, %v", places, s.begun, err)
	}
	if len(s.did) != 6 {
		t.Errorf("it did %v: not all that can be done", s.did)
	}
	if err := Collect(t.Context(), &strip{did: map[interaction.Action]bool{}}, Collection{Places: 1, Size: 8}, func(int, []Labelled) error { return nil }); !errors.Is(err, interaction.ErrEnded) {
		t.Errorf("episodes that end at once: %v", err)
	}
}
