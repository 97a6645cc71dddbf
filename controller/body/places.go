package body

import (
	"context"
	"maps"
	"math"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// Mark implements [interaction.Placer].
func (m *mind) Mark(name string) { m.marked[name] = m.at }

// Marked implements [interaction.Placer].
func (m *mind) Marked(name string) bool {
	_, ok := m.marked[name]
	return ok
}

// Revisit implements [interaction.Placer].
func (s *session) Revisit(ctx context.Context, name string, there func() bool) (interaction.State, error) {
	err := s.revisit(ctx, name, there)
	return s.state, err
}

func (s *session) revisit(ctx context.Context, name string, there func() bool) error {
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
func (s *session) Explore(ctx context.Context) (interaction.State, bool, error) {
	if err := s.defend(ctx); err != nil {
		return s.state, false, err
	}
	s.think()
	way := s.outward()
	if len(way) == 0 {
		return s.state, false, nil
	}
	err := s.follow(ctx, way[:min(len(way), reach)])
	return s.state, true, err
}

// think forgets, where it has no memory, what is out of view.
func (m *mind) think() {
	if m.forgetful {
		m.forget()
	}
}

// outward is the way to a cell from which much would be seen for the first time, or else anything: the nearest, or the one
// straightest ahead. Of length 0: no such cell is known.
func (m *mind) outward() (way []int8) {
	for _, least := range [2]int{len(m.sight.Cells) / 4, 1} {
		fresh := func(p point) bool { return (m.burrowed || m.frontier(p)) && m.unseen(p) >= least }
		if m.straight {
			way = m.onward(fresh)
		} else {
			way, _ = m.atlas.path(m.at, m.price, fresh)
		}
		if len(way) > 0 {
			return way
		}
	}
	return nil
}

// onward is the way to the one of the cells that lies straightest ahead, of those equally straight the nearest; where that is
// becomes the heading.
func (m *mind) onward(fresh func(point) bool) []int8 {
	const alike = 1e-9
	best, straightest, heading := m.at, math.Inf(-1), m.heading
	m.atlas.path(m.at, m.price, func(p point) bool {
		if p == m.at || !fresh(p) {
			return false
		}
		x, y := float64(p.x-m.at.x), float64(p.y-m.at.y)
		n := math.Hypot(x, y)
		if c := (x*heading[0] + y*heading[1]) / n; c > straightest+alike {
			best, straightest, m.heading = p, c, [2]float64{x / n, y / n}
		}
		return false
	})
	return m.atlas.back(m.at, best)
}

// Straight implements [interaction.Placer].
func (m *mind) Straight() { m.straight = true }

// Forgetful implements [interaction.Placer].
func (m *mind) Forgetful() { m.forgetful = true }

// forget forgets what was seen where but for what is in view.
func (m *mind) forget() {
	seen := func(p point) bool {
		return max(p.x-m.at.x, m.at.x-p.x) <= m.sight.Width/2 && max(p.y-m.at.y, m.at.y-p.y) <= m.sight.Height/2
	}
	m.atlas.keep(seen)
	gone := func(p point, _ int16) bool { return !seen(p) }
	maps.DeleteFunc(m.atlas.visitors, gone)
	maps.DeleteFunc(m.atlas.over, gone)
	m.beds = slices.DeleteFunc(m.beds, func(b bed) bool { return !seen(b.at) })
	clear(m.marked)
}
