package controller

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

// Task is what somebody wants: goals one after the other, each with alternatives.
type Task struct {
	Text string
	// Given is what there is at the start, beside what the world has then.
	Given []interaction.Amount
	// Stages are met in order; a stage is met when one of its goals is.
	Stages [][]Goal
}

// Situated reports whether any of its goals has conditions on what is around the agent.
func (t Task) Situated() bool {
	return slices.ContainsFunc(t.Stages, func(stage []Goal) bool {
		return slices.ContainsFunc(stage, func(g Goal) bool { return len(g.Where) > 0 })
	})
}

// String is the task as [Grammar] reads it.
func (t Task) String() string {
	var stages []string
	for _, stage := range t.Stages {
		var goals []string
		for _, g := range stage {
			goals = append(goals, g.said())
		}
		stages = append(stages, strings.Join(goals, " or "))
	}
	s := strings.Join(stages, " then ")
	if len(t.Given) > 0 {
		s += " given " + interaction.FormatAmounts(t.Given)
	}
	return s
}

// Parser understands tasks. A parser for free language, such as a language model,
// fits behind it; [Grammar] is the one that is exact. Parse may be called from
// several goroutines.
type Parser interface {
	Parse(ctx context.Context, text string) (Task, error)
}

// PlanTask plans a task from a state: the stages in order, of each the
// alternative that costs least. The error is that of the first stage that can't be
// met, for the alternative named first.
func PlanTask(ctx context.Context, p Planner, from interaction.State, t Task) ([]Plan, error) {
	have := Plus(from, t.Given)
	var out []Plan
	for i, stage := range t.Stages {
		plan, err := Best(ctx, p, have, stage)
		if err != nil {
			if len(t.Stages) > 1 {
				err = fmt.Errorf("stage %d: %w", i+1, err)
			}
			return out, err
		}
		out = append(out, plan)
		if have, err = SelfCheck(have, plan.Steps, plan.Goal); err != nil {
			return out, err
		}
	}
	return out, nil
}

// Plus is the state with these amounts added.
func Plus(s interaction.State, amounts []interaction.Amount) interaction.State {
	m := s.Map()
	for _, a := range amounts {
		m[a.Name] += a.Level
	}
	return interaction.StateOf(m)
}

// Best plans for the goal that costs least; among equals, the first. If none can
// be met, the error is about the first.
func Best(ctx context.Context, p Planner, from interaction.State, goals []Goal) (Plan, error) {
	all, err := plans(ctx, p, from, goals)
	if err != nil || len(all) == 0 {
		return Plan{}, err
	}
	return cheapest(all), nil
}

// plans are those of the goals that can be met, at least one.
func plans(ctx context.Context, p Planner, from interaction.State, goals []Goal) (out []Plan, failed error) {
	for _, g := range goals {
		plan, err := p.Plan(ctx, from, g)
		if err == nil {
			out = append(out, plan)
		}
		failed = cmp.Or(failed, err)
	}
	if len(out) > 0 {
		failed = nil
	}
	return out, failed
}

func cheapest(all []Plan) Plan {
	return slices.MinFunc(all, func(a, b Plan) int { return cmp.Compare(a.Cost, b.Cost) })
}
