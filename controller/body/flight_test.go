package body_test

import (
	"context"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// sky is a meadow over which one bird flies straight on.
type sky struct {
	x, y, facing   int    // the agent
	bx, by, vx, vy int    // the bird
	stings, hurt   bool   // every other step, and whether it did
	watch          func() // after each step
}

func (k *sky) Spec() interaction.Spec {
	g := &interaction.Ground{Moves: [4]interaction.Action{"w", "e", "n", "s"}, Wait: "stay"}
	g.Things = []interaction.Thing{{Name: "grass"}, {Name: "bird", Does: "do_bird"}, {Name: "ox", Does: "do_ox"}}
	return interaction.Spec{ID: "sky", Fingerprint: "1", Actions: []interaction.ActionSpec{{ID: "do_bird"}, {ID: "do_ox"}}, Caps: interaction.Caps{Starts: interaction.Episodes}, Ground: g,
		Factors: []interaction.Factor{{Name: "life", Kind: interaction.Vital, Max: 9}}}
}

func (k *sky) Open(context.Context) (interaction.Session, error) { return k, nil }
func (k *sky) Close() error                                      { return nil }
func (k *sky) Begin(context.Context, interaction.State, uint64) (interaction.State, error) {
	return k.state(), nil
}

func (k *sky) state() interaction.State {
	if k.hurt {
		return interaction.StateOf(map[string]int{"life": 5})
	}
	return interaction.StateOf(map[string]int{"life": 9})
}

func (k *sky) Step(_ context.Context, a interaction.Action) (interaction.State, error) {
	for i, m := range []interaction.Action{"w", "e", "n", "s"} {
		if a == m {
			k.facing = i
			if x, y := k.x+interaction.Steps[i][0], k.y+interaction.Steps[i][1]; x != 2 || y != 2 { // there is the ox
				k.x, k.y = x, y
			}
		}
	}
	k.bx, k.by = k.bx+k.vx, k.by+k.vy
	k.hurt = k.stings && !k.hurt
	if k.watch != nil {
		k.watch()
	}
	return k.state(), nil
}

func (k *sky) Look() interaction.Sight {
	s := interaction.Sight{Width: 9, Height: 9, Cells: make([]int, 81), Facing: k.facing}
	put := func(x, y, thing int) {
		if x, y = x-k.x+4, y-k.y+4; x >= 0 && x < 9 && y >= 0 && y < 9 {
			s.Cells[y*9+x] = thing
		}
	}
	put(2, 2, 2)
	put(k.bx, k.by, 1)
	return s
}

func (k *sky) walker(t *testing.T) interaction.Walker {
	t.Helper()
	known := []interaction.Lesson{{Thing: "grass", Is: interaction.Walkable}, {Thing: "ox", Is: interaction.Barred}, {Thing: "ox", Is: interaction.Roaming}}
	for _, is := range []interaction.Trait{interaction.Barred, interaction.Roaming, interaction.Harmful, interaction.Flying} {
		known = append(known, interaction.Lesson{Thing: "bird", Is: is})
	}
	return begin(t, k, known)
}

// What flies at the agent is evaded, and what only crosses its line isn't: who steps aside in the direction in which that
// flies never gets away from it.
func TestEvadesWhatComes(t *testing.T) {
	for _, c := range []struct {
		name  string
		sky   sky
		moves bool
	}{
		{"comes", sky{by: 4, vy: -1}, true},
		{"passes", sky{bx: -2, by: 2, vx: 1}, false},
	} {
		w := c.sky.walker(t)
		for range 4 {
			if _, err := w.Wait(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if moved := c.sky.x != 0 || c.sky.y != 0; moved != c.moves {
			t.Errorf("%s: the agent moved: %v", c.name, moved)
		}
	}
}

// An agent on its way to the ox doesn't step to where the bird is going to be, but lets it by.
func TestLetsBy(t *testing.T) {
	for _, c := range []struct {
		name string
		sky  sky
	}{
		{"across the way", sky{y: 2, bx: 1, by: 0, vy: 1}},
		{"far off", sky{y: 2, bx: 1, by: -40, vy: 1}},
		{"it stands there", sky{y: 2, bx: 1, by: 1}},
	} {
		k, met := &c.sky, false
		w := k.walker(t)
		k.watch = func() { met = met || k.x == k.bx && k.y == k.by }
		if _, err := w.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Approach(t.Context(), "do_ox", interaction.Where{}); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if met && k.vy != 0 {
			t.Errorf("%s: the agent walked into what flies", c.name)
		}
		if w.Steps() > 200 { // what stands in line is evaded until that is seen
			t.Errorf("%s: it took %d steps", c.name, w.Steps())
		}
		if max(k.x-2, 2-k.x)+max(k.y-2, 2-k.y) != 1 {
			t.Errorf("%s: the agent is at %d, %d and not beside the ox", c.name, k.x, k.y)
		}
	}
}

// As long as what hurts is known and right beside the agent, nothing else in sight is taken to menace it.
func TestBlamesWhatIsKnown(t *testing.T) {
	for _, c := range []struct {
		sky  sky
		want bool
	}{
		{sky{bx: -1, by: -1, stings: true}, false},
		{sky{bx: -3, by: -3, stings: true}, true},
	} {
		w := c.sky.walker(t)
		for range 20 {
			if _, err := w.Wait(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if is := slices.Contains(w.Lessons(), interaction.Lesson{Thing: "ox", Is: interaction.Menacing}); is != c.want {
			t.Errorf("with the bird at %d, %d the ox is taken to menace: %v", c.sky.bx, c.sky.by, is)
		}
	}
}

// What hurts who is beside it is no company to be at ease in, as what menaces from afar isn't.
func TestHarmfulIsNoCompany(t *testing.T) {
	for _, harmful := range []bool{false, true} {
		known := []interaction.Lesson{{Thing: "grass", Is: interaction.Walkable}, {Thing: "ox", Is: interaction.Barred}, {Thing: "ox", Is: interaction.Roaming}}
		if harmful {
			known = append(known, interaction.Lesson{Thing: "ox", Is: interaction.Harmful})
		}
		w := begin(t, &sky{by: 40}, known)
		if _, err := w.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, calm := w.Near(1); calm == harmful {
			t.Errorf("with an ox in sight that hurts (%v) it is calm: %v", harmful, calm)
		}
	}
}

// What was once seen where an action was done, and turns out to roam, isn't put down by that: it came by.
func TestNoWallRoams(t *testing.T) {
	for _, roams := range []bool{false, true} {
		known := []interaction.Lesson{{Thing: "ox", Is: interaction.Barred}, {Thing: "ox", Is: interaction.Cleared}, {Thing: "ox", Is: interaction.Laid, By: "dance"}}
		if roams {
			known = append(known, interaction.Lesson{Thing: "ox", Is: interaction.Roaming})
		}
		if a, ok := begin(t, &sky{by: 40}, known).Wall(); ok == roams {
			t.Errorf("where the ox roams (%v), a wall of oxen is made by %q: %v", roams, a, ok)
		}
	}
}
