package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPythonPage runs docs/python.md from top to bottom: its commands, and its programs as one.
func TestPythonPage(t *testing.T) {
	if out, err := exec.Command("python3", "-c", "import gymnasium, matplotlib, networkx, pandas").CombinedOutput(); err != nil {
		t.Skipf("pip install networkx pandas matplotlib gymnasium: %.200s", out)
	}
	text, err := os.ReadFile("../../docs/python.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	program, blocks := "", 0
	for _, b := range regexp.MustCompile("(?s)```(sh|python) ?([a-z.]*)\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		blocks++
		switch kind, file, body := b[1], b[2], b[3]; {
		case file != "":
			if err := os.WriteFile(file, []byte(body), 0o600); err != nil {
				t.Fatal(err)
			}
		case kind == "python":
			program += body
		default:
			for _, line := range strings.Split(strings.TrimSpace(body), "\n") {
				command(t, line)
			}
		}
	}
	if blocks < 8 {
		t.Fatalf("docs/python.md has %d blocks", blocks)
	}
	if err := os.WriteFile("page.py", []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("python3", "page.py").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if info, err := os.Stat(filepath.Join(".", "bench.png")); err != nil || info.Size() == 0 {
		t.Errorf("there is no plot: %v", err)
	}
}

// command runs a line of a shell that begins with adam.
func command(t *testing.T, line string) {
	t.Helper()
	line, into, _ := strings.Cut(line, " > ")
	args := regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(line, -1)
	for i := range args {
		args[i] = strings.Trim(args[i], `"`)
	}
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), args[1:], &stdout, &stderr); code != exitOK {
		t.Fatalf("%s: exit code %d: %s", line, code, stderr.String())
	}
	if into == "" {
		return
	}
	if err := os.WriteFile(into, stdout.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}
