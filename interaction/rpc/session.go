package rpc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/adam-discovery/adam/interaction"
)

type session struct {
	conn  *conn
	world *World
	any   bool              // the world begins at any start
	leave func() bool       // ends the wait for what [World.Until] says; nil: there is none
	sight interaction.Sight // what was seen last, of a world with a map
}

// batcher is a session of a peer that takes batches, seer one of a peer with a map; with a camera, of one that shows
// pictures.
type (
	batcher    struct{ session }
	seer       struct{ session }
	camera     struct{ session }
	seerCamera struct{ camera }
)

var (
	_ interaction.Session = (*session)(nil)
	_ interaction.Batcher = (*batcher)(nil)
	_ interaction.Seer    = (*seer)(nil)
	_ interaction.Teller  = (*camera)(nil)
	_ interaction.Teller  = (*seerCamera)(nil)
	_ interaction.Seer    = (*seerCamera)(nil)
)

// Look implements [interaction.Seer].
func (s *seer) Look() interaction.Sight { return s.sight }

// Look implements [interaction.Seer].
func (s *seerCamera) Look() interaction.Sight { return s.sight }

// Shoot implements [interaction.Camera].
func (s *camera) Shoot(shot interaction.Shot, buffer []byte) (interaction.Frame, error) {
	return s.shoot(shot, buffer)
}

// Tell implements [interaction.Teller].
func (s *camera) Tell(shot interaction.Shot) (interaction.Scene, error) { return s.tell(shot) }

// Begin implements [interaction.Session].
func (s *session) Begin(ctx context.Context, wish interaction.State, n uint64) (interaction.State, error) {
	p := beginParams{Seed: seed(n)}
	if s.any {
		p.Start = &wish
	}
	return s.observe(ctx, "begin", p)
}

// Step implements [interaction.Session].
func (s *session) Step(ctx context.Context, a interaction.Action) (interaction.State, error) {
	return s.observe(ctx, "step", stepParams{a})
}

// within bounds how long the peer may take.
func (s *session) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if d := time.Duration(s.world.within.Load()); d > 0 {
		return context.WithTimeout(ctx, d)
	}
	return ctx, func() {}
}

// shoot asks for a picture. One of another size, or that can't be read, ends the session.
func (s *session) shoot(shot interaction.Shot, buffer []byte) (interaction.Frame, error) {
	if err := shot.Validate(); err != nil {
		return interaction.Frame{}, err
	}
	ctx, cancel := s.within(context.Background())
	defer cancel()
	var r frameJSON
	if err := s.conn.call(ctx, "shoot", shot, &r); err != nil {
		return interaction.Frame{}, err
	}
	f, err := r.frame(shot, buffer)
	if err != nil {
		_ = s.conn.close() // who answers so isn't asked again
		return f, dead(FaultProtocol, fmt.Errorf("shoot: %w", err))
	}
	return f, nil
}

// tell asks what a picture shows, for those who train and measure percipients.
func (s *session) tell(shot interaction.Shot) (scene interaction.Scene, err error) {
	if err := shot.Validate(); err != nil {
		return scene, err
	}
	ctx, cancel := s.within(context.Background())
	defer cancel()
	return scene, s.conn.call(ctx, "tell", shot, &scene)
}

// observe asks for something after which there is something to see.
func (s *session) observe(ctx context.Context, method string, params any) (interaction.State, error) {
	ctx, cancel := s.within(ctx)
	defer cancel()
	var r stepResult
	if err := s.conn.call(ctx, method, params, &r); err != nil {
		return interaction.State{}, err
	}
	if r.Ended {
		return interaction.State{}, fmt.Errorf("%w: %s", interaction.ErrEnded, interaction.Shown(cmp.Or(r.Why, "the world doesn't say why")))
	}
	err := errors.New("the result has no observation with levels")
	if r.Observation != nil && r.Observation.Levels != nil {
		err = cmp.Or(named(*r.Observation.Levels), s.world.exceeds(*r.Observation.Levels))
		if err == nil && s.world.spec.Ground != nil {
			err = s.see(r.Observation.View)
		}
	}
	if err != nil {
		_ = s.conn.close() // who answers so isn't asked again
		return interaction.State{}, dead(FaultProtocol, fmt.Errorf("%s: %w", method, err))
	}
	return *r.Observation.Levels, nil
}

// see takes in a view. The size of all of an episode's views is that of the first.
func (s *session) see(view *interaction.Sight) error {
	if view == nil {
		return errors.New("the world has a ground, but the observation has no view")
	}
	if was := s.sight; len(was.Cells) > 0 && (was.Width != view.Width || was.Height != view.Height) {
		return fmt.Errorf("the view was %d by %d and is %d by %d now", was.Width, was.Height, view.Width, view.Height)
	}
	s.sight = *view
	return view.Valid(len(s.world.spec.Ground.Things))
}

// named reports a factor whose name can't be shown.
func named(s interaction.State) error {
	for _, a := range s.Extra() { // what was read from JSON has no numbers
		if a.Name == "" || !interaction.Plain(a.Name) {
			return fmt.Errorf("a factor is called %q", a.Name)
		}
	}
	return nil
}

// exceeds reports a level above the highest that the world says there is.
func (w *World) exceeds(s interaction.State) error {
	for _, f := range w.topped {
		if n := s.Level(f.Name); n > f.Top() {
			return fmt.Errorf("the level of %s is %d, and its highest is said to be %d", interaction.Shown(f.Name), n, f.Top())
		}
	}
	return nil
}

// Close implements [interaction.Session].
func (s *session) Close() error {
	if s.leave != nil {
		s.leave()
	}
	return s.conn.close()
}

// Batch implements [interaction.Batcher].
func (s *batcher) Batch(ctx context.Context, trials []interaction.Trial, runSeed uint64) ([]interaction.Outcome, error) {
	params := runParams{Bases: []interaction.State{}, Trials: make([]trialJSON, len(trials))}
	base := map[interaction.Base]int{}
	for i, t := range trials {
		b, ok := base[t.Start.Base]
		if !ok {
			b = len(params.Bases)
			base[t.Start.Base] = b
			params.Bases = append(params.Bases, plain(t.Start.Base))
		}
		params.Trials[i] = trialJSON{Action: t.Action, Base: b, Change: exceptions(t.Start), Seed: seed(t.Key().Seed(runSeed))}
	}
	var r runResult
	if err := s.conn.call(ctx, "run", params, &r); err != nil {
		return nil, err
	}
	if len(r.Outcomes) != len(trials) {
		_ = s.conn.close() // who miscounts isn't asked again
		return nil, dead(FaultProtocol, fmt.Errorf("run: %d outcomes of %d trials", len(r.Outcomes), len(trials)))
	}
	out := make([]interaction.Outcome, len(trials))
	var fault error
	for i, t := range trials {
		o, err := s.world.outcome(r.Outcomes[i], t)
		if err != nil && fault == nil {
			fault = err
		}
		out[i] = o
	}
	return out, fault
}

// plain is the state of a base without exceptions.
func plain(b interaction.Base) interaction.State {
	if b.Vocabulary() == nil {
		return interaction.State{}
	}
	return b.Vocabulary().Cut(b.Tier(), b.Len())
}

// exceptions are the levels in which a state differs from its base, by name.
func exceptions(s interaction.State) map[string]int {
	out := map[string]int{}
	for _, l := range s.Over() {
		out[s.Vocabulary().Name(l.Factor)] = l.Level
	}
	for _, a := range s.Extra() {
		out[a.Name] = a.Level
	}
	return out
}

// outcome is what the peer says of the trial; one that can't be is a fault.
func (w *World) outcome(j outcomeJSON, t interaction.Trial) (interaction.Outcome, error) {
	fault := func(f *interaction.Fault) (interaction.Outcome, error) { return t.Faulted(f), f }
	switch {
	case j.Fault != nil:
		f := &interaction.Fault{Class: cmp.Or(j.Fault.Class, FaultProtocol), Dead: j.Fault.Dead}
		if j.Why != "" {
			f.Err = errors.New(j.Why)
		}
		return fault(f)
	case j.Ended:
		return t.Truncated(j.Why), nil
	}
	before := t.Start
	if j.Start != nil {
		before = *j.Start
		if err := cmp.Or(named(before), w.exceeds(before)); err != nil {
			return fault(&interaction.Fault{Class: FaultProtocol, Err: err})
		}
	}
	changes := make([]interaction.Change, 0, len(j.Changes))
	for name, n := range j.Changes {
		was := before.Level(name)
		if n == 0 || was+n < 0 || was+n > interaction.MaxLevel || name == "" || !interaction.Plain(name) {
			return fault(&interaction.Fault{Class: FaultProtocol, Err: fmt.Errorf("run: %q changed by %d from %d", name, n, was)})
		}
		changes = append(changes, interaction.Change{Factor: name, From: was, To: was + n})
	}
	after := before.After(changes)
	if err := w.exceeds(after); err != nil {
		return fault(&interaction.Fault{Class: FaultProtocol, Err: fmt.Errorf("run: %w", err)})
	}
	return t.Completed(before, after), nil
}
