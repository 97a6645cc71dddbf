package mcu

import (
	"context"
	"slices"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/interaction"
)

// Dimension is what a performance is judged by (MCU, section 3.3).
type Dimension string

// The six dimensions.
const (
	Progress   Dimension = "task progress"
	Control    Dimension = "action control"
	Material   Dimension = "material usage"
	Efficiency Dimension = "task efficiency"
	Errors     Dimension = "error recognition"
	Creative   Dimension = "creative attempts"
)

// Dimensions are all of them, in the order of reports.
var Dimensions = []Dimension{Progress, Control, Material, Efficiency, Errors, Creative}

// Exact are those that the exact rater measures. That an attempt is creative is left to models and people: what is unusual
// in a trace is mostly an error.
var Exact = Dimensions[:5]

// Criteria are what is looked for in each dimension, for one scene.
type Criteria struct {
	// Steps are the critical steps: what has to be had or done on the way, in the order of the best plan.
	Steps []string `json:"critical_steps"`
	// Moves are how many the best plan takes on average.
	Moves float64 `json:"best_moves"`
	// Materials are what it makes use of, and how much of it.
	Materials map[string]int `json:"materials"`
	// Text says it for a model or a person, by dimension.
	Text map[Dimension]string `json:"text"`

	// stages are the critical steps of each stage, each once; demand is how much of each critical step's factor the best plan
	// gets, useful by which actions.
	stages [][]string
	demand map[string]int
	useful map[interaction.Action]string
	spec   controller.Task
}

// Criteria are written from the tree, for the scene's start.
func (g *Game) Criteria(ctx context.Context, s Scene) (Criteria, error) {
	spec, err := g.spec(s)
	if err != nil {
		return Criteria{}, err
	}
	p, err := controller.NewExact(g.Graph, controller.DefaultConfig())
	if err != nil {
		return Criteria{}, err
	}
	c := Criteria{Materials: map[string]int{}, useful: map[interaction.Action]string{}, demand: map[string]int{}, spec: spec}
	plans, err := controller.PlanTask(ctx, p, interaction.StateOf(s.Inventory), spec)
	if err != nil { // nobody can do it from there: only what is said of it remains
		plans = nil
	}
	for _, plan := range plans {
		c.Moves += plan.Cost
		var stage []string
		for _, step := range plan.Steps {
			c.Steps = append(c.Steps, step.Factor)
			if !slices.Contains(stage, step.Factor) {
				stage = append(stage, step.Factor)
			}
			c.useful[step.Action] = step.Factor
			for _, x := range step.Results() {
				if x.Name == step.Factor {
					c.demand[step.Factor] += x.Level * step.Times
				}
			}
			for _, m := range step.Takes {
				if m.Consumed > 0 {
					c.Materials[m.Factors[0]] += m.Consumed * step.Times
				} else {
					c.Materials[m.Factors[0]] = max(c.Materials[m.Factors[0]], m.Count)
				}
			}
		}
		if plan.Goal.Feat() || len(plan.Goal.Where) > 0 {
			c.Moves++
		}
		c.stages = append(c.stages, stage)
	}
	c.Moves = max(1, c.Moves)
	c.write(g, spec)
	return c, nil
}

// Scores are from 0 to 100 for each dimension that the exact rater measures.
type Scores map[Dimension]float64

// Rate is the exact rater. What it says follows from the trace and the tree:
//
//   - task progress: the share of the stages that were met, each counted as its critical steps; of the stage that wasn't, the
//     critical steps that were done, and of those after it nothing; all, if the task was done;
//   - action control: the share of the moves that the task needed: those that did what the best plan does, as long as it
//     wasn't got as often as that plan gets it, whether it came or chance was against it; that got on by another deed; or
//     after which a stage was met; times the progress, as who gives up makes no needless move in the rest;
//   - material usage: of what the best plan makes use of, and the goal itself, the share that was; less what was used up
//     beyond that, counted alike;
//   - task efficiency: how many moves the best plan takes, of those that were made, times the progress;
//   - error recognition: of the moves that brought nothing, or lost something for nothing, the share after which the agent
//     got what that move was for, or another critical step, before it repeated the mistake more often than chance explains;
//     without mistakes, the progress: who does nothing makes none.
func (g *Game) Rate(c Criteria, t *Trace) Scores {
	v := g.Check(c.spec, t)
	run := g.review(c, t, v)
	out := Scores{}
	progress := run.progress
	out[Progress] = progress
	out[Control] = progress
	if t.Moves > 0 {
		out[Control] *= float64(run.needed) / float64(t.Moves)
	}
	out[Material] = run.material
	moves := max(float64(t.Moves), 1)
	out[Efficiency] = progress * min(1, c.Moves/moves)
	out[Errors] = progress
	if n := len(run.mistakes); n > 0 {
		mended := 0
		for _, m := range run.mistakes {
			if m.mended {
				mended++
			}
		}
		out[Errors] = float64(mended) / float64(n)
	}
	for d := range out {
		out[d] *= 100
	}
	return out
}

// progress is the share of the task that was done: of stages that were met all, of the one that wasn't the critical steps that
// were, but for a tenth, which is that all is as asked, and of those after it nothing. A stage counts as its critical steps.
func (c *Criteria) progress(v Verdict, had map[string]bool) float64 {
	if v.Done {
		return 1
	}
	done, all := 0., 0.
	for i := range c.spec.Stages {
		var steps []string
		if i < len(c.stages) {
			steps = c.stages[i]
		}
		weight := max(1, float64(len(steps)))
		all += weight
		switch {
		case i < v.Stages:
			done += weight
		case i == v.Stages:
			for _, f := range steps {
				if had[f] {
					done += .9
				}
			}
		}
	}
	return done / all
}

// Grades are the five of a single rating (MCU, section 3.3), from the worst.
var Grades = []string{"very poor", "poor", "fair", "good", "excellent"}
