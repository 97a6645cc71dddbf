package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// A database of a world that can't be opened by its name says so, and doesn't take another world for it.
func TestWorldOfDatabase(t *testing.T) {
	dir := t.TempDir()
	file, db := filepath.Join(dir, "mine.json"), filepath.Join(dir, "mine.db")
	if err := os.WriteFile(file, []byte(`{"format":1,"id":"mine","actions":[{"label":"chop","effects":[{"gives":{"log":1},"ways":[{}]}]}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, said := adam(t, "explore", "--world", file, "--db", db); code != 0 {
		t.Fatalf("exit code %d: %s", code, said)
	}
	for _, args := range [][]string{{"run", "1", "log"}, {"explore"}} {
		if code, _, said := adam(t, append(args, "--db", db)...); code != 4 || !strings.Contains(said, "than any that can be opened by its name:") {
			t.Errorf("%v: exit code %d: %s", args, code, said)
		}
		if code, _, said := adam(t, append(args, "--db", db, "--world", file)...); code != 0 {
			t.Errorf("%v with the file: exit code %d: %s", args, code, said)
		}
	}
}

// crowded is a world with a map on which nobody can live, and which has to be closed.
type crowded struct {
	interaction.World
	closed bool
}

func (*crowded) Spec() interaction.Spec {
	return interaction.Spec{ID: "crowded", Ground: &interaction.Ground{}}
}
func (c *crowded) Close() error { c.closed = true; return nil }

func TestAWorldThatCantBeLivedInIsClosed(t *testing.T) {
	c := &crowded{}
	if _, err := embodied(&world{World: c, closer: c}); err == nil || !c.closed {
		t.Errorf("closed: %v, and the error is %v", c.closed, err)
	}
}

func TestServeWithoutFrames(t *testing.T) {
	db := filepath.Join(t.TempDir(), "a.db")
	if code, _, said := adam(t, "explore", "--world", "tiny", "--db", db); code != 0 {
		t.Fatalf("exit code %d: %s", code, said)
	}
	if code, _, said := adam(t, "serve", "--db", db, "--frames", db+".none"); code != 3 || !strings.Contains(said, "there is no such folder") {
		t.Errorf("exit code %d: %s", code, said)
	}
}
