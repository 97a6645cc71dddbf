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
	for first, most := s.steps, 0; s.at != to && (most == 0 || s.steps-first < most); {
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
		if most == 0 {
			most = 2*len(way) + 2*reach
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

// outward is the way to a cell from which much would be seen for the first time, or else anything: the nearest, or the one
// straightest ahead. Of length 0: no such cell is known.
func (s *session) outward() (way []int8) {
	for _, least := range [2]int{len(s.sight.Cells) / 4, 1} {
		fresh := func(p point) bool { return (s.burrowed || s.frontier(p)) && s.unseen(p) >= least }
		if s.straight {
			way = s.onward(fresh)
		} else {
			way, _ = s.atlas.path(s.at, s.price, fresh)
		}
		if len(way) > 0 {
			return way
		}
	}
	return nil
}

// onward is the way to the one of the cells that lies straightest ahead, of those equally straight the nearest; where that is
// becomes the heading.
func (s *session) onward(fresh func(point) bool) []int8 {
	const alike = 1e-9
	best, straightest, heading := s.at, math.Inf(-1), s.heading
	s.atlas.path(s.at, s.price, func(p point) bool {
		if p == s.at || !fresh(p) {
			return false
		}
		x, y := float64(p.x-s.at.x), float64(p.y-s.at.y)
		n := math.Hypot(x, y)
		if c := (x*heading[0] + y*heading[1]) / n; c > straightest+alike {
			best, straightest, s.heading = p, c, [2]float64{x / n, y / n}
		}
		return false
	})
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
