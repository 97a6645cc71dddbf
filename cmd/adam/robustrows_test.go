package main

import (
	"context"
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

// The summary says of each milestone how often it came, and of each game that wasn't solved why.
func TestPrintRobustness(t *testing.T) {
	var b strings.Builder
	printRobustness(&b, bench.RobustnessReport{World: "w", Goal: "g", Games: []bench.Game{
		{Seed: 1, SHD: 9, End: explore.EndBudget}, {Seed: 2, SHD: 3, Reason: "so it is"}, {Seed: 3, SHD: 1, Solved: true}, {Seed: 4, Solved: true}},
		Reached: bench.Grade{Games: 3, MedianSteps: 7, MedianRounds: 2, MaxSteps: 9}})
	for _, line := range []string{
		"goal reached      3 games, median 7 steps, 2 rounds, at most 9 steps",
		"goal proven       never",
		"seed 1: solved false, SHD 9, 0 wrong certificates, the budget was used up",
		"seed 2: solved false, SHD 3, 0 wrong certificates, so it is",
		"seed 3: solved true, SHD 1, 0 wrong certificates",
	} {
		if !strings.Contains(b.String(), line+"\n") {
			t.Errorf("there is no line %q:\n%s", line, b.String())
		}
	}
	if strings.Contains(b.String(), "seed 4") {
		t.Error(b.String())
	}
}

// Who interrupts it is told how it goes on.
func TestRobustnessInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		args []string
		hint string
	}{{nil, "with --rows FILE"}, {[]string{"--rows", filepath.Join(t.TempDir(), "games.jsonl")}, "go on with the same command"}} {
		var out, said strings.Builder
		code := run(ctx, append([]string{"robustness", "--world", "tiny", "--mutations", "2"}, c.args...), &out, &said)
		if code != exitInterrupted || !strings.Contains(said.String(), "hint: "+c.hint) {
			t.Errorf("%v: %d %s", c.args, code, said.String())
		}
	}
}
