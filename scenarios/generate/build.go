package main

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction/sim"
)

// actionKinds are the first words of labels.
var actionKinds = []string{"collect", "hunt", "craft", "smelt", "place", "break"}

func kindOf(label string) string { k, _, _ := strings.Cut(label, " "); return k }

// Our noise; what is never noisy has the chance 1.
const (
	smeltChance = 0.85
	// leastDrop: what a mob drops less often than this in the game is left out.
	leastDrop = 0.02
	// rareBelow: a mob's drop that comes less often is rare.
	rareBelow = 0.34
)

// builder makes the file, and collects names that the package doesn't know.
type builder struct {
	*gamePackage
	file    *sim.File
	classes map[string]string // members -> name
	errs    []error
	given   map[string]bool
	named   map[string]bool
}

func newBuilder(p *gamePackage) *builder {
	return &builder{gamePackage: p, classes: map[string]string{}, given: map[string]bool{}, named: map[string]bool{}, file: &sim.File{
		ID:    "minecraft-1.19",
		Title: "Every crafting, smelting and block drop of Minecraft Java 1.19",
		Source: fmt.Sprintf("Facts of Minecraft Java Edition %s: recipes, blocks, tools and drops from the npm package minecraft-data %s "+
			"(folder pc/%s; MIT; PrismarineJS), smelting and generated blocks from the game's published rules. "+
			"The chances are the project's own. Made by scenarios/generate; see docs/minecraft-1.19.md.", gameVersion, p.version, gameVersion),
	}}
}

func (b *builder) fault(format string, args ...any) {
	b.errs = append(b.errs, fmt.Errorf(format, args...))
}

// item is a name from the tables, which the package must know.
func (b *builder) item(name string) string {
	if !b.isItem(name) {
		b.fault("there is no item %q", name)
	}
	return name
}

func (b *builder) build() error {
	b.nameClasses()
	b.collect()
	b.hunt()
	b.craft()
	b.smelt()
	b.placeAndBreak()
	for it := range b.named {
		if !b.given[it] {
			b.file.Items = append(b.file.Items, it)
		}
	}
	slices.Sort(b.file.Items)
	slices.SortFunc(b.file.Classes, func(x, y sim.Class) int { return strings.Compare(x.Name, y.Name) })
	return errors.Join(b.errs...)
}

// add appends an action and notes its items.
func (b *builder) add(label string, effects []sim.Effect, ambient []sim.Ambient) {
	for _, e := range effects {
		for _, g := range e.Gives {
			b.given[g.Item] = true
		}
	}
	for _, a := range ambient {
		for _, g := range a.Gives {
			b.given[g.Item] = true
		}
	}
	b.file.Actions = append(b.file.Actions, sim.Action{Label: label, Effects: effects, Ambient: ambient})
}

// require returns the requirement of a count of one of the items: the item, or a
// class whose members mix.
func (b *builder) require(members []string, count int) sim.Requirement {
	for _, m := range members {
		b.named[m] = true
	}
	if len(members) == 1 {
		return sim.Requirement{Name: members[0], Count: count}
	}
	return sim.Requirement{Kind: sim.OfClass, Name: b.class("", members), Count: count}
}

// class returns the name of the class with these members. A new one is called
// name, or after its members.
func (b *builder) class(name string, members []string) string {
	sorted := slices.Sorted(slices.Values(members))
	key := strings.Join(sorted, " ")
	if known, ok := b.classes[key]; ok {
		return known
	}
	if name == "" {
		name = strings.Join(members, "_or_")
	}
	b.classes[key] = name
	b.file.Classes = append(b.file.Classes, sim.Class{Name: name, Items: members})
	for _, m := range members {
		b.named[b.item(m)] = true
	}
	return name
}

// having lists the items whose names satisfy the condition, by their ids.
func (b *builder) having(ok func(string) bool) []string {
	var out []string
	for _, it := range b.items {
		if ok(it.Name) {
			out = append(out, it.Name)
		}
	}
	return out
}

// trees are the kinds of wood; those of the Nether don't burn.
const trees = "oak spruce birch jungle acacia dark_oak mangrove"

func logsOf(tree string) []string {
	kinds := []string{"log", "wood"}
	if tree == "crimson" || tree == "warped" {
		kinds = []string{"stem", "hyphae"}
	}
	return []string{tree + "_" + kinds[0], tree + "_" + kinds[1], "stripped_" + tree + "_" + kinds[0], "stripped_" + tree + "_" + kinds[1]}
}

// nameClasses gives names to the sets that the game itself names by tags.
func (b *builder) nameClasses() {
	ends := func(s string) func(string) bool { return func(it string) bool { return strings.HasSuffix(it, s) } }
	var burn, all, planks, slabs []string
	for tree := range strings.FieldsSeq(trees) {
		burn = append(burn, logsOf(tree)...)
	}
	all = append(slices.Clone(burn), append(logsOf("crimson"), logsOf("warped")...)...)
	for tree := range strings.FieldsSeq(trees + " crimson warped") {
		planks = append(planks, tree+"_planks")
		slabs = append(slabs, tree+"_slab")
		b.class(tree+"_logs", logsOf(tree))
	}
	b.class("planks", planks)
	b.class("wooden_slabs", slabs)
	b.class("logs_that_burn", burn)
	b.class("logs", all)
	b.class("wool", b.having(ends("_wool")))
	b.class("coals", []string{"coal", "charcoal"})
	b.class("stone_materials", []string{"cobblestone", "blackstone", "cobbled_deepslate"})
	b.class("sands", []string{"sand", "red_sand"})
	b.class("soul_ground", []string{"soul_sand", "soul_soil"})
	list := strings.Fields(fuels)
	b.class("fuel", list)
	for _, it := range []string{"coal", "charcoal"} {
		b.class("fuel_but_"+it, slices.DeleteFunc(slices.Clone(list), func(f string) bool { return f == it }))
	}
	tools := func(kind string, materials string) []string {
		var out []string
		for m := range strings.FieldsSeq(materials) {
			out = append(out, m+"_"+kind)
		}
		return out
	}
	b.class("pickaxe", tools("pickaxe", "wooden golden stone iron diamond netherite"))
	b.class("stone_tier_pickaxe", tools("pickaxe", "stone iron diamond netherite"))
	b.class("iron_tier_pickaxe", tools("pickaxe", "iron diamond netherite"))
	b.class("diamond_tier_pickaxe", tools("pickaxe", "diamond netherite"))
	b.class("shovel", tools("shovel", "wooden golden stone iron diamond netherite"))
	b.class("sword", tools("sword", "wooden golden stone iron diamond netherite"))
	b.class("iron_to_melt", b.inputs("iron_nugget"))
	b.class("gold_to_melt", b.inputs("gold_nugget"))
}

// of asks for one item of a named class.
func of(class string) sim.Requirement {
	return sim.Requirement{Kind: sim.OfClass, Name: class, Count: 1}
}

// steps picks one of n chances, five hundredths apart from low, by the text.
func steps(text string, low float64, n uint32) float64 {
	h := fnv.New32a()
	h.Write([]byte(text))
	return math.Round((low+0.05*float64(h.Sum32()%n))*100) / 100
}

// collectChance is between 0.45 and 0.9, rareChance between 0.35 and 0.45.
func collectChance(what string) float64 { return steps(what, 0.45, 10) }
func rareChance(what string) float64    { return steps(what, 0.35, 3) }

// between is a quantity from a to b, all equally likely.
func between(a, b int) sim.Quantity {
	n := b - a + 1
	each := math.Floor(10000/float64(n)) / 10000
	var q sim.Quantity
	for c := a; c <= b; c++ {
		q = append(q, sim.Portion{Count: c, Chance: each})
	}
	q[n/2].Chance = math.Round((1-each*float64(n-1))*10000) / 10000
	return q
}

// drop is one item that a block drops when it is broken without enchantments.
type drop struct {
	item     string
	quantity sim.Quantity
	shears   bool
	rare     bool
}

// drops lists what the block drops, the most certain first.
func (b *builder) drops(l lootData) []drop {
	set := func(table string) func(string) bool {
		words := strings.Fields(table)
		return func(item string) bool { return slices.Contains(words, l.Block+":"+item) }
	}
	isRare, shears, not := set(rare), set(needShears), set(notDropped)
	var out []drop
	for _, d := range l.Drops {
		if d.SilkTouch || not(d.Item) || slices.ContainsFunc(out, func(o drop) bool { return o.item == d.Item }) {
			continue
		}
		low, high := 1, 1
		if s := d.StackSize; s[0] != nil && s[1] != nil {
			low, high = max(1, *s[0]), max(1, *s[1])
		}
		if d.Item == l.Block && (strings.HasSuffix(l.Block, "_slab") || strings.HasSuffix(l.Block, "candle")) {
			low, high = 1, 1 // the package counts two slabs or four candles in one place
		}
		for _, key := range []string{l.Block, l.Block + " " + d.Item} {
			if c, ok := dropCounts[key]; ok {
				low, high = c[0], c[1]
			}
		}
		out = append(out, drop{b.item(d.Item), between(low, high), shears(d.Item), isRare(d.Item)})
	}
	order := func(d drop) int {
		n := 0
		if d.rare {
			n++
		}
		if d.shears {
			n += 2
		}
		return n
	}
	slices.SortStableFunc(out, func(x, y drop) int { return cmp.Compare(order(x), order(y)) })
	return out
}

// tools returns what must be held for the block to drop anything.
func (b *builder) tools(block string) []sim.Requirement {
	var members []string
	for _, it := range b.items {
		if b.blocks[block].HarvestTools[fmt.Sprint(it.ID)] {
			members = append(members, it.Name)
		}
	}
	if len(members) == 0 {
		return nil
	}
	if block == "cobweb" { // shears are for the cobweb, swords for the string
		members = slices.DeleteFunc(members, func(it string) bool { return it == "shears" })
	}
	return []sim.Requirement{b.require(members, 1)}
}

// found reports whether the block stands somewhere by itself.
func found(block string) bool { return slices.Contains(strings.Fields(generated), block) }

// collect adds the blocks that stand somewhere by themselves.
func (b *builder) collect() {
	unknown := map[string]bool{}
	for block := range strings.FieldsSeq(generated) {
		unknown[block] = true
	}
	for _, l := range b.loot {
		if !found(l.Block) {
			continue
		}
		delete(unknown, l.Block)
		drops := b.drops(l)
		if len(drops) == 0 {
			b.fault("%s is said to be found, but drops nothing", l.Block)
			continue
		}
		label := "collect " + l.Block
		var effects []sim.Effect
		var ambient []sim.Ambient
		for i, d := range drops {
			chance := collectChance(label)
			if i > 0 {
				chance = collectChance(label + " " + d.item)
			}
			if d.rare {
				chance = rareChance(label + " " + d.item)
			}
			needs := b.tools(l.Block)
			if d.shears {
				needs = []sim.Requirement{b.require([]string{"shears"}, 1)}
			}
			gives := []sim.Gift{{Item: d.item, Quantity: d.quantity}}
			if len(needs) == 0 && len(effects)+len(ambient) > 0 {
				ambient = append(ambient, sim.Ambient{Gives: gives, Chance: chance})
				continue
			}
			effects = append(effects, sim.Effect{Gives: gives, Chance: chance, Ways: []sim.Way{{Needs: needs}}})
		}
		b.add(label, effects, ambient)
	}
	for block := range unknown {
		b.fault("there is no block %q that drops anything", block)
	}
}

// hunt adds what mobs drop.
func (b *builder) hunt() {
	unknown := map[string]bool{}
	for mob := range strings.FieldsSeq(prey + " " + monsters) {
		unknown[mob] = true
	}
	for _, l := range b.mobs {
		if !unknown[l.Entity] {
			continue
		}
		delete(unknown, l.Entity)
		label := "hunt " + l.Entity
		way := sim.Way{}
		if slices.Contains(strings.Fields(monsters), l.Entity) {
			way.Needs = []sim.Requirement{of("sword")}
		}
		var effects []sim.Effect
		for _, d := range l.Drops {
			if d.DropChance < leastDrop || slices.Contains(strings.Fields(notHunted), l.Entity+":"+d.Item) {
				continue
			}
			chance := collectChance(label + " " + d.Item)
			if d.DropChance < rareBelow {
				chance = rareChance(label + " " + d.Item)
			}
			effects = append(effects, sim.Effect{
				Gives:  []sim.Gift{{Item: b.item(d.Item), Quantity: sim.Fixed(1)}},
				Chance: chance, Ways: []sim.Way{way},
			})
		}
		b.add(label, effects, nil)
	}
	for mob := range unknown {
		b.fault("there is no mob %q", mob)
	}
}

// smeltingTable lists the furnace's results and what each is made of.
func smeltingTable() (results []string, inputs map[string][]string) {
	inputs = map[string][]string{}
	add := func(result string, from []string) {
		results = append(results, result)
		inputs[result] = from
	}
	for line := range strings.Lines(smelting) {
		if result, from, ok := strings.Cut(line, ":"); ok {
			if strings.TrimSpace(from) == ":logs_that_burn" {
				from = ""
				for tree := range strings.FieldsSeq(trees) {
					from += strings.Join(logsOf(tree), " ") + " "
				}
			}
			add(result, strings.Fields(from))
		}
	}
	for c := range strings.FieldsSeq(colors) {
		add(c+"_glazed_terracotta", []string{c + "_terracotta"})
	}
	return results, inputs
}

func (b *builder) inputs(result string) []string {
	_, inputs := smeltingTable()
	return inputs[result]
}

// smelt adds what a furnace makes, of one piece and one fuel.
func (b *builder) smelt() {
	results, inputs := smeltingTable()
	for _, result := range results {
		fuel := "fuel"
		if result == "coal" || result == "charcoal" {
			fuel = "fuel_but_" + result // or nobody could tell what was burnt
		}
		for _, it := range inputs[result] {
			b.item(it)
		}
		b.named["furnace"] = true
		b.add("smelt "+result, []sim.Effect{{
			Gives:  []sim.Gift{{Item: b.item(result), Quantity: sim.Fixed(1)}},
			Chance: smeltChance,
			Ways:   []sim.Way{{Consumes: []sim.Requirement{b.require(inputs[result], 1), of(fuel)}, Needs: []sim.Requirement{b.require([]string{"furnace"}, 1)}}},
		}}, nil)
	}
}

// placed is the item that stands for a block that somebody has put down.
func placed(block string) string { return "placed_" + block }

// parts lists what is put down for a block.
func (b *builder) parts(block string) []string {
	if p, ok := placing[block]; ok {
		return strings.Fields(p)
	}
	if b.isItem(block) {
		return []string{block}
	}
	if plant, ok := strings.CutPrefix(block, "potted_"); ok {
		return []string{"flower_pot", plant}
	}
	if candle, ok := strings.CutSuffix(block, "_cake"); ok {
		return []string{"cake", candle}
	}
	if filling, ok := strings.CutSuffix(block, "_cauldron"); ok {
		return []string{"cauldron", filling + "_bucket"}
	}
	b.fault("nobody knows how to place %q", block)
	return nil
}

// placeAndBreak adds the blocks that only stand where somebody put them.
func (b *builder) placeAndBreak() {
	for _, l := range b.loot {
		drops := b.drops(l)
		if len(drops) == 0 || found(l.Block) {
			continue
		}
		var put []sim.Requirement
		for _, part := range b.parts(l.Block) {
			put = append(put, b.require([]string{b.item(part)}, 1))
		}
		b.add("place "+l.Block, []sim.Effect{{
			Gives: []sim.Gift{{Item: placed(l.Block), Quantity: sim.Fixed(1)}}, Chance: 1, Ways: []sim.Way{{Consumes: put}},
		}}, nil)
		e := sim.Effect{
			Chance: collectChance("break " + l.Block),
			Ways:   []sim.Way{{Consumes: []sim.Requirement{{Name: placed(l.Block), Count: 1}}, Needs: b.tools(l.Block)}},
		}
		for _, d := range drops {
			if d.rare || d.shears {
				b.fault("%s is placed, but its drop %s isn't plain", l.Block, d.item)
			}
			e.Gives = append(e.Gives, sim.Gift{Item: d.item, Quantity: d.quantity})
		}
		b.add("break "+l.Block, []sim.Effect{e}, nil)
	}
}
