package graphstore

import (
	"cmp"
	"context"
)

// Page is what is entered into a ledger at once. The zero Page is empty. It isn't safe for
// concurrent use.
type Page struct {
	entries []Entry
	err     error
}

// Add adds an entry, as it was just made. The first error is kept for AppendTo.
func (p *Page) Add(e Entry, err error) {
	p.err = cmp.Or(p.err, err)
	p.entries = append(p.entries, e)
}

// AppendTo appends the page to the ledger, whole or not at all. It fails with the first error
// of what was added, or as the ledger does.
func (p *Page) AppendTo(ctx context.Context, l Ledger) error {
	if p.err != nil || len(p.entries) == 0 {
		return p.err
	}
	return l.Append(ctx, p.entries...)
}
