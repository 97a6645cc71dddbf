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

// TestUsedByOthers: what another effect of the same action, or a larger way of the same, uses up is seen beside what a way by itself does: the claim
// says the least and the most, and the check finds both.
func TestUsedByOthers(t *testing.T) {
	for name, effects := range map[string]string{
		"saw":  `{"gives":{"plank":2},"ways":[{"needs":{"near_bench":1},"consumes":{"log":1}}]},{"gives":{"sawdust":1},"chance":0.8,"ways":[{"needs":{"log":1}}]}`,
		"lamp": `{"gives":{"lamp":1},"ways":[{"consumes":{"log":9}},{"needs":{"log":1}}]}`,
		"fish": `{"gives":{"fish":3},"ways":[{"consumes":{"log":2},"needs":{"near_bench":1},"gives":{"fish":3}},{"consumes":{"log":1}}]}`,
	} {
		f, err := sim.Parse("w", []byte(`{"format":1,"id":"w","factors":{"near_bench":{"kind":"fact"}},"actions":[{"label":"fell","effects":[{"gives":{"log":1},"ways":[{}]}]},
			{"label":"walk","effects":[{"gives":{"near_bench":1},"ways":[{}]}]},{"label":"do","effects":[`+effects+`]}]}`))
		if err != nil {
			t.Fatal(err)
		}
		cfg, l := explore.Default(), &graphstore.Memory{}
		if s, err := explore.World(context.Background(), sim.New(f), l, cfg, pool.Config{Sessions: 1, Seed: cfg.Seed}, nil); err != nil || s.ActionsCertified != 3 {
			t.Fatal(name, s.NotLearned, err)
		}
		if r, err := graphstore.Check(context.Background(), l); err != nil || !r.OK() {
			t.Error(name, err, r.Problems)
		}
	}
}
