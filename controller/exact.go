package controller

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

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
// Tips change what counts as cheap; then no plan is called optimal. Mixtures of interchangeable items aren't
// planned with; each way takes one of them. Where an inventory meets several ways of
// an effect, a plan says which it counts on, but the world decides: whoever carries it
// out has to look. Exact doesn't change and is safe for concurrent use.
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

// Plan implements [Planner]. Quantities must not be negative.
func (p *Exact) Plan(ctx context.Context, from interaction.State, goal Goal) (Plan, error) {
	var unknown []Missing
	for _, name := range goal.names() {
		// To have it isn't enough where something is to be made with something.
		if _, ok := p.net.index[name]; !ok && (from.Count(name) == 0 || len(goal.With) > 0) {
			unknown = append(unknown, Missing{name, "it was never observed"})
		}
	}
	if len(unknown) > 0 {
		return Plan{}, &Unreachable{Goal: goal, Missing: unknown}
	}
	var plan Plan
	var err error
	if len(goal.With) > 0 {
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
	out := slices.Clone(g.With)
	for _, w := range g.Want {
		out = append(out, w.Item)
	}
	return out
}

// plan plans for what is wanted, however it is made.
func (p *Exact) plan(ctx context.Context, from interaction.State, goal Goal) (Plan, error) {
	n := p.net
	size := len(n.names)
	r := &run{ctx: ctx, net: n, r: n.renewed, have: make([]int, size), goal: make([]int, size),
		need: make([]int, size), hold: make([]int, size), extra: make([]int, size), queued: make([]bool, size)}
	var have []amount
	for _, s := range from.Stacks() {
		if i, ok := n.index[s.Item]; ok { // of other items nothing is known
			r.have[i] = s.Count
			have = append(have, amount{i, s.Count})
		}
	}
	for _, w := range goal.Want {
		i, ok := n.index[w.Item]
		if !ok {
			if from.Count(w.Item) < w.Count {
				return Plan{}, &Unreachable{Goal: goal, Missing: []Missing{{w.Item, "no known action gives it"}}}
			}
			continue
		}
		r.goal[i] = max(r.goal[i], w.Count)
		if !slices.Contains(r.want, i) {
			r.want = append(r.want, i)
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
	var known []Step // with what is known of them only
	for _, t := range turns {
		s := n.step(t)
		plan.add(s)
		s.Gives = s.Gives[:n.ops[t.op].sure]
		known = append(known, s)
	}
	// Weighed by tips, the cheapest may not be the one with the fewest executions.
	// And no op mixes a class, which may spare some.
	if optimal && !n.mixes(r.want) && len(p.cfg.Prefer)+len(p.cfg.Avoid) == 0 {
		_, err := SelfCheck(from, known, goal)
		plan.Optimal = err == nil
	}
	return plan, nil
}

func (p *Plan) add(s Step) {
	p.Steps = append(p.Steps, s)
	p.Cost += s.Cost
}

// planWith plans for what is wanted to be made with certain items: for what the
// last actions need, then these actions. Of the ways that make use of all of these
// items, each wanted item gets the one that is cheapest by itself.
func (p *Exact) planWith(ctx context.Context, from interaction.State, goal Goal) (Plan, error) {
	var last []turn
	uses, holds := map[string]int{}, map[string]int{}
	var order []string
	for _, w := range goal.Want {
		var best turn
		var prepare []interaction.Stack
		var failed error
		least := math.Inf(1)
		for _, m := range p.net.makers[p.net.index[w.Item]] {
			o := &p.net.ops[m]
			if slices.ContainsFunc(goal.With, func(name string) bool {
				return !slices.ContainsFunc(o.needs, func(a amount) bool { return p.net.names[a.item] == name })
			}) {
				continue
			}
			k := ceil(w.Count, o.yields(p.net.index[w.Item]))
			var sub []interaction.Stack
			for _, a := range o.needs {
				used := 0
				for _, u := range o.uses {
					if u.item == a.item {
						used = u.n
					}
				}
				sub = append(sub, interaction.Stack{Item: p.net.names[a.item], Count: used*(k-1) + a.n})
			}
			plan, err := p.plan(ctx, from, Goal{Want: sub})
			if err != nil {
				failed = cmp.Or(failed, err)
			} else if c := plan.Cost + o.cost*float64(k); c < least {
				least, best, prepare = c, turn{m, k}, sub
			}
		}
		if math.IsInf(least, 1) {
			if failed != nil {
				return Plan{}, failed
			}
			return Plan{}, &Unreachable{Goal: goal, Missing: []Missing{{w.Item, "no known way to it makes use of " + strings.Join(goal.With, " and ")}}}
		}
		last = append(last, best)
		for _, s := range prepare {
			if !slices.Contains(order, s.Item) {
				order = append(order, s.Item)
			}
			used := 0
			for _, u := range p.net.ops[best.op].uses {
				if p.net.names[u.item] == s.Item {
					used = u.n * best.times
				}
			}
			uses[s.Item] += used
			holds[s.Item] = max(holds[s.Item], s.Count-used)
		}
	}
	var sub []interaction.Stack
	for _, item := range order {
		sub = append(sub, interaction.Stack{Item: item, Count: uses[item] + holds[item]})
	}
	plan, err := p.plan(ctx, from, Goal{Want: sub})
	if err != nil {
		return Plan{}, err
	}
	plan.Goal, plan.Optimal = goal, false
	for _, t := range last {
		plan.add(p.net.step(t))
	}
	return plan, nil
}

// step is the turn in the words of the graph.
func (n *net) step(t turn) Step {
	o := &n.ops[t.op]
	a := &n.graph.Actions[o.action]
	e := &a.Effects[o.effect]
	s := Step{Action: a.ID, Label: a.Label, Item: e.Item, Times: t.times, Way: e.Ways[o.way], Chance: e.Chance,
		Grade: e.Grade, Cost: float64(t.times) / chanceOf(e)}
	for _, g := range o.gives {
		s.Gives = append(s.Gives, interaction.Stack{Item: n.names[g.item], Count: g.n})
	}
	return s
}
