package rpc

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/adam-discovery/adam/interaction"
)

// World is a world in another process, or many: each session is a connection of
// its own.
type World struct {
	dial   func(context.Context) (*conn, error)
	hello  time.Duration // how long a peer may take to introduce itself
	spec   interaction.Spec
	topped []interaction.Factor // those that have a highest level
	labels map[interaction.Action]string

	peer   string  // a command or an address
	errors *folder // what a command's processes say; nil without one

	within atomic.Int64 // how long a begin or a step may take

	mu    sync.Mutex
	idle  *conn           // the first connection, until a session takes it
	until context.Context // sessions end with it; nil: they end when they are closed
}

var (
	_ interaction.World   = (*World)(nil)
	_ interaction.Labeler = (*World)(nil)
)

// helloTime is how long a peer may take to introduce itself, where nothing else is said: games load long.
const helloTime = time.Minute

// Command starts the command by the shell, once for each session, and speaks with
// it over its standard input and output. Of what it writes to standard error the first
// lines are shown, each once, and the last ones in the end. It fails if the command
// can't be started or doesn't introduce itself.
func Command(ctx context.Context, command string) (*World, error) {
	return CommandWithin(ctx, command, helloTime)
}

// CommandWithin is Command where the command may take so long to introduce itself; Command gives it a minute.
func CommandWithin(ctx context.Context, command string, hello time.Duration) (*World, error) {
	if strings.TrimSpace(command) == "" {
		return nil, errors.New("world command: it is empty")
	}
	return commanded(ctx, command, hello, newFolder(os.Stderr))
}

// Again opens the world once more, as if it had not been opened yet: by the same command,
// of which it folds what it writes to standard error with what it wrote before, or at the same
// address.
func (w *World) Again(ctx context.Context) (*World, error) {
	if w.errors != nil {
		return commanded(ctx, w.peer, w.hello, w.errors)
	}
	return Dial(ctx, w.peer)
}

func commanded(ctx context.Context, command string, hello time.Duration, said *folder) (*World, error) {
	w, err := open(ctx, hello, func(context.Context) (*conn, error) {
		p, err := start(command, said)
		if err != nil {
			return nil, err
		}
		return newConn(p), nil
	})
	if err != nil {
		return nil, fmt.Errorf("world command %q: %w", command, err)
	}
	w.peer, w.errors = command, said
	return w, nil
}

// Dial connects to a world at a TCP address, once for each session.
func Dial(ctx context.Context, address string) (*World, error) {
	w, err := open(ctx, helloTime, func(ctx context.Context) (*conn, error) {
		c, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
		if err != nil {
			return nil, err
		}
		return newConn(c), nil
	})
	if err != nil {
		return nil, fmt.Errorf("world at %s: %w", address, err)
	}
	w.peer = address
	return w, nil
}

func open(ctx context.Context, within time.Duration, dial func(context.Context) (*conn, error)) (*World, error) {
	w := &World{dial: dial, hello: within}
	c, hello, err := w.connect(ctx)
	if err != nil {
		return nil, err
	}
	w.idle = c
	w.spec = hello.spec()
	for _, f := range w.spec.Factors {
		if f.Top() > 0 {
			w.topped = append(w.topped, f)
		}
	}
	w.labels = make(map[interaction.Action]string, len(hello.Actions))
	for _, a := range hello.Actions {
		w.labels[a.ID] = a.Label
	}
	return w, nil
}

// connect makes a connection on which the peer has introduced itself.
func (w *World) connect(ctx context.Context) (*conn, worldJSON, error) {
	ctx, cancel := context.WithTimeout(ctx, w.hello)
	defer cancel()
	c, err := w.dial(ctx)
	if err != nil {
		return nil, worldJSON{}, err
	}
	var hello helloResult
	err = c.call(ctx, "hello", helloParams{Protocol}, &hello)
	if err == nil {
		err = hello.check()
	}
	if err != nil {
		_ = c.close() // it is of no use
		return nil, worldJSON{}, err
	}
	return c, hello.World, nil
}

func (h *helloResult) check() error {
	var errs []error
	fault := func(format string, args ...any) {
		errs = append(errs, dead(FaultProtocol, fmt.Errorf("hello: "+format, args...)))
	}
	if h.Protocol == 0 {
		fault("the answer doesn't say which protocol the world speaks")
		return errors.Join(errs...)
	}
	if h.Protocol != Protocol {
		fault("the world speaks protocol %d, and this program protocol %d only", h.Protocol, Protocol)
		return errors.Join(errs...)
	}
	if h.World.ID == "" || h.World.Fingerprint == "" {
		fault("a world needs an id and a fingerprint")
	}
	if !interaction.Plain(h.World.ID + h.World.Fingerprint) {
		fault("the world's id %q or fingerprint %q has control characters", h.World.ID, h.World.Fingerprint)
	}
	if h.World.Caps.Starts == 0 {
		fault("caps.starts is missing: it is any, episodes or one-life")
	}
	spec := h.World.spec()
	if err := spec.Validate(); err != nil {
		fault("%w", err)
	}
	for _, a := range h.World.Actions {
		if !interaction.Plain(string(a.ID) + a.Label + strings.Join(a.Unlock, "")) {
			fault("action %q, %q has control characters", a.ID, a.Label)
			break
		}
	}
	return errors.Join(errs...)
}

// Within bounds how long a begin or a step may take from now on; a session that takes longer is
// dead. Zero, as at first: as long as their contexts allow.
func (w *World) Within(d time.Duration) { w.within.Store(int64(d)) }

// Until ends all sessions that are opened from now on when ctx is done: who waits for an answer then gets a fault. It is for
// callers that pass contexts of their own.
func (w *World) Until(ctx context.Context) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.until = ctx
}

// Spec implements [interaction.World].
func (w *World) Spec() interaction.Spec { return w.spec }

// Label implements [interaction.Labeler].
func (w *World) Label(a interaction.Action) string { return w.labels[a] }

// Open implements [interaction.World]: it connects once more. It fails if the peer
// is of another world by now.
func (w *World) Open(ctx context.Context) (interaction.Session, error) {
	w.mu.Lock()
	c, until := w.idle, w.until
	w.idle = nil
	w.mu.Unlock()
	if c == nil {
		var hello worldJSON
		var err error
		if c, hello, err = w.connect(ctx); err != nil {
			return nil, err
		}
		if hello.ID != w.spec.ID || hello.Fingerprint != w.spec.Fingerprint {
			_ = c.close() // it is of no use
			return nil, dead(FaultProtocol, fmt.Errorf("the peer was %s (%s) and is %s (%s) now",
				w.spec.ID, w.spec.Fingerprint, hello.ID, hello.Fingerprint))
		}
	}
	one := session{conn: c, world: w, any: w.spec.Caps.Starts == interaction.AnyStart}
	if until != nil {
		one.leave = context.AfterFunc(until, func() { _ = c.close() })
	}
	switch {
	case w.spec.Ground != nil && len(w.spec.Shots) > 0:
		return &seerCamera{camera{one}}, nil
	case w.spec.Ground != nil:
		return &seer{one}, nil
	case len(w.spec.Shots) > 0:
		return &camera{one}, nil
	case w.spec.Caps.Batch > 1:
		return &batcher{one}, nil
	}
	return &one, nil
}

// Close ends the connection that no session has taken. Sessions are closed by
// whoever opened them.
func (w *World) Close() error {
	if w.errors != nil {
		w.errors.end()
	}
	w.mu.Lock()
	c := w.idle
	w.idle = nil
	w.mu.Unlock()
	if c == nil {
		return nil
	}
	return c.close()
}
