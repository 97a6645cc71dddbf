package rpc

import (
	"bytes"
	"fmt"
	"io"
	"sync"

	"github.com/adam-discovery/adam/interaction"
)

// folder shows what the processes of a world write to standard error, each line once:
// a hundred sessions that fail alike have one thing to say. What isn't plain is quoted.
type folder struct {
	mu     sync.Mutex
	out    io.Writer
	seen   map[string]bool
	hidden int // lines that were not shown again
}

const (
	// mostSeen bounds the lines that are remembered, and longestLine each of them.
	mostSeen    = 10_000
	longestLine = 4096
)

func newFolder(out io.Writer) *folder { return &folder{out: out, seen: map[string]bool{}} }

// line shows a line that wasn't shown yet.
func (f *folder) line(text []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	shown := interaction.Shown(string(text))
	if f.seen[shown] {
		f.hidden++
		return
	}
	if len(f.seen) < mostSeen {
		f.seen[shown] = true
	}
	fmt.Fprintf(f.out, "the world says: %s\n", shown)
}

// end says how much was folded.
func (f *folder) end() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.hidden > 0 {
		fmt.Fprintf(f.out, "the world said %d lines again that were shown above\n", f.hidden)
		f.hidden = 0
	}
}

// lines is a writer for one process.
func (f *folder) lines() *lineWriter { return &lineWriter{to: f} }

type lineWriter struct {
	to   *folder
	rest []byte
}

// Write implements [io.Writer]; a line is shown when it is whole, and the last one by end.
func (w *lineWriter) Write(p []byte) (int, error) {
	n := len(p)
	for {
		line, after, whole := bytes.Cut(p, []byte("\n"))
		w.rest = append(w.rest, line[:min(len(line), longestLine-min(len(w.rest), longestLine))]...)
		if !whole {
			return n, nil
		}
		w.to.line(bytes.TrimRight(w.rest, "\r"))
		w.rest, p = w.rest[:0], after
	}
}

// end shows a last line that wasn't ended.
func (w *lineWriter) end() {
	if len(w.rest) > 0 {
		w.to.line(w.rest)
		w.rest = nil
	}
}
