package rpc

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"

	"github.com/adam-discovery/adam/interaction"
)

// serverBatch is how many trials a served world takes in one call.
const serverBatch = 1000

// Serve is the other side: it offers a session of the world over one connection
// until the input ends and what was asked is answered (and then returns nil), ctx is
// done, or the connection breaks. The latter two also end an action that is under way.
// If in can be closed, it is when ctx is done.
func Serve(ctx context.Context, w interaction.World, in io.Reader, out io.Writer) error {
	outer := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if c, ok := in.(io.Closer); ok {
		defer context.AfterFunc(outer, func() { _ = c.Close() })()
	}
	s := &server{world: w}
	defer s.close()
	lines := make(chan []byte)
	var ended error // why there are no more lines
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(in, 1<<16)
		for {
			line, err := readLine(r)
			if err != nil {
				if ended = err; !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, errTooLong) {
					cancel() // nobody is there to be answered
				}
				return
			}
			select {
			case lines <- bytes.Clone(line):
			case <-ctx.Done():
				return
			}
		}
	}()
	for more := true; more; {
		var line []byte
		select {
		case line, more = <-lines:
		case <-outer.Done(): // not every input can be closed
		}
		if outer.Err() != nil {
			return outer.Err()
		}
		if more {
			if err := writeLine(out, s.answer(ctx, line)); err != nil {
				return fmt.Errorf("write: %w", err)
			}
		}
	}
	switch {
	case errors.Is(ended, io.EOF):
		return nil
	case errors.Is(ended, errTooLong): // where the next message begins is unknown
		_ = writeLine(out, response{Version: "2.0", ID: json.RawMessage("null"), Error: &callError{Code: codeInvalid, Message: ended.Error()}})
	}
	return fmt.Errorf("read: %w", ended)
}

// Listen serves the world to everyone who connects, until ctx is done or nobody can
// connect any more, which ends all connections. One whose other side is closed ends
// at once, with an action that is under way.
func Listen(ctx context.Context, w interaction.World, l net.Listener) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	outer := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(ctx, func() { _ = l.Close() })()
	for {
		c, err := l.Accept()
		if outer.Err() != nil {
			return outer.Err()
		}
		if err != nil {
			return fmt.Errorf("accept: %w", err)
		}
		wg.Go(func() {
			defer c.Close()
			_ = Serve(ctx, w, caller{c}, c) // a connection that breaks is its own end
		})
	}
}

// caller is a connection whose end is no mere end of input: nobody waits for answers.
type caller struct{ net.Conn }

var errHungUp = errors.New("the other side has closed the connection")

func (c caller) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if errors.Is(err, io.EOF) {
		err = errHungUp
	}
	return n, err
}

type server struct {
	world   interaction.World
	session interaction.Session
	pixels  []byte // of the last picture: the buffer of the next
}

func (s *server) close() {
	if s.session != nil {
		_ = s.session.Close() // there is nobody to tell
		s.session = nil
	}
}

func (s *server) answer(ctx context.Context, line []byte) response {
	out := response{Version: "2.0", ID: json.RawMessage("null")}
	var q request
	if err := decode(line, &q); err != nil {
		out.Error = &callError{Code: codeParse, Message: err.Error()}
		return out
	}
	if len(q.ID) > 0 {
		out.ID = q.ID
	}
	if q.Version != "2.0" || len(q.ID) == 0 {
		out.Error = &callError{Code: codeInvalid, Message: "not a JSON-RPC 2.0 request with an id"}
		return out
	}
	result, err := s.do(ctx, q.Method, q.Params)
	if err == nil {
		out.Result, err = json.Marshal(result)
	}
	if err != nil && !errors.As(err, &out.Error) {
		f := interaction.AsFault(err)
		if f.Dead {
			s.close()
		}
		out.Error = &callError{Code: codeFault, Message: err.Error(), Data: &faultData{f.Class, f.Dead}}
	}
	return out
}

func (s *server) do(ctx context.Context, method string, params json.RawMessage) (any, error) {
	switch method {
	case "hello":
		var p helloParams
		if err := parse(params, &p); err != nil {
			return nil, err
		}
		return s.hello(), nil
	case "begin":
		var p beginParams
		if err := parse(params, &p); err != nil {
			return nil, err
		}
		if err := s.ready(ctx); err != nil {
			return nil, err
		}
		var wish interaction.State
		if p.Start != nil {
			wish = *p.Start
		}
		return s.observed(s.session.Begin(ctx, wish, uint64(p.Seed)))
	case "step":
		var p stepParams
		if err := parse(params, &p); err != nil {
			return nil, err
		}
		if s.session == nil {
			return nil, &callError{Code: codeInvalid, Message: "step before begin"}
		}
		return s.observed(s.session.Step(ctx, p.Action))
	case "shoot":
		var p interaction.Shot
		if err := parse(params, &p); err != nil {
			return nil, err
		}
		camera, ok := s.session.(interaction.Camera)
		if !ok {
			return nil, &callError{Code: codeInvalid, Message: "shoot before begin, or of a world without pictures"}
		}
		f, err := camera.Shoot(p, s.pixels)
		if err != nil {
			return nil, unseen(err)
		}
		s.pixels = f.RGB
		return frameJSON{RGB: f.RGB}, nil
	case "tell":
		var p interaction.Shot
		if err := parse(params, &p); err != nil {
			return nil, err
		}
		teller, ok := s.session.(interaction.Teller)
		if !ok {
			return nil, &callError{Code: codeInvalid, Message: "tell before begin, or of a world that doesn't tell"}
		}
		scene, err := teller.Tell(p)
		if err != nil {
			return nil, unseen(err)
		}
		return scene, nil
	case "run":
		var p runParams
		if err := parse(params, &p); err != nil {
			return nil, err
		}
		if err := p.check(); err != nil {
			return nil, &callError{Code: codeParams, Message: err.Error()}
		}
		return s.run(ctx, p)
	}
	return nil, &callError{Code: codeMethod, Message: fmt.Sprintf("unknown method %q", method)}
}

// unseen is why there is no picture: what broke is a fault, anything else a shot that the world doesn't take.
func unseen(err error) error {
	if f := (*interaction.Fault)(nil); errors.As(err, &f) {
		return err
	}
	return &callError{Code: codeParams, Message: err.Error()}
}

// observed is the result of a begin or a step.
func (s *server) observed(state interaction.State, err error) (any, error) {
	if errors.Is(err, interaction.ErrEnded) {
		return stepResult{Ended: true, Why: err.Error()}, nil
	}
	o := &observation{Levels: &state}
	if seer, ok := s.session.(interaction.Seer); ok && err == nil {
		sight := seer.Look()
		o.View = &sight
	}
	return stepResult{Observation: o}, err
}

func parse(params json.RawMessage, into any) error {
	if err := json.Unmarshal(params, into); err != nil {
		return &callError{Code: codeParams, Message: err.Error()}
	}
	return nil
}

func (s *server) hello() helloResult {
	spec := s.world.Spec()
	out := helloResult{Protocol: Protocol, World: worldJSON{ID: spec.ID, Fingerprint: spec.Fingerprint, Factors: spec.Factors, Exclusions: spec.Exclusions, Caps: spec.Caps, Ground: spec.Ground, Shots: spec.Shots}}
	if spec.Ground == nil {
		out.World.Caps.Batch = serverBatch
	}
	labeler, _ := s.world.(interaction.Labeler)
	for _, a := range spec.Actions {
		j := actionJSON{ActionSpec: a}
		if labeler != nil {
			j.Label = labeler.Label(a.ID)
		}
		out.World.Actions = append(out.World.Actions, j)
	}
	return out
}

func (s *server) ready(ctx context.Context) (err error) {
	if s.session == nil {
		s.session, err = s.world.Open(ctx)
	}
	return err
}

func (p *runParams) check() error {
	if len(p.Trials) > serverBatch {
		return fmt.Errorf("%d trials: at most %d in one call", len(p.Trials), serverBatch)
	}
	for i, t := range p.Trials {
		if t.Base < 0 || t.Base >= len(p.Bases) {
			return fmt.Errorf("trial %d: there is no base %d", i, t.Base)
		}
		for name, n := range t.Change {
			if n < 0 || n > interaction.MaxLevel {
				return fmt.Errorf("trial %d: %d of %q", i, n, name)
			}
		}
	}
	return nil
}

// run carries out a batch. A session that dies takes its trial with it, and the
// rest goes on in another.
func (s *server) run(ctx context.Context, p runParams) (runResult, error) {
	out := runResult{Outcomes: make([]outcomeJSON, len(p.Trials))}
	for i, t := range p.Trials {
		if err := s.ready(ctx); err != nil {
			return runResult{}, err
		}
		start := p.Bases[t.Base]
		var changes []interaction.Change
		for name, n := range t.Change {
			changes = append(changes, interaction.Change{Factor: name, From: start.Level(name), To: n})
		}
		o := &out.Outcomes[i]
		begun := start.After(changes)
		before, err := s.session.Begin(ctx, begun, uint64(t.Seed))
		var after interaction.State
		if err == nil {
			after, err = s.session.Step(ctx, t.Action)
		}
		if errors.Is(err, interaction.ErrEnded) {
			o.Ended, o.Why = true, err.Error()
			continue
		}
		if err != nil {
			f := interaction.AsFault(err)
			if f.Dead {
				s.close()
			}
			o.Fault = &faultData{Class: f.Class}
			if f.Err != nil {
				o.Why = f.Err.Error()
			}
			continue
		}
		if !before.Equal(begun) {
			o.Start = &before
		}
		o.Changes = map[string]int{}
		for _, c := range interaction.Changes(before, after) {
			o.Changes[c.Factor] = c.Gain()
		}
	}
	return out, nil
}
