package main

import (
	"bytes"
	"errors"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/discovery/llm/llmsim"
	"github.com/adam-discovery/adam/interaction"
)

// What was collected before a failure is kept, but not in place of an album that was there.
func TestEndAlbum(t *testing.T) {
	out := filepath.Join(t.TempDir(), "album.zip")
	broken := errors.New("a picture didn't become still")
	end := func(places int) (string, error) {
		f, err := beside(out)
		if err != nil {
			t.Fatal(err)
		}
		a := percipient.NewAlbum(f, percipient.About{World: "small", Size: 16})
		views := make([]percipient.Labelled, percipient.Views)
		for v := range views {
			views[v].Frame = interaction.Frame{Shot: interaction.Shot{View: interaction.Eyes, Width: 16, Height: 16}, RGB: make([]byte, 3*16*16)}
			views[v].Scene.Shows = make([]uint16, 16*16)
		}
		for range places {
			if err := a.Add(views); err != nil {
				t.Fatal(err)
			}
		}
		var said bytes.Buffer
		err = endAlbum(&said, a, f, out, broken)
		if left, _ := filepath.Glob(out + ".*"); len(left) > 0 {
			t.Errorf("%v are left", left)
		}
		return said.String(), err
	}
	if said, err := end(0); !errors.Is(err, broken) || said != "" {
		t.Errorf("of nothing: %q, %v", said, err)
	}
	if _, err := os.Stat(out); err == nil {
		t.Fatal("an album of nothing was written")
	}
	if said, err := end(2); !errors.Is(err, broken) || said != "24 pictures of 2 places are in "+out+"\n" {
		t.Errorf("of two places: %q, %v", said, err)
	}
	if said, err := end(1); !errors.Is(err, broken) || said != "" {
		t.Errorf("where an album was before: %q, %v", said, err)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if about, _, err := percipient.OpenAlbum(bytes.NewReader(data), int64(len(data))); err != nil || about.Places != 2 {
		t.Errorf("%d places are kept, %v", about.Places, err)
	}
}

// What a vision model couldn't be asked isn't counted as wrong: the report says how much was asked, and the answer is no.
func TestEvalBeyondBudget(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	s := llmsim.Start(llmsim.Config{See: func(string, image.Image) string { return `{"answer": "no"}` }})
	defer s.Close()
	tape := filepath.Join(t.TempDir(), "tape.jsonl")
	args := []string{"percipient", "eval", "--percipient", "vision", "--world", "lived:meadow", "--places", "1", "--llm-config", fastConfig(t), "--llm-base-url", s.URL()}
	code, out, errs := adam(t, append(args, "--llm-budget", "30000tokens", "--llm-record", tape)...)
	if code != exitNo || !strings.Contains(out, "questions asked:") || !strings.Contains(out, "no questions") ||
		!strings.Contains(errs, "questions were asked: the budget is used up") || !strings.Contains(errs, "hint: raise --llm-budget") {
		t.Errorf("%d %s %s", code, out, errs)
	}
	code, out, errs = adam(t, append(args, "--llm-budget", "30000tokens", "--json")...)
	if e := unmarshal[evaluated](t, out); code != exitNo || e.Unasked == 0 || e.Unasked >= e.Questions || e.Why != "the budget is used up" {
		t.Errorf("%d %+v %s", code, e, errs)
	}
	code, _, errs = adam(t, append(args, "--llm-replay", tape, "--seed", "5")...)
	if code != exitNo || !strings.Contains(errs, "questions were asked: the recording doesn't have the request") || !strings.Contains(errs, "hint: replay it by the flags") {
		t.Errorf("a recording of other pictures: %d %s", code, errs)
	}
}
