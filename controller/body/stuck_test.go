package body_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/adam-discovery/adam/interaction"
)

// tunnel is a row of cells between walls, in which a moth may sit on the first rock to the east, with which nothing can be done.
type tunnel struct {
	cells     []byte
	x, facing int
	moth      bool
	stones    int
}

const tunnelSymbols = ".#oWm"

func (k *tunnel) Spec() interaction.Spec {
	g := &interaction.Ground{Moves: [4]interaction.Action{"w", "e", "n", "s"}, Wait: "stay", Persist: 1}
	g.Things = []interaction.Thing{{Name: "floor"}, {Name: "rock", Does: "do_rock"}, {Name: "ore", Does: "do_ore"}, {Name: "wall"}, {Name: "moth"}}
	return interaction.Spec{ID: "tunnel", Fingerprint: "1", Actions: []interaction.ActionSpec{{ID: "do_rock"}, {ID: "do_ore"}},
		Caps: interaction.Caps{Starts: interaction.Episodes}, Ground: g, Factors: []interaction.Factor{{Name: "stone", Kind: interaction.Item}}}
}

func (k *tunnel) Open(context.Context) (interaction.Session, error) { return k, nil }
func (k *tunnel) Close() error                                      { return nil }
func (k *tunnel) Begin(context.Context, interaction.State, uint64) (interaction.State, error) {
	return interaction.State{}, nil
}

func (k *tunnel) at(x int) byte {
	if x < 0 || x >= len(k.cells) {
		return 'W'
	}
	return k.cells[x]
}

func (k *tunnel) Step(_ context.Context, a interaction.Action) (interaction.State, error) {
	for d, m := range k.Spec().Ground.Moves {
		if a == m {
			if k.facing = d; d < 2 && k.at(k.x+interaction.Steps[d][0]) == '.' {
				k.x += interaction.Steps[d][0]
			}
		}
	}
	ahead := k.x + interaction.Steps[k.facing][0]
	if a == "do_rock" && k.facing < 2 && k.at(ahead) == '#' {
		k.cells[ahead] = '.'
		k.stones++
	}
	return interaction.StateOf(map[string]int{"stone": k.stones}), nil
}

func (k *tunnel) Look() interaction.Sight {
	s := interaction.Sight{Width: 13, Height: 3, Facing: k.facing}
	for y := -1; y <= 1; y++ {
		moth := k.moth
		for x := k.x - 6; x <= k.x+6; x++ {
			c := byte('W')
			if y == 0 {
				c = k.at(x)
			}
			if c == '#' && moth && x > k.x {
				c, moth = 'm', false
			}
			for i, symbol := range []byte(tunnelSymbols) {
				if c == symbol {
					s.Cells = append(s.Cells, i)
				}
			}
		}
	}
	return s
}

// Where something sits in the way that nothing can be done to, the search ends: it takes no step, so nothing changes.
func TestSearchEnds(t *testing.T) {
	k := &tunnel{cells: []byte("W#.##o"), x: 2, facing: 1}
	walker := begin(t, k, []interaction.Lesson{{Thing: "floor", Is: interaction.Walkable}, {Thing: "rock", Is: interaction.Barred}, {Thing: "rock", Is: interaction.Cleared},
		{Thing: "ore", Is: interaction.Barred}, {Thing: "wall", Is: interaction.Barred}, {Thing: "moth", Is: interaction.Barred}, {Thing: "moth", Is: interaction.Roaming}})
	for _, a := range []interaction.Action{"e", "do_rock"} { // then it knows what becomes of rock
		if _, err := walker.Step(t.Context(), a); err != nil {
			t.Fatal(err)
		}
	}
	k.moth = true
	if _, err := walker.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if _, err := walker.Approach(ctx, "do_ore", interaction.Where{}); !errors.Is(err, interaction.ErrNoWay) {
		t.Errorf("behind the moth: %v; at %d of %s", err, k.x, k.cells)
	}
	k.moth = false
	if _, err := walker.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := walker.Approach(t.Context(), "do_ore", interaction.Where{}); err != nil {
		t.Errorf("when it is gone: %v", err)
	}
}
