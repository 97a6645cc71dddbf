package export

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// parseWay reads "3 planks + 2 coal/log + perhaps crafting_table (kept)": of what is divided by a
// slash, the sum counts.
func parseWay(s string) graphstore.Way {
	w := graphstore.Way{Yield: graphstore.Yield{Min: 1, Max: 1, Mean: 1}}
	if s == "nothing" {
		return w
	}
	for _, part := range strings.Split(s, " + ") {
		m := graphstore.Member{Count: 1, Consumed: -1}
		part, doubtful := strings.CutPrefix(part, "perhaps ")
		part, kept := strings.CutSuffix(part, " (kept)")
		if n, rest, ok := strings.Cut(part, " "); ok {
			fmt.Sscan(n, &m.Count)
			part = rest
		}
		m.Factors = strings.Split(part, "/")
		m.Consumed = m.Count
		if kept {
			m.Consumed = 0
		}
		if w.Members = append(w.Members, m); doubtful {
			w.Doubtful = append(w.Doubtful, m.Factors...)
		}
	}
	slices.SortFunc(w.Members, discovery.CompareMembers[string])
	return w
}

// tested gives each certificate of the graph a test: with plenty of all factors, but none of
// the first and two of the second.
func tested(g *graphstore.Graph) *graphstore.Graph {
	byNumber := slices.Clone(g.Factors)
	slices.SortFunc(byNumber, func(a, b graphstore.Factor) int { return a.Number - b.Number })
	v := interaction.NewVocabulary(64, nil)
	for _, f := range byNumber {
		v.Declare(interaction.Factor{Name: f.Name, Kind: f.Kind, Max: f.Max, Ample: f.Ample})
		v.Add(f.Name)
	}
	at := v.Cut(interaction.Plenty, v.Len())
	for i := range min(2, v.Len()) {
		at = at.With(i, 2*i)
	}
	for _, a := range g.Actions {
		for _, e := range a.Effects {
			if e.Certificate != nil {
				e.Certificate.Tests = []graphstore.Test{{At: at, Trials: 4, PValue: 1e-5, Threshold: 1e-4}}
			}
		}
	}
	return g
}

// same reports whether two graphs are, whatever vocabularies their tests are written with.
func same(a, b *graphstore.Graph) bool {
	x, starts := bare(a)
	y, others := bare(b)
	return starts == others && reflect.DeepEqual(x, y)
}

// bare is the graph without the starts of its tests, and a text of these.
func bare(g *graphstore.Graph) (*graphstore.Graph, string) {
	out, starts := *g, ""
	out.Actions = slices.Clone(g.Actions)
	for i := range out.Actions {
		a := &out.Actions[i]
		a.Effects = slices.Clone(a.Effects)
		for j := range a.Effects {
			if a.Effects[j].Certificate == nil {
				continue
			}
			c := *a.Effects[j].Certificate
			a.Effects[j].Certificate = &c
			c.Tests = slices.Clone(c.Tests)
			for k := range c.Tests {
				starts += c.Tests[k].At.String() + "\n"
				c.Tests[k].At = interaction.State{}
			}
		}
	}
	return &out, starts
}

// certified is an effect with all the data that an effect can have.
func certified(item string, ways ...string) graphstore.Effect {
	e := graphstore.Effect{
		Factor: item, Grade: graphstore.Certified,
		Chance:      graphstore.Interval{Low: 0.83, Estimate: 1, High: 1, Successes: 20, Trials: 20},
		Certificate: &graphstore.Certificate{Budget: 0.000125, Observed: 45, Successes: 19, Trials: 19},
	}
	for _, w := range ways {
		e.Ways = append(e.Ways, parseWay(w))
	}
	slices.SortFunc(e.Ways, func(a, b graphstore.Way) int { return strings.Compare(a.String(), b.String()) })
	return e
}

// tree is a technology tree of 41 actions in the manner of Minecraft's, with every
// grade, a disputed effect, an unconditional one, a cycle and an action that never did
// anything. The levels are computed here as lengths of chains.
func tree() *graphstore.Graph {
	g := &graphstore.Graph{World: "minecraft-41", Fingerprint: "sha256:0123abcd", Delta: 0.01}
	add := func(label string, effects ...graphstore.Effect) {
		slices.SortFunc(effects, func(a, b graphstore.Effect) int { return strings.Compare(a.Factor, b.Factor) })
		g.Actions = append(g.Actions, graphstore.Action{
			ID: interaction.ActionName(len(g.Actions)), Label: label, Learned: true, Effects: effects,
		})
	}
	pickaxes := []string{"wooden_pickaxe", "stone_pickaxe", "iron_pickaxe", "golden_pickaxe", "diamond_pickaxe"}
	kept := func(names ...string) []string {
		var out []string
		for _, n := range names {
			out = append(out, n+" (kept)")
		}
		return out
	}
	fuels := func(rest string) []string {
		var out []string
		for _, f := range []string{"coal", "log", "planks", "2 stick"} {
			out = append(out, rest+" + "+f)
		}
		return out
	}
	add("mine_log", certified("log", "nothing"))
	unconditional := certified("dirt", "nothing")
	unconditional.Unconditional = true
	add("dig_dirt", unconditional)
	add("dig_sand", certified("sand", "nothing"))
	planks := certified("planks", "log")
	planks.Ways[0].Yield = graphstore.Yield{Min: 4, Max: 4, Mean: 4}
	add("craft_planks", planks)
	stick := certified("stick", "2 planks")
	stick.Ways[0].Yield = graphstore.Yield{Min: 4, Max: 4, Mean: 4}
	add("craft_stick", stick)
	add("craft_crafting_table", certified("crafting_table", "4 planks"))
	for _, m := range []struct{ tier, from string }{
		{"wooden", "planks"}, {"stone", "cobblestone"}, {"iron", "iron_ingot"}, {"golden", "gold_ingot"}, {"diamond", "diamond"},
	} {
		for _, t := range []struct {
			tool   string
			n, rod int
		}{{"pickaxe", 3, 2}, {"axe", 3, 2}, {"shovel", 1, 2}, {"sword", 2, 1}} {
			name := m.tier + "_" + t.tool
			add("craft_"+name, certified(name, fmt.Sprintf("%d %s + %d stick + crafting_table (kept)", t.n, m.from, t.rod)))
		}
	}
	add("mine_cobblestone", certified("cobblestone", kept(pickaxes...)...))
	add("mine_coal", certified("coal", kept(pickaxes...)...))
	add("craft_furnace", certified("furnace", "8 cobblestone + crafting_table (kept)"))
	add("mine_raw_iron", certified("raw_iron", kept("stone_pickaxe", "iron_pickaxe", "diamond_pickaxe")...))
	smelt := certified("iron_ingot", "furnace (kept) + raw_iron + coal/log/planks", "furnace (kept) + raw_iron + 2 sapling/stick")
	add("smelt_iron", smelt)
	block := certified("iron_block", "9 iron_ingot + crafting_table (kept)")
	add("craft_iron_block", block)
	add("craft_iron_ingot", certified("iron_ingot", "iron_block"))
	add("mine_raw_gold", certified("raw_gold", kept("iron_pickaxe", "diamond_pickaxe")...))
	gold := certified("gold_ingot", fuels("furnace (kept) + raw_gold")...)
	gold.Disputed = true
	add("smelt_gold", gold)
	diamond := certified("diamond", kept("iron_pickaxe", "diamond_pickaxe")...)
	diamond.Grade, diamond.Certificate = graphstore.Proven, nil
	add("mine_diamond", diamond)
	add("craft_fence_and_gate", certified("fence", "4 planks + 2 stick + crafting_table (kept)"),
		certified("fence_gate", "2 planks + 4 stick + crafting_table (kept)"))
	g.Actions[len(g.Actions)-1].Effects[1].Chance.Estimate = 0.5
	add("gather_wheat", graphstore.Effect{Factor: "wheat", Grade: graphstore.Reached})
	add("trade_emerald", graphstore.Effect{Factor: "emerald", Grade: graphstore.Proven, Ways: []graphstore.Way{parseWay("bread + villager (kept)")}})
	add("bake_bread", certified("bread", "3 wheat"))
	for _, n := range []string{"mine_coal", "gather_wheat", "smelt_gold"} {
		for i := range g.Actions {
			if g.Actions[i].Label == n {
				g.Actions[i].Learned, g.Actions[i].Reason = false, "not yet tested with everything"
			}
		}
	}
	g.Actions = append(g.Actions, graphstore.Action{ID: interaction.ActionName(len(g.Actions)), Reason: "never did anything"})
	level(g)
	return tested(g)
}

// level lists the factors of the effects and gives each the length of its shortest
// chain.
func level(g *graphstore.Graph) {
	known := map[string]int{}
	for _, a := range g.Actions {
		for _, e := range a.Effects {
			known[e.Factor] = 0
		}
	}
	above := func(w graphstore.Way) int {
		n := 1
		for _, m := range w.Members {
			least := 0
			for _, f := range m.Factors {
				if known[f] > 0 && (least == 0 || known[f] < least) {
					least = known[f]
				}
			}
			if least == 0 {
				return 0
			}
			n = max(n, least+1)
		}
		return n
	}
	for changed := true; changed; {
		changed = false
		for _, a := range g.Actions {
			for _, e := range a.Effects {
				for _, w := range e.Ways {
					if n := above(w); n > 0 && (known[e.Factor] == 0 || n < known[e.Factor]) {
						known[e.Factor], changed = n, true
					}
				}
			}
		}
	}
	g.Factors = nil
	for _, name := range slices.Sorted(maps.Keys(known)) {
		f := graphstore.Factor{Name: name, Number: len(g.Factors), Ample: 64, Level: known[name]}
		if name == "near" {
			f.Kind, f.Max, f.Ample = interaction.Fact, 1, 1
		}
		g.Factors = append(g.Factors, f)
	}
}

// tiny has one of everything, for the golden files.
func tiny() *graphstore.Graph {
	g := &graphstore.Graph{World: "tiny", Fingerprint: "f00d", Delta: 0.01, Assumptions: []discovery.Assumption{{Name: discovery.Floor, Value: .3}, {Name: discovery.Independent}}}
	block := certified("block", "9 ingot + near (kept)")
	ingot := certified("ingot", "2 block/ore", "block + table (kept)")
	ingot.Disputed = true
	ore := certified("ore", "nothing")
	ore.Unconditional = true
	table := graphstore.Effect{Factor: "table", Grade: graphstore.Proven, Ways: []graphstore.Way{parseWay("2 ore")},
		Chance: graphstore.Interval{Low: 0.3, Estimate: 0.5, High: 0.7, Successes: 5, Trials: 10}}
	g.Actions = []graphstore.Action{
		{ID: "a", Label: "wait", Learned: true, Effects: []graphstore.Effect{ore}},
		{ID: "b", Label: "melt", Effects: []graphstore.Effect{ingot}, Reason: "disputed"},
		{ID: "c", Label: "press <b> & \"fold\"", Learned: true, Effects: []graphstore.Effect{block}},
		{ID: "d", Effects: []graphstore.Effect{table, {Factor: "whistle", Grade: graphstore.Reached}}, Reason: "too few trials"},
		{ID: "e", Label: "sing", Reason: "no effect seen"},
		{ID: "f", Label: "walk", Learned: true, Ends: []string{"far"}, Effects: []graphstore.Effect{certified("near", "table (kept)")}},
	}
	level(g)
	return tested(g)
}

// large has n items in levels of about 40, with two or three causes each, and every
// seventh of an item far below.
func large(n int) *graphstore.Graph {
	g := &graphstore.Graph{World: "large", Delta: 0.01}
	name := func(i int) string { return fmt.Sprintf("item_%05d", i) }
	for i := range n {
		ways := []string{"nothing"}
		if i >= 40 {
			ways = []string{fmt.Sprintf("%s + 2 %s (kept)", name(i-40), name(i-40+(i*7)%39+1))}
			if i%7 == 0 {
				ways = append(ways, name((i-40)/3))
			}
		}
		g.Actions = append(g.Actions, graphstore.Action{ID: interaction.ActionName(i), Effects: []graphstore.Effect{certified(name(i), ways...)}})
		g.Factors = append(g.Factors, graphstore.Factor{Number: i, Ample: 64, Name: name(i), Level: i/40 + 1})
	}
	return tested(g)
}

// odd has names that are special in JSON, XML, DOT or ids.
func odd() *graphstore.Graph {
	names := []string{`"`, `%`, `%2F;`, "&amp;", "/", "<b>", `\`, `\N`, "a b", "minecraft:oak/log", "\u6728"}
	g := &graphstore.Graph{World: `w & "<x>" \`, Fingerprint: "]]>"}
	slices.Sort(names)
	for i, n := range names {
		g.Factors = append(g.Factors, graphstore.Factor{Number: i, Ample: 64, Name: n, Level: i % 3})
		e := certified(names[(i+1)%len(names)])
		e.Ways = []graphstore.Way{{Members: graphstore.Members{{Factors: []string{n}, Count: 2, Consumed: 1}}}}
		g.Actions = append(g.Actions, graphstore.Action{ID: interaction.Action(n), Label: n + "\x01", Reason: n + "\n\u2028", Effects: []graphstore.Effect{e}})
	}
	return tested(g)
}

// unlisted mentions factors that the graph doesn't list.
func unlisted() *graphstore.Graph {
	return tested(&graphstore.Graph{Actions: []graphstore.Action{{ID: "a", Effects: []graphstore.Effect{certified("gate", "2 hinge")}}}})
}

// graphs are what every format has to write.
func graphs() map[string]*graphstore.Graph {
	return map[string]*graphstore.Graph{
		"empty": {}, "tiny": tiny(), "tree": tree(), "odd": odd(), "unlisted": unlisted(), "large": large(200),
	}
}
