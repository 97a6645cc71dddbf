package body_test

import (
	"context"
	"testing"

	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/interaction"
)

// den is a passage in rock with a wolf on one side of the agent and an ox on the other.
type den struct {
	wolf, ox int // blows that each still bears
	facing   int
}

func (d *den) Spec() interaction.Spec {
	g := &interaction.Ground{Moves: [4]interaction.Action{"w", "e", "n", "s"}, Wait: "stay"}
	g.Things = []interaction.Thing{{Name: "floor"}, {Name: "rock", Does: "do_rock"}, {Name: "wolf", Does: "do_wolf"}, {Name: "ox", Does: "do_ox"}}
	return interaction.Spec{ID: "den", Fingerprint: "1", Actions: []interaction.ActionSpec{{ID: "do_rock"}, {ID: "do_wolf"}, {ID: "do_ox"}}, Caps: interaction.Caps{Starts: interaction.Episodes}, Ground: g,
		Factors: []interaction.Factor{{Name: "life", Kind: interaction.Vital, Max: 9}}}
}

func (d *den) Open(context.Context) (interaction.Session, error) { return d, nil }
func (d *den) Close() error                                      { return nil }
func (d *den) Begin(context.Context, interaction.State, uint64) (interaction.State, error) {
	return d.state(), nil
}

func (d *den) state() interaction.State {
	out := map[string]int{"life": 9}
	if d.ox == 0 {
		out["meat"] = 1
	}
	return interaction.StateOf(out)
}

func (d *den) Step(_ context.Context, a interaction.Action) (interaction.State, error) {
	switch {
	case a == "w":
		d.facing = 0
	case a == "e":
		d.facing = 1
	case a == "do_ox" && d.facing == 1 && d.ox > 0:
		d.ox--
	case a == "do_wolf" && d.facing == 0 && d.wolf > 0:
		d.wolf--
	}
	return d.state(), nil
}

func (d *den) Look() interaction.Sight {
	s := interaction.Sight{Width: 9, Height: 9, Cells: make([]int, 81), Facing: d.facing}
	for i := range s.Cells {
		s.Cells[i] = 1
	}
	s.Cells[4*9+4] = 0
	s.Cells[4*9+3], s.Cells[4*9+5] = 0, 0
	if d.wolf > 0 {
		s.Cells[4*9+3] = 2
	}
	if d.ox > 0 {
		s.Cells[4*9+5] = 3
	}
	return s
}

// Who faces what roams and is to do something to it does that, whatever stands beside: the one blow comes before the fight.
func TestBlowBeforeTheFight(t *testing.T) {
	d := &den{wolf: 3, ox: 1, facing: 1}
	w, err := body.New(d)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := w.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := opened.(interaction.Walker)
	known := []interaction.Lesson{{Thing: "floor", Is: interaction.Walkable}, {Thing: "rock", Is: interaction.Barred}, {Thing: "ox", Is: interaction.Barred}, {Thing: "ox", Is: interaction.Roaming}}
	for _, is := range []interaction.Trait{interaction.Barred, interaction.Roaming, interaction.Harmful} {
		known = append(known, interaction.Lesson{Thing: "wolf", Is: is})
	}
	s.Learn(known)
	if _, err := s.Begin(t.Context(), interaction.State{}, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Approach(t.Context(), "do_ox", interaction.Where{}); err != nil {
		t.Fatal(err)
	}
	if state, err := s.Here(t.Context(), "do_ox"); err != nil || state.Level("meat") != 1 {
		t.Errorf("there is %v (%v)", state, err)
	}
}
