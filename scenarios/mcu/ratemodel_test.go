package mcu

import (
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/discovery/llm/llmsim"
)

// A judge that answers rubbish, refuses or flatters is found out, and one that is careful isn't and agrees with the exact
// rater more than chance does.
func TestJudge(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes for long")
	}
	g := game(t, "wilds", true)
	gen := &Generator{Game: g, Seed: 11}
	var pairs []Pair
	var singles []*Trace
	for _, goal := range []string{"mine 2 logs", "collect 1 hay", "build a workbench", "hunt 1 pork"} {
		task, err := g.Composed(goal)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 2 {
			s, err := gen.Scene(t.Context(), task, Medium, n, nil)
			if err != nil {
				t.Fatal(err)
			}
			a, err := g.Play(t.Context(), roomy(s), &Planning{Graph: g.Graph, Patrols: true, Sees: Sighted})
			if err != nil {
				t.Fatal(err)
			}
			s.Moves, s.Steps = 3, 60
			b, err := g.Play(t.Context(), s, Random{Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			if n == 0 {
				pairs = append(pairs, Pair{a.Trace, b.Trace})
			} else {
				pairs = append(pairs, Pair{b.Trace, a.Trace})
			}
			singles = append(singles, a.Trace, b.Trace)
		}
	}
	for kind, says := range map[string]string{"careful": "", "refuses": "it answered 0", "rubbish": "it answered 0", "flatters": "took the first both times", "ties": "nearly all of its comparisons are tie"} {
		say := PlayedJudge{Kind: kind}.Say
		if kind == "ties" {
			careful := say
			say = func(prompt string) string { // who flatters both sides
				return strings.NewReplacer(`"better":"A"`, `"better":"tie"`, `"better":"B"`, `"better":"tie"`).Replace(careful(prompt))
			}
		}
		server := llmsim.Start(llmsim.Config{Say: say})
		cfg := llm.Default()
		cfg.Model, cfg.BaseURL = "played", server.URL()
		j := &Judge{Game: g, Ask: llm.NewClient(cfg, llm.Secret{}), Model: "played", Every: 30, Most: 8}
		a, err := j.Agree(t.Context(), pairs, singles, func(string) Family { return Mine })
		if err != nil {
			t.Fatal(err)
		}
		verdict := j.Trust().Verdict()
		if says == "" && (verdict != "" || a.F1["all"] < .4 || a.Tau == nil || *a.Tau < .2) || says != "" && (!strings.Contains(verdict, says) || a.F1["all"] > .5) {
			t.Errorf("%s: %q, %+v, %+v", kind, verdict, j.Trust(), a)
		}
		if told := strings.Join(server.Requests(), ""); !strings.Contains(told, "data:image/png;base64,") {
			t.Errorf("%s: no picture was shown", kind)
		}
		server.Close()
	}
}

// Of a judge whose server is gone nothing is said.
func TestJudgeGone(t *testing.T) {
	server := llmsim.Start(llmsim.Config{Say: PlayedJudge{Kind: "careful"}.Say})
	cfg := llm.Default()
	cfg.Model, cfg.BaseURL = "played", server.URL()
	server.Close()
	g := game(t, "wilds", true)
	s, err := (&Generator{Game: g, Seed: 11}).Scene(t.Context(), must(g.Composed("mine 1 log")), Simple, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Play(t.Context(), s, Random{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	j := &Judge{Game: g, Ask: llm.NewClient(cfg, llm.Secret{}), Model: "played", Every: 30, Most: 8}
	if a, err := j.Agree(t.Context(), nil, []*Trace{p.Trace}, func(string) Family { return Mine }); err == nil {
		t.Errorf("it is said to have judged: %+v, %q", a, j.Trust().Verdict())
	}
}
