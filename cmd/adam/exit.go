package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/crafter"
	"github.com/adam-discovery/adam/interaction/luanti"
	"github.com/adam-discovery/adam/interaction/minecraft"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// Exit codes. They are stable: scripts may rely on them.
const (
	exitOK          = 0
	exitNo          = 1
	exitUsage       = 2
	exitInput       = 3
	exitDatabase    = 4
	exitWorld       = 5
	exitOutput      = 6
	exitInternal    = 70
	exitInterrupted = 130
)

const exitCodes = `Exit codes:
  0    done
  1    done, and the answer is no (graphs differ, a check found problems, the goal
       can't be had, a game or a task wasn't solved, a model answered nothing, or
       couldn't be asked to the end)
  2    wrong use: an unknown command or flag, or a value out of range
  3    wrong input: an unknown world, item or action, a broken world file, a message that
       is none, a place where no file can be written, or an address that is in use
  4    the database: missing, corrupt, foreign, too new, read-only, in use, about
       another world, or no space left
  5    the world: it can't be opened, or it keeps breaking
  6    standard output, or the rest of a file, can't be written: the disk is full
  70   a fault of adam itself
  130  interrupted; adam explore goes on where it was when it is run again. With --json
       explore, robustness, mcu run, world check and some benchmarks write what there is
       until then, others nothing`

// usageError marks wrong use of the command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usage(err error) error { return usageError{err} }

// errNo marks an answer that is no: nothing failed.
var errNo = errors.New("the answer is no")

// errInput marks input that can't be used.
var errInput = errors.New("wrong input")

// errWorld marks a world that can't be opened.
var errWorld = errors.New("no world")

// errDatabase marks a database that isn't there and can't be made.
var errDatabase = errors.New("no database")

// errOutput marks that standard output or a file can't be written.
var errOutput = errors.New("no output")

// hintError carries advice for people beside an error.
type hintError struct {
	error
	hint string
}

func (e hintError) Unwrap() error { return e.error }

func hinted(err error, hint string) error { return hintError{err, hint} }

func errorf(format string, args ...any) error { return fmt.Errorf(format, args...) }

// inputf is an error that marks wrong input.
func inputf(format string, args ...any) error { return quiet{fmt.Errorf(format, args...), errInput} }

// quiet is an error with a mark that isn't part of its text.
type quiet struct{ err, mark error }

func (q quiet) Error() string   { return q.err.Error() }
func (q quiet) Unwrap() []error { return []error{q.err, q.mark} }

// report tells the person what went wrong, in one line and a hint, and returns
// the exit code. db is the database that the command was told of, if any.
func report(w io.Writer, err error, db string) int {
	if err == nil {
		return exitOK
	}
	if errors.Is(err, errNo) && err.Error() == errNo.Error() {
		return exitNo // what was printed says it all
	}
	code, hint := classify(err)
	var h hintError
	if errors.As(err, &h) {
		hint = h.hint
	}
	text := strings.TrimSpace(err.Error())
	if code == exitInterrupted {
		text = "interrupted"
	}
	if code != exitInput { // a broken world file may have several lines, one per fault
		text = strings.ReplaceAll(text, "\n", "; ")
	}
	fmt.Fprintf(w, "adam: %s\n", text)
	if hint != "" {
		if db != "" { // of the same database
			hint = strings.ReplaceAll(hint, "adam graph show", "adam graph show --db "+pasted(db))
		}
		fmt.Fprintf(w, "hint: %s\n", hint)
	}
	return code
}

// pasted is a path as a shell takes it.
func pasted(path string) string {
	if !strings.ContainsAny(path, " \t\n\"'`$&;|<>()*?[]#~!{}\\") {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

// classify is the only place that maps errors to exit codes.
func classify(err error) (code int, hint string) {
	var u usageError
	var world *sim.Error
	var fault *interaction.Fault
	var path *fs.PathError
	var item *controller.UnknownFactor
	var answer *llm.Fault
	for _, c := range []struct {
		is   bool
		code int
		hint string
	}{
		{errors.As(err, &u), exitUsage, ""},
		{errors.Is(err, context.Canceled), exitInterrupted, ""},
		{errors.Is(err, errOutput), exitOutput, ""},
		{errors.Is(err, graphstore.ErrForeign), exitDatabase, "choose another file with --db"},
		{errors.Is(err, graphstore.ErrPast), exitDatabase, "choose another file with --db: what an older adam learned has to be learned again"},
		{errors.Is(err, graphstore.ErrFuture), exitDatabase, "update adam, or choose another file with --db"},
		{errors.Is(err, graphstore.ErrCorrupt), exitDatabase, "restore a copy, or start anew with another --db; nothing in the file was deleted"},
		{errors.Is(err, graphstore.ErrReadOnly), exitDatabase, "make the file and its folder writable, or choose another file with --db"},
		{errors.Is(err, graphstore.ErrFull), exitDatabase, "free some space and run the same command again: what was recorded is safe"},
		{errors.Is(err, graphstore.ErrBusy), exitDatabase, "another adam is writing to it: wait for it, or choose another file with --db"},
		{errors.Is(err, graphstore.ErrOtherStock), exitDatabase, "leave --stock as it was, or choose another file with --db: what so many of each item do says nothing of more"},
		{errors.Is(err, graphstore.ErrOtherWorld), exitDatabase, "choose another file with --db, or name its world with --world: a file by its path, another process by rpc:COMMAND; evidence of different worlds isn't mixed"},
		{errors.Is(err, graphstore.ErrDuplicate), exitDatabase, "another adam may be writing to the same file"},
		{errors.Is(err, errDatabase), exitDatabase, ""},
		{errors.As(err, &item), exitInput, "list what is known with: adam graph show"},
		{errors.Is(err, controller.ErrTask), exitUsage, "a task is, for example: obtain 2 NAME and 1 NAME, then NAME or NAME; the names are those of the world (adam graph show)"},
		{errors.As(err, &answer), exitNo, modelHint(err, "do without the model: leave out --llm-plan and --llm-task")},
		{errors.Is(err, controller.ErrUnreachable), exitNo, "explore more, with: adam explore"},
		{errors.Is(err, controller.ErrBudget), exitNo, "search longer, with --nodes"},
		{errors.Is(err, errInput), exitInput, ""},
		{errors.Is(err, scenarios.ErrUnknownWorld), exitInput, "list them with: adam world list"},
		{errors.Is(err, scenarios.ErrUnknownGoal), exitInput, ""},
		{errors.As(err, &world), exitInput, "the format: adam world schema"},
		{errors.Is(err, graphstore.ErrUnknown), exitInput, "list what is known with: adam graph show"},
		{errors.Is(err, explore.ErrUnknownGoal), exitNo, "the item isn't given by anything that could be done; see the actions that weren't learned"},
		{errors.Is(err, explore.ErrOtherOrder), exitDatabase, "run the same command again: it begins a new run with everything that is known"},
		{errors.Is(err, explore.ErrBroken), exitWorld, "everything that was recorded is safe; run the same command again when the world works"},
		{errors.Is(err, controller.ErrBroken), exitWorld, "everything that was learned is safe; run the same command again when the world works"},
		{errors.Is(err, interaction.ErrNoStarts), exitWorld, ""},
		{errors.Is(err, luanti.ErrNotInstalled), exitWorld, luanti.Hint},
		{errors.Is(err, luanti.ErrNoClient), exitWorld, luanti.ClientHint},
		{errors.Is(err, luanti.ErrNoGame), exitInput, "try: --world luanti:game=./my_game, or a mod by the name of its folder: --world luanti:mods=moreores"},
		{errors.Is(err, crafter.ErrNotInstalled), exitWorld, crafter.Hint},
		{errors.Is(err, minecraft.ErrNotInstalled), exitWorld, minecraft.Hint},
		{errors.Is(err, minecraft.ErrNoPictures), exitWorld, minecraft.PicturesHint},
		{errors.Is(err, errWorld), exitWorld, ""},
		{errors.As(err, &fault), exitWorld, ""},
		{errors.Is(err, fs.ErrNotExist), exitInput, "check the path"},
		{errors.As(err, &path), exitInput, ""},
		{errors.Is(err, errNo), exitNo, ""},
	} {
		if c.is {
			return c.code, c.hint
		}
	}
	return exitInternal, ""
}
