package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// The page of an exploration stays when that is done, and others may write to the database meanwhile: it shows what they do.
func TestServeWhileExploring(t *testing.T) {
	db := filepath.Join(t.TempDir(), "a.db")
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Minute)
	defer stop()
	said, stderr := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		var stdout bytes.Buffer
		code := run(ctx, []string{"explore", "--world", "tiny", "--db", db, "--serve=127.0.0.1:0"}, &stdout, stderr)
		_ = stderr.Close()
		ended <- code
	}()
	address, all := "", ""
	for lines := bufio.NewScanner(said); !strings.Contains(all, "the page stays"); {
		if !lines.Scan() {
			t.Fatalf("it ended and said: %s", all)
		}
		all += lines.Text() + "\n"
		if m := regexp.MustCompile(`http://[0-9.:]+/`).FindString(lines.Text()); m != "" {
			address = m
		}
	}
	go func() { _, _ = io.Copy(io.Discard, said) }()
	mustRun(t, "run", "obtain", "1", "axe", "--world", "tiny", "--db", db)
	for path, want := range map[string]string{"tree": "5 of 5 actions", "tasks": "obtain 1 axe", "run": "it ended"} {
		for { // a page may be a little old
			r, err := http.Get(address + path)
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(r.Body)
			_ = r.Body.Close()
			if err != nil || r.StatusCode != http.StatusOK {
				t.Fatalf("%s: %s, %v", path, r.Status, err)
			}
			if strings.Contains(string(text), want) {
				break
			}
			if ctx.Err() != nil {
				t.Fatalf("%s: it doesn't say %q", path, want)
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	stop()
	if code := <-ended; code != 0 {
		t.Errorf("exit code %d", code)
	}
}
