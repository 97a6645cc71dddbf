package controller

import (
	"maps"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// amount is a quantity of an item, by number. An item of a net is what plans count: an
// item or a vital of the graph; a level of a fact, of which there is one or none; or the
// pool of a class, which any factor of the class can be put into.
type amount struct {
	item int32
	n    int
}

// op is one way to one effect of one action, as a transition between inventories; or a
// factor that is put into a pool.
type op struct {
	action, effect, way int     // in the graph; action is -1 where a factor is put into a pool
	item                int32   // what the way is for
	cost                float64 // executions for one success on average, weighed by tips
	needs               []amount
	uses                []amount // of needs, what a success consumes
	holds               []amount // of needs, what a success leaves: count minus consumption
	facts               []int32  // levels of facts that must hold
	kept                []string // the factors that stand for classes that are kept
	gives               []amount // what a success gives at least, its own effect first
	sure                int      // how many of gives are known; the rest is a guess, see sideWay
	ends                []int32  // levels of facts that don't hold afterwards
}

// net is a graph made ready for planning. It doesn't change.
type net struct {
	graph   *graphstore.Graph
	names   []string           // of items; equal for all levels of a fact, empty for pools
	level   []int              // of items that are levels of facts; zero for others
	tops    []int              // of items, how many there can be; zero: that isn't known, or it is no item of the world
	index   map[string]int32   // of factors; of a fact, the first level
	levels  map[string]int     // of facts, how many are told apart
	class   map[int32][]string // the factors of pools
	pools   map[string]int32   // by the names of their factors
	ops     []op
	blanks  []Step // of each op: the step without what it takes
	ways    map[claim][]graphstore.Way
	makers  [][]int32 // item -> ops that are for it or give it as well
	users   [][]int32 // item -> ops that need it
	partial bool      // some choices among classes that are kept were left out
	renewed ranking   // what can be had from the empty inventory
	price   []float64 // see prices
}

// claim is an effect of an action.
type claim struct {
	action interaction.Action
	factor string
}

// mostChoices bounds how many ops one way makes, by its classes that are kept.
const mostChoices = 64

// newNet compiles the ways that are at least proven and not disputed.
func newNet(g *graphstore.Graph, cfg Config) *net {
	n := &net{graph: g, index: map[string]int32{}, levels: map[string]int{}, class: map[int32][]string{}, pools: map[string]int32{}, ways: map[claim][]graphstore.Way{}}
	weight := map[interaction.Action]float64{}
	for _, a := range cfg.Prefer {
		weight[a] = 1. / TipFactor
	}
	for _, a := range cfg.Avoid {
		weight[a] = TipFactor
	}
	n.countLevels()
	for _, f := range g.Factors {
		n.number(f.Name)
	}
	for a := range g.Actions {
		act := &g.Actions[a]
		for e := range act.Effects {
			eff := &act.Effects[e]
			if eff.Grade < graphstore.Proven || eff.Disputed {
				continue
			}
			n.ways[claim{act.ID, eff.Factor}] = eff.Ways
			for w := range eff.Ways {
				for _, o := range n.compile(a, e, w) {
					if f, tip := weight[act.ID]; tip {
						o.cost *= f
					}
					n.ops = append(n.ops, o)
				}
			}
		}
	}
	n.fillPools()
	n.makers, n.users = make([][]int32, len(n.names)), make([][]int32, len(n.names))
	for i := range n.ops {
		o := &n.ops[i]
		for _, g := range o.gives {
			n.makers[g.item] = append(n.makers[g.item], int32(i))
		}
		for _, m := range o.needs {
			n.users[m.item] = append(n.users[m.item], int32(i))
		}
	}
	n.blanks = make([]Step, len(n.ops))
	for i := range n.ops {
		if n.ops[i].action >= 0 {
			n.blanks[i] = n.blank(int32(i))
		}
	}
	n.renewed = n.rank(nil)
	n.price = n.prices()
	return n
}

// factors are the names of all factors.
func (n *net) factors() []string { return slices.Sorted(maps.Keys(n.index)) }

// countLevels finds out which levels of facts matter.
func (n *net) countLevels() {
	facts := map[string]bool{}
	for _, f := range n.graph.Factors {
		facts[f.Name] = f.Kind == interaction.Fact
	}
	note := func(name string, level int) {
		if facts[name] {
			n.levels[name] = max(n.levels[name], level)
		}
	}
	for _, f := range n.graph.Factors {
		note(f.Name, 1)
	}
	for _, a := range n.graph.Actions {
		for _, e := range a.Effects {
			for _, w := range e.Ways {
				note(e.Factor, w.Yield.Min)
				for _, m := range w.Members {
					for _, f := range m.Factors {
						note(f, m.Count)
					}
				}
			}
		}
	}
}

// number is the item of a factor; of a fact, its first level.
func (n *net) number(name string) int32 {
	i, ok := n.index[name]
	if !ok {
		i = int32(len(n.names))
		n.index[name] = i
		top := 0
		if f := n.graph.Factor(name); f != nil && f.Kind == interaction.Item {
			top = f.Max
		}
		for l := range max(1, n.levels[name]) {
			n.names = append(n.names, name)
			if n.levels[name] > 0 {
				l++
			}
			n.level, n.tops = append(n.level, l), append(n.tops, top)
		}
	}
	return i
}

// beyond reports whether no item stands for as much of a factor: nothing was seen of it, or of the fact no such level.
func (n *net) beyond(a interaction.Amount) bool {
	_, ok := n.index[a.Name]
	return !ok || n.levels[a.Name] > 0 && a.Level > n.levels[a.Name]
}

// need is what there must be where count of a factor are needed; it must not be [net.beyond].
func (n *net) need(name string, count int) amount {
	i := n.number(name)
	if n.level[i] > 0 {
		return amount{i + int32(count) - 1, 1}
	}
	return amount{i, count}
}

// raised are the items that a gain of a factor adds.
func (n *net) raised(name string, gain int) (out []amount) {
	i := n.number(name)
	if n.level[i] == 0 {
		return []amount{{i, gain}}
	}
	for l := range min(gain, n.levels[name]) {
		out = append(out, amount{i + int32(l), 1})
	}
	return out
}

// pool is the item of a class.
func (n *net) pool(factors []string) int32 {
	key := strings.Join(factors, "\x00")
	i, ok := n.pools[key]
	if !ok {
		i = int32(len(n.names))
		n.pools[key] = i
		n.class[i] = factors
		n.names, n.level, n.tops = append(n.names, ""), append(n.level, 0), append(n.tops, 0)
	}
	return i
}

// fillPools adds the ops that put factors into pools.
func (n *net) fillPools() {
	for i := range int32(len(n.names)) {
		for _, name := range n.class[i] {
			one := []amount{{n.number(name), 1}}
			n.ops = append(n.ops, op{action: -1, item: i, needs: one, uses: one, gives: []amount{{i, 1}}, sure: 1})
		}
	}
}

// compile makes the ops of one way: several where it has classes that are kept, one for
// each choice. Classes that are used up are taken from pools, where what stands for them may
// be mixed.
func (n *net) compile(a, e, w int) []op {
	act := &n.graph.Actions[a]
	eff := &act.Effects[e]
	way := &eff.Ways[w]
	o := op{action: a, effect: e, way: w, item: n.number(eff.Factor), cost: 1 / chanceOf(eff)}
	n.giving(&o, act, eff, way)
	out := []op{o}
	for _, m := range way.Members {
		switch {
		case len(m.Factors) == 1:
			for i := range out {
				out[i].take(n, n.need(m.Factors[0], m.Count), m.Consumed)
			}
		case m.Consumed > 0:
			for i := range out {
				out[i].take(n, amount{n.pool(m.Factors), m.Count}, m.Consumed)
			}
		default:
			var next []op
			for _, o := range out {
				for _, f := range m.Factors {
					p := o.clone()
					p.take(n, n.need(f, m.Count), 0)
					p.kept = append(p.kept, f)
					next = append(next, p)
				}
			}
			n.partial = n.partial || m.Count > 1 || len(next) > mostChoices
			out = next[:min(len(next), mostChoices)]
		}
	}
	return out
}

// clone copies what take changes.
func (o op) clone() op {
	o.needs, o.uses, o.holds = slices.Clone(o.needs), slices.Clone(o.uses), slices.Clone(o.holds)
	o.facts, o.kept = slices.Clone(o.facts), slices.Clone(o.kept)
	return o
}

// take adds a member to an op.
func (o *op) take(n *net, need amount, consumed int) {
	o.needs = append(o.needs, need)
	if n.level[need.item] > 0 {
		o.facts = append(o.facts, need.item)
	}
	if consumed > 0 {
		o.uses = append(o.uses, amount{need.item, consumed})
	}
	if need.n > consumed {
		o.holds = append(o.holds, amount{need.item, need.n - consumed})
	}
}

// giving enters what a success brings about.
func (n *net) giving(o *op, act *graphstore.Action, eff *graphstore.Effect, way *graphstore.Way) {
	o.gives = n.raised(eff.Factor, leastYield(way))
	o.sure = len(o.gives)
	var guessed []amount
	kept := map[string]bool{eff.Factor: true}
	for s := range act.Effects {
		side := &act.Effects[s]
		if side == eff || side.Grade < graphstore.Proven || side.Disputed {
			continue
		}
		sw, sure := sideWay(eff, way, side)
		switch {
		case sw == nil:
		case sure:
			o.gives = append(o.gives, n.raised(side.Factor, leastYield(sw))...)
			o.sure = len(o.gives)
			kept[side.Factor] = true
		default:
			guessed = append(guessed, n.raised(side.Factor, leastYield(sw))...)
		}
	}
	o.gives = append(o.gives, guessed...)
	for _, f := range act.Ends {
		for l := range n.levels[f] {
			if !kept[f] {
				o.ends = append(o.ends, n.number(f)+int32(l))
			}
		}
	}
}

// sideWay is the way by which the side effect comes whenever the effect comes by
// this way: it needs nothing more, takes nothing more, and either never failed, which
// is sure, or came in exactly as many trials. The graph doesn't hold how often both
// came at once, so that is a guess. Nil if there is none.
func sideWay(eff *graphstore.Effect, way *graphstore.Way, side *graphstore.Effect) (sw *graphstore.Way, sure bool) {
	sure = side.Chance.Estimate == 1
	joint := side.Chance == eff.Chance && slices.EqualFunc(eff.Ways, side.Ways, func(a, b graphstore.Way) bool { return slices.EqualFunc(a.Members, b.Members, sameMember) })
	if !sure && !joint {
		return nil, false
	}
	for i := range side.Ways {
		met := true
		for _, m := range side.Ways[i].Members {
			met = met && slices.ContainsFunc(way.Members, func(o graphstore.Member) bool {
				return discovery.Subset(o.Factors, m.Factors) && o.Count >= m.Count && o.Consumed >= m.Consumed
			})
		}
		if met {
			return &side.Ways[i], sure
		}
	}
	return nil, false
}

// sameMember reports whether two members ask for the same and use up the same.
func sameMember(a, b graphstore.Member) bool {
	return discovery.CompareMembers(a, b) == 0 && a.Consumed == b.Consumed
}

// chanceOf is the estimated chance, or 1 where there is none.
func chanceOf(e *graphstore.Effect) float64 {
	if e.Chance.Estimate <= 0 {
		return 1
	}
	return e.Chance.Estimate
}

// leastYield is what a success of the way gave at least; 1 where that is unknown.
func leastYield(w *graphstore.Way) int { return max(1, w.Yield.Min) }
