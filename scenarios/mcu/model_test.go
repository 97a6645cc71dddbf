package mcu

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/discovery/llm/llmsim"
)

// Agents of all styles play through an OpenAI-compatible server, and keep from episode to episode what their style keeps.
func TestModelled(t *testing.T) {
	player := PlayedPlayer{Guesses: .3, Rubbish: .1, Seed: 1}
	server := llmsim.Start(llmsim.Config{Say: player.Say})
	defer server.Close()
	cfg := llm.Default()
	cfg.Model, cfg.BaseURL = "played", server.URL()
	ask := llm.NewClient(cfg, llm.Secret{})
	g := game(t, "wilds", true)
	gen := &Generator{Game: g, Seed: 5}
	task, err := g.Composed("smelt 2 iron then build a workbench")
	if err != nil {
		t.Fatal(err)
	}
	for _, style := range Styles {
		agent := &Modelled{Style: style, Model: "played", Ask: ask}
		for n := range 3 {
			s, err := gen.Scene(t.Context(), task, Hard, n, nil)
			if err != nil {
				t.Fatal(err)
			}
			p, err := g.Play(t.Context(), s, agent)
			if err != nil || p.Moves == 0 || p.Moves > s.Moves || p.Steps > s.Steps {
				t.Errorf("%s: %v, %+v", style, err, p.Verdict)
			}
			if style == Reflexion && !p.Verdict.Done && len(agent.lessons) == 0 {
				t.Errorf("%s: it failed, and learned nothing", style)
			}
			if style == Voyager && p.Verdict.Done && len(agent.skills) == 0 {
				t.Errorf("%s: it was done, and no skill is kept", style)
			}
		}
	}
	told := strings.Join(server.Requests(), "\n")
	for _, says := range []string{"chop a tree", "A lesson of an earlier try", "Your plan", "Criticise", "Write a program"} {
		if !strings.Contains(told, says) {
			t.Errorf("no prompt says %q", says)
		}
	}
}

// A model that isn't there, or says only rubbish, ends its episode, and not the run.
func TestModelledRubbish(t *testing.T) {
	g := game(t, "wilds", true)
	task, err := g.Composed("chop a log")
	if err != nil {
		t.Fatal(err)
	}
	s, err := (&Generator{Game: g, Seed: 5}).Scene(t.Context(), task, Simple, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, answer := range []string{"", "no", `{"move": "fly to the moon"}`, `{"move": "do \u001b[31m", "program": ";;;"}`, strings.Repeat("{", 10_000)} {
		for _, style := range Styles {
			ask := llm.CompleterFunc(func(context.Context, llm.Request) (llm.Reply, error) { return llm.Reply{Text: answer}, nil })
			if p, err := g.Play(t.Context(), s, &Modelled{Style: style, Ask: ask}); err != nil || p.Verdict.Done {
				t.Errorf("%s, %.20q: %v", style, answer, err)
			}
		}
	}
	gone := llm.CompleterFunc(func(context.Context, llm.Request) (llm.Reply, error) { return llm.Reply{}, errors.New("gone") })
	if p, err := g.Play(t.Context(), s, &Modelled{Style: ReAct, Ask: gone}); err != nil || p.Verdict.Done || p.End != "gave up" {
		t.Errorf("%v, %s", err, p.End)
	}
}

// A run ends where a model doesn't answer, and keeps no row of that; one that answers garbled text goes on.
func TestRunWithoutAnswer(t *testing.T) {
	g := game(t, "wilds", true)
	task, err := g.Composed("chop a log")
	if err != nil {
		t.Fatal(err)
	}
	for class, kept := range map[llm.Class]int{llm.Unreachable: 0, llm.Denied: 0, llm.Spent: 0, llm.Garbled: 4} {
		ask := llm.CompleterFunc(func(context.Context, llm.Request) (llm.Reply, error) { return llm.Reply{}, &llm.Fault{Class: class} })
		n := 0
		r := Run{Game: g, Tasks: []Task{task}, Levels: []Difficulty{Simple}, Episodes: 1,
			Scenes: func(ctx context.Context, t Task, d Difficulty, n int) (Scene, error) {
				return (&Generator{Game: g, Seed: 5}).Scene(ctx, t, d, n, nil)
			},
			Keep: func(Played) error { n++; return nil }}
		for _, style := range Styles {
			r.Agents = append(r.Agents, Cast{string(style), func() Agent { return &Modelled{Style: style, Ask: ask} }})
		}
		err := r.Play(t.Context(), func(int, int) {})
		var fault *llm.Fault
		if n != kept || errors.As(err, &fault) != (kept == 0) {
			t.Errorf("%s: %d rows are kept, want %d: %v", class, n, kept, err)
		}
	}
}

// A model may write a verb with a capital, and more than is read, which is cut between two characters.
func TestModelledWording(t *testing.T) {
	g := game(t, "wilds", true)
	task, err := g.Composed("chop a log")
	if err != nil {
		t.Fatal(err)
	}
	s, err := (&Generator{Game: g, Seed: 5}).Scene(t.Context(), task, Simple, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	for said, intent := range map[string]string{
		"Wait 3 steps":                        "wait 3",
		"TRAVEL 2":                            "travel",
		"wait 3; " + strings.Repeat("木", 200): "wait 3",
	} {
		answer, err := json.Marshal(map[string]string{"move": said, "program": said})
		if err != nil {
			t.Fatal(err)
		}
		style := ReAct
		if strings.Contains(said, ";") {
			style = Voyager
		}
		ask := llm.CompleterFunc(func(context.Context, llm.Request) (llm.Reply, error) { return llm.Reply{Text: string(answer)}, nil })
		p, err := g.Play(t.Context(), s, &Modelled{Style: style, Ask: ask})
		if err != nil {
			t.Fatal(err)
		}
		if i := slices.IndexFunc(p.Events, func(e Event) bool { return e.Intent != "" }); i < 0 || p.Events[i].Intent != intent {
			t.Errorf("%.20q is understood otherwise than as %q: %+v", said, intent, p.Events)
		}
	}
}
