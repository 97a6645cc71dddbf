package body

import (
	"context"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// mostDen is how many cells a burrow can have.
const mostDen = 400

// Burrow implements [interaction.Walker].
func (s *session) Burrow(on bool) bool {
	s.burrowed = on
	return s.dwells()
}

// dwells reports whether the agent keeps to a burrow, and finds out anew how far that reaches. Where something
// can come in, it is none any more.
func (s *session) dwells() bool {
	if !s.burrowed {
		return false
	}
	if s.den == nil {
		s.den = map[point]bool{}
	}
	clear(s.den)
	s.den[s.at] = true
	for queue := []point{s.at}; len(queue) > 0; queue = queue[1:] {
		for d := range interaction.Steps {
			q := queue[0].step(d)
			switch {
			case s.den[q] || s.shut(q):
			case s.walkable(q) && len(s.den) < mostDen:
				s.den[q] = true
				queue = append(queue, q)
			default:
				s.burrowed = false
				return false
			}
		}
	}
	return true
}

// sealed reports whether nothing could come to the burrow by the cell if it were cleared.
func (s *session) sealed(p point) bool {
	return s.enclosed(p, func(q point) bool { return s.den[q] })
}

// diggable reports whether the cell can be made a part of the burrow.
func (s *session) diggable(p point) bool {
	c := s.atlas.at(p)
	return c >= 0 && !s.habits[c].fatal() && s.clearable(c) && !s.guards(p) && s.sealed(p)
}

// Delve implements [interaction.Walker].
func (s *session) Delve(ctx context.Context) (interaction.State, error) {
	if err := s.defend(ctx); err != nil {
		return s.state, err
	}
	if !s.dwells() {
		return s.state, interaction.ErrNoWay
	}
	way := s.outward()
	if len(way) == 0 {
		return s.state, interaction.ErrNoWay
	}
	err := s.follow(ctx, way[:min(len(way), reach)])
	return s.state, err
}

// lays reports whether the action is known to put something down.
func (s *session) lays(a interaction.Action) bool {
	return slices.ContainsFunc(s.puts, func(p put) bool { return p.action == a })
}

// room clears the cell that is faced, in a burrow, so that something can be put there.
func (s *session) room(ctx context.Context) error {
	if s.burrowed && !s.walkable(s.ahead()) && s.diggable(s.ahead()) {
		return s.dig(ctx, s.sight.Facing)
	}
	return nil
}
