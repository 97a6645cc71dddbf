package export

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// ErrGoal is wrapped by [WritePDDLProblem]'s error when the graph doesn't know a
// factor of the goal or of the start, or a quantity is out of range.
var ErrGoal = errors.New("no such problem")

// writePDDL writes what is known as a planning domain in PDDL 2.1, level 2 (Fox and
// Long, "PDDL2.1", JAIR 20, 2003): every factor is a numeric fluent, and total-cost is
// the number of steps to be expected.
//
// Each way of an effect that is at least proven and not disputed is an action of the
// domain, named as [PDDLNames] says. It needs the way's quantities, uses up
// what a success uses up, gives the least that was seen, and costs 1/chance: how often
// it has to be tried on average, as a try that fails uses up nothing. So a plan is
// one of successes, and what it gives is what is sure. A fact gets the level that it was
// seen to reach, and what the action ends gets zero. Effects of one action that always
// come, by equal ways, are one action of the domain; those with a chance are not, as
// a plan can't rely on getting both at once. Conditional effects aren't used, since
// few planners take numeric ones; what another effect of the same action would use
// up besides, where its way happens to be open too, isn't said.
//
// Of factors that stand for each other the domain has a pool: an action without cost puts
// one of them in, and what uses them up takes them from there.
func writePDDL(b *bytes.Buffer, g *graphstore.Graph) {
	d := newDomain(g)
	fmt.Fprintf(b, "(define (domain %s)\n (:requirements :fluents)\n (:functions\n  (total-cost)\n", pddlName("w-", g.World))
	for _, n := range factors(g) {
		fmt.Fprintf(b, "  (%s)\n", pddlName("i-", n.Name))
	}
	for i := range d.pools {
		fmt.Fprintf(b, "  (%s)\n", poolName(i))
	}
	b.WriteString(" )\n")
	for i, p := range d.pools {
		for _, f := range p {
			fmt.Fprintf(b, " (:action %s\n  :parameters ()\n  :precondition (and (>= (%s) 1))\n  :effect (and (decrease (%[2]s) 1) (increase (%s) 1)))\n",
				d.names.Name(PDDLStep{Factor: f, Pool: i + 1}), pddlName("i-", f), poolName(i))
		}
	}
	for i := range g.Actions {
		for _, op := range d.operators(&g.Actions[i]) {
			d.write(b, op)
		}
	}
	b.WriteString(")\n")
}

// domain is what the domain's actions have in common.
type domain struct {
	names *PDDLNames
	kinds map[string]interaction.Kind
	pools [][]string // classes of which several are used up
}

func newDomain(g *graphstore.Graph) *domain {
	d := &domain{names: NewPDDLNames(g), kinds: map[string]interaction.Kind{}}
	for _, f := range g.Factors {
		d.kinds[f.Name] = f.Kind
	}
	for _, a := range g.Actions {
		for _, e := range a.Effects {
			for _, w := range e.Ways {
				for _, m := range w.Members {
					if planned(&e) && len(m.Factors) > 1 && m.Consumed > 0 && d.pool(m) < 0 {
						d.pools = append(d.pools, m.Factors)
					}
				}
			}
		}
	}
	return d
}

// planned reports whether one plans with the effect.
func planned(e *graphstore.Effect) bool { return e.Grade >= graphstore.Proven && !e.Disputed }

// pool is the number of the pool of the member's factors, from 0; -1 if it has none.
func (d *domain) pool(m graphstore.Member) int {
	return slices.IndexFunc(d.pools, func(p []string) bool { return slices.Equal(p, m.Factors) })
}

func poolName(i int) string { return fmt.Sprintf("p-%d", i+1) }

// WritePDDLProblem writes the problem of getting the goal, with these levels at
// least, from a start, at the least cost, in the domain that [Write] writes as [PDDL].
// Its error wraps [ErrGoal] if there is no such problem, naming what is unknown.
func WritePDDLProblem(w io.Writer, g *graphstore.Graph, goal, from []interaction.Amount) error {
	if err := check(g); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	known := map[string]bool{}
	all := factors(g)
	for _, n := range all {
		known[n.Name] = true
	}
	var errs []error
	sum := func(what string, least int, amounts []interaction.Amount) map[string]int {
		m := map[string]int{}
		for _, a := range amounts {
			if !known[a.Name] {
				errs = append(errs, fmt.Errorf("%w: %s %q isn't known in %s", ErrGoal, what, a.Name, g.World))
			}
			if a.Level < least {
				errs = append(errs, fmt.Errorf("%w: %s %q: %d is below %d", ErrGoal, what, a.Name, a.Level, least))
			}
			m[a.Name] += a.Level
		}
		return m
	}
	want, have := sum("goal", 1, goal), sum("start", 0, from)
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
	for i := range newDomain(g).pools {
		fmt.Fprintf(&b, "  (= (%s) 0)\n", poolName(i))
	}
	b.WriteString(" )\n (:goal (and")
	for _, a := range interaction.SortedAmounts(want) {
		fmt.Fprintf(&b, " (>= (%s) %d)", pddlName("i-", a.Name), a.Level)
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
	gives []interaction.Amount
	ends  []string
	cost  float64
}

// operators are the actions of the domain that one action of the world makes, in the
// order of its effects and ways.
func (d *domain) operators(a *graphstore.Action) []operator {
	var out []operator
	for i := range a.Effects {
		e := &a.Effects[i]
		if !planned(e) {
			continue
		}
		for k, way := range e.Ways {
			// An effect gives something, also where no success shows how much.
			gift := interaction.Amount{Name: e.Factor, Level: max(1, way.Yield.Min)}
			cost := 1.0
			if e.Chance.Estimate > 0 && e.Chance.Estimate < 1 {
				cost = math.Round(1e6/e.Chance.Estimate) / 1e6
			}
			if i := slices.IndexFunc(out, func(op operator) bool {
				return cost == 1 && op.cost == 1 && op.step.Factor != e.Factor && slices.EqualFunc(op.way.Members, way.Members, sameMember)
			}); i >= 0 {
				out[i].gives = append(out[i].gives, gift)
				continue
			}
			out = append(out, operator{PDDLStep{Action: a.ID, Factor: e.Factor, Way: k + 1}, title(a), way, []interaction.Amount{gift}, a.Ends, cost})
		}
	}
	return out
}

func (d *domain) write(b *bytes.Buffer, op operator) {
	fmt.Fprintf(b, " ; %s: %s\n (:action %s\n  :parameters ()\n  :precondition (and", escapeID(op.title), escapeID(op.way.String()), d.names.Name(op.step))
	for _, m := range op.way.Members {
		fmt.Fprintf(b, " (>= %s %d)", d.sum(m), m.Count)
		if i := d.pool(m); i >= 0 && m.Consumed > 0 && m.Consumed < m.Count {
			fmt.Fprintf(b, " (>= (%s) %d)", poolName(i), m.Consumed)
		}
	}
	b.WriteString(")\n  :effect (and")
	change := map[string]int{} // by fluent
	for _, m := range op.way.Members {
		if i := d.pool(m); i >= 0 && m.Consumed > 0 {
			change[poolName(i)] -= m.Consumed
		} else if m.Consumed > 0 {
			change[pddlName("i-", m.Factors[0])] -= m.Consumed
		}
	}
	set := map[string]int{}
	for _, f := range op.ends {
		set[pddlName("i-", f)] = 0
	}
	for _, g := range op.gives {
		if name := pddlName("i-", g.Name); d.kinds[g.Name] == interaction.Fact {
			set[name] = g.Level
		} else {
			change[name] += g.Level
		}
	}
	for _, a := range sorted(set) {
		fmt.Fprintf(b, " (assign (%s) %d)", a.Name, a.Level)
	}
	for _, a := range sorted(change) {
		switch {
		case a.Level < 0:
			fmt.Fprintf(b, " (decrease (%s) %d)", a.Name, -a.Level)
		case a.Level > 0:
			fmt.Fprintf(b, " (increase (%s) %d)", a.Name, a.Level)
		}
	}
	cost := strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.6f", op.cost), "0"), ".")
	fmt.Fprintf(b, " (increase (total-cost) %s)))\n", cost)
}

// sum is what a member's count is compared with: what is taken from a pool must be in it.
func (d *domain) sum(m graphstore.Member) string {
	var terms []string
	if i := d.pool(m); i >= 0 {
		terms = append(terms, "("+poolName(i)+")")
		if m.Consumed == m.Count {
			return terms[0]
		}
	}
	for _, f := range m.Factors {
		terms = append(terms, "("+pddlName("i-", f)+")")
	}
	text := terms[0]
	for _, t := range terms[1:] {
		text = "(+ " + text + " " + t + ")"
	}
	return text
}

// sorted lists a map ascending by name, with zeros.
func sorted(m map[string]int) []interaction.Amount {
	out := make([]interaction.Amount, 0, len(m))
	for _, name := range slices.Sorted(maps.Keys(m)) {
		out = append(out, interaction.Amount{Name: name, Level: m[name]})
	}
	return out
}
