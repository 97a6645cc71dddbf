package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery/llm/llmsim"
)

// A model reads tasks and names sub-goals: what it says is followed as far as it is
// known, and what isn't is asked for again.
func TestAdvice(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	db := filepath.Join(t.TempDir(), "t.db")
	if code, _, errs := adam(t, "explore", "--world", "tiny", "--db", db); code != 0 {
		t.Fatal(errs)
	}
	s := llmsim.Start(llmsim.Config{Say: func(prompt string) string {
		switch {
		case strings.Contains(prompt, "Say what is wanted") && strings.Contains(prompt, "refused"):
			return "1 axe"
		case strings.Contains(prompt, "Say what is wanted"):
			return "a chopper, of course"
		case strings.Contains(prompt, "unobtainium"):
			return "1. 9 planks\n2. 1 axe\n"
		}
		return "1. 1 unobtainium"
	}})
	defer s.Close()
	model := []string{"--db", db, "--llm-config", fastConfig(t), "--llm-base-url", s.URL()}
	code, out, errs := adam(t, append([]string{"plan", "something to chop with", "--llm-task", "--llm-plan"}, model...)...)
	if code != 0 || !strings.HasPrefix(out, "1 axe: ") || !strings.Contains(out, "for the goal") || len(s.Requests()) != 4 || !strings.Contains(errs, "gpt-test: 4 calls") {
		t.Errorf("plan: %d, %d requests: %s%s", code, len(s.Requests()), out, errs)
	}
	// Nine planks are more than an axe takes: the advice was followed.
	_, exact, _ := adam(t, "plan", "an axe", "--db", db)
	if strings.Count(out, "\n") < 2 || out == exact {
		t.Errorf("the plan is the exact one: %s", out)
	}
	code, out, errs = adam(t, append([]string{"run", "something to chop with", "--world", "tiny", "--llm-task", "--llm-plan", "--no-memory"}, model...)...)
	if code != 0 || !strings.Contains(out, "solved in") || len(s.Requests()) < 8 || !strings.Contains(errs, "gpt-test: ") {
		t.Errorf("run: %d, %d requests: %s%s", code, len(s.Requests()), out, errs)
	}
	// Only what the grammar doesn't understand is asked about.
	calls := len(s.Requests())
	if code, _, errs := adam(t, append([]string{"plan", "an axe", "--llm-task"}, model...)...); code != 0 || len(s.Requests()) != calls {
		t.Errorf("%d, %d requests: %s", code, len(s.Requests())-calls, errs)
	}
	// What a model says wrong, or doesn't say, is its fault and not the input's.
	none := llmsim.Start(llmsim.Config{Say: func(string) string { return "1 unobtainium" }})
	defer none.Close()
	for _, c := range []struct {
		url, flag, task, say string
		code                 int
	}{
		{none.URL(), "--llm-plan", "an axe", "the model's last answer", exitNo},
		{none.URL(), "--llm-task", "something to chop with", "nor what the model made of it", exitUsage},
		{"http://127.0.0.1:1/v1", "--llm-plan", "an axe", "can't be reached", exitNo},
	} {
		for _, command := range [][]string{{"plan"}, {"run", "--world", "tiny", "--no-memory"}} {
			code, _, errs := adam(t, append(append(command, c.task, c.flag), append(model, "--llm-base-url", c.url)...)...)
			if code != c.code || !strings.Contains(errs, c.say) {
				t.Errorf("%s %s at %s: %d: %s", command[0], c.flag, c.url, code, errs)
			}
		}
	}
}
