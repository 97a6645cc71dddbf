package body_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/interaction"
)

// cave is a map that is drawn: what bars the way can be dug away, which gives an item of its name.
type cave struct {
	interaction.World
	rows   []string
	cells  [][]byte
	x, y   int
	facing int
	got    map[string]int
}

var caveThings = map[byte]string{'.': "grass", '_': "floor", '#': "rock", 'o': "ore", 'e': "edge", 'g': "gem"}

const caveSymbols = "._#oeg"

func (c *cave) Spec() interaction.Spec {
	g := &interaction.Ground{Moves: [4]interaction.Action{"w", "e", "n", "s"}, Wait: "stay"}
	spec := interaction.Spec{ID: "cave", Fingerprint: "1", Caps: interaction.Caps{Starts: interaction.Episodes}, Ground: g}
	for _, b := range []byte(caveSymbols) {
		a := interaction.Action("do_" + caveThings[b])
		g.Things = append(g.Things, interaction.Thing{Name: caveThings[b], Does: a})
		spec.Actions = append(spec.Actions, interaction.ActionSpec{ID: a})
	}
	return spec
}

func (c *cave) Open(context.Context) (interaction.Session, error) { return c, nil }
func (c *cave) Close() error                                      { return nil }

func (c *cave) Begin(context.Context, interaction.State, uint64) (interaction.State, error) {
	c.cells, c.got = nil, map[string]int{}
	for y, r := range c.rows {
		if x := strings.IndexByte(r, '@'); x >= 0 {
			c.x, c.y = x, y
		}
		c.cells = append(c.cells, []byte(strings.Replace(r, "@", "_", 1)))
	}
	return c.state(), nil
}

func (c *cave) state() interaction.State { return interaction.StateOf(c.got) }

func (c *cave) at(x, y int) byte {
	if y < 0 || x < 0 || y >= len(c.cells) || x >= len(c.cells[y]) {
		return 0
	}
	return c.cells[y][x]
}

func (c *cave) Step(_ context.Context, a interaction.Action) (interaction.State, error) {
	for d, m := range (*cave)(nil).Spec().Ground.Moves {
		if a == m {
			c.facing = d
			if b := c.at(c.x+interaction.Steps[d][0], c.y+interaction.Steps[d][1]); b == '.' || b == '_' {
				c.x, c.y = c.x+interaction.Steps[d][0], c.y+interaction.Steps[d][1]
			}
			return c.state(), nil
		}
	}
	x, y := c.x+interaction.Steps[c.facing][0], c.y+interaction.Steps[c.facing][1]
	if b := c.at(x, y); b != 0 && b != '.' && b != '_' && string(a) == "do_"+caveThings[b] {
		c.cells[y][x] = '_'
		c.got[caveThings[b]]++
	}
	return c.state(), nil
}

func (c *cave) Look() interaction.Sight {
	s := interaction.Sight{Width: 21, Height: 21, Facing: c.facing}
	for y := c.y - 10; y <= c.y+10; y++ {
		for x := c.x - 10; x <= c.x+10; x++ {
			s.Cells = append(s.Cells, strings.IndexByte(caveSymbols, c.at(x, y)))
			if c.at(x, y) == 0 {
				s.Cells[len(s.Cells)-1] = interaction.Unseen
			}
		}
	}
	return s
}

// walker is a body in the cave that knows what can be walked on and what can be dug.
func (c *cave) walker(t *testing.T) interaction.Walker {
	t.Helper()
	w, err := body.New(c)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := w.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := opened.(interaction.Walker)
	s.Learn([]interaction.Lesson{{Thing: "grass", Is: interaction.Walkable}, {Thing: "floor", Is: interaction.Walkable}, {Thing: "rock", Is: interaction.Barred}, {Thing: "rock", Is: interaction.Cleared},
		{Thing: "ore", Is: interaction.Barred}, {Thing: "ore", Is: interaction.Cleared}, {Thing: "edge", Is: interaction.Barred}, {Thing: "edge", Is: interaction.Cleared}, {Thing: "gem", Is: interaction.Barred}, {Thing: "gem", Is: interaction.Cleared}})
	if _, err := s.Begin(t.Context(), interaction.State{}, 1); err != nil {
		t.Fatal(err)
	}
	return s
}

// In a burrow, the body digs for what it can get to without letting anything in, and for nothing else.
func TestBurrow(t *testing.T) {
	c := &cave{rows: []string{
		"...........",
		".#########.",
		".#########.",
		".##@###o#e.",
		".#########.",
		".#########.",
		"......g....",
		strings.Repeat(".", 60), strings.Repeat(".", 60), strings.Repeat(".", 60),
	}}
	s := c.walker(t)
	get := func(a interaction.Action, name string) error {
		_, err := s.Approach(t.Context(), a, interaction.Where{})
		if err != nil {
			return err
		}
		st, err := s.Here(t.Context(), a)
		if err == nil && st.Level(name) == 0 {
			err = errors.New("nothing came of " + string(a))
		}
		return err
	}
	if err := get("do_rock", "rock"); err != nil { // it sees what becomes of rock
		t.Fatal(err)
	}
	if !s.Burrow(true) {
		t.Fatal("a hole in the rock isn't taken for a burrow")
	}
	if err := get("do_ore", "ore"); err != nil {
		t.Errorf("the ore within the rock: %v", err)
	}
	for _, a := range []interaction.Action{"do_edge", "do_gem"} {
		if err := get(a, ""); !errors.Is(err, interaction.ErrNoWay) {
			t.Errorf("%s would open the burrow, or is outside: %v", a, err)
		}
	}
	if !s.Burrow(true) {
		t.Error("it left the burrow")
	}
	s.Burrow(false)
	if err := get("do_gem", "gem"); err != nil {
		t.Errorf("the gem outside: %v", err)
	}
	if s.Burrow(true) {
		t.Error("a burrow in the open")
	}
}

// A burrow is dug on to where something new is seen, and stays closed; where nothing can be dug, it says so.
func TestDelve(t *testing.T) {
	rock := strings.Repeat("#", 60)
	rows := []string{strings.Repeat(".", 60)}
	for range 29 {
		rows = append(rows, rock)
	}
	rows[2] = "##@#" + rock[4:]
	c := &cave{rows: rows}
	s := c.walker(t)
	dig := func() {
		t.Helper()
		if _, err := s.Approach(t.Context(), "do_rock", interaction.Where{}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Here(t.Context(), "do_rock"); err != nil {
			t.Fatal(err)
		}
	}
	dig() // it sees what becomes of rock
	if !s.Burrow(true) {
		t.Fatal("a hole in the rock isn't taken for a burrow")
	}
	for range 12 {
		if _, err := s.Delve(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !s.Burrow(true) {
			t.Fatal("it opened the burrow")
		}
	}
	if max(c.x, c.y) < 12 {
		t.Errorf("it got to %d, %d only", c.x, c.y)
	}

	thin := &cave{rows: []string{".....", ".##..", ".@##.", ".##..", "....."}}
	s = thin.walker(t)
	if _, err := s.Delve(t.Context()); !errors.Is(err, interaction.ErrNoWay) {
		t.Errorf("outside of a burrow: %v", err)
	}
	small := &cave{rows: []string{"......", ".####.", ".##@#.", ".####.", "......"}}
	s = small.walker(t)
	dig()
	if !s.Burrow(true) {
		t.Fatal("a hole in a small rock isn't taken for a burrow")
	}
	var err error
	for n := 0; n < 4 && err == nil; n++ { // it looks around first
		_, err = s.Delve(t.Context())
	}
	if !errors.Is(err, interaction.ErrNoWay) {
		t.Errorf("where nothing can be dug: %v", err)
	}
}

// In a burrow nothing is put where only other ground was seen to bear it.
func TestPutsOnlyWhatIsBorne(t *testing.T) {
	for ground, want := range map[string]error{"grass": nil, "bloom": interaction.ErrNoWay} {
		g := &garden{rows: []string{"#####", "#@..#", "#####"}}
		w := g.walker(t, []interaction.Lesson{{Thing: "grass", Is: interaction.Walkable}, {Thing: "rock", Is: interaction.Barred},
			{Thing: "sprout", Is: interaction.Barred}, {Thing: "sprout", Is: interaction.Laid, By: "sow"}, {Thing: ground, Is: interaction.Bears, By: "sow"}})
		if !w.Burrow(true) {
			t.Fatal("it isn't taken for a burrow")
		}
		if _, err := w.Approach(t.Context(), "sow", interaction.Where{}); !errors.Is(err, want) {
			t.Errorf("borne by %s: %v", ground, err)
		}
	}
}
