package luanti

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/adam-discovery/adam/interaction"
)

// batch is how many trials a session takes in one call: enough that the pipe costs
// little, few enough that nobody waits long for a turn.
const batch = 256

// ModifiedID begins the name of a modified game; its seed follows.
const ModifiedID = "luanti-modified-"

// World is a game on a few servers. New starts them, and each is started again when it was
// lost; Close stops them. A World is
// safe for concurrent use.
type World struct {
	cfg    Config
	spec   interaction.Spec
	labels map[interaction.Action]string
	number map[interaction.Action]int // as the mod counts actions, from 1
	items  map[string]bool
	failed []Failure
	side   int // of what is seen, where one lives

	slots    []*slot
	sessions atomic.Int64
	closed   atomic.Bool
}

// slot is the place of a server.
type slot struct {
	mu     sync.Mutex
	server *server // nil before it was needed
}

var (
	_ interaction.World   = (*World)(nil)
	_ interaction.Labeler = (*World)(nil)
)

var errOtherRules = &interaction.Fault{Class: FaultGame, Dead: true,
	Err: errors.New("the game has other rules each time it is loaded: what was learned of it would hold for one server only")}

var errClosed = &interaction.Fault{Class: interaction.FaultLost, Dead: true, Err: errors.New("the world is closed")}

// New starts the servers and asks one what can be done. It fails with ErrNotInstalled
// if there is no server program, and with ErrNoClient if pictures are wanted and nothing is there to draw them. The world must be closed.
func New(ctx context.Context, cfg Config) (*World, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("luanti: %w", err)
	}
	if err := cfg.there(); err != nil {
		return nil, fmt.Errorf("luanti: %w", err)
	}
	w := &World{cfg: cfg, labels: map[interaction.Action]string{}, number: map[interaction.Action]int{}, items: map[string]bool{}}
	for range cfg.servers() {
		w.slots = append(w.slots, &slot{})
	}
	s, err := w.running(ctx, 0)
	if err != nil {
		return nil, err
	}
	if err := w.ask(ctx, s); err != nil {
		_ = w.Close() // the error is why
		return nil, fmt.Errorf("luanti: %w", err)
	}
	if err := w.startAll(ctx); err != nil {
		_ = w.Close() // the error is why
		return nil, err
	}
	return w, nil
}

// startAll starts the other servers, side by side, so that no trial has to wait until one
// has looked at its game.
func (w *World) startAll(ctx context.Context) error {
	errs := make([]error, len(w.slots))
	var wg sync.WaitGroup
	for n := 1; n < len(w.slots); n++ {
		wg.Go(func() { _, errs[n] = w.running(ctx, n) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

// ask learns from the server what the world offers.
func (w *World) ask(ctx context.Context, s *server) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	rules, err := s.rules(ctx)
	if err != nil {
		return err
	}
	lines, err := s.request(ctx, []byte("world\n"), 0)
	if err != nil {
		return err
	}
	w.spec = interaction.Spec{ID: w.cfg.ID(), Fingerprint: rules,
		Caps: interaction.Caps{Starts: interaction.AnyStart, Seeds: true, Batch: batch}}
	if w.cfg.Lived {
		w.livedSpec()
	}
	if w.cfg.Pictures {
		w.spec.Shots = []interaction.Shot{{View: interaction.Eyes, Width: livedPicture, Height: livedPicture}}
	}
	for _, line := range lines {
		f := strings.Split(string(line), "\t")
		switch {
		case len(f) == 3 && f[0] == "action":
			id := interaction.ActionName(len(w.spec.Actions))
			w.spec.Actions = append(w.spec.Actions, interaction.ActionSpec{ID: id})
			w.labels[id] = f[1] + " " + unescape(f[2])
			w.number[id] = len(w.spec.Actions)
		case len(f) == 3 && f[0] == "failed":
			w.failed = append(w.failed, Failure{Label: unescape(f[1]), Why: f[2]})
		case len(f) == 2 && f[0] == "item":
			w.items[unescape(f[1])] = true
		case w.cfg.Lived && w.livedLine(f):
		default:
			return fmt.Errorf("the server says %q of its world", line)
		}
	}
	if len(w.spec.Actions) == 0 {
		return errors.New("there is nothing that can be done in the game")
	}
	return nil
}

// rules is a fingerprint of the game's rules. The caller holds mu.
func (s *server) rules(ctx context.Context) (string, error) {
	lines, err := s.request(ctx, []byte("registry\n"), 1)
	if err != nil {
		return "", err
	}
	r, err := parseRegistry(lines[0])
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(r.canonical())
	return hex.EncodeToString(sum[:16]), nil
}

// Spec implements [interaction.World].
func (w *World) Spec() interaction.Spec { return w.spec }

// Label implements [interaction.Labeler].
func (w *World) Label(a interaction.Action) string { return w.labels[a] }

// Failure is something that the game offers and fails at, even with everything at hand: it
// is no action. Why is the game's own error.
type Failure struct{ Label, Why string }

// Failures lists what the game fails at, in the order in which actions are listed.
func (w *World) Failures() []Failure { return w.failed }

// Items lists all items of the game, ascending, also those that can't be had.
func (w *World) Items() []string { return slices.Sorted(maps.Keys(w.items)) }

// Open implements [interaction.World].
func (w *World) Open(ctx context.Context) (interaction.Session, error) {
	id := int(w.sessions.Add(1))
	s := &session{world: w, id: id, slot: id % len(w.slots)}
	if _, err := w.running(ctx, s.slot); err != nil {
		return nil, err
	}
	switch {
	case w.cfg.Pictures:
		return &camera{life: life{session: s}}, nil
	case w.cfg.Lived:
		return &life{session: s}, nil
	}
	return s, nil
}

// running returns the server of a slot, starting one if none runs.
func (w *World) running(ctx context.Context, n int) (*server, error) {
	p := w.slots[n]
	p.mu.Lock()
	defer p.mu.Unlock()
	if w.closed.Load() {
		return nil, errClosed
	}
	if p.server != nil {
		if !p.server.gone() {
			return p.server, nil
		}
		p.server.kill()
		p.server.over()
		p.server = nil
	}
	s, err := start(ctx, w.cfg)
	if err != nil {
		return nil, fmt.Errorf("luanti: %w", err)
	}
	if want := w.spec.Fingerprint; want != "" {
		s.mu.Lock()
		rules, err := s.rules(ctx)
		s.mu.Unlock()
		if err == nil && rules != want {
			err = errOtherRules
		}
		if err != nil {
			s.stop()
			return nil, fmt.Errorf("luanti: %w", err)
		}
	}
	p.server = s
	return s, nil
}

// Registry asks the server for the rules of the game. It is for judges: nothing
// that learns may call it.
func (w *World) Registry(ctx context.Context) (*Registry, error) {
	s, err := w.running(ctx, 0)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	lines, err := s.request(ctx, []byte("registry\n"), 1)
	if err != nil {
		return nil, fmt.Errorf("luanti: registry: %w", err)
	}
	return parseRegistry(lines[0])
}

// Close stops the servers. Sessions that are still open end with a fault.
func (w *World) Close() error {
	w.closed.Store(true)
	var wg sync.WaitGroup
	for _, p := range w.slots {
		wg.Go(func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			if p.server != nil {
				p.server.stop()
			}
		})
	}
	wg.Wait()
	return nil
}
