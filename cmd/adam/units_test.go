package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/docs"
)

// The units and containers of docs/fleet.md run commands that there are, and systemd finds nothing wrong with the units
// where it is there to be asked.
func TestUnits(t *testing.T) {
	all := docs.All()
	page := all[slices.IndexFunc(all, func(d docs.Document) bool { return d.Name == "fleet" })].Text
	dir := t.TempDir()
	var lines [][]string
	var units []string
	for _, m := range regexp.MustCompile("(?s)```ini\n# /etc/systemd/system/([a-z-]+\\.service)\n(.*?)```").FindAllStringSubmatch(page, -1) {
		for _, x := range regexp.MustCompile(`(?m)^ExecStart=/usr/local/bin/adam (.*)$`).FindAllStringSubmatch(m[2], -1) {
			lines = append(lines, strings.Fields(x[1]))
		}
		path := filepath.Join(dir, m[1])
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(m[2], "/usr/local/bin/adam", os.Args[0])), 0o600); err != nil {
			t.Fatal(err)
		}
		units = append(units, path)
	}
	for _, m := range regexp.MustCompile(`(?m)^    command: (\["/adam/adam".*\])$`).FindAllStringSubmatch(page, -1) {
		var args []string
		if err := json.Unmarshal([]byte(m[1]), &args); err != nil {
			t.Fatalf("%s: %v", m[1], err)
		}
		lines = append(lines, args[1:])
	}
	if len(units) != 2 || len(lines) != 4 {
		t.Fatalf("%d units and %d commands", len(units), len(lines))
	}
	for _, args := range lines {
		if out, err := adamProcess(append(args, "--help")...).CombinedOutput(); err != nil {
			t.Errorf("adam %s: %v: %s", strings.Join(args, " "), err, out)
		}
	}
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("systemd-analyze isn't there")
	}
	if out, err := exec.Command("systemd-analyze", append([]string{"verify"}, units...)...).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
