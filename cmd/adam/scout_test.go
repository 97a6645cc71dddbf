package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A fall of food is no blow, from which an agent would run.
func TestPains(t *testing.T) {
	w, err := openWorld(t.Context(), "lived:meadow", io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	if got := pains(w.land.Rules().Map); !slices.Equal(got, []string{"health"}) {
		t.Errorf("blows are felt by %q", got)
	}
}

// Who goes by pictures eats on its way, as the database knows how.
func TestEatsByPictures(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays for long")
	}
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(at("glade.json"), []byte(`{"format": 1, "id": "glade", "factors": {"food": {"kind": "vital", "max": 9}, "health": {"kind": "vital", "max": 9}},
		"map": {"size": 40, "vitals": {"health": {"life": true}, "food": {"lasts": 25}}, "biomes": {"wood": {"ground": "grass"}, "hills": {"ground": "rock"}},
			"things": {"tree": {"share": 0.03}, "bush": {"share": 0.03}}},
		"actions": [{"label": "chop", "at": "tree", "effects": [{"gives": {"log": 1}, "ways": [{}]}]},
			{"label": "pick", "at": "bush", "effects": [{"gives": {"food": 3}, "ways": [{}]}]}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	world := "lived:" + at("glade.json")
	for _, args := range [][]string{
		{"explore", "--world", world, "--db", at("a.db"), "--budget", "3000"},
		{"percipient", "collect", "--world", world, "--places", "60", "-o", at("album.zip")},
		{"percipient", "train", "--album", at("album.zip"), "-o", at("weights.gz")},
		{"run", "survive 600 steps near a tree", "--world", world, "--db", at("a.db"), "--percipient", "learned", "--weights", at("weights.gz")},
	} {
		if code, out, said := adam(t, args...); code != 0 {
			t.Fatalf("adam %s: exit code %d: %s%s", args[0], code, out, said)
		}
	}
}

// Tasks with conditions are done where one lives, at any hour, by an agent that stays alive, also in another process.
func TestConditions(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "glade.json")
	if err := os.WriteFile(file, []byte(`{"format": 1, "id": "glade", "factors": {"food": {"kind": "vital", "max": 9}, "health": {"kind": "vital", "max": 9}},
		"map": {"size": 40, "day": 120, "vitals": {"health": {"life": true}, "food": {"lasts": 25}}, "biomes": {"wood": {"ground": "moss"}},
			"things": {"tree": {"share": 0.1}, "pond": {"share": 0.01, "looks": "pool"}, "bush": {"share": 0.05}}},
		"actions": [{"label": "chop", "at": "tree", "effects": [{"gives": {"log": 1}, "ways": [{}]}]},
			{"label": "pick", "at": "bush", "effects": [{"gives": {"food": 3}, "ways": [{}]}]},
			{"label": "drink", "at": "pond", "effects": [{"gives": {"cup": 1}, "ways": [{"consumes": {"log": 1}}]}]}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	db := filepath.Join(dir, "a.db")
	if code, _, said := adam(t, "explore", "--world", "lived:"+file, "--db", db, "--budget", "6000"); code != 0 {
		t.Fatalf("exit code %d: %s", code, said)
	}
	for _, task := range []string{"2 logs near a pond", "a log near a pond at night", "a cup by day", "be near a bush"} {
		if code, out, said := adam(t, "run", task, "--world", "lived:"+file, "--db", db); code != 0 {
			t.Errorf("%s: exit code %d: %s%s", task, code, out, said)
		}
	}
	if code, _, said := adam(t, "run", "a log, with a bush in sight", "--world", "lived:"+file, "--db", db); code == 0 || !strings.Contains(said, `say "near bush"`) {
		t.Errorf("a bush can't be had: exit code %d: %s", code, said)
	}
	t.Setenv(runMain, "1")
	far, there := filepath.Join(dir, "far.db"), fmt.Sprintf("rpc:%s world serve --world lived:%s", os.Args[0], file)
	if code, _, said := adam(t, "explore", "--world", there, "--db", far, "--budget", "6000"); code != 0 {
		t.Fatalf("exit code %d: %s", code, said)
	}
	if code, out, said := adam(t, "run", "2 logs near a pond", "--world", there, "--db", far); code != 0 {
		t.Errorf("in another process: exit code %d: %s%s", code, out, said)
	}
	if code, _, said := adam(t, "run", "a log near a whale", "--world", there, "--db", far); code != 2 || !strings.Contains(said, "no condition") {
		t.Errorf("near what isn't there: exit code %d: %s", code, said)
	}
}
