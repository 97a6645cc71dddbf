package mcu

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Chaining is an expert that shares nothing with the planner: it works backward from what is wanted, one lack at a time,
// and looks at what there is before every action. It is there to say whether scenes that the planner solved can be solved.
type Chaining struct{ Graph *graphstore.Graph }

// Eyes implements [Agent].
func (Chaining) Eyes() Eyesight { return Sighted }

// errStuck ends a chain that leads nowhere.
var errStuck = errors.New("no way leads there")

// Play implements [Agent].
func (c Chaining) Play(ctx context.Context, a *Arena, spec controller.Task) error {
	for _, stage := range spec.Stages {
		var err error
		for _, goal := range stage {
			if err = c.goal(ctx, a, goal); !errors.Is(err, errStuck) {
				break
			}
		}
		if errors.Is(err, errStuck) || errors.Is(err, interaction.ErrNoWay) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c Chaining) goal(ctx context.Context, a *Arena, g controller.Goal) error {
	if g.Feat() {
		return feat(ctx, a, g)
	}
	wants := g.Want
	if len(g.Use) > 0 {
		g.With = slices.Concat(g.Use, g.With)
		if wants = c.result(a, g); wants == nil {
			return errStuck
		}
	}
	for _, w := range wants {
		g := g
		g.Want = []interaction.Amount{w}
		for target := c.target(a, g); a.now.Level(w.Name) < target; {
			if err := c.step(ctx, a, w.Name, g, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// target is how much there must be in the end: what is there already doesn't count where something has to be done in a
// certain way.
func (c Chaining) target(a *Arena, g controller.Goal) int {
	check := goalCheck{goal: g}
	if check.particular() || len(g.Use) > 0 {
		if a.game.kind(g.Want[0].Name) == interaction.Fact {
			return 1
		}
		return a.now.Level(g.Want[0].Name) + g.Want[0].Level
	}
	return g.Want[0].Level
}

// result is what comes of using what the goal names, by the way that lacks least.
func (c Chaining) result(a *Arena, g controller.Goal) []interaction.Amount {
	best, least := "", 0
	for i := range c.Graph.Actions {
		for _, e := range c.Graph.Actions[i].Effects {
			for _, w := range e.Ways {
				if n := c.lacks(a, w); c.suits(a, w, g) && (best == "" || n < least) {
					best, least = e.Factor, n
				}
			}
		}
	}
	if best == "" {
		return nil
	}
	return []interaction.Amount{{Name: best, Level: 1}}
}

// suits reports whether the way is one that the goal allows.
func (c Chaining) suits(a *Arena, w graphstore.Way, g controller.Goal) bool {
	return !controller.Forbids(g, w.Members, a.game.kind) && !slices.ContainsFunc(g.With, func(f string) bool {
		return !slices.ContainsFunc(w.Members, func(m graphstore.Member) bool { return slices.Contains(m.Factors, f) })
	})
}

// lacks weighs what the way takes and isn't there: what takes longer to get weighs more.
func (c Chaining) lacks(a *Arena, w graphstore.Way) (n int) {
	for _, m := range w.Members {
		least := -1
		for _, f := range m.Factors {
			short := max(0, m.Count-a.now.Level(f))
			if x := c.Graph.Factor(f); short > 0 && (x == nil || x.Level == 0 && x.Kind == interaction.Item || a.game.gifts[f]) {
				short = 10_000 // nothing makes it
			} else if short > 0 {
				short *= 1 + x.Level
			}
			if least < 0 || short < least {
				least = short
			}
		}
		n += max(0, least)
	}
	return n
}

// step gets one more of the factor, or something that it takes. Under way are the factors that it is for.
func (c Chaining) step(ctx context.Context, a *Arena, factor string, g controller.Goal, underWay []string) error {
	if slices.Contains(underWay, factor) || len(underWay) > 40 {
		return errStuck
	}
	last := len(underWay) == 0
	var action *graphstore.Action
	var way graphstore.Way
	least := -1
	for i := range c.Graph.Actions {
		x := &c.Graph.Actions[i]
		e := x.Effect(factor)
		if e == nil {
			continue
		}
		if f, skill := skillOf(g.Verb); last && skill && len(g.Use) == 0 && a.game.family(x) != f {
			continue
		}
		for _, w := range e.Ways {
			if last && !c.suits(a, w, g) || slices.ContainsFunc(w.Members, func(m graphstore.Member) bool {
				return len(m.Factors) == 1 && slices.Contains(append(underWay, factor), m.Factors[0])
			}) {
				continue
			}
			if n := c.lacks(a, w); least < 0 || n < least {
				least, action, way = n, x, w
			}
		}
	}
	if action == nil {
		return errStuck
	}
	// What can be carried comes first: what holds only here is lost by walking.
	members := slices.Clone(way.Members)
	slices.SortStableFunc(members, func(x, y graphstore.Member) int {
		return cmp.Compare(a.game.kind(x.Factors[0]), a.game.kind(y.Factors[0]))
	})
	for _, m := range members {
		f := m.Factors[0]
		for _, name := range m.Factors {
			if last && slices.Contains(g.With, name) {
				f = name
				break
			}
			if a.now.Level(name) > a.now.Level(f) {
				f = name
			}
		}
		if a.now.Level(f) < m.Count {
			if a.game.kind(f) == interaction.Fact {
				if back, err := a.Return(ctx, []string{f}); err != nil || back {
					return err
				}
			}
			return c.step(ctx, a, f, controller.Goal{}, append(underWay, factor))
		}
	}
	if last && len(g.Where) > 0 && slices.ContainsFunc(g.Where, func(x controller.Condition) bool { return !slices.Contains(a.Around(), x) }) {
		if found, err := a.Seek(ctx, g.Where, action.ID); err != nil || !found {
			return cmp.Or(err, errStuck)
		}
		return nil // it looks again what there is
	}
	if _, err := a.Act(ctx, action.ID); err != nil && !isFault(err) {
		return err
	}
	return nil
}
