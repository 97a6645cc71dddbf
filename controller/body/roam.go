package body

import (
	"context"

	"github.com/adam-discovery/adam/interaction"
)

// Place implements [interaction.Placer].
func (m *mind) Place() (x, y int) { return m.at.x, m.at.y }

// Roam implements [interaction.Placer].
func (s *session) Roam(ctx context.Context, dx, dy int) (interaction.State, error) {
	to := point{s.at.x + dx, s.at.y + dy}
	left := func() int { return distance(to.x-s.at.x, to.y-s.at.y) }
	for first, most := s.steps, 3*left()+2*reach; s.steps-first < most; {
		if left() <= 1 {
			return s.state, nil
		}
		if s.away != nil && s.away(s.state) {
			return s.state, interaction.ErrCalled
		}
		if err := s.defend(ctx); err != nil {
			return s.state, err
		}
		s.think()
		before, from := s.steps, left()
		for _, nearer := range [...]int{6, 3, 1} {
			way, ok := s.atlas.path(s.at, s.price, func(p point) bool { return distance(to.x-p.x, to.y-p.y) <= from-nearer })
			if !ok || len(way) == 0 {
				continue
			}
			if err := s.follow(ctx, way); err != nil {
				return s.state, err
			}
			break
		}
		if s.steps == before || left() > 2*from {
			break
		}
	}
	return s.state, interaction.ErrNoWay
}
