package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/adam-discovery/adam/scenarios/mcu"
)

// TestRowsThatWereCutOff: wherever a full disk or a kill cut the rows of a run off, the next run goes on behind what is whole, and
// its rows can be read.
func TestRowsThatWereCutOff(t *testing.T) {
	settings := mcuSettings{World: "w", Seed: 1}
	play := func(dir string, episode int) {
		t.Helper()
		b, err := openBook(dir, settings)
		if err != nil {
			t.Fatal(err)
		}
		if !b.known("ours", "mine/log", mcu.Simple, episode) {
			row := mcu.Row{Agent: "ours", Task: "mine/log", Difficulty: mcu.Simple, Episode: episode}
			if err := b.keep(row, &mcu.Trace{}); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.close(); err != nil {
			t.Fatal(err)
		}
	}
	whole := t.TempDir()
	play(whole, 0)
	text, err := os.ReadFile(filepath.Join(whole, rowsFile))
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(text) + 1 {
		dir := t.TempDir()
		play(dir, 0)
		path := filepath.Join(dir, rowsFile)
		if err := os.Truncate(path, int64(cut)); err != nil {
			t.Fatal(err)
		}
		play(dir, 0)
		play(dir, 1)
		rows, torn, err := readRows(path)
		if err != nil || torn || len(rows) != 2 {
			t.Fatalf("cut off behind %d of %d bytes: %d rows, %v", cut, len(text), len(rows), err)
		}
	}
}
