//go:build cgo

package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/mattn/go-sqlite3"

	"github.com/adam-discovery/adam/graphstore"
)

// explain maps SQLite's errors to the names of package graphstore.
func (l *Ledger) explain(err error) error {
	if err == nil {
		return nil
	}
	var name error
	var s sqlite3.Error
	switch {
	case errors.As(err, &s):
		switch s.Code {
		case sqlite3.ErrCorrupt, sqlite3.ErrError: // a table isn't what it should be
			name = graphstore.ErrCorrupt
		case sqlite3.ErrNotADB:
			name = graphstore.ErrForeign
		case sqlite3.ErrReadonly, sqlite3.ErrPerm, sqlite3.ErrAuth:
			name = graphstore.ErrReadOnly
		case sqlite3.ErrFull:
			name = graphstore.ErrFull
		case sqlite3.ErrIoErr:
			name = graphstore.ErrFull // writing failed; most often for want of space
		case sqlite3.ErrBusy, sqlite3.ErrLocked:
			name = graphstore.ErrBusy
		case sqlite3.ErrConstraint:
			name = graphstore.ErrDuplicate
			if s.ExtendedCode == sqlite3.ErrConstraintPrimaryKey {
				name = graphstore.ErrBusy // another process took the number
			}
		case sqlite3.ErrCantOpen:
			name = graphstore.ErrReadOnly
			if _, serr := os.Stat(l.path); errors.Is(serr, fs.ErrNotExist) {
				name = fs.ErrNotExist // neither the file nor a place to make it
			}
		}
	}
	if name == nil || errors.Is(err, name) {
		return fmt.Errorf("%s: %w", l.path, err)
	}
	return fmt.Errorf("%s: %w: %w", l.path, name, err)
}
