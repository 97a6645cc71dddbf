package controller

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

// Complete asks a language model and returns its answer as it is. It is the seam
// for whatever client there is; it may be called from several goroutines.
type Complete func(ctx context.Context, prompt string) (string, error)

// Asking parses free language: what the grammar doesn't understand, a model is
// asked to say in it. Its answer is parsed like any task, so that it can name nothing
// that isn't known; what is wrong with an answer goes into the next question.
type Asking struct {
	Grammar  Grammar
	Complete Complete
	// Tries is how often the model is asked, at least 1.
	Tries int
}

var _ Parser = Asking{}

// longestAnswer is how much of an answer is read, in bytes.
const longestAnswer = 4000

// Parse implements [Parser]. Its errors wrap [ErrTask], or are the model's.
func (a Asking) Parse(ctx context.Context, text string) (Task, error) {
	task, err := a.Grammar.Parse(ctx, text)
	refused := ""
	for try := 0; err != nil && try < a.Tries; try++ {
		answer, aerr := a.Complete(ctx, fmt.Sprintf(`Say what is wanted as one line of this grammar:
task = stage { "then" stage } [ "given" items ]
stage = goal { "or" goal }
goal = items [ "with" item { "and" item } ]
items = [ quantity ] item { "and" [ quantity ] item }
Only these things exist: %s.
What is wanted: %s
%sAnswer with that line and nothing else.
`, strings.Join(a.Grammar.Factors, ", "), text, refused))
		if aerr != nil {
			return Task{}, fmt.Errorf("task %q: %w", text, aerr)
		}
		line := firstLine(answer)
		if task, err = a.Grammar.Parse(ctx, line); err != nil {
			refused = fmt.Sprintf("The answer %q was refused: %v.\n", line, err)
		}
	}
	if refused != "" && err != nil { // that is about what the model named
		err = fmt.Errorf("%w: %q isn't understood, nor what the model made of it: %v", ErrTask, text, err)
	}
	task.Text = strings.TrimSpace(text)
	return task, err
}

func firstLine(answer string) string {
	for line := range strings.Lines(answer[:min(len(answer), longestAnswer)]) {
		if line = strings.Trim(strings.TrimSpace(line), "`\"'"); line != "" {
			return line
		}
	}
	return ""
}

// Advised plans along sub-goals that a model proposes, as MP5's and JARVIS-1's
// planners do: it is shown the goal, what there is and the ways that may matter, names
// sub-goals in order, and each is planned for exactly. What can't be done is explained
// and asked for again. It costs what the advice costs: no advice makes a plan better
// than Exact's, but it shows what a model knows.
type Advised struct {
	Exact    *Exact
	Complete Complete
	// Tries is how often the model is asked for one plan, at least 1.
	Tries int
}

var _ Planner = Advised{}

// bullet is what lists begin their lines with, as "- " or "3. ".
var bullet = regexp.MustCompile(`^\s*([-*]|[0-9]+[.)])\s+`)

// maxAdvice is how many sub-goals are read, and maxShown how many ways are shown.
const (
	maxAdvice = 40
	maxShown  = 150
)

// Plan implements [Planner]. It asks without a deadline; the completer has its own.
// A goal out of reach is reported without asking. If no answer leads to the goal the
// error wraps [ErrBudget] and what was wrong with the last one.
func (a Advised) Plan(ctx context.Context, from interaction.State, goal Goal) (Plan, error) {
	exact, err := a.Exact.Plan(ctx, from, goal)
	if err != nil || len(exact.Steps) == 0 {
		return exact, err
	}
	known := a.known(exact)
	refused := ""
	for range a.Tries {
		answer, aerr := a.Complete(ctx, fmt.Sprintf(`What has to be had, one after the other, to have %s?
There is now: %s.
What is known, as needs -> gains, kept things are not used up:
%s%sAnswer with one line for each thing, a quantity and its name, in order, and nothing else.
`, goal, from, known, refused))
		if aerr != nil {
			return Plan{}, fmt.Errorf("plan %s: %w", goal, aerr)
		}
		var plan Plan
		if plan, err = a.follow(ctx, from, goal, answer); err == nil {
			return plan, nil
		}
		refused = fmt.Sprintf("The last answer didn't do: %v.\n", err)
	}
	return Plan{}, fmt.Errorf("plan %s: %w: the model's last answer: %v", goal, ErrBudget, err)
}

// known shows the ways to the factors of a plan, and so what there is to choose among.
func (a Advised) known(p Plan) string {
	var b strings.Builder
	n, shown := a.Exact.net, 0
	said := map[string]bool{}
	for i := range n.ops {
		if n.ops[i].action < 0 {
			continue
		}
		s := n.blanks[i]
		line := fmt.Sprintf("%s -> %s\n", s.Way, interaction.FormatAmounts(s.Results()))
		if said[line] || !slices.ContainsFunc(p.Steps, func(t Step) bool { return t.Factor == s.Factor }) {
			continue
		}
		said[line] = true
		if shown++; shown > maxShown {
			break
		}
		b.WriteString(line)
	}
	return b.String()
}

// follow plans for the sub-goals of an answer in turn, then for the goal.
func (a Advised) follow(ctx context.Context, from interaction.State, goal Goal, answer string) (Plan, error) {
	grammar := Grammar{Factors: a.Exact.net.factors()}
	plan, have := Plan{Goal: goal, From: from}, from
	goals := []Goal{}
	for line := range strings.Lines(answer[:min(len(answer), longestAnswer)]) {
		line = strings.TrimSpace(bullet.ReplaceAllString(line, ""))
		if line == "" || len(goals) == maxAdvice {
			continue
		}
		task, err := grammar.Parse(ctx, line)
		if err != nil {
			return Plan{}, err
		}
		if len(task.Stages) != 1 || len(task.Stages[0]) != 1 {
			return Plan{}, fmt.Errorf("%w: %q isn't one thing", ErrTask, line)
		}
		goals = append(goals, Goal{Want: task.Stages[0][0].Want})
	}
	for _, g := range append(goals, goal) {
		sub, err := a.Exact.Plan(ctx, have, g)
		if err != nil {
			return Plan{}, err
		}
		for _, s := range sub.Steps {
			plan.add(s)
		}
		if have, err = SelfCheck(have, sub.Steps, g); err != nil {
			return Plan{}, err
		}
	}
	if _, err := SelfCheck(from, plan.Steps, goal); err != nil {
		return Plan{}, errors.Join(ErrBudget, err)
	}
	return plan, nil
}
