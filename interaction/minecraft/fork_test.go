package minecraft

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/interaction/sim"
)

// forked are versions in which @zardoy/flying-squid is played on. Before 1.14 it crashes as a table is opened: it asks for the window by a name
// that isn't known there.
var forked = []struct {
	version          string
	table, byDefault bool
}{
	{"1.12.2", false, false}, {"1.13.2", false, false}, {"1.14.4", true, false}, {"1.15.2", true, false}, {"1.16.5", true, true}, {"1.17.1", true, false}, {"1.18.2", true, false},
	{"1.19.4", true, false}, {"1.20.1", true, true},
}

// fork starts @zardoy/flying-squid, a server that somebody else wrote, with or without crafting at a table, in the version. It returns
// what is true there, with names as they are there.
func fork(t *testing.T, version string, table bool) (w *World, truth *sim.File, names *strings.Replacer) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(modules, "@zardoy", "flying-squid")); err != nil {
		t.Skipf("no @zardoy/flying-squid in %s; get it: npm install with testdata/package.json in its parent", modules)
	}
	names = strings.NewReplacer()
	if version == "1.12.2" {
		names = strings.NewReplacer("oak_log", "log", "oak_planks", "planks")
	}
	text, err := os.ReadFile("testdata/fork.json")
	if err != nil {
		t.Fatal(err)
	}
	rules, profile := string(text), "dig crafting_table, dig oak_log, craft oak_planks, craft stick, craft crafting_table, place crafting_table"
	if !table {
		rules, profile = regexp.MustCompile(`(?m)^.*"craft .*\n`).ReplaceAllString(rules, ""), "dig crafting_table, dig oak_log, place crafting_table"
	}
	if truth, err = sim.Parse("fork.json", []byte(names.Replace(rules))); err != nil {
		t.Fatal(err)
	}
	s := startServer(t, "squid.js", map[string]any{"package": "@zardoy/flying-squid", "version": version})
	return open(t, s.config(t, names.Replace(profile))), truth, names
}

// TestFork: its slots are told wrongly while they are filled, and it knows layouts only where they touch the bottom of the grid.
func TestFork(t *testing.T) {
	testModules(t)
	const near = "near_crafting_table"
	for _, tt := range forked {
		t.Run(tt.version, func(t *testing.T) {
			t.Parallel()
			some(t, tt.byDefault)
			w, truth, names := fork(t, tt.version, tt.table)
			named := []trial{
				{"dig crafting_table", map[string]int{"stick": 1}},
				{"dig oak_log", nil},
				{"place crafting_table", map[string]int{"crafting_table": 2}},
				{"craft oak_planks", map[string]int{"oak_log": 2}},
				{"craft oak_planks", map[string]int{"oak_log": 2, near: 1}},
				{"craft stick", map[string]int{"oak_planks": 5, "stick": 1, near: 1}},
				{"craft stick", map[string]int{"oak_planks": 1, near: 1}},
				{"craft crafting_table", map[string]int{"oak_planks": 5}},
				{"craft crafting_table", map[string]int{"oak_planks": 5, near: 1}},
				{"place crafting_table", map[string]int{"crafting_table": 2}}, // what the others left would be a gain here
			}
			if !tt.table {
				named = named[:3]
			}
			for i, tr := range named {
				start := map[string]int{}
				for name, n := range tr.start {
					start[names.Replace(name)] = n
				}
				named[i] = trial{names.Replace(tr.label), start}
			}
			right, faults := compare(t, w, truth, named)
			if t.Logf("%d right, broken: %v", right, faults); right+2 < len(named) {
				t.Errorf("only %d trials came out", right)
			}
		})
	}
}

// TestExploresTheFork: what is learned is exactly what that server does.
func TestExploresTheFork(t *testing.T) {
	testModules(t)
	for _, tt := range forked {
		t.Run(tt.version, func(t *testing.T) {
			t.Parallel()
			some(t, false)
			w, truth, _ := fork(t, tt.version, tt.table)
			exact(t, explored(t, w, truth, 2))
		})
	}
}
