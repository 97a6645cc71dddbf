package percipient_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/interaction"
)

// boardPlaces are pictures of the world of boards.
func boardPlaces(t testing.TB, n int, seed uint64) (all [][]percipient.Labelled) {
	t.Helper()
	if err := percipient.Collect(context.Background(), boards{}, percipient.Collection{Places: n, Seed: seed}, func(_ int, v []percipient.Labelled) error {
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
	all := boardPlaces(t, 60, 1)
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
	for _, v := range boardPlaces(t, 20, 2) {
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

func TestPicturesWithoutCells(t *testing.T) {
	all := boardPlaces(t, 12, 1)
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
