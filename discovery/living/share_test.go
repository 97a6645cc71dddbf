package living_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
)

// what a world is, and by what its actions give something.
type parts struct {
	world played
	ways  map[interaction.Action]string
}

// furrier is a world with four hares, of whose pelts five things are made: never all of them together.
func furrier() parts {
	return parts{played{id: "furrier", actions: []interaction.Action{"catch", "hat", "boot", "glove", "bag", "drum"},
		begin: func() map[string]int { return map[string]int{} },
		act: func(has map[string]int, a interaction.Action) error {
			kept := map[interaction.Action]string{"bag": "glove", "drum": "hat"}[a]
			switch {
			case a == "catch" && has["pelt"]+has["hat"]+has["boot"]+has["glove"]+has["bag"]+has["drum"] == 4:
				return &interaction.Fault{Class: interaction.FaultRefused, Err: errors.New("no hare is left")}
			case a == "catch":
				has["pelt"]++
			case has["pelt"] > 0 && (kept == "" || has[kept] > 0):
				has["pelt"]--
				has[string(a)]++
			}
			return nil
		}}, map[interaction.Action]string{"catch": "nothing", "hat": "1 pelt", "boot": "1 pelt", "glove": "1 pelt", "bag": "glove (kept) + 1 pelt", "drum": "hat (kept) + 1 pelt"}}
}

// fair is a world in which a coin is spent for a map or for a lamp, and one of both is all that there ever is.
func fair() parts {
	return parts{played{id: "fair", actions: []interaction.Action{"map", "lamp", "dig", "read", "melt"},
		begin: func() map[string]int { return map[string]int{"coin": 1} },
		act: func(has map[string]int, a interaction.Action) error {
			switch {
			case (a == "map" || a == "lamp") && has["coin"] > 0:
				has["coin"]--
				has[string(a)]++
			case a == "dig" && has["map"] > 0:
				has["gold"]++
			case a == "read" && has["lamp"] > 0:
				has["verse"]++
			case a == "melt" && has["gold"] > 1:
				has["gold"] -= 2
				has["bar"]++
			}
			return nil
		}},
		map[interaction.Action]string{"map": "1 coin", "lamp": "1 coin", "dig": "map (kept)", "read": "lamp (kept)", "melt": "2 gold"}}
}

// Where one of each can't be there at once, what fits is tried together, so that any two are; that nothing needs more is an assumption.
func TestWhatIsNeverAllThere(t *testing.T) {
	for _, of := range []func() parts{furrier, fair} {
		for seed := range uint64(2) {
			p := of()
			cfg := config(seed + 1)
			cfg.Budget = 60_000
			l := &graphstore.Memory{}
			sum, err := living.World(t.Context(), p.world, l, cfg, pool.Config{Sessions: 1}, nil)
			if err != nil || !sum.Complete {
				t.Errorf("%s, seed %d: %v, not learned %v", p.world.id, seed+1, err, sum.NotLearned)
			}
			if !slices.ContainsFunc(sum.Assumptions, func(a discovery.Assumption) bool { return a.Name == discovery.Together }) {
				t.Errorf("%s, seed %d: it is assumed %v", p.world.id, seed+1, sum.Assumptions)
			}
			folded, err := graphstore.Fold(t.Context(), l, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range folded.Graph.Actions {
				for _, e := range a.Effects {
					for _, w := range e.Ways {
						if e.Grade != graphstore.Certified || w.String() != p.ways[a.ID] {
							t.Errorf("%s, seed %d: %s gives %s by %q (%v), not by %q", p.world.id, seed+1, a.ID, e.Factor, w, e.Grade, p.ways[a.ID])
						}
					}
				}
			}
			if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
				t.Errorf("%s, seed %d: %v %v", p.world.id, seed+1, r.Problems, err)
			}
		}
	}
}

// pack is a world of eight kinds of things, of which six fit into a bag.
const pack = `{"format":1,"id":"pack","exclusions":[{"slots":6}],"map":{"size":20,"things":{"reed":{"share":0.06},"rock":{"share":0.06},"bush":{"share":0.05},"clay":{"share":0.04}}},"actions":[
	{"label":"cut","at":"reed","effects":[{"gives":{"reed":1},"ways":[{}]}]},
	{"label":"hit","at":"rock","effects":[{"gives":{"stone":1},"ways":[{}]}]},
	{"label":"pick","at":"bush","effects":[{"gives":{"berry":1},"ways":[{}]}]},
	{"label":"dig","at":"clay","effects":[{"gives":{"clay":1},"ways":[{"needs":{"spade":1}}]}]},
	{"label":"rope","effects":[{"gives":{"rope":1},"ways":[{"consumes":{"reed":2}}]}]},
	{"label":"spade","effects":[{"gives":{"spade":1},"ways":[{"consumes":{"rope":1,"stone":2}}]}]},
	{"label":"pot","effects":[{"gives":{"pot":1},"ways":[{"consumes":{"clay":2},"needs":{"stone":1}}]}]},
	{"label":"jam","effects":[{"gives":{"jam":1},"ways":[{"consumes":{"berry":2},"needs":{"pot":1}}]}]}]}`

// checked is a ledger that is checked each time that something is claimed or limited in it, as if the run had been killed then.
type checked struct {
	*graphstore.Memory
	problems []graphstore.Problem
}

func (c *checked) Append(ctx context.Context, entries ...graphstore.Entry) error {
	if err := c.Memory.Append(ctx, entries...); err != nil {
		return err
	}
	if !slices.ContainsFunc(entries, func(e graphstore.Entry) bool {
		return e.Kind == graphstore.KindFinding || e.Kind == graphstore.KindLimit
	}) {
		return nil
	}
	r, err := graphstore.Check(ctx, c.Memory)
	c.problems = append(c.problems, r.Problems...)
	return err
}

// What is claimed agrees with what it rests on whenever a run is killed.
func TestBagAtAnyTime(t *testing.T) {
	long(t)
	f, err := sim.Parse("pack.json", []byte(pack))
	if err != nil {
		t.Fatal(err)
	}
	l := &checked{Memory: &graphstore.Memory{}}
	w, _ := world(t, f)
	if _, err := living.World(t.Context(), w, l, config(1), pool.Config{Sessions: 1}, nil); err != nil {
		t.Fatal(err)
	}
	if len(l.problems) > 0 {
		t.Errorf("%d problems, such as %v", len(l.problems), l.problems[0])
	}
}

// A bag in which not all fits is no obstacle, and a ledger whose tests were made for a larger one isn't sound.
func TestBag(t *testing.T) {
	long(t)
	f, err := sim.Parse("pack.json", []byte(pack))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(2) {
		l := &graphstore.Memory{}
		sum, score := lived(t, f, config(seed+1), 1, l)
		if score.SHD != 0 || len(score.WrongCertificates) > 0 || sum.ActionsCertified != 8 {
			t.Errorf("seed %d: SHD %d, wrong %v, %d certified, not learned %v", seed+1, score.SHD, score.WrongCertificates, sum.ActionsCertified, sum.NotLearned)
		}
		if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
			t.Errorf("seed %d: %v %v", seed+1, r.Problems, err)
		}
	}
}
