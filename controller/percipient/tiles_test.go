package percipient_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/interaction"
)

// boards is a world whose pictures are made of 5 by 4 cells of 6 by 6 pixels: three rows around the agent and one of
// panels, by day and in a noisy night. Each step is another scene. What it says of itself is nonsense: an agent has its
// pictures only.
type boards struct {
	night bool
	// counts: panels have glyphs, the first counts down, and the others up and around.
	counts bool
	acts   func(interaction.Action)
}

const (
	boardColumns, boardRows, boardCell = 5, 4, 6
	boardWidth, boardHeight            = boardColumns * boardCell, boardRows * boardCell
)

var boardShot = interaction.Shot{View: interaction.Above, Width: boardWidth, Height: boardHeight}

func (boards) Spec() interaction.Spec {
	ground := &interaction.Ground{Moves: [4]interaction.Action{"w", "e", "n", "s"}, Wait: "wait"}
	ground.Things = []interaction.Thing{{Name: "grass"}, {Name: "rock", Does: "a"}, {Name: "pond"}, {Name: "wolf"}, {Name: "bench", Near: "near_bench"}}
	return interaction.Spec{ID: "boards", Fingerprint: "1", Actions: []interaction.ActionSpec{{ID: "a"}}, Ground: ground, Shots: []interaction.Shot{boardShot},
		Factors: []interaction.Factor{{Name: "near_bench", Kind: interaction.Fact}, {Name: "dark", Kind: interaction.Fact}}, Caps: interaction.Caps{Starts: interaction.Episodes, Seeds: true}}
}

func (b boards) Open(context.Context) (interaction.Session, error) {
	return &board{boards: b}, nil
}

type board struct {
	boards
	rng   *rand.Rand
	steps int
	dark  float64
	cells [boardColumns * boardRows]string
	told  int // how often somebody asked what its pictures show
}

func (b *board) Begin(_ context.Context, _ interaction.State, seed uint64) (interaction.State, error) {
	b.rng, b.steps = rand.New(rand.NewPCG(seed, 1)), 0
	return b.deal(), nil
}

func (b *board) Step(_ context.Context, a interaction.Action) (interaction.State, error) {
	b.steps++
	if b.acts != nil {
		b.acts(a)
	}
	return b.deal(), nil
}

// deal draws another scene.
func (b *board) deal() interaction.State {
	if b.dark = 0; b.night || b.rng.IntN(2) == 0 {
		b.dark = .8 * b.rng.Float64()
	}
	for i := range b.cells {
		ground := []string{"grass", "rock", "pond", "bench"}[b.rng.IntN(4)]
		b.cells[i] = ground
		switch {
		case i == 7:
			b.cells[i] = fmt.Sprintf("agent:%d@grass", b.rng.IntN(4))
		case i >= 15:
			b.cells[i] = ""
			n := b.rng.IntN(4)
			if b.counts {
				if n = b.steps / 3 % 4; i == 15 {
					n = max(0, 3-b.steps/3)
				}
			}
			if n > 0 {
				b.cells[i] = fmt.Sprintf("%c=%d", 'p'+rune(i-15), n)
			}
		case b.rng.IntN(4) == 0:
			b.cells[i] = "wolf@" + ground
		case i%5 == 0 && b.rng.IntN(3) == 0:
			b.cells[i] = "beyond"
		}
	}
	return interaction.StateOf(map[string]int{"nonsense": 7})
}

func (b *board) Look() interaction.Sight { return interaction.Sight{} }
func (b *board) Close() error            { return nil }

// Shoot paints each look by a pattern of its own, darkens the rows around the agent and adds noise there.
func (b *board) Shoot(shot interaction.Shot, _ []byte) (interaction.Frame, error) {
	f := interaction.Frame{Shot: shot, RGB: make([]byte, 3*shot.Width*shot.Height)}
	noise := rand.New(rand.NewPCG(b.rng.Uint64(), 2))
	for y := range boardHeight {
		for x := range boardWidth {
			c := y/boardCell*boardColumns + x/boardCell
			pattern := rand.New(rand.NewPCG(uint64(x%boardCell*boardCell+y%boardCell), uint64(len(b.cells[c]))<<32|uint64(sum(b.cells[c]))))
			for k := range 3 {
				v := float64(pattern.IntN(200)) + 30
				if b.counts && c >= 15 {
					v = b.glyph(c, x%boardCell, y%boardCell)
				}
				if c < 15 {
					v = (1-b.dark)*v + b.dark*20 + b.dark*30*noise.Float64()
				}
				f.RGB[3*(y*boardWidth+x)+k] = byte(v)
			}
		}
	}
	return f, nil
}

// glyph is what a panel shows that has an icon of its own, and a bar as long as its level.
func (b *board) glyph(c, x, y int) float64 {
	_, text, ok := strings.Cut(b.cells[c], "=")
	switch {
	case !ok:
		return 0
	case y == 4 && x < int(text[0]-'0')*2:
		return 255
	}
	return float64(20*(c-14) + 7*x + y)
}

func sum(s string) (n int) {
	for i, c := range []byte(s) {
		n = n*31 + int(c) + i
	}
	return n & 0xffff
}

func (b *board) Tell(interaction.Shot) (interaction.Scene, error) {
	b.told++
	dark, time := 0, "day"
	if b.dark > .4 {
		dark, time = 1, "night"
	}
	return interaction.Scene{Time: time, Grid: interaction.Grid{Columns: boardColumns, Rows: boardRows, Cells: append([]string{}, b.cells[:]...), Light: 100 - int(100*b.dark), Levels: map[string]int{"dark": dark}}}, nil
}

// trainTiles learns from so many places.
func trainTiles(t testing.TB, n int) *percipient.Tiles {
	t.Helper()
	var all [][]percipient.Labelled
	if err := percipient.Collect(context.Background(), boards{}, percipient.Collection{Places: n, Seed: 1}, func(_ int, v []percipient.Labelled) error {
		all = append(all, v)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	p, err := percipient.Train("boards", 1, places(all), func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	return p.(*percipient.Tiles)
}

func TestReadsCells(t *testing.T) {
	p := trainTiles(t, 60)
	data := written(t, p)
	if again := written(t, trainTiles(t, 60)); !bytes.Equal(data, again) {
		t.Error("equal pictures made other weights")
	}
	read, err := percipient.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var r percipient.GridReport
	if err := percipient.Collect(t.Context(), boards{}, percipient.Collection{Places: 30, Seed: 2}, func(_ int, v []percipient.Labelled) error {
		return r.Add(read.(*percipient.Tiles), v)
	}); err != nil {
		t.Fatal(err)
	}
	for aspect, least := range map[string]float64{"tiles, day": 1, "tiles, night": .97, "tiles, night, near": .97, "agent, day": 1, "panels": 1, "light": .95} {
		got := r.Of(aspect)
		t.Logf("%s: %.4f of %d", aspect, got.Accuracy, got.N)
		if got.N == 0 || got.Accuracy < least {
			t.Errorf("%s: %.4f of %d, not %g", aspect, got.Accuracy, got.N, least)
		}
	}
	if none := r.Of("ghosts"); none.N != 0 {
		t.Errorf("of nothing: %+v", none)
	}
}

// What is said of how often a level is misread holds of the one that is misread most, and isn't the average of all.
func TestMisreadOfEachLevel(t *testing.T) {
	var all [][]percipient.Labelled
	n := 0
	if err := percipient.Collect(t.Context(), boards{}, percipient.Collection{Places: 60, Seed: 1}, func(_ int, views []percipient.Labelled) error {
		for _, v := range views {
			if n++; n%8 == 0 { // the first panel is told wrongly, so that it is read otherwise
				v.Scene.Grid.Cells[15] = map[string]string{"p=1": "p=2", "p=2": "p=3", "p=3": "p=1", "": "p=1"}[v.Scene.Grid.Cells[15]]
			}
		}
		all = append(all, views)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	p, err := percipient.Train("boards", 1, places(all), func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	w, err := percipient.NewWorld(boards{}, p.(*percipient.Tiles))
	if err != nil {
		t.Fatal(err)
	}
	if got := w.Spec().Misread; got < 1./8 || got > 1./2 {
		t.Errorf("a level is misread in every eighth picture, and said is at most %g", got)
	}
}

// Levels that the world has and no picture showed are named, as they are read as others.
func TestNamesLevelsThatNoPictureShowed(t *testing.T) {
	p := trainTiles(t, 20)
	got := p.Unshown(interaction.Spec{Factors: []interaction.Factor{{Name: "p", Max: 5}, {Name: "q", Max: 3}, {Name: "r", Max: 4}, {Name: "s"}, {Name: "unseen", Max: 2}}})
	if want := []string{"p: 4 to 5", "r: 4"}; !slices.Equal(got, want) {
		t.Errorf("named are %q, not %q", got, want)
	}
}

// Pictures without a panel show no levels, and the percipient that learned from them says so.
func TestReadsLevels(t *testing.T) {
	if !trainTiles(t, 20).ReadsLevels() {
		t.Error("there are panels")
	}
	const side = 12
	looks, random := []string{"soil", "bush"}, rand.New(rand.NewPCG(1, 1))
	var all [][]percipient.Labelled
	for range 20 {
		var views []percipient.Labelled
		for range percipient.Views {
			v := percipient.Labelled{Frame: interaction.Frame{Shot: interaction.Shot{View: interaction.Above, Width: side, Height: side}, RGB: make([]byte, 3*side*side)},
				Scene: interaction.Scene{Time: "day", Grid: interaction.Grid{Columns: 3, Rows: 3, Light: 1, Cells: make([]string, 9)}}}
			for i := range v.Scene.Grid.Cells {
				what := random.IntN(len(looks))
				v.Scene.Grid.Cells[i] = looks[what]
				if i == 4 {
					v.Scene.Grid.Cells[i] = "agent:-@soil"
				}
				for p := range side * side {
					if x, y := p%side, p/side; x/4 == i%3 && y/4 == i/3 {
						v.Frame.RGB[3*p+what] = byte(150 + random.IntN(20))
					}
				}
			}
			views = append(views, v)
		}
		all = append(all, views)
	}
	p, err := percipient.Train("plain", 1, places(all), func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	if p.(*percipient.Tiles).ReadsLevels() {
		t.Error("there is no panel")
	}
}

// What an agent gets in a world that is seen follows from the pictures alone: the world's own words are nonsense, and
// nobody asks it what its pictures show.
func TestSeesOnlyPictures(t *testing.T) {
	p := trainTiles(t, 60)
	w, err := percipient.NewWorld(boards{}, p)
	if err != nil {
		t.Fatal(err)
	}
	if spec := w.Spec(); spec.Fingerprint == "1" || spec.ID != "boards" {
		t.Errorf("it is %s (%s)", spec.ID, spec.Fingerprint)
	}
	s, err := w.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	hidden, err := boards{}.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	truth := hidden.(*board)
	ask := func(do func(interaction.Session) (interaction.State, error)) {
		t.Helper()
		state, err := do(s)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := do(hidden); err != nil {
			t.Fatal(err)
		}
		if _, err := truth.Shoot(boardShot, nil); err != nil { // as the other did: chance goes on alike
			t.Fatal(err)
		}
		want := map[string]int{}
		for _, x := range truth.cells[15:] {
			if f, n, ok := strings.Cut(x, "="); ok {
				want[f] = int(n[0] - '0')
			}
		}
		for f, n := range want {
			if state.Level(f) != n {
				t.Errorf("%s is %d, not %d", f, state.Level(f), n)
			}
		}
		if state.Level("nonsense") != 0 {
			t.Error("what the world said came through")
		}
		near := 0
		for _, i := range []int{1, 2, 3, 6, 8, 11, 12, 13} {
			if truth.cells[i] == "bench" {
				near = 1
			}
		}
		if truth.dark == 0 && state.Level("near_bench") != near {
			t.Errorf("near_bench is %d, not %d", state.Level("near_bench"), near)
		}
		sight := s.(interaction.Seer).Look()
		if sight.Width != 5 || sight.Height != 3 {
			t.Fatalf("a view of %d by %d", sight.Width, sight.Height)
		}
		if facing := truth.cells[7][len("agent:")] - '0'; truth.dark == 0 && sight.Facing != int(facing) {
			t.Errorf("it faces %d, not %d", sight.Facing, facing)
		}
		if b := s.(interaction.Believer); b.Sure() <= 0 || b.Sure() > 1 {
			t.Errorf("it is sure with %g", b.Sure())
		}
	}
	ask(func(s interaction.Session) (interaction.State, error) {
		return s.Begin(t.Context(), interaction.State{}, 9)
	})
	for range 40 {
		ask(func(s interaction.Session) (interaction.State, error) { return s.Step(t.Context(), "wait") })
	}
	if truth.told != 0 {
		t.Error("somebody asked what the pictures show")
	}
}

func TestWorldsThatCantBeSeen(t *testing.T) {
	p := trainTiles(t, 20)
	for name, change := range map[string]func(*interaction.Spec){
		"no map":      func(s *interaction.Spec) { s.Ground = nil },
		"no pictures": func(s *interaction.Spec) { s.Shots = nil },
		"another size": func(s *interaction.Spec) {
			s.Shots = []interaction.Shot{{View: interaction.Above, Width: 9, Height: 9}}
		},
		"another thing": func(s *interaction.Spec) { s.Ground.Things[0].Name = "snow" },
	} {
		if _, err := percipient.NewWorld(changed{boards{}, change}, p); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	p.Rules("1")
	if _, err := percipient.NewWorld(boards{}, p); err != nil {
		t.Errorf("the world of the pictures: %v", err)
	}
	if _, err := percipient.NewWorld(changed{boards{}, func(s *interaction.Spec) { s.Fingerprint = "2" }}, p); !errors.Is(err, percipient.ErrWeights) {
		t.Errorf("a world that says that it has changed: %v", err)
	}
	if _, err := p.Read(interaction.Frame{Shot: boardShot, RGB: make([]byte, 5)}); err == nil {
		t.Error("a truncated picture was read")
	}
	if _, err := p.Ask(t.Context(), interaction.Frame{Shot: boardShot, RGB: make([]byte, 3*boardWidth*boardHeight)}, percipient.Question{Aspect: percipient.Time, Name: "day"}); !errors.Is(err, percipient.ErrCantTell) {
		t.Errorf("of the time: %v", err)
	}
}

type changed struct {
	interaction.World
	change func(*interaction.Spec)
}

func (c changed) Spec() interaction.Spec {
	s := c.World.Spec()
	g := *s.Ground
	g.Things = append([]interaction.Thing{}, g.Things...)
	s.Ground = &g
	c.change(&s)
	return s
}

func BenchmarkReadCells(b *testing.B) {
	e, err := percipient.Embedded("crafter")
	if err != nil {
		b.Fatal(err)
	}
	p := e.(*percipient.Tiles)
	f := interaction.Frame{Shot: interaction.Shot{View: interaction.Above, Width: 64, Height: 64}, RGB: make([]byte, 3*64*64)}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range f.RGB {
		f.RGB[i] = byte(rng.IntN(256))
	}
	for b.Loop() {
		f.RGB[0]++ // another picture
		if _, err := p.Read(f); err != nil {
			b.Fatal(err)
		}
	}
}
