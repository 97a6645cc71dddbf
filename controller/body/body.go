package body

import (
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
	n := len(w.ground.Things)
	s := &session{Seer: seer, ground: w.ground, drifts: map[string]bool{}, shunned: map[point]bool{}, blows: map[string]int{}, taught: make([]habit, n), habits: make([]habit, n), becomes: make([]int, n)}
	for _, f := range w.spec.Factors {
		if f.Kind == interaction.Vital {
			s.vitals, s.tops = append(s.vitals, f.Name), append(s.tops, f.Max)
		}
		if f.Kind == interaction.Vital || f.Kind == interaction.Fact && !slices.ContainsFunc(w.ground.Things, func(t interaction.Thing) bool { return t.Near == f.Name }) {
			s.free = append(s.free, f.Name)
		}
	}
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
	ground *interaction.Ground
	vitals []string
	tops   []int              // of vitals
	felt   []interaction.Felt // by vital
	free   []string           // vitals, and facts that don't hold beside things
	drifts map[string]bool    // those of them that rise while the agent only moves or waits
	blows  map[string]int     // how often vitals fell at once
	state  interaction.State
	atlas  atlas
	at     point
	was    point // before the latest step
	sight  interaction.Sight
	before []int // what was seen before the step
	steps  int

	taught     []habit // by thing, as other lives learned
	habits     []habit // and with what this one did
	becomes    []int   // by thing: what was there after it was acted on, if that could be walked on; else Unseen
	puts       []put   // what actions put down, in order of first coming
	taughtPuts []put
	bears      []put         // by what puts something down: on what that was seen to be put
	laid       map[point]int // what the agent put down where
	beds       []bed
	marked     map[string]point // places, by the names that they were given
	forgetful  bool             // it has no memory of places
	straight   bool             // it explores straight on
	heading    [2]float64       // in which it does, a unit vector or zero
	wild       []int            // by thing: in how many cells it was what was seen there first

	away     func(interaction.State) bool
	witness  func(a interaction.Action, before, after interaction.State)
	threats  []point // what it is better to keep away from, in sight
	strayed  bool
	gone     bool // by the latest action
	fighting bool
	struck   bool            // by the last step
	haunts   []map[int16]int // by thing that roams: how often it was seen on each ground
	quest    []int           // the things that are looked for
	shunned  map[point]bool  // where a shelter was begun in vain
	burrowed bool
	den      map[point]bool // while it is: the cells that it can walk on
}

// put is an action that put down what can't be walked on.
type put struct {
	action interaction.Action
	thing  int
}

// actFault is the class of faults of an action for which no place was found.
const actFault = "way"

// Begin implements [interaction.Session].
func (s *session) Begin(ctx context.Context, start interaction.State, seed uint64) (interaction.State, error) {
	state, err := s.Seer.Begin(ctx, start, seed)
	if err != nil {
		return state, err
	}
	s.atlas.clear()
	copy(s.habits, s.taught)
	for i := range s.becomes {
		s.becomes[i] = interaction.Unseen
	}
	s.puts = append(s.puts[:0], s.taughtPuts...)
	s.felt = make([]interaction.Felt, len(s.vitals))
	s.state, s.at, s.was, s.steps, s.fighting = state, point{}, point{}, 0, false
	s.burrowed = false
	s.beds, s.wild, s.laid = s.beds[:0], make([]int, len(s.ground.Things)), map[point]int{}
	s.marked, s.heading = map[string]point{}, [2]float64{}
	s.haunts = make([]map[int16]int, len(s.ground.Things))
	for i := range s.haunts {
		s.haunts[i] = map[int16]int{}
	}
	s.sight = s.Look()
	s.before = append(s.before[:0], s.sight.Cells...)
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
	if s.beset() {
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
		s.drift(from)
		s.look(s.at) // nothing was done to what is ahead
	}
	return s.state, err
}

// Felt implements [interaction.Walker].
func (s *session) Felt() map[string]interaction.Felt {
	out := map[string]interaction.Felt{}
	for i, v := range s.vitals {
		if i < len(s.felt) && s.felt[i] != (interaction.Felt{}) {
			out[v] = s.felt[i]
		}
	}
	return out
}

// Roams implements [interaction.Walker].
func (s *session) Roams(a interaction.Action) bool {
	for i, t := range s.ground.Things {
		if t.Does == a && s.roaming(i) {
			return true
		}
	}
	return false
}

// Near implements [interaction.Walker].
func (s *session) Near(within int) (out []interaction.Action, calm bool) {
	w, h := s.sight.Width/2, s.sight.Height/2
	for dy := -min(within, h); dy <= min(within, h); dy++ {
		for dx := -min(within, w); dx <= min(within, w); dx++ {
			if c := s.sight.At(dx, dy); c >= 0 && (dx != 0 || dy != 0) {
				if a := s.ground.Things[c].Does; a != "" && !slices.Contains(out, a) && !s.spared(point{s.at.x + dx, s.at.y + dy}, c) {
					out = append(out, a)
				}
			}
		}
	}
	return out, len(s.threats) == 0
}

// Call implements [interaction.Walker].
func (s *session) Call(away func(interaction.State) bool) { s.away = away }

// Witness implements [interaction.Walker].
func (s *session) Witness(seen func(a interaction.Action, before, after interaction.State)) {
	s.witness = seen
}

// Bound implements [interaction.Walker].
func (s *session) Bound(a interaction.Action) bool {
	return slices.ContainsFunc(s.ground.Things, func(t interaction.Thing) bool { return t.Does == a })
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
		err = &interaction.Fault{Class: actFault, Err: err}
	}
	return s.state, err
}
