// Package votes has people compare recordings, and grade single ones: a page with two of them side by side, one with one of them,
// and what they say in SQLite. Who votes isn't told whose the recordings are, and which is on the left is drawn anew each time.
package votes

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"net/url"
	"slices"
	"strings"

	_ "github.com/mattn/go-sqlite3" // the driver
)

// Choices are what a vote can be, of one dimension.
var Choices = []string{"a", "b", "tie", "both bad"}

// Pair are two recordings of one scene, by names that nobody who votes sees.
type Pair struct {
	First, Second string
	Task          string
}

// Vote is one person's vote in one dimension, Ballot that of all its dimensions: Result is 1 if First was better, -1 if Second was, and 0 if neither.
type Vote struct {
	Pair
	Ballot    int64
	Dimension string
	Result    int
	Bad       bool // both were
}

// Box keeps votes in a SQLite file: a ballot that is cast has a choice in every dimension. It is safe for concurrent use.
type Box struct {
	db         *sql.DB
	dimensions []string
}

// Open opens the file, and makes it if it isn't there, for voting on these dimensions. It must be closed.
func Open(path string, dimensions []string) (*Box, error) {
	db, err := sql.Open("sqlite3", "file:"+url.PathEscape(path)+"?_busy_timeout=5000&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	_, err = db.Exec(`CREATE TABLE IF NOT EXISTS ballots (token TEXT PRIMARY KEY, first TEXT NOT NULL, second TEXT NOT NULL, task TEXT NOT NULL, swapped INTEGER NOT NULL, used INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS votes (token TEXT NOT NULL REFERENCES ballots, dimension TEXT NOT NULL, choice TEXT NOT NULL, PRIMARY KEY (token, dimension))`)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s can't keep votes: %w", path, err), db.Close())
	}
	return &Box{db, dimensions}, nil
}

// OpenReadOnly opens a file that is there for reading: it isn't written, and no ballot can be handed out. It must be closed.
func OpenReadOnly(path string) (*Box, error) {
	db, err := sql.Open("sqlite3", "file:"+url.PathEscape(path)+"?_busy_timeout=5000&mode=ro")
	if err != nil {
		return nil, err
	}
	return &Box{db: db}, nil
}

// Close closes the file.
func (b *Box) Close() error { return b.db.Close() }

var (
	// ErrNoBallot is returned for a ballot that wasn't handed out, or was cast already.
	ErrNoBallot = errors.New("there is no such ballot, or it was cast already")
	// ErrIncomplete is wrapped by the error for a ballot that has no choice in some dimension; it can be cast again.
	ErrIncomplete = errors.New("the ballot isn't complete, and wasn't cast")
)

// Hand hands out a ballot for a pair, and says whether the second recording is on the left.
func (b *Box) Hand(ctx context.Context, p Pair) (token string, swapped bool, err error) {
	var raw [16]byte
	if _, err := rand.Read(raw[:]); err != nil {
		return "", false, err
	}
	token = hex.EncodeToString(raw[:])
	n, err := rand.Int(rand.Reader, big.NewInt(2))
	if err != nil {
		return "", false, err
	}
	swapped = n.Sign() > 0
	_, err = b.db.ExecContext(ctx, `INSERT INTO ballots (token, first, second, task, swapped) VALUES (?, ?, ?, ?, ?)`, token, p.First, p.Second, p.Task, swapped)
	return token, swapped, err
}

// Cast casts a ballot on a pair, all its dimensions at once. It fails with [ErrNoBallot], [ErrIncomplete], or where a
// choice is none of [Choices].
func (b *Box) Cast(ctx context.Context, token string, choices map[string]string) error {
	for _, c := range choices {
		if !slices.Contains(Choices, c) {
			return fmt.Errorf("%q is no choice", c)
		}
	}
	return b.cast(ctx, token, choices, `second <> ''`)
}

// cast casts a ballot of the kind that the condition says.
func (b *Box) cast(ctx context.Context, token string, choices map[string]string, kind string) (err error) {
	for _, d := range b.dimensions {
		if _, ok := choices[d]; !ok {
			return fmt.Errorf("%w: %s is missing", ErrIncomplete, d)
		}
	}
	if len(choices) > len(b.dimensions) {
		return fmt.Errorf("there are only the dimensions %s", strings.Join(b.dimensions, ", "))
	}
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, tx.Rollback())
		}
	}()
	r, err := tx.ExecContext(ctx, `UPDATE ballots SET used = 1 WHERE token = ? AND used = 0 AND `+kind, token)
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, ErrNoBallot)
	}
	for d, c := range choices {
		if _, err := tx.ExecContext(ctx, `INSERT INTO votes (token, dimension, choice) VALUES (?, ?, ?)`, token, d, c); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// All are the votes on pairs that were cast, in the order in which ballots were handed out.
func (b *Box) All(ctx context.Context) (out []Vote, err error) {
	err = b.read(ctx, `second <> ''`, func(ballot int64, p Pair, swapped bool, dimension, choice string) error {
		v := Vote{Pair: p, Ballot: ballot, Dimension: dimension, Bad: choice == "both bad", Result: map[string]int{"a": 1, "b": -1}[choice]}
		if swapped {
			v.Result = -v.Result
		}
		out = append(out, v)
		return nil
	})
	return out, err
}

// read reads the cast ballots of the kind that the condition says.
func (b *Box) read(ctx context.Context, kind string, each func(ballot int64, p Pair, swapped bool, dimension, choice string) error) (err error) {
	rows, err := b.db.QueryContext(ctx, `SELECT ballots.rowid, first, second, task, swapped, dimension, choice FROM votes JOIN ballots USING (token) WHERE used = 1 AND `+kind+` ORDER BY ballots.rowid, dimension`)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var ballot int64
		var p Pair
		var swapped bool
		var dimension, choice string
		if err := rows.Scan(&ballot, &p.First, &p.Second, &p.Task, &swapped, &dimension, &choice); err != nil {
			return err
		}
		if err := each(ballot, p, swapped, dimension, choice); err != nil {
			return err
		}
	}
	return rows.Err()
}
