package explore_test

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// drifted has the rules of another world and the name of the one it was.
type drifted struct {
	interaction.World
	spec interaction.Spec
}

func (d drifted) Spec() interaction.Spec { return d.spec }

// runDrifted explores a world that has the rules of now, and the spec of before.
func runDrifted(t *testing.T, now *sim.File, spec interaction.Spec, cfg explore.Config, l graphstore.Ledger) (explore.Summary, error) {
	t.Helper()
	return explore.World(t.Context(), drifted{sim.New(now), spec}, l, cfg, pool.Config{Sessions: 2}, nil)
}

// dispute enters that an action changed.
func dispute(t *testing.T, l graphstore.Ledger, a interaction.Action) {
	t.Helper()
	e, err := graphstore.NewEntry(graphstore.DisputeEntry{Action: a, Reason: "it changed"})
	if err == nil {
		err = l.Append(t.Context(), e)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A world changes some rules: once these actions are disputed, they are learned
// again from new trials only, and what is known of the others stays as it is.
func TestDispute(t *testing.T) {
	was, now := load(t, "minecraft-41-paper"), load(t, "minecraft-41-modified")
	l := &graphstore.Memory{}
	if _, err := run(t.Context(), t, was, config(1), l, 2, nil); err != nil {
		t.Fatal(err)
	}
	spec := sim.New(was).Spec()
	var changed []interaction.Action
	for i := range was.Actions {
		if !reflect.DeepEqual(was.Actions[i], now.Actions[i]) {
			changed = append(changed, spec.Actions[i].ID)
		}
	}
	if len(changed) == 0 {
		t.Fatal("the worlds have the same rules")
	}
	for _, a := range changed {
		dispute(t, l, a)
	}
	for _, a := range changed {
		for _, e := range graph(t, l).Action(a).Effects {
			if !e.Disputed {
				t.Errorf("%s gives %s, undisputed", a, e.Factor)
			}
		}
	}
	explored := func(cfg explore.Config) explore.Summary {
		t.Helper()
		sum, err := runDrifted(t, now, spec, cfg, l)
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	cfg := config(1)
	cfg.Only = changed
	sum := explored(cfg)
	if sum.ActionsTotal != len(changed) || !sum.Complete {
		t.Errorf("%d of %d actions, complete %v: %v", sum.ActionsCertified, sum.ActionsTotal, sum.Complete, sum.NotLearned)
	}
	if s := scenarios.NewScore(scenarios.NewTruth(now), graph(t, l)); s.SHD != 0 || s.CountsExact != s.WaysTotal {
		t.Errorf("SHD %d, %d of %d counts", s.SHD, s.CountsExact, s.WaysTotal)
	}
	if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
		t.Errorf("check: %v %v", r.Problems, err)
	}
	before := exported(t, l)
	if again := explored(cfg); again.NewTrials != 0 || !bytes.Equal(before, exported(t, l)) {
		t.Errorf("the same again ran %d new trials, or changed the graph", again.NewTrials)
	}
	if all := explored(config(1)); !all.Complete || all.NewTrials > 0 {
		t.Errorf("the whole run after it: complete %v, %d new trials though nothing was disputed since", all.Complete, all.NewTrials)
	}
}

// What gives an item on the way to the goal may give it no more: then the way isn't known,
// and other actions are tried, until something gives it or nothing does.
func TestGoalAfterDispute(t *testing.T) {
	circular := func() *sim.File {
		f, err := sim.Parse("circle.json", []byte(`{"format": 1, "id": "circle", "actions": [
			{"label": "mine", "effects": [{"gives": {"ore": 1}, "ways": [{}]}]},
			{"label": "smelt", "effects": [{"gives": {"ingot": 1}, "ways": [{"consumes": {"ore": 1}}]}]},
			{"label": "pack", "effects": [{"gives": {"block": 1}, "ways": [{"consumes": {"ingot": 9}}]}]},
			{"label": "unpack", "effects": [{"gives": {"ingot": 9}, "ways": [{"consumes": {"block": 1}}]}]},
			{"label": "forge", "effects": [{"gives": {"pick": 1}, "ways": [{"consumes": {"ingot": 3}}]}]}]}`))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	paper := func() *sim.File { return load(t, "minecraft-41-paper") }
	for _, c := range []struct {
		world        func() *sim.File
		source, item string // the action in dispute, and what it gives
		goal         string
		gone         bool
	}{
		{paper, "gatherWoodLog", "log", "crafting_table", false},
		{paper, "gatherWoodLog", "log", "crafting_table", true},
		{circular, "smelt", "ingot", "pick", false},
		{circular, "smelt", "ingot", "pick", true},
		{circular, "smelt", "ingot", "ingot", true},
	} {
		was, now := c.world(), c.world()
		now.Items = was.AllFactors() // also what nothing gives
		spec := sim.New(was).Spec()
		l := &graphstore.Memory{}
		if _, err := run(t.Context(), t, was, config(1), l, 2, nil); err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(now.Actions, func(a sim.Action) bool { return a.Label == c.source })
		source := spec.Actions[i].ID
		if c.gone {
			now.Actions[i].Effects, now.Actions[i].Ambient = nil, nil
		}
		dispute(t, l, source)
		cfg := config(1)
		cfg.Goal = c.goal
		sum, err := runDrifted(t, now, spec, cfg, l)
		if errors.Is(err, explore.ErrUnknownGoal) != c.gone || err != nil && !c.gone || sum.End == explore.EndGoal == c.gone {
			t.Errorf("%s of %s, gone %v: it ended with %q after %d new trials: %v", c.item, c.source, c.gone, sum.End, sum.NewTrials, err)
		}
		if m := sum.Milestones[c.goal]; (m.Certified == nil) != c.gone {
			t.Errorf("%s of %s, gone %v: the goal's milestones are %+v", c.item, c.source, c.gone, m)
		}
		claimed := slices.ContainsFunc(graph(t, l).Action(source).Effects, func(e graphstore.Effect) bool {
			return e.Factor == c.item && e.Grade == graphstore.Certified && !e.Disputed
		})
		if claimed == c.gone {
			t.Errorf("%s of %s, gone %v: that it gives it is certified: %v", c.item, c.source, c.gone, claimed)
		}
		if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
			t.Errorf("check: %v %v", r.Problems, err)
		}
	}
}
