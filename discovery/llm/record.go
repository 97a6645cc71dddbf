package llm

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// recorded is one line of a recording.
type recorded struct {
	Version int     `json:"v"`
	Request Request `json:"request"`
	Text    string  `json:"text,omitempty"`
	Usage   Usage   `json:"usage"`
	Fault   Class   `json:"fault,omitempty"`
	Message string  `json:"message,omitempty"`
}

// Record writes what is asked and answered, one JSON object a line. It goes around
// a [Client], or what is made of one, which takes keys out of replies. A line that
// can't be written fails no request, as the server is well: the writer has to tell.
func Record(next Completer, w io.Writer) Completer {
	var mu sync.Mutex
	return CompleterFunc(func(ctx context.Context, r Request) (Reply, error) {
		reply, err := next.Complete(ctx, r)
		line := recorded{Version: 1, Request: r, Text: reply.Text, Usage: reply.Usage}
		var f *Fault
		switch {
		case errors.As(err, &f):
			line.Text, line.Fault = "", f.Class
			if f.Err != nil {
				line.Message = f.Err.Error()
			}
		case err != nil:
			return reply, err
		}
		mu.Lock()
		defer mu.Unlock()
		_ = json.NewEncoder(w).Encode(line) // see above
		return reply, err
	})
}

// ErrRecording is wrapped by Replay's error about a recording that can't be read.
var ErrRecording = errors.New("not a recording")

// Replay answers from a recording and makes no call. The latest of equal requests
// counts. What isn't in it fails with class Unrecorded.
func Replay(from io.Reader) (Completer, error) {
	known := map[string]recorded{}
	s := bufio.NewScanner(from)
	s.Buffer(nil, 8<<20)
	for n := 1; s.Scan(); n++ {
		if len(s.Bytes()) == 0 {
			continue
		}
		var line recorded
		if err := json.Unmarshal(s.Bytes(), &line); err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrRecording, n, err)
		}
		if line.Version != 1 {
			return nil, fmt.Errorf("%w: line %d has version %d, this program reads 1", ErrRecording, n, line.Version)
		}
		known[line.Request.Key()] = line
	}
	if err := s.Err(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRecording, err)
	}
	return CompleterFunc(func(_ context.Context, r Request) (Reply, error) {
		line, ok := known[r.Key()]
		switch {
		case !ok:
			return Reply{}, &Fault{Class: Unrecorded}
		case line.Fault != "":
			f := &Fault{Class: line.Fault}
			if line.Message != "" {
				f.Err = errors.New(line.Message)
			}
			return Reply{Cached: true}, f
		}
		return Reply{Text: line.Text, Cached: true}, nil
	}), nil
}
