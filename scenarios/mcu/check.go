package mcu

import (
	"maps"
	"slices"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
)

// Verdict is how far a task was got.
type Verdict struct {
	Done bool `json:"done"`
	// Stages is how many stages of the task were met.
	Stages int `json:"stages"`
	// Move is the move, and Step the step of the world, at which the last of them was.
	Move int `json:"move"`
	Step int `json:"step"`
}

// checker follows an episode. The checker of a task is composed of those of its stages, that of a stage of those of its
// alternatives.
type checker struct {
	game    *Game
	spec    controller.Task
	stage   int
	goals   []*goalCheck // of the stage, by alternative
	have    map[string]int
	verdict Verdict
}

// Check says how far the task was got in an episode.
func (g *Game) Check(spec controller.Task, t *Trace) Verdict {
	c := g.checker(spec, t.Start)
	for i := range t.Events {
		c.see(&t.Events[i])
	}
	return c.verdict
}

func (g *Game) checker(spec controller.Task, start map[string]int) *checker {
	c := &checker{game: g, spec: spec, have: maps.Clone(start)}
	if c.have == nil {
		c.have = map[string]int{}
	}
	c.begin(0, nil)
	return c
}

// begin begins a stage.
func (c *checker) begin(step int, at *Around) {
	c.goals = c.goals[:0]
	if c.stage < len(c.spec.Stages) {
		for _, goal := range c.spec.Stages[c.stage] {
			c.goals = append(c.goals, &goalCheck{goal: goal, began: step, from: at, got: map[string]int{}})
		}
	}
}

// see follows one event.
func (c *checker) see(e *Event) {
	if c.verdict.Done {
		return
	}
	before := maps.Clone(c.have)
	for f, n := range e.Changes {
		c.have[f] += n
	}
	for _, goal := range c.goals {
		if goal.see(c.game, before, c.have, e) {
			c.stage++
			c.verdict.Stages, c.verdict.Move, c.verdict.Step = c.stage, e.Move, e.Step
			c.verdict.Done = c.stage == len(c.spec.Stages)
			c.begin(e.Step, e.Around)
			return
		}
	}
}

// goalCheck follows one goal since its stage began.
type goalCheck struct {
	goal  controller.Goal
	began int
	from  *Around
	got   map[string]int // by factor, what came in the way that the goal asks for
}

// see reports whether the goal is met with this event.
func (c *goalCheck) see(g *Game, before, after map[string]int, e *Event) bool {
	if c.from == nil {
		c.from = e.Around
	}
	for _, v := range c.goal.Unhurt {
		if e.Changes[v] < 0 { // it is to be done without: it begins anew
			clear(c.got)
			c.began, c.from = e.Step, e.Around
			return false
		}
	}
	switch {
	case c.goal.Survive > 0:
		return e.Step-c.began >= c.goal.Survive && c.holds(e)
	case c.goal.Travel > 0:
		return e.Around != nil && c.from != nil && e.Around.off(c.from) >= float64(c.goal.Travel) && c.holds(e)
	case c.goal.Feat():
		return e.Around != nil && c.holds(e)
	case len(c.goal.Use) > 0:
		for f, n := range e.Changes {
			if n > 0 && g.fits(c.goal, slices.Concat(c.goal.Use, c.goal.With), f, before, e) && c.holds(e) {
				return true
			}
		}
		return false
	}
	for _, w := range c.goal.Want {
		if n := e.Changes[w.Name]; n > 0 && g.fits(c.goal, c.goal.With, w.Name, before, e) && c.holds(e) {
			c.got[w.Name] += n
		}
	}
	for _, w := range c.goal.Want {
		if have := c.got[w.Name]; have < w.Level && (c.particular() || after[w.Name] < w.Level) {
			return false
		}
	}
	return true
}

// particular reports whether what there is already doesn't count.
func (c *goalCheck) particular() bool {
	g := c.goal
	_, skill := skillOf(g.Verb)
	return skill || len(g.With)+len(g.Without)+len(g.Where)+len(g.Unhurt) > 0 || g.Bare
}

// skillOf is the family that a verb asks for; false: it asks for none.
func skillOf(verb string) (Family, bool) {
	for f, v := range said {
		if v == verb {
			return f, true
		}
	}
	return "", false
}

// fits reports whether the event gave the factor in the way that the goal asks for: by an action of the verb's family, by
// a way that there was, that makes use of all of with, and none of what is forbidden.
func (g *Game) fits(goal controller.Goal, with []string, factor string, before map[string]int, e *Event) bool {
	a := g.Graph.Action(e.Action)
	if a == nil {
		return false
	}
	if f, ok := skillOf(goal.Verb); ok && g.family(a) != f {
		return false
	}
	effect := a.Effect(factor)
	if effect == nil {
		return false
	}
	return slices.ContainsFunc(effect.Ways, func(w graphstore.Way) bool {
		if controller.Forbids(goal, w.Members, g.kind) {
			return false
		}
		for _, m := range w.Members {
			if !slices.ContainsFunc(m.Factors, func(f string) bool { return before[f] > 0 }) {
				return false
			}
		}
		return !slices.ContainsFunc(with, func(f string) bool {
			return !slices.ContainsFunc(w.Members, func(m graphstore.Member) bool {
				return slices.Contains(m.Factors, f) && before[f] > 0 && (m.Consumed == 0 || e.Changes[f] < 0 || g.kind(f) != interaction.Item)
			})
		})
	})
}

// holds reports whether the goal's conditions hold at the event.
func (c *goalCheck) holds(e *Event) bool {
	return len(c.goal.Where) == 0 || e.Around != nil && !slices.ContainsFunc(c.goal.Where, func(x controller.Condition) bool { return !holds(x, e.Around) })
}

// Holds reports whether a condition holds there: near is what is in view.
func Holds(c controller.Condition, at land.Surroundings) bool { return holds(c, around(at)) }

// holds is Holds of what was recorded.
func holds(c controller.Condition, a *Around) bool {
	switch c.Aspect {
	case controller.Near:
		_, seen := a.Things[c.Name]
		return seen
	case controller.In:
		return a.Biome == c.Name
	case controller.At:
		return a.Time == c.Name
	case controller.During:
		return a.Weather == c.Name
	}
	return a.Brightness == c.Name
}
