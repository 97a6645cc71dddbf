package percipient_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/interaction"
)

// boardPlaces are pictures of the world of boards.
func boardPlaces(t testing.TB, w boards, n int, seed uint64) (all [][]percipient.Labelled) {
	t.Helper()
	if err := percipient.Collect(context.Background(), w, percipient.Collection{Places: n, Seed: seed}, func(_ int, v []percipient.Labelled) error {
		all = append(all, v)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

// without has the labels taken off, but for how many cells there are.
func without(all [][]percipient.Labelled) [][]percipient.Labelled {
	out := make([][]percipient.Labelled, len(all))
	for i, views := range all {
		for _, v := range views {
			out[i] = append(out[i], percipient.Labelled{Frame: v.Frame, Scene: interaction.Scene{Grid: interaction.Grid{Columns: v.Scene.Grid.Columns, Rows: v.Scene.Grid.Rows}}})
		}
	}
	return out
}

func TestClustersAreTheClasses(t *testing.T) {
	all := boardPlaces(t, boards{}, 60, 1)
	last, of := 0, 0
	p, err := percipient.TrainUnlabelled("boards", 1, places(without(all)), func(n, m int) {
		if n < last {
			t.Errorf("progress went from %d to %d", last, n)
		}
		last, of = n, m
	})
	if err != nil {
		t.Fatal(err)
	}
	if last != of || !p.Unlabelled() {
		t.Errorf("it ended at %d of %d, unlabelled: %v", last, of, p.Unlabelled())
	}
	data := written(t, p)
	// Labels make no difference: they aren't read.
	again, err := percipient.TrainUnlabelled("boards", 1, places(all), func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(data, written(t, again)) {
		t.Error("labels made other weights")
	}
	for _, name := range []string{"grass", "rock", "pond", "wolf", "bench", "beyond"} {
		if _, err := p.Ask(t.Context(), all[0][0].Frame, percipient.Question{Aspect: percipient.Object, Name: name}); !errors.Is(err, percipient.ErrCantTell) {
			t.Errorf("it knows of %s", name)
		}
	}
	read, err := percipient.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var a percipient.Agreement
	for _, v := range boardPlaces(t, boards{}, 20, 2) {
		if err := a.Add(read.(*percipient.Tiles), v); err != nil {
			t.Fatal(err)
		}
	}
	for aspect, least := range map[string]float64{"things, day": 1, "things, night": .9, "panels": 1} {
		got := a.Of(aspect)
		t.Logf("%s: %+v", aspect, got)
		if got.N == 0 || got.Purity < least {
			t.Errorf("%s: %+v", aspect, got)
		}
	}
}

// lettered is a world whose agent has an action on whatever it faces.
func lettered(w boards) interaction.World {
	return changed{w, func(s *interaction.Spec) { s.Ground.Act = "act" }}
}

// An agent in a world of letters has nothing of the world's names; its actions on letters are the world's one.
func TestLives(t *testing.T) {
	for _, counts := range []bool{false, true} {
		var did []interaction.Action
		w := boards{counts: counts, acts: func(a interaction.Action) { did = append(did, a) }}
		p, err := percipient.TrainUnlabelled("boards", 1, places(without(boardPlaces(t, boards{counts: counts}, 60, 1))), func(int, int) {})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := percipient.NewLetters(t.Context(), w, p); err == nil {
			t.Error("a world without an action on what is faced was taken")
		}
		if _, err := percipient.NewWorld(w, p); err == nil {
			t.Error("letters were taken for the world's things")
		}
		seen, err := percipient.NewLetters(t.Context(), lettered(w), p)
		if err != nil {
			t.Fatal(err)
		}
		spec := seen.Spec()
		if err := errors.Join(spec.Validate(), spec.Ground.Validate(spec.Factors)); err != nil {
			t.Error(err)
		}
		if percipient.SameRules(spec.Fingerprint, "1") {
			t.Error("a world of letters is taken for one with names")
		}
		text := fmt.Sprint(spec.Actions, spec.Factors, *spec.Ground)
		for _, name := range []string{"grass", "rock", "pond", "wolf", "bench", "dark"} {
			if strings.Contains(text, name) {
				t.Errorf("%s came through: %s", name, text)
			}
		}
		s, err := seen.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		state, err := s.Begin(t.Context(), interaction.State{}, 9)
		if err != nil {
			t.Fatal(err)
		}
		kinds := map[string]interaction.Kind{}
		for _, f := range spec.Factors {
			kinds[f.Name] = f.Kind
		}
		if kind, ok := kinds["panel_A"]; ok != counts || counts && (kind != interaction.Vital || kinds["panel_B"] != interaction.Item) {
			t.Errorf("counts: %v: the panels are %v", counts, kinds)
		}
		did = nil
		for i, a := range []interaction.Action{"n", "on_A", "e", "wait", "on_B", "wait", "wait"} {
			if counts && state.Level("panel_A") != 3-i/3 {
				t.Errorf("after %d steps it counted down to %d", i, state.Level("panel_A"))
			}
			if state, err = s.Step(t.Context(), a); err != nil {
				t.Fatal(err)
			}
			if facing := s.(interaction.Seer).Look().Facing; a == "n" && facing != 2 || a == "e" && facing != 1 {
				t.Errorf("after %s it faces %d", a, facing)
			}
		}
		if want := []interaction.Action{"n", "act", "e", "wait", "act", "wait", "wait"}; !slices.Equal(did, want) {
			t.Errorf("it did %v, not %v", did, want)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestPicturesWithoutCells(t *testing.T) {
	all := boardPlaces(t, boards{}, 12, 1)
	few := all[:5]
	if _, err := percipient.TrainUnlabelled("boards", 1, places(few), func(int, int) {}); !errors.Is(err, percipient.ErrNoPictures) {
		t.Errorf("of few pictures: %v", err)
	}
	bare := without(all)
	for i := range bare {
		for j := range bare[i] {
			bare[i][j].Scene = interaction.Scene{}
		}
	}
	if _, err := percipient.TrainUnlabelled("boards", 1, places(bare), func(int, int) {}); !errors.Is(err, percipient.ErrNoPictures) {
		t.Errorf("of pictures without cells: %v", err)
	}
	same := without(all)
	for i := range same {
		for j := range same[i] {
			same[i][j].Frame = same[0][0].Frame
		}
	}
	if _, err := percipient.TrainUnlabelled("boards", 1, places(same), func(int, int) {}); !errors.Is(err, percipient.ErrNoPictures) {
		t.Errorf("of one picture: %v", err)
	}
	few = without(all)
	few[3][2].Frame.RGB = few[3][2].Frame.RGB[:7]
	if _, err := percipient.TrainUnlabelled("boards", 1, places(few), func(int, int) {}); err == nil {
		t.Error("a truncated picture was taken")
	}
}
