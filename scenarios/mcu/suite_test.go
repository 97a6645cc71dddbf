package mcu

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A suite that comes with the program is of its world, and says by how many trials agents learn; a broken one says what is wrong.
func TestSuites(t *testing.T) {
	for _, name := range SuiteNames() {
		s, err := LoadSuite(name)
		if err != nil {
			t.Fatal(err)
		}
		if tasks, err := game(t, "wilds", true).Tasks(s); err != nil || len(tasks) != len(s.Atomic)+len(s.Composed) || s.Trials == 0 {
			t.Errorf("%s: %d tasks, %d trials, %v", name, len(tasks), s.Trials, err)
		}
	}
	for text, says := range map[string]string{
		`{"name": "x"}`: "names no world",
		`{"name": "x", "world": "lived:wilds", "atomic": ["find/cow"], "trials": -1}`: "can't be negative",
		`{"name": "x", "trails": 3}`:                        "can't be read",
		`{"world": "lived:wilds", "atomic": ["find/cow"]}{`: "follows the end",
	} {
		path := filepath.Join(t.TempDir(), "suite.json")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := LoadSuite(path); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := game(t, "wilds", true).Tasks(Suite{World: "lived:wilds", Atomic: []string{"find/cow", "find/cow"}}); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("a task that is there twice: %v", err)
	}
}
