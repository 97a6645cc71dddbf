package body

import (
	"context"
	"errors"
	"fmt"

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
	_ interaction.Placer  = (*session)(nil)
	_ interaction.Mapper  = (*session)(nil)
)

// New returns the world with a body in it. A world without a map is refused.
func New(w interaction.World) (*World, error) {
	spec := w.Spec()
	if spec.Ground == nil {
		return nil, fmt.Errorf("world %s doesn't say how one moves", interaction.Shown(spec.ID))
	}
	if err := spec.Ground.Validate(spec.Factors); err != nil {
		return nil, fmt.Errorf("world %s: %w", interaction.Shown(spec.ID), err)
	}
	b := &World{world: w, ground: spec.Ground, spec: spec}
	b.spec.Ground = nil
	for _, f := range spec.Factors {
		if spec.Ground.Nears(f.Name) {
			b.spec.Near = append(b.spec.Near, f.Name)
		}
	}
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
		_ = inner.Close() // it is of no use
		return nil, fmt.Errorf("world %s says how one moves, but shows nothing", interaction.Shown(w.spec.ID))
	}
	s := &session{Seer: seer, mind: newMind(w.ground, w.spec.Factors)}
	if b, ok := inner.(interaction.Believer); ok {
		return &believing{s, b}, nil
	}
	return s, nil
}

// believing is an agent that perceives what there is.
type believing struct {
	*session
	eyes interaction.Believer
}

var _ interaction.Believer = (*believing)(nil)

// Sure implements [interaction.Believer].
func (b *believing) Sure() float64 { return b.eyes.Sure() }

// Contradicted implements [interaction.Believer].
func (b *believing) Contradicted() int { return b.eyes.Contradicted() }

// session is an agent in one world.
type session struct {
	interaction.Seer
	mind
	away    func(interaction.State) bool
	witness func(a interaction.Action, before, after interaction.State)
	strayed bool // the latest action took the agent elsewhere
	gone    bool // what roams and the latest action was done to isn't to be seen any more
}

// Begin implements [interaction.Session].
func (s *session) Begin(ctx context.Context, start interaction.State, seed uint64) (interaction.State, error) {
	state, err := s.Seer.Begin(ctx, start, seed)
	if err != nil {
		return state, err
	}
	s.strayed, s.gone = false, false
	s.begin(state, s.Look())
	if err := s.valid(); err != nil {
		return state, err
	}
	s.look(s.at)
	if c := s.sight.At(0, 0); c >= 0 {
		s.habits[c].deadly = false // whatever others told of it
	}
	return state, nil
}

// Steps implements [interaction.Walker].
func (s *session) Steps() int { return s.steps }

// Here implements [interaction.Walker].
func (s *session) Here(ctx context.Context, a interaction.Action) (interaction.State, error) {
	if err := s.rest(ctx); err != nil {
		return s.state, err
	}
	if s.beset() && !s.aimed(a) {
		return s.state, interaction.ErrCalled
	}
	err := s.perform(ctx, a)
	return s.state, err
}

// Strayed implements [interaction.Walker].
func (s *session) Strayed() bool { return s.strayed }

// Gone implements [interaction.Walker].
func (s *session) Gone() bool { return s.gone }

// Wait implements [interaction.Walker].
func (s *session) Wait(ctx context.Context) (interaction.State, error) {
	if s.ground.Wait == "" {
		return s.state, interaction.ErrNoWay
	}
	if err := s.defend(ctx); err != nil {
		return s.state, err
	}
	from := s.state
	err := s.step(ctx, s.ground.Wait)
	if err == nil {
		s.idle(from)
		s.look(s.at) // nothing was done to what is ahead
	}
	return s.state, err
}

// Call implements [interaction.Walker].
func (s *session) Call(away func(interaction.State) bool) { s.away = away }

// Witness implements [interaction.Walker].
func (s *session) Witness(seen func(a interaction.Action, before, after interaction.State)) {
	s.witness = seen
}

// Step implements [interaction.Session]: it goes to where the action can be done, and does it.
func (s *session) Step(ctx context.Context, a interaction.Action) (interaction.State, error) {
	err := interaction.ErrCalled
	for n := 0; n < longestFight && errors.Is(err, interaction.ErrCalled); n++ {
		if _, err = s.Approach(ctx, a, interaction.Where{}); err == nil {
			err = s.perform(ctx, a)
		}
	}
	if errors.Is(err, interaction.ErrNoWay) || errors.Is(err, interaction.ErrCalled) {
		err = &interaction.Fault{Class: interaction.FaultWay, Err: err}
	}
	return s.state, err
}
