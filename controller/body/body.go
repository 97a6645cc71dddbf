package body

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// World is a world with a map as an agent with a body meets it: its actions are found a place
// for. It is safe for concurrent use.
type World struct {
	world  interaction.World
	ground *interaction.Ground
	spec   interaction.Spec
}

var (
	_ interaction.World   = (*World)(nil)
	_ interaction.Labeler = (*World)(nil)
	_ interaction.Walker  = (*session)(nil)
)

// New returns the world with a body in it. A world without a map is refused.
func New(w interaction.World) (*World, error) {
	spec := w.Spec()
	if spec.Ground == nil {
		return nil, fmt.Errorf("world %s doesn't say how one moves", interaction.Shown(spec.ID))
	}
	b := &World{world: w, ground: spec.Ground, spec: spec}
	b.spec.Ground = nil
	return b, nil
}

// Spec implements [interaction.World].
func (w *World) Spec() interaction.Spec { return w.spec }

// Label implements [interaction.Labeler].
func (w *World) Label(a interaction.Action) string {
	if l, ok := w.world.(interaction.Labeler); ok {
		return l.Label(a)
	}
	return ""
}

// Open implements [interaction.World]. The sessions are [interaction.Walker]s.
func (w *World) Open(ctx context.Context) (interaction.Session, error) {
	inner, err := w.world.Open(ctx)
	if err != nil {
		return nil, err
	}
	seer, ok := inner.(interaction.Seer)
	if !ok {
		return nil, fmt.Errorf("world %s says how one moves, but shows nothing", interaction.Shown(w.spec.ID))
	}
	return &session{Seer: seer, ground: w.ground, open: make([]passable, len(w.ground.Things))}, nil
}

// passable is whether a class of things can be walked on.
type passable uint8

const (
	untried passable = iota
	yes
	no
)

// session is an agent in one world.
type session struct {
	interaction.Seer
	ground *interaction.Ground
	state  interaction.State
	atlas  atlas
	at     point
	sight  interaction.Sight
	before []int // what was seen before a movement
	open   []passable
	steps  int
}

// surprise is the part of what is seen, one in so many cells, that may differ from what was
// remembered of it.
const surprise = 8

// roaming is how many steps one goes without getting to what is looked for.
const roaming = 4000

// Begin implements [interaction.Session].
func (s *session) Begin(ctx context.Context, start interaction.State, seed uint64) (interaction.State, error) {
	state, err := s.Seer.Begin(ctx, start, seed)
	if err != nil {
		return state, err
	}
	s.atlas.clear()
	clear(s.open)
	s.state, s.at, s.steps = state, point{}, 0
	return state, s.see()
}

// see looks around.
func (s *session) see() error {
	s.sight = s.Look()
	if err := s.sight.Valid(len(s.ground.Things)); err != nil {
		return &interaction.Fault{Class: interaction.FaultState, Dead: true, Err: err}
	}
	if s.atlas.differs(s.at, s.sight) > len(s.sight.Cells)/surprise {
		s.atlas.clear() // it isn't where it thought: it begins anew
		s.at = point{}
	}
	s.atlas.enter(s.at, s.sight)
	if c := s.sight.At(0, 0); c != interaction.Unseen {
		s.open[c] = yes
	}
	return nil
}

// act does an action where the agent is.
func (s *session) act(ctx context.Context, a interaction.Action) error {
	after, err := s.Seer.Step(ctx, a)
	if err != nil {
		return err
	}
	s.steps++
	s.state = after
	return nil
}

// move goes a step in the direction, or turns there. Whether it moved is told from what is
// seen, or, where that looks the same, from whether the cell can be walked on.
func (s *session) move(ctx context.Context, d int) error {
	s.before = append(s.before[:0], s.sight.Cells...)
	was := interaction.Sight{Width: s.sight.Width, Height: s.sight.Height, Cells: s.before}
	dx, dy := interaction.Steps[d][0], interaction.Steps[d][1]
	ahead := was.At(dx, dy)
	if err := s.act(ctx, s.ground.Moves[d]); err != nil {
		return err
	}
	now := s.Look()
	moved, stayed := differ(was, now, dx, dy), differ(was, now, 0, 0)
	alike := moved == stayed // then it is as likely as not, but for what lies ahead
	switch {
	case moved < stayed, alike && ahead != interaction.Unseen && s.open[ahead] == yes:
		s.at = s.at.step(d)
	case !alike && ahead != interaction.Unseen && s.open[ahead] == untried:
		s.open[ahead] = no
	}
	return s.see()
}

// differ counts the cells that show something else than they would if the agent had gone so
// many columns and rows.
func differ(was, now interaction.Sight, dx, dy int) (n int) {
	for y := -now.Height / 2; y <= now.Height/2; y++ {
		for x := -now.Width / 2; x <= now.Width/2; x++ {
			if w := was.At(x+dx, y+dy); w != interaction.Unseen && w != now.At(x, y) {
				n++
			}
		}
	}
	return n
}

// walkable reports whether a cell that shows the thing may be walked on, as far as is known.
func (s *session) walkable(thing int) bool { return s.open[thing] != no }

// walk goes along the way; it stops where it doesn't get on, and reports whether it arrived.
func (s *session) walk(ctx context.Context, way []int8) (bool, error) {
	for _, d := range way {
		to := s.at.step(int(d))
		if err := s.move(ctx, int(d)); err != nil {
			return false, err
		}
		if s.at != to {
			return false, nil
		}
	}
	return true, nil
}

// seek goes to the nearest cell that is a goal; where none is known, it explores until one is.
func (s *session) seek(ctx context.Context, goal func(point) bool) error {
	for first := s.steps; s.steps-first < roaming; {
		if err := ctx.Err(); err != nil {
			return err
		}
		way, ok := s.atlas.path(s.at, s.walkable, goal)
		if ok && len(way) == 0 {
			return nil
		}
		if !ok {
			way, ok = s.atlas.path(s.at, s.walkable, func(p point) bool {
				for d := range interaction.Steps {
					if s.atlas.at(p.step(d)) == interaction.Unseen {
						return true
					}
				}
				return false
			})
		}
		if !ok || len(way) == 0 {
			return interaction.ErrNoWay
		}
		if _, err := s.walk(ctx, way); err != nil {
			return err
		}
	}
	return interaction.ErrNoWay
}

// Approach implements [interaction.Walker].
func (s *session) Approach(ctx context.Context, a interaction.Action, avoid []string) (interaction.State, error) {
	if !s.Bound(a) {
		return s.state, s.clear(ctx, avoid)
	}
	does := func(c int) bool { return c != interaction.Unseen && s.ground.Things[c].Does == a }
	is := func(p point) bool { return does(s.atlas.at(p)) }
	faces := func() bool {
		d := interaction.Steps[s.sight.Facing]
		return does(s.sight.At(d[0], d[1]))
	}
	shunned := func(p point) bool {
		return len(avoid) > 0 && s.beside(p, func(t interaction.Thing) bool { return t.Near != "" && slices.Contains(avoid, t.Near) })
	}
	for range 3 { // what is faced may be gone by then
		if faces() && !shunned(s.at) {
			return s.state, nil
		}
		if err := s.seek(ctx, func(p point) bool {
			for d := range interaction.Steps {
				if is(p.step(d)) && !shunned(p) {
					return true
				}
			}
			return false
		}); err != nil {
			return s.state, err
		}
		for d := range interaction.Steps {
			if is(s.at.step(d)) {
				if err := s.move(ctx, d); err != nil { // it turns, as the thing bars the way
					return s.state, err
				}
				break
			}
		}
	}
	if faces() {
		return s.state, nil
	}
	return s.state, interaction.ErrNoWay
}

// clear makes sure that there is a free cell beside the agent, where something can be put down.
func (s *session) clear(ctx context.Context, avoid []string) error {
	free := func(p point) bool {
		if len(avoid) > 0 && s.beside(p, func(t interaction.Thing) bool { return t.Near != "" && slices.Contains(avoid, t.Near) }) {
			return false
		}
		for d := range interaction.Steps {
			if c := s.atlas.at(p.step(d)); c != interaction.Unseen && s.open[c] == yes && s.ground.Things[c].Near == "" {
				return true
			}
		}
		return false
	}
	if err := s.seek(ctx, free); err != nil && !errors.Is(err, interaction.ErrNoWay) {
		return err
	}
	return nil
}

// Bound implements [interaction.Walker].
func (s *session) Bound(a interaction.Action) bool {
	return slices.ContainsFunc(s.ground.Things, func(t interaction.Thing) bool { return t.Does == a })
}

// Return implements [interaction.Walker].
func (s *session) Return(ctx context.Context, fact string) (interaction.State, error) {
	way, ok := s.atlas.path(s.at, s.walkable, func(p point) bool {
		return s.beside(p, func(t interaction.Thing) bool { return t.Near == fact })
	})
	if !ok {
		return s.state, interaction.ErrNoWay
	}
	if arrived, err := s.walk(ctx, way); err != nil || !arrived {
		return s.state, cmp.Or(err, interaction.ErrNoWay)
	}
	return s.state, nil
}

// Leave implements [interaction.Walker].
func (s *session) Leave(ctx context.Context, facts []string) (interaction.State, error) {
	err := s.seek(ctx, func(p point) bool {
		return !s.beside(p, func(t interaction.Thing) bool { return slices.Contains(facts, t.Near) })
	})
	return s.state, err
}

// beside reports whether such a thing was seen in the square around the point.
func (s *session) beside(p point, is func(interaction.Thing) bool) bool {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if c := s.atlas.at(point{p.x + dx, p.y + dy}); c != interaction.Unseen && is(s.ground.Things[c]) {
				return true
			}
		}
	}
	return false
}

// Steps implements [interaction.Walker].
func (s *session) Steps() int { return s.steps }

// Step implements [interaction.Session]: it goes to where the action can be done, and does it.
func (s *session) Step(ctx context.Context, a interaction.Action) (interaction.State, error) {
	if _, err := s.Approach(ctx, a, nil); err != nil {
		return s.state, &interaction.Fault{Class: "way", Err: err}
	}
	if err := s.act(ctx, a); err != nil {
		return s.state, err
	}
	return s.state, s.see()
}
