package body

import (
	"context"
	"errors"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// bed is where something was put down that becomes something else in time, or may, and is kept from what comes by.
type bed struct {
	at    point
	thing int  // that was put down
	age   int  // steps of the agent's since then that it was in the vicinity
	kept  bool // it was made on purpose
	due   bool // the atlas has what it is reckoned to have become, which nobody saw yet
	from  int  // the age before which it isn't reckoned to have, as it hadn't at an age when it was
}

// fencing is how many steps off a bed may be made, and are spent on each wall of it.
const fencing = 40

// glance is from how far off it is seen what became of a bed.
const glance = 2

// vicinity is how far off the agent may be so that what it left goes on: what is farther off than two views may
// stand still, as games don't reckon what nobody is near.
func (m *mind) vicinity() int { return 2 * max(m.sight.Width, m.sight.Height) }

// common is in how many cells a thing is seen at first sight before it is taken for a part of the landscape.
const common = 2

// turned notes that something which was put down became by itself what bars the way and can be acted on.
func (m *mind) turned(q point, was, now int) {
	if laid, ok := m.laid[q]; ok && laid == was && m.habits[was].into == 0 && m.wild[now] < common && m.habits[now].open != yes && !m.roaming(now) && m.ground.Things[now].Does != "" {
		m.habits[was].into, m.habits[was].barren = now+1, false
	}
	delete(m.laid, q)
}

// seed is what is put down, by which action, and becomes what the action is done to. Where nobody saw that yet, it is what
// may become it. False: there is neither.
func (m *mind) seed(a interaction.Action) (put, bool) {
	i := slices.IndexFunc(m.puts, func(p put) bool {
		n := m.habits[p.thing].into
		return n > 0 && m.ground.Things[n-1].Does == a
	})
	if i < 0 && m.novel(a) {
		i = slices.IndexFunc(m.puts, func(p put) bool { return m.aimless(p.thing) })
	}
	if i < 0 {
		return put{}, false
	}
	return m.puts[i], true
}

// Seed implements [interaction.Walker].
func (m *mind) Seed(a interaction.Action) (interaction.Action, bool) {
	p, ok := m.seed(a)
	return p.action, ok
}

// novel reports whether the action is done to something of which nothing is known, and hardly anything was seen.
func (m *mind) novel(a interaction.Action) (known bool) {
	for i, t := range m.ground.Things {
		if t.Does != a {
			continue
		}
		if m.taught[i] != (habit{}) || m.habits[i].open != untried || m.wild[i] >= common {
			return false
		}
		known = true
	}
	return known
}

// aimless reports whether the thing, which is put down, serves no end that is known: it is no wall, no station and no part of
// the landscape, and wasn't watched in vain.
func (m *mind) aimless(thing int) bool {
	h := m.habits[thing]
	return h.into == 0 && !h.cleared && !h.barren && !h.roams && m.wild[thing] < common && m.ground.Things[thing].Near == ""
}

// promising reports whether what is put down becomes something else in time, or may.
func (m *mind) promising(thing int) bool { return m.habits[thing].into > 0 || m.aimless(thing) }

// Bed implements [interaction.Walker].
func (m *mind) Bed(a interaction.Action) (b interaction.Bed, ok bool) {
	x, known := m.seed(a)
	for _, y := range m.beds {
		if c := (interaction.Bed{Far: distance(y.at.x-m.at.x, y.at.y-m.at.y), Age: y.age, Closed: m.closed(y.at, -1)}); known && y.thing == x.thing &&
			(!ok || c.Closed && !b.Closed || c.Closed == b.Closed && c.Age > b.Age) {
			b, ok = c, true
		}
	}
	return b, ok
}

// entered notes that something was put down which becomes something else, or may.
func (m *mind) entered(q point, thing int) {
	if m.promising(thing) && !slices.ContainsFunc(m.beds, func(b bed) bool { return b.at == q }) {
		m.beds = append(m.beds, bed{at: q, thing: thing})
	}
}

// barren is after how many steps, if it is still there, it isn't believed any more that something may become of a bed.
const barren = 600

// tendBeds lets the beds age, learns when something becomes of them, enters that where it is due, and forgets those that hold
// something else, or of which nothing is to be expected any more.
func (m *mind) tendBeds() {
	for i := range m.beds {
		b := &m.beds[i]
		if distance(b.at.x-m.at.x, b.at.y-m.at.y) < m.vicinity() {
			b.age++
		}
		h := &m.habits[b.thing]
		now, into := m.atlas.at(b.at), h.into-1
		switch seen := now >= 0 && m.sight.At(b.at.x-m.at.x, b.at.y-m.at.y) == now; {
		case seen && now == b.thing:
			h.green = max(h.green, min(b.age, barren))
			h.barren = h.barren || into < 0 && b.age > barren
			if b.due {
				b.due, b.from, m.missed = false, b.age+b.age/4, true
			}
		case seen:
			if b.due = false; now == into && (h.ripe == 0 || b.age < h.ripe) {
				h.ripe = b.age
			}
		case now == b.thing && into >= 0 && h.due() > 0 && b.age >= max(h.due(), b.from):
			b.due, m.atlas.chunk(b.at).things[in(b.at)] = true, int16(into)
		}
	}
	m.beds = slices.DeleteFunc(m.beds, func(b bed) bool {
		now := m.atlas.at(b.at)
		return !b.due && now >= 0 && now != b.thing || !m.promising(b.thing)
	})
}

// reckoned is the bed there of which the atlas has what nobody saw; nil: there is none.
func (m *mind) reckoned(p point) *bed {
	i := slices.IndexFunc(m.beds, func(b bed) bool { return b.due && b.at == p })
	if i < 0 {
		return nil
	}
	return &m.beds[i]
}

// guards reports whether something could come by the cell, were it cleared, to a bed that is known to become something, or was
// made on purpose.
func (m *mind) guards(p point) bool {
	return slices.ContainsFunc(m.beds, func(b bed) bool {
		return (b.kept || m.habits[b.thing].into > 0) && distance(b.at.x-p.x, b.at.y-p.y) == 1
	})
}

// spared reports whether the thing isn't taken away there, as it keeps a bed.
func (m *mind) spared(p point, thing int) bool { return m.habits[thing].cleared && m.guards(p) }

// Visit implements [interaction.Walker].
func (s *session) Visit(ctx context.Context, a interaction.Action, within int) (interaction.State, error) {
	x, _ := s.seed(a)
	near := func(p point) bool {
		return slices.ContainsFunc(s.beds, func(b bed) bool {
			return b.thing == x.thing && distance(b.at.x-p.x, b.at.y-p.y) <= within
		})
	}
	if _, ok := s.Bed(a); !ok {
		return s.state, interaction.ErrNoWay
	}
	err := s.seek(ctx, func(p point) bool {
		_, ok := s.Bed(a)
		return !ok || near(p)
	}, false)
	return s.state, err
}

// Plant implements [interaction.Walker].
func (s *session) Plant(ctx context.Context, a interaction.Action, anew bool) (interaction.State, error) {
	x, ok := s.seed(a)
	wall, known := s.wall()
	if !ok || !known {
		return s.state, interaction.ErrNoWay
	}
	if anew {
		if err := s.sow(ctx, x); err != nil {
			return s.state, err
		}
		if s.faced() != x.thing { // it isn't what the action puts down
			s.habits[x.thing].barren = true
		}
		for i := range s.beds {
			s.beds[i].kept = s.beds[i].kept || s.beds[i].at == s.ahead()
		}
	} else if _, err := s.Visit(ctx, a, glance); err != nil {
		return s.state, err
	}
	for i := len(s.beds) - 1; i >= 0; i-- {
		if b := &s.beds[i]; b.thing == x.thing && s.near(b.at, fencing) && !s.closed(b.at, -1) {
			b.kept = true
			return s.state, s.fence(ctx, b.at, wall)
		}
	}
	return s.state, nil
}

// sow puts it down on what was seen to bear it, where as much as can be found at a short way is shut already.
func (s *session) sow(ctx context.Context, x put) error {
	open := func(q point) (n int) {
		for d := range interaction.Steps {
			if !s.shut(q.step(d)) {
				n++
			}
		}
		return n
	}
	err := interaction.ErrNoWay
	for most := 2; most <= len(interaction.Steps) && err == interaction.ErrNoWay; most++ {
		err = s.face(ctx, func(q point) bool {
			return s.walkable(q) && slices.Contains(s.bears, put{x.action, s.atlas.at(q)}) && open(q) <= most
		}, nil, fencing)
	}
	if err != nil {
		return err
	}
	return s.unasked(ctx, x.action)
}

// passing is for how many steps one who closes a bed in waits for what stands in the way.
const passing = 10

// company reports whether something that roams is near.
func (m *mind) company() bool {
	for p := range m.atlas.visitors {
		if distance(p.x-m.at.x, p.y-m.at.y) <= reach {
			return true
		}
	}
	return false
}

// turn faces the cell of a bed, or beside one. What stands in the way is waited for a little.
func (s *session) turn(ctx context.Context, t point) error {
	for n := 0; ; n++ {
		err := s.face(ctx, func(p point) bool { return p == t }, nil, fencing)
		if !errors.Is(err, interaction.ErrNoWay) || n == passing || !s.company() {
			return err
		}
		if _, err := s.Wait(ctx); err != nil {
			return err
		}
	}
}

// fence closes the cell in, as far as there is enough to do it with.
func (s *session) fence(ctx context.Context, q point, wall put) error {
	for range interaction.Steps {
		side := slices.IndexFunc(interaction.Steps[:], func(x [2]int) bool {
			t := point{q.x + x[0], q.y + x[1]}
			return t != s.at && !s.shut(t)
		})
		t := s.at // the last one is where the agent stands
		if side >= 0 {
			t = q.step(side)
		} else if distance(t.x-q.x, t.y-q.y) != 1 {
			return nil
		}
		if err := s.turn(ctx, t); err != nil {
			return err
		}
		if err := s.unasked(ctx, wall.action); err != nil {
			return err
		}
		if !s.shut(t) {
			return nil
		}
	}
	return nil
}
