//go:build !cgo

package sqlite

import (
	"fmt"

	_ "github.com/mattn/go-sqlite3" // its driver says the same at the first use
)

// explain says why nothing works.
func (l *Ledger) explain(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: a database isn't supported by a program that was built without cgo and a C compiler: %w", l.path, err)
}
