package living_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// deedRule is one thing that an action of a random season does: by any of its ways, at random as often as its chance says.
type deedRule struct {
	ways   []map[string]int // least levels; negative: so much is used up
	gives  map[string]int
	brings string   // a fact
	ends   []string // facts
	chance float64
}

// met is the first way that is met; negative: none is.
func (d deedRule) met(has map[string]int) int {
	return slices.IndexFunc(d.ways, func(w map[string]int) bool {
		for f, n := range w {
			if has[f] < max(n, -n) {
				return false
			}
		}
		return true
	})
}

// beyond reports whether each way that is met takes more of something than a limit says.
func (d deedRule) beyond(limits, has map[string]int) bool {
	for _, w := range d.ways {
		over := false
		for f, n := range w {
			most, limited := limits[f]
			over = over || limited && max(n, -n) > most
		}
		if !over && (deedRule{ways: []map[string]int{w}}).met(has) >= 0 {
			return false
		}
	}
	return true
}

// season is a random world without a map in which an episode ends after some hundred steps: things are gathered, made of each other and with tools, at a
// fire that burns down, and of what grows on a plot whose stages follow each other or add up, and that is bare at first, and maybe in the end.
func season(seed uint64) (played, map[interaction.Action]deedRule) {
	rnd := rand.New(rand.NewPCG(seed, 1))
	w := played{id: fmt.Sprint("season", seed), length: 150 + 50*rnd.IntN(6)}
	rules := map[interaction.Action]deedRule{}
	var items []string
	add := func(a string, d deedRule) {
		w.actions = append(w.actions, interaction.Action(a))
		rules[interaction.Action(a)] = d
	}
	give := func(n int) (string, map[string]int) {
		name := fmt.Sprint("i", len(items))
		items = append(items, name)
		return name, map[string]int{name: n}
	}
	for range 2 + rnd.IntN(3) {
		name, g := give(1)
		add("get_"+name, deedRule{ways: []map[string]int{{}}, gives: g, chance: []float64{1, 1, .6, .4}[rnd.IntN(4)]})
	}
	way := func() map[string]int {
		out := map[string]int{}
		for range 1 + rnd.IntN(2) {
			out[items[rnd.IntN(len(items))]] = -1 - rnd.IntN(3)
		}
		if rnd.IntN(4) == 0 {
			if tool := items[rnd.IntN(len(items))]; out[tool] == 0 {
				out[tool] = 1
			}
		}
		return out
	}
	fire, plot := rnd.IntN(2) == 0, rnd.IntN(3)
	if fire {
		w.facts = append(w.facts, "fire")
		add("light", deedRule{ways: []map[string]int{{items[rnd.IntN(len(items))]: -2}}, brings: "fire", chance: 1})
	}
	make := func(n int) {
		for range n {
			ways := []map[string]int{way()}
			if rnd.IntN(4) == 0 {
				ways = append(ways, way())
			}
			if fire && rnd.IntN(3) == 0 {
				for _, w := range ways {
					w["fire"] = 1
				}
			}
			name, g := give(1 + rnd.IntN(2))
			add("make_"+name, deedRule{ways: ways, gives: g, chance: []float64{1, 1, 1, .7}[rnd.IntN(4)]})
		}
	}
	make(2 + rnd.IntN(3))
	first := ""
	if plot > 0 {
		stages := []string{"tilled", "sown", "ripe"}[:2+rnd.IntN(2)]
		w.facts = append(w.facts, stages...)
		for i, s := range stages {
			d := deedRule{ways: []map[string]int{{}}, brings: s, chance: 1}
			switch x := items[rnd.IntN(len(items))]; rnd.IntN(3) {
			case 0:
				d.ways[0][x] = 1
			case 1:
				d.ways[0][x] = -1
			}
			if i == 0 && rnd.IntN(2) == 0 { // it is bare at first
				first, d.ends, d.ways[0]["bare"] = "bare", []string{"bare"}, 1
			}
			if i > 0 {
				d.ways[0][stages[i-1]] = 1
				if plot == 1 { // one stage follows the other
					d.ends = []string{stages[i-1]}
				}
			}
			add("do_"+s, d)
		}
		name, g := give(2)
		reap := deedRule{ways: []map[string]int{{stages[len(stages)-1]: 1}}, gives: g, ends: stages, chance: 1}
		if first != "" {
			w.facts = append(w.facts, first)
			if rnd.IntN(2) == 0 {
				reap.brings = first
			}
		}
		add("reap_"+name, reap)
		make(1 + rnd.IntN(2))
	}
	w.begin = func() map[string]int {
		if first != "" {
			return map[string]int{first: 1}
		}
		return map[string]int{}
	}
	burning := 0
	chances := rand.New(rand.NewPCG(seed, 2))
	w.timer = func(has map[string]int, _ int) {
		if burning--; burning <= 0 {
			delete(has, "fire")
		}
	}
	w.act = func(has map[string]int, a interaction.Action) error {
		d := rules[a]
		i := d.met(has)
		if i < 0 || chances.Float64() >= d.chance {
			return nil
		}
		for f, n := range d.ways[i] {
			if n < 0 {
				has[f] += n
			}
		}
		for f, n := range d.gives {
			has[f] += n
		}
		for _, f := range d.ends {
			delete(has, f)
		}
		if d.brings != "" {
			has[d.brings] = 1
			if d.brings == "fire" {
				burning = 12
			}
		}
		return nil
	}
	return w, rules
}

// Of worlds whose episodes end soon most is certified, and what is holds in whatever two runs come to. ADAM_SOAK is how many worlds.
func TestRandomSeasons(t *testing.T) {
	long(t)
	worlds, budget := 8, 20_000
	if n, err := strconv.Atoi(os.Getenv("ADAM_SOAK")); err == nil {
		worlds = n
	}
	wrong, told, certified, actions, complete, steps := 0, 0, 0, 0, 0, 0
	for seed := uint64(1); seed <= uint64(worlds); seed++ {
		w, rules := season(seed)
		states := map[string]map[string]int{}
		act := w.act
		w.act = func(has map[string]int, a interaction.Action) error {
			states[fmt.Sprint(a, has)] = maps.Clone(has)
			return act(has, a)
		}
		var claims *graphstore.Folded
		for run := range uint64(2) {
			l := &graphstore.Memory{}
			cfg := config(100*seed + run)
			cfg.Budget = budget
			sum, err := living.World(t.Context(), w, l, cfg, pool.Config{Sessions: 1}, nil)
			if err != nil {
				t.Fatal(seed, err)
			}
			if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
				t.Errorf("world %d: %v %v", seed, r.Problems, err)
			}
			if run > 0 {
				continue
			}
			certified, actions, steps = certified+sum.ActionsCertified, actions+sum.ActionsTotal, steps+sum.Steps
			if sum.Complete {
				complete++
			}
			if claims, err = graphstore.Fold(t.Context(), l, nil); err != nil {
				t.Fatal(err)
			}
		}
		limits := map[string]int{}
		for _, x := range claims.Graph.Assumptions {
			if x.Name == discovery.Few {
				limits[x.Factor] = int(x.Value)
			}
		}
		bad, limited := false, false
		for _, a := range claims.Graph.Actions {
			for _, e := range a.Effects {
				if e.Grade != graphstore.Certified {
					continue
				}
				for _, has := range states {
					d := rules[a.ID]
					if d.brings == e.Factor && has[e.Factor] > 0 {
						continue // that can't be seen
					}
					can := d.met(has) >= 0 && (d.gives[e.Factor] > 0 || d.brings == e.Factor)
					claimed := slices.ContainsFunc(e.Ways, func(w graphstore.Way) bool {
						return !slices.ContainsFunc(w.Members, func(m graphstore.Member) bool { return has[m.Factors[0]] < m.Count })
					})
					if can != claimed && can && d.beyond(limits, has) {
						limited = true
					} else if can != claimed {
						bad = true
						t.Logf("world %d: %s gives %s by %v, not by %v: %v", seed, a.ID, e.Factor, e.Ways, d.ways, has)
						break
					}
				}
			}
		}
		if bad {
			wrong++
		} else if limited {
			told++
		}
	}
	t.Logf("%d worlds: %d with a wrong certificate, %d with one that a printed limit makes wrong, %d of %d actions certified, %d complete, %d steps", worlds, wrong, told, certified, actions, complete, steps)
	if wrong > worlds/100 || 2*certified < actions {
		t.Error("that is too many, or too few")
	}
}
