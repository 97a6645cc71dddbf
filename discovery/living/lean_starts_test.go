package living_test

import (
	"testing"

	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/pool"
)

// TestLeanStarts: that each of many pairs isn't needed is asked at once, where an episode begins and little is there yet: pair by pair it took
// from 22,963 to 34,844 steps with these seeds.
func TestLeanStarts(t *testing.T) {
	long(t)
	w, _ := world(t, load(t, "tiny"))
	for _, seed := range []uint64{5, 6, 8, 11} {
		l, cfg := &graphstore.Memory{}, config(seed)
		sum, err := living.World(t.Context(), w, l, cfg, pool.Config{Sessions: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if sum.ActionsCertified != 5 || sum.Steps > 18_000 {
			t.Errorf("seed %d: %d actions are certified after %d steps", seed, sum.ActionsCertified, sum.Steps)
		}
	}
}
