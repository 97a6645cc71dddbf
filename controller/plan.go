package controller

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Goal is what an inventory must hold.
type Goal struct {
	// Want are the quantities to have at the same time; items must be distinct.
	Want []interaction.Stack
	// With are items that each last action for what is wanted must make use of,
	// as a tool or an ingredient.
	With []string
}

// String is the goal as "1 bowl, 8 planks, with axe".
func (g Goal) String() string {
	s := interaction.FormatStacks(g.Want)
	if len(g.With) > 0 {
		s += ", with " + strings.Join(g.With, " and ")
	}
	return s
}

// Met reports whether the inventory holds what is wanted.
func (g Goal) Met(have interaction.State) bool {
	for _, s := range g.Want {
		if have.Count(s.Item) < s.Count {
			return false
		}
	}
	return true
}

// Planner finds plans on what was learned. Plan may be called from several
// goroutines. Its errors wrap [ErrUnreachable] or [ErrBudget], or ctx's error.
type Planner interface {
	Plan(ctx context.Context, from interaction.State, goal Goal) (Plan, error)
}

var (
	// ErrUnreachable: nothing known leads to the goal. See [Unreachable].
	ErrUnreachable = errors.New("can't be had by anything known")
	// ErrBudget: no plan was found with the effort that was allowed, and none was
	// excluded.
	ErrBudget = errors.New("no plan was found within the budget of the search")
)

// Plan is what to do, in order.
type Plan struct {
	Goal  Goal
	From  interaction.State
	Steps []Step
	// Cost is how many actions it takes on average if each success gives the
	// least that was seen; more luck makes it less.
	Cost float64
	// Optimal: the search was exhausted and nothing guessed, and there are no classes to
	// mix, so no plan costs less; otherwise this is the best that was found.
	Optimal bool
}

// Step is one action, to be repeated until it succeeded Times times.
type Step struct {
	Action interaction.Action
	Label  string
	// Item is what the step is for: its sub-goal.
	Item string
	// Times is how many successes are needed, at least 1.
	Times int
	// Way is the claim that the step rests on, Chance and Grade how well it is known.
	Way    graphstore.Way
	Chance graphstore.Interval
	Grade  graphstore.Grade
	// Gives is what one success gives at least. Effects of chance that came equally
	// often in equal circumstances are taken to come together.
	Gives []interaction.Stack
	// Cost is how many executions it takes on average.
	Cost float64
}

// Uses is what one success consumes.
func (s Step) Uses() []interaction.Stack {
	var out []interaction.Stack
	for _, m := range s.Way.Members {
		if m.Consumed > 0 {
			out = append(out, interaction.Stack{Item: m.Item, Count: m.Consumed})
		}
	}
	return out
}

// Ready reports whether the inventory holds what the step needs once; lacking is
// what it doesn't.
func (s Step) Ready(have interaction.State) (lacking []interaction.Stack, ok bool) {
	for _, m := range s.Way.Members {
		if n := m.Count - have.Count(m.Item); n > 0 {
			lacking = append(lacking, interaction.Stack{Item: m.Item, Count: n})
		}
	}
	return lacking, len(lacking) == 0
}

// name is what people call the step's action.
func (s Step) name() string {
	if s.Label != "" {
		return s.Label
	}
	return string(s.Action)
}

// String is the step as "craftPlanks, twice: 1 log -> 4 planks".
func (s Step) String() string {
	times := ""
	if s.Times > 1 {
		times = fmt.Sprintf(" x%d", s.Times)
	}
	return fmt.Sprintf("%s%s: %s -> %s", s.name(), times, s.Way, interaction.FormatStacks(s.Gives))
}

// Explain says for people what the plan does and why, a line a step: what the step
// is for is what later steps, or the goal, take of it.
func (p Plan) Explain() string {
	var b strings.Builder
	if len(p.Steps) == 0 {
		fmt.Fprintf(&b, "%s: nothing to do\n", p.Goal)
		return b.String()
	}
	best := "the best that was found"
	if p.Optimal {
		best = "no plan costs less"
	}
	least := ""
	if slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Way.Yield.Max > s.Way.Yield.Min }) {
		least = " if each success gives the least that was seen"
	}
	fmt.Fprintf(&b, "%s: %.1f actions on average%s (%s)\n", p.Goal, p.Cost, least, best)
	for i, s := range p.Steps {
		fmt.Fprintf(&b, "%3d. %s  [%s", i+1, s, s.Grade)
		if s.Chance.Estimate > 0 && s.Chance.Estimate < 1 {
			fmt.Fprintf(&b, ", chance %.2f", s.Chance.Estimate)
		}
		fmt.Fprintf(&b, "]  for %s\n", p.purpose(i))
	}
	return b.String()
}

// purpose names what makes use of the step.
func (p Plan) purpose(i int) string {
	var out []string
	add := func(s string) {
		for _, o := range out {
			if o == s {
				return
			}
		}
		out = append(out, s)
	}
	for _, g := range p.Steps[i].Gives {
		for _, later := range p.Steps[i+1:] {
			for _, m := range later.Way.Members {
				if m.Item == g.Item {
					add(later.Item)
				}
			}
		}
	}
	for _, g := range p.Steps[i].Gives {
		for _, w := range p.Goal.Want {
			if w.Item == g.Item {
				add("the goal")
			}
		}
	}
	const most = 4
	if len(out) > most {
		out = append(out[:most:most], fmt.Sprintf("%d more", len(out)-most))
	}
	return strings.Join(out, ", ")
}

// SelfCheck plays the plan on the tree's claims before anybody acts (JARVIS-1,
// prompt 4, in meaning): each success gives the least that was seen. It returns
// the inventory at the end, or what is missing at the first step that can't be done,
// as an error that wraps ErrStuck.
func SelfCheck(from interaction.State, steps []Step, goal Goal) (interaction.State, error) {
	have := from.Map()
	for i := range steps {
		if err := steps[i].play(have, steps[i].Times); err != nil {
			return interaction.StateOf(have), fmt.Errorf("step %d, for %s: %w", i+1, steps[i].Item, err)
		}
	}
	for _, w := range goal.Want {
		if have[w.Item] < w.Count {
			return interaction.StateOf(have), fmt.Errorf("%w: the end lacks %d %s", ErrStuck, w.Count-have[w.Item], w.Item)
		}
	}
	return interaction.StateOf(have), nil
}

// ErrStuck says that a plan can't be carried out from where it starts.
var ErrStuck = errors.New("the plan doesn't hold")

// play does the step so many times in the inventory, or nothing.
func (s *Step) play(have map[string]int, times int) error {
	delta := map[string]int{}
	for _, m := range s.Way.Members {
		delta[m.Item] -= m.Consumed
	}
	for _, g := range s.Gives {
		delta[g.Item] += g.Count
	}
	for _, m := range s.Way.Members {
		// What is needed is needed at the first time and at the last.
		least := have[m.Item] + min(0, delta[m.Item])*(times-1)
		if times > 0 && least < m.Count {
			return fmt.Errorf("%w: it lacks %d %s", ErrStuck, m.Count-least, m.Item)
		}
	}
	for item, d := range delta {
		have[item] += d * times
	}
	return nil
}

type stepJSON struct {
	Action  interaction.Action `json:"action"`
	Label   string             `json:"label,omitempty"`
	Item    string             `json:"item"`
	Times   int                `json:"times"`
	Way     string             `json:"way"`
	Needs   map[string]int     `json:"needs"`
	Uses    map[string]int     `json:"uses"`
	Gives   map[string]int     `json:"gives"`
	Grade   string             `json:"grade"`
	Chance  float64            `json:"chance"`
	Cost    float64            `json:"cost"`
	Purpose string             `json:"for"`
}

// MarshalJSON writes the plan in the form of adam plan --json.
func (p Plan) MarshalJSON() ([]byte, error) {
	steps := make([]stepJSON, len(p.Steps))
	for i, s := range p.Steps {
		j := stepJSON{Action: s.Action, Label: s.Label, Item: s.Item, Times: s.Times, Way: s.Way.String(), Grade: s.Grade.String(),
			Chance: s.Chance.Estimate, Cost: s.Cost, Purpose: p.purpose(i), Needs: map[string]int{}, Uses: table(s.Uses()), Gives: table(s.Gives)}
		for _, m := range s.Way.Members {
			j.Needs[m.Item] = m.Count
		}
		steps[i] = j
	}
	with := append([]string{}, p.Goal.With...)
	return json.Marshal(struct {
		Goal    map[string]int    `json:"goal"`
		With    []string          `json:"with"`
		From    interaction.State `json:"from"`
		Cost    float64           `json:"cost"`
		Optimal bool              `json:"optimal"`
		Steps   []stepJSON        `json:"steps"`
	}{table(p.Goal.Want), with, p.From, p.Cost, p.Optimal, steps})
}

func table(stacks []interaction.Stack) map[string]int {
	m := make(map[string]int, len(stacks))
	for _, s := range stacks {
		m[s.Item] += s.Count
	}
	return m
}
