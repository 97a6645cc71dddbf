package body

import (
	"context"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// attacker is the direction of something that hurts and stands beside the agent; -1: there is none.
func (m *mind) attacker() int {
	for d, x := range interaction.Steps {
		c := m.sight.At(x[0], x[1])
		if c >= 0 && m.habits[c].harmful() && !m.habits[c].flying() && m.ground.Things[c].Does != "" {
			return d
		}
	}
	return -1
}

// missile is the direction of something in line that hurts and flies; -1: there is none.
func (m *mind) missile() int {
	for d, x := range interaction.Steps {
		for n := 1; n <= flight; n++ {
			q := point{m.at.x + n*x[0], m.at.y + n*x[1]}
			if m.hurls(q, behind(d)) {
				return d
			}
			if !m.walkable(q) {
				break
			}
		}
	}
	return -1
}

// hurls reports whether the cell shows what hurts and flies, and which may fly on in direction d: it came from behind, or
// from where it wasn't seen.
func (m *mind) hurls(q point, d int) bool {
	c := m.sight.At(q.x-m.at.x, q.y-m.at.y)
	if c < 0 || !m.roaming(c) || !m.habits[c].harmful() || !m.habits[c].flying() {
		return false
	}
	past := m.past()
	from := func(x [2]int) bool { return past.At(q.x-x[0]-m.was.x, q.y-x[1]-m.was.y) == c }
	return from(interaction.Steps[d]) || !slices.ContainsFunc(interaction.Steps[:], from)
}

// crossing reports whether what hurts and flies may be at the cell with the next step, and doesn't stand still.
func (m *mind) crossing(p point) bool {
	past := m.past()
	for d := range interaction.Steps {
		q := p.step(behind(d))
		if m.hurls(q, d) && past.At(q.x-m.was.x, q.y-m.was.y) != m.sight.At(q.x-m.at.x, q.y-m.at.y) {
			return true
		}
	}
	return false
}

// beset reports whether there is something to look after at once.
func (m *mind) beset() bool {
	d := m.attacker()
	return d >= 0 && d != m.sight.Facing || m.missile() >= 0 && m.aside() >= 0
}

// aside is a direction to step out of a missile's way; -1: there is none.
func (m *mind) aside() int {
	d := m.missile()
	for e := range interaction.Steps {
		if d >= 0 && e != d && e != behind(d) && m.walkable(m.at.step(e)) && !m.crossing(m.at.step(e)) {
			return e
		}
	}
	return -1
}

// defend fights what hurts and stands beside the agent, and steps out of the way of what flies.
func (s *session) defend(ctx context.Context) error {
	if s.fighting {
		return nil
	}
	s.fighting = true
	defer func() { s.fighting = false }()
	for range longestFight {
		d := s.attacker()
		if d < 0 {
			if d = s.aside(); d < 0 {
				return nil
			}
			if err := s.move(ctx, d); err != nil {
				return err
			}
			continue
		}
		var err error
		if s.sight.Facing != d { // it may be elsewhere by then
			err = s.move(ctx, d)
		} else {
			err = s.unasked(ctx, s.ground.Things[s.faced()].Does)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

const (
	// longestFight is how many turns and blows in a row a fight has.
	longestFight = 16
	// flight is from how many cells off a missile is evaded.
	flight = 3
)

// Shelter implements [interaction.Walker]: two cells in a row, with something that can't be walked
// on at all sides. The ends are closed from inside, as one faces them there; what is open at the
// sides has to be closed from outside before.
func (s *session) Shelter(ctx context.Context, hand []interaction.Action, walls int) (interaction.State, error) {
	wall, ok := s.wall()
	if !ok {
		return s.state, interaction.ErrNoWay
	}
	if s.closed(s.at, -1) || s.dwells() {
		return s.state, nil
	}
	s.burrowed = false
	clear(s.shunned)
	for range turns {
		x, d, ok := s.site(hand, walls)
		if !ok {
			return s.state, interaction.ErrNoWay
		}
		if way, ok := s.atlas.path(s.at, s.price, func(p point) bool { return p == x }); !ok || len(way) > 2*far {
			s.shunned[x] = true
			continue
		}
		s.shunned[x] = true
		done, err := s.build(ctx, wall.action, x, d)
		if done || err != nil {
			return s.state, err
		}
	}
	return s.state, interaction.ErrNoWay
}

// Haven implements [interaction.Walker].
func (m *mind) Haven(walls int) int {
	if m.closed(m.at, -1) || m.dwells() {
		return 0
	}
	x, _, ok := m.site(nil, walls)
	if !ok {
		return -1
	}
	return distance(x.x-m.at.x, x.y-m.at.y)
}

// shut reports whether nothing can come to the cell.
func (m *mind) shut(p point) bool {
	c := m.atlas.at(p)
	return c == void || c >= 0 && m.habits[c].open == no && !m.habits[c].crossed
}

// closed reports whether the cell is shut in at all sides but one; -1: at all.
func (m *mind) closed(p point, but int) bool {
	return but >= 0 && m.enclosed(p, func(q point) bool { return q == p.step(but) }) || but < 0 && m.enclosed(p, nil)
}

// enclosed reports whether nothing can come to the cell from beside it, but from what is inside; nil: nothing is.
func (m *mind) enclosed(p point, inside func(point) bool) bool {
	for d := range interaction.Steps {
		if q := p.step(d); !m.shut(q) && (inside == nil || !inside(q)) {
			return false
		}
	}
	return true
}

// far is how far off a site may be.
const far = 14

// site is the nearest place for a shelter that so many walls suffice for, beside what is cleared for it: the
// cell in front of its entrance, and the direction in which the two cells lie.
func (m *mind) site(hand []interaction.Action, walls int) (x point, dir int, ok bool) {
	material := interaction.Unseen
	if wall, ok := m.wall(); ok {
		material = wall.thing
	}
	enterable := func(p point) bool {
		c := m.atlas.at(p)
		return m.walkable(p) || c >= 0 && m.clearable(c) && !m.guards(p)
	}
	best := 1 << 30
	for dy := -far; dy <= far; dy++ {
		for dx := -far; dx <= far; dx++ {
			p := point{m.at.x + dx, m.at.y + dy}
			if !m.walkable(p) && p != m.at || m.shunned[p] {
				continue
			}
			for d := range interaction.Steps {
				b := p.step(d)
				a := b.step(d)
				if !enterable(a) || !enterable(b) {
					continue
				}
				open, ends, gain := 0, 1, 0
				if !m.shut(a.step(d)) {
					ends++
				}
				for _, c := range [2]point{a, b} {
					if m.atlas.at(c) == material {
						gain++
					}
				}
				var has []interaction.Action
				for side := range interaction.Steps {
					if side == d || side == behind(d) {
						continue
					}
					for _, c := range [2]point{a, b} {
						if !m.shut(c.step(side)) {
							open++
						} else if t := m.atlas.at(c.step(side)); t >= 0 {
							if a := m.ground.Things[t].Does; slices.Contains(hand, a) && !slices.Contains(has, a) {
								has = append(has, a)
							}
						}
					}
				}
				if cost := max(dx, -dx) + max(dy, -dy) + 12*open - handy*len(has) - roomy*m.solid(a, b); open <= min(mostOpen, walls) && open+ends <= walls+gain && cost < best {
					best, x, dir, ok = cost, p, d, true
				}
			}
		}
	}
	return x, dir, ok
}

// handy is how many steps it is worth to have an action at hand.
const handy = 6

// roomy is how many steps it is worth that a shelter can be made a burrow by one more cell.
const roomy = 6

// solid counts the cells beside the two that can be cleared while nothing can come by them.
func (m *mind) solid(a, b point) (n int) {
	inside := func(p point) bool { return p == a || p == b }
	for _, c := range [2]point{a, b} {
		for d := range interaction.Steps {
			q := c.step(d)
			if t := m.atlas.at(q); !inside(q) && t >= 0 && m.clearable(t) && m.shut(q) && m.enclosed(q, inside) {
				n++
			}
		}
	}
	return n
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
			if err := s.unasked(ctx, wall); err != nil || !s.shut(t) {
				return false, ignore(err)
			}
		}
	}
	if err := s.goTo(ctx, x); err != nil {
		return false, ignore(err)
	}
	for _, to := range [2]point{b, a} {
		if s.at.step(d) != to {
			return false, nil
		}
		if !s.walkable(to) {
			if err := s.dig(ctx, d); err != nil {
				return false, ignore(err)
			}
		}
		if err := s.move(ctx, d); err != nil || s.at != to {
			return false, err
		}
	}
	if err := s.seal(ctx, wall, a, d); err != nil {
		return false, ignore(err)
	}
	if err := s.move(ctx, behind(d)); err != nil { // or it turns, as something came after it
		return false, err
	}
	if err := s.seal(ctx, wall, s.at, behind(d)); err != nil {
		return false, ignore(err)
	}
	return s.at == a && s.closed(a, -1) || s.at == b && s.closed(a, behind(d)) && s.closed(b, d), nil
}

// seal puts a wall where the agent faces, as long as it is at this cell; what stands there is fought until it is gone.
func (s *session) seal(ctx context.Context, wall interaction.Action, at point, d int) error {
	s.fighting = true
	defer func() { s.fighting = false }()
	for range longestFight {
		if s.at != at || s.sight.Facing != d || s.shut(s.ahead()) {
			return nil
		}
		do := wall
		if _, taken := s.atlas.visitors[s.ahead()]; taken {
			if do = s.ground.Things[s.faced()].Does; do == "" {
				return nil
			}
		}
		if err := s.unasked(ctx, do); err != nil {
			return err
		}
	}
	return nil
}

// ignore drops what is no error of the world's.
func ignore(err error) error {
	if err == interaction.ErrNoWay || err == interaction.ErrCalled {
		return nil
	}
	return err
}
