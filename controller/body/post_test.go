package body_test

import (
	"context"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// mine is a map with an ore, rock that can be cleared, and benches and fires that can be put down and are near within a step.
type mine struct{ garden }

const mineSymbols = ".#oBF"

var mineThings = []interaction.Thing{{Name: "grass", Does: "do_grass"}, {Name: "rock", Does: "do_rock"}, {Name: "ore", Does: "do_ore"},
	{Name: "bench", Does: "do_bench", Near: "near_bench"}, {Name: "fire", Does: "do_fire", Near: "near_fire"}}

func (m *mine) Spec() interaction.Spec {
	spec := m.garden.Spec()
	spec.ID, spec.Actions, spec.Ground.Things = "mine", nil, mineThings
	for _, a := range []interaction.Action{"do_grass", "do_rock", "do_ore", "do_bench", "do_fire", "bench", "fire"} {
		spec.Actions = append(spec.Actions, interaction.ActionSpec{ID: a})
	}
	spec.Factors = []interaction.Factor{{Name: "near_bench", Kind: interaction.Fact}, {Name: "near_fire", Kind: interaction.Fact}}
	return spec
}

func (m *mine) Open(context.Context) (interaction.Session, error) { return m, nil }

func (m *mine) Step(ctx context.Context, a interaction.Action) (interaction.State, error) {
	m.digs = true
	if _, err := m.garden.Step(ctx, a); err != nil {
		return interaction.State{}, err
	}
	x, y := m.x+interaction.Steps[m.facing][0], m.y+interaction.Steps[m.facing][1]
	if s := map[interaction.Action]byte{"bench": 'B', "fire": 'F'}[a]; s != 0 && m.at(x, y) == '.' {
		m.cells[y][x] = s
	}
	levels := map[string]int{"rock": m.rocks}
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			switch m.at(m.x+dx, m.y+dy) {
			case 'B':
				levels["near_bench"] = 1
			case 'F':
				levels["near_fire"] = 1
			}
		}
	}
	return interaction.StateOf(levels), nil
}

func (m *mine) Look() interaction.Sight {
	s := interaction.Sight{Width: 9, Height: 9, Facing: m.facing}
	for y := m.y - 4; y <= m.y+4; y++ {
		for x := m.x - 4; x <= m.x+4; x++ {
			c := interaction.Unseen
			for i := range len(mineSymbols) {
				if m.at(x, y) == mineSymbols[i] {
					c = i
				}
			}
			s.Cells = append(s.Cells, c)
		}
	}
	return s
}

// Stations are put down so that the ore can be tried with both near: in the open, and at the end of a tunnel, where it takes clearing
// rock beside it.
func TestStationsBesideAThing(t *testing.T) {
	for name, rows := range map[string][]string{
		"in the open":    {".........", ".........", "....o....", ".........", ".@.......", ".........", "........."},
		"by a wall":      {"#########", "#########", "####o####", ".........", ".@.......", ".........", "........."},
		"in a tunnel":    {"#########", "#########", "###o#####", "###.#####", "###.#####", "###.#####", ".@......."},
		"behind a bench": {".........", "....o....", "...B.....", ".........", ".@.......", ".........", "........."},
	} {
		m := &mine{garden: garden{rows: append([]string{"#########"}, append(rows, "#########", ".........")...)}}
		w := begin(t, m, nil)
		do := func(a interaction.Action, at interaction.Where) {
			t.Helper()
			if _, err := w.Approach(t.Context(), a, at); err != nil {
				t.Fatalf("%s: %s: %v\n%s", name, a, err, gardenMap(&m.garden))
			}
			if _, err := w.Here(t.Context(), a); err != nil {
				t.Fatal(err)
			}
		}
		do("do_rock", interaction.Where{}) // so it knows that rock can be cleared
		do("do_ore", interaction.Where{})
		both := []string{"near_bench", "near_fire"}
		if w.Post("do_ore", interaction.Where{Keep: both[:1]}) < 0 {
			if name == "behind a bench" {
				t.Errorf("%s: it isn't seen", name)
			}
			do("bench", interaction.Where{Beside: "do_ore"})
		} else if name != "behind a bench" {
			t.Errorf("%s: a bench is there already", name)
		}
		if w.Post("do_ore", interaction.Where{Keep: both}) >= 0 {
			t.Errorf("%s: a fire is there already", name)
		}
		do("fire", interaction.Where{With: both[:1], Beside: "do_ore"})
		if w.Post("do_ore", interaction.Where{Keep: both}) < 0 {
			t.Fatalf("%s: no place for the ore with both\n%s", name, gardenMap(&m.garden))
		}
		if w.Post("do_ore", interaction.Where{Keep: both, Avoid: both[1:]}) >= 0 {
			t.Errorf("%s: a place with both and without the fire", name)
		}
		state, err := w.Approach(t.Context(), "do_ore", interaction.Where{Keep: both})
		x, y := m.x+interaction.Steps[m.facing][0], m.y+interaction.Steps[m.facing][1]
		if err != nil || m.at(x, y) != 'o' || state.Level(both[0]) == 0 || state.Level(both[1]) == 0 {
			t.Errorf("%s: %v, %v\n%s", name, state, err, gardenMap(&m.garden))
		}
	}
}

// Where no place for the thing was seen, nothing is put down, and nothing is looked for.
func TestNoStationWithoutAThing(t *testing.T) {
	m := &mine{garden: garden{rows: []string{".........", "....@....", "........."}}}
	w := begin(t, m, nil)
	if _, err := w.Approach(t.Context(), "bench", interaction.Where{Beside: "do_ore"}); err != interaction.ErrNoWay || w.Steps() > 0 {
		t.Errorf("%v after %d steps", err, w.Steps())
	}
	if w.Post("do_ore", interaction.Where{}) >= 0 {
		t.Error("it knows a place for an ore that it never saw")
	}
}

// What there is to be much of is put down in the open, where there is room for it, so that nothing is blocked; and where the body is,
// if no such place is known, or it is far off.
func TestRoomForMore(t *testing.T) {
	far := []string{"############", "#o.........#", "##########.#", "#..........#", "#.##########", "#..........#", "##########.#", "#..........#", "#.##########", "#..........#", "##########.#",
		"#..........#", "#.##########", "#..........#", "##########.#", "............", ".@..........", "............", "............", "############"}
	for name, c := range map[string]struct {
		rows []string
		room int
		open int // the first row that isn't beside a wall
	}{
		"a meadow before the tunnel": {rows: []string{"#########", "###o#####", "###.#####", "###.#####", "###.#####", ".........", ".@.......", ".........", "........."}, room: 4, open: 6},
		"more than there is room":    {rows: []string{"#########", "###o#####", "###.#####", "###.#####", "###.#####", ".........", ".@.......", ".........", "........."}, room: 99, open: 6},
		"no meadow":                  {rows: []string{"#########", "###o#####", "###.#####", "###.#####", "###@#####", "#########"}, room: 4},
		"a meadow far off":           {rows: far, room: 4},
	} {
		m := &mine{garden: garden{rows: append(slices.Clone(c.rows), "############", "............")}}
		w := begin(t, m, nil)
		for n := range 3 {
			if _, err := w.Approach(t.Context(), "do_ore", interaction.Where{}); err != nil {
				t.Fatalf("%s: %d: %v\n%s", name, n, err, gardenMap(&m.garden))
			}
			if c.open == 0 && n > 0 {
				break // the tunnel has no room for more
			}
			first := w.Steps()
			if _, err := w.Approach(t.Context(), "bench", interaction.Where{Room: c.room}); err != nil {
				t.Fatal(name, err)
			}
			if _, err := w.Here(t.Context(), "bench"); err != nil {
				t.Fatal(name, err)
			}
			x, y := m.x+interaction.Steps[m.facing][0], m.y+interaction.Steps[m.facing][1]
			if m.at(x, y) != 'B' || y < c.open || w.Steps()-first > 70 {
				t.Errorf("%s: after %d steps it faces %c in row %d\n%s", name, w.Steps()-first, m.at(x, y), y, gardenMap(&m.garden))
			}
		}
	}
}
