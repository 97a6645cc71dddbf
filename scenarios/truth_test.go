package scenarios_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// certain makes every chance 1, so that one trial shows what can happen.
func certain(f *sim.File) *sim.File {
	for i := range f.Actions {
		for j := range f.Actions[i].Effects {
			e := &f.Actions[i].Effects[j]
			e.Chance = 1
			for k := range e.Ways {
				e.Ways[k].Chance = 0
			}
		}
		for j := range f.Actions[i].Ambient {
			f.Actions[i].Ambient[j].Chance = 1
		}
	}
	return f
}

// TestTruthAgreesWithTheWorld plays every action from every subset of the items at
// ample count, and from every true way alone and one short of each member.
func TestTruthAgreesWithTheWorld(t *testing.T) {
	compareWithWorld(t, certain(load(t, "tiny")))
	for seed := range uint64(100) {
		f := randomWorld(t, seed)
		t.Run(f.ID, func(t *testing.T) { compareWithWorld(t, f) })
	}
}

func compareWithWorld(t *testing.T, f *sim.File) {
	truth := scenarios.NewTruth(f)
	s, err := sim.New(f).Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	// net is what an action gives and takes; net[item] > 0: obtained.
	net := func(id interaction.Action, start map[string]int) map[string]int {
		o, fault := interaction.Execute(context.Background(), s, interaction.Trial{Action: id, Start: interaction.StateOf(start)}, 1)
		if fault != nil {
			t.Fatal(fault)
		}
		out := map[string]int{}
		for _, c := range o.Changes {
			out[c.Factor] = c.Gain()
		}
		return out
	}
	sufficient := func(e scenarios.TruthEffect, start map[string]int) bool {
		return slices.ContainsFunc(e.Ways, func(w scenarios.TruthWay) bool {
			for _, m := range w.Members {
				sum := 0
				for _, name := range m.Factors {
					sum += start[name]
				}
				if sum < m.Count {
					return false
				}
			}
			return true
		})
	}
	for i := range f.Actions {
		id := interaction.ActionName(i)
		effects := map[string]scenarios.TruthEffect{}
		for _, a := range truth.Actions {
			if a.ID == id {
				for _, e := range a.Effects {
					effects[e.Factor] = e
				}
			}
		}
		for set := range 1 << len(truth.Factors) {
			start := map[string]int{}
			for k, it := range truth.Factors {
				if set>>k&1 == 1 {
					start[it] = 50
				}
			}
			got := net(id, start)
			for _, it := range f.AllFactors() {
				if e, ok := effects[it]; (got[it] > 0) != (ok && sufficient(e, start)) {
					t.Fatalf("%s from %v obtains %d %s; the truth is %+v\n%s", id, start, got[it], it, e, f.Marshal())
				}
			}
		}
		for _, e := range effects {
			for _, w := range e.Ways {
				for _, pure := range w.Members.Pure() {
					alone := map[string]int{}
					for _, m := range pure {
						alone[m.Factors[0]] = m.Count
					}
					got := net(id, alone)
					if n := got[e.Factor]; n < w.Yield.Min || n > w.Yield.Max {
						t.Errorf("%s alone with %v gives %d %s, not %+v\n%s", id, alone, n, e.Factor, w.Yield, f.Marshal())
					}
					others := 0
					for it, n := range got {
						if _, ok := effects[it]; ok && n > 0 {
							others++
						}
					}
					for _, m := range pure {
						name := m.Factors[0]
						// Another effect that happens as well may be what takes.
						if others == 1 && max(0, -got[name]) != m.Consumed {
							t.Errorf("%s alone with %v takes %d %s, not %d\n%s", id, alone, -got[name], name, m.Consumed, f.Marshal())
						}
						alone[name]--
						if less := net(id, alone); less[e.Factor] > 0 {
							t.Errorf("%s gives %s with %v already\n%s", id, e.Factor, alone, f.Marshal())
						}
						alone[name]++
					}
				}
			}
		}
	}
}

// randomWorld draws worlds of a few items until one is valid.
func randomWorld(t *testing.T, seed uint64) *sim.File {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed, 1))
	items := []string{"a", "b", "c", "d", "e", "f"}
	for range 20000 {
		f := &sim.File{ID: fmt.Sprintf("random-%d", seed), Items: items[:2]}
		for _, name := range []string{"k", "l"} {
			members := slices.Clone(items)
			rnd.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
			f.Classes = append(f.Classes, sim.Class{Name: name, Items: members[:1+rnd.IntN(3)]})
		}
		free := []string{} // items that the action at hand may still give
		reqs := func() []sim.Requirement {
			var out []sim.Requirement
			for range rnd.IntN(3) {
				r := sim.Requirement{Kind: sim.Kind(rnd.IntN(3)), Count: 1 + rnd.IntN(3), Name: items[rnd.IntN(len(items))]}
				if r.Kind != sim.OfItem {
					r.Name = f.Classes[rnd.IntN(2)].Name
				}
				out = append(out, r)
			}
			return out
		}
		gift := func() []sim.Gift {
			q := sim.Fixed(1 + rnd.IntN(9))
			if rnd.IntN(2) == 0 {
				q = sim.Quantity{{Count: q.Min(), Chance: 0.5}, {Count: q.Min() + 3, Chance: 0.5}}
			}
			it := free[0]
			free = free[1:]
			return []sim.Gift{{Item: it, Quantity: q}}
		}
		for range 4 {
			var a sim.Action
			free = slices.Clone(items)
			rnd.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
			for n := range 1 + rnd.IntN(2) {
				e := sim.Effect{Gives: gift(), Chance: 1}
				for range 1 + rnd.IntN(3) {
					w := sim.Way{Needs: reqs()}
					if n == 0 && rnd.IntN(2) == 0 {
						w.Consumes = reqs()
					}
					e.Ways = append(e.Ways, w)
				}
				a.Effects = append(a.Effects, e)
			}
			if rnd.IntN(3) == 0 {
				a.Ambient = []sim.Ambient{{Gives: gift(), Chance: 1}}
			}
			f.Actions = append(f.Actions, a)
		}
		out, err := sim.Parse("random", f.Marshal())
		if err == nil && len(scenarios.NewTruth(out).Factors) >= 4 {
			return out
		}
	}
	t.Fatalf("seed %d: no valid world in 20000", seed)
	return nil
}

// TestTruthByHand is the truth of a small world, worked out with pencil and paper.
func TestTruthByHand(t *testing.T) {
	f, err := sim.Parse("w", []byte(`{"format":1,"id":"w","items":["ghost"],"classes":{"k":["b","a","ghost"],"one":["a","ghost"]},"actions":[
	 {"effects":[{"gives":{"a":{"1":0.5,"2":0.5}},"chance":0.5,"ways":[{}, {"needs":{"b":1}}]}],"ambient":[{"gives":{"b":3},"chance":0.4}]},
	 {"effects":[{"gives":{"c":1},"chance":0.9,"ways":[{"consumes":{"class:k":2},"needs":{"a":1}},{"consumes":{"a":2},"chance":0.8,"gives":{"c":4}},{"needs":{"ghost":1}}]}]},
	 {"effects":[{"gives":{"d":1},"ways":[{"needs":{"ghost":1}}]}]},
	 {"effects":[{"gives":{"b":{"3":0.5,"5":0.5}},"ways":[{"consumes":{"b":2},"needs":{"class:one":1}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	truth := scenarios.NewTruth(f)
	var got []string
	for _, a := range truth.Actions {
		for _, e := range a.Effects {
			for _, w := range e.Ways {
				got = append(got, fmt.Sprintf("%s %s: %s = %d..%d (%g) at %g, unconditional %v", a.ID, e.Factor, w, w.Yield.Min, w.Yield.Max, w.Yield.Mean, w.Chance, e.Unconditional))
			}
		}
	}
	want := []string{
		"a a: nothing = 1..2 (1.5) at 0.5, unconditional true",
		"a b: nothing = 3..3 (3) at 0.4, unconditional true",
		"b c: 1 a + 1 b = 1..1 (1) at 0.9, unconditional false", // a is needed, and stands for one of its class
		"b c: 2 a = 1..1 (1) at 0.9, unconditional false",
		"d b: a (kept) + 2 b (kept) = 1..3 (2) at 1, unconditional false",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if !slices.Equal(truth.Unreachable, []interaction.Action{"c"}) || !slices.Equal(truth.Factors, []string{"a", "b", "c"}) {
		t.Errorf("unreachable %v, items %v", truth.Unreachable, truth.Factors)
	}
}

// A way that can only be had where another one is there is out of reach, also where the other's thing comes in handfuls: what
// suffices is one, whatever the least is that anybody has.
func TestLivedWaysInHandfuls(t *testing.T) {
	f, err := sim.Parse("dunes", []byte(`{"format": 1, "id": "dunes", "items": [], "actions": [
		{"label": "dig", "effects": [{"gives": {"sand": 16}, "chance": 0.6, "ways": [{}]}]},
		{"label": "carve", "effects": [{"gives": {"plank": 1}, "ways": [{"needs": {"axe": 1}}, {"needs": {"sand": 1}}]}]},
		{"label": "make", "effects": [{"gives": {"axe": 1}, "ways": [{"consumes": {"plank": 1}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	truth := scenarios.NewTruth(f).Lived()
	for _, a := range truth.Actions {
		if a.Label != "carve" {
			continue
		}
		if w := a.Effects[0].Ways; len(w) != 1 || len(w[0].Members) != 1 || w[0].Members[0].Factors[0] != "sand" || w[0].Members[0].Count != 16 {
			t.Errorf("who lives there finds the ways %v, want 16 sand", w)
		}
		return
	}
	t.Fatal("there is no such action")
}

// Of a class of which one is kept, what can only be had where another of it is there, too, is out of reach, as a stone pick for the
// stone of which it is made; and a fixed fact comes up to its highest level.
func TestLivedClasses(t *testing.T) {
	f, err := sim.Parse("picks", []byte(`{"format": 1, "id": "picks", "factors": {"moon": {"kind": "fact", "fixed": true, "max": 3}}, "classes": {"pick": ["wood_pick", "stone_pick", "bone_pick"]}, "actions": [
		{"label": "wood", "effects": [{"gives": {"wood": 1}, "ways": [{}]}]},
		{"label": "bone", "effects": [{"gives": {"bone_pick": 1}, "ways": [{"needs": {"moon": 2}}]}]},
		{"label": "dry", "effects": [{"gives": {"grass": 1}, "ways": [{"needs": {"moon": 1}}]}]},
		{"label": "wood pick", "effects": [{"gives": {"wood_pick": 1}, "ways": [{"consumes": {"wood": 3}}]}]},
		{"label": "stone", "effects": [{"gives": {"stone": 1}, "ways": [{"needs": {"class:pick": 1}}]}]},
		{"label": "stone pick", "effects": [{"gives": {"stone_pick": 1}, "ways": [{"consumes": {"wood": 1, "stone": 2}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	truth := scenarios.NewTruth(f).Lived()
	for label, count := range map[string]int{"bone": 2, "dry": 1} {
		i := slices.IndexFunc(truth.Actions, func(a scenarios.TruthAction) bool { return a.Label == label })
		if w := truth.Actions[i].Effects[0].Ways; len(w) != 1 || len(w[0].Members) != 1 || w[0].Members[0].Count != count {
			t.Errorf("who lives there can tell of %s %v, want %d moon", label, w, count)
		}
	}
	var edges []string
	for _, e := range truth.Edges() {
		if e.Cause != "" {
			edges = append(edges, e.Cause+" -> "+e.Effect)
		}
	}
	slices.Sort(edges)
	if want := []string{"bone_pick -> stone", "moon -> bone_pick", "moon -> grass", "stone -> stone_pick", "wood -> stone_pick", "wood -> wood_pick", "wood_pick -> stone"}; !slices.Equal(edges, want) {
		t.Errorf("who lives there can tell %v, want %v", edges, want)
	}
}
