package living

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// sleeper is a wanderer that has a shelter; each step that it waits makes it lighter, if mornings come.
type sleeper struct {
	*wanderer
	mornings bool
}

func (g *sleeper) Haven(int) int                    { return 0 }
func (g *sleeper) Wall() (interaction.Action, bool) { return "", false }
func (g *sleeper) Shelter(context.Context, []interaction.Action, int) (interaction.State, error) {
	return g.state(), nil
}
func (g *sleeper) Wait(context.Context) (interaction.State, error) {
	if g.steps++; g.mornings {
		g.light = min(9, g.light+1)
	}
	return g.state(), nil
}
func (g *sleeper) Here(context.Context, interaction.Action) (interaction.State, error) {
	return g.state(), interaction.ErrCalled
}

// keeps is a session that is kept alive, with the body.
func keeps(g *sleeper) *keeper {
	g.way = func(a interaction.Action) error {
		if a == "do_water" {
			return interaction.ErrNoWay // it is on its way
		}
		return nil
	}
	p := grazing(g.wanderer)
	p.walker = g
	return &keeper{Placer: g, p: p}
}

// Who is thirsty drinks on the way to an action; who was called away from one goes straight back to it.
func TestStraightBack(t *testing.T) {
	for _, called := range []bool{false, true} {
		g := &sleeper{wanderer: &wanderer{far: map[interaction.Action]int{"do_water": 2}, light: 9}}
		s := keeps(g)
		if called {
			if _, err := s.Here(t.Context(), "do_cow"); !errors.Is(err, interaction.ErrCalled) {
				t.Fatal(err)
			}
		}
		if _, err := s.Approach(t.Context(), "do_cow", interaction.Where{}); err != nil {
			t.Fatal(err)
		}
		if straight := g.went[0] == "do_cow"; straight != called {
			t.Errorf("called away: %v; it went to %v", called, g.went)
		}
	}
}

// What can't be got to from a burrow is gone to in the morning. Where none comes, that ends.
func TestInTheMorning(t *testing.T) {
	for _, comes := range []bool{true, false} {
		g := &sleeper{wanderer: &wanderer{burrowed: true}, mornings: comes}
		s := keeps(g)
		s.p.care.remedies, s.p.care.burrowed = nil, true
		_, err := s.Approach(t.Context(), "do_cow", interaction.Where{})
		if comes && (err != nil || g.burrowed || g.light < early) {
			t.Errorf("it is in the burrow: %v, at a light of %d (%v)", g.burrowed, g.light, err)
		}
		if most := (mornings + 1) * recovery; !comes && (!errors.Is(err, interaction.ErrNoWay) && err != nil || g.steps > most) {
			t.Errorf("after %d steps without a morning: %v", g.steps, err)
		}
	}
}

// Who waits has its fill of what isn't far off, by day, though it doesn't lack it yet.
func TestIdleHands(t *testing.T) {
	for light, want := range map[int][]interaction.Action{9: {"do_water"}, 1: nil} {
		g := &sleeper{wanderer: &wanderer{far: map[interaction.Action]int{"do_water": detour, "do_cow": detour + 1}, light: light, fed: 6}}
		s := keeps(g)
		g.way = func(interaction.Action) error { return interaction.ErrNoWay }
		s.p.now(g.state())
		for range 3 {
			if _, err := s.Wait(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if went := slices.Compact(g.went); !slices.Equal(went, want) {
			t.Errorf("at a light of %d it went to %v", light, g.went)
		}
	}
}
