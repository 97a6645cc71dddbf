package bench_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/discovery/llm/llmsim"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
	"github.com/adam-discovery/adam/scenarios/mcu"
)

// players are agents that a stand-in plays, through a server.
func players(t *testing.T) (bench.Players, *llmsim.Server) {
	t.Helper()
	server := llmsim.Start(llmsim.Config{Say: bench.PlayedPlayers{PlayedPlayer: mcu.PlayedPlayer{Guesses: 1, Seed: 1}}.Say})
	t.Cleanup(server.Close)
	cfg := llm.Default()
	cfg.Model, cfg.BaseURL = "played", server.URL()
	return bench.Players{Ask: llm.NewClient(cfg, llm.Secret{}), Model: "played", Called: "a stand-in"}, server
}

// Agents of language models play the tasks of a suite, each style by its name, and what they get counts; without a model they
// are listed as skipped, with the reason.
func TestPlayersSuite(t *testing.T) {
	f, err := scenarios.Load("minecraft-41-paper")
	if err != nil {
		t.Fatal(err)
	}
	tasks := []scenarios.SuiteTask{
		{Name: "log", Group: "easy", Goal: []interaction.Amount{{Name: "log", Level: 1}}, MaxSteps: 200},
		{Name: "planks", Group: "given", Start: []interaction.Amount{{Name: "log", Level: 3}}, Goal: []interaction.Amount{{Name: "planks", Level: 1}}, MaxSteps: 200},
		{Name: "diamond", Group: "hard", Goal: []interaction.Amount{{Name: "diamond", Level: 1}}, MaxSteps: 3},
	}
	p, server := players(t)
	rows, skipped, err := p.Suite(t.Context(), f, tasks, 2, 9, func(int, int) {})
	if err != nil || len(skipped) > 0 || len(rows) != len(mcu.Styles)*len(tasks)*2 {
		t.Fatalf("%v, %v, %d rows", err, skipped, len(rows))
	}
	solved := map[string]int{}
	for _, r := range rows {
		if r.Solved {
			solved[r.Task]++
		} else if r.Reason == "" {
			t.Errorf("nobody says why it failed: %+v", r)
		}
		if !strings.HasSuffix(r.Agent, "(a stand-in)") || r.Steps > 200 {
			t.Errorf("%+v", r)
		}
	}
	if solved["log"] == 0 || solved["planks"] == 0 || solved["diamond"] > 0 {
		t.Errorf("solved: %v", solved)
	}
	if told := strings.Join(server.Requests(), "\n"); !strings.Contains(told, "Criticise") || !strings.Contains(told, "Write a program") {
		t.Error("not all styles asked")
	}
	if _, skipped, err := (bench.Players{}).Suite(t.Context(), f, tasks, 2, 9, nil); err != nil || len(skipped) != len(mcu.Styles) || !strings.Contains(skipped[0].Reason, "--llm-model") {
		t.Errorf("without a model: %v, %v", skipped, err)
	}
}

// saying is a model that answers a number of prompts, then calls what is to be done at the next, and fails.
func saying(answers int, then func()) llm.Completer {
	p := bench.PlayedPlayers{PlayedPlayer: mcu.PlayedPlayer{Seed: 1}}
	return llm.CompleterFunc(func(_ context.Context, r llm.Request) (llm.Reply, error) {
		if answers--; answers < 0 {
			then()
			return llm.Reply{}, errors.New("\x1b[31mgone")
		}
		return llm.Reply{Text: p.Say(r.Messages[0].Text)}, nil
	})
}

// A model that answers nothing in a game isn't measured by it: its agents are skipped, with the error, and games before count.
func TestPlayersGone(t *testing.T) {
	f, err := scenarios.Load("minecraft-41-paper")
	if err != nil {
		t.Fatal(err)
	}
	tasks := []scenarios.SuiteTask{{Name: "diamond", Goal: []interaction.Amount{{Name: "diamond", Level: 1}}, MaxSteps: 3}}
	for _, c := range []struct {
		answers, rows int
		first         string
	}{{0, 0, "in game 1 of 2: "}, {1, 1, "in game 2 of 2: "}} {
		p := bench.Players{Called: "gone", Ask: saying(c.answers, func() {})}
		n := 0
		rows, skipped, err := p.Suite(t.Context(), f, tasks, 2, 9, func(int, int) { n++ })
		if err != nil || len(rows) != c.rows || len(skipped) != len(mcu.Styles) || n != len(mcu.Styles) {
			t.Fatalf("%v, %+v, %v, told %d times", err, rows, skipped, n)
		}
		if s := skipped[0]; s.Name != "ReAct (gone)" || !strings.Contains(s.Reason, c.first) || !strings.Contains(s.Reason, "gone") || strings.Contains(s.Reason, "\x1b") {
			t.Errorf("%+v", s)
		}
	}
}

// Whoever interrupts the agents of a model gets what was measured before them.
func TestPlayersInterrupted(t *testing.T) {
	f, err := scenarios.Load("minecraft-41-paper")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	p := bench.Players{Called: "slow", Ask: saying(0, stop)}
	paper, err := bench.PaperTable{Name: "adam-4.2", World: f, Prior: f, Seeds: 1, Seed: 78, Parallel: 1, Config: explore.Default(), Players: p}.Run(ctx, nil)
	if !errors.Is(err, context.Canceled) || len(paper.Rows) != 2*3+5 || len(paper.Curves) == 0 {
		t.Errorf("%v, %d rows, %d curves", err, len(paper.Rows), len(paper.Curves))
	}
	ctx, stop = context.WithCancel(t.Context())
	p.Ask = saying(0, stop)
	graphs, err := bench.GraphTable{World: f, Prior: f, Seeds: 1, Seed: 78, Parallel: 1, Rounds: 1, Config: explore.Default(), Players: p}.Run(ctx, func(int, int) {})
	if !errors.Is(err, context.Canceled) || len(graphs.Rows) != 8 {
		t.Errorf("%v, %d rows", err, len(graphs.Rows))
	}
}

// The tables of the paper have the agents' rows, or say that they are skipped, as one whose model is gone.
func TestPlayersTables(t *testing.T) {
	f, err := scenarios.Load("minecraft-41-paper")
	if err != nil {
		t.Fatal(err)
	}
	played, _ := players(t)
	gone := bench.Players{Called: "gone", Ask: saying(0, func() {})}
	for _, p := range []bench.Players{{}, played, gone} {
		graphs, err := bench.GraphTable{World: f, Prior: f, Seeds: 1, Seed: 78, Parallel: 1, Rounds: 1, Config: explore.Default(), Players: p}.Run(t.Context(), func(int, int) {})
		if err != nil {
			t.Fatal(err)
		}
		paper, err := bench.PaperTable{Name: "adam-4.2", World: f, Prior: f, Seeds: 1, Seed: 78, Parallel: 1, Config: explore.Default(), Players: p}.Run(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		want, skipped := len(mcu.Styles), 0
		if p.Ask == nil || p.Called == "gone" {
			want, skipped = 0, len(mcu.Styles)
		}
		if len(graphs.Skipped) != skipped || len(paper.Skipped) != skipped {
			t.Errorf("skipped: %v, %v", graphs.Skipped, paper.Skipped)
		}
		n := 0
		for _, r := range graphs.Rows {
			if strings.Contains(r.Name, "("+p.Called+")") {
				if n++; r.Trials == 0 {
					t.Errorf("%+v", r)
				}
			}
		}
		for _, r := range paper.Rows {
			if strings.Contains(r.Name, "("+p.Called+")") {
				if n++; len(r.Raw) != 1 {
					t.Errorf("%+v", r)
				}
			}
		}
		if n != 2*want {
			t.Errorf("%s: %d rows, want %d", p.Called, n, 2*want)
		}
	}
}

// The stand-in takes for causes what was there each time that the effect came.
func TestPlayedCauses(t *testing.T) {
	p := bench.PlayedPlayers{}
	got := p.Say("Records\nthere: log, planks, sand; gained: stick\nthere: log; gained: \nthere: planks, sand; gained: stick\nthere: log, planks; gained: stick\nWhich of the items that were there does the action need for stick? Answer")
	if got != `{"causes":["planks"]}` {
		t.Error(got)
	}
}
