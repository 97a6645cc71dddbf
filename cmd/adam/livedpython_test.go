package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/interaction/rpc"
)

// livedInPython makes a folder with the base class and a program.
func livedInPython(t *testing.T, name, program string) {
	t.Helper()
	if exec.Command("python3", "-c", "").Run() != nil {
		t.Skip("no python3 is installed")
	}
	dir := t.TempDir()
	for file, text := range map[string]string{rpc.BaseFile: rpc.Base(), name: program} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
}

func mustRun(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(context.Background(), args, &stdout, &stderr); code != 0 {
		t.Fatalf("%v: exit code %d: %s", args, code, stderr.String())
	}
	return stdout.String()
}

// The world in docs/rpc.md is explored as the page says.
func TestLivedExample(t *testing.T) {
	text, err := os.ReadFile("../../docs/rpc.md")
	if err != nil {
		t.Fatal(err)
	}
	program := regexp.MustCompile("(?s)```python\n(.*?)```").FindSubmatch(text)
	if program == nil {
		t.Fatal("docs/rpc.md has no program in Python")
	}
	if lines := strings.Count(strings.TrimSpace(string(program[1])), "\n") + 1; lines > 45 {
		t.Errorf("the example has %d lines", lines)
	}
	livedInPython(t, "coast.py", string(program[1]))
	var sum struct {
		Certified int  `json:"actions_certified"`
		Complete  bool `json:"complete"`
	}
	if err := json.Unmarshal([]byte(mustRun(t, "explore", "--world", "rpc:python3 coast.py", "--budget", "20000", "--seed", "6", "--db", "coast.db", "--json")), &sum); err != nil {
		t.Fatal(err)
	}
	if sum.Certified != 4 || !sum.Complete {
		t.Errorf("%d actions certified, complete %v", sum.Certified, sum.Complete)
	}
	if why := mustRun(t, "graph", "why", "page", "--db", "coast.db"); !strings.Contains(why, "certified") || !strings.Contains(why, "dark (kept) + lamp (kept) + 1 oil suffices") {
		t.Errorf("the page isn't certified to need the dark:\n%s", why)
	}
}

// A program whose adam has ended says nothing of pipes: it closes its session and leaves.
func TestLivedProgramLeaves(t *testing.T) {
	livedInPython(t, "left.py", `
from adam_world import World

class Left(World):
    actions = ["wait"]

    def begin(self, seed):
        return {}

    def close(self):
        open("closed", "w").close()

Left().serve()
`)
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil { // nobody reads what it answers
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }()
	var stderr bytes.Buffer
	cmd := exec.Command("python3", "left.py")
	cmd.Stdin = strings.NewReader(`{"jsonrpc": "2.0", "id": 1, "method": "hello"}` + "\n")
	cmd.Stdout, cmd.Stderr = in, &stderr
	if err := cmd.Run(); err != nil || stderr.Len() > 0 {
		t.Errorf("%v: %s", err, stderr.String())
	}
	if _, err := os.Stat("closed"); err != nil {
		t.Error("its session wasn't closed: ", err)
	}
}

// A package that somebody else wrote, with its own rules as the truth.
func TestHcraft(t *testing.T) {
	program, err := os.ReadFile("../../interaction/rpc/testdata/hcraft_world.py")
	if err != nil {
		t.Fatal(err)
	}
	livedInPython(t, "hcraft_world.py", string(program))
	truth, err := exec.Command("python3", "hcraft_world.py", "--truth").Output()
	if err != nil {
		t.Skip("the package hcraft isn't installed: pip install hcraft")
	}
	lines := strings.Split(strings.TrimSpace(string(truth)), "\n") // it greets first
	if err := os.WriteFile("truth.json", []byte(lines[len(lines)-1]), 0o600); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "explore", "--world", "rpc:python3 hcraft_world.py", "--db", "h.db", "--json")
	var score struct {
		SHD   int   `json:"shd"`
		Wrong []any `json:"wrong_certificates"`
		Exact int   `json:"ways_exact"`
	}
	if err := json.Unmarshal([]byte(mustRun(t, "graph", "score", "--db", "h.db", "--rules", "truth.json", "--json")), &score); err != nil {
		t.Fatal(err)
	}
	if score.SHD != 0 || len(score.Wrong) != 0 || score.Exact != 10 {
		t.Errorf("score %+v", score)
	}
}
