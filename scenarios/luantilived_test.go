package scenarios_test

import (
	"slices"
	"testing"

	"github.com/adam-discovery/adam/interaction/luanti"
	"github.com/adam-discovery/adam/scenarios"
)

// The truth about a game that is lived in is about the world's own actions and factors.
func TestLuantiLived(t *testing.T) {
	if !luanti.Installed() {
		t.Skipf("%v; %s", luanti.ErrNotInstalled, luanti.Hint)
	}
	for _, c := range []struct {
		game, furnace, food string
	}{{"", "default:furnace", "default:apple"}, {"../interaction/luanti/testdata/meadow", "meadow:oven", "meadow:berries"}} {
		w, err := luanti.New(t.Context(), luanti.Config{Game: c.game, Lived: true, Servers: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		reg, err := w.Registry(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		f, err := scenarios.LuantiLived(w.Spec(), reg)
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Actions) != len(w.Spec().Actions) {
			t.Fatalf("%s: %d actions of %d", w.Spec().ID, len(f.Actions), len(w.Spec().Actions))
		}
		labels := map[string]bool{}
		for i, a := range w.Spec().Actions {
			if labels[f.Actions[i].Label] = true; w.Label(a.ID) != f.Actions[i].Label {
				t.Fatalf("%s: action %d is %q in the game, and %q", w.Spec().ID, i, w.Label(a.ID), f.Actions[i].Label)
			}
		}
		for _, l := range []string{"place " + c.furnace, "dig " + c.furnace, "eat " + c.food} {
			if !labels[l] {
				t.Errorf("%s: nobody can %s", w.Spec().ID, l)
			}
		}
		if !slices.Contains(f.AllFactors(), luanti.Near(c.furnace)) {
			t.Errorf("%s: nothing says that one stands beside a %s", w.Spec().ID, c.furnace)
		}
	}
}
