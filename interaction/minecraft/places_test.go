package minecraft

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// No two processes have one plot, however they start at once, nor where one that had it was killed.
func TestOnePlotEach(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node; install it: apt-get install nodejs")
	}
	const processes, rounds = 8, 40
	var in []io.Writer
	var out []*bufio.Scanner
	for range processes {
		cmd := exec.Command("node", filepath.Join("testdata", "places.js"))
		stdin, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = stdin.Close() // which ends it
			if err := cmd.Wait(); err != nil {
				t.Error(err)
			}
		})
		in, out = append(in, stdin), append(out, bufio.NewScanner(stdout))
	}
	for round := range rounds {
		dir := t.TempDir()
		if round%2 == 1 { // no process has this number
			if err := os.WriteFile(filepath.Join(dir, "plot-0.pid"), []byte("999999999"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		line, err := json.Marshal([]any{dir, time.Now().Add(20 * time.Millisecond).UnixMilli()})
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range in {
			if _, err := w.Write(append(line, '\n')); err != nil {
				t.Fatal(err)
			}
		}
		var plots []string
		for _, s := range out {
			if !s.Scan() {
				t.Fatal("a process ended")
			}
			plots = append(plots, s.Text())
		}
		slices.Sort(plots)
		if slices.Contains(plots, "-1") || len(slices.Compact(slices.Clone(plots))) < processes {
			t.Errorf("round %d: plots %s", round, strings.Join(plots, ", "))
		}
	}
}
