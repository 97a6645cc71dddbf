package luanti

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
)

// home is the game to live in that tests share.
var home struct {
	sync.Once
	world *World
	err   error
}

func lived(t testing.TB) *World {
	t.Helper()
	if !Installed() {
		t.Skipf("%v; %s", ErrNotInstalled, Hint)
	}
	home.Do(func() { home.world, home.err = New(context.Background(), Config{Lived: true, Servers: 1}) })
	if home.err != nil {
		t.Fatal(home.err)
	}
	return home.world
}

func TestLivedContract(t *testing.T) {
	w := lived(t)
	conformance.World(t, func(t *testing.T) interaction.World { return w })
}

// begin begins a life.
func begin(t *testing.T, w *World, seed uint64) (*life, interaction.State) {
	t.Helper()
	s, err := w.Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	state, err := s.Begin(context.Background(), interaction.State{}, seed<<32)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*life), state
}

// A life of a seed begins at the same place, with the same view, as long as nobody else lives there; other
// seeds have other places.
func TestLivedPlaces(t *testing.T) {
	w := lived(t)
	var views []string
	for _, seed := range []uint64{3, 4, 5, 3} {
		l, state := begin(t, w, seed)
		if state.Level(Health) != 20 || state.Level(Light) == 0 {
			t.Errorf("seed %d begins with %s", seed, state)
		}
		var b strings.Builder
		for _, c := range l.Look().Cells {
			if b.WriteString(" "); c >= 0 {
				b.WriteString(w.spec.Ground.Things[c].Name)
			}
		}
		views = append(views, b.String())
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if views[0] != views[3] {
		t.Errorf("a seed has two places:\n%s\n%s", views[0], views[3])
	}
	slices.Sort(views)
	if n := len(slices.Compact(views)); n != 3 {
		t.Errorf("3 seeds have %d views", n)
	}
}

// Walking moves the view by a cell or not at all, and what is dug with the hand is held, and gone.
func TestLivedHands(t *testing.T) {
	w := lived(t)
	g := w.spec.Ground
	dug := 0
	for seed := uint64(10); seed < 14; seed++ {
		l, _ := begin(t, w, seed)
		for step := range 60 {
			d := step / 5 % 4
			before := l.Look()
			before.Cells = slices.Clone(before.Cells)
			state, err := l.Step(t.Context(), g.Moves[d])
			if err != nil {
				t.Fatal(err)
			}
			if l.Look().Facing != d {
				t.Fatalf("going %d one faces %d", d, l.Look().Facing)
			}
			moved, stayed := differ(before, l.Look(), interaction.Steps[d]), differ(before, l.Look(), [2]int{})
			if min(moved, stayed) > len(before.Cells)/8 {
				t.Errorf("seed %d, step %d: %d cells differ from a view that moved, and %d from one that stayed", seed, step, moved, stayed)
			}
			dir := interaction.Steps[d]
			c := l.Look().At(dir[0], dir[1])
			if c < 0 || g.Things[c].Does == "" || step%5 != 4 {
				continue
			}
			now, err := l.Step(t.Context(), g.Things[c].Does)
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range interaction.Changes(state, now) {
				if x.Gain() > 0 && x.Factor != Light {
					dug++
				}
				if x.Gain() < 0 && x.Factor != Light && x.Factor != Health {
					t.Errorf("digging %s takes %v", g.Things[c].Name, x)
				}
			}
		}
	}
	if dug == 0 {
		t.Error("nothing was ever got by digging")
	}
}

func differ(was, now interaction.Sight, by [2]int) (n int) {
	for y := -now.Height / 2; y <= now.Height/2; y++ {
		for x := -now.Width / 2; x <= now.Width/2; x++ {
			if a := was.At(x+by[0], y+by[1]); a >= 0 && a != now.At(x, y) {
				n++
			}
		}
	}
	return n
}

// TestLivedFaced: what a body sees before it and can dig by hand it gets, and nothing else, wherever it stands.
func TestLivedFaced(t *testing.T) {
	if !Installed() {
		t.Skipf("%v; %s", ErrNotInstalled, Hint)
	}
	w, err := New(t.Context(), Config{Game: "testdata/meadow", Lived: true, Servers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	g := w.spec.Ground
	byHand := map[string]string{"meadow:turf": "meadow:soil", "meadow:soil": "meadow:soil", "meadow:trunk": "meadow:trunk", "meadow:berries": "meadow:berries"}
	r := rand.New(rand.NewPCG(7, 7))
	tried, failed := map[string]int{}, map[string]int{}
	for seed := uint64(20); seed < 26; seed++ {
		l, _ := begin(t, w, seed)
		d := 0
		for range 250 {
			if r.IntN(4) == 0 {
				d = r.IntN(4)
			}
			state, err := l.Step(t.Context(), g.Moves[d])
			if err != nil {
				t.Fatal(err)
			}
			dir := interaction.Steps[d]
			c := l.Look().At(dir[0], dir[1])
			if c < 0 || g.Things[c].Does == "" || r.IntN(3) > 0 {
				continue
			}
			name := g.Things[c].Name
			gives, ok := byHand[strings.TrimSuffix(name, " in the way")]
			if !ok {
				continue
			}
			now, err := l.Step(t.Context(), g.Things[c].Does)
			if err != nil {
				t.Fatal(err)
			}
			tried[name]++
			came := 0
			for _, x := range interaction.Changes(state, now) {
				if x.Factor == gives {
					came += x.Gain()
				} else if x.Factor != Light {
					t.Errorf("digging %s changes %v", name, x)
				}
			}
			if came != 1 {
				failed[name]++
			}
		}
	}
	for name, n := range tried {
		if failed[name] > 0 {
			t.Errorf("%s was dug in vain %d of %d times", name, failed[name], n)
		}
	}
	if len(tried) <= len(byHand) { // some of them also where they are in the way
		t.Errorf("tried were only %v", tried)
	}
}
