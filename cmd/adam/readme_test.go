package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadme runs every command of the README's console sessions and compares
// what it prints with what the README says, but for times and speeds.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	timing := regexp.MustCompile(`[0-9.]+ s( \([0-9]+ trials/s\))?`)
	ran := 0
	for _, block := range regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		for _, session := range strings.Split("\n"+block[1], "\n$ ")[1:] {
			command, want, _ := strings.Cut(session, "\n")
			args := strings.Fields(command)
			if filepath.Base(args[0]) != "adam" {
				continue // make, git and the like
			}
			ran++
			var stdout, stderr bytes.Buffer
			code := run(context.Background(), args[1:], &stdout, &stderr)
			if code != 0 {
				t.Errorf("%s: exit code %d: %s", command, code, stderr.String())
				continue
			}
			// A line of three dots stands for lines that are left out.
			got := strings.Split(strings.TrimRight(timing.ReplaceAllString(stdout.String(), "T"), "\n"), "\n")
			i := 0
			skip := false
			for _, line := range strings.Split(strings.TrimRight(timing.ReplaceAllString(want, "T"), "\n"), "\n") {
				if strings.TrimSpace(line) == "..." {
					skip = true
					continue
				}
				for skip && i < len(got) && got[i] != line {
					i++
				}
				skip = false
				if i == len(got) || got[i] != line {
					t.Errorf("%s: the README says %q, the program %q", command, line, strings.Join(got[min(i, len(got)-1):min(i+1, len(got))], ""))
					break
				}
				i++
			}
			if !skip && i < len(got) && !t.Failed() && want != "" {
				t.Errorf("%s: the README leaves out %q", command, got[i])
			}
		}
	}
	if ran < 4 {
		t.Errorf("only %d commands of the README were run", ran)
	}
}
