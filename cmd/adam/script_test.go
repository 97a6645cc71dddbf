package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/sqlite"
	"github.com/adam-discovery/adam/interaction"
)

// exitcode runs adam and checks the exact exit code and that standard error says
// what went wrong in one line that starts with "adam: ", with at most a hint behind
// it: exitcode CODE PATTERN-WORDS -- ARGS...
func exitcode(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	var words []string
	rest := args[1:]
	for len(rest) > 0 && rest[0] != "--" {
		words = append(words, rest[0])
		rest = rest[1:]
	}
	if len(rest) == 0 {
		ts.Fatalf("usage: exitcode CODE WORD... -- ARG...")
	}
	err = ts.Exec("adam", rest[1:]...)
	got := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("adam %s: exit code %d, want %d\n%s", strings.Join(rest[1:], " "), got, want, ts.ReadFile("stderr"))
	}
	said := ts.ReadFile("stderr")
	for _, w := range words {
		if !strings.Contains(said, w) {
			ts.Fatalf("stderr lacks %q:\n%s", w, said)
		}
	}
	if want > 1 {
		lines := strings.Split(strings.TrimSpace(said), "\n")
		if strings.HasPrefix(lines[0], "reading what is in ") { // progress, on a slow machine
			lines = lines[1:]
		}
		if len(lines) == 0 || !strings.HasPrefix(lines[0], "adam: ") || len(lines) > 2 || len(lines) == 2 && !strings.HasPrefix(lines[1], "hint: ") {
			ts.Fatalf("not one clear line and a hint:\n%s", said)
		}
	}
}

// jsonhas checks values in the JSON on standard output: jsonhas path=value ...,
// where a path is keys and indices joined by dots and the value is JSON. "path"
// alone checks that it is there.
func jsonhas(ts *testscript.TestScript, _ bool, args []string) {
	var v any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &v))
	for _, a := range args {
		path, want, compare := strings.Cut(a, "=")
		got, err := dig(v, path)
		if err != nil {
			ts.Fatalf("%s: %v", path, err)
		}
		text, err := json.Marshal(got)
		ts.Check(err)
		if compare && string(text) != want {
			ts.Fatalf("%s is %s, want %s", path, text, want)
		}
	}
}

func dig(v any, path string) (any, error) {
	for _, k := range strings.Split(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			y, ok := x[k]
			if !ok {
				return nil, fmt.Errorf("there is no %q", k)
			}
			v = y
		case []any:
			if k == "len" {
				v = float64(len(x))
				continue
			}
			i, err := strconv.Atoi(k)
			if err != nil || i < 0 || i >= len(x) {
				return nil, fmt.Errorf("there is no element %q", k)
			}
			v = x[i]
		default:
			return nil, fmt.Errorf("%q is inside a plain value", k)
		}
	}
	return v, nil
}

// labelled makes a database, about no world yet, in which actions have labels that are up to no good: labelled DB.
func labelled(ts *testscript.TestScript, _ bool, args []string) {
	ctx := context.Background()
	e, err := graphstore.NewEntry(graphstore.LabelsEntry{Labels: map[interaction.Action]string{
		"a": "chop\x1b[2J\nforged -> 9 gold  [certified]", "b": "saw \u202elanimret", "c": "wish\u009b31m"}})
	ts.Check(err)
	l, err := sqlite.Open(ctx, ts.MkAbs(args[0]), sqlite.ReadWrite)
	ts.Check(err)
	ts.Check(errors.Join(l.Append(ctx, e), l.Close()))
}
