package sim

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/adam-discovery/adam/interaction"
)

// Classes of faults of this package's sessions, beside those of package
// interaction.
const (
	// FaultAction: the world has no such action.
	FaultAction = "action"
)

// session plays a world. Its levels are an array over all factors of the world. The
// arrays of bases cut from one vocabulary are kept and follow it as it grows, so that a
// start costs only what differs from its base.
type session struct {
	world *World
	rules *World // those that are in force: the world's, or those it drifted to
	rng   rng
	phase int               // the hidden one
	state interaction.State // what the start is

	layer   *layer
	layers  map[ground]*layer
	delta   []int                // of the running Step; zero between calls
	changed []int32              // factors where delta may not be zero
	scratch []interaction.Change // for State.After
	dead    bool                 // a fault ended the session
	ended   atomic.Bool          // Close was called
	end     chan struct{}        // closed by Close
	once    sync.Once
}

// ground is what the bases of one layer have in common.
type ground struct {
	vocabulary *interaction.Vocabulary
	tier       interaction.Tier
}

// layer is the levels that a base gives, and what differs from it.
type layer struct {
	base    interaction.Base
	counts  []int   // by factor of the world
	plain   []int   // what counts is without exceptions
	touched []int32 // factors where counts may differ from plain
	item    []int32 // number in the vocabulary -> factor of the world, or -1
	alien   []int   // numbers of unknown factors, ascending
}

func newSession(w *World) *session {
	s := &session{
		world:  w,
		rules:  w,
		layers: map[ground]*layer{},
		delta:  make([]int, len(w.names)),
		end:    make(chan struct{}),
	}
	s.use(s.state.Base)
	return s
}

// use makes the base the ground of the levels.
func (s *session) use(base interaction.Base) {
	g := ground{base.Vocabulary(), base.Tier()}
	l := s.layers[g]
	if l == nil {
		n := len(s.world.names)
		l = &layer{counts: make([]int, n), plain: make([]int, n)}
		s.layers[g] = l
	}
	s.layer = l
	l.clear()
	if l.base == base {
		return
	}
	was, is := l.base.Len(), base.Len() // in nothing else do they differ
	l.base = base
	s.translate(l, is)
	for i := min(was, is); i < max(was, is); i++ {
		if id := l.item[i]; id >= 0 {
			l.plain[id] = base.At(i)
			l.counts[id] = l.plain[id]
		}
	}
}

// translate finds the world's numbers of the first n factors of the base's vocabulary.
func (s *session) translate(l *layer, n int) {
	for i := len(l.item); i < n; i++ {
		id, ok := s.world.index[l.base.Vocabulary().Name(i)]
		if !ok {
			id = -1
			l.alien = append(l.alien, i)
		}
		l.item = append(l.item, id)
	}
}

// clear takes back what differs from the base.
func (l *layer) clear() {
	for _, id := range l.touched {
		l.counts[id] = l.plain[id]
	}
	l.touched = l.touched[:0]
}

// aliens counts the unknown factors that the base holds.
func (l *layer) aliens() int {
	n := 0
	for _, i := range l.alien {
		if l.base.At(i) > 0 {
			n++
		}
	}
	return n
}

// ready reports why the session can't do anything.
func (s *session) ready(ctx context.Context) error {
	switch {
	case s.ended.Load():
		return &interaction.Fault{Class: interaction.FaultLost, Dead: true, Err: errors.New("the session is closed")}
	case s.dead:
		return &interaction.Fault{Class: interaction.FaultLost, Dead: true, Err: errors.New("the session was lost before")}
	}
	if err := ctx.Err(); err != nil {
		return &interaction.Fault{Class: interaction.FaultTimeout, Err: err}
	}
	return nil
}

// Begin implements [interaction.Session]. A start that holds a factor the world doesn't
// know, more of one than it has, or what it excludes, is a fault of class
// [interaction.FaultStart]; the session can go on and holds nothing. The levels of fixed
// factors are drawn.
func (s *session) Begin(ctx context.Context, wish interaction.State, seed uint64) (interaction.State, error) {
	return s.begin(ctx, wish, seed, true)
}

// Resumer is a session that can go on from a state that something else than its actions has led to.
type Resumer interface {
	interaction.Session
	// Resume is as Begin, but for the levels of fixed factors, which stay as they are, unless they are to be drawn.
	Resume(ctx context.Context, at interaction.State, seed uint64, draw bool) (interaction.State, error)
}

// Resume implements [Resumer].
func (s *session) Resume(ctx context.Context, at interaction.State, seed uint64, draw bool) (interaction.State, error) {
	return s.begin(ctx, at, seed, draw)
}

func (s *session) begin(ctx context.Context, wish interaction.State, seed uint64, draw bool) (interaction.State, error) {
	if err := s.ready(ctx); err != nil {
		return interaction.State{}, err
	}
	s.rng = rng(seed)
	s.turn()
	s.use(wish.Base)
	l, over := s.layer, wish.Over()
	aliens := l.aliens()
	if n := len(over); n > 0 {
		s.translate(l, over[n-1].Factor+1)
	}
	for _, o := range over {
		id := l.item[o.Factor]
		if id < 0 {
			if o.Level > 0 {
				return s.unknown(wish)
			}
			if l.base.At(o.Factor) > 0 {
				aliens--
			}
			continue
		}
		l.counts[id] = o.Level
		l.touched = append(l.touched, id)
	}
	if aliens > 0 {
		return s.unknown(wish)
	}
	for _, a := range wish.Extra() {
		id, ok := s.world.index[a.Name]
		if !ok {
			return s.unknown(wish)
		}
		l.counts[id] = a.Level
		l.touched = append(l.touched, id)
	}
	s.state = wish
	if s.world.limits != nil {
		if draw {
			s.draw()
		}
		if err := s.world.limits.fault(s.world, l.counts, s.delta); err != nil {
			return s.refuse(err)
		}
	}
	return s.state, nil
}

// draw gives the fixed factors the levels that the seed says.
func (s *session) draw() {
	l := s.world.limits
	if len(l.fixed) == 0 {
		return
	}
	for _, id := range l.fixed {
		s.change(id, s.rng.below(max(l.top[id], 1)+1)-s.layer.counts[id])
	}
	s.settle()
}

// unknown empties the session and reports what the world doesn't know.
func (s *session) unknown(wish interaction.State) (interaction.State, error) {
	var err error
	for _, a := range wish.Amounts() {
		if _, ok := s.world.index[a.Name]; !ok {
			err = fmt.Errorf("world %s has no factor %q%s", s.world.spec.ID, a.Name, interaction.Meant(a.Name, s.world.names))
			break
		}
	}
	return s.refuse(err)
}

// refuse empties the session and reports why it doesn't begin as it was wished.
func (s *session) refuse(err error) (interaction.State, error) {
	s.state = interaction.State{}
	s.use(s.state.Base)
	return s.state, &interaction.Fault{Class: interaction.FaultStart, Err: err}
}

// Step implements [interaction.Session]. Its faults are [FaultAction] for an
// unknown action and those that the world file asks for.
func (s *session) Step(ctx context.Context, name interaction.Action) (interaction.State, error) {
	if err := s.ready(ctx); err != nil {
		return interaction.State{}, err
	}
	i, ok := actionIndex(name, len(s.world.actions))
	if !ok {
		return interaction.State{}, &interaction.Fault{Class: FaultAction, Err: fmt.Errorf("world %s has no action %q", s.world.spec.ID, name)}
	}
	if s.drifted() {
		s.rules = s.world.drift.to
		s.turn()
	}
	file := s.rules.file
	if file.Faults.Chance > 0 && s.rng.draw() < threshold(file.Faults.Chance) {
		return interaction.State{}, s.breakDown(ctx, file.Faults.Kinds[s.rng.below(len(file.Faults.Kinds))])
	}
	if file.Latency > 0 {
		if err := s.wait(ctx, file.Latency); err != nil {
			return interaction.State{}, err
		}
	}
	a := &s.rules.actions[i]
	for e := range a.effects {
		if a.effects[e].phases>>s.phase&1 == 0 {
			continue
		}
		ways := a.effects[e].ways
		for w := range ways {
			if ways[w].open(s.layer.counts) {
				if s.rolls(&ways[w].outcome) {
					s.take(&ways[w])
					s.gift(&ways[w].outcome)
				}
				break
			}
		}
	}
	for k := range a.ambient {
		if s.rolls(&a.ambient[k]) {
			s.gift(&a.ambient[k])
		}
	}
	s.outlive(a)
	s.settle()
	if lasts := file.Hidden.Lasts; lasts > 0 && s.rng.below(lasts) == 0 {
		s.turn()
	}
	return s.state, nil
}

// turn draws the hidden phase, if there is one.
func (s *session) turn() {
	phases := s.rules.file.Hidden.Phases
	s.phase = 0
	if len(phases) == 0 {
		return
	}
	d, sum := s.rng.draw(), 0.0
	for ; s.phase < len(phases)-1; s.phase++ {
		if sum += phases[s.phase].Share; d < threshold(sum) {
			break
		}
	}
}

// rolls the chance of an outcome.
func (s *session) rolls(o *outcome) bool { return o.chance == 0 || s.rng.draw() < o.chance }

// gift gives what the outcome gives.
func (s *session) gift(o *outcome) {
	for i := range o.gives {
		g := &o.gives[i]
		n := g.fixed
		if n == 0 {
			d, last := s.rng.draw(), len(g.upto)-1
			k := 0
			for k < last && d >= g.upto[k] {
				k++
			}
			n = g.count[k]
		}
		s.give(g.item, n)
	}
}

// take uses up what a way consumes.
func (s *session) take(w *way) {
	for _, t := range w.takes {
		s.change(t.item, -t.count)
	}
	for i := range w.groups {
		g := &w.groups[i]
		if !g.takes {
			continue
		}
		left := g.count
		for m := 0; m < len(g.members) && left > 0; m++ {
			n := g.spare(s.layer.counts, m)
			if g.one && n < g.count {
				continue
			}
			if n = min(n, left); n > 0 {
				s.change(g.members[m], -n)
				left -= n
			}
		}
	}
}

func (s *session) change(id int32, n int) {
	s.delta[id] += n
	s.changed = append(s.changed, id)
}

// give is a gift: of a fact at least that level, of anything else so much more.
func (s *session) give(id int32, n int) {
	l := s.world.limits
	if l == nil {
		s.change(id, n)
		return
	}
	counts, now := s.layer.counts, s.layer.counts[id]+s.delta[id]
	to := now + n
	if l.kind[id] == interaction.Fact {
		to = max(now, n)
		if x := l.of[id]; x >= 0 { // what it excludes ends, as far as there has to be room
			r := &l.rooms[x]
			over := l.taken(r, counts, s.delta) + l.stack[id].Slots(to) - l.stack[id].Slots(now) - r.slots
			for _, other := range r.members {
				if held := counts[other] + s.delta[other]; other != id && held > 0 && over > 0 {
					s.change(other, -held)
					over -= l.stack[other].Slots(held)
				}
			}
		}
	}
	s.change(id, max(now, l.fit(id, to, counts, s.delta))-now)
}

// outlive ends the facts that don't outlast the action, but for what it brought about.
func (s *session) outlive(a *action) {
	for _, id := range a.ends {
		if s.delta[id] <= 0 {
			s.change(id, -s.layer.counts[id]-s.delta[id])
		}
	}
}

// settle makes the levels what the changes made of them.
func (s *session) settle() {
	if len(s.changed) == 0 {
		return
	}
	s.scratch = s.scratch[:0]
	for _, id := range s.changed {
		if d := s.delta[id]; d != 0 {
			s.delta[id] = 0
			was := s.layer.counts[id]
			s.layer.counts[id] = was + d
			s.layer.touched = append(s.layer.touched, id)
			s.scratch = append(s.scratch, interaction.Change{Factor: s.world.names[id], From: was, To: was + d})
		}
	}
	s.changed = s.changed[:0]
	s.state = s.state.After(s.scratch)
}

// breakDown does what a fault of this kind does.
func (s *session) breakDown(ctx context.Context, kind FaultKind) error {
	switch kind {
	case Timeout:
		return s.wait(ctx, 0)
	case Refused:
		return &interaction.Fault{Class: interaction.FaultRefused, Err: errors.New("the world refused to act")}
	default:
		s.dead = true
		return &interaction.Fault{Class: interaction.FaultLost, Dead: true, Err: errors.New("the connection to the world was lost")}
	}
}

// wait waits for d, or for ever if d is zero. What cuts it short is a fault; a
// session that was cut short is in an unknown state and dead.
func (s *session) wait(ctx context.Context, d time.Duration) error {
	var over <-chan time.Time
	if d > 0 {
		t := time.NewTimer(d)
		defer t.Stop()
		over = t.C
	}
	f := &interaction.Fault{Class: interaction.FaultTimeout, Dead: true}
	select {
	case <-over:
		return nil
	case <-ctx.Done():
		f.Err = ctx.Err()
	case <-s.end:
		f.Class, f.Err = interaction.FaultLost, errors.New("the session was closed")
	}
	s.dead = true
	return f
}

// Close implements [interaction.Session]: it also ends an Act that waits. It may
// be called again.
func (s *session) Close() error {
	s.once.Do(func() {
		s.ended.Store(true)
		close(s.end)
	})
	return nil
}
