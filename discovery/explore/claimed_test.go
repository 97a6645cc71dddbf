package explore_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
)

// TestProvenWasSeen: of two classes whose factors weren't all tried with each other yet no more is claimed than was, whenever a run stops.
func TestProvenWasSeen(t *testing.T) {
	var actions []string
	class := func(name string, n int) string {
		var members []string
		for i := range n {
			x := fmt.Sprint(name, i)
			members = append(members, fmt.Sprintf("%q", x))
			actions = append(actions, fmt.Sprintf(`{"label":"gather %s","effects":[{"gives":{%q:1},"ways":[{}]}]}`, x, x))
		}
		return fmt.Sprintf(`%q:[%s]`, name, strings.Join(members, ","))
	}
	classes := class("fuel", 12) + "," + class("bar", 7) + "," + class("glass", 2) + "," + class("brick", 5)
	for _, x := range []string{"bar", "glass", "brick"} { // what is known of one tells where to look in another
		actions = append(actions, fmt.Sprintf(`{"label":"smelt %s","effects":[{"gives":{%q:1},"ways":[{"consumes":{"class:fuel":1,"class:%s":1}}]}]}`, x, x, x))
	}
	f, err := sim.Parse("w", []byte(`{"format":1,"id":"w","classes":{`+classes+`},"actions":[`+strings.Join(actions, ",")+`]}`))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(12) {
		cfg, l := explore.Default(), &graphstore.Memory{}
		cfg.Seed, cfg.Width = seed+1, 1+3*int(seed%4)
		if _, err := explore.World(context.Background(), sim.New(f), l, cfg, pool.Config{Sessions: 1, Seed: cfg.Seed}, nil); err != nil {
			t.Fatal(err)
		}
		if r, err := graphstore.Check(context.Background(), l); err != nil || !r.OK() {
			t.Errorf("seed %d: %v %v", cfg.Seed, err, r.Problems)
		}
	}
}
