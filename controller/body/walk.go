package body

import (
	"context"
	"errors"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

const (
	// longest is how many steps one goes without getting to what is looked for.
	longest = 4000
	// What a cell costs on a way.
	free       = 1
	inTheWay   = 6  // it was taken by what roams
	clearing   = 4  // it has to be cleared
	uncertain  = 10 // it isn't known whether one can go there
	nearThreat = 4  // more, near a threat
	turns      = 6  // how often a shelter is begun anew
	longestNap = 2000
)

// price is what it costs to go to the cell; zero: that can't be done.
func (m *mind) price(p point, thing int) int32 {
	h := m.habits[thing]
	c := int32(0)
	if m.burrowed && !m.den[p] && !m.diggable(p) {
		return 0
	}
	switch {
	case h.fatal():
		return 0
	case h.open == yes:
		c = free
	case m.clearable(thing) && !m.fighting && m.guards(p):
		c = maxCost // for who can't get out otherwise
	case m.clearable(thing) && !m.fighting: // what it gives isn't the fight's
		c = clearing
	case h.open == untried:
		c = uncertain
	default:
		return 0
	}
	if _, taken := m.atlas.visitors[p]; taken {
		c = max(c, inTheWay)
	}
	for _, q := range m.threats {
		if distance(p.x-q.x, p.y-q.y) < reach {
			return min(c+nearThreat, maxCost)
		}
	}
	return c
}

// walkable reports whether one can go to the cell now, as far as is known.
func (m *mind) walkable(p point) bool {
	c := m.atlas.at(p)
	_, taken := m.atlas.visitors[p]
	return c >= 0 && m.habits[c].open == yes && !m.habits[c].fatal() && !taken
}

// lethal reports whether an agent that goes to the cell dies, as far as is known. It doesn't turn to it
// either: a step might follow.
func (m *mind) lethal(p point) bool {
	c := m.atlas.at(p)
	return c >= 0 && m.habits[c].fatal()
}

// showing is what the cell shows: what roams there, or else the ground.
func (m *mind) showing(p point) int {
	if c, taken := m.atlas.visitors[p]; taken {
		return int(c)
	}
	return m.atlas.at(p)
}

// seek goes to the nearest cell that is a goal; where none is known, it explores until one is, if it may.
func (s *session) seek(ctx context.Context, goal func(point) bool, explores bool) error {
	for first := s.steps; s.steps-first < longest; {
		if err := ctx.Err(); err != nil {
			return err
		}
		if s.away != nil && s.away(s.state) {
			return interaction.ErrCalled
		}
		if s.chased(goal, s.at) {
			return nil // the blow that is asked for comes first
		}
		if err := s.defend(ctx); err != nil {
			return err
		}
		s.dwells()
		s.think()
		way, ok := s.atlas.path(s.at, s.price, goal)
		if ok && len(way) == 0 {
			return nil
		}
		if !ok && explores && len(s.quest) > 0 {
			way, ok = s.atlas.path(s.at, s.price, func(p point) bool { return s.haunted(p) && s.unseen(p) >= len(s.sight.Cells)/4 })
		}
		if !ok && explores && !s.burrowed { // what is looked for isn't looked for in tunnels
			way = s.outward()
		}
		if len(way) == 0 {
			return interaction.ErrNoWay
		}
		before := s.steps
		if err := s.follow(ctx, way); err != nil {
			return err
		}
		if s.steps == before { // what stands in the way is nothing that anything can be done to
			return interaction.ErrNoWay
		}
	}
	return interaction.ErrNoWay
}

// chased reports whether a creature is looked for, and the cell is such as it is looked for by.
func (m *mind) chased(is func(point) bool, p point) bool { return len(m.quest) > 0 && is(p) }

// aimed reports whether the action would be done to what roams and is faced: that may be gone when all else was looked after.
func (m *mind) aimed(a interaction.Action) bool {
	c := m.faced()
	return c >= 0 && m.roaming(c) && m.ground.Things[c].Does == a
}

// frontier reports whether something beside the cell wasn't seen yet.
func (m *mind) frontier(p point) bool {
	for d := range interaction.Steps {
		if m.atlas.at(p.step(d)) == interaction.Unseen {
			return true
		}
	}
	return false
}

// goTo goes to the cell by a way that is known.
func (s *session) goTo(ctx context.Context, x point) error {
	for first := s.steps; s.at != x; {
		if err := s.defend(ctx); err != nil {
			return err
		}
		before := s.steps
		way, ok := s.atlas.path(s.at, s.price, func(p point) bool { return p == x })
		if !ok || s.steps-first > 4*far {
			return interaction.ErrNoWay
		}
		if err := s.follow(ctx, way); err != nil {
			return err
		}
		if s.at != x && s.steps == before {
			return interaction.ErrNoWay
		}
	}
	return nil
}

// haunted reports whether something that is looked for was seen on such ground before.
func (m *mind) haunted(p point) bool {
	c := m.atlas.at(p)
	return c >= 0 && slices.ContainsFunc(m.quest, func(thing int) bool { return m.haunts[thing][int16(c)] > 0 })
}

// stale is how many steps a cell wasn't seen after which what roams may have come to it.
const stale = 60

// unseen counts what would be seen for the first time from the cell, or where something that is looked for may have come
// meanwhile.
func (m *mind) unseen(p point) (n int) {
	w, h := m.sight.Width/2, m.sight.Height/2
	for y := p.y - h; y <= p.y+h; y++ {
		for x := p.x - w; x <= p.x+w; x++ {
			q := point{x, y}
			if m.atlas.at(q) == interaction.Unseen || len(m.quest) > 0 && m.haunted(q) && m.steps-int(m.atlas.cell(q).when) > stale {
				n++
			}
		}
	}
	return n
}

// follow goes along the way until something speaks for thinking again: it doesn't get on, was hurt,
// or sees what roams, or that a bed isn't yet what it was reckoned to be.
func (s *session) follow(ctx context.Context, way []int8) error {
	s.missed = false
	for i, d := range way {
		to := s.at.step(int(d))
		if s.roaming(s.showing(to)) && i > 0 {
			return nil
		}
		if c := s.atlas.at(to); c >= 0 && s.habits[c].open != yes && s.clearable(c) && !s.fighting {
			if err := s.dig(ctx, int(d)); err != nil && !errors.Is(err, interaction.ErrCalled) {
				return err
			}
			if !s.walkable(to) {
				return nil
			}
		} else if c < 0 || s.habits[c].fatal() {
			return nil
		}
		if s.ground.Wait != "" && s.crossing(to) { // it is let by
			if err := s.step(ctx, s.ground.Wait); err != nil {
				return err
			}
			s.look(s.at)
			return nil
		}
		if err := s.move(ctx, int(d)); err != nil {
			return err
		}
		if s.at != to || len(s.atlas.visitors) > 0 && s.visited() || s.missed || s.away != nil && s.away(s.state) {
			return nil
		}
	}
	return nil
}

// visited reports whether something that roams is in sight.
func (m *mind) visited() bool {
	return slices.ContainsFunc(m.sight.Cells, m.roaming)
}

// dig clears the cell in the direction.
func (s *session) dig(ctx context.Context, d int) error {
	if s.sight.Facing != d {
		if s.lethal(s.at.step(d)) {
			return nil
		}
		if err := s.move(ctx, d); err != nil { // it turns, as the thing bars the way
			return err
		}
	}
	c := s.faced()
	if s.sight.Facing != d || c < 0 || s.ground.Things[c].Does == "" {
		return nil
	}
	return s.unasked(ctx, s.ground.Things[c].Does)
}

// unasked does an action that wasn't asked for, and tells of it.
func (s *session) unasked(ctx context.Context, a interaction.Action) error {
	before := s.state
	if err := s.perform(ctx, a); err != nil {
		return err
	}
	if s.witness != nil {
		s.witness(a, before, s.state)
	}
	return nil
}

// perform does the action here; one that is done to a thing is repeated until something comes of
// it.
func (s *session) perform(ctx context.Context, a interaction.Action) error {
	bound := s.Bound(a)
	times := 1
	if bound {
		times = max(1, s.ground.Persist)
	}
	first := s.state
	from, done := s.at, s.faced()
	defer func() { s.strayed, s.gone = s.at != from, s.vanished(done) }()
	for i := 0; i < times; i++ {
		if i > 0 && !s.fighting && s.beset() {
			return interaction.ErrCalled // it has to be looked after first
		}
		faced, at := s.faced(), s.ahead()
		if err := s.step(ctx, a); err != nil {
			return err
		}
		s.look(at)
		if err := s.rest(ctx); err != nil {
			return err
		}
		came := s.came(first, s.state)
		if now := s.faced(); s.notice(a, faced, now, came) {
			s.laid[s.ahead()] = now
			s.entered(s.ahead(), now)
		}
		if came {
			return nil
		}
		if now := s.faced(); now != faced {
			if !s.roaming(faced) || s.fighting {
				return nil
			}
			s.fighting = true
			err := s.face(ctx, func(p point) bool { c := s.showing(p); return c >= 0 && s.ground.Things[c].Does == a }, nil, chase)
			if s.fighting = false; errors.Is(err, interaction.ErrNoWay) {
				return nil
			} else if err != nil {
				return err
			}
		}
	}
	return nil
}

// vanished reports whether the thing, which roams, was faced and is nowhere to be seen close by any more.
func (m *mind) vanished(thing int) bool {
	if !m.roaming(thing) {
		return false
	}
	for dy := -escape; dy <= escape; dy++ {
		for dx := -escape; dx <= escape; dx++ {
			if m.sight.At(dx, dy) == thing {
				return false
			}
		}
	}
	return true
}

// escape is how far what roams may have got away since it was acted on.
const escape = 2

// chase is how many steps what roams is followed for a trial under way.
const chase = 6

// rest waits while nothing can be done.
func (s *session) rest(ctx context.Context) error {
	for range longestNap {
		if s.ground.Busy == "" || s.state.Level(s.ground.Busy) == 0 {
			return nil
		}
		if err := s.step(ctx, s.ground.Wait); err != nil {
			return err
		}
		s.look(s.ahead())
	}
	return nil
}

// Approach implements [interaction.Walker].
func (s *session) Approach(ctx context.Context, a interaction.Action, at interaction.Where) (interaction.State, error) {
	if err := s.rest(ctx); err != nil {
		return s.state, err
	}
	fits := func(p point) bool { return s.standing(p, at.Keep) && !s.shuns(p, at.Avoid) }
	s.dwells()
	want := func(p point) bool {
		return s.holds(p, a) && (!s.burrowed || !s.habits[s.showing(p)].cleared || s.sealed(p))
	}
	s.quest = s.quest[:0]
	for i, t := range s.ground.Things {
		if t.Does == a && s.roaming(i) {
			s.quest = append(s.quest, i)
		}
	}
	defer func() { s.quest = s.quest[:0] }()
	if !s.Bound(a) { // what is put down needs a free cell
		want = func(p point) bool {
			if s.burrowed && !s.borne(a, p) {
				return false
			}
			return s.walkable(p) && s.ground.Things[s.atlas.at(p)].Near == "" || s.burrowed && s.diggable(p)
		}
	}
	beside := at.Beside != "" && !s.Bound(a)
	if at.Room > 0 && !s.Bound(a) && !beside && !s.burrowed {
		if done, err := s.outside(ctx, a, want, fits, at.Room); done || err != nil {
			return s.state, err
		}
	}
	if beside {
		want = func(p point) bool { return s.borne(a, p) && s.serves(p, at) }
		fits = func(p point) bool { return s.standing(p, at.Keep) }
		if s.off(func(p point) bool { return s.faces(p, want, fits) }) < 0 {
			return s.state, interaction.ErrNoWay
		}
	}
	for range longestFight {
		err := s.face(ctx, want, fits, longest)
		switch {
		case err != nil || s.Bound(a):
		case beside && !s.walkable(s.ahead()):
			if err = s.dig(ctx, s.sight.Facing); err == nil && !s.walkable(s.ahead()) {
				err = interaction.ErrNoWay
			}
		default:
			err = s.room(ctx)
		}
		if errors.Is(err, interaction.ErrNoWay) && !s.Bound(a) && !beside && !s.lays(a) && (!s.burrowed || fits(s.at)) {
			err = nil // it may be tried anywhere; what is known to need room would say something wrong of the action
		}
		if err != nil || !s.beset() || s.chased(want, s.ahead()) {
			return s.state, err
		}
		if err := s.defend(ctx); err != nil {
			return s.state, err
		}
	}
	return s.state, nil
}

// holds reports whether the action can be done to what is in the cell, and may be.
func (m *mind) holds(p point, a interaction.Action) bool {
	c := m.showing(p)
	return c >= 0 && m.ground.Things[c].Does == a && !m.spared(p, c)
}

// borne reports whether the cell's ground was seen to bear what the action puts down, if any was.
func (m *mind) borne(a interaction.Action, p point) bool {
	c := m.atlas.at(p)
	if c >= 0 && m.becomes[c] >= 0 && !m.walkable(p) {
		c = m.becomes[c]
	}
	return !slices.ContainsFunc(m.bears, func(b put) bool { return b.action == a }) || slices.Contains(m.bears, put{a, c})
}

// Far implements [interaction.Walker].
func (m *mind) Far(a interaction.Action) int {
	if !m.Bound(a) {
		return 0
	}
	m.dwells()
	return m.off(func(p point) bool { return m.post(p, a) })
}

// off is how many steps it is to such a point, as far as is known; -1: there is no way to one.
func (m *mind) off(is func(point) bool) int {
	way, ok := m.atlas.path(m.at, m.price, is)
	if !ok {
		return -1
	}
	return len(way)
}

// face goes to where the agent faces a cell that is wanted, from a cell that fits; nil: any. A cell
// that one could go to is faced by coming from the other side. It is given up after so many steps; it explores only if that is longest.
func (s *session) face(ctx context.Context, want, fits func(point) bool, most int) error {
	if fits == nil {
		fits = func(point) bool { return true }
	}
	for first := s.steps; ; {
		if want(s.ahead()) && fits(s.at) {
			return nil
		}
		if s.steps-first >= most {
			return interaction.ErrNoWay
		}
		if most < longest {
			if _, ok := s.atlas.path(s.at, s.price, func(p point) bool {
				return s.near(p, most) && slices.ContainsFunc(interaction.Steps[:], func(x [2]int) bool { return want(point{p.x + x[0], p.y + x[1]}) })
			}); !ok {
				return interaction.ErrNoWay
			}
		}
		if err := s.seek(ctx, func(p point) bool { return s.faces(p, want, fits) }, most == longest); err != nil {
			return err
		}
		for d := range interaction.Steps {
			if s.leads(s.at, d, want, fits) {
				if err := s.move(ctx, d); err != nil {
					return err
				}
				break
			}
		}
	}
}

// leads reports whether a move in this direction from the point faces a cell that is wanted, from a cell that fits.
func (m *mind) leads(p point, d int, want, fits func(point) bool) bool {
	q := p.step(d)
	if !m.walkable(q) { // it turns
		return !m.lethal(q) && want(q) && fits(p)
	}
	t := q.step(d)
	return (m.walkable(t) || m.lethal(t)) && want(t) && fits(q)
}

// faces reports whether some move from the point leads to that.
func (m *mind) faces(p point, want, fits func(point) bool) bool {
	for d := range interaction.Steps {
		if m.leads(p, d, want, fits) {
			return true
		}
	}
	return false
}

// near reports whether the point is within n columns and rows together.
func (m *mind) near(p point, n int) bool { return distance(p.x-m.at.x, p.y-m.at.y) <= n }

// Return implements [interaction.Walker].
func (s *session) Return(ctx context.Context, facts []string, most int) (interaction.State, error) {
	if far := s.Back(facts); far < 0 || far > most {
		return s.state, interaction.ErrNoWay
	}
	err := s.seek(ctx, func(p point) bool { return s.standing(p, facts) }, true)
	return s.state, err
}

// Back implements [interaction.Walker].
func (m *mind) Back(facts []string) int {
	return m.off(func(p point) bool { return m.standing(p, facts) })
}

// standing reports whether the facts that hold beside things hold at the point, as far as those were seen. Others
// hold wherever the agent is.
func (m *mind) standing(p point, facts []string) bool {
	return !slices.ContainsFunc(facts, func(f string) bool {
		return !slices.Contains(m.free, f) && !m.beside(p, func(t interaction.Thing) bool { return t.Near == f })
	})
}

// post reports whether the action can be done from the point.
func (m *mind) post(p point, a interaction.Action) bool {
	for d := range interaction.Steps {
		if m.holds(p.step(d), a) {
			return true
		}
	}
	return false
}

// Nears implements [interaction.Walker].
func (l *lore) Nears(fact string) bool {
	return l.ground.Nears(fact)
}

// Post implements [interaction.Walker].
func (m *mind) Post(a interaction.Action, at interaction.Where) int {
	m.dwells()
	return m.off(func(p point) bool { return m.post(p, a) && m.standing(p, at.Keep) && !m.shuns(p, at.Avoid) })
}

// shuns reports whether something is beside the point near which one of these facts holds.
func (m *mind) shuns(p point, facts []string) bool {
	return len(facts) > 0 && m.beside(p, func(t interaction.Thing) bool { return t.Near != "" && slices.Contains(facts, t.Near) })
}

// serves reports whether what is put down in the cell, which is free or can be cleared, is beside a place for the action, to which
// it leaves a way.
func (m *mind) serves(q point, at interaction.Where) bool {
	c := m.atlas.at(q)
	if c < 0 || m.ground.Things[c].Near != "" || m.holds(q, at.Beside) || m.guards(q) || m.lethal(q) {
		return false
	}
	if !m.walkable(q) && (m.burrowed && !m.diggable(q) || !m.clearable(c)) {
		return false
	}
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			p := point{q.x + dx, q.y + dy}
			if p == q || !m.walkable(p) && p != m.at || !m.post(p, at.Beside) || !m.standing(p, at.With) || m.shuns(p, at.Avoid) {
				continue
			}
			if p == m.at {
				return true
			}
			for d := range interaction.Steps {
				if n := p.step(d); n != q && m.walkable(n) {
					return true
				}
			}
		}
	}
	return false
}

// Leave implements [interaction.Walker].
func (s *session) Leave(ctx context.Context, facts []string) (interaction.State, error) {
	err := s.seek(ctx, func(p point) bool { return !s.shuns(p, facts) }, true)
	return s.state, err
}

// beside reports whether such a thing was seen in the square around the point.
func (m *mind) beside(p point, is func(interaction.Thing) bool) bool {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if c := m.showing(point{p.x + dx, p.y + dy}); c >= 0 && is(m.ground.Things[c]) {
				return true
			}
		}
	}
	return false
}
