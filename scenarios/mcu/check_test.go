package mcu

import (
	"bytes"
	"errors"
	"image/gif"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// The checker of a composed task is composed of its parts' checkers, and counts only what was done as asked.
func TestCheck(t *testing.T) {
	g := game(t, "wilds", true)
	act := func(label string) (out interaction.Action) {
		for _, a := range g.Graph.Actions {
			if a.Label == label {
				out = a.ID
			}
		}
		if out == "" {
			t.Fatalf("no action %q", label)
		}
		return out
	}
	day := &Around{Biome: "plains", Time: "day", Weather: "clear", Brightness: "bright", Things: map[string]int{"pig": 3}}
	night := &Around{Biome: "forest", Time: "night", Weather: "rain", Brightness: "dark", X: 12, Y: 16}
	log := Event{Step: 3, Move: 1, Action: act("chop a tree"), Changes: map[string]int{"log": 1}, Around: day}
	bench := Event{Step: 9, Move: 2, Action: act("build a workbench"), Changes: map[string]int{"log": -2, "workbench": 1}, Around: night}
	hurt := Event{Step: 10, Move: 2, Changes: map[string]int{"health": -1}, Around: night}
	end := Event{Step: 200, Move: 3, Around: night}
	for _, x := range []struct {
		goal   string
		events []Event
		stages int
	}{
		{"mine a log", []Event{log}, 1},
		{"mine 2 logs", []Event{log}, 0},
		{"collect a log", []Event{log}, 0}, // a tree is chopped
		{"have 3 logs", []Event{log}, 1},   // two are there
		{"mine a log near a pig by day", []Event{log}, 1},
		{"mine a log at night", []Event{log}, 0},
		{"mine a log or build a workbench", []Event{bench}, 1},
		{"mine a log then build a workbench at night", []Event{log, bench}, 2},
		{"build a workbench then mine a log", []Event{log, bench}, 1},
		{"mine a log and build a workbench", []Event{log, bench}, 0}, // said as mined, and a workbench isn't
		{"get a log and a workbench", []Event{log, bench}, 1},
		{"use a log", []Event{log}, 0},
		{"use a log", []Event{bench}, 1},
		{"a workbench without a log", []Event{bench}, 0},
		{"a workbench bare-handed without losing health", []Event{bench}, 1},
		{"mine a log then survive 100 steps", []Event{log, end}, 2},
		{"mine a log then survive 195 steps without losing health", []Event{log, hurt, end}, 1},
		{"mine a log then travel 20 cells", []Event{log, end}, 2},
		{"mine a log then travel 21 cells", []Event{log, end}, 1},
		{"be in the forest in the dark", []Event{log, end}, 1},
		{"be in the plains at night", []Event{log, end}, 0},
	} {
		task, err := g.Composed(x.goal)
		if err != nil {
			t.Errorf("%s: %v", x.goal, err)
			continue
		}
		v := g.Check(task.Spec, &Trace{Start: map[string]int{"log": 2, "health": 9}, Events: x.events})
		if v.Stages != x.stages || v.Done != (x.stages == len(task.Spec.Stages)) {
			t.Errorf("%s: %+v, want %d stages", x.goal, v, x.stages)
		}
	}
}

// What is recorded is read again, and judged again, the same; what is cut or broken is said, and what is whole is kept.
func TestTraceFile(t *testing.T) {
	g := game(t, "wilds", true)
	task, err := g.Composed("chop 2 logs then build a workbench")
	if err != nil {
		t.Fatal(err)
	}
	s, err := (&Generator{Game: g, Seed: 3}).Scene(t.Context(), task, Medium, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Play(t.Context(), s, &Planning{Graph: g.Graph, Patrols: true, Sees: Sighted})
	if err != nil || !p.Verdict.Done {
		t.Fatalf("%+v, %v", p.Verdict, err)
	}
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	again, err := ReadTrace(bytes.NewReader(b.Bytes()))
	if err != nil || again.End != "done" || len(again.Events) != len(p.Events) || g.Check(task.Spec, again) != p.Verdict {
		t.Errorf("%v, %+v", err, again)
	}
	// It is played again from what was read, with pictures; where anything else happens, that is said.
	var film bytes.Buffer
	if err := g.WriteGIF(t.Context(), again, &film); err != nil {
		t.Fatal(err)
	}
	if pictures, err := gif.DecodeAll(&film); err != nil || len(pictures.Image) < 3 {
		t.Errorf("%v", err)
	}
	steps := 0
	if err := g.Replay(t.Context(), again, interaction.Shot{}, func(View) error { steps++; return nil }); err != nil || steps != again.Steps+1 {
		t.Errorf("%d of %d steps: %v", steps, again.Steps, err)
	}
	mid := slices.IndexFunc(again.Events, func(e Event) bool { return len(e.Changes) > 0 })
	for what, change := range map[string]func(t *Trace){
		"without an event":     func(t *Trace) { t.Events = slices.Delete(t.Events, mid, mid+1) },
		"without any event":    func(t *Trace) { t.Events = nil },
		"another action":       func(t *Trace) { t.Events[mid].Action, t.Events[mid].Changes = "zz", map[string]int{"diamond": 99} },
		"another change":       func(t *Trace) { t.Events[mid].Changes = map[string]int{"log": 7} },
		"no change":            func(t *Trace) { t.Events[mid].Changes = nil },
		"another place":        func(t *Trace) { at := *t.Events[mid].Around; at.Biome = "moon"; t.Events[mid].Around = &at },
		"another end":          func(t *Trace) { t.End = "died" },
		"moves that can't be":  func(t *Trace) { t.Moves = t.Scene.Moves + 1 },
		"other steps":          func(t *Trace) { t.Steps++ },
		"its beginning only":   func(t *Trace) { t.Acts = t.Acts[:1] },
		"another goal":         func(t *Trace) { t.Goal = "mine 99 log" },
		"a change in a desert": func(t *Trace) { t.Scene.Biome = "desert" },
	} {
		other, err := ReadTrace(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		change(other)
		if err := g.Replay(t.Context(), other, interaction.Shot{}, func(View) error { return nil }); !errors.Is(err, ErrOther) {
			t.Errorf("%s is the same: %v", what, err)
		}
	}
	whole := b.String()
	for cut := 0; cut < len(whole)-1; cut += 1 + len(whole)/97 {
		got, err := ReadTrace(strings.NewReader(whole[:cut]))
		lines := strings.Count(whole[:cut], "\n")
		if err == nil {
			t.Fatalf("cut at %d of %d, and nobody says so", cut, len(whole))
		}
		if lines > 1 && (!errors.Is(err, ErrCut) || len(got.Events) < lines-1) {
			t.Fatalf("cut at %d: %v, %d events of %d lines", cut, err, len(got.Events), lines)
		}
	}
	for _, bad := range []string{"{}\n", `{"format": 9}` + "\n", "[]\n", strings.Replace(whole, "\"step\"", "\"step", 1), whole + "{}\n"} {
		if _, err := ReadTrace(strings.NewReader(bad)); err == nil {
			t.Errorf("%.40q is read", bad)
		}
	}
}

func FuzzReadTrace(f *testing.F) {
	f.Add("{\"format\":1}\n{\"step\":1}\n{\"end\":\"done\"}\n")
	f.Fuzz(func(_ *testing.T, text string) { _, _ = ReadTrace(strings.NewReader(text)) })
}

// Scenes are read as they are written, and broken ones are refused with a reason. No two of 100 are alike.
func TestScenes(t *testing.T) {
	g := game(t, "wilds", true)
	gen := &Generator{Game: g, Seed: 1}
	for i, task := range g.Atomic() {
		if i%6 != 0 {
			continue
		}
		for _, d := range Difficulties {
			var all []Scene
			for n := range 100 {
				s, err := gen.Scene(t.Context(), task, d, n, nil)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, s)
			}
			if x := Diverse(all); x.Different < 100 {
				t.Errorf("%s, %s: %+v", task.ID, d, x)
			}
		}
	}
	good := `{"format":1,"world":"lived:wilds","task":"x","goal":"mine 1 log","difficulty":"hard","seed":1,"inventory":{"beef":2},"biome":"plains","time":3,"weather":"rain","vitals":{"health":3},"near":[{"thing":"pig","far":3}],"moves":9,"steps":99}`
	if _, err := g.ReadScene(strings.NewReader(good)); err != nil {
		t.Error(err)
	}
	for says, change := range map[string][2]string{
		"cut off": {`,"steps":99}`, ""}, "format 2": {`"format":1`, `"format":2`}, "no biome": {"plains", "moon"}, "hold": {`"beef":2`, `"beef":-2`}, "can't be read": {`"seed":1`, `"sed":1`},
		"none of simple": {"hard", "\\u001b[31m"}, "moves 0": {`"moves":9`, `"moves":0`}, "no factor": {"1 log", "1 lug"}, "follows": {`99}`, `99}{}`}, "of the world": {"lived:wilds", "tiny"},
	} {
		_, err := g.ReadScene(strings.NewReader(strings.Replace(good, change[0], change[1], 1)))
		if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%s: %v", says, err)
		}
	}
}

// Progress is told by stages in their order: what comes after a stage that wasn't met counts for nothing.
func TestProgress(t *testing.T) {
	g := game(t, "wilds", true)
	s, err := (&Generator{Game: g, Seed: 5}).Scene(t.Context(), must(g.Composed("be near iron_vein then be in desert then mine 1 log")), Simple, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := g.Criteria(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	var mine interaction.Action
	for i := range g.Graph.Actions {
		if g.Graph.Actions[i].Effect("log") != nil {
			mine = g.Graph.Actions[i].ID
		}
	}
	vein, sand := &Around{Things: map[string]int{"iron_vein": 1}}, &Around{Biome: "desert"}
	log := Event{Step: 3, Move: 3, Action: mine, Changes: map[string]int{"log": 1}}
	for _, x := range []struct {
		events []Event
		want   float64
	}{
		{[]Event{log}, 0},
		{[]Event{{Around: vein}}, 33},
		{[]Event{{Around: vein}, log}, 33},
		{[]Event{{Around: vein}, {Step: 2, Move: 2, Around: sand}}, 67},
		{[]Event{{Around: vein}, {Step: 2, Move: 2, Around: sand}, log}, 100},
	} {
		scores := g.Rate(c, &Trace{Start: s.Inventory, Scene: s, Events: x.events, Moves: 3})
		if math.Abs(scores[Progress]-x.want) > 1 {
			t.Errorf("%+v: %v, want %v", x.events, scores, x.want)
		}
		for d, n := range scores {
			if n < 0 || n > 100 {
				t.Errorf("%+v: %s is %g", x.events, d, n)
			}
		}
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}
