package llm

import (
	"bufio"
	"bytes"
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

// ErrCut is wrapped by Replay's error about a recording whose last line was cut off, as by a full disk: what it returns
// beside answers from the others.
var ErrCut = errors.New("the last line was cut off")

// Replay answers from a recording and makes no call. The latest of equal requests
// counts. What isn't in it fails with class Unrecorded. An error that wraps ErrCut comes with an answer.
func Replay(from io.Reader) (Completer, error) {
	known := map[string]recorded{}
	r := bufio.NewReader(from)
	var cut error
	for n, end := 1, error(nil); end == nil; n++ {
		var text []byte
		text, end = r.ReadBytes('\n') // however long: a request may have pictures
		if end != nil && end != io.EOF {
			return nil, fmt.Errorf("%w: %w", ErrRecording, end)
		}
		if len(bytes.TrimRight(text, "\r\n")) == 0 {
			continue
		}
		var line recorded
		if err := json.Unmarshal(text, &line); err != nil {
			if end != nil && partial(text) {
				cut = fmt.Errorf("%w: line %d", ErrCut, n)
				break
			}
			return nil, fmt.Errorf("%w: line %d: %w", ErrRecording, n, err)
		}
		if line.Version != 1 {
			return nil, fmt.Errorf("%w: line %d has version %d, this program reads 1", ErrRecording, n, line.Version)
		}
		known[line.Request.Key()] = line
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
	}), cut
}

// begins is what each line of a recording begins with.
var begins = []byte(`{"v":1,`)

// partial reports whether what isn't whole may be the beginning of a line of a recording.
func partial(line []byte) bool {
	return bytes.HasPrefix(line, begins) || bytes.HasPrefix(begins, line)
}

// Mend readies a file for Record to append to it: a last line that was cut off is taken away, and one that lacks nothing but
// its end gets that. It fails with ErrRecording where the end isn't that of a recording, and changes nothing then.
func Mend(f interface {
	io.ReadWriteSeeker
	Truncate(size int64) error
}) error {
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	last, at := []byte(nil), end
	for at > 0 {
		piece := make([]byte, min(at, 64<<10))
		if _, err := f.Seek(at-int64(len(piece)), io.SeekStart); err != nil {
			return err
		}
		if _, err := io.ReadFull(f, piece); err != nil {
			return err
		}
		i := bytes.LastIndexByte(piece, '\n')
		last = append(bytes.Clone(piece[i+1:]), last...)
		at -= int64(len(piece) - i - 1)
		if i >= 0 {
			break
		}
	}
	var line recorded
	switch {
	case len(last) == 0:
		return nil
	case json.Unmarshal(last, &line) == nil && line.Version == 1:
		if _, err = f.Seek(0, io.SeekEnd); err == nil {
			_, err = f.Write([]byte{'\n'})
		}
		return err
	case !partial(last):
		return fmt.Errorf("%w: its last line", ErrRecording)
	}
	if err := f.Truncate(at); err != nil {
		return err
	}
	_, err = f.Seek(at, io.SeekStart)
	return err
}
