package llm_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery/llm"
)

// A recording whose last line was cut off, wherever, answers from the others, and can be appended to.
func TestCutRecording(t *testing.T) {
	says := llm.CompleterFunc(func(_ context.Context, r llm.Request) (llm.Reply, error) { return llm.Reply{Text: r.Model}, nil })
	line := func(model string) string {
		var b bytes.Buffer
		if _, err := llm.Record(says, &b).Complete(t.Context(), llm.Request{Model: model}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	known := func(text, model string) bool {
		t.Helper()
		tape, err := llm.Replay(strings.NewReader(text))
		if err != nil && !errors.Is(err, llm.ErrCut) {
			t.Fatalf("%q: %v", text, err)
		}
		_, err = tape.Complete(t.Context(), llm.Request{Model: model})
		return err == nil
	}
	first, second, third := line("a"), line(strings.Repeat("b", 100_000)), line("c")
	name := filepath.Join(t.TempDir(), "tape.jsonl")
	for _, n := range []int{0, 1, 5, 30, 70_000, len(second) - 2, len(second) - 1, len(second)} {
		cut := first + second[:n]
		if whole := n >= len(second)-1; !known(cut, "a") || known(cut, strings.Repeat("b", 100_000)) != whole {
			t.Errorf("%d bytes of the last line: not what is whole is replayed", n)
		}
		if _, err := llm.Replay(strings.NewReader(cut)); errors.Is(err, llm.ErrCut) != (n > 0 && n < len(second)-1) {
			t.Errorf("%d bytes of the last line: %v", n, err)
		}
		if err := os.WriteFile(name, []byte(cut), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := llm.Mend(f); err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString(third); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := llm.Replay(bytes.NewReader(text)); err != nil || !known(string(text), "a") || !known(string(text), "c") {
			t.Errorf("%d bytes of the last line, appended to: %v", n, err)
		}
	}
}

// What was no recording before isn't cut, nor is a line in the middle forgiven.
func TestMendsNothingElse(t *testing.T) {
	name := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(name, []byte("dear diary,\nnothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := llm.Mend(f); !errors.Is(err, llm.ErrRecording) {
		t.Error(err)
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "dear diary,\nnothing" {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := llm.Replay(strings.NewReader(`{"v":1,"req` + "\n" + `{"v":1,"request":{}}` + "\n")); !errors.Is(err, llm.ErrRecording) {
		t.Errorf("a line in the middle: %v", err)
	}
}
