package explore_test

import (
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
)

// TestMixturesThatCantBe: of what stands for each other no mixture is asked for that the world says it can't have, and none is claimed.
func TestMixturesThatCantBe(t *testing.T) {
	for name, world := range map[string]string{
		"facts that exclude each other": `{"format":1,"id":"w","factors":{"heat":{"kind":"fact","max":2},"cold":{"kind":"fact","max":2}},"exclusions":[{"factors":["heat","cold"]}],"actions":[
			{"label":"burn","effects":[{"gives":{"heat":2},"ways":[{}]}]},{"label":"freeze","effects":[{"gives":{"cold":2},"ways":[{}]}]},
			{"label":"crack","effects":[{"gives":{"sand":1},"ways":[{"needs":{"heat":2}},{"needs":{"cold":2}}]}]}]}`,
		"four of a class in three slots": `{"format":1,"id":"w","classes":{"wood":["oak","fir","ash","elm"]},"exclusions":[{"slots":3}],"actions":[
			{"label":"a","effects":[{"gives":{"oak":1},"ways":[{}]}]},{"label":"b","effects":[{"gives":{"fir":1},"ways":[{}]}]},{"label":"c","effects":[{"gives":{"ash":1},"ways":[{}]}]},
			{"label":"d","effects":[{"gives":{"elm":1},"ways":[{}]}]},{"label":"e","effects":[{"gives":{"raft":1},"ways":[{"consumes":{"class:wood":4}}]}]}]}`,
	} {
		f, err := sim.Parse("w", []byte(world))
		if err != nil {
			t.Fatal(err)
		}
		l, cfg := &graphstore.Memory{}, explore.Default()
		s, err := explore.World(t.Context(), sim.New(f), l, cfg, pool.Config{Sessions: 1, Seed: cfg.Seed}, nil)
		if err != nil || s.Faults > 0 || s.ActionsCertified != len(f.Actions) {
			t.Errorf("%s: %d certified, %d trials broke (%v)", name, s.ActionsCertified, s.Faults, err)
		}
		if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
			t.Error(name, err, r.Problems)
		}
	}
}
