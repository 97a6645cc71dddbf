package controller

import (
	"context"
	"math/rand/v2"

	"github.com/adam-discovery/adam/interaction"
)

// Scout is an [Avatar] on a map that goes to where conditions hold, as far as it perceives that.
type Scout struct {
	*Avatar
	ground *interaction.Ground
	holds  func(Condition, interaction.State) bool
	known  []Condition
	rng    *rand.Rand
	most   int // steps of the world that it may take
	pace   func(steps int)
}

var (
	_ Situated = (*Scout)(nil)
	_ Enduring = (*Scout)(nil)
	_ Sighted  = (*Scout)(nil)
)

// NewScout has the avatar, which is in a world of that ground, go to where conditions hold; no search begins after most
// steps of the world, or takes longer. known are those that it perceives, and remembers places of. holds reports whether
// one holds around it, in this state; nil: it goes by its map and by facts, as those of [MapConditions].
func NewScout(a *Avatar, ground *interaction.Ground, known []Condition, holds func(Condition, interaction.State) bool, most int) *Scout {
	s := &Scout{Avatar: a, ground: ground, holds: holds, known: known, most: most, rng: rand.New(rand.NewPCG(a.seed, 0x73636f7574))}
	if holds == nil {
		s.holds = s.perceives
	}
	return s
}

// MapConditions are those that an agent perceives by its map and by facts: a thing is near, a fact holds. Without
// a ground there are none.
func MapConditions(g *interaction.Ground, factors []interaction.Factor) (out []Condition) {
	if g == nil {
		return nil
	}
	for _, t := range g.Things {
		out = append(out, Condition{Near, t.Name})
	}
	for _, f := range factsOf(factors) {
		out = append(out, Condition{At, f}, Condition{During, f}, Condition{While, f})
	}
	return out
}

// nearby is how many columns and rows off a thing is at most that is near.
const nearby = 3

// perceives reports whether one of [MapConditions] holds.
func (s *Scout) perceives(c Condition, now interaction.State) bool {
	if c.Aspect != Near {
		return now.Level(c.Name) > 0
	}
	m, things := s.Map(nearby)
	for _, cell := range m.Cells {
		if cell >= 0 && things[cell] == c.Name {
			return true
		}
	}
	return false
}

// Features implements [Sighted]: 1 for each known condition that holds, else 0. It takes no step.
func (s *Scout) Features(context.Context) ([]float64, error) {
	out := make([]float64, len(s.known))
	for i, c := range s.known {
		if s.holds(c, s.now) {
			out[i] = 1
		}
	}
	return out, nil
}

// Seek implements [Situated].
func (s *Scout) Seek(ctx context.Context, all []Condition, action interaction.Action) (bool, error) {
	l, ok := s.legs()
	if !ok {
		return false, errNoMap
	}
	if thing := s.ground.Target(action); thing != "" {
		all = append([]Condition{{Aspect: Near, Name: thing}}, all...)
	}
	holds := s.holds
	if s.pace != nil {
		holds = func(c Condition, now interaction.State) bool {
			s.pace(l.Steps())
			return s.holds(c, now)
		}
	}
	q := Quest{Legs: l, Holds: holds, Known: s.known, Rand: s.rng}
	after, found, err := q.Until(ctx, s.now, all, s.most-l.Steps())
	_, err = s.after(ctx, after, err)
	return found && err == nil, err
}

// Pace has told be told how many steps of the world were taken, now and then while it goes to where conditions hold.
func (s *Scout) Pace(told func(steps int)) { s.pace = told }

// Holds implements [Situated].
func (s *Scout) Holds(_ context.Context, all []Condition) (bool, error) {
	for _, c := range all {
		if !s.holds(c, s.now) {
			return false, nil
		}
	}
	return true, nil
}
