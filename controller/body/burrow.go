package body

import (
	"context"

	"github.com/adam-discovery/adam/interaction"
)

// mostDen is how many cells a burrow can have.
const mostDen = 400

// Burrow implements [interaction.Walker].
func (m *mind) Burrow(on bool) bool {
	m.burrowed = on
	return m.dwells()
}

// dwells reports whether the agent keeps to a burrow, and finds out anew how far that reaches. Where something
// can come in, it is none any more.
func (m *mind) dwells() bool {
	if !m.burrowed {
		return false
	}
	if m.den == nil {
		m.den = map[point]bool{}
	}
	clear(m.den)
	m.den[m.at] = true
	for queue := []point{m.at}; len(queue) > 0; queue = queue[1:] {
		for d := range interaction.Steps {
			q := queue[0].step(d)
			switch {
			case m.den[q] || m.shut(q):
			case m.walkable(q) && len(m.den) < mostDen:
				m.den[q] = true
				queue = append(queue, q)
			default:
				m.burrowed = false
				return false
			}
		}
	}
	return true
}

// sealed reports whether nothing could come to the burrow by the cell if it were cleared.
func (m *mind) sealed(p point) bool {
	return m.enclosed(p, func(q point) bool { return m.den[q] })
}

// diggable reports whether the cell can be made a part of the burrow.
func (m *mind) diggable(p point) bool {
	c := m.atlas.at(p)
	return c >= 0 && !m.habits[c].fatal() && m.clearable(c) && !m.guards(p) && m.sealed(p)
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

// room clears the cell that is faced, in a burrow, so that something can be put there.
func (s *session) room(ctx context.Context) error {
	if s.burrowed && !s.walkable(s.ahead()) && s.diggable(s.ahead()) {
		return s.dig(ctx, s.sight.Facing)
	}
	return nil
}
