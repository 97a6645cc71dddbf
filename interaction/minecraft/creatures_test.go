package minecraft

import (
	"errors"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// TestKills: what a creature drops that was summoned and killed is taken up.
func TestKills(t *testing.T) {
	testModules(t)
	w := open(t, strict(t, "1.16.5").config(t, "kill pig"))
	s, err := w.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range 2 {
		if _, err := s.Begin(t.Context(), interaction.State{}, 1); err != nil {
			t.Fatal(err)
		}
		after, err := s.Step(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		if after.Level("porkchop") != 2 {
			t.Errorf("what is killed comes to %v", after.Amounts())
		}
	}
}

// TestHungers: a player without rights hunts and eats, and dies where he doesn't; then he lives again.
func TestHungers(t *testing.T) {
	testModules(t)
	s := startServer(t, "server/main.js", map[string]any{"version": "1.16.5", "tick": 5, "terrain": true, "operator": false, "animals": true, "hunger": 60})
	_, player, state := player(t, s.config(t, "kill pig, eat porkchop"))
	var err error
	for n := 0; state.Level("porkchop") == 0 && n < 30; n++ {
		if state, err = player.Step(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
	}
	meat := state.Level("porkchop")
	if meat == 0 {
		t.Fatalf("hunting came to %v", state.Amounts())
	}
	walker := player.(interaction.Walker)
	for n := 0; state.Level("food") > 14 && n < 2000; n++ {
		if state, err = walker.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	food := state.Level("food")
	if state, err = player.Step(t.Context(), "b"); err != nil {
		t.Fatal(err)
	}
	if state.Level("food") <= food || state.Level("porkchop") != meat-1 {
		t.Errorf("eating with food %d and %d porkchops came to %v", food, meat, state.Amounts())
	}
	for n := 0; err == nil && n < 4000; n++ {
		_, err = walker.Wait(t.Context())
	}
	if !errors.Is(err, interaction.ErrEnded) {
		t.Fatalf("who doesn't eat: %v", err)
	}
	if state, err = player.Begin(t.Context(), interaction.State{}, 2); err != nil {
		t.Fatal(err)
	}
	if state.Level("health") != 20 || state.Level("porkchop") != 0 {
		t.Errorf("who died begins with %v", state.Amounts())
	}
}
