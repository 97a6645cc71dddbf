// Package sqlite keeps a ledger in one SQLite file, by github.com/mattn/go-sqlite3.
//
// The invariant it exists for: what was accepted reaches the file in the order in
// which it was accepted, in whole transactions, so that a process that dies at any
// instant leaves a ledger that is a prefix of what it did. Settings ride in the
// data source name, so that they hold for every connection; there is one writer.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/gofrs/flock"

	"github.com/adam-discovery/adam/graphstore"
)

// applicationID marks the file as ours, in SQLite's header ("adam" in ASCII).
const applicationID = 0x6164616d

// oldest is the first version of the schema that is read; the version is SQLite's
// user_version.
const oldest = 2

// migrations bring a database from version oldest-1+i to the next; the first one makes an
// empty file ours. They are never edited, only added to.
var migrations = [...]string{
	`CREATE TABLE entry (
		seq  INTEGER PRIMARY KEY,
		kind TEXT NOT NULL,
		key  BLOB UNIQUE,
		body TEXT NOT NULL,
		sum  INTEGER NOT NULL
	) STRICT;`,
}

// newest is the version that this program writes.
const newest = oldest - 1 + len(migrations)

// Mode says what a ledger is opened for.
type Mode int

const (
	// ReadWrite makes the file if there is none.
	ReadWrite Mode = iota + 1
	// ReadOnly fails with fs.ErrNotExist if there is no file. A file that nobody writes to,
	// and that was closed in order, may lie where nothing can be written, and reading
	// leaves nothing behind.
	ReadOnly
)

// Ledger is a [graphstore.Ledger] in an SQLite file. One process writes to a file
// at a time; any number may read.
type Ledger struct {
	db   *sql.DB
	path string
	lock *flock.Flock // alone with it: this process may write; with others: nobody may; or nil
	bare bool         // nothing was ever written

	// Entries wait in pending until the writer takes all of them into one
	// transaction: a fast world gets large transactions, a slow one gets each
	// trial written at once.
	mu       sync.Mutex
	wake     *sync.Cond // there is something to write, or the ledger closes
	written  *sync.Cond // done has advanced, or the writer failed
	pending  []graphstore.Entry
	accepted int64
	done     int64
	err      error
	closing  bool
	finished chan struct{}
}

var _ graphstore.Ledger = (*Ledger)(nil)

// maxPending bounds what a process that dies may lose of what it accepted, and
// the memory that waits: beyond it Append waits for the writer.
const maxPending = 4096

// Open opens or makes the ledger in the file. A file that was left in the middle of a write,
// or of its making, is put in order first. Errors: ErrCorrupt, ErrForeign, ErrPast,
// ErrFuture, ErrReadOnly, ErrFull and ErrBusy of package graphstore, and fs.ErrNotExist.
func Open(ctx context.Context, path string, mode Mode) (*Ledger, error) {
	switch info, err := os.Stat(path); {
	case err != nil && mode == ReadOnly:
		return nil, err
	case err == nil && !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: %w: it isn't even a file", path, graphstore.ErrForeign)
	}
	q := url.Values{"_busy_timeout": {"2000"}}
	var lock *flock.Flock
	if mode == ReadOnly {
		var rest bool
		if lock, rest = hold(path); rest {
			settle(ctx, path)
			lock, _ = hold(path)
		}
		q.Set("mode", "ro")
		if lock != nil {
			q.Set("immutable", "1")
		}
	} else {
		var err error
		if lock, err = reserve(ctx, path); err != nil {
			return nil, err
		}
		q.Set("_txlock", "immediate")
		// NORMAL loses nothing when the process dies; FULL would also hold when
		// the machine does, at the price of a disk sync per transaction.
		q.Set("_synchronous", "NORMAL")
	}
	db, err := sql.Open("sqlite3", source(path, q))
	if err != nil {
		unlock(lock)
		return nil, err
	}
	l := &Ledger{db: db, path: path, lock: lock, finished: make(chan struct{})}
	l.wake, l.written = sync.NewCond(&l.mu), sync.NewCond(&l.mu)
	if mode == ReadWrite {
		db.SetMaxOpenConns(2) // the writer, and one that reads
	}
	if err := l.migrate(ctx, mode); err != nil {
		_ = db.Close() // the first error says more
		unlock(lock)
		return nil, err
	}
	if mode == ReadOnly {
		l.closing = true
		close(l.finished)
		return l, nil
	}
	var last int64
	if err := db.QueryRowContext(ctx, `SELECT coalesce(max(seq), 0) FROM entry`).Scan(&last); err != nil {
		_ = db.Close()
		unlock(lock)
		return nil, l.explain(err)
	}
	l.accepted, l.done = last, last
	go l.write()
	return l, nil
}

// source is the data source name of a file.
func source(path string, q url.Values) string {
	return "file:" + strings.ReplaceAll(url.PathEscape(filepath.ToSlash(filepath.Clean(path))), "%2F", "/") + "?" + q.Encode()
}

// settle puts in order what a process left that died while it wrote, as far as it may; who
// opens the file then finds out whether it did.
func settle(ctx context.Context, path string) {
	lock, err := reserve(ctx, path)
	if err != nil {
		return
	}
	defer unlock(lock)
	db, err := sql.Open("sqlite3", source(path, url.Values{"mode": {"rw"}}))
	if err != nil {
		return
	}
	var n int
	_ = db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&n) // see above
	_ = db.Close()
}

// unlock gives a lock up, if there is one.
func unlock(l *flock.Flock) {
	if l != nil {
		_ = l.Close() // nothing was written by it; it may be closed already
	}
}

// migrate checks whose file it is and brings it to the current version. It looks
// and writes in one transaction: another process may be making the same file. It
// always writes, so that a file that can't be written is noticed before anything
// was tried, but never to a file that isn't ours.
func (l *Ledger) migrate(ctx context.Context, mode Mode) error {
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return l.explain(err)
	}
	defer func() { _ = tx.Rollback() }() // after Commit this does nothing
	var app, version, tables int64
	for _, q := range [...]struct {
		text string
		into *int64
	}{
		{`PRAGMA application_id`, &app},
		{`PRAGMA user_version`, &version},
		{`SELECT count(*) FROM sqlite_schema`, &tables},
	} {
		if err := tx.QueryRowContext(ctx, q.text).Scan(q.into); err != nil {
			return l.explain(err)
		}
	}
	switch {
	case app != applicationID && (tables > 0 || app != 0):
		return fmt.Errorf("%s: %w", l.path, graphstore.ErrForeign)
	case version < 0 || version > int64(newest):
		return fmt.Errorf("%s: %w (schema %d, this program knows %d)", l.path, graphstore.ErrFuture, version, newest)
	case version > 0 && version < oldest:
		return fmt.Errorf("%s: %w", l.path, graphstore.ErrPast)
	case mode == ReadOnly:
		l.bare = tables == 0
		return nil
	}
	for _, text := range append(migrations[max(0, version-oldest+1):len(migrations):len(migrations)],
		fmt.Sprintf(`PRAGMA application_id = %d`, applicationID),
		fmt.Sprintf(`PRAGMA user_version = %d`, newest)) {
		if _, err := tx.ExecContext(ctx, text); err != nil {
			return l.explain(err)
		}
	}
	if err := tx.Commit(); err != nil {
		return l.explain(err)
	}
	// The file remembers this. A process that opens the file at this very moment
	// stands in the way; then it is done when the file is opened next.
	if _, err := l.db.ExecContext(ctx, `PRAGMA journal_mode = WAL`); err != nil && !errors.Is(l.explain(err), graphstore.ErrBusy) {
		return l.explain(err)
	}
	return nil
}

// Append implements [graphstore.Ledger].
func (l *Ledger) Append(_ context.Context, entries ...graphstore.Entry) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.pending) >= maxPending && l.err == nil && !l.closing {
		l.written.Wait()
	}
	if l.err != nil {
		return l.err
	}
	if l.closing {
		return fmt.Errorf("%s: the ledger is closed, or open for reading only", l.path)
	}
	for _, e := range entries {
		l.accepted++
		e.Seq = graphstore.Seq(l.accepted)
		l.pending = append(l.pending, e)
	}
	l.wake.Signal()
	return nil
}

// Sync implements [graphstore.Ledger].
func (l *Ledger) Sync(context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for goal := l.accepted; l.done < goal && l.err == nil; {
		l.written.Wait()
	}
	return l.err
}

func (l *Ledger) write() {
	defer close(l.finished)
	var batch []graphstore.Entry
	for {
		l.mu.Lock()
		for len(l.pending) == 0 && !l.closing {
			l.wake.Wait()
		}
		if len(l.pending) == 0 || l.err != nil {
			l.mu.Unlock()
			return
		}
		batch, l.pending = l.pending, batch[:0]
		l.mu.Unlock()
		err := l.store(batch)
		l.mu.Lock()
		if err != nil {
			l.err = err
		} else {
			l.done += int64(len(batch))
		}
		l.written.Broadcast()
		l.mu.Unlock()
	}
}

// rowsPerInsert is how many rows one statement stores: each execution crosses
// into C a fixed number of times.
const rowsPerInsert = 64

func (l *Ledger) store(batch []graphstore.Entry) (err error) {
	ctx := context.Background()
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return l.explain(err)
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback() // the first error says more
		}
	}()
	args := make([]any, 0, 5*rowsPerInsert)
	var many, one *sql.Stmt
	for len(batch) > 0 {
		n := 1
		stmt := &one
		if len(batch) >= rowsPerInsert {
			n, stmt = rowsPerInsert, &many
		}
		if *stmt == nil {
			text := `INSERT INTO entry (seq, kind, key, body, sum) VALUES (?,?,?,?,?)` + strings.Repeat(`,(?,?,?,?,?)`, n-1)
			if *stmt, err = tx.PrepareContext(ctx, text); err != nil {
				return l.explain(err)
			}
		}
		args = args[:0]
		for _, e := range batch[:n] {
			var key any
			if !e.Key.IsZero() {
				key = keyBytes(e.Key)
			}
			args = append(args, int64(e.Seq), string(e.Kind), key, string(e.Body), checksum(e))
		}
		if _, err = (*stmt).ExecContext(ctx, args...); err != nil {
			return l.explain(err)
		}
		batch = batch[n:]
	}
	return l.explain(tx.Commit())
}

// Since implements [graphstore.Ledger].
func (l *Ledger) Since(ctx context.Context, seq graphstore.Seq) iter.Seq2[graphstore.Entry, error] {
	return func(yield func(graphstore.Entry, error) bool) {
		if err := l.Sync(ctx); err != nil {
			yield(graphstore.Entry{}, err)
			return
		}
		if l.bare {
			return
		}
		rows, err := l.db.QueryContext(ctx, `SELECT seq, kind, key, body, sum FROM entry WHERE seq > ? ORDER BY seq`, int64(seq))
		if err != nil {
			yield(graphstore.Entry{}, l.explain(err))
			return
		}
		defer func() { _ = rows.Close() }() // the loop below reports what matters
		for rows.Next() {
			var e graphstore.Entry
			var key []byte
			var sum int64
			if err := rows.Scan(&e.Seq, &e.Kind, &key, &e.Body, &sum); err != nil {
				if ctx.Err() == nil { // then the row isn't one of ours
					err = fmt.Errorf("%w: %w", graphstore.ErrCorrupt, err)
				}
				yield(graphstore.Entry{}, l.explain(err))
				return
			}
			if key != nil {
				if len(key) != 16 {
					yield(graphstore.Entry{}, fmt.Errorf("%s: %w: entry %d has a key of %d bytes", l.path, graphstore.ErrCorrupt, e.Seq, len(key)))
					return
				}
				e.Key = keyOf(key)
			}
			if sum != checksum(e) {
				yield(graphstore.Entry{}, fmt.Errorf("%s: %w: entry %d isn't what was written: its checksum differs", l.path, graphstore.ErrCorrupt, e.Seq))
				return
			}
			if !yield(e, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(graphstore.Entry{}, l.explain(err))
		}
	}
}

// Check asks SQLite whether the file is sound. It returns ErrCorrupt with the
// first complaint if it isn't.
func (l *Ledger) Check(ctx context.Context) error {
	var says string
	if err := l.db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&says); err != nil {
		return l.explain(err)
	}
	if says != "ok" {
		return fmt.Errorf("%s: %w: %s", l.path, graphstore.ErrCorrupt, says)
	}
	return nil
}

// Close implements [graphstore.Ledger].
func (l *Ledger) Close() error {
	l.mu.Lock()
	l.closing = true
	l.wake.Signal()
	l.mu.Unlock()
	<-l.finished
	err := errors.Join(l.err, l.explain(l.db.Close()))
	unlock(l.lock)
	return err
}
