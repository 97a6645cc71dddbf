package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whoever interrupts the games of a language model has our own games, which were played before, in the file and on the screen.
func TestPlayInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		stop()
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer server.Close()
	rows := filepath.Join(t.TempDir(), "games.jsonl")
	var out strings.Builder
	code := run(ctx, []string{"bench", "play", "log", "--games", "3", "--rows", rows, "--llm-model", "x", "--llm-base-url", server.URL + "/v1"}, &out, io.Discard)
	if b, err := os.ReadFile(rows); err != nil || strings.Count(string(b), "\n") != 3 {
		t.Errorf("games that are kept: %q, %v", b, err)
	}
	if code != 130 || !strings.Contains(out.String(), "log") {
		t.Errorf("it ends with %d, having written %q", code, out.String())
	}
}

// A model that can't be reached isn't measured: it has no rows, and its agents are skipped with the reason.
func TestPlayUnreachable(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) }))
	defer server.Close()
	rows := filepath.Join(t.TempDir(), "games.jsonl")
	var out strings.Builder
	code := run(t.Context(), []string{"bench", "play", "log", "--games", "2", "--rows", rows, "--llm-model", "x", "--llm-base-url", server.URL + "/v1"}, &out, io.Discard)
	if b, err := os.ReadFile(rows); err != nil || strings.Count(string(b), "\n") != 2 {
		t.Errorf("games that are kept: %q, %v", b, err)
	}
	if text := out.String(); code != 0 || !strings.Contains(text, "ReAct (x) is skipped: its model didn't answer in game 1 of 2: ") || strings.Contains(text, "0 of 2 solved") {
		t.Errorf("it ends with %d, having written %q", code, text)
	}
}

// Agents whose model can't be reached end a run of MCU: rows before are kept, none is made up, and the same command goes on.
func TestMCUUnreachable(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }))
	defer server.Close()
	dir := t.TempDir()
	suite := filepath.Join(dir, "suite.json")
	if err := os.WriteFile(suite, []byte(`{"name": "one", "world": "lived:wilds", "atomic": ["mine/log"]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		var told strings.Builder
		code := run(t.Context(), []string{"mcu", "run", "--suite", suite, "--agent", "random,react", "--difficulty", "simple", "--episodes", "1", "--parallel", "1",
			"--out", filepath.Join(dir, "games"), "--llm-model", "x", "--llm-base-url", server.URL + "/v1"}, io.Discard, &told)
		b, err := os.ReadFile(filepath.Join(dir, "games", rowsFile))
		if err != nil || strings.Count(string(b), "\n") != 1 || strings.Contains(string(b), "react") {
			t.Errorf("rows that are kept: %q, %v", b, err)
		}
		if text := told.String(); code != exitNo || !strings.Contains(text, "the model doesn't answer: the server denies access") || !strings.Contains(text, "hint: ") {
			t.Errorf("it ends with %d, having written %q", code, text)
		}
	}
}
