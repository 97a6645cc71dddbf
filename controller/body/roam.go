package body

import "context"

// Roam goes towards the cell so many columns east and rows south of the agent, as near as it gets; false: it got nowhere
// near. It fails as Step does.
func (s *session) Roam(ctx context.Context, dx, dy int) (bool, error) {
	to := point{s.at.x + dx, s.at.y + dy}
	left := func() int { return distance(to.x-s.at.x, to.y-s.at.y) }
	for first, most := s.steps, 3*left()+2*reach; s.steps-first < most; {
		if left() <= 1 {
			return true, nil
		}
		if s.away != nil && s.away(s.state) {
			return false, nil
		}
		if err := s.defend(ctx); err != nil {
			return false, err
		}
		s.think()
		before, from := s.steps, left()
		for _, nearer := range [...]int{6, 3, 1} {
			way, ok := s.atlas.path(s.at, s.price, func(p point) bool { return distance(to.x-p.x, to.y-p.y) <= from-nearer })
			if !ok || len(way) == 0 {
				continue
			}
			if err := s.follow(ctx, way); err != nil {
				return false, err
			}
			break
		}
		if s.steps == before || left() > 2*from {
			return false, nil
		}
	}
	return false, nil
}
