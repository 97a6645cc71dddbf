package body_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/interaction"
)

// garden is a map on which seeds are sown that ripen, rocks are put down, and a hen runs about.
type garden struct {
	interaction.World
	rows   []string
	cells  [][]byte
	x, y   int
	facing int
	steps  int
	sown   map[[2]int]int // after how many steps
	dry    bool           // nothing ripens
	digs   bool           // rocks can be cleared, and are taken
	rocks  int
	wild   bool // the hen gets away from who acts on it
}

const gardenSymbols = ".#vVh"

var gardenThings = []string{"grass", "rock", "sprout", "bloom", "hen"}

// ripening is how many steps a sprout takes.
const ripening = 30

func (g *garden) Spec() interaction.Spec {
	ground := &interaction.Ground{Moves: [4]interaction.Action{"w", "e", "n", "s"}, Wait: "stay", Persist: 1}
	spec := interaction.Spec{ID: "garden", Fingerprint: "1", Caps: interaction.Caps{Starts: interaction.Episodes}, Ground: ground}
	for _, t := range gardenThings {
		ground.Things = append(ground.Things, interaction.Thing{Name: t, Does: interaction.Action("do_" + t)})
		spec.Actions = append(spec.Actions, interaction.ActionSpec{ID: interaction.Action("do_" + t)})
	}
	spec.Actions = append(spec.Actions, interaction.ActionSpec{ID: "put"}, interaction.ActionSpec{ID: "sow"})
	return spec
}

func (g *garden) Open(context.Context) (interaction.Session, error) { return g, nil }
func (g *garden) Close() error                                      { return nil }

func (g *garden) Begin(context.Context, interaction.State, uint64) (interaction.State, error) {
	g.cells, g.sown, g.steps = nil, map[[2]int]int{}, 0
	for y, r := range g.rows {
		if x := strings.IndexByte(r, '@'); x >= 0 {
			g.x, g.y = x, y
		}
		g.cells = append(g.cells, []byte(strings.Replace(r, "@", ".", 1)))
	}
	return interaction.State{}, nil
}

func (g *garden) at(x, y int) byte {
	if y < 0 || x < 0 || y >= len(g.cells) || x >= len(g.cells[y]) {
		return 0
	}
	return g.cells[y][x]
}

func (g *garden) Step(_ context.Context, a interaction.Action) (interaction.State, error) {
	g.steps++
	for p, n := range g.sown {
		if g.steps-n == ripening && !g.dry {
			g.cells[p[1]][p[0]] = 'V'
		}
	}
	for d, m := range g.Spec().Ground.Moves {
		if a == m {
			g.facing = d
			if x, y := g.x+interaction.Steps[d][0], g.y+interaction.Steps[d][1]; g.at(x, y) == '.' {
				g.x, g.y = x, y
			}
		}
	}
	x, y := g.x+interaction.Steps[g.facing][0], g.y+interaction.Steps[g.facing][1]
	switch b := g.at(x, y); {
	case a == "put" && b == '.':
		g.cells[y][x] = '#'
	case a == "do_rock" && b == '#' && g.digs:
		g.cells[y][x], g.rocks = '.', g.rocks+1
	case a == "sow" && b == '.':
		g.cells[y][x] = 'v'
		g.sown[[2]int{x, y}] = g.steps
	case a == "do_hen" && b == 'h':
		g.cells[y][x] = '.'
		if g.wild {
			g.cells[y][x+1] = 'h'
		}
	}
	return interaction.StateOf(map[string]int{"rock": g.rocks}), nil
}

func (g *garden) Look() interaction.Sight {
	s := interaction.Sight{Width: 9, Height: 9, Facing: g.facing}
	for y := g.y - 4; y <= g.y+4; y++ {
		for x := g.x - 4; x <= g.x+4; x++ {
			c := interaction.Unseen
			if b := g.at(x, y); b != 0 {
				c = strings.IndexByte(gardenSymbols, b)
			}
			s.Cells = append(s.Cells, c)
		}
	}
	return s
}

// walker begins an episode with what is known.
func (g *garden) walker(t *testing.T, known []interaction.Lesson) interaction.Walker {
	t.Helper()
	return begin(t, g, known)
}

// begin begins an episode of the world, by a body with what is known.
func begin(t *testing.T, world interaction.World, known []interaction.Lesson) interaction.Walker {
	t.Helper()
	w, err := body.New(world)
	if err != nil {
		t.Fatal(err)
	}
	s, err := w.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	walker := s.(interaction.Walker)
	walker.Learn(known)
	if _, err := walker.Begin(t.Context(), interaction.State{}, 1); err != nil {
		t.Fatal(err)
	}
	return walker
}

var lawn = []string{".........", ".........", ".........", "....@....", ".........", ".........", "........."}

// What is put down and turns into something else in time is learned, and on what it was put.
func TestBecomes(t *testing.T) {
	g := &garden{rows: lawn}
	w := g.walker(t, nil)
	if _, ok := w.Seed("do_bloom"); ok {
		t.Error("it knows what blooms come from before it saw one")
	}
	if _, err := w.Here(t.Context(), "sow"); err != nil {
		t.Fatal(err)
	}
	for range ripening {
		if _, err := w.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []interaction.Lesson{{Thing: "sprout", Is: interaction.Becomes, By: "do_bloom", After: ripening}, {Thing: "sprout", Is: interaction.Remains, After: ripening - 1}, {Thing: "grass", Is: interaction.Bears, By: "sow"}} {
		if !slices.Contains(w.Lessons(), want) {
			t.Errorf("no lesson %v in %v", want, w.Lessons())
		}
	}
	if a, ok := w.Seed("do_bloom"); !ok || a != "sow" {
		t.Errorf("blooms come from %q, %v", a, ok)
	}
}

var gardening = []interaction.Lesson{
	{Thing: "grass", Is: interaction.Walkable}, {Thing: "rock", Is: interaction.Barred}, {Thing: "rock", Is: interaction.Cleared},
	{Thing: "sprout", Is: interaction.Barred}, {Thing: "rock", Is: interaction.Laid, By: "put"}, {Thing: "sprout", Is: interaction.Laid, By: "sow"},
	{Thing: "sprout", Is: interaction.Becomes, By: "do_bloom"}, {Thing: "grass", Is: interaction.Bears, By: "sow"},
}

// A bed is closed in on all sides, ages while the agent is near, and is none any more when what was waited for is there.
func TestPlantClosesTheBedIn(t *testing.T) {
	g := &garden{rows: lawn}
	w := g.walker(t, gardening)
	if _, err := w.Plant(t.Context(), "do_bloom", true); err != nil {
		t.Fatal(err)
	}
	bed, ok := w.Bed("do_bloom")
	if !ok || !bed.Closed {
		t.Fatalf("bed %+v, %v on\n%s", bed, ok, gardenMap(g))
	}
	for p := range g.sown {
		for _, d := range interaction.Steps {
			if b := g.at(p[0]+d[0], p[1]+d[1]); b != '#' && b != 0 {
				t.Errorf("beside it is %c on\n%s", b, gardenMap(g))
			}
		}
	}
	if far := w.Far("do_rock"); far >= 0 {
		t.Errorf("the walls of the bed are %d steps off for who wants a rock", far)
	}
	if _, err := w.Approach(t.Context(), "do_rock", interaction.Where{}); !errors.Is(err, interaction.ErrNoWay) {
		t.Errorf("it went to take a wall of the bed: %v", err)
	}
	for w.Steps() <= ripening+len(lawn)*9 {
		if _, err := w.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if later, ok := w.Bed("do_bloom"); ok {
		t.Errorf("it is a bed still: %+v on\n%s", later, gardenMap(g))
	}
	if near, _ := w.Near(4); !slices.Contains(near, "do_bloom") {
		t.Error("no bloom is to be seen")
	}
}

// Who can't close a bed in leaves it so, and doesn't roam to find out how.
func TestPlantDoesntRoam(t *testing.T) {
	rock := strings.Repeat("#", 190)
	g := &garden{rows: []string{
		"....@....." + strings.Repeat(".", 190),
		".........." + strings.Repeat(".", 190),
		"####.##.##" + rock,
		"####..#.##" + rock, // what lies behind the bed can be walked to, and not be faced
		"#####...##" + rock,
	}}
	w := g.walker(t, gardening)
	if _, err := w.Plant(t.Context(), "do_bloom", true); err != nil && !errors.Is(err, interaction.ErrNoWay) {
		t.Fatal(err)
	}
	if bed, ok := w.Bed("do_bloom"); !ok || bed.Closed {
		t.Errorf("bed %+v, %v on\n%s", bed, ok, gardenMap(g))
	}
	if w.Steps() > 60 {
		t.Errorf("that took %d steps", w.Steps())
	}
}

// pen is a garden in which a hen comes behind the agent, and leaves after so many steps.
type pen struct {
	*garden
	leaves int
}

func (p *pen) Open(context.Context) (interaction.Session, error) { return p, nil }

func (p *pen) Step(ctx context.Context, a interaction.Action) (interaction.State, error) {
	state, err := p.garden.Step(ctx, a)
	switch p.steps {
	case 1:
		p.cells[1][3] = 'h'
	case p.leaves:
		p.cells[1][3] = '.'
	}
	return state, err
}

// What stands in the way for a moment is waited for, and not for long.
func TestPlantWaitsForAWay(t *testing.T) {
	known := append(slices.Clone(gardening), interaction.Lesson{Thing: "hen", Is: interaction.Barred}, interaction.Lesson{Thing: "hen", Is: interaction.Roaming})
	for leaves, closes := range map[int]bool{2: true, 5: true, 100: false} {
		rock, lawn := strings.Repeat("#", 100), strings.Repeat(".", 100)
		g := &garden{rows: []string{"####" + rock, "#.@." + lawn, "####" + rock}}
		w := begin(t, &pen{g, leaves}, known)
		if _, err := w.Plant(t.Context(), "do_bloom", true); err != nil && !errors.Is(err, interaction.ErrNoWay) {
			t.Fatal(err)
		}
		if bed, ok := w.Bed("do_bloom"); !ok || bed.Closed != closes || w.Steps() > 40 {
			t.Errorf("the hen leaves after %d steps: bed %+v, %v after %d, on\n%s", leaves, bed, ok, w.Steps(), gardenMap(g))
		}
	}
}

// A bed to which no way is known isn't looked for all over the map.
func TestVisitDoesntRoam(t *testing.T) {
	rock := strings.Repeat("#", 200)
	g := &garden{rows: []string{strings.Repeat(".", 204), "#@.." + strings.Repeat(".", 200), "####" + rock, "...." + rock}}
	w := g.walker(t, gardening)
	if _, err := w.Plant(t.Context(), "do_bloom", true); err != nil {
		t.Fatal(err)
	}
	bed, ok := w.Bed("do_bloom")
	if !ok {
		t.Fatal("there is no bed")
	}
	roam(t, w, 8, 0)
	for y := range 2 { // a wall falls down between them
		for x := g.x - 2; x <= g.x-1; x++ {
			g.cells[y][x] = '#'
		}
	}
	if _, err := w.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	first := w.Steps()
	if _, err := w.Visit(t.Context(), "do_bloom", 1); !errors.Is(err, interaction.ErrNoWay) || w.Steps()-first > 20 {
		t.Errorf("bed %+v: %v after %d steps, on\n%s", bed, err, w.Steps()-first, gardenMap(g))
	}
}

// What was put down is reckoned to have become something else halfway between what is known from either side, also where nobody
// sees it. Where it hasn't, that is learned, and nothing is looked for any more.
func TestBedIsDue(t *testing.T) {
	wide := slices.Repeat([]string{strings.Repeat(".", 24)}, 9)
	wide[4] = "..@" + wide[4][3:]
	for _, dry := range []bool{false, true} {
		g := &garden{rows: wide, dry: dry}
		w := g.walker(t, append(slices.Clone(gardening), interaction.Lesson{Thing: "sprout", Is: interaction.Becomes, By: "do_bloom", After: 80},
			interaction.Lesson{Thing: "sprout", Is: interaction.Becomes, By: "do_bloom", After: 50}, interaction.Lesson{Thing: "sprout", Is: interaction.Remains, After: 39},
			interaction.Lesson{Thing: "sprout", Is: interaction.Remains, After: 20}))
		const due = (39 + 50 + 1) / 2
		if _, err := w.Here(t.Context(), "sow"); err != nil {
			t.Fatal(err)
		}
		roam(t, w, 12, 0)
		for bed, ok := w.Bed("do_bloom"); ok && bed.Age < due-1; bed, ok = w.Bed("do_bloom") {
			if _, err := w.Wait(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if far := w.Far("do_bloom"); far >= 0 {
			t.Errorf("a bloom is known %d steps off, before it is due", far)
		}
		if _, err := w.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		if far := w.Far("do_bloom"); far < 8 || far > 14 {
			t.Errorf("the bloom that is due is %d steps off", far)
		}
		if m, things := w.(interaction.Mapper).Map(20); slices.ContainsFunc(m.Cells, func(c int) bool { return c >= 0 && things[c] == "bloom" }) {
			t.Error("the map of what was seen has a bloom that nobody saw")
		}
		if _, err := w.Approach(t.Context(), "do_bloom", interaction.Where{}); err != nil != dry {
			t.Errorf("it went to the bloom that is due: %v on\n%s", err, gardenMap(g))
		}
		if far := w.Far("do_bloom"); far >= 0 == dry {
			t.Errorf("a bloom is known %d steps off; there is none: %v", far, dry)
		}
		if learned := after(w, interaction.Remains) >= due; learned != dry {
			t.Errorf("that it takes longer was learned: %v", w.Lessons())
		}
	}
}

// after is what the walker tells of how long sprouts take.
func after(w interaction.Walker, is interaction.Trait) (n int) {
	for _, l := range w.Lessons() {
		if l.Thing == "sprout" && l.Is == is {
			n = l.After
		}
	}
	return n
}

// due is a garden whose agent sowed at (3, 4) and went east until that is due, and the agent's body.
func due(t *testing.T, rows []string, ripe, green int) (*garden, interaction.Walker) {
	t.Helper()
	g := &garden{rows: rows, dry: true}
	w := g.walker(t, append(slices.Clone(gardening), interaction.Lesson{Thing: "sprout", Is: interaction.Becomes, By: "do_bloom", After: ripe},
		interaction.Lesson{Thing: "sprout", Is: interaction.Remains, After: green}, interaction.Lesson{Thing: "hen", Is: interaction.Roaming}))
	g.facing = 1
	if _, err := w.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Here(t.Context(), "sow"); err != nil {
		t.Fatal(err)
	}
	roam(t, w, 0, -1)
	roam(t, w, 14, 0)
	for w.Far("do_bloom") < 0 && w.Steps() < 200 {
		if _, err := w.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return g, w
}

// roam has the body go so far.
func roam(t *testing.T, w interaction.Walker, dx, dy int) {
	t.Helper()
	_, err := w.(interaction.Placer).Roam(t.Context(), dx, dy)
	if err != nil && !errors.Is(err, interaction.ErrNoWay) && !errors.Is(err, interaction.ErrCalled) {
		t.Fatal(err)
	}
}

// field is a lawn so wide, with the agent in its third column.
func field(wide int) []string {
	rows := slices.Repeat([]string{strings.Repeat(".", wide)}, 9)
	rows[4] = "..@" + rows[4][3:]
	return rows
}

// What is reckoned to be there isn't taken for seen where something else stands before it, or nothing is to be seen.
func TestReckoningIsNoSight(t *testing.T) {
	for _, now := range []byte{'h', 0} {
		g, w := due(t, field(30), 60, 10)
		g.cells[4][3] = now
		roam(t, w, -12, 0)
		if after(w, interaction.Becomes) != 60 || after(w, interaction.Remains) != 10 {
			t.Errorf("with %q in the bed's place it learned %v", now, w.Lessons())
		}
	}
}

// One view that is misread, long after the time, doesn't put off for good what is due.
func TestDueAfterAMisreadView(t *testing.T) {
	g, w := due(t, field(30), 30, 29)
	for range 900 {
		if _, err := w.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	roam(t, w, -10, 0) // it is still green
	if n := after(w, interaction.Remains); n < 30 || n > 600 {
		t.Errorf("it learned that nothing comes of one within %d steps", n)
	}
	g.cells[4][3] = 'V'
	roam(t, w, -2, 0)
	if n := after(w, interaction.Becomes); n != 30 {
		t.Errorf("and that something does within %d", n)
	}
}

// Beds that aren't yet what they were reckoned to be are no surprise, in which an agent forgets where it is, and keep nobody from
// going on.
func TestMissedBedIsNoSurprise(t *testing.T) {
	_, w := due(t, field(60), 30, 0)
	w.(interaction.Placer).Mark("home")
	roam(t, w, -11, 0)
	if w.Far("do_bloom") >= 0 || !w.(interaction.Placer).Marked("home") {
		t.Fatalf("a bloom %d steps off; home is known: %v", w.Far("do_bloom"), w.(interaction.Placer).Marked("home"))
	}
	for range 3 {
		before := w.Steps()
		if _, more, err := w.(interaction.Placer).Explore(t.Context()); err != nil || more && w.Steps()-before < 2 {
			t.Errorf("it explores %d steps at a time (%v)", w.Steps()-before, err)
		}
	}
}

// What was eaten out of sight isn't waited for any more.
func TestEatenBedIsNone(t *testing.T) {
	g, w := due(t, field(30), 60, 10)
	g.cells[4][3] = '.'
	roam(t, w, -12, 0)
	if bed, ok := w.Bed("do_bloom"); ok || w.Far("do_bloom") >= 0 {
		t.Errorf("bed %+v, %v; a bloom %d steps off", bed, ok, w.Far("do_bloom"))
	}
}

// narrow is a garden of which only the cells around are seen.
type narrow struct{ *garden }

func (g narrow) Open(context.Context) (interaction.Session, error) { return g, nil }

func (g narrow) Look() interaction.Sight {
	all := g.garden.Look()
	s := interaction.Sight{Width: 3, Height: 3, Facing: all.Facing}
	for y := -1; y <= 1; y++ {
		for x := -1; x <= 1; x++ {
			s.Cells = append(s.Cells, all.At(x, y))
		}
	}
	return s
}

// Who sees little at a time, and two beds at once that aren't yet what they were reckoned to be, doesn't take that for another place.
func TestMissedBedsInANarrowView(t *testing.T) {
	rows := slices.Repeat([]string{strings.Repeat(".", 30)}, 15)
	rows[6] = strings.Repeat(".", 12) + "@" + rows[6][13:]
	g := &garden{rows: rows, dry: true}
	w := begin(t, narrow{g}, append(slices.Clone(gardening), interaction.Lesson{Thing: "sprout", Is: interaction.Becomes, By: "do_bloom", After: 30}))
	do := func(_ interaction.State, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	do(w.Here(t.Context(), "sow"))
	g.cells[8][11] = '#' // to have it face where the other one is to be
	roam(t, w, 12-g.x, 9-g.y)
	do(w.Approach(t.Context(), "do_rock", interaction.Where{}))
	g.cells[8][11] = '.'
	do(w.Wait(t.Context()))
	do(w.Here(t.Context(), "sow"))
	roam(t, w, 15-g.x, 7-g.y)
	w.(interaction.Placer).Mark("home")
	for range 40 {
		do(w.Wait(t.Context()))
	}
	if w.Far("do_bloom") < 0 {
		t.Fatal("nothing is due")
	}
	roam(t, w, 11-g.x, 7-g.y)
	if !w.(interaction.Placer).Marked("home") || w.Far("do_bloom") >= 0 {
		t.Errorf("home is known: %v; a bloom %d steps off\n%s", w.(interaction.Placer).Marked("home"), w.Far("do_bloom"), gardenMap(g))
	}
}

// The fence of a bed that isn't yet what it was reckoned to be is left whole.
func TestMissedBedStaysClosed(t *testing.T) {
	g, w := due(t, field(60), 30, 0)
	for _, d := range interaction.Steps {
		g.cells[4+d[1]][3+d[0]] = '#'
	}
	g.digs = true
	g.cells[g.y][g.x+2] = '#'
	if _, err := w.Approach(t.Context(), "do_rock", interaction.Where{}); err != nil { // so that it knows how to get through walls
		t.Fatal(err)
	}
	if _, err := w.Here(t.Context(), "do_rock"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Approach(t.Context(), "do_bloom", interaction.Where{}); err == nil {
		t.Error("it found a bloom where there is none")
	}
	for _, d := range interaction.Steps {
		if g.at(3+d[0], 4+d[1]) != '#' {
			t.Errorf("the fence was opened for nothing:\n%s", gardenMap(g))
		}
	}
}

// What was put down before it was seen that it can be cleared can be cleared, and so can what lies beside it.
func TestLaidIsCleared(t *testing.T) {
	known := []interaction.Lesson{{Thing: "grass", Is: interaction.Walkable}}
	g := &garden{rows: lawn, digs: true}
	w := g.walker(t, known)
	for range 5 {
		if _, err := w.Here(t.Context(), "put"); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Approach(t.Context(), "put", interaction.Where{}); err != nil {
			t.Fatal(err)
		}
	}
	laid := strings.Count(gardenMap(g), "#")
	if laid < 2 {
		t.Fatalf("%d rocks on\n%s", laid, gardenMap(g))
	}
	for range laid {
		if _, err := w.Approach(t.Context(), "do_rock", interaction.Where{}); err != nil {
			t.Fatalf("%v on\n%s", err, gardenMap(g))
		}
		if _, err := w.Here(t.Context(), "do_rock"); err != nil {
			t.Fatal(err)
		}
	}
	if n := strings.Count(gardenMap(g), "#"); n > 0 {
		t.Errorf("%d rocks are left on\n%s", n, gardenMap(g))
	}
}

// What moves about is gone when it isn't close by any more, not when it ran off a step.
func TestGone(t *testing.T) {
	for _, wild := range []bool{false, true} {
		g := &garden{rows: []string{".........", "...@h....", "........."}, wild: wild}
		w := g.walker(t, []interaction.Lesson{{Thing: "hen", Is: interaction.Roaming}, {Thing: "grass", Is: interaction.Walkable}})
		if _, err := w.Approach(t.Context(), "do_hen", interaction.Where{}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Here(t.Context(), "do_hen"); err != nil {
			t.Fatal(err)
		}
		if w.Gone() == wild {
			t.Errorf("a hen that gets away: %v, gone: %v", wild, w.Gone())
		}
	}
}

func gardenMap(g *garden) string {
	var b strings.Builder
	for y, row := range g.cells {
		row = slices.Clone(row)
		if y == g.y {
			row[g.x] = '@'
		}
		b.Write(append(row, '\n'))
	}
	return b.String()
}
