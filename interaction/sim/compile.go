package sim

import (
	"math"
	"slices"
)

// The rules in the form that sessions play: items are dense numbers, chances are
// thresholds of a 53-bit draw, and what can be known beforehand is.
type (
	action struct {
		effects []effect
		ambient []outcome
		ends    []int32 // facts that don't hold afterwards
	}
	effect struct {
		phases uint64 // bit i: it can come in the i-th hidden phase
		ways   []way
	}
	way struct {
		outcome
		bars   []int32  // nothing of these items ...
		least  []amount // ... enough of these single items ...
		groups []group  // ... and of these classes
		takes  []amount // what a success uses up of single items
	}
	outcome struct {
		chance uint64 // a draw below it succeeds; 0: no draw is needed
		gives  []gift
	}
	amount struct {
		item  int32
		count int
	}
	group struct {
		members []int32
		keep    []int // per member: how much the way takes of it by name; nil: nothing
		count   int
		one     bool // one member must have the whole count
		takes   bool
	}
	gift struct {
		item  int32
		fixed int // the quantity, or 0: drawn
		upto  []uint64
		count []int
	}
)

const drawBits = 53

// threshold is the number that a chance of this size of all draws is below.
func threshold(chance float64) uint64 { return uint64(chance * (1 << drawBits)) }

func (w *World) compileAction(a *Action) action {
	var out action
	for i := range a.Effects {
		e := &a.Effects[i]
		ce := effect{phases: w.phasesOf(e)}
		for k := range e.Ways {
			ce.ways = append(ce.ways, w.compileWay(e, &e.Ways[k]))
		}
		out.effects = append(out.effects, ce)
	}
	for _, name := range a.Ends {
		out.ends = append(out.ends, w.index[name])
	}
	for _, am := range a.Ambient {
		out.ambient = append(out.ambient, w.compileOutcome(am.Gives, am.Chance))
	}
	return out
}

// phasesOf are the hidden phases in which the effect can come, as bits.
func (w *World) phasesOf(e *Effect) uint64 {
	var bits uint64
	for i, p := range w.file.Hidden.Phases {
		if slices.Contains(e.Phases, p.Name) {
			bits |= 1 << i
		}
	}
	if len(e.Phases) == 0 {
		return math.MaxUint64
	}
	return bits
}

func (w *World) compileOutcome(gives []Gift, chance float64) outcome {
	var o outcome
	if chance < 1 {
		// A chance too small for the draw still isn't "no draw needed".
		o.chance = max(1, threshold(chance))
	}
	for _, g := range gives {
		cg := gift{item: w.index[g.Item]}
		if len(g.Quantity) == 1 {
			cg.fixed = g.Quantity[0].Count
		} else {
			sum := 0.0
			for _, p := range g.Quantity {
				sum += p.Chance
				cg.upto = append(cg.upto, threshold(sum))
				cg.count = append(cg.count, p.Count)
			}
		}
		o.gives = append(o.gives, cg)
	}
	return o
}

func (w *World) compileWay(e *Effect, src *Way) way {
	out := way{outcome: w.compileOutcome(e.GivesOf(src), e.ChanceOf(src))}
	for _, it := range src.Without {
		out.bars = append(out.bars, w.index[it])
	}
	taken := map[string]int{}
	for _, c := range src.Consumes {
		if c.Kind == OfItem {
			taken[c.Name] = c.Count
			out.takes = append(out.takes, amount{w.index[c.Name], c.Count})
			out.atLeast(w.index[c.Name], c.Count)
		}
	}
	for _, n := range src.Needs {
		if n.Kind == OfItem {
			out.atLeast(w.index[n.Name], n.Count)
		} else {
			out.groups = append(out.groups, w.compileGroup(n))
		}
	}
	for _, c := range src.Consumes {
		if c.Kind == OfItem {
			continue
		}
		g := w.compileGroup(c)
		g.takes = true
		for i, name := range w.file.Class(c.Name) {
			if n := taken[name]; n > 0 {
				if g.keep == nil {
					g.keep = make([]int, len(g.members))
				}
				g.keep[i] = n
			}
		}
		out.groups = append(out.groups, g)
	}
	return out
}

func (w *World) compileGroup(r Requirement) group {
	g := group{count: r.Count, one: r.Kind == OfOne}
	for _, name := range w.file.Class(r.Name) {
		g.members = append(g.members, w.index[name])
	}
	return g
}

// atLeast asks for the larger of several quantities of one item.
func (w *way) atLeast(item int32, count int) {
	for i := range w.least {
		if w.least[i].item == item {
			w.least[i].count = max(w.least[i].count, count)
			return
		}
	}
	w.least = append(w.least, amount{item, count})
}

// spare is how much of the i-th member the class may count.
func (g *group) spare(counts []int, i int) int {
	n := counts[g.members[i]]
	if g.keep != nil {
		n -= g.keep[i]
	}
	return n
}

// enough reports whether the start has the class in its count.
func (g *group) enough(counts []int) bool {
	sum := 0
	for i := range g.members {
		n := g.spare(counts, i)
		if g.one && n < g.count {
			continue
		}
		if sum += n; sum >= g.count {
			return true
		}
	}
	return false
}

// open reports whether the start satisfies the way.
func (w *way) open(counts []int) bool {
	for _, item := range w.bars {
		if counts[item] > 0 {
			return false
		}
	}
	for _, a := range w.least {
		if counts[a.item] < a.count {
			return false
		}
	}
	for i := range w.groups {
		if !w.groups[i].enough(counts) {
			return false
		}
	}
	return true
}
