package body_test

import (
	"context"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// dusk is a meadow with rocks and an ox that walks to and fro. Every hundredth step a rock and the grass beside it are taken
// for each other.
type dusk struct{ step int }

func (d *dusk) Spec() interaction.Spec {
	g := &interaction.Ground{Moves: [4]interaction.Action{"w", "e", "n", "s"}, Wait: "stay"}
	g.Things = []interaction.Thing{{Name: "grass"}, {Name: "rock", Does: "do_rock"}, {Name: "ox", Does: "do_ox"}}
	return interaction.Spec{ID: "dusk", Fingerprint: "1", Actions: []interaction.ActionSpec{{ID: "do_rock"}, {ID: "do_ox"}}, Caps: interaction.Caps{Starts: interaction.Episodes}, Ground: g}
}

func (d *dusk) Open(context.Context) (interaction.Session, error) { return d, nil }
func (d *dusk) Close() error                                      { return nil }
func (d *dusk) Begin(context.Context, interaction.State, uint64) (interaction.State, error) {
	return interaction.State{}, nil
}

func (d *dusk) Step(context.Context, interaction.Action) (interaction.State, error) {
	d.step++
	return interaction.State{}, nil
}

func (d *dusk) Look() interaction.Sight {
	s := interaction.Sight{Width: 9, Height: 7, Cells: make([]int, 63), Facing: 0}
	for i := range 9 {
		s.Cells[i] = 1
	}
	if d.step%100 == 99 {
		s.Cells[4], s.Cells[9+4] = 0, 1
	}
	s.Cells[5*9+2+d.step/8%2] = 2
	return s
}

// What moves roams, and what is misread now and then doesn't: a rock that was taken to roam would never be dug through.
func TestWhatIsMisreadDoesntRoam(t *testing.T) {
	w := begin(t, &dusk{}, []interaction.Lesson{{Thing: "grass", Is: interaction.Walkable}, {Thing: "rock", Is: interaction.Barred}, {Thing: "ox", Is: interaction.Barred}})
	for range 1000 {
		if _, err := w.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for thing, want := range map[string]bool{"ox": true, "rock": false} {
		if is := slices.Contains(w.Lessons(), interaction.Lesson{Thing: thing, Is: interaction.Roaming}); is != want {
			t.Errorf("the %s is taken to roam: %v", thing, is)
		}
	}
}
