// Command adam explores a world whose rules nobody told it, and keeps what it
// finds as a technology tree, every edge with its evidence. See adam --help.
//
// The package has no logic of its own: it turns flags into calls and results into
// text. Each command is a file; exit.go alone knows exit codes.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
)

func main() {
	easeCollector()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends what doesn't listen to the first
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run carries out one command line and returns its exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) (code int) {
	defer func() { // by itself a panic exits with 2, as wrong use does
		if p := recover(); p != nil {
			fmt.Fprintf(stderr, "adam: a fault of adam itself: %v\n%s", p, debug.Stack())
			code = exitInternal
		}
	}()
	out := &output{w: stdout}
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(&plain{Writer: out})
	root.SetErr(&plain{Writer: stderr})
	cmd, err := root.ExecuteContextC(ctx)
	if words := strayWords(cmd); err == nil && len(words) > 0 { // no help was asked for that there is
		err = cmd.RunE(cmd, words)
	}
	if err == nil || errors.Is(err, errNo) {
		err = cmp.Or(out.err, err)
	} else if group := cmd.ValidateFlagGroups(); group != nil && err.Error() == group.Error() {
		err = usage(errorf("these flags don't go together: %s", together(group)))
	}
	db := ""
	if f := cmd.Flags().Lookup("db"); f != nil && f.Changed {
		db = f.Value.String()
	}
	return report(&plain{Writer: stderr}, err, db)
}

// output is what is written on the way, as standard output. It remembers that something couldn't be written, so
// that whoever prints needn't ask each time.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	if err != nil {
		err = quiet{err, errOutput}
		o.err = err
	}
	return n, err
}

// together are the flags that a group of flags was broken by, as the library's error lists them last.
func together(group error) string {
	text := group.Error()
	list, _, _ := strings.Cut(text[strings.LastIndex(text, "[")+1:], "]")
	names := strings.Fields(list)
	for i := range names {
		names[i] = "--" + names[i]
	}
	return strings.Join(names, ", ")
}
