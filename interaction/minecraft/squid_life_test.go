package minecraft

import (
	"testing"
)

// TestPlaysOnFlyingSquid: on a server that somebody else wrote, which tells whoever digs of a block only that the digging is done,
// a player takes up the ground around him.
func TestPlaysOnFlyingSquid(t *testing.T) {
	testModules(t)
	s := startServer(t, "squid.js", map[string]any{"package": "flying-squid", "version": "1.16.5", "operator": false})
	_, player, _ := player(t, s.config(t, "dig grass_block"))
	for n := 1; n <= 3; n++ {
		state, err := player.Step(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		if state.Level("dirt") != n {
			t.Errorf("after digging %d times there is %v", n, state.Amounts())
		}
	}
}
