package explore_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
)

// TestRoomForWhatComes: in a bag of few slots as many are left free as an action was seen to fill at once, so that nothing it gives is
// lost; what can't be told so is assumed, also by a run that goes on over the ledger.
func TestRoomForWhatComes(t *testing.T) {
	f, err := sim.Parse("w", []byte(`{"format":1,"id":"w","exclusions":[{"slots":5}],"actions":[{"label":"a","effects":[{"gives":{"i0":1,"i3":1},"ways":[{}]}]},
		{"label":"c","effects":[{"gives":{"i5":1,"i6":1},"ways":[{}]}]},{"label":"b","effects":[{"gives":{"i1":1,"i2":1},"ways":[{"needs":{"i0":1,"i5":1}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(8) {
		l, cfg := &graphstore.Memory{}, explore.Default()
		cfg.Seed, cfg.Width = seed+1, 1+int(seed)
		for range 2 {
			s, err := explore.World(context.Background(), sim.New(f), l, cfg, pool.Config{Sessions: 1, Seed: cfg.Seed}, nil)
			if err != nil || s.ActionsCertified != 3 {
				t.Fatalf("seed %d: %d certified, %v: %v", cfg.Seed, s.ActionsCertified, s.NotLearned, err)
			}
			if !slices.Contains(s.Assumptions, discovery.Assumption{Name: discovery.Together, Value: 3}) {
				t.Errorf("seed %d: assumed is %v", cfg.Seed, s.Assumptions)
			}
			if r, err := graphstore.Check(context.Background(), l); err != nil || !r.OK() {
				t.Error(err, r.Problems)
			}
			cfg.Width++ // another run
		}
	}
}

// TestLostInASmallBag: in a bag of three slots what an action gives first takes the last one, which something else that it gives now and then
// lacks: what it doesn't need isn't claimed.
func TestLostInASmallBag(t *testing.T) {
	actions := ""
	for i := range 4 {
		actions += fmt.Sprintf(`{"label":"get %d","effects":[{"gives":{"i%d":1},"ways":[{}]}]},`, i, i)
	}
	f, err := sim.Parse("w", []byte(`{"format":1,"id":"w","exclusions":[{"slots":3}],"actions":[`+actions+
		`{"label":"get clay","effects":[{"gives":{"clay":1},"ways":[{}]}]},
		{"label":"build","effects":[{"gives":{"clay":1},"ways":[{}]},{"gives":{"boat":2},"chance":0.3,"ways":[{}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(30) {
		l, cfg := &graphstore.Memory{}, explore.Default()
		cfg.Seed = seed + 1
		if _, err := explore.World(context.Background(), sim.New(f), l, cfg, pool.Config{Sessions: 1, Seed: cfg.Seed}, nil); err != nil {
			t.Fatal(err)
		}
		was, err := graphstore.Fold(context.Background(), l, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range was.Graph.Actions[5].Effects { // of "build"
			if e.Factor == "boat" && e.Grade == graphstore.Certified && !e.Unconditional {
				t.Errorf("seed %d: a boat is certified to come by %v", cfg.Seed, e.Ways)
			}
		}
	}
}

// TestNamedSlotsLoseNothingElse: that of a sword and a shield one is there at a time says nothing of logs.
func TestNamedSlotsLoseNothingElse(t *testing.T) {
	f, err := sim.Parse("w", []byte(`{"format":1,"id":"w","exclusions":[{"factors":["sword","shield"],"slots":1}],"actions":[
		{"label":"sword","effects":[{"gives":{"sword":1},"ways":[{}]}]},{"label":"shield","effects":[{"gives":{"shield":1},"ways":[{}]}]},
		{"label":"log","effects":[{"gives":{"log":1,"bark":1},"ways":[{}]}]},{"label":"plank","effects":[{"gives":{"plank":1},"ways":[{"consumes":{"log":1}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	s, err := explore.World(context.Background(), sim.New(f), &graphstore.Memory{}, explore.Default(), pool.Config{Sessions: 1, Seed: 1}, nil)
	if err != nil || s.ActionsCertified != 2 {
		t.Errorf("%d certified, %v: %v", s.ActionsCertified, s.NotLearned, err)
	}
}

// TestManyOfOneThing: thirty arrows take eight of nine slots. That some come is seen where one slot is free.
func TestManyOfOneThing(t *testing.T) {
	actions := ""
	for i := 1; i < 6; i++ {
		actions += fmt.Sprintf(`{"label":"get %d","effects":[{"gives":{"i%d":1},"ways":[{}]}]},`, i, i)
	}
	f, err := sim.Parse("w", []byte(`{"format":1,"id":"w","factors":{"arrow":{"stack":4,"ample":8}},"exclusions":[{"slots":9}],"actions":[`+actions+
		`{"label":"try","effects":[{"gives":{"i6":1},"ways":[{"needs":{"i1":1}}]}]},{"label":"trade","effects":[{"gives":{"i8":1},"ways":[{"needs":{"i4":1}}]}]},
		{"label":"fletch","effects":[{"gives":{"arrow":30},"chance":0.5,"ways":[{"consumes":{"i2":1}}]},{"gives":{"i7":1},"ways":[{"needs":{"i3":1}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(4) {
		cfg := explore.Default()
		cfg.Seed = seed + 1
		if s, err := explore.World(context.Background(), sim.New(f), &graphstore.Memory{}, cfg, pool.Config{Sessions: 1, Seed: cfg.Seed}, nil); err != nil || s.ActionsCertified != 8 {
			t.Errorf("seed %d: %d certified, %v: %v", cfg.Seed, s.ActionsCertified, s.NotLearned, err)
		}
	}
}
