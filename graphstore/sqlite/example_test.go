package sqlite_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/sqlite"
	"github.com/adam-discovery/adam/interaction"
)

// What was appended to the file is there when it is opened again.
func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ctx, path := context.Background(), filepath.Join(dir, "forest.db")
	ledger, err := sqlite.Open(ctx, path, sqlite.ReadWrite)
	if err != nil {
		fmt.Println(err)
		return
	}
	entry, err := graphstore.NewEntry(graphstore.WorldEntry{ID: "forest", Fingerprint: "1", Actions: []interaction.Action{"a", "b"}, Stock: 64})
	if err == nil {
		err = ledger.Append(ctx, entry)
	}
	fmt.Println("written:", err == nil, ledger.Close() == nil)

	again, err := sqlite.Open(ctx, path, sqlite.ReadOnly)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer again.Close()
	folded, err := graphstore.Fold(ctx, again, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("read:", folded.World.ID, folded.World.Actions)
	// Output:
	// written: true true
	// read: forest [a b]
}
