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

// Goal is what there must be, or what is to be done: exactly one of Want, Use, Survive and Travel is set, or none, and then
// Where is: to be there is all.
type Goal struct {
	// Verb is the word that a task says it by, such as "craft"; empty: none. Planners pass over it: any way will do. A judge
	// of tasks may hold to it.
	Verb string
	// Want are the levels to have at the same time; factors must be distinct.
	Want []interaction.Amount
	// Use are factors that an action that gives something must make use of.
	Use []string
	// Survive is how many steps of the world are to be lived through, Travel how many cells off one must get.
	Survive, Travel int
	// With are factors that each last action for what is wanted must make use of,
	// as a tool or an ingredient. As many as Want says are made then, beside what
	// there is already; facts are brought to that level.
	With []string
	// Without are factors that the last actions mustn't make use of; Bare: they mustn't make use of anything that they don't
	// use up.
	Without []string
	Bare    bool
	// Unhurt are vitals that mustn't fall while the goal is worked for, as far as that is seen between two actions.
	Unhurt []string
	// Where has to be so around the agent when it is reached. What there is already doesn't count then.
	Where []Condition
}

// String is the goal as [Grammar] reads it, but for its verb, as "1 bowl, 8 planks, with axe, near water".
func (g Goal) String() string {
	g.Verb = ""
	return g.said()
}

// said is the goal as it reads it, with its verb.
func (g Goal) said() string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	switch {
	case g.Survive > 0:
		add("survive %d steps", g.Survive)
	case g.Travel > 0:
		add("travel %d cells", g.Travel)
	case len(g.Use) > 0:
		add("use %s", strings.Join(g.Use, " and "))
	case len(g.Want) > 0:
		add("%s", interaction.FormatAmounts(g.Want))
		if g.Verb != "" {
			parts[0] = g.Verb + " " + parts[0]
		}
	}
	if len(g.With) > 0 {
		add("with %s", strings.Join(g.With, " and "))
	}
	if len(g.Without) > 0 {
		add("without %s", strings.Join(g.Without, " and "))
	}
	if g.Bare {
		add("bare-handed")
	}
	if len(g.Unhurt) > 0 {
		add("without losing %s", strings.Join(g.Unhurt, " and "))
	}
	for _, c := range g.Where {
		add("%s", c)
	}
	s := strings.Join(parts, ", ")
	if g.presence() {
		s = "be " + s
	}
	return s
}

// presence reports whether to be where something holds is all of it.
func (g Goal) presence() bool { return len(g.Want)+len(g.Use)+g.Survive+g.Travel == 0 }

// Feat reports whether the goal isn't to have or to use something, so that there is nothing to plan.
func (g Goal) Feat() bool { return len(g.Want)+len(g.Use) == 0 }

// strict reports whether what there is already doesn't meet the goal: something has to be done in a certain way.
func (g Goal) strict() bool {
	return len(g.With)+len(g.Without)+len(g.Where)+len(g.Use)+len(g.Unhurt) > 0 || g.Bare
}

// Met reports whether there is what is wanted.
func (g Goal) Met(have interaction.State) bool {
	for _, w := range g.Want {
		if have.Level(w.Name) < w.Level {
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
	// Cost is how many actions it takes on average if each success gives and uses up the
	// least that was seen; more luck makes it less, and a tool that breaks more.
	Cost float64
	// Optimal: the search was exhausted and nothing guessed, so no plan costs less;
	// otherwise this is the best that was found.
	Optimal bool
}

// Step is one action, to be repeated until it succeeded Times times.
type Step struct {
	Action interaction.Action
	Label  string
	// Factor is what the step is for: its sub-goal.
	Factor string
	// Times is how many successes are needed, at least 1.
	Times int
	// Way is the claim that the step rests on, Chance and Grade how well it is known.
	Way    graphstore.Way
	Chance graphstore.Interval
	Grade  graphstore.Grade
	// Takes are the way's members with what is counted on to stand for its classes: each
	// has one factor, and how much one success takes and uses up of it.
	Takes graphstore.Members
	// Gives is what one success gives at least. Effects of chance that came equally
	// often in equal circumstances are taken to come together.
	Gives []interaction.Amount
	// Brings are facts that hold afterwards, with their levels, and Ends those that don't
	// any more.
	Brings []interaction.Amount
	Ends   []string
	// Cost is how many executions it takes on average.
	Cost float64
}

// Uses is what one success consumes.
func (s Step) Uses() []interaction.Amount {
	var out []interaction.Amount
	for _, m := range s.Takes {
		if m.Consumed > 0 {
			out = append(out, interaction.Amount{Name: m.Factors[0], Level: m.Consumed})
		}
	}
	return out
}

// Results is what one success gives and brings about.
func (s Step) Results() []interaction.Amount { return append(slices.Clip(s.Gives), s.Brings...) }

// name is what people call the step's action.
func (s Step) name() string {
	if s.Label != "" {
		return s.Label
	}
	return string(s.Action)
}

// String is the step as "craftPlanks x2: 1 log -> 4 planks".
func (s Step) String() string {
	times := ""
	if s.Times > 1 {
		times = fmt.Sprintf(" x%d", s.Times)
	}
	return fmt.Sprintf("%s%s: %s -> %s", s.name(), times, s.Way, interaction.FormatAmounts(s.Results())) + s.choice()
}

// choice says what stands for the classes of the way, as ", with 3 cobblestone, 5 stone".
func (s Step) choice() string {
	var out []interaction.Amount
	for _, m := range s.Way.Members {
		for _, t := range s.Takes {
			if len(m.Factors) > 1 && slices.Contains(m.Factors, t.Factors[0]) {
				out = append(out, interaction.Amount{Name: t.Factors[0], Level: t.Count})
			}
		}
	}
	if len(out) == 0 {
		return ""
	}
	return ", with " + interaction.FormatAmounts(out)
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
	if worn := p.worn(); len(worn) > 0 {
		least += fmt.Sprintf(", as long as no more %s is used up than there has to be", strings.Join(worn, " and "))
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

// worn are the factors of which steps may use up more than the plan reckons with, as a tool breaks at times.
func (p Plan) worn() (out []string) {
	for _, s := range p.Steps {
		for _, m := range s.Way.Members {
			if name := strings.Join(m.Factors, " or "); m.Most > 0 && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// purpose names what makes use of the step.
func (p Plan) purpose(i int) string {
	var out []string
	add := func(s string) {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for _, g := range p.Steps[i].Results() {
		for _, later := range p.Steps[i+1:] {
			for _, m := range later.Takes {
				if m.Factors[0] == g.Name {
					add(later.Factor)
				}
			}
			if slices.Contains(later.Ends, g.Name) {
				break
			}
		}
	}
	for _, g := range p.Steps[i].Results() {
		for _, w := range p.Goal.Want {
			if w.Name == g.Name {
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
// what there is at the end, or what is missing at the first step that can't be done,
// as an error that wraps ErrStuck.
func SelfCheck(from interaction.State, steps []Step, goal Goal) (interaction.State, error) {
	have := from.Map()
	for i := range steps {
		if err := steps[i].play(have, steps[i].Times); err != nil {
			return interaction.StateOf(have), fmt.Errorf("step %d, for %s: %w", i+1, steps[i].Factor, err)
		}
	}
	for _, w := range goal.Want {
		if have[w.Name] < w.Level {
			return interaction.StateOf(have), fmt.Errorf("%w: the end lacks %d %s", ErrStuck, w.Level-have[w.Name], w.Name)
		}
	}
	return interaction.StateOf(have), nil
}

// ErrStuck says that a plan can't be carried out from where it starts.
var ErrStuck = errors.New("the plan doesn't hold")

// gain is what one success adds to the quantity of a factor.
func (s *Step) gain(factor string) (n int) {
	for _, m := range s.Takes {
		if m.Factors[0] == factor {
			n -= m.Consumed
		}
	}
	for _, g := range s.Gives {
		if g.Name == factor {
			n += g.Level
		}
	}
	return n
}

// play does the step times times with what there is, or nothing.
func (s *Step) play(have map[string]int, times int) error {
	for _, m := range s.Takes {
		f := m.Factors[0]
		// What is needed is needed at the first time and at the last.
		least := have[f]
		if times > 1 {
			least += min(0, s.gain(f)) * (times - 1)
		}
		if times > 1 && slices.Contains(s.Ends, f) {
			least = 0
			for _, b := range s.Brings {
				if b.Name == f {
					least = b.Level
				}
			}
			least = min(least, have[f])
		}
		if times > 0 && least < m.Count {
			return fmt.Errorf("%w: it lacks %d %s", ErrStuck, m.Count-least, f)
		}
	}
	for _, m := range s.Takes {
		have[m.Factors[0]] -= m.Consumed * times
	}
	for _, g := range s.Gives {
		have[g.Name] += g.Level * times
	}
	if times > 0 {
		for _, f := range s.Ends {
			have[f] = 0
		}
		for _, b := range s.Brings {
			have[b.Name] = max(have[b.Name], b.Level)
		}
	}
	return nil
}

type stepJSON struct {
	Action  interaction.Action `json:"action"`
	Label   string             `json:"label,omitempty"`
	Factor  string             `json:"factor"`
	Times   int                `json:"times"`
	Way     string             `json:"way"`
	Needs   map[string]int     `json:"needs"`
	Uses    map[string]int     `json:"uses"`
	Gives   map[string]int     `json:"gives"`
	Brings  map[string]int     `json:"brings,omitempty"`
	Ends    []string           `json:"ends,omitempty"`
	Grade   string             `json:"grade"`
	Chance  float64            `json:"chance"`
	Cost    float64            `json:"cost"`
	Purpose string             `json:"for"`
}

// MarshalJSON writes the plan in the form of adam plan --json.
func (p Plan) MarshalJSON() ([]byte, error) {
	steps := make([]stepJSON, len(p.Steps))
	for i, s := range p.Steps {
		j := stepJSON{Action: s.Action, Label: s.Label, Factor: s.Factor, Times: s.Times, Way: s.Way.String(), Grade: s.Grade.String(),
			Chance: s.Chance.Estimate, Cost: s.Cost, Purpose: p.purpose(i), Needs: map[string]int{}, Uses: table(s.Uses()),
			Gives: table(s.Gives), Brings: table(s.Brings), Ends: s.Ends}
		for _, m := range s.Takes {
			j.Needs[m.Factors[0]] = m.Count
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

func table(amounts []interaction.Amount) map[string]int {
	m := make(map[string]int, len(amounts))
	for _, a := range amounts {
		m[a.Name] += a.Level
	}
	return m
}
