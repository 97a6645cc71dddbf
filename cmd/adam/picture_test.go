package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestPictures: what the README shows is what adam draws today; make pictures draws it again.
func TestPictures(t *testing.T) {
	dir := t.TempDir()
	db, picture := filepath.Join(dir, "a.db"), filepath.Join(dir, "a.svg")
	mustRun(t, "explore", "--world", "minecraft-41", "--db", db)
	mustRun(t, "graph", "export", "--db", db, "--view", "dag", "-o", picture)
	now, err := os.ReadFile(picture)
	if err != nil {
		t.Fatal(err)
	}
	shown, err := os.ReadFile("../../docs/minecraft-41.svg")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(now, shown) {
		t.Error("docs/minecraft-41.svg isn't what adam draws: make pictures, and look at it")
	}
}
