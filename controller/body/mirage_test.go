package body_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// ledge is a row of cells, some of which look like pits.
type ledge struct {
	interaction.World
	row    string
	mirage bool // what looks like a pit is none
	short  int  // after so many steps it ends; zero: it doesn't
	steps  int
	x      int
	facing int
}

func (l *ledge) Spec() interaction.Spec {
	return interaction.Spec{ID: "ledge", Fingerprint: "1", Caps: interaction.Caps{Starts: interaction.Episodes},
		Actions: []interaction.ActionSpec{{ID: "a"}},
		Factors: []interaction.Factor{{Name: "health", Kind: interaction.Vital, Max: 9}},
		Ground: &interaction.Ground{Moves: [4]interaction.Action{"w", "e", "n", "s"}, Wait: "z", Persist: 1,
			Things: []interaction.Thing{{Name: "floor"}, {Name: "pit"}}}}
}

func (l *ledge) Open(context.Context) (interaction.Session, error) { return l, nil }
func (l *ledge) Close() error                                      { return nil }
func (l *ledge) state() interaction.State                          { return interaction.StateOf(map[string]int{"health": 9}) }

func (l *ledge) Begin(context.Context, interaction.State, uint64) (interaction.State, error) {
	l.x, l.facing, l.steps = 0, 1, 0
	return l.state(), nil
}

func (l *ledge) Step(_ context.Context, a interaction.Action) (interaction.State, error) {
	if l.steps++; l.steps == l.short {
		return interaction.State{}, interaction.ErrEnded
	}
	d := slices.Index(l.Spec().Ground.Moves[:], a)
	if d < 0 {
		return l.state(), nil
	}
	l.facing = d
	if x := l.x + interaction.Steps[d][0]; x >= 0 && x < len(l.row) && interaction.Steps[d][1] == 0 {
		if l.x = x; l.row[x] == '~' && !l.mirage {
			return interaction.State{}, interaction.ErrEnded
		}
	}
	return l.state(), nil
}

func (l *ledge) Look() interaction.Sight {
	s := interaction.Sight{Width: 5, Height: 3, Facing: l.facing, Cells: slices.Repeat([]int{interaction.Unseen}, 15)}
	for i := range s.Width {
		if x := l.x + i - s.Width/2; x >= 0 && x < len(l.row) {
			s.Cells[s.Width+i] = strings.IndexByte(".~", l.row[x])
		}
	}
	return s
}

// Who was once mistaken in what it walked on doesn't take it to be safe for ever: the next who goes there and dies knows
// better, and those after that keep off.
func TestMirage(t *testing.T) {
	var known []interaction.Lesson
	for i, c := range []struct {
		mirage, dies bool
	}{{true, false}, {false, true}, {false, false}} {
		w := begin(t, &ledge{row: "..~.......", mirage: c.mirage}, known)
		var err error
		for n := 0; n < 8 && err == nil; n++ {
			_, _, err = w.(interaction.Placer).Explore(t.Context())
		}
		if dies := errors.Is(err, interaction.ErrEnded); dies != c.dies {
			t.Fatalf("life %d ends by going into a pit: %v, want %v (%v)", i, dies, c.dies, err)
		}
		known = append(known, w.Lessons()...)
	}
	if !slices.Contains(known, interaction.Lesson{Thing: "pit", Is: interaction.Deadly}) {
		t.Errorf("that pits are deadly isn't among %v", known)
	}
}

// An episode that ends early doesn't make the ground deadly that one stood on.
func TestEarlyEnd(t *testing.T) {
	known := []interaction.Lesson{{Thing: "floor", Is: interaction.Deadly}}
	for i := range 3 {
		w := begin(t, &ledge{row: "..........", short: 4}, known)
		var err error
		for n := 0; n < 8 && err == nil; n++ {
			_, _, err = w.(interaction.Placer).Explore(t.Context())
		}
		if !errors.Is(err, interaction.ErrEnded) || slices.Contains(w.Lessons(), interaction.Lesson{Thing: "floor", Is: interaction.Deadly}) {
			t.Errorf("life %d: %d steps, %v, lessons %v", i, w.Steps(), err, w.Lessons())
		}
		known = append(known, w.Lessons()...)
	}
}
