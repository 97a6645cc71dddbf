package mcu

import (
	"context"
	"maps"
	"slices"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/graphstore"
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

// mistake is a move that brought nothing.
type mistake struct {
	action interaction.Action
	move   int
	mended bool
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

// review is what is worked out of a trace.
type review struct {
	progress, material float64
	needed             int
	mistakes           []*mistake
}

func (g *Game) review(c Criteria, t *Trace, v Verdict) (r review) {
	had := map[string]bool{} // critical steps that were done
	used := map[string]int{}
	wasted := 0
	goal := map[string]bool{}
	for _, stage := range c.spec.Stages {
		for _, alt := range stage {
			for _, w := range alt.Want {
				goal[w.Name] = true
			}
		}
	}
	got := map[string]int{}
	serves := func(f string) bool {
		return g.kind(f) == interaction.Fact && slices.Contains(c.Steps, f) || got[f] < max(c.demand[f], c.Materials[f]) || goal[f] && !v.Done
	}
	have := maps.Clone(t.Start)
	if have == nil {
		have = map[string]int{}
	}
	needed := map[int]bool{}
	open := map[interaction.Action]*mistake{}
	acted := map[int]interaction.Action{}
	gave := map[int]bool{}
	repeated := map[interaction.Action]int{}
	var went []int // moves since the last act that went somewhere
	seen, met := 0, g.checker(c.spec, t.Start)
	for i := range t.Events {
		e := &t.Events[i]
		met.see(e)
		stageDone := met.verdict.Stages > seen
		seen = met.verdict.Stages
		served := stageDone
		a := g.Graph.Action(e.Action)
		for f, n := range e.Changes {
			have[f] += n
			if n > 0 && a != nil && a.Effect(f) != nil {
				gave[e.Move] = true
				if serves(f) {
					served = true
				}
				got[f] += n
				if slices.Contains(c.Steps, f) {
					had[f] = true
				}
			}
		}
		if a != nil && e.Intent == "" {
			acted[e.Move] = e.Action
			for f, n := range e.Changes {
				if n < 0 && g.kind(f) == interaction.Item {
					if left := c.Materials[f] - used[f]; served && left >= -n {
						used[f] -= n
					} else if left := max(0, left); served {
						used[f] += left
						wasted += -n - left
					} else {
						wasted -= n
					}
				}
			}
			if served {
				g.kept(a, have, used, c.Materials)
			}
		}
		if served {
			needed[e.Move] = e.Move > 0                    // what was so at the start took no move
			for _, m := range went[max(0, len(went)-2):] { // one had to go there
				needed[m] = true
			}
			went = nil
			for _, m := range open { // it got on after the mistake
				m.mended = true
			}
			clear(open)
		}
		if e.Intent == "" {
			continue
		}
		// A move has ended.
		action, did := acted[e.Move]
		if f, useful := c.useful[action]; did && useful && serves(f) {
			needed[e.Move] = true
		}
		if did {
			went = nil
		} else {
			went = append(went, e.Move)
			if !stageDone && len(c.Steps) == 0 && !met.verdict.Done {
				m := &mistake{move: e.Move}
				open[interaction.Action(e.Intent)] = m
				r.mistakes = append(r.mistakes, m)
			}
			continue
		}
		if !gave[e.Move] {
			repeated[action]++
			m := &mistake{action: action, move: e.Move}
			r.mistakes = append(r.mistakes, m)
			if repeated[action] <= patience {
				open[action] = m
			}
		} else {
			delete(repeated, action)
			if m := open[action]; m != nil {
				m.mended = true
			}
		}
	}
	for _, yes := range needed {
		if yes {
			r.needed++
		}
	}
	r.progress = c.progress(v, had)
	want, made := 1, 0
	if v.Done {
		made = 1
	}
	for f, n := range c.Materials {
		want += n
		made += min(n, used[f])
	}
	r.material = float64(made) / float64(want+wasted)
	return r
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

// patience is how often a move may bring nothing in a row before to repeat it is to not see the mistake: an effect of
// chance one half misses so often once in 32.
const patience = 5

// kept notes what was made use of and is there still.
func (g *Game) kept(a *graphstore.Action, have, used, materials map[string]int) {
	for _, e := range a.Effects {
		for _, w := range e.Ways {
			for _, m := range w.Members {
				for _, f := range m.Factors {
					if m.Consumed == 0 && have[f] >= m.Count && materials[f] > 0 {
						used[f] = max(used[f], min(materials[f], m.Count))
					}
				}
			}
		}
	}
}

// Grades are the five of a single rating (MCU, section 3.3), from the worst.
var Grades = []string{"very poor", "poor", "fair", "good", "excellent"}
