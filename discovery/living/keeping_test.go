package living

import (
	"context"
	"errors"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// sleeper is a wanderer that asks at each step whether it is called away, drinks, and has a shelter; each step that it waits makes it
// lighter, if mornings come. While it isn't light, it stays in its burrow.
type sleeper struct {
	*wanderer
	mornings bool
	drunk    int
	asks     func(interaction.State) bool
	x, y     int
	beset    int // so often it is called away from an action
}

func (g *sleeper) Haven(int) int                    { return 0 }
func (g *sleeper) Wall() (interaction.Action, bool) { return "", false }
func (g *sleeper) Place() (x, y int)                { return g.x, g.y }
func (g *sleeper) Strayed() bool                    { return false }
func (g *sleeper) Gone() bool                       { return false }
func (g *sleeper) Near(int) ([]interaction.Action, bool) {
	var near []interaction.Action
	for a, n := range g.far {
		if n <= beside {
			near = append(near, a)
		}
	}
	return near, true
}

func (g *sleeper) Shelter(context.Context, []interaction.Action, int) (interaction.State, error) {
	return g.state(), nil
}

func (g *sleeper) Burrow(on bool) bool {
	g.burrowed = on || !on && g.light < early
	return g.burrowed
}

func (g *sleeper) Wait(context.Context) (interaction.State, error) {
	if g.steps++; g.mornings {
		g.light = min(9, g.light+1)
	}
	return g.state(), nil
}

func (g *sleeper) Approach(ctx context.Context, a interaction.Action, at interaction.Where) (interaction.State, error) {
	if g.burrowed {
		return g.wanderer.Approach(ctx, a, at)
	}
	g.went = append(g.went, a)
	for ; g.far[a] > 1; g.far[a]-- {
		if g.asks != nil && g.asks(g.state()) {
			return g.state(), interaction.ErrCalled
		}
		g.steps++
	}
	return g.state(), nil
}

func (g *sleeper) Here(_ context.Context, a interaction.Action) (interaction.State, error) {
	if g.beset > 0 {
		g.beset--
		return g.state(), interaction.ErrCalled
	}
	if g.steps++; a == "do_water" {
		g.drunk++
	}
	return g.state(), nil
}

func (g *sleeper) Roams(interaction.Action) bool { return false }

func (g *sleeper) state() interaction.State {
	return interaction.StateOf(map[string]int{"food": 2 + g.fed, "drink": min(9, 1+g.fed+g.drunk), "energy": 8, "light": g.light})
}

func (g *sleeper) Roam(_ context.Context, dx, dy int) (interaction.State, error) {
	if g.beset > 0 {
		g.beset--
		g.x, g.y = g.x+5, g.y-2 // it flees
		return g.state(), interaction.ErrCalled
	}
	g.x, g.y = g.x+dx, g.y+dy
	return g.state(), nil
}

// keeps is a session that is kept alive, with the body.
func keeps(g *sleeper) *keeper {
	p := grazing(g.wanderer)
	p.walker, p.session = g, g
	p.now(g.state())
	g.asks = p.called
	return &keeper{Placer: g, p: p}
}

// Who is thirsty drinks on the way to an action; who was called away from one goes straight back to it, and not to another.
func TestStraightBack(t *testing.T) {
	for to, want := range map[interaction.Action]interaction.Action{"do_cow": "do_cow", "rest": "do_water"} {
		g := &sleeper{wanderer: &wanderer{far: map[interaction.Action]int{"do_water": 2}, light: 9}, beset: 1}
		s := keeps(g)
		if _, err := s.Here(t.Context(), "do_cow"); !errors.Is(err, interaction.ErrCalled) {
			t.Fatal(err)
		}
		if _, err := s.Approach(t.Context(), to, interaction.Where{}); err != nil {
			t.Fatal(err)
		}
		if g.went[0] != want {
			t.Errorf("called away from the cow, it is to %s, and went to %v", to, g.went)
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
		if most := (mornings + 2) * recovery; !comes && (!errors.Is(err, interaction.ErrNoWay) || g.steps > most) {
			t.Errorf("after %d steps without a morning: %v", g.steps, err)
		}
	}
}

// Who waits has its fill of what isn't far off, by day, though it doesn't lack it yet.
func TestIdleHands(t *testing.T) {
	for light, drunk := range map[int]int{9: 1, 1: 0} {
		g := &sleeper{wanderer: &wanderer{far: map[interaction.Action]int{"do_water": detour, "do_cow": detour + 1}, light: light, fed: 6}}
		s := keeps(g)
		for range 3 {
			if _, err := s.Wait(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if g.drunk != drunk || g.far["do_cow"] <= detour {
			t.Errorf("at a light of %d it drank %d times, and went to %v", light, g.drunk, g.went)
		}
	}
}

// Who is called away while it goes somewhere gets there all the same.
func TestRoamsToOnePlace(t *testing.T) {
	g := &sleeper{wanderer: &wanderer{light: 9}, beset: 2}
	s := keeps(g)
	s.p.care.remedies = nil
	if _, err := s.Roam(t.Context(), 8, 3); err != nil || g.x != 8 || g.y != 3 {
		t.Errorf("it is at %d, %d (%v)", g.x, g.y, err)
	}
}
