package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// TestTornGameRows: a row that was cut off is left out, and the next one doesn't stick to it.
func TestTornGameRows(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.jsonl")
	r := bench.Robustness{World: &sim.File{ID: "w"}, Goal: "g", Edits: 5, Config: explore.Default()}
	open := func() (*gameRows, []bench.Game) {
		t.Helper()
		rows, known, err := openGameRows(name, "rules", r)
		if err != nil {
			t.Fatal(err)
		}
		return rows, known
	}
	rows, _ := open()
	rows.add(bench.Game{Seed: 1})
	rows.add(bench.Game{Seed: 2})
	if err := rows.close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(name, whole.Size()-3); err != nil {
		t.Fatal(err)
	}
	rows, known := open()
	if len(known) != 1 || known[0].Seed != 1 {
		t.Fatalf("what is whole: %+v", known)
	}
	rows.add(bench.Game{Seed: 2})
	if err := rows.close(); err != nil {
		t.Fatal(err)
	}
	rows, known = open()
	if err := rows.close(); err != nil || len(known) != 2 || known[1].Seed != 2 {
		t.Errorf("after the row was written again: %+v, %v", known, err)
	}
	r.Edits++
	if _, _, err := openGameRows(name, "rules", r); err == nil {
		t.Error("games of other settings were taken over")
	}
}

// TestGameRowsOfOtherRules: games of other rules aren't taken over, nor are those of a file that doesn't say of which.
func TestGameRowsOfOtherRules(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.jsonl")
	r := bench.Robustness{World: &sim.File{ID: "w"}, Goal: "g", Edits: 5, Config: explore.Default()}
	rows, _, err := openGameRows(name, "rules", r)
	if err != nil {
		t.Fatal(err)
	}
	rows.add(bench.Game{Seed: 1})
	if err := rows.close(); err != nil {
		t.Fatal(err)
	}
	refused := func(fingerprint, why string) {
		t.Helper()
		if _, _, err := openGameRows(name, fingerprint, r); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("rules %q: %v, not %q", fingerprint, err, why)
		}
	}
	refused("others", "its games are of other rules of w")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	old := strings.Replace(string(text), `"fingerprint":"rules",`, "", 1)
	if err := os.WriteFile(name, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	refused("rules", "doesn't say by which rules of w")
}
