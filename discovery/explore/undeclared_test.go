package explore_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
)

// undeclared is a world that says nothing of its limits: it begins with as much of what is
// wished for as it can hold.
type undeclared struct {
	*sim.World
	limits  []interaction.Factor
	slots   int
	lacking string // a factor that no start can set
}

func (w undeclared) Spec() interaction.Spec {
	s := w.World.Spec()
	s.Factors, s.Exclusions = nil, nil
	return s
}

func (w undeclared) Open(ctx context.Context) (interaction.Session, error) {
	s, err := w.World.Open(ctx)
	return clipping{s, w}, err
}

type clipping struct {
	interaction.Session
	w undeclared
}

func (s clipping) Begin(ctx context.Context, wish interaction.State, seed uint64) (interaction.State, error) {
	m := wish.Map()
	for _, f := range s.w.limits {
		if f.Max > 0 && m[f.Name] > f.Max {
			m[f.Name] = f.Max
		}
	}
	delete(m, s.w.lacking)
	if s.w.slots > 0 {
		for _, a := range wish.Amounts()[min(s.w.slots, len(wish.Amounts())):] {
			delete(m, a.Name)
		}
	}
	return s.Session.Begin(ctx, interaction.StateOf(m), seed)
}

func TestUndeclared(t *testing.T) {
	gather := `{"label":"gather","effects":[{"gives":{"log":1},"ways":[{}]}]}`
	saw := `{"label":"saw","effects":[{"gives":{"planks":4},"ways":[{"consumes":{"log":1}}]}]}`
	for name, c := range map[string]struct {
		world, factors string
		extra          string
		slots          int
		lacking        string
		certified      int
		warns          string
	}{
		"a stack holds what is asked for": {world: gather + "," + saw, factors: `"log":{"max":64},"planks":{"max":64}`, certified: 2, warns: "log"},
		"a stack holds less":              {world: gather + "," + saw, factors: `"log":{"max":16}`, certified: 2, warns: "log"},
		"few slots": {world: gather + "," + saw + `,{"label":"c","effects":[{"gives":{"stick":1},"ways":[{"needs":{"planks":1}}]}]},{"label":"d","effects":[{"gives":{"bowl":1},"ways":[{"needs":{"stick":1}}]}]},
			{"label":"e","effects":[{"gives":{"cup":1},"ways":[{"needs":{"bowl":1,"log":1}}]}]}`, slots: 3, certified: 5, warns: "at once"},
		"what no start can set": {world: gather + "," + saw + `,{"label":"c","effects":[{"gives":{"boat":1},"ways":[{"needs":{"planks":1}}]}]}`, lacking: "boat", certified: 3, warns: "boat"},
		"one bucket": {world: gather + `,{"label":"c","effects":[{"gives":{"bucket":1},"ways":[{"consumes":{"log":1}}]}]},{"label":"d","effects":[{"gives":{"water":1},"ways":[{"needs":{"bucket":1}}]}]}`,
			factors: `"bucket":{"max":1}`, certified: 3, warns: "bucket"},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := sim.Parse("w", []byte(`{"format":1,"id":"w","factors":{`+c.factors+`},`+c.extra+`"actions":[`+c.world+`]}`))
			if err != nil {
				t.Fatal(err)
			}
			w := undeclared{World: sim.New(f), slots: c.slots, lacking: c.lacking, limits: sim.New(f).Spec().Factors}
			l := &graphstore.Memory{}
			s, err := explore.World(context.Background(), w, l, explore.Default(), pool.Config{Sessions: 2}, nil)
			t.Log(s.Trials, s.NotLearned, s.Warnings)
			if err != nil || s.ActionsCertified != c.certified || s.Trials > 3000 {
				t.Errorf("%d certified of %d in %d trials: %v", s.ActionsCertified, s.ActionsTotal, s.Trials, err)
			}
			if !slices.ContainsFunc(s.Warnings, func(w string) bool { return strings.Contains(w, c.warns) }) {
				t.Errorf("warns %q", s.Warnings)
			}
			if r, err := graphstore.Check(context.Background(), l); err != nil || len(r.Problems) > 0 {
				t.Errorf("%v, %v", err, r.Problems)
			}
		})
	}
}

// TestLimitsAreAssumed: what isn't asked for, as an item is full, is assumed not to be needed, by name; so what is certified without
// the way that needs as much rests on that.
func TestLimitsAreAssumed(t *testing.T) {
	text := `{"format":1,"id":"w","factors":{"log":{"max":64}},"actions":[{"label":"gather","effects":[{"gives":{"log":1},"ways":[{}]}]},{"label":"saw","effects":[{"gives":{"planks":4},"ways":[{"consumes":{"log":1}}]}]},
		{"label":"c","effects":[{"gives":{"c":1},"ways":[{}]}]},
		{"label":"make","effects":[{"gives":{"boat":1},"chance":0.4,"ways":[{"consumes":{"c":1}},{"consumes":{"planks":64}}]}]}]}`
	without := 0
	for seed := range uint64(40) {
		f, err := sim.Parse("w", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		w := undeclared{World: sim.New(f), limits: sim.New(f).Spec().Factors}
		l, cfg := &graphstore.Memory{}, explore.Default()
		cfg.Seed, cfg.Width = seed+1, 1+int(seed%3)*4
		s, err := explore.World(context.Background(), w, l, cfg, pool.Config{Sessions: 2, Seed: cfg.Seed}, nil)
		if err != nil {
			t.Fatal(err)
		}
		folded, err := graphstore.Fold(context.Background(), l, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := discovery.Assumption{Name: discovery.Ample, Factor: "planks", Value: 63}
		for _, a := range folded.Graph.Actions {
			if e := a.Effect("boat"); e != nil && e.Grade == graphstore.Certified && len(e.Ways) < 2 {
				without++
				if !slices.Contains(s.Assumptions, want) || !slices.Contains(folded.Graph.Assumptions, want) {
					t.Errorf("seed %d: one way is certified, and assumed is %v", cfg.Seed, s.Assumptions)
				}
			}
		}
		if r, err := graphstore.Check(context.Background(), l); err != nil || !r.OK() {
			t.Errorf("seed %d: %v, %v", cfg.Seed, err, r.Problems)
		}
	}
	if without == 0 {
		t.Error("the limit hid no way: this tells nothing")
	}
}

// adding is a world in which something is there at each start, whatever was asked for.
type adding struct {
	undeclared
	name string
	fact bool // that no start can set; else an item of which nothing is said
}

func (w adding) Spec() interaction.Spec {
	s := w.undeclared.Spec()
	if w.fact {
		s.Factors = []interaction.Factor{{Name: w.name, Kind: interaction.Fact, Fixed: true}}
	}
	return s
}

func (w adding) Open(ctx context.Context) (interaction.Session, error) {
	s, err := w.undeclared.Open(ctx)
	return addingSession{s, w.name}, err
}

type addingSession struct {
	interaction.Session
	name string
}

func (s addingSession) Begin(ctx context.Context, wish interaction.State, seed uint64) (interaction.State, error) {
	m := wish.Map()
	delete(m, s.name)
	now, err := s.Session.Begin(ctx, interaction.StateOf(m), seed)
	return s.with(now), err
}

func (s addingSession) Step(ctx context.Context, a interaction.Action) (interaction.State, error) {
	now, err := s.Session.Step(ctx, a)
	return s.with(now), err
}

func (s addingSession) with(now interaction.State) interaction.State {
	m := now.Map()
	m[s.name] = 1
	return interaction.StateOf(m)
}

// TestProbesEnd: what is asked for alone, to learn why it came short, is asked for no more once it is there, whatever is there beside it.
func TestProbesEnd(t *testing.T) {
	text := `{"format":1,"id":"w","actions":[{"label":"gather","effects":[{"gives":{"log":1},"ways":[{}]}]},{"label":"saw","effects":[{"gives":{"planks":4},"ways":[{"consumes":{"log":1}}]}]},
		{"label":"c","effects":[{"gives":{"stick":1},"ways":[{"needs":{"planks":1}}]}]},{"label":"d","effects":[{"gives":{"bowl":1},"ways":[{"needs":{"stick":1}}]}]},
		{"label":"e","effects":[{"gives":{"cup":1},"ways":[{"needs":{"bowl":1,"log":1}}]}]}]}`
	for _, slots := range []int{3, 0} {
		for _, fact := range []bool{false, true} {
			f, err := sim.Parse("w", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			w := adding{undeclared{World: sim.New(f), slots: slots, limits: sim.New(f).Spec().Factors}, "compass", fact}
			cfg := explore.Default()
			cfg.Budget = 5000
			l := &graphstore.Memory{}
			s, err := explore.World(context.Background(), w, l, cfg, pool.Config{Sessions: 2}, nil)
			if err != nil || s.End != explore.EndDone {
				t.Errorf("%d slots, a fact %v: it ends with %s after %d trials: %v", slots, fact, s.End, s.Trials, err)
			}
			if r, err := graphstore.Check(context.Background(), l); err != nil || !r.OK() {
				t.Error(err, r.Problems)
			}
		}
	}
}
