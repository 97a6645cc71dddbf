package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery/llm/llmsim"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/mcqa"
)

const secretKey = "sk-test-a1b2c3d4e5f6"

// adam runs a command line and returns its exit code and what it printed.
func adam(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(context.Background(), args, &out, &errs)
	return code, out.String(), errs.String()
}

func unmarshal[T any](t *testing.T, text string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return v
}

// fastConfig is a configuration file for tests: it doesn't wait between attempts.
func fastConfig(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "llm.json")
	text := `{"model": "gpt-test", "backoff": "1ms", "prices": {"gpt-test": {"input": 2, "output": 8}}}`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// The whole way by the command line: an exploration with a model at another address,
// a second one without a call, and the key nowhere but in the request's header.
func TestExploreWithModel(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", secretKey)
	dir := t.TempDir()
	db, tape := filepath.Join(dir, "t.db"), filepath.Join(dir, "tape.jsonl")
	// A server that quotes the key in its answers, and fails now and then.
	s := llmsim.Start(llmsim.Config{Quality: llmsim.Levels[4].Quality(), Seed: 2, Fault: func(n int) llmsim.Fault {
		return [...]llmsim.Fault{3: llmsim.BadKey, 7: llmsim.TooMany, 12: llmsim.Internal, 18: ""}[n%19]
	}})
	defer s.Close()
	args := []string{"explore", "--world", "minecraft-41", "--db", db, "--hypothesizer", "llm", "--llm-config", fastConfig(t), "--llm-base-url", s.URL()}
	var said strings.Builder
	explored := func(more ...string) exploreJSON {
		t.Helper()
		code, out, errs := adam(t, append(append(args[:len(args):len(args)], "--json"), more...)...)
		if code != 0 {
			t.Fatalf("exit code %d: %s", code, errs)
		}
		said.WriteString(out + errs)
		return unmarshal[exploreJSON](t, out)
	}
	first := explored("--llm-record", tape)
	if first.LLM == nil || first.LLM.Questions < 50 || first.LLM.New.Calls < 50 || first.LLM.Fallbacks["the server denies access"] == 0 || first.LLM.Spent.USD <= 0 {
		t.Fatalf("the report: %+v", first.LLM)
	}
	if _, out, _ := adam(t, "graph", "score", "--world", "minecraft-41", "--db", db, "--json"); !strings.Contains(out, `"shd": 0`) {
		t.Errorf("not exact: %s", out)
	}
	calls := len(s.Requests())
	second := explored()
	if len(s.Requests()) != calls || second.LLM.New.Calls != 0 || second.NewTrials != 0 || second.LLM.Spent != first.LLM.Spent {
		t.Errorf("the second run: %d calls, %d trials, %+v", len(s.Requests())-calls, second.NewTrials, second.LLM)
	}
	code, out, errs := adam(t, args...)
	if code != 0 || !strings.Contains(out, "left to the statistical hypothesizer (") || !strings.Contains(out, "USD; 0 calls in this session") {
		t.Errorf("the summary: %d %s", code, out)
	}
	said.WriteString(out + errs)
	if code, out, _ := adam(t, "graph", "check", "--db", db); code != 0 {
		t.Errorf("graph check: %s", out)
	}
	// The same conversation again, from the recording, in a new database.
	s.Close()
	replayed := explored("--db", filepath.Join(dir, "replayed.db"), "--llm-replay", tape)
	if !replayed.Complete || replayed.LLM.Answered < first.LLM.Answered || replayed.LLM.New.Calls != 0 {
		t.Errorf("the replay: %+v", replayed.LLM)
	}
	if !s.SawKey(secretKey) {
		t.Error("the server never saw the key")
	}
	if strings.Contains(said.String(), secretKey) {
		t.Error("the key was printed")
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte(secretKey)) || len(text) == 0 && f.Name() == "tape.jsonl" {
			t.Errorf("%s holds the key, or nothing", f.Name())
		}
	}
	if text, _ := os.ReadFile(tape); !bytes.Contains(text, []byte("Incorrect API key provided: [key]")) {
		t.Error("the recording lacks the scrubbed message")
	}
}

// A server that is gone from the start: the exploration is done all the same, and
// the summary says so.
func TestExploreWithoutServer(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	s := llmsim.Start(llmsim.Config{})
	s.Close()
	db := filepath.Join(t.TempDir(), "t.db")
	code, out, errs := adam(t, "explore", "--world", "tiny", "--db", db, "--hypothesizer", "llm", "--llm-config", fastConfig(t), "--llm-base-url", s.URL())
	if code != 0 || !strings.Contains(out, "5 of 5 actions certified") ||
		!regexp.MustCompile(`gpt-test: \d+ questions, 0 answered, \d+ left to the statistical hypothesizer \(the server can't be reached: 3; the server failed repeatedly and is given a rest: \d+\)`).MatchString(out) {
		t.Errorf("%d %s %s", code, out, errs)
	}
}

// What a model knows beforehand is measured by names; the played model, which infers
// well, knows nothing, and a parrot that knows every second recipe knows just that.
func TestMCQA(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	dir := t.TempDir()
	file := filepath.Join(dir, "q.json")
	if code, out, errs := adam(t, "mcqa", "generate", "--world", "minecraft-41", "--game", "Minecraft 1.19", "-o", file); code != 0 || !strings.HasPrefix(out, "33 questions about minecraft-41") {
		t.Fatal(code, out, errs)
	}
	f, err := scenarios.Load("minecraft-41")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string][]string{}
	for i, q := range mcqa.Generate(f, "", 1).Questions {
		if i%2 == 0 {
			known["What are the ingredients of "+q.Item+"?"] = q.Answers[len(q.Answers)-1]
		}
	}
	for name, c := range map[string]struct {
		cfg                      llmsim.Config
		right, wrong, unanswered int
		code                     int
	}{
		"parrot": {llmsim.Config{Say: func(p string) string { return `{"ingredients": ["` + strings.Join(known[p], `", "`) + `"]}` }}, 17, 16, 0, 0},
		"played": {llmsim.Config{}, 0, 0, 33, 1},
		"down":   {llmsim.Config{Fault: func(int) llmsim.Fault { return llmsim.Internal }}, 0, 0, 33, 1},
	} {
		s := llmsim.Start(c.cfg)
		args := []string{"mcqa", "eval", file, "--llm-config", fastConfig(t), "--llm-base-url", s.URL()}
		code, out, errs := adam(t, append(args, "--json")...)
		r := unmarshal[mcqa.Report](t, out)
		if code != c.code || r.Right != c.right || r.Wrong != c.wrong || r.Unanswered != c.unanswered || len(r.Results) != 33 {
			t.Errorf("%s: %d: %d right, %d wrong, %d unanswered %s", name, code, r.Right, r.Wrong, r.Unanswered, errs)
		}
		if code, out, _ := adam(t, append(args, "--limit", "4")...); code != c.code || !strings.Contains(out, "gpt-test on minecraft-41: ") {
			t.Errorf("%s: %d %s", name, code, out)
		}
		s.Close()
	}
}

// A recording whose last line was cut off is replayed without that, which is said, and recorded further.
func TestCutTape(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	s := llmsim.Start(llmsim.Config{})
	defer s.Close()
	dir := t.TempDir()
	tape := filepath.Join(dir, "tape.jsonl")
	explore := func(db string, more ...string) (int, string, string) {
		t.Helper()
		return adam(t, append([]string{"explore", "--world", "tiny", "--db", filepath.Join(dir, db), "--hypothesizer", "llm", "--llm-config", fastConfig(t), "--llm-base-url", s.URL()}, more...)...)
	}
	if code, _, errs := explore("a.db", "--llm-record", tape); code != 0 {
		t.Fatal(code, errs)
	}
	text, err := os.ReadFile(tape)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(tape, text[:len(text)-20], 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := explore("b.db", "--llm-replay", tape); code != 0 || !strings.Contains(errs, "tape.jsonl: the last line was cut off: line ") {
		t.Error(code, errs)
	}
	if code, _, errs := explore("c.db", "--llm-record", tape); code != 0 {
		t.Error(code, errs)
	}
	if code, _, errs := explore("d.db", "--llm-replay", tape); code != 0 || strings.Contains(errs, "cut off") {
		t.Error(code, errs)
	}
}

// A budget that is used up is neither the server's fault nor the key's, and what was played before is shown.
func TestMCUBeyondBudget(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays for long")
	}
	t.Setenv("OPENAI_API_KEY", "")
	s := llmsim.Start(llmsim.Config{Say: func(string) string { return "{}" }})
	defer s.Close()
	code, out, errs := adam(t, "mcu", "run", "--agent", "random,react", "--episodes", "1", "--parallel", "1", "--llm-config", fastConfig(t), "--llm-base-url", s.URL(), "--llm-budget", "1tokens", "--json")
	if code != exitNo || !strings.Contains(errs, "the budget is used up") || !strings.Contains(errs, "hint: raise --llm-budget") || strings.Contains(errs, "key") {
		t.Errorf("%d %s", code, errs)
	}
	if r := unmarshal[struct{ Rows []any }](t, out); r.Rows == nil {
		t.Errorf("it says nothing: %s", out)
	}
}
