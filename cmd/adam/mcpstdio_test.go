package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// A line that is no message is answered by an error, and what comes after it by the server, which a client's fault doesn't end.
func TestBadLinesOverStdio(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	db := tinyDB(t)
	// ask sends the lines, takes a number of answers, and then has nothing more to say.
	ask := func(in string, n int) (answers []string, code int, said string) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, self, "mcp", "--db", db)
		cmd.Env = append(os.Environ(), runMain+"=1")
		var complaint bytes.Buffer
		cmd.Stderr = &complaint
		to, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		from, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(to, in); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(from)
		for len(answers) < n && lines.Scan() {
			answers = append(answers, lines.Text())
		}
		_ = to.Close()
		_ = cmd.Wait() // the code says it
		return answers, cmd.ProcessState.ExitCode(), complaint.String()
	}
	hello := `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
	answers, code, said := ask(hello+"\nhello\n[]\nnull\n{\"id\":1}\n\n{\"jsonrpc\"\n[{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\"}]\n"+`{"jsonrpc":"2.0","id":7,"method":"ping"}`+"\n", 8)
	if code != exitOK || len(answers) != 8 {
		t.Fatalf("%d %s %q", code, said, answers)
	}
	var codes []int64
	pinged := false
	for _, a := range answers {
		var got struct {
			Version string          `json:"jsonrpc"`
			ID      json.RawMessage `json:"id"`
			Error   *jsonrpc.Error  `json:"error"`
		}
		if err := json.Unmarshal([]byte(a), &got); err != nil || got.Version != "2.0" {
			t.Fatalf("%q: %v", a, err)
		}
		if pinged = pinged || string(got.ID) == "7"; got.Error != nil {
			codes = append(codes, got.Error.Code)
		}
	}
	parse, request := int64(jsonrpc.CodeParseError), int64(jsonrpc.CodeInvalidRequest)
	if want := []int64{parse, request, request, request, parse, request}; !pinged || !slices.Equal(codes, want) {
		t.Errorf("codes %v, not %v; %q", codes, want, answers)
	}
	if _, code, said = ask(strings.Repeat("hello\n", mostBadLines), mostBadLines-1); code != exitInput || !strings.Contains(said, "100 lines in a row") {
		t.Errorf("nothing but rubbish: %d %s", code, said)
	}
}

// Batches are of the versions that have them, and long messages come through in pieces.
func TestMessageLines(t *testing.T) {
	long := `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("m", 100_000) + `"}`
	batch := `[` + long + `]`
	hello := `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26"}}`
	in := hello + "\n" + long + "\n" + batch + "\r\n"
	var refused bytes.Buffer
	got, err := io.ReadAll(newMessageLines(strings.NewReader(in), &refused))
	if err != nil || string(got) != strings.ReplaceAll(in, "\r", "") || refused.Len() > 0 {
		t.Errorf("%d bytes of %d, %v, %s", len(got), len(in), err, refused.String())
	}
}
