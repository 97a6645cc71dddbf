package active

import (
	"context"
	"errors"
	"testing"

	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/interaction"
)

// bare is an agent that knows where it faces, and has no world.
func bare() *Agent {
	ground := &interaction.Ground{Moves: [4]interaction.Action{"w", "e", "n", "s"}, Wait: "z"}
	a := New(nil, ground, nil, interaction.State{}, percipient.None{}, Config{Steps: 1000, Actions: 100})
	a.facing = 2
	return a
}

func TestActionsAreCountedAsInThePaper(t *testing.T) {
	for _, c := range []struct {
		name string
		do   []interaction.Action
		want int
	}{
		{"ten cells are one movement", many("n", 10), 1},
		{"eleven are two", many("n", 11), 2},
		{"turns belong to the movement", append(many("n", 3), many("e", 3)...), 1},
		{"an action ends a movement", append(append(many("n", 3), "dig"), many("n", 3)...), 3},
		{"the same action again, until something comes of it", many("dig", 5), 1},
		{"a long wait", many("z", 25), 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := bare()
			for _, x := range c.do {
				a.count(x)
			}
			if a.Actions() != c.want {
				t.Errorf("%d actions, want %d", a.Actions(), c.want)
			}
		})
	}
}

func TestASearchBelongsToItsAction(t *testing.T) {
	a := bare()
	a.free = true
	for range search {
		a.count("n")
	}
	if a.Actions() != 1 {
		t.Errorf("a search of %d steps counts as %d actions, want 1", search, a.Actions())
	}
}

// torn is a session that breaks, and doesn't say what there was.
type torn struct{ interaction.Camera }

func (torn) Step(context.Context, interaction.Action) (interaction.State, error) {
	return interaction.State{}, &interaction.Fault{Class: interaction.FaultLost, Err: errors.New("it broke")}
}

// What an agent has isn't taken to be gone, nor to come and go by itself, because a step broke.
func TestAStepThatBreaksSaysNothing(t *testing.T) {
	a := bare()
	a.session, a.state = torn{}, interaction.StateOf(map[string]int{"log": 3})
	if err := a.step(t.Context(), "n"); err == nil {
		t.Fatal("the step didn't break")
	}
	if a.state.Level("log") != 3 || len(a.drifts) > 0 {
		t.Errorf("it has %v, and %v changed by itself", a.state, a.drifts)
	}
}

func many(x interaction.Action, n int) (out []interaction.Action) {
	for range n {
		out = append(out, x)
	}
	return out
}

func TestThingsAreRememberedTogether(t *testing.T) {
	a := bare()
	tree, river, cow := percipient.Question{Aspect: percipient.Object, Name: "tree"}, percipient.Question{Aspect: percipient.Object, Name: "river"}, percipient.Question{Aspect: percipient.Creature, Name: "cow"}
	a.noticed[tree] = []cell{{1, 0}, {20, 0}, {-30, 0}}
	a.noticed[river] = []cell{{20, 3}, {-30, 4}}
	if at, ok := a.together(tree, []percipient.Question{river}); !ok || at != (cell{20, 0}) {
		t.Errorf("the nearest tree by a river is at %v (%v), want that at 20, 0", at, ok)
	}
	if at, ok := a.together(tree, []percipient.Question{river, cow}); ok {
		t.Errorf("a tree by a river and a cow at %v, and no cow was seen", at)
	}
	a.forget(tree, cell{21, 0})
	if at, ok := a.together(tree, []percipient.Question{river}); !ok || at != (cell{-30, 0}) {
		t.Errorf("then it is at %v (%v), want that at -30, 0", at, ok)
	}
}

func TestTheMapEndsWhereARowBars(t *testing.T) {
	a := bare()
	for y := range manyBars {
		a.edges[1].bar(cell{12, y}, 1)
	}
	if !a.beyond(cell{2, 0}) || a.beyond(cell{1, 0}) {
		t.Error("the map ends in column 12: block 2 begins there")
	}
	a.farthest[1] = 13
	if a.beyond(cell{2, 0}) {
		t.Error("it was farther already: that was no edge")
	}
}

func TestWhoIsShutInForgetsWhatBars(t *testing.T) {
	a := bare()
	for d := range interaction.Steps {
		a.bars[cell{interaction.Steps[d][0], interaction.Steps[d][1]}] = true
	}
	if d := a.way(func(c cell) bool { return c == cell{3, 0} }); d >= 0 {
		t.Fatalf("a way out by %d", d)
	}
	if d := a.way(func(c cell) bool { return c == cell{3, 0} }); d < 0 {
		t.Error("it still takes itself for shut in")
	}
}
