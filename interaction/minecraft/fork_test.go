package minecraft

import (
	"os"
	"path/filepath"
	"testing"
)

// fork starts @zardoy/flying-squid, a server that somebody else wrote, with crafting at a table.
func fork(t *testing.T) *World {
	t.Helper()
	testModules(t)
	if _, err := os.Stat(filepath.Join(modules, "@zardoy", "flying-squid")); err != nil {
		t.Skipf("no @zardoy/flying-squid in %s; get it: npm install with testdata/package.json in its parent", modules)
	}
	s := startServer(t, "squid.js", map[string]any{"package": "@zardoy/flying-squid", "version": "1.16.5"})
	return open(t, s.config(t, "dig crafting_table, dig oak_log, craft oak_planks, craft stick, craft crafting_table, place crafting_table"))
}

// TestFork: its slots are told wrongly while they are filled, and it knows layouts only where they touch the bottom of the grid.
func TestFork(t *testing.T) {
	const near = "near_crafting_table"
	right, faults := compare(t, fork(t), load(t, "./testdata/fork.json"), []trial{
		{"dig crafting_table", map[string]int{"stick": 1}},
		{"craft oak_planks", map[string]int{"oak_log": 2}},
		{"craft oak_planks", map[string]int{"oak_log": 2, near: 1}},
		{"craft stick", map[string]int{"oak_planks": 5, "stick": 1, near: 1}},
		{"craft stick", map[string]int{"oak_planks": 1, near: 1}},
		{"craft crafting_table", map[string]int{"oak_planks": 5}},
		{"craft crafting_table", map[string]int{"oak_planks": 5, near: 1}},
		{"place crafting_table", map[string]int{"crafting_table": 2}},
		{"dig oak_log", nil}, // what the others left would be a gain here
	})
	if t.Logf("%d right, broken: %v", right, faults); right < 7 {
		t.Errorf("only %d trials came out", right)
	}
}

// TestExploresTheFork: what is learned is exactly what that server does.
func TestExploresTheFork(t *testing.T) {
	some(t, false)
	exact(t, explored(t, fork(t), load(t, "./testdata/fork.json"), 4))
}
