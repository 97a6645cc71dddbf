package crafter_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/crafter"
)

// An episode of a seed is the same each time, and the file for the score says how it went.
func TestSeeded(t *testing.T) {
	if !crafter.Installed(t.Context()) {
		t.Skip(crafter.ErrNotInstalled, ": ", crafter.Hint)
	}
	log := filepath.Join(t.TempDir(), "log")
	w, err := crafter.New(t.Context(), log)
	if err != nil {
		t.Fatal(err)
	}
	play := func() (last interaction.State, sight []int) {
		s, err := w.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if _, err := s.Begin(t.Context(), interaction.State{}, 7); err != nil {
			t.Fatal(err)
		}
		actions := w.Spec().Actions
		for i := range 300 {
			a := w.Spec().Ground.Moves[i/7%4]
			if i%3 == 0 {
				a = actions[i%len(actions)].ID
			}
			if last, err = s.Step(t.Context(), a); errors.Is(err, interaction.ErrEnded) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
		return last, append([]int{}, s.(interaction.Seer).Look().Cells...)
	}
	a, x := play()
	b, y := play()
	if a.String() != b.String() || len(x) != len(y) {
		t.Fatalf("%v and %v", a, b)
	}
	for i := range x {
		if x[i] != y[i] {
			t.Fatalf("cell %d shows %d and %d", i, x[i], y[i])
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(log + ".*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no log: %v", err)
	}
	if text, err := os.ReadFile(files[0]); err != nil || len(text) == 0 {
		t.Fatalf("an empty log: %v", err)
	}
}

// Who is interrupted while the game is looked for isn't told that it isn't installed.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := crafter.New(ctx, ""); !errors.Is(err, context.Canceled) || errors.Is(err, crafter.ErrNotInstalled) {
		t.Error(err)
	}
}
