package body

import (
	"context"

	"github.com/adam-discovery/adam/interaction"
)

// defend fights what hurts and is beside the agent, as long as that has been of use.
func (s *session) defend(ctx context.Context) error {
	if s.fighting {
		return nil
	}
	s.fighting = true
	defer func() { s.fighting = false }()
	for d, x := range interaction.Steps {
		c := s.sight.At(x[0], x[1])
		if c < 0 || !s.habits[c].harmful() || s.habits[c].futile >= mostFutile || s.ground.Things[c].Does == "" {
			continue
		}
		if err := s.dig(ctx, d); err != nil {
			return err
		}
		if s.sight.At(x[0], x[1]) == c {
			s.habits[c].futile++
		}
	}
	return nil
}

// mostFutile is how often a thing is fought in vain before it is let be.
const mostFutile = 6

// Shelter implements [interaction.Walker]: two cells in a row, with something that can't be walked
// on at all sides. The ends are closed from inside, as one faces them there; what is open at the
// sides has to be closed from outside before.
func (s *session) Shelter(ctx context.Context) (interaction.State, error) {
	wall, ok := s.Wall()
	if !ok {
		return s.state, interaction.ErrNoWay
	}
	if s.closed(s.at, -1) {
		return s.state, nil
	}
	for range turns {
		x, d, ok := s.site()
		if !ok {
			return s.state, interaction.ErrNoWay
		}
		done, err := s.build(ctx, wall, x, d)
		if done || err != nil {
			return s.state, err
		}
	}
	return s.state, interaction.ErrNoWay
}

// Wall implements [interaction.Walker]: what it puts down was cleared before in this life.
func (s *session) Wall() (interaction.Action, bool) {
	for _, p := range s.puts {
		if s.clearable(p.thing) && s.ground.Things[p.thing].Near == "" {
			return p.action, true
		}
	}
	return "", false
}

// shut reports whether nothing can come to the cell.
func (s *session) shut(p point) bool {
	c := s.atlas.at(p)
	return c == void || c >= 0 && s.habits[c].open == no
}

// closed reports whether the cell is shut in at all sides but one; -1: at all.
func (s *session) closed(p point, but int) bool {
	for d := range interaction.Steps {
		if d != but && !s.shut(p.step(d)) {
			return false
		}
	}
	return true
}

// far is how far off a site may be.
const far = 14

// site is the nearest place for a shelter: the cell in front of its entrance, and the direction in
// which the two cells lie.
func (s *session) site() (x point, dir int, ok bool) {
	enterable := func(p point) bool {
		c := s.atlas.at(p)
		return s.walkable(p) || c >= 0 && s.clearable(c)
	}
	best := 1 << 30
	for dy := -far; dy <= far; dy++ {
		for dx := -far; dx <= far; dx++ {
			p := point{s.at.x + dx, s.at.y + dy}
			if !s.walkable(p) && p != s.at {
				continue
			}
			for d := range interaction.Steps {
				b := p.step(d)
				a := b.step(d)
				if !enterable(a) || !enterable(b) {
					continue
				}
				open := 0
				for side := range interaction.Steps {
					if side == d || side == behind(d) {
						continue
					}
					for _, c := range [2]point{a, b} {
						if !s.shut(c.step(side)) {
							open++
						}
					}
				}
				if cost := max(dx, -dx) + max(dy, -dy) + 12*open; open <= mostOpen && cost < best {
					best, x, dir, ok = cost, p, d, true
				}
			}
		}
	}
	return x, dir, ok
}

// mostOpen is how many sides of a site may be open.
const mostOpen = 3

// build makes the shelter; false if something was in the way.
func (s *session) build(ctx context.Context, wall interaction.Action, x point, d int) (bool, error) {
	b := x.step(d)
	a := b.step(d)
	for _, c := range [2]point{a, b} {
		for side := range interaction.Steps {
			t := c.step(side)
			if side == d || side == behind(d) || s.shut(t) {
				continue
			}
			err := s.face(ctx, func(p point) bool { return p == t }, func(p point) bool { return p != a && p != b }, 40)
			if err != nil {
				return false, ignore(err)
			}
			if err := s.lay(ctx, wall); err != nil || !s.shut(t) {
				return false, err
			}
		}
	}
	if err := s.seek(ctx, func(p point) bool { return p == x }); err != nil {
		return false, ignore(err)
	}
	for _, to := range [2]point{b, a} {
		if s.at.step(d) != to {
			return false, nil
		}
		if !s.walkable(to) {
			if err := s.dig(ctx, d); err != nil {
				return false, err
			}
		}
		if err := s.move(ctx, d); err != nil || s.at != to {
			return false, err
		}
	}
	if !s.shut(a.step(d)) {
		if err := s.lay(ctx, wall); err != nil {
			return false, err
		}
	}
	if err := s.move(ctx, behind(d)); err != nil || s.at != b {
		return false, err
	}
	if err := s.lay(ctx, wall); err != nil {
		return false, err
	}
	return s.closed(a, behind(d)) && s.closed(b, d), nil
}

// ignore drops what is no error of the world's.
func ignore(err error) error {
	if err == interaction.ErrNoWay {
		return nil
	}
	return err
}

// lay puts down a wall in front of the agent.
func (s *session) lay(ctx context.Context, wall interaction.Action) error {
	before := s.state
	if err := s.perform(ctx, wall); err != nil {
		return err
	}
	if s.witness != nil {
		s.witness(wall, before, s.state)
	}
	return nil
}
