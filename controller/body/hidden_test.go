package body_test

import (
	"context"
	"testing"

	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/interaction"
)

// curtain is a world of one row in which a cell is seen until the first step, and the one beside it never.
type curtain struct{ drawn bool }

func (c *curtain) Spec() interaction.Spec {
	return interaction.Spec{ID: "curtain", Fingerprint: "1", Actions: []interaction.ActionSpec{{ID: "a"}}, Caps: interaction.Caps{Starts: interaction.Episodes},
		Ground: &interaction.Ground{Moves: [4]interaction.Action{"w", "e", "n", "s"}, Wait: "z", Things: []interaction.Thing{{Name: "floor"}, {Name: "tree"}}}}
}

func (c *curtain) Open(context.Context) (interaction.Session, error) { return c, nil }

func (c *curtain) Begin(context.Context, interaction.State, uint64) (interaction.State, error) {
	return interaction.State{}, nil
}

func (c *curtain) Step(context.Context, interaction.Action) (interaction.State, error) {
	c.drawn = true
	return interaction.State{}, nil
}

func (c *curtain) Close() error { return nil }

func (c *curtain) Look() interaction.Sight {
	s := interaction.Sight{Width: 5, Height: 3, Cells: make([]int, 15), Facing: 1}
	s.Cells[0], s.Cells[1] = 1, interaction.Unseen
	if c.drawn {
		s.Cells[0] = interaction.Unseen
	}
	return s
}

// What is hidden by something for a while is remembered as it was.
func TestRemembersWhatIsHidden(t *testing.T) {
	w, err := body.New(&curtain{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := w.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Begin(t.Context(), interaction.State{}, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := s.(interaction.Walker).Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	m, things := s.(interaction.Mapper).Map(2)
	if c := m.At(-2, -1); c < 0 || things[c] != "tree" {
		t.Errorf("what was a tree is remembered as %d", c)
	}
	if c := m.At(-1, -1); c != interaction.Unseen {
		t.Errorf("what was never seen is remembered as %d", c)
	}
}
