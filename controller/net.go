package controller

import (
	"slices"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// amount is a quantity of an item, by number.
type amount struct {
	item int32
	n    int
}

// op is one way to one effect of one action, as a transition between inventories.
type op struct {
	action, effect, way int     // in the graph
	item                int32   // what the way is for
	cost                float64 // executions for one success on average, weighed by tips
	needs               []amount
	uses                []amount // of needs, what a success consumes
	holds               []amount // of needs, what a success leaves: count minus consumption
	gives               []amount // what a success gives at least, its own effect first
	sure                int      // so many of gives are known; the rest is a guess, see sideWay
}

// net is a graph made ready for planning. It doesn't change.
type net struct {
	graph   *graphstore.Graph
	names   []string
	index   map[string]int32
	ops     []op
	makers  [][]int32 // item -> ops that are for it or give it as well
	users   [][]int32 // item -> ops that need it
	renewed ranking   // what can be had from the empty inventory
	price   []float64 // see prices
}

// mixes reports whether something on the way to the items may be had by several of a class,
// mixed as one likes, which no op does.
func (n *net) mixes(items []int32) bool {
	seen := map[int32]bool{}
	for queue := slices.Clone(items); len(queue) > 0; {
		i := queue[0]
		queue = queue[1:]
		if seen[i] {
			continue
		}
		seen[i] = true
		for _, m := range n.makers[i] {
			o := &n.ops[m]
			e := &n.graph.Actions[o.action].Effects[o.effect]
			if slices.ContainsFunc(e.Classes, func(c graphstore.Class) bool { return c.Mixes }) {
				return true
			}
			for _, a := range o.needs {
				queue = append(queue, a.item)
			}
		}
	}
	return false
}

// newNet compiles the ways that are at least proven and not disputed.
func newNet(g *graphstore.Graph, cfg Config) *net {
	n := &net{graph: g, index: map[string]int32{}}
	weight := map[interaction.Action]float64{}
	for _, a := range cfg.Prefer {
		weight[a] = 1. / TipFactor
	}
	for _, a := range cfg.Avoid {
		weight[a] = TipFactor
	}
	for _, it := range g.Items {
		n.number(it.Name)
	}
	for a := range g.Actions {
		act := &g.Actions[a]
		for e := range act.Effects {
			eff := &act.Effects[e]
			if eff.Grade < graphstore.Proven || eff.Disputed {
				continue
			}
			for w := range eff.Ways {
				o := n.compile(a, e, w)
				if f, tip := weight[act.ID]; tip {
					o.cost *= f
				}
				n.ops = append(n.ops, o)
			}
		}
	}
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
	n.renewed = n.rank(nil)
	n.price = n.prices()
	return n
}

func (n *net) number(name string) int32 {
	i, ok := n.index[name]
	if !ok {
		i = int32(len(n.names))
		n.index[name] = i
		n.names = append(n.names, name)
	}
	return i
}

func (n *net) compile(a, e, w int) op {
	eff := &n.graph.Actions[a].Effects[e]
	way := &eff.Ways[w]
	o := op{action: a, effect: e, way: w, item: n.number(eff.Item), cost: 1 / chanceOf(eff)}
	for _, m := range way.Members {
		i := n.number(m.Item)
		o.needs = append(o.needs, amount{i, m.Count})
		if m.Consumed > 0 {
			o.uses = append(o.uses, amount{i, m.Consumed})
		}
		if m.Count > m.Consumed {
			o.holds = append(o.holds, amount{i, m.Count - m.Consumed})
		}
	}
	o.gives = append(o.gives, amount{o.item, leastYield(way)})
	o.sure = 1
	for s := range n.graph.Actions[a].Effects {
		side := &n.graph.Actions[a].Effects[s]
		if s == e || side.Grade < graphstore.Proven || side.Disputed {
			continue
		}
		sw, sure := sideWay(eff, way, side)
		if sw == nil {
			continue
		}
		o.gives = append(o.gives, amount{n.number(side.Item), leastYield(sw)})
		if sure {
			last := len(o.gives) - 1
			o.gives[o.sure], o.gives[last] = o.gives[last], o.gives[o.sure]
			o.sure++
		}
	}
	return o
}

// sideWay is the way by which the side effect comes whenever the effect comes by
// this way: it needs nothing more, takes nothing more, and either never failed, which
// is sure, or came in exactly as many trials. The graph doesn't hold how often both
// came at once, so that is a guess. Nil if there is none.
func sideWay(eff *graphstore.Effect, way *graphstore.Way, side *graphstore.Effect) (sw *graphstore.Way, sure bool) {
	sure = side.Chance.Estimate == 1
	joint := side.Chance == eff.Chance && slices.EqualFunc(eff.Ways, side.Ways, func(a, b graphstore.Way) bool { return slices.Equal(a.Members, b.Members) })
	if !sure && !joint {
		return nil, false
	}
	for i := range side.Ways {
		met := true
		for _, m := range side.Ways[i].Members {
			met = met && slices.ContainsFunc(way.Members, func(o graphstore.Member) bool {
				return o.Item == m.Item && o.Count >= m.Count && o.Consumed >= m.Consumed
			})
		}
		if met {
			return &side.Ways[i], sure
		}
	}
	return nil, false
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
