package sqlite

import (
	"fmt"
	"testing"
)

// SetMaxPages makes the file as good as on a full disk beyond n pages.
func (l *Ledger) SetMaxPages(t *testing.T, n int) {
	t.Helper()
	l.db.SetMaxOpenConns(1) // the pragma is per connection
	if _, err := l.db.Exec(fmt.Sprintf(`PRAGMA max_page_count = %d`, n)); err != nil {
		t.Fatal(err)
	}
}
