package body

import (
	"context"
	"errors"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

const (
	// surprise: one in this many of the cells that are seen may differ from what was remembered.
	surprise = 8
	// mostMoves is in how many cells the view may differ where something is seen to move.
	mostMoves = 4
)

// step does one step of the world and looks; where it was, and what is in the cell to leave
// out, may change without surprise.
func (s *session) step(ctx context.Context, a interaction.Action) error {
	s.before = append(s.before[:0], s.sight.Cells...)
	was := s.state
	s.was = s.at
	after, err := s.Seer.Step(ctx, a)
	s.steps++
	if err != nil {
		return err
	}
	s.state = after
	s.sight = s.Look()
	if err := s.valid(); err != nil {
		return err
	}
	s.feel(was, s.state)
	s.suffer()
	return nil
}

func (m *mind) valid() error {
	if err := m.sight.Valid(len(m.ground.Things)); err != nil {
		return &interaction.Fault{Class: interaction.FaultState, Dead: true, Err: err}
	}
	return nil
}

// past is what was seen before the last step.
func (m *mind) past() interaction.Sight {
	return interaction.Sight{Width: m.sight.Width, Height: m.sight.Height, Cells: m.before}
}

// suffer learns what hurts: what roams beside the agent when a vital falls at once.
func (m *mind) suffer() {
	blow := 0
	if m.struck {
		blow = 1
	}
	past := m.past()
	var near []int
	for i, c := range m.sight.Cells {
		if m.roaming(c) && distance(i%m.sight.Width-m.sight.Width/2, i/m.sight.Width-m.sight.Height/2) <= reach && !slices.Contains(near, c) {
			near = append(near, c)
			m.habits[c].around++
			if !m.plain() {
				m.habits[c].menace += blow
			}
		}
	}
	near = near[:0]
	for _, d := range interaction.Steps {
		for _, c := range [2]int{m.sight.At(d[0], d[1]), past.At(d[0], d[1])} {
			if m.roaming(c) && !slices.Contains(near, c) {
				near = append(near, c)
			}
		}
	}
	if len(near) > 1 && blow > 0 {
		return // it may have been either
	}
	for _, c := range near {
		m.habits[c].beside++
		m.habits[c].hurt += blow
	}
}

// plain reports whether what hurts is known and right beside the agent, so that nothing else has to be blamed.
func (m *mind) plain() bool {
	past := m.past()
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			for _, c := range [2]int{m.sight.At(dx, dy), past.At(dx, dy)} {
				if m.roaming(c) && m.habits[c].harmful() {
					return true
				}
			}
		}
	}
	return false
}

// distance is how many steps it takes, where nothing is in the way.
func distance(dx, dy int) int { return max(dx, -dx) + max(dy, -dy) }

// look enters into the atlas what is seen, but for the cell to leave out in the comparison with what
// was remembered.
func (m *mind) look(leave point) {
	m.atlas.ahead = m.sight.Facing
	type change struct {
		p        point
		was, now int
	}
	var changes []change
	n := 0
	for i, c := range m.sight.Cells {
		p := point{m.at.x + i%m.sight.Width - m.sight.Width/2, m.at.y + i/m.sight.Width - m.sight.Height/2}
		was := m.atlas.at(p)
		if c >= 0 {
			m.habits[c].shown++
		}
		if c >= 0 && was == interaction.Unseen {
			m.wild[c]++
		}
		if c < 0 || was < 0 || was == c || p == leave || m.roaming(c) || m.reckoned(p) != nil {
			continue
		}
		if n++; n <= mostMoves {
			changes = append(changes, change{p, was, c})
		}
	}
	switch {
	case n > len(m.sight.Cells)/surprise:
		m.atlas.clear() // it isn't where it thought: it begins anew
		m.at, m.beds = point{}, m.beds[:0]
		clear(m.marked)
		clear(m.laid)
	case n <= mostMoves:
		for i, x := range changes {
			m.turned(x.p, x.was, x.now)
			for _, y := range changes[:i] {
				if x.was != y.now || y.was != x.now || max(x.p.x-y.p.x, y.p.x-x.p.x)+max(x.p.y-y.p.y, y.p.y-x.p.y) != 1 {
					continue
				}
				for _, c := range [2]int{x.was, x.now} {
					if other := x.was + x.now - c; m.habits[c].open != yes && m.habits[other].open == yes {
						m.habits[c].move()
					}
				}
			}
		}
	}
	m.atlas.room(m.at, m.sight)
	m.threats = m.threats[:0]
	for i, c := range m.sight.Cells {
		p := point{m.at.x + i%m.sight.Width - m.sight.Width/2, m.at.y + i/m.sight.Width - m.sight.Height/2}
		before, was := m.atlas.visitors[p]
		delete(m.atlas.visitors, p)
		if m.roaming(c) {
			if h := &m.habits[c]; distance(p.x-m.at.x, p.y-m.at.y) == 1 { // farther off, a pursuer doesn't stay either
				h.seen++
				if was && int(before) == c {
					h.stays++
				}
			}
		}
		if m.roaming(c) && m.habits[c].threatening() {
			m.threats = append(m.threats, p)
		}
		chunk, k := m.atlas.chunks[m.atlas.index(p)], in(p)
		thing := &chunk.things[k]
		if chunk.cells[k].when = int32(m.steps); m.roaming(c) && *thing >= 0 && !m.roaming(int(*thing)) {
			m.haunts[c][*thing]++
		}
		switch {
		case c == interaction.Unseen:
			if *thing < 0 { // else something stands before it now
				*thing = void
			}
		case m.roaming(c):
			if g := *thing; g >= 0 && m.habits[c].flying() && m.habits[g].open == no {
				m.atlas.over[p] = g
			}
			if m.atlas.visitors[p] = int16(c); m.roaming(int(*thing)) {
				*thing = interaction.Unseen
			}
		default:
			if g, flown := m.atlas.over[p]; flown {
				m.habits[c].crossed = m.habits[c].crossed || int(g) == c // it is still what it was
				delete(m.atlas.over, p)
			}
			*thing = int16(c)
		}
	}
	if c := m.sight.At(0, 0); c >= 0 {
		if m.habits[c].open = yes; m.at != m.was {
			m.habits[c].walked++
		}
	}
	m.tendBeds()
}

// move goes a step in the direction, or turns there. Whether it moved is told from what is
// seen, or, where that looks the same, from whether the cell can be walked on.
func (s *session) move(ctx context.Context, d int) error {
	dx, dy := interaction.Steps[d][0], interaction.Steps[d][1]
	ahead, from := s.sight.At(dx, dy), s.state
	if err := s.step(ctx, s.ground.Moves[d]); err != nil {
		if errors.Is(err, interaction.ErrEnded) && ahead >= 0 && s.blames(ahead, from) {
			s.habits[ahead].deadly = true
		}
		return err
	}
	s.idle(from)
	was := s.past()
	moved, stayed := s.differ(was, dx, dy), s.differ(was, 0, 0)
	alike := moved == stayed // then it is as likely as not, but for what lies ahead
	switch {
	case moved < stayed, alike && ahead >= 0 && s.habits[ahead].open == yes:
		s.at = s.at.step(d)
	case !alike && ahead >= 0 && s.habits[ahead].open == untried:
		s.habits[ahead].open = no
	}
	s.look(s.at)
	return nil
}

// blames reports whether what was walked onto is taken to be what ended the life: it is new, or hardly known and the agent
// wasn't on it already, and well.
func (m *mind) blames(thing int, from interaction.State) bool {
	h := m.habits[thing]
	return h.open == untried || h.walked < survived && thing != m.sight.At(0, 0) && m.hale(from)
}

// idle notes what rose though the agent, which could do something, did nothing but move or wait.
func (m *mind) idle(from interaction.State) {
	if m.ground.Busy == "" || from.Level(m.ground.Busy) == 0 {
		m.drift(from, m.state)
	}
}

// Lessons implements [interaction.Walker].
func (m *mind) Lessons() []interaction.Lesson {
	return append(m.lore.lessons(), m.vitals.lessons()...)
}

// differ counts the cells that show something else than they would if the agent had gone so
// many columns and rows, but for what roams.
func (m *mind) differ(was interaction.Sight, dx, dy int) (n int) {
	for y := -m.sight.Height / 2; y <= m.sight.Height/2; y++ {
		for x := -m.sight.Width / 2; x <= m.sight.Width/2; x++ {
			w, now := was.At(x+dx, y+dy), m.sight.At(x, y)
			if w >= 0 && w != now && !m.roaming(w) && !m.roaming(now) {
				n++
			}
		}
	}
	return n
}

// ahead is the cell that is faced, and faced what it shows.
func (m *mind) ahead() point { return m.at.step(m.sight.Facing) }

func (m *mind) faced() int {
	d := interaction.Steps[m.sight.Facing]
	return m.sight.At(d[0], d[1])
}
