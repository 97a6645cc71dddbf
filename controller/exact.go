package controller

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Config says how hard an [Exact] planner tries.
type Config struct {
	// Nodes is how many drafts the search looks at for one goal before it is
	// content with the best found so far; at least 1. See DefaultConfig.
	Nodes int
	// Prefer and Avoid are tips by which actions are weighed: an avoided action
	// counts as if it took TipFactor times as many executions, a preferred one as
	// if it took as many times less.
	Prefer, Avoid []interaction.Action
}

// TipFactor is how much a tip weighs.
const TipFactor = 4

// DefaultConfig is the effort that keeps a goal in the whole game of
// minecraft-1.19 at a millisecond or two.
func DefaultConfig() Config { return Config{Nodes: 1000} }

// Validate reports every fault of the configuration at once.
func (c Config) Validate() error {
	var errs []error
	if c.Nodes < 1 {
		errs = append(errs, fmt.Errorf("nodes %d: there must be at least 1", c.Nodes))
	}
	for _, a := range c.Prefer {
		if slices.Contains(c.Avoid, a) {
			errs = append(errs, fmt.Errorf("action %q is both preferred and avoided", a))
		}
	}
	return errors.Join(errs...)
}

// Exact plans by search on an AND/OR graph with quantities. What it guarantees:
//
//   - every plan, played on the tree with the least yield that was seen, reaches
//     the goal;
//   - if everything wanted can be had from nothing by ways that are proven, a plan
//     is found, in time polynomial in the size of the graph (with Goal.With, and
//     from inventories with items that nothing makes, the search may give up);
//   - a plan that says it is optimal is cheapest in expected actions. One that counts
//     on two effects of chance coming together, as they were seen equally often, doesn't
//     say so: they may be independent, and it takes longer then. Finding the
//     cheapest is NP-hard (shared tools make it a Steiner problem), so that large
//     goals get the best of local improvement and Config.Nodes steps of branch and
//     bound.
//
// Tips change what counts as cheap; then no plan is called optimal, nor is one that brings
// facts about, as that may be done more often than is counted beforehand. What stands for
// the classes of a way is mixed as is cheapest. Where there are several ways of
// an effect, or several factors of a class, a plan says which it counts on, but the world
// decides: whoever carries it out has to look. Facts and vitals that no action raises have
// to be there: the world brings them about. Exact doesn't change and is safe for concurrent
// use.
type Exact struct {
	net *net
	cfg Config
}

var _ Planner = (*Exact)(nil)

// NewExact prepares to plan on the graph, which must not change.
func NewExact(g *graphstore.Graph, cfg Config) (*Exact, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("planner: %w", err)
	}
	return &Exact{net: newNet(g, cfg), cfg: cfg}, nil
}

// planUse plans the cheapest action that gives something and makes use of all of these factors.
func (p *Exact) planUse(ctx context.Context, from interaction.State, goal Goal) (Plan, error) {
	var best Plan
	var failed error
	found := false
	for _, a := range p.net.graph.Actions {
		for i := range a.Effects {
			e := &a.Effects[i]
			if !slices.ContainsFunc(e.Ways, func(w graphstore.Way) bool { return uses(w, slices.Concat(goal.Use, goal.With)) }) {
				continue
			}
			f := p.net.graph.Factor(e.Factor)
			if f != nil && f.Max > 0 && from.Level(e.Factor) >= f.Max {
				failed = cmp.Or(failed, error(&Unreachable{Goal: goal, Missing: []Missing{{e.Factor, "there is no room for more of it"}}, room: true}))
				continue
			}
			level := 1
			if f != nil && f.Kind == interaction.Fact { // a fact is brought to a level; of all else as many are made
				level = from.Level(e.Factor) + 1
			}
			sub := goal
			sub.Use, sub.With = nil, slices.Concat(goal.Use, goal.With)
			sub.Want = []interaction.Amount{{Name: e.Factor, Level: level}}
			plan, err := p.Plan(ctx, from, sub)
			if ctx.Err() != nil {
				return Plan{}, err
			}
			switch {
			case err != nil:
				failed = cmp.Or(failed, err)
			case !found || plan.Cost < best.Cost:
				best, found = plan, true
			}
		}
	}
	switch {
	case found:
		best.Optimal = false
		return best, nil
	case failed != nil:
		return Plan{}, failed
	}
	return Plan{}, &Unreachable{Goal: goal, Missing: []Missing{{goal.Use[0], "nothing is known that makes use of it"}}}
}

// uses reports whether the way can make use of all of the factors.
func uses(w graphstore.Way, factors []string) bool {
	return !slices.ContainsFunc(factors, func(f string) bool {
		return !slices.ContainsFunc(w.Members, func(m graphstore.Member) bool { return slices.Contains(m.Factors, f) })
	})
}

// spared is the planner that doesn't know the ways to what is wanted that the goal forbids.
func (p *Exact) spared(goal Goal) (*Exact, error) {
	g := *p.net.graph
	kind := func(factor string) interaction.Kind {
		if f := p.net.graph.Factor(factor); f != nil {
			return f.Kind
		}
		return interaction.Item
	}
	g.Actions = slices.Clone(g.Actions)
	for i := range g.Actions {
		a := &g.Actions[i]
		a.Effects = slices.Clone(a.Effects)
		for j := range a.Effects {
			e := &a.Effects[j]
			if !slices.ContainsFunc(goal.Want, func(w interaction.Amount) bool { return w.Name == e.Factor }) {
				continue
			}
			e.Ways = slices.DeleteFunc(slices.Clone(e.Ways), func(w graphstore.Way) bool { return Forbids(goal, w.Members, kind) })
		}
		a.Effects = slices.DeleteFunc(a.Effects, func(e graphstore.Effect) bool { return len(e.Ways) == 0 })
	}
	return NewExact(&g, p.cfg)
}

// Forbids reports whether the goal's Without or Bare forbid a last action that takes these members: no choice of their
// factors keeps to it. What isn't an item is no tool.
func Forbids(goal Goal, members graphstore.Members, kind func(factor string) interaction.Kind) bool {
	return slices.ContainsFunc(members, func(m graphstore.Member) bool {
		return !slices.ContainsFunc(m.Factors, func(f string) bool {
			return !slices.Contains(goal.Without, f) && !(goal.Bare && m.Consumed == 0 && kind(f) == interaction.Item)
		})
	})
}

// Plan implements [Planner]. Quantities must not be negative.
func (p *Exact) Plan(ctx context.Context, from interaction.State, goal Goal) (Plan, error) {
	var unknown []Missing
	for _, name := range goal.names() {
		// To have it isn't enough where something is to be made with something.
		if _, ok := p.net.index[name]; !ok && (from.Level(name) == 0 || len(goal.With) > 0) {
			unknown = append(unknown, Missing{name, "it was never observed"})
		}
	}
	if len(unknown) > 0 {
		return Plan{}, &Unreachable{Goal: goal, Missing: unknown}
	}
	if goal.Feat() {
		return Plan{Goal: goal, From: from}, nil
	}
	var plan Plan
	var err error
	if len(goal.Use) > 0 {
		return p.planUse(ctx, from, goal)
	} else if len(goal.Without) > 0 || goal.Bare {
		q, err := p.spared(goal)
		if err != nil {
			return Plan{}, err
		}
		free := goal
		free.Without, free.Bare = nil, false
		plan, err = q.Plan(ctx, from, free)
		plan.Goal, plan.Optimal = goal, false
		return plan, err
	} else if len(goal.With) > 0 {
		plan, err = p.planWith(ctx, from, goal)
	} else {
		plan, err = p.plan(ctx, from, goal)
	}
	if err != nil {
		return Plan{}, err
	}
	if _, err := SelfCheck(from, plan.Steps, goal); err != nil {
		return Plan{}, fmt.Errorf("plan %s: %w: %w", goal, ErrBudget, err)
	}
	return plan, nil
}

func (g Goal) names() []string {
	out := slices.Concat(g.With, g.Use)
	for _, w := range g.Want {
		out = append(out, w.Name)
	}
	return out
}

// plan plans for what is wanted, however it is made.
func (p *Exact) plan(ctx context.Context, from interaction.State, goal Goal) (Plan, error) {
	n := p.net
	size := len(n.names)
	r := &run{ctx: ctx, from: from, net: n, r: n.renewed, have: make([]int, size), goal: make([]int, size),
		need: make([]int, size), hold: make([]int, size), extra: make([]int, size), queued: make([]bool, size)}
	var have []amount
	for _, a := range from.Amounts() {
		if _, ok := n.index[a.Name]; ok { // of other factors nothing is known
			for _, g := range n.raised(a.Name, a.Level) {
				r.have[g.item] = g.n
				have = append(have, g)
			}
		}
	}
	for _, w := range goal.Want {
		if f := n.graph.Factor(w.Name); f != nil && f.Max > 0 && w.Level > f.Max {
			return Plan{}, &Unreachable{Goal: goal, Missing: []Missing{{w.Name, fmt.Sprintf("there can be at most %d of it, and there are %d", f.Max, from.Level(w.Name))}}}
		}
		if n.beyond(w) {
			if from.Level(w.Name) < w.Level {
				return Plan{}, &Unreachable{Goal: goal, Missing: []Missing{{w.Name, "no known action gives as much of it"}}}
			}
			continue
		}
		need := n.need(w.Name, w.Level)
		r.goal[need.item] = max(r.goal[need.item], need.n)
		if !slices.Contains(r.want, need.item) {
			r.want = append(r.want, need.item)
		}
	}
	if slices.ContainsFunc(r.want, func(i int32) bool { return !n.renewed.can(i) && r.have[i] < r.goal[i] }) {
		r.r = n.rank(have)
		if missing, unproven := r.missing(); len(missing) > 0 {
			return Plan{}, &Unreachable{Goal: goal, Missing: missing, Unproven: unproven}
		}
	}
	turns, optimal, found := r.solve(p.cfg.Nodes)
	if err := ctx.Err(); err != nil {
		return Plan{}, fmt.Errorf("plan %s: %w", goal, err)
	}
	if !found {
		if !optimal {
			return Plan{}, fmt.Errorf("plan %s: %w", goal, ErrBudget)
		}
		return Plan{}, &Unreachable{Goal: goal, Missing: r.scarce()}
	}
	plan := Plan{Goal: goal, From: from}
	for _, s := range n.steps(turns, false) {
		plan.add(s)
	}
	// Weighed by tips, the cheapest may not be the one with the fewest executions.
	if optimal && !n.partial && !n.factual(turns) && len(p.cfg.Prefer)+len(p.cfg.Avoid) == 0 {
		_, err := SelfCheck(from, n.steps(turns, true), goal)
		plan.Optimal = err == nil
	}
	return plan, nil
}

// factual reports whether some of the turns need facts.
func (n *net) factual(turns []turn) bool {
	return slices.ContainsFunc(turns, func(t turn) bool { return len(n.ops[t.op].facts) > 0 })
}

func (p *Plan) add(s Step) {
	p.Steps = append(p.Steps, s)
	p.Cost += s.Cost
}

// planWith plans for what is wanted to be made with certain factors: for what the
// last actions need, then these actions. Of the ways that make use of all of these
// factors, each wanted one gets the one that is cheapest by itself.
func (p *Exact) planWith(ctx context.Context, from interaction.State, goal Goal) (Plan, error) {
	n := p.net
	var last []Step
	uses, keeps := map[string]int{}, map[string]int{}
	var order []string
	for _, w := range goal.Want {
		var best Step
		var prepare []interaction.Amount
		var failed error
		least := math.Inf(1)
		if n.beyond(w) {
			return Plan{}, &Unreachable{Goal: goal, Missing: []Missing{{w.Name, "no known action gives as much of it"}}}
		}
		item := n.need(w.Name, w.Level).item
		for _, m := range n.makers[item] {
			o := &n.ops[m]
			if o.action < 0 {
				continue
			}
			s, ok := n.with(m, goal.With)
			if !ok {
				continue
			}
			if n.level[item] == 0 {
				s.Times = ceil(w.Level, o.yields(item))
			}
			s.Cost *= float64(s.Times)
			var sub []interaction.Amount
			for _, t := range s.Takes {
				sub = append(sub, interaction.Amount{Name: t.Factors[0], Level: t.Consumed*(s.Times-1) + t.Count})
			}
			plan, err := p.plan(ctx, from, Goal{Want: sub})
			if err != nil {
				failed = cmp.Or(failed, err)
			} else if c := plan.Cost + o.cost*float64(s.Times); c < least {
				least, best, prepare = c, s, sub
			}
		}
		if math.IsInf(least, 1) {
			if failed != nil {
				return Plan{}, failed
			}
			return Plan{}, &Unreachable{Goal: goal, Missing: []Missing{{w.Name, "no known way to it makes use of " + strings.Join(goal.With, " and ")}}}
		}
		last = append(last, best)
		for i, s := range prepare {
			if !slices.Contains(order, s.Name) {
				order = append(order, s.Name)
			}
			used := best.Takes[i].Consumed * best.Times
			uses[s.Name] += used
			keeps[s.Name] = max(keeps[s.Name], s.Level-used)
		}
	}
	var sub []interaction.Amount
	for _, name := range order {
		sub = append(sub, interaction.Amount{Name: name, Level: uses[name] + keeps[name]})
	}
	plan, err := p.plan(ctx, from, Goal{Want: sub})
	if err != nil {
		return Plan{}, err
	}
	plan.Goal, plan.Optimal = goal, false
	for _, s := range last {
		plan.add(s)
	}
	return plan, nil
}

// with is the op as a step that makes use of these factors; ok is false if it can't. Other
// classes get what is cheapest.
func (n *net) with(op int32, factors []string) (s Step, ok bool) {
	o := &n.ops[op]
	s = n.blanks[op]
	used := map[string]bool{}
	kept := o.kept
	for _, m := range s.Way.Members {
		f := m.Factors[0]
		switch {
		case len(m.Factors) > 1 && m.Consumed == 0:
			f, kept = kept[0], kept[1:]
		case len(m.Factors) > 1:
			i := slices.IndexFunc(factors, func(name string) bool { return slices.Contains(m.Factors, name) })
			if i >= 0 {
				f = factors[i]
				break
			}
			f = slices.MinFunc(m.Factors, func(a, b string) int {
				return cmp.Compare(n.renewed.first[n.number(a)], n.renewed.first[n.number(b)])
			})
		}
		used[f] = true
		s.Takes = append(s.Takes, graphstore.Member{Factors: []string{f}, Count: m.Count, Consumed: m.Consumed})
	}
	return s, !slices.ContainsFunc(factors, func(name string) bool { return !used[name] })
}

// blank is one success of the op in the words of the graph, but for what it takes.
func (n *net) blank(op int32) Step {
	o := &n.ops[op]
	a := &n.graph.Actions[o.action]
	e := &a.Effects[o.effect]
	s := Step{Action: a.ID, Label: a.Label, Factor: e.Factor, Times: 1, Way: e.Ways[o.way], Chance: e.Chance, Grade: e.Grade, Cost: 1 / chanceOf(e)}
	s.Gives, s.Brings = n.results(o.gives)
	for _, f := range o.ends {
		if n.level[f] == 1 {
			s.Ends = append(s.Ends, n.names[f])
		}
	}
	return s
}

// results divides what is gained into quantities and facts.
func (n *net) results(gives []amount) (quantities, facts []interaction.Amount) {
	for _, g := range gives {
		switch l := n.level[g.item]; {
		case l == 0:
			quantities = append(quantities, interaction.Amount{Name: n.names[g.item], Level: g.n})
		case l > 1 && len(facts) > 0 && facts[len(facts)-1].Name == n.names[g.item]:
			facts[len(facts)-1].Level = l
		default:
			facts = append(facts, interaction.Amount{Name: n.names[g.item], Level: l})
		}
	}
	return quantities, facts
}

// steps are the turns in the words of the graph. What was put into a pool is what stands for
// the classes of the next steps that take from it; successes that take the same are one step.
// known leaves out what is guessed of what they give.
func (n *net) steps(turns []turn, known bool) []Step {
	var out []Step
	pooled := map[int32][]amount{} // of factors, the oldest first
	for _, t := range turns {
		o := &n.ops[t.op]
		if o.action < 0 {
			f := o.uses[0].item
			pooled[o.item] = append(pooled[o.item], amount{f, t.times})
			continue
		}
		s := n.blanks[t.op]
		cost := s.Cost
		if known {
			s.Gives, s.Brings = n.results(o.gives[:o.sure])
		}
		for left := t.times; left > 0; {
			s.Takes = n.taken(o, &s.Way, pooled)
			s.Times = 1
			if !slices.ContainsFunc(o.uses, func(u amount) bool { return n.class[u.item] != nil }) { // each time takes the same
				s.Times = left
			}
			left -= s.Times
			if last := len(out) - 1; last >= 0 && out[last].Action == s.Action && out[last].Factor == s.Factor &&
				slices.EqualFunc(out[last].Takes, s.Takes, sameMember) && out[last].Way.Members.Equal(s.Way.Members) {
				out[last].Times += s.Times
				out[last].Cost += cost * float64(s.Times)
			} else {
				s.Cost = cost * float64(s.Times)
				out = append(out, s)
			}
		}
	}
	return out
}

// taken is what one success of the op takes, with what was put into its pools, which gets
// less by what is used up.
func (n *net) taken(o *op, w *graphstore.Way, pooled map[int32][]amount) graphstore.Members {
	var out graphstore.Members
	kept := o.kept
	for _, m := range w.Members {
		switch {
		case len(m.Factors) == 1:
			out = append(out, m)
		case m.Consumed == 0:
			out = append(out, graphstore.Member{Factors: kept[:1], Count: m.Count})
			kept = kept[1:]
		default:
			pool := n.pools[strings.Join(m.Factors, "\x00")]
			left, used := m.Count, m.Consumed
			var rest []amount
			for _, p := range pooled[pool] {
				k, u := min(p.n, left), min(p.n, used)
				left, used = left-k, used-u
				if k > 0 {
					out = append(out, graphstore.Member{Factors: []string{n.names[p.item]}, Count: k, Consumed: u})
				}
				if p.n > u {
					rest = append(rest, amount{p.item, p.n - u})
				}
			}
			pooled[pool] = rest
		}
	}
	// A factor may have been put into a pool at several times.
	slices.SortStableFunc(out, discovery.CompareMembers[string])
	return joined(out)
}

// joined adds up members of the same factor.
func joined(members graphstore.Members) graphstore.Members {
	var out graphstore.Members
	for _, m := range members {
		if last := len(out) - 1; last >= 0 && out[last].Factors[0] == m.Factors[0] {
			out[last].Count += m.Count
			out[last].Consumed += m.Consumed
		} else {
			out = append(out, m)
		}
	}
	return out
}
