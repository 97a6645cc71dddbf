package sim_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
	"github.com/adam-discovery/adam/interaction/sim"
)

const (
	before = `{"format":1,"id":"before","items":["a"],"actions":[{"label":"go","effects":[{"gives":{"x":1},"ways":[{"needs":{"a":1}}]}]},{"ambient":[{"gives":{"y":1}}]}]}`
	later  = `{"format":1,"id":"later","items":["a"],"actions":[{"label":"gone","effects":[{"gives":{"x":5},"ways":[{"needs":{"y":1}}]}]},{"ambient":[{"gives":{"y":1}}]}]}`
)

func drifting(t *testing.T, after int) *sim.World {
	t.Helper()
	w, err := sim.NewDrifting(mustParse(t, before), sim.Drift{After: after, To: mustParse(t, later)})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestDrift plays a game in which the rules change between the third act and the
// fourth, whichever session acts and however often it is reset.
func TestDrift(t *testing.T) {
	ctx := context.Background()
	w := drifting(t, 3)
	one, _ := w.Open(ctx)
	two, _ := w.Open(ctx)
	for i, c := range []struct {
		s     interaction.Session
		start string
		want  int
	}{{one, "1a", 1}, {one, "1y", 0}, {two, "1a 1y", 1}, {two, "1a 1y", 5}, {one, "1a", 0}, {two, "1y", 5}} {
		if got := step(t, c.s, interaction.StateOf(inventory(t, c.start)), 1).Level("x"); got != c.want {
			t.Errorf("act %d from %q gave %d x, want %d", i+1, c.start, got, c.want)
		}
	}
	if w.Label("a") != "go" || w.Spec().ID != "before" || w.Spec().Fingerprint != mustParse(t, before).Fingerprint() || w.Spec().Caps.Seeds {
		t.Errorf("the drift shows: %q, %+v", w.Label("a"), w.Spec())
	}
	// In the middle of a game what is held stays.
	s, _ := drifting(t, 2).Open(ctx)
	if _, err := s.Begin(ctx, interaction.StateOf(map[string]int{"a": 1, "y": 1}), 1); err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{1, 2, 7, 12} {
		after, err := s.Step(ctx, "a")
		if err != nil || after.Level("x") != want || after.Level("a") != 1 {
			t.Errorf("act %d: %s, %v, want %d x", i+1, after, err, want)
		}
	}
}

func TestDriftIsOnceForAllSessions(t *testing.T) {
	const sessions, acts, after = 4, 500, 700
	w := drifting(t, after)
	var wg sync.WaitGroup
	old := make([]int, sessions)
	for i := range old {
		wg.Go(func() {
			s, _ := w.Open(context.Background())
			for range acts {
				if step(t, s, interaction.StateOf(map[string]int{"a": 1}), 1).Level("x") == 1 {
					old[i]++
				}
			}
		})
	}
	wg.Wait()
	if sum := old[0] + old[1] + old[2] + old[3]; sum != after {
		t.Errorf("%d acts followed the first rules, want %d", sum, after)
	}
}

func TestWhatCantDrift(t *testing.T) {
	_, err := sim.NewDrifting(mustParse(t, before), sim.Drift{After: -1, To: mustParse(t, `{"format":1,"id":"o","items":["b"],"actions":[{"ambient":[{"gives":{"x":1,"y":1}}]}]}`)})
	if !errors.Is(err, sim.ErrDrift) {
		t.Fatal(err)
	}
	for _, want := range []string{"after -1 acts", "they lack the items a", "they also have the items b", "they have 1 actions, not 2"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q isn't in: %v", want, err)
		}
	}
}

func TestContractOfDrift(t *testing.T) {
	for _, after := range []int{0, 30, 1 << 40} {
		conformance.World(t, func(t *testing.T) interaction.World { return drifting(t, after) })
	}
}

// TestActsOfAGameAreIndependent: the acts after one reset have chances of their own,
// over many seeds and within one long game. Over 20000 draws five standard deviations
// are under 0.018.
func TestActsOfAGameAreIndependent(t *testing.T) {
	ctx := context.Background()
	const n, p = 20000, .3
	s := open(t, rules(`{"effects":[{"gives":{"x":{"1":0.5,"2":0.5}},"chance":0.3,"ways":[{}]}]}`))
	check := func(what string, hits, pairs, of int) {
		t.Helper()
		if got := float64(hits) / float64(of); math.Abs(got-p) > .018 {
			t.Errorf("%s: frequency %.3f, want %v", what, got, p)
		}
		if got := float64(pairs) / float64(of); math.Abs(got-p*p) > .018 {
			t.Errorf("%s: twice in a row with frequency %.3f, want %v", what, got, p*p)
		}
	}
	play := func(acts int) []bool {
		var out []bool
		had := 0
		for range acts {
			after, err := s.Step(ctx, "a")
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, after.Level("x") > had)
			had = after.Level("x")
		}
		return out
	}
	second, both := 0, 0
	for seed := range uint64(n) {
		if _, err := s.Begin(ctx, interaction.State{}, seed); err != nil {
			t.Fatal(err)
		}
		game := play(2)
		if game[1] {
			second++
		}
		if game[0] && game[1] {
			both++
		}
	}
	check("the second act over seeds", second, both, n)
	if _, err := s.Begin(ctx, interaction.State{}, 1); err != nil {
		t.Fatal(err)
	}
	hits, pairs := 0, 0
	game := play(n)
	for i := range game {
		if game[i] {
			hits++
		}
		if i > 0 && game[i] && game[i-1] {
			pairs++
		}
	}
	check("acts of one game", hits, pairs, n)
}
