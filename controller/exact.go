package controller

import (
	"errors"
	"fmt"
	"slices"

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
//   - a plan that says it is optimal is cheapest in expected actions. Finding the
//     cheapest is NP-hard (shared tools make it a Steiner problem), so that large
//     goals get the best of local improvement and Config.Nodes steps of branch and
//     bound.
//
// Tips change what counts as cheap. Mixtures of interchangeable items aren't
// planned with; each way takes one of them. Exact doesn't change and is safe for
// concurrent use.
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
func (p *Exact) Plan(from interaction.State, goal Goal) (Plan, error) {
	n := p.net
	size := len(n.names)
	r := &run{net: n, r: n.renewed, have: make([]int, size), goal: make([]int, size),
		need: make([]int, size), hold: make([]int, size), extra: make([]int, size), queued: make([]bool, size)}
	plan := Plan{Goal: goal, From: from}
	var have []amount
	for _, s := range from.Stacks() {
		if i, ok := n.index[s.Item]; ok { // of other items nothing is known
			r.have[i] = s.Count
			have = append(have, amount{i, s.Count})
		}
	}
	var unknown []Missing
	for _, w := range goal.Want {
		i, ok := n.index[w.Item]
		if !ok {
			if from.Count(w.Item) < w.Count {
				unknown = append(unknown, Missing{w.Item, "it was never observed"})
			}
			continue
		}
		r.goal[i] = max(r.goal[i], w.Count)
		if !slices.Contains(r.want, i) {
			r.want = append(r.want, i)
		}
	}
	for _, name := range goal.With {
		i, ok := n.index[name]
		if !ok {
			unknown = append(unknown, Missing{name, "it was never observed"})
			continue
		}
		r.with = append(r.with, i)
	}
	if len(unknown) > 0 {
		return Plan{}, &Unreachable{Goal: goal, Missing: unknown}
	}
	if slices.ContainsFunc(r.want, func(i int32) bool { return !n.renewed.can(i) && r.have[i] < r.goal[i] }) {
		r.r = n.rank(have)
		if missing := r.missing(); len(missing) > 0 {
			return Plan{}, &Unreachable{Goal: goal, Missing: missing}
		}
	}
	turns, optimal, found := r.solve(p.cfg.Nodes)
	if !found {
		if !optimal {
			return Plan{}, fmt.Errorf("plan %s: %w", goal, ErrBudget)
		}
		return Plan{}, &Unreachable{Goal: goal, Missing: r.scarce()}
	}
	plan.Optimal = optimal
	for _, t := range turns {
		s := n.step(t)
		plan.Cost += s.Cost
		plan.Steps = append(plan.Steps, s)
	}
	if _, err := SelfCheck(from, plan.Steps, goal); err != nil {
		return Plan{}, fmt.Errorf("plan %s: %w", goal, err) // a fault of the planner
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
