package mcu

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/sim"
)

// Arena is an episode under way: the body that an agent acts with, in a scene, and the judge who watches. All agents have
// the same body, which finds its way to where an action can be done, so that they differ in what they decide. It isn't
// safe for concurrent use.
type Arena struct {
	game    *Game
	scene   Scene
	session interaction.Session
	watch   *watcher
	walker  interaction.Walker // nil: there is no map
	places  interaction.Placer // the walker as it remembers places; nil: there is no map
	near    []string           // facts of standing beside things
	now     interaction.State
	rng     *rand.Rand
	blind   bool
	// thought is the step at which the body thought last, thoughts how often it did since.
	thought, thoughts int

	ready interaction.Action // the body is where it can be done
	why   string             // the agent gave up, as it says itself

	check *checker
	trace *Trace
}

var _ controller.Enduring = (*Arena)(nil)

// Eyesight says what an agent perceives beyond what it has.
type Eyesight bool

// What an agent perceives: with Sighted what is around it, as a player sees it; with Blind it isn't told.
const (
	Sighted Eyesight = true
	Blind   Eyesight = false
)

// Enter begins an episode. It must be closed. It fails if the scene isn't one of the
// game's, or the world can't be opened.
func (g *Game) Enter(ctx context.Context, s Scene, eyes Eyesight) (*Arena, error) {
	if err := g.Valid(s); err != nil {
		return nil, err
	}
	spec, err := g.spec(s)
	if err != nil {
		return nil, err
	}
	a := &Arena{game: g, scene: s, blind: !bool(eyes), rng: rand.New(rand.NewPCG(s.Seed, 0x6172656e61))}
	a.watch = &watcher{arena: a}
	start := interaction.StateOf(s.Inventory)
	world := g.world
	if g.Land != nil {
		staged, err := g.Land.Staged(s.stage())
		if err != nil {
			return nil, err
		}
		start = interaction.State{}
		a.watch.World = staged
		if world, err = body.New(a.watch); err != nil {
			return nil, err
		}
	} else {
		a.watch.World = world
		world = a.watch
	}
	if a.session, err = world.Open(ctx); err != nil {
		return nil, err
	}
	a.walker, _ = a.session.(interaction.Walker)
	if a.places, _ = a.session.(interaction.Placer); a.places != nil {
		a.places.Straight()
	}
	a.trace = &Trace{Format: TraceFormat, World: g.Name, Task: s.Task, Goal: s.Goal, Difficulty: s.Difficulty, Seed: s.Seed, Scene: s}
	if a.now, err = a.session.Begin(ctx, start, s.Seed); err != nil {
		return nil, errors.Join(err, a.session.Close())
	}
	if a.walker != nil {
		a.walker.Call(a.stuck)
		for _, f := range world.Spec().Factors {
			if f.Kind == interaction.Fact && strings.HasPrefix(f.Name, sim.NearFact("")) {
				a.near = append(a.near, f.Name)
			}
		}
	}
	a.trace.Start = a.now.Map()
	a.check = g.checker(spec, a.trace.Start)
	a.enter(Event{Around: a.watch.around()})
	return a, nil
}

// Close ends the episode.
func (a *Arena) Close() error { return a.session.Close() }

// Trace is what was recorded, ended as the verdict and the error of the agent's play say.
func (a *Arena) Trace(err error) *Trace {
	switch {
	case a.check.verdict.Done:
		a.trace.End = "done"
	case errors.Is(err, errSpent):
		a.trace.End = "the budget is used up"
	case errors.Is(err, interaction.ErrEnded):
		a.trace.End = "died"
	case err != nil:
		a.trace.End = interaction.Shown(err.Error())
	case a.why != "":
		a.trace.End = "gave up: " + interaction.Shown(a.why)
	default:
		a.trace.End = "gave up"
	}
	a.trace.Steps = a.watch.steps
	return a.trace
}

// Verdict is how far the task was got so far. Agents don't read it.
func (a *Arena) Verdict() Verdict { return a.check.verdict }

// errSpent ends an episode whose moves or steps are used up.
var errSpent = fmt.Errorf("%w: the budget of the scene is used up", interaction.ErrEnded)

// enter records an event.
func (a *Arena) enter(e Event) {
	e.Step, e.Move = a.watch.steps, a.trace.Moves
	a.trace.Events = append(a.trace.Events, e)
	a.check.see(&e)
}

// move begins a move.
func (a *Arena) move() error {
	a.ready = ""
	if a.check.verdict.Done || a.trace.Moves >= a.scene.Moves || a.watch.steps >= a.scene.Steps {
		return errSpent
	}
	a.trace.Moves++
	return nil
}

// moved ends a move: what is around is recorded.
func (a *Arena) moved(intent string) {
	a.notice()
	a.enter(Event{Intent: intent, Around: a.watch.around()})
}

// Observe implements [controller.Body].
func (a *Arena) Observe(context.Context) (interaction.State, error) { return a.now, nil }

// Bound reports whether the action is done to a thing.
func (a *Arena) Bound(action interaction.Action) bool {
	return a.walker != nil && a.walker.Bound(action)
}

// Actions are those that the body can do.
func (a *Arena) Actions() (out []interaction.Action) {
	for _, x := range a.watch.Spec().Actions {
		out = append(out, x.ID)
	}
	return out
}

// Act implements [controller.Body]: it is a move. The body goes to where the action can be done, if it didn't yet.
func (a *Arena) Act(ctx context.Context, action interaction.Action) (interaction.State, error) {
	if a.walker == nil {
		if err := a.move(); err != nil {
			return a.now, err
		}
		after, err := a.session.Step(ctx, action)
		return a.after(ctx, after, err, "act "+string(action))
	}
	if a.ready != action {
		if err := a.Approach(ctx, action); err != nil {
			return a.now, err
		}
	}
	a.ready = ""
	after, err := a.legs().Do(ctx, action)
	return a.after(ctx, after, err, "act "+string(action))
}

// legs are the body's.
func (a *Arena) legs() controller.Legs {
	return controller.Legs{Walker: a.walker, Facts: a.near, Lost: a.lost}
}

// Approach implements [controller.Placed]: it begins a move, and goes to where the action can be done; if it can, to where
// what stands beside it still does.
func (a *Arena) Approach(ctx context.Context, action interaction.Action) error {
	if a.walker == nil {
		return nil
	}
	if err := a.move(); err != nil {
		return err
	}
	_, err := a.legs().Reach(ctx, action, a.watch.state)
	a.now = a.watch.state
	if err != nil {
		_, err = a.after(ctx, a.now, err, "approach "+string(action))
		return err
	}
	a.ready = action
	return nil
}

// stuck reports whether the body thought again and again without a step of the world: it is called away then.
func (a *Arena) stuck(interaction.State) bool {
	a.notice()
	if a.watch.steps != a.thought {
		a.thought, a.thoughts = a.watch.steps, 0
	}
	a.thoughts++
	return a.thoughts > mostThoughts
}

// mostThoughts is how often that is.
const mostThoughts = 200

// lost reports whether it was called away because it is stuck.
func (a *Arena) lost() bool {
	if a.thoughts <= mostThoughts {
		return false
	}
	a.thoughts = 0
	return true
}

// after takes over what came of a move.
func (a *Arena) after(ctx context.Context, state interaction.State, err error, intent string) (interaction.State, error) {
	if err == nil || interaction.AsFault(err).Class != interaction.FaultLost {
		a.now = a.watch.state
	}
	a.moved(intent)
	if err != nil && ctx.Err() != nil {
		return a.now, ctx.Err()
	}
	if err == nil && a.check.verdict.Done {
		return a.now, nil
	}
	return a.now, err
}

// Return implements [controller.Placed].
func (a *Arena) Return(ctx context.Context, facts []string) (bool, error) {
	if a.walker == nil {
		return false, nil
	}
	if err := a.move(); err != nil {
		return false, err
	}
	was := a.watch.steps
	state, back, err := a.legs().Back(ctx, facts)
	if err == nil && !back && a.watch.steps == was {
		a.trace.Moves-- // it remembers no such place: it didn't go anywhere
		return false, nil
	}
	if err == nil && !back {
		a.moved("return")
		a.now = a.watch.state
		return false, nil
	}
	_, err = a.after(ctx, state, err, "return")
	return err == nil, err
}

// Survive implements [controller.Enduring]: it waits, and the body defends itself.
func (a *Arena) Survive(ctx context.Context, steps int) error {
	if a.walker == nil {
		return interaction.ErrNoWay
	}
	if err := a.move(); err != nil {
		return err
	}
	state, err := a.legs().Survive(ctx, a.watch.state, steps)
	_, err = a.after(ctx, state, err, fmt.Sprintf("wait %d", steps))
	return err
}

// Comes implements [controller.Enduring].
func (a *Arena) Comes(fact string) bool { return a.walker != nil && !slices.Contains(a.near, fact) }

// Steps implements [controller.Enduring].
func (a *Arena) Steps() int {
	if a.walker == nil {
		return 0
	}
	return a.walker.Steps()
}

// Travel implements [controller.Enduring].
func (a *Arena) Travel(ctx context.Context, cells int) (bool, error) {
	if a.walker == nil {
		return false, nil
	}
	from := a.watch.around()
	heading := a.rng.Float64() * 2 * math.Pi
	for range controller.Turns(cells) {
		if err := a.move(); err != nil {
			return false, err
		}
		got, err := a.onward(ctx, heading)
		if _, err = a.after(ctx, a.watch.state, err, "travel"); err != nil {
			return false, err
		}
		if a.watch.around().off(from) >= float64(cells) {
			return true, nil
		}
		if !got {
			heading += math.Pi/3 + a.rng.Float64()*math.Pi/3
		}
	}
	return false, nil
}

// watcher is the world of an arena, as it records it.
type watcher struct {
	interaction.World
	arena *Arena
	inner interaction.Session
	state interaction.State
	steps int
}

// Open implements [interaction.World].
func (w *watcher) Open(ctx context.Context) (interaction.Session, error) {
	s, err := w.World.Open(ctx)
	if err != nil {
		return nil, err
	}
	w.inner = s
	if see, ok := s.(interaction.Seer); ok {
		return &watchedSeer{watched{s, w}, see}, nil
	}
	return &watched{s, w}, nil
}

// around is what is so around the agent; nil: there is no map.
func (w *watcher) around() *Around {
	if s, ok := w.inner.(land.Surveyor); ok {
		return around(s.Survey())
	}
	return nil
}

// watched is a session that is recorded.
type watched struct {
	interaction.Session
	world *watcher
}

// watchedSeer is one that also has a view.
type watchedSeer struct {
	watched
	see interaction.Seer
}

// Look implements [interaction.Seer].
func (s *watchedSeer) Look() interaction.Sight { return s.see.Look() }

// Begin implements [interaction.Session].
func (s *watched) Begin(ctx context.Context, start interaction.State, seed uint64) (interaction.State, error) {
	state, err := s.Session.Begin(ctx, start, seed)
	s.world.state = state
	return state, err
}

// look is how many steps pass between two looks of the judge.
const look = 5

// Step implements [interaction.Session].
func (s *watched) Step(ctx context.Context, action interaction.Action) (interaction.State, error) {
	w := s.world
	if w.steps >= w.arena.scene.Steps || w.arena.check.verdict.Done {
		return w.state, errSpent
	}
	before := w.state
	state, err := s.Session.Step(ctx, action)
	w.steps++
	w.arena.trace.act(action)
	if err != nil && !errors.Is(err, interaction.ErrEnded) {
		return state, err
	}
	w.state = state
	if e := happened(w.World, w.steps, action, interaction.Changes(before, state)); e != nil {
		e.Around = w.around()
		w.arena.enter(*e)
	}
	return state, err
}
