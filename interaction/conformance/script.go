package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// Op is one of the calls that a world and its sessions get.
type Op string

// The calls of [interaction.World] and [interaction.Session].
const (
	OpOpen  Op = "open"
	OpBegin Op = "begin"
	OpStep  Op = "step"
	OpClose Op = "close"
)

// Call is a call that a [Script] got.
type Call struct {
	// N counts the calls of the whole world, from one.
	N  int
	Op Op
	// Session counts the sessions of the world, from one; zero when Op is OpOpen.
	Session int
	// Start is what the session was last told to start from.
	Start interaction.State
	// Action is what it is told to do; empty unless Op is OpStep.
	Action interaction.Action
}

// Mishap is what goes wrong in a call.
type Mishap string

// The mishaps. Whatever waits for the context, for Close or for nothing at all ends
// with [Script.Release] at the latest.
const (
	// None: the call does what it should.
	None Mishap = ""
	// Hang: the call waits until its context is done or the session is closed, and
	// ends the session. Close, which has no context, waits for Release.
	Hang Mishap = "hang"
	// Deaf: the call waits for Release, whatever becomes of its context, and then
	// answers as if nothing had been the matter: too late.
	Deaf Mishap = "deaf"
	// Die: the call fails with an error that is no [interaction.Fault], and so does
	// whatever is asked of the session later.
	Die Mishap = "die"
	// Refuse: the call fails; the session can go on.
	Refuse Mishap = "refuse"
	// Panic: the call panics.
	Panic Mishap = "panic"
	// Stray: Begin starts with a log more than it was told to, and says so. Other calls do
	// what they should.
	Stray Mishap = "stray"
)

// Mishaps returns all mishaps that break a trial: all but [None] and [Stray].
func Mishaps() []Mishap { return []Mishap{Hang, Deaf, Die, Refuse, Panic} }

// FailCall makes the n-th call, counting from one, go wrong.
func FailCall(n int, m Mishap) func(Call) Mishap {
	return func(c Call) Mishap {
		if c.N == n {
			return m
		}
		return None
	}
}

// maxSweep is a number of calls that no sweep should need.
const maxSweep = 10_000

// Sweep calls run again and again: in the first run the world's first call goes
// wrong, in the second its second, and so on until a run had no call left to go
// wrong. Each run must make one [Script] with fail. It returns the number of runs.
func Sweep(t *testing.T, m Mishap, run func(t *testing.T, fail func(Call) Mishap)) int {
	t.Helper()
	for n := 1; ; n++ {
		var reached atomic.Bool
		ok := t.Run(fmt.Sprintf("%s-at-call-%d", m, n), func(t *testing.T) {
			run(t, func(c Call) Mishap {
				if c.N != n {
					return None
				}
				reached.Store(true)
				return m
			})
		})
		if !ok || !reached.Load() {
			return n
		}
		if n == maxSweep {
			t.Fatalf("%s: after %d runs there is still a call to go wrong", m, n)
		}
	}
}

// The items of a [Script].
const (
	Berry  = "berry"
	Log    = "log"
	Planks = "planks"
)

// The actions of a [Script].
const (
	// Chop gives one log.
	Chop interaction.Action = "a"
	// Saw makes two logs into one of planks; with fewer logs nothing happens.
	Saw interaction.Action = "b"
	// Pick gives up to three berries, as the seed has it.
	Pick interaction.Action = "c"
	// Rest does nothing.
	Rest interaction.Action = "d"
)

// Script is a tiny world in memory whose sessions can be told to break. Beyond that
// it keeps its users honest: see [Script.Misuse] and [Script.Sessions]. It is safe
// for concurrent use; inside a testing/synctest bubble it must be made there.
type Script struct {
	fail    func(Call) Mishap
	hung    chan Call
	release chan struct{}
	once    sync.Once

	mu                 sync.Mutex
	calls, opened, now int
	misuse             []error
}

var _ interaction.World = (*Script)(nil)

// NewScript returns a world in which each call is put before fail, which says what
// goes wrong. It may be called from several goroutines; nil: nothing goes wrong.
func NewScript(fail func(Call) Mishap) *Script {
	return &Script{fail: fail, hung: make(chan Call, maxSweep), release: make(chan struct{})}
}

// Spec implements [interaction.World].
func (w *Script) Spec() interaction.Spec {
	return interaction.Spec{
		ID:          "script",
		Fingerprint: "script-1",
		Actions:     []interaction.ActionSpec{{ID: Chop}, {ID: Saw, Unlock: []string{Log}}, {ID: Pick}, {ID: Rest}},
		Caps:        interaction.Caps{Starts: interaction.AnyStart, Seeds: true},
	}
}

// rule is what an action does to what there is, and whether there is such an action.
func rule(a interaction.Action, now interaction.State, seed uint64) (interaction.State, bool) {
	gain := func(name string, n int) interaction.Change {
		return interaction.Change{Factor: name, From: now.Level(name), To: now.Level(name) + n}
	}
	switch {
	case a == Chop:
		return now.After([]interaction.Change{gain(Log, 1)}), true
	case a == Saw && now.Level(Log) >= 2:
		return now.After([]interaction.Change{gain(Log, -2), gain(Planks, 1)}), true
	case a == Pick && seed%4 > 0:
		return now.After([]interaction.Change{gain(Berry, int(seed%4))}), true
	}
	return now, slices.Contains([]interaction.Action{Saw, Pick, Rest}, a)
}

// Expect is the outcome of a trial with one of the world's actions and items when
// nothing goes wrong in a run with this seed.
func (w *Script) Expect(t interaction.Trial, run uint64) interaction.Outcome {
	after, _ := rule(t.Action, t.Start, t.Key().Seed(run))
	return t.Completed(t.Start, after)
}

// Hung receives each call that begins to hang.
func (w *Script) Hung() <-chan Call { return w.hung }

// Release ends whatever hangs, now and later. It may be called again.
func (w *Script) Release() { w.once.Do(func() { close(w.release) }) }

// Calls is the number of calls that the world and its sessions got.
func (w *Script) Calls() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.calls
}

// Sessions is how many sessions were opened in all, and how many still are.
func (w *Script) Sessions() (opened, now int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.opened, w.now
}

// Misuse says what users of the world did that they must not do: used a session
// from two goroutines at once, or stepped before it began. Nil: nothing.
func (w *Script) Misuse() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return errors.Join(w.misuse...)
}

func (w *Script) blame(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.misuse = append(w.misuse, fmt.Errorf(format, args...))
}

// begin counts a call and says what goes wrong in it.
func (w *Script) begin(c Call) (Call, Mishap) {
	w.mu.Lock()
	w.calls++
	c.N = w.calls
	w.mu.Unlock()
	if w.fail == nil {
		return c, None
	}
	return c, w.fail(c)
}

var errDied = errors.New("conformance: the session died")

// suffer does what a mishap does. Calls that go on afterwards get no error.
func (w *Script) suffer(c Call, m Mishap, ctx <-chan struct{}, closed <-chan struct{}) error {
	switch m {
	case Hang:
		w.hung <- c
		select {
		case <-ctx:
		case <-closed:
		case <-w.release:
		}
		return &interaction.Fault{Class: interaction.FaultTimeout, Dead: true, Err: errors.New("conformance: the call hung")}
	case Deaf:
		w.hung <- c
		<-w.release
	case Die:
		return errDied
	case Refuse:
		return &interaction.Fault{Class: interaction.FaultRefused, Err: errors.New("conformance: the call was refused")}
	case Panic:
		panic(fmt.Sprintf("conformance: call %d (%s) panics, as it was told to", c.N, c.Op))
	}
	return nil
}

// Open implements [interaction.World].
func (w *Script) Open(ctx context.Context) (interaction.Session, error) {
	c, m := w.begin(Call{Op: OpOpen})
	if err := w.suffer(c, m, ctx.Done(), nil); err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.opened++
	w.now++
	return &scripted{w: w, id: w.opened, closed: make(chan struct{})}, nil
}

// scripted is a session of a Script.
type scripted struct {
	w      *Script
	id     int
	busy   atomic.Bool
	closed chan struct{}
	once   sync.Once

	// Of the goroutine that uses the session.
	start, state interaction.State
	seed         uint64
	ready, dead  bool
}

// enter is how Begin and Step start. The call is over if it gives an error; leave
// must be called in any case.
func (s *scripted) enter(ctx context.Context, c Call) (m Mishap, err error) {
	if !s.busy.CompareAndSwap(false, true) {
		s.w.blame("session %d: %s while another call runs", s.id, c.Op)
	}
	if c.Op == OpBegin {
		s.start, s.state = c.Start, interaction.State{}
	}
	c.Session, c.Start = s.id, s.start
	c, m = s.w.begin(c)
	select {
	case <-s.closed:
		return None, &interaction.Fault{Class: interaction.FaultLost, Dead: true, Err: errors.New("conformance: the session is closed")}
	default:
	}
	if s.dead {
		return None, errDied
	}
	if ctx.Err() != nil {
		return None, &interaction.Fault{Class: interaction.FaultTimeout, Err: ctx.Err()}
	}
	err = s.w.suffer(c, m, ctx.Done(), s.closed)
	s.dead = m == Hang || m == Die
	return m, err
}

func (s *scripted) leave() { s.busy.Store(false) }

// Begin implements [interaction.Session].
func (s *scripted) Begin(ctx context.Context, start interaction.State, seed uint64) (interaction.State, error) {
	defer s.leave()
	m, err := s.enter(ctx, Call{Op: OpBegin, Start: start})
	if err != nil {
		return interaction.State{}, err
	}
	for _, a := range start.Amounts() {
		if !slices.Contains([]string{Berry, Log, Planks}, a.Name) {
			return interaction.State{}, &interaction.Fault{Class: interaction.FaultStart, Err: fmt.Errorf("conformance: no item %q", a.Name)}
		}
	}
	s.state, s.seed, s.ready = start, seed, true
	if m == Stray {
		s.state, _ = rule(Chop, start, 0)
	}
	return s.state, nil
}

// Step implements [interaction.Session].
func (s *scripted) Step(ctx context.Context, action interaction.Action) (interaction.State, error) {
	defer s.leave()
	if _, err := s.enter(ctx, Call{Op: OpStep, Action: action}); err != nil {
		return interaction.State{}, err
	}
	if !s.ready {
		s.w.blame("session %d: step before begin", s.id)
	}
	after, ok := rule(action, s.state, s.seed)
	if !ok {
		return interaction.State{}, &interaction.Fault{Class: "action", Err: fmt.Errorf("conformance: no action %q", strings.ToValidUTF8(string(action), "?"))}
	}
	s.state = after
	return s.state, nil
}

// Close implements [interaction.Session].
func (s *scripted) Close() error {
	c, m := s.w.begin(Call{Op: OpClose, Session: s.id})
	s.once.Do(func() {
		close(s.closed)
		s.w.mu.Lock()
		s.w.now--
		s.w.mu.Unlock()
	})
	return s.w.suffer(c, m, nil, nil)
}
