package rpc

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/adam-discovery/adam/interaction"
)

// folder shows what the processes of a world write to standard error: each line once, as a hundred sessions
// that fail alike have one thing to say, and no more than mostShown, as a world may tell of each step. In the
// end it says what the last ones were. What isn't plain is quoted.
type folder struct {
	mu     sync.Mutex
	out    io.Writer
	seen   map[string]bool // those that were shown
	hidden int             // lines that were not shown again
	more   int             // lines that were not shown, as there were too many
	last   []string        // of these
}

const (
	// mostShown bounds the lines that are shown as they come, lastShown those of the others that are shown in the end, and
	// longestLine each of them.
	mostShown   = 40
	lastShown   = 5
	longestLine = 4096
)

func newFolder(out io.Writer) *folder { return &folder{out: out, seen: map[string]bool{}} }

// line shows a line that wasn't shown yet.
func (f *folder) line(text []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	shown := interaction.Shown(string(text))
	switch {
	case f.seen[shown]:
		f.hidden++
		return
	case len(f.seen) < mostShown:
		f.seen[shown] = true
		fmt.Fprintf(f.out, "the world says: %s\n", shown)
		return
	case f.more == 0:
		fmt.Fprintln(f.out, "the world says more than is shown: its other lines are counted")
	}
	f.more++
	if slices.Contains(f.last, shown) {
		return
	}
	f.last = append(f.last, shown)
	f.last = f.last[max(0, len(f.last)-lastShown):]
}

// end says how much was folded, and what was said last.
func (f *folder) end() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.hidden > 0 {
		fmt.Fprintf(f.out, "the world said %d lines again that were shown above\n", f.hidden)
	}
	if f.more > 0 {
		fmt.Fprintf(f.out, "the world said %d more lines, of which the last are:\n", f.more)
	}
	for _, l := range f.last {
		fmt.Fprintf(f.out, "the world says: %s\n", l)
	}
	f.hidden, f.more, f.last = 0, 0, nil
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
