package percipient

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

// World is a world of which nothing reaches whoever acts there but what its pictures show to a percipient that reads
// cells: levels are read off panels and the light, the view off the cells around the agent. It is safe for concurrent
// use.
type World struct {
	world interaction.World
	sees  *Tiles
	spec  interaction.Spec
	shot  interaction.Shot
	inner *interaction.Ground
	// Of pictures that were learned from without labels:
	letters bool
	acts    map[interaction.Action]bool // the world's Act, by what it is done to
	counts  map[int]int                 // levels by the number of their glyph; nil: not known
}

var (
	_ interaction.World    = (*World)(nil)
	_ interaction.Labeler  = (*World)(nil)
	_ interaction.Seer     = (*session)(nil)
	_ interaction.Camera   = (*session)(nil)
	_ interaction.Believer = (*session)(nil)
)

// NewWorld returns the world as the percipient sees it. It fails if the world has no map, no picture from above of the
// size that the percipient learned from, or things that it never saw. Evidence of a world that is seen so is another's:
// its fingerprint names what the percipient learned from.
func NewWorld(w interaction.World, sees *Tiles) (*World, error) {
	out, err := newWorld(w, sees)
	if err != nil {
		return nil, err
	}
	known := sees.w.names()
	for _, t := range out.spec.Ground.Things {
		if !slices.Contains(known, t.Name) {
			return nil, fmt.Errorf("the percipient never saw a %s of world %s", interaction.Shown(t.Name), interaction.Shown(out.spec.ID))
		}
	}
	return out, nil
}

// newWorld checks that the pictures are such as were learned from.
func newWorld(w interaction.World, sees *Tiles) (*World, error) {
	spec := w.Spec()
	shot, ok := spec.Shot(interaction.Above)
	id := interaction.Shown(spec.ID)
	switch {
	case spec.Ground == nil || !ok:
		return nil, fmt.Errorf("world %s has no picture of a map", id)
	case shot.Width != sees.w.Width || shot.Height != sees.w.Height:
		return nil, fmt.Errorf("the pictures of world %s have %d by %d pixels, and those that were learned from %d by %d", id, shot.Width, shot.Height, sees.w.Width, sees.w.Height)
	}
	if rules := sees.w.Rules; rules != "" && rules != spec.Fingerprint {
		return nil, fmt.Errorf("%w: world %s says that it has changed since the pictures were taken that were learned from (its fingerprint is another); adam percipient collect takes new ones", ErrWeights, id)
	}
	spec.Misread = sees.w.Misread
	data := sees.w.Data
	spec.Fingerprint += seenBy + data[:min(16, len(data))]
	return &World{world: w, sees: sees, spec: spec, shot: shot, inner: spec.Ground}, nil
}

// seenBy stands in the fingerprint of a world that is seen between the world's own and that of the percipient.
const seenBy = " seen by "

// SameRules reports whether the fingerprint of a world as it may have been seen is that of a world with this one.
func SameRules(seen, world string) bool {
	rules, _, _ := strings.Cut(seen, seenBy)
	return rules == world
}

// Spec implements [interaction.World].
func (w *World) Spec() interaction.Spec { return w.spec }

// Label implements [interaction.Labeler].
func (w *World) Label(a interaction.Action) string {
	if w.acts[a] {
		return string(a)
	}
	if l, ok := w.world.(interaction.Labeler); ok {
		return l.Label(a)
	}
	return ""
}

// Open implements [interaction.World].
func (w *World) Open(ctx context.Context) (interaction.Session, error) {
	inner, err := w.world.Open(ctx)
	if err != nil {
		return nil, err
	}
	camera, ok := inner.(interaction.Camera)
	if !ok {
		_ = inner.Close() // it is of no use
		return nil, fmt.Errorf("world %s says that it has pictures, and shows none", interaction.Shown(w.spec.ID))
	}
	s := &session{world: w, camera: camera, reader: tileReader{w: &w.sees.w}, things: map[string]int{}}
	for i, t := range w.spec.Ground.Things {
		s.things[t.Name] = i
	}
	s.sight = interaction.Sight{Width: s.reader.w.Columns, Height: len(s.reader.w.around) / s.reader.w.Columns, Facing: south}
	s.sight.Cells = make([]int, len(s.reader.w.around))
	s.belief = newTileBelief(s.reader.w)
	return s, nil
}

// south is where an agent is taken to look whose face isn't seen.
const south = 3

// session is what is seen of one of the world's.
type session struct {
	world  *World
	camera interaction.Camera
	reader tileReader
	belief *tileBelief
	things map[string]int
	frame  interaction.Frame
	sight  interaction.Sight
	sure   float64
	looks  [2][]string // around the agent, in the two pictures before
	doubts int
	turned int // by the latest move, in a world of letters
}

// Begin implements [interaction.Session].
func (s *session) Begin(ctx context.Context, wish interaction.State, seed uint64) (interaction.State, error) {
	s.looks, s.turned = [2][]string{}, south
	s.belief.forget()
	_, err := s.camera.Begin(ctx, wish, seed)
	return s.see(err, act{move: -1, facing: -1})
}

// Step implements [interaction.Session].
func (s *session) Step(ctx context.Context, a interaction.Action) (interaction.State, error) {
	did := act{move: slices.Index(s.world.spec.Ground.Moves[:], a), facing: s.sight.Facing}
	if did.move >= 0 {
		s.looks = [2][]string{} // cells show other places then
		s.turned, did.facing = did.move, did.move
	}
	if s.world.acts[a] {
		a = s.world.inner.Act
	}
	_, err := s.camera.Step(ctx, a)
	return s.see(err, did)
}

// see takes a picture and reads it, together with those before.
func (s *session) see(err error, did act) (interaction.State, error) {
	if err != nil {
		return interaction.State{}, err
	}
	if s.frame, err = s.camera.Shoot(s.world.shot, s.frame.RGB); err != nil {
		return interaction.State{}, err
	}
	light, odds := s.reader.odds(s.frame)
	return s.read(s.reader.w.reading(s.frame, light, s.belief.update(odds, did))), nil
}

// read makes a state and a view of what was read.
func (s *session) read(r Reading) interaction.State {
	levels := map[string]int{}
	for f, n := range r.Grid.Levels {
		levels[f] = n
	}
	w := s.reader.w
	s.sure = 1
	for _, p := range w.Panels {
		if f, n, ok := s.world.levelOf(r.Grid.Cells[p.Cell]); ok {
			levels[f] = n
		}
		s.sure *= r.Sure[p.Cell]
	}
	middle := len(w.around) / 2
	if s.world.letters {
		s.sight.Facing = s.turned
	}
	for i, c := range w.around {
		look := r.Grid.Cells[c]
		if i == middle {
			if d, ok := facingOf(look); ok {
				s.sight.Facing = d
			}
		}
		s.sight.Cells[i] = s.thing(look)
	}
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			c := s.sight.At(dx, dy)
			s.sure *= r.Sure[w.around[middle+dy*s.sight.Width+dx]]
			if c >= 0 && (dx != 0 || dy != 0) {
				if f := s.world.spec.Ground.Things[c].Near; f != "" {
					levels[f] = 1
				}
			}
		}
	}
	s.compare(r)
	return interaction.StateOf(levels)
}

// thing is the number of what the look is of, or of the ground of an agent; interaction.Unseen: of nothing.
func (s *session) thing(look string) int {
	name := thingOf(look)
	if strings.HasPrefix(look, agentLook) {
		name = groundOf(look)
	}
	if i, ok := s.things[name]; ok {
		return i
	}
	return interaction.Unseen
}

// compare counts the cells whose ground was one thing, then another, and is the first again, while the agent stood still:
// one of these beliefs was wrong.
func (s *session) compare(r Reading) {
	now := make([]string, len(s.reader.w.around))
	for i, c := range s.reader.w.around {
		if now[i] = r.Grid.Cells[c]; s.looks[0] == nil || strings.Contains(now[i], "@") {
			continue
		}
		if was := s.looks[1][i]; was != now[i] && s.looks[0][i] == now[i] && !strings.Contains(was, "@") {
			s.doubts++
		}
	}
	s.looks[0], s.looks[1] = s.looks[1], now
}

// Look implements [interaction.Seer].
func (s *session) Look() interaction.Sight { return s.sight }

// Shoot implements [interaction.Camera]: it is the picture that was read, if that one is asked for.
func (s *session) Shoot(shot interaction.Shot, buffer []byte) (interaction.Frame, error) {
	if shot == s.frame.Shot {
		return interaction.Frame{Shot: shot, RGB: append(buffer[:0], s.frame.RGB...)}, nil
	}
	return s.camera.Shoot(shot, buffer)
}

// Sure implements [interaction.Believer].
func (s *session) Sure() float64 { return s.sure }

// Contradicted implements [interaction.Believer].
func (s *session) Contradicted() int { return s.doubts }

// Close implements [interaction.Session].
func (s *session) Close() error { return s.camera.Close() }
