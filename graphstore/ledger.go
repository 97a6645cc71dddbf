package graphstore

import (
	"context"
	"errors"
	"iter"

	"github.com/adam-discovery/adam/interaction"
)

// Seq numbers the entries of a ledger in the order in which they were appended,
// from 1. Zero is before the first.
type Seq int64

// Kind says what an entry is about.
type Kind string

// The kinds of entries. The body of each is versioned JSON; see entries.go.
const (
	KindWorld   Kind = "world"   // which world the ledger is about
	KindLabels  Kind = "labels"  // what people call its actions; for reports only
	KindRun     Kind = "run"     // an exploration starts, with this configuration
	KindFactors Kind = "factors" // factors came to be known
	KindLimit   Kind = "limit"   // no more of a factor is to be asked for
	KindOutcome Kind = "outcome" // a trial was run, and this came of it
	KindFinding Kind = "finding" // what is claimed of an effect or an action
	KindEnd     Kind = "end"     // an exploration ended, and why
	KindDispute Kind = "dispute" // an action was seen to do what its claims exclude
	KindStep    Kind = "step"    // a task was worked on: an action and what came of it
	KindMemory  Kind = "memory"  // a sub-goal was met, by these steps
	KindReply   Kind = "reply"   // a language model answered, or didn't
	KindEpisode Kind = "episode" // a life was lived: the trials before it are its own
	KindTask    Kind = "task"    // an agent set itself a task, and this came of it
)

// Entry is one line of the ledger.
type Entry struct {
	// Seq is set by the ledger.
	Seq  Seq
	Kind Kind
	// Key identifies an outcome's trial; zero for other kinds. No two entries of
	// a ledger have the same key.
	Key interaction.Key
	// Body is JSON.
	Body []byte
}

// Ledger is the append-only memory. It is safe for concurrent use; entries of one
// Append stay together and in order.
type Ledger interface {
	// Append adds entries, and keeps their bodies: the caller must not change
	// them afterwards. It returns when they are accepted, which is before
	// they are safe; an error concerns these entries or earlier ones that turned
	// out not to be storable. After an error every further Append fails.
	Append(ctx context.Context, entries ...Entry) error
	// Sync returns when everything accepted before is safe from the death of the
	// process, or can't be made so.
	Sync(ctx context.Context) error
	// Since lists the entries after seq, in order. It sees what was accepted
	// before it was called. The caller must not change the bodies.
	Since(ctx context.Context, seq Seq) iter.Seq2[Entry, error]
	// Close makes everything accepted safe and ends the ledger.
	Close() error
}

// Errors that every Ledger reports by these names, wrapped with what it knows.
var (
	// ErrCorrupt: the file isn't a readable database, or what it holds
	// contradicts itself.
	ErrCorrupt = errors.New("the database is corrupt")
	// ErrForeign: the file is a database of another program.
	ErrForeign = errors.New("the file is not a database of adam")
	// ErrFuture: the database was written by a newer version of the program.
	ErrFuture = errors.New("the database was written by a newer adam")
	// ErrPast: the database was written by an adam before 0.2, which this one doesn't read.
	ErrPast = errors.New("the database was written by an adam before 0.2, which this one doesn't read")
	// ErrReadOnly: the database can't be written.
	ErrReadOnly = errors.New("the database is read-only")
	// ErrFull: there is no space left to write to.
	ErrFull = errors.New("the disk is full")
	// ErrDuplicate: an outcome of the same trial is already in the ledger.
	ErrDuplicate = errors.New("the trial is already in the ledger")
	// ErrOtherWorld: the ledger is about another world, or other rules.
	ErrOtherWorld = errors.New("the database is about another world")
	// ErrOtherStock: plenty of an item is another quantity there.
	ErrOtherStock = errors.New("the database was made with another stock")
	// ErrBusy: another process is writing to the database.
	ErrBusy = errors.New("the database is in use")
)
