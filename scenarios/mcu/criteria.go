package mcu

import (
	"fmt"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/interaction"
)

// write says the criteria for a model or a person.
func (c *Criteria) write(g *Game, spec controller.Task) {
	var steps []string
	for _, f := range c.Steps {
		if n := words(f); !slices.Contains(steps, n) {
			steps = append(steps, n)
		}
	}
	for _, stage := range spec.Stages {
		for _, goal := range stage[:1] {
			if goal.Feat() || len(goal.Where) > 0 {
				steps = append(steps, goal.String())
			}
		}
	}
	materials := "nothing has to be used"
	if len(c.Materials) > 0 {
		materials = interaction.FormatAmounts(interaction.SortedAmounts(c.Materials))
	}
	other := g.otherWays(spec)
	c.Text = map[Dimension]string{
		Progress:   "Critical steps: " + strings.Join(steps, "; ") + ".",
		Control:    "Moves that serve none of these steps are needless: things got that nothing here takes, walks that lead nowhere.",
		Material:   "The right materials, no more than needed: " + materials + ".",
		Efficiency: fmt.Sprintf("The best plan takes about %.0f moves. Repetitions and detours beyond that cost.", c.Moves),
		Errors:     "Mistakes are moves that bring nothing, or that lose something. Does the agent notice, and do something else that gets it on?",
		Creative:   "Unusual solutions that work" + other + ".",
	}
}

// otherWays says by how many ways what is wanted can be had.
func (g *Game) otherWays(spec controller.Task) string {
	n := 0
	last := spec.Stages[len(spec.Stages)-1]
	for _, goal := range last {
		for _, w := range goal.Want {
			for i := range g.Graph.Actions {
				if e := g.Graph.Actions[i].Effect(w.Name); e != nil {
					n += len(e.Ways)
				}
			}
		}
	}
	if n > 1 {
		return fmt.Sprintf("; the tree knows %d ways to what is wanted", n)
	}
	return ""
}
