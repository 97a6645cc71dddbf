package mcu

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/discovery/llm/llmsim"
)

// author is one that a stand-in plays, through a server.
func author(t *testing.T, kind string) (*Author, *llmsim.Server) {
	t.Helper()
	server := llmsim.Start(llmsim.Config{Say: PlayedAuthor{Kind: kind}.Say})
	t.Cleanup(server.Close)
	cfg := llm.Default()
	cfg.Model, cfg.BaseURL = "played", server.URL()
	return &Author{Game: game(t, "wilds", true), Ask: llm.NewClient(cfg, llm.Secret{}), Model: "played", Tries: 4}, server
}

// A model writes scenes: they are valid, differ, and an expert solves them; what it gets wrong goes back with the reason.
func TestAuthor(t *testing.T) {
	for _, kind := range []string{"careful", "errs"} {
		a, server := author(t, kind)
		task, err := a.Game.Composed("mine 1 log")
		if err != nil {
			t.Fatal(err)
		}
		var scenes []Scene
		for n := range 4 {
			w, err := a.Scene(t.Context(), task, Simple, n, 5)
			if err != nil || !w.Solved {
				t.Fatalf("%s: %+v, %v", kind, w, err)
			}
			if err := a.Game.Valid(w.Scene); err != nil || w.Scene.Inventory["log"] > 0 || w.Scene.Moves < 2 {
				t.Errorf("%s: %+v, %v", kind, w.Scene, err)
			}
			if kind == "errs" && (w.First || len(w.Faults) == 0 || !strings.Contains(w.Faults[0], "unobtainium")) {
				t.Errorf("%+v", w)
			}
			scenes = append(scenes, w.Scene)
		}
		if d := Diverse(scenes); d.Different != len(scenes) {
			t.Errorf("%s: %+v", kind, d)
		}
		told := strings.Join(server.Requests(), "\n")
		for _, says := range []string{"mine 1 log", "Give more of what is needed", "from 2 to 40 cells"} {
			if !strings.Contains(told, says) {
				t.Errorf("no prompt says %q", says)
			}
		}
		if back := strings.Contains(told, "was of no use"); back != (kind == "errs") {
			t.Errorf("%s: something goes back: %v", kind, back)
		}
		w, err := a.Criteria(t.Context(), scenes[0])
		if err != nil || !w.Held || len(w.Criteria.Text) != len(Dimensions) || !strings.Contains(w.Criteria.Text[Creative], "mine 1 log") || len(w.Faults) > 0 != (kind == "errs") {
			t.Errorf("%s: %+v, %v", kind, w, err)
		}
	}
}

// Who refuses, answers rubbish or is gone writes nothing, and why is said; the criteria are those of the tree then.
func TestAuthorRubbish(t *testing.T) {
	for _, kind := range []string{"refuses", "rubbish"} {
		a, _ := author(t, kind)
		task, err := a.Game.Composed("mine 1 log")
		if err != nil {
			t.Fatal(err)
		}
		w, err := a.Scene(t.Context(), task, Hard, 0, 5)
		if err != nil || w.Solved || len(w.Faults) != a.Tries {
			t.Errorf("%s: %+v, %v", kind, w, err)
		}
		if kind == "refuses" && !strings.Contains(w.Faults[0], "I'm sorry") {
			t.Errorf("what it said isn't told: %v", w.Faults)
		}
		s, err := (&Generator{Game: a.Game, Seed: 5}).Scene(t.Context(), task, Simple, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		c, err := a.Criteria(t.Context(), s)
		if err != nil || c.Held || len(c.Faults) != a.Tries || len(c.Criteria.Text) != len(Dimensions) {
			t.Errorf("%s: %+v, %v", kind, c, err)
		}
	}
	a, _ := author(t, "careful")
	a.Ask = llm.CompleterFunc(func(context.Context, llm.Request) (llm.Reply, error) { return llm.Reply{}, errors.New("gone") })
	task, err := a.Game.Composed("mine 1 log")
	if err != nil {
		t.Fatal(err)
	}
	if w, err := a.Scene(t.Context(), task, Hard, 0, 5); err != nil || w.Solved || len(w.Faults) != a.Tries {
		t.Errorf("%+v, %v", w, err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := a.Scene(gone, task, Hard, 0, 5); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
}

// What a model writes is read as strictly as a file, and each fault has its reason.
func TestAuthorFaults(t *testing.T) {
	a, _ := author(t, "careful")
	task, err := a.Game.Composed("smelt 1 iron")
	if err != nil {
		t.Fatal(err)
	}
	for text, why := range map[string]string{
		``:                           "nothing that is one JSON object",
		`{"inventory": {"iron": 2}}`: "is to be got",
		`{"inventory": {"log": -1}}`: "nobody can hold",
		`{"moves": 10000}`:           "unknown field",
		`{"biome": "the moon"}`:      "the moon",
		`{"near": [{"thing": "cow", "far": 1000}]}`: "cells off",
		`{"time": 5000}`:                   "a day has",
		`{} {}`:                            "nothing that is one JSON object",
		`{"vitals": {"health": 99}}`:       "can't be 99",
		`{"inventory": {"\u001b[31m": 1}}`: "nobody can hold",
	} {
		if _, err := a.readScene(t.Context(), text, task, Simple, 0, 1); err == nil || !strings.Contains(err.Error(), why) || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%s: %v, want %q", text, err, why)
		}
	}
	s, err := (&Generator{Game: a.Game, Seed: 5}).Scene(t.Context(), task, Simple, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	said := `"text": {"task progress": "a", "action control": "a", "material usage": "a", "task efficiency": "a", "error recognition": "a", "creative attempts": "a"`
	for text, why := range map[string]string{
		`{"critical_steps": []}`:                              "nothing is said of task progress",
		`{"critical_steps": ["bucket"], ` + said + `}}`:       "did the task without it",
		`{"critical_steps": ["moonstone"], ` + said + `}}`:    "there is no",
		`{"materials": {"log": 0}, ` + said + `}}`:            "nobody uses",
		`{"critical_steps": [], ` + said + `, "charm": "a"}}`: "7 are written of",
	} {
		a.Tries, a.Ask = 1, llm.CompleterFunc(func(context.Context, llm.Request) (llm.Reply, error) { return llm.Reply{Text: text}, nil })
		if c, err := a.Criteria(t.Context(), s); err != nil || c.Held || len(c.Faults) != 1 || !strings.Contains(c.Faults[0], why) {
			t.Errorf("%s: %+v, %v", text, c, err)
		}
	}
}
