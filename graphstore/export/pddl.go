package export

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// ErrGoal is wrapped by [WritePDDLProblem]'s error when the graph doesn't know an
// item of the goal or of the inventory, or a quantity is out of range.
var ErrGoal = errors.New("no such problem")

// WritePDDL writes what is known as a planning domain in PDDL 2.1, level 2 (Fox and
// Long, "PDDL2.1", JAIR 20, 2003): every item is a numeric fluent, and total-cost is
// the number of steps to be expected.
//
// Each way of an effect that is at least proven and not disputed is an action of the
// domain, named as [ParsePDDLAction] reads it. It needs the way's quantities, uses up
// what a success uses up, gives the least that was seen, and costs 1/chance: how often
// it has to be tried on average, as a try that fails uses up nothing. So a plan is
// one of successes, and what it gives is what is sure. Effects of one action that always
// come, by equal ways, are one action of the domain; those with a chance are not, as
// a plan can't rely on getting both at once. Conditional effects aren't used, since
// few planners take numeric ones; what another effect of the same action would use
// up besides, where its way happens to be open too, isn't said.
func WritePDDL(w io.Writer, g *graphstore.Graph) error {
	if err := check(g); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "(define (domain %s)\n (:requirements :fluents)\n (:functions\n  (total-cost)\n", pddlName("w-", g.World))
	for _, n := range items(g) {
		fmt.Fprintf(&b, "  (%s)\n", pddlName("i-", n.Name))
	}
	b.WriteString(" )\n")
	for i := range g.Actions {
		for _, op := range operators(&g.Actions[i]) {
			op.write(&b)
		}
	}
	b.WriteString(")\n")
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("export as pddl: %w", err)
	}
	return nil
}

// WritePDDLProblem writes the problem of getting the goal, with these quantities at
// least, from an inventory, at the least cost, in the domain that [WritePDDL] writes.
// Its error wraps [ErrGoal] if there is no such problem, naming what is unknown.
func WritePDDLProblem(w io.Writer, g *graphstore.Graph, goal, from []interaction.Stack) error {
	if err := check(g); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	known := map[string]bool{}
	all := items(g)
	for _, n := range all {
		known[n.Name] = true
	}
	var errs []error
	sum := func(what string, least int, stacks []interaction.Stack) map[string]int {
		m := map[string]int{}
		for _, s := range stacks {
			if !known[s.Item] {
				errs = append(errs, fmt.Errorf("%w: %s %q isn't known in %s", ErrGoal, what, s.Item, g.World))
			}
			if s.Count < least {
				errs = append(errs, fmt.Errorf("%w: %s %q: %d is below %d", ErrGoal, what, s.Item, s.Count, least))
			}
			m[s.Item] += s.Count
		}
		return m
	}
	want, have := sum("goal", 1, goal), sum("inventory", 0, from)
	if len(goal) == 0 {
		errs = append(errs, fmt.Errorf("%w: there is no goal", ErrGoal))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "(define (problem p)\n (:domain %s)\n (:init\n  (= (total-cost) 0)\n", pddlName("w-", g.World))
	for _, n := range all {
		fmt.Fprintf(&b, "  (= (%s) %d)\n", pddlName("i-", n.Name), have[n.Name])
	}
	b.WriteString(" )\n (:goal (and")
	for _, s := range interaction.SortedStacks(want) {
		fmt.Fprintf(&b, " (>= (%s) %d)", pddlName("i-", s.Item), s.Count)
	}
	b.WriteString("))\n (:metric minimize (total-cost))\n)\n")
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("export as pddl-problem: %w", err)
	}
	return nil
}

// operator is an action of the domain.
type operator struct {
	step  PDDLStep
	title string
	way   graphstore.Way
	gives []interaction.Stack
	cost  float64
}

// operators are the actions of the domain that one action of the world makes, in the
// order of its effects and ways.
func operators(a *graphstore.Action) []operator {
	var out []operator
	for _, e := range a.Effects {
		if e.Grade < graphstore.Proven || e.Disputed {
			continue
		}
		for k, way := range e.Ways {
			// An effect gives something, also where no success shows how much.
			gift := interaction.Stack{Item: e.Item, Count: max(1, way.Yield.Min)}
			cost := 1.0
			if e.Chance.Estimate > 0 && e.Chance.Estimate < 1 {
				cost = math.Round(1e6/e.Chance.Estimate) / 1e6
			}
			if i := slices.IndexFunc(out, func(op operator) bool {
				return cost == 1 && op.cost == 1 && op.step.Item != e.Item && slices.Equal(op.way.Members, way.Members)
			}); i >= 0 {
				out[i].gives = append(out[i].gives, gift)
				continue
			}
			out = append(out, operator{PDDLStep{a.ID, e.Item, k + 1}, title(a), way, []interaction.Stack{gift}, cost})
		}
	}
	return out
}

func (op operator) write(b *bytes.Buffer) {
	fmt.Fprintf(b, " ; %s: %s\n (:action %s\n  :parameters ()\n  :precondition (and", escapeID(op.title), escapeID(op.way.String()), op.step)
	for _, m := range op.way.Members {
		fmt.Fprintf(b, " (>= (%s) %d)", pddlName("i-", m.Item), m.Count)
	}
	b.WriteString(")\n  :effect (and")
	change := map[string]int{}
	for _, m := range op.way.Members {
		change[m.Item] -= m.Consumed
	}
	for _, g := range op.gives {
		change[g.Item] += g.Count
	}
	for _, s := range interaction.SortedStacks(change) {
		switch name := pddlName("i-", s.Item); {
		case s.Count < 0:
			fmt.Fprintf(b, " (decrease (%s) %d)", name, -s.Count)
		case s.Count > 0:
			fmt.Fprintf(b, " (increase (%s) %d)", name, s.Count)
		}
	}
	cost := strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.6f", op.cost), "0"), ".")
	fmt.Fprintf(b, " (increase (total-cost) %s)))\n", cost)
}
