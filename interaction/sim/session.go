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
	// FaultRefused: the world refused to act; the session can go on.
	FaultRefused = "refused"
)

// session plays a world. Its inventory is an array over all items of the world.
// The arrays of stocks cut from a catalog are kept and follow it as it grows, so
// that a start state costs only its overrides.
type session struct {
	world *World
	rules *World // those that are in force: the world's, or those it drifted to
	rng   rng
	phase int               // the hidden one
	state interaction.State // what the inventory is

	layer   *layer
	layers  map[ground]*layer
	delta   []int               // of the running Act; zero between calls
	changed []int32             // items where delta may not be zero
	scratch []interaction.Stack // for State.With
	dead    bool                // a fault ended the session
	ended   atomic.Bool         // Close was called
	end     chan struct{}       // closed by Close
	once    sync.Once
}

// ground is what stocks of one layer have in common.
type ground struct {
	catalog *interaction.Catalog
	each    int
}

// layer is an inventory made of a stock and what differs from it.
type layer struct {
	stock   *interaction.Stock
	counts  []int   // by item of the world
	base    []int   // what counts is without overrides
	touched []int32 // items where counts may differ from base
	item    []int32 // stock index -> item of the world, or -1
	alien   []int   // stock indices of unknown items, ascending
}

func newSession(w *World) *session {
	s := &session{
		world:  w,
		rules:  w,
		layers: map[ground]*layer{},
		delta:  make([]int, len(w.items)),
		end:    make(chan struct{}),
	}
	s.use(s.state.Stock())
	return s
}

// use makes the stock the base of the inventory.
func (s *session) use(stock *interaction.Stock) {
	var g ground
	g.catalog, g.each = stock.Uniform()
	l := s.layers[g]
	if l == nil || g.catalog == nil && l.stock != stock {
		n := len(s.world.items)
		l = &layer{counts: make([]int, n), base: make([]int, n)}
		s.layers[g] = l
	}
	s.layer = l
	l.clear()
	if l.stock == stock {
		return
	}
	// The stocks of a catalog differ in their length only.
	was, is := 0, stock.Len()
	if l.stock != nil {
		was = l.stock.Len()
	}
	s.translate(l, stock, is)
	for i := min(was, is); i < max(was, is); i++ {
		if id := l.item[i]; id >= 0 {
			n := 0
			if i < is {
				n = stock.Count(i)
			}
			l.base[id], l.counts[id] = n, n
		}
	}
	l.stock = stock
}

// translate finds the world's numbers of the first n items of the stock's catalog.
func (s *session) translate(l *layer, stock *interaction.Stock, n int) {
	for i := len(l.item); i < n; i++ {
		id, ok := s.world.index[stock.Name(i)]
		if !ok {
			id = -1
			l.alien = append(l.alien, i)
		}
		l.item = append(l.item, id)
	}
}

// clear takes back what differs from the stock.
func (l *layer) clear() {
	for _, id := range l.touched {
		l.counts[id] = l.base[id]
	}
	l.touched = l.touched[:0]
}

// aliens counts the unknown items that the stock holds.
func (l *layer) aliens() int {
	n := 0
	for _, i := range l.alien {
		if i < l.stock.Len() && l.stock.Count(i) > 0 {
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

// Reset implements [interaction.Session]. A start that holds an item the world
// doesn't know is a fault of class [interaction.FaultStart]; the session can go on
// and holds nothing.
func (s *session) Reset(ctx context.Context, start interaction.State, seed uint64) (interaction.State, error) {
	if err := s.ready(ctx); err != nil {
		return interaction.State{}, err
	}
	s.rng = rng(seed)
	s.turn()
	stock, over := start.Stock(), start.Overrides()
	s.use(stock)
	l := s.layer
	aliens := l.aliens()
	if n := len(over); n > 0 {
		s.translate(l, stock, over[n-1].Index+1)
	}
	for _, o := range over {
		id := l.item[o.Index]
		if id < 0 {
			if o.Count > 0 {
				return s.unknown(start)
			}
			if stock.Count(o.Index) > 0 {
				aliens--
			}
			continue
		}
		l.counts[id] = o.Count
		l.touched = append(l.touched, id)
	}
	if aliens > 0 {
		return s.unknown(start)
	}
	for _, st := range start.Extra() {
		id, ok := s.world.index[st.Item]
		if !ok {
			return s.unknown(start)
		}
		l.counts[id] = st.Count
		l.touched = append(l.touched, id)
	}
	s.state = start
	return start, nil
}

// unknown empties the session and reports what the world doesn't know.
func (s *session) unknown(start interaction.State) (interaction.State, error) {
	var err error
	for _, st := range start.Stacks() {
		if _, ok := s.world.index[st.Item]; !ok {
			err = fmt.Errorf("world %s has no item %q%s", s.world.spec.ID, st.Item, meant(st.Item, s.world.items))
			break
		}
	}
	s.state = interaction.State{}
	s.use(s.state.Stock())
	return s.state, &interaction.Fault{Class: interaction.FaultStart, Err: err}
}

// Act implements [interaction.Session]. Its faults are [FaultAction] for an
// unknown action and those that the world file asks for.
func (s *session) Act(ctx context.Context, name interaction.Action) (interaction.State, error) {
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
				if s.happens(&ways[w].outcome) {
					s.take(&ways[w])
				}
				break
			}
		}
	}
	for k := range a.ambient {
		s.happens(&a.ambient[k])
	}
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

// happens rolls the chance of an outcome and gives what it gives.
func (s *session) happens(o *outcome) bool {
	if o.chance > 0 && s.rng.draw() >= o.chance {
		return false
	}
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
		s.change(g.item, n)
	}
	return true
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

func (s *session) change(item int32, n int) {
	s.delta[item] += n
	s.changed = append(s.changed, item)
}

// settle makes the inventory what the changes made of it.
func (s *session) settle() {
	if len(s.changed) == 0 {
		return
	}
	s.scratch = s.scratch[:0]
	for _, id := range s.changed {
		if d := s.delta[id]; d != 0 {
			s.delta[id] = 0
			s.layer.counts[id] += d
			s.layer.touched = append(s.layer.touched, id)
			s.scratch = append(s.scratch, interaction.Stack{Item: s.world.items[id], Count: d})
		}
	}
	s.changed = s.changed[:0]
	s.state = s.state.With(s.scratch)
}

// breakDown does what a fault of this kind does.
func (s *session) breakDown(ctx context.Context, kind FaultKind) error {
	switch kind {
	case Timeout:
		return s.wait(ctx, 0)
	case Refused:
		return &interaction.Fault{Class: FaultRefused, Err: errors.New("the world refused to act")}
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
