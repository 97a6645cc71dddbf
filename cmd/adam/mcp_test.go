package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestMCPWithoutUse: what has no effect is refused.
func TestMCPWithoutUse(t *testing.T) {
	db := tinyDB(t)
	for _, args := range [][]string{{"--world", "tiny"}, {"--budget", "5"}, {"--token", "x"}} {
		if code, _, said := adam(t, append([]string{"mcp", "--db", db}, args...)...); code != exitUsage || !strings.Contains(said, "hint: add: --") {
			t.Errorf("%v: %d %s", args, code, said)
		}
	}
}

// tinyDB is a database of a small world that was explored.
func tinyDB(t *testing.T) string {
	t.Helper()
	db := filepath.Join(t.TempDir(), "tiny.db")
	var out bytes.Buffer
	if code := run(t.Context(), []string{"explore", "--world", "tiny", "--db", db}, &out, &out); code != exitOK {
		t.Fatal(out.String())
	}
	return db
}

// TestInspector has somebody else's client ask over standard input and output.
func TestInspector(t *testing.T) {
	npx, err := exec.LookPath("npx")
	if err != nil {
		t.Skip("no npx: apt-get install npm")
	}
	db := tinyDB(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	ask := func(args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(ctx, npx, append([]string{"--yes", "@modelcontextprotocol/inspector", "--cli", "-e", runMain + "=1", self, "mcp", "--db", db}, args...)...)
		var complaint bytes.Buffer
		cmd.Stderr = &complaint
		out, err := cmd.Output()
		if err != nil && strings.Contains(complaint.String(), "npm error") {
			t.Skipf("the inspector can't be fetched: %.300s", complaint.String())
		}
		if err != nil {
			t.Fatalf("%v: %s%s", err, out, complaint.String())
		}
		return string(out)
	}
	var tools struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal([]byte(ask("--method", "tools/list")), &tools); err != nil || len(tools.Tools) != 6 {
		t.Errorf("%v, %v", tools, err)
	}
	var answer struct {
		StructuredContent struct {
			Possible bool
			Steps    []struct{ Action string }
		}
		IsError bool
	}
	text := ask("--method", "tools/call", "--tool-name", "plan", "--tool-arg", "goal=stick")
	if err := json.Unmarshal([]byte(text), &answer); err != nil || answer.IsError || !answer.StructuredContent.Possible || len(answer.StructuredContent.Steps) == 0 {
		t.Errorf("%v: %s", err, text)
	}
}

// bearer adds a token to requests.
type bearer struct{ token string }

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if b.token != "" {
		r.Header.Set("Authorization", "Bearer "+b.token)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// TestMCPByHTTP asks and acts over HTTP, with and without the token.
func TestMCPByHTTP(t *testing.T) {
	db := tinyDB(t)
	ctx, stop := context.WithCancel(t.Context())
	said, stderr := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, []string{"mcp", "--db", db, "--listen", "127.0.0.1:0", "--token", "secret", "--act", "--budget", "500"}, io.Discard, stderr)
		_ = stderr.Close()
	}()
	line, err := bufio.NewReader(said).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address := strings.Fields(strings.TrimPrefix(line, "ask at "))[0]
	connect := func(token string) (*mcp.ClientSession, error) {
		return mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(ctx,
			&mcp.StreamableClientTransport{Endpoint: address, HTTPClient: &http.Client{Transport: bearer{token}}, MaxRetries: -1}, nil)
	}
	if _, err := connect("wrong"); err == nil {
		t.Error("a wrong token is taken")
	}
	c, err := connect("secret")
	if err != nil {
		t.Fatal(err)
	}
	call := func(tool string, args map[string]any) (string, bool) {
		t.Helper()
		r, err := c.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
		if err != nil {
			t.Fatal(err)
		}
		return r.Content[0].(*mcp.TextContent).Text, r.IsError
	}
	// The world is that of the database.
	if text, failed := call("run", map[string]any{"task": "obtain 1 stick"}); failed || !strings.Contains(text, `"solved": true`) {
		t.Error(text)
	}
	// Of a long one what came of it is told, and not the way there.
	if text, failed := call("run", map[string]any{"task": "100 stick"}); failed || len(text) > 2500 || !strings.Contains(text, `"solved": true`) ||
		!strings.Contains(text, `makeSticks for stick: 2 planks -> 4 stick"`) || strings.Contains(text, `"earlier": 0`) || strings.Count(text, " for ") != lastActions {
		t.Errorf("%d characters: %s", len(text), text)
	}
	if text, failed := call("explore", map[string]any{"budget": 100}); failed || !strings.Contains(text, `"new_trials": 0`) {
		t.Error(text)
	}
	if text, failed := call("explore", map[string]any{"budget": 501}); !failed || !strings.Contains(text, "500") {
		t.Error(text)
	}
	if text, failed := call("run", map[string]any{"task": "--help"}); !failed {
		t.Error(text)
	}
	_ = c.Close()
	stop()
	if n := <-code; n != exitOK {
		t.Errorf("it ends with %d", n)
	}
}
