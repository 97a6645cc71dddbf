package body

import (
	"context"
	"maps"
	"math"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// Mark implements [interaction.Placer].
func (s *session) Mark(name string) { s.marked[name] = s.at }

// Marked implements [interaction.Placer].
func (s *session) Marked(name string) bool {
	_, ok := s.marked[name]
	return ok
}

// Revisit implements [interaction.Placer].
func (s *session) Revisit(ctx context.Context, name string, there func() bool) error {
	to, ok := s.marked[name]
	if !ok {
		return interaction.ErrNoWay
	}
	for first, most := s.steps, 2*distance(to.x-s.at.x, to.y-s.at.y)+2*reach; s.at != to && s.steps-first < most; {
		if err := s.defend(ctx); err != nil {
			return err
		}
		if there() {
			return nil
		}
		before := s.steps
		way, ok := s.atlas.path(s.at, s.price, func(p point) bool { return p == to })
		if !ok || len(way) == 0 {
			return interaction.ErrNoWay
		}
		if err := s.follow(ctx, way[:min(len(way), reach)]); err != nil {
			return err
		}
		if s.steps == before {
			return interaction.ErrNoWay
		}
	}
	if s.at != to {
		return interaction.ErrNoWay
	}
	return nil
}

// Explore implements [interaction.Placer].
func (s *session) Explore(ctx context.Context) (bool, error) {
	if err := s.defend(ctx); err != nil {
		return false, err
	}
	s.think()
	way := s.outward()
	if len(way) == 0 {
		return false, nil
	}
	return true, s.follow(ctx, way[:min(len(way), reach)])
}

// think forgets, where it has no memory, what is out of view.
func (s *session) think() {
	if s.forgetful {
		s.forget()
	}
}

// outward is the way to where something would be seen for the first time: the nearest, or the straightest ahead.
func (s *session) outward() (way []int8) {
	for _, least := range [2]int{len(s.sight.Cells) / 4, 1} {
		if s.straight {
			way = s.onward(least)
		} else {
			way, _ = s.atlas.path(s.at, s.price, func(p point) bool { return s.frontier(p) && s.unseen(p) >= least })
		}
		if len(way) > 0 {
			return way
		}
	}
	return nil
}

// swerve is how much more a cell may cost than the nearest so that it is gone to as it lies straight ahead.
const swerve = 10

// onward is the way to the cell from which so much would be seen that lies straightest ahead, of those that are hardly
// farther off than the nearest.
func (s *session) onward(least int) []int8 {
	best, straightest, nearest := s.at, math.Inf(-1), int32(-1)
	s.atlas.path(s.at, s.price, func(p point) bool {
		cost := s.atlas.cost[s.atlas.index(p)]
		if nearest >= 0 && cost > nearest+swerve {
			return true
		}
		if p == s.at || !s.frontier(p) || s.unseen(p) < least {
			return false
		}
		if nearest < 0 {
			nearest = cost
		}
		x, y := float64(p.x-s.at.x), float64(p.y-s.at.y)
		if c := (x*s.heading[0] + y*s.heading[1]) / math.Hypot(x, y); c > straightest+1e-9 {
			best, straightest = p, c
		}
		return false
	})
	if best == s.at {
		return nil
	}
	s.heading = [2]float64{float64(best.x - s.at.x), float64(best.y - s.at.y)}
	n := math.Hypot(s.heading[0], s.heading[1])
	s.heading[0], s.heading[1] = s.heading[0]/n, s.heading[1]/n
	return s.atlas.back(s.at, best)
}

// Straight implements [interaction.Placer].
func (s *session) Straight() { s.straight = true }

// Forgetful implements [interaction.Placer].
func (s *session) Forgetful() { s.forgetful = true }

// forget forgets what was seen where but for what is in view.
func (s *session) forget() {
	seen := func(p point) bool {
		return max(p.x-s.at.x, s.at.x-p.x) <= s.sight.Width/2 && max(p.y-s.at.y, s.at.y-p.y) <= s.sight.Height/2
	}
	for i := range s.atlas.cells {
		if p := (point{i%s.atlas.side - s.atlas.side/2, i/s.atlas.side - s.atlas.side/2}); !seen(p) {
			s.atlas.cells[i] = interaction.Unseen
		}
	}
	gone := func(p point, _ int16) bool { return !seen(p) }
	maps.DeleteFunc(s.atlas.visitors, gone)
	maps.DeleteFunc(s.atlas.over, gone)
	s.beds = slices.DeleteFunc(s.beds, func(b bed) bool { return !seen(b.at) })
	clear(s.marked)
}
