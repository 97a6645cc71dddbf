package percipient

import (
	"errors"
	"iter"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// Weights, and pictures to learn from, have cells all around the agent; others are refused before anything looks there.
func TestCellsAreAllAroundTheAgent(t *testing.T) {
	for size, fine := range map[[2]int]bool{{3, 3}: true, {5, 3}: true, {3, 1}: false, {3, 2}: false, {1, 3}: false, {4, 3}: false, {1, 1}: false} {
		const cell = 2
		shot := interaction.Shot{View: interaction.Above, Width: cell * size[0], Height: cell * size[1]}
		cells := make([]string, size[0]*size[1])
		for i := range cells {
			cells[i] = "grass"
		}
		cells[len(cells)/2] = "agent:0@grass"
		view := Labelled{interaction.Frame{Shot: shot, RGB: make([]byte, 3*shot.Width*shot.Height)}, interaction.Scene{Grid: interaction.Grid{Columns: size[0], Rows: size[1], Cells: cells}}}
		_, err := Train("dots", 1, func() iter.Seq2[[]Labelled, error] {
			return func(yield func([]Labelled, error) bool) {
				for range parts {
					if !yield([]Labelled{view}, nil) {
						return
					}
				}
			}
		}, func(int, int) {})
		if fine != (err == nil) || err != nil && !errors.Is(err, ErrNoPictures) {
			t.Errorf("pictures of %v cells: %v", size, err)
		}
		w := tileWeights{Width: shot.Width, Height: shot.Height, Columns: size[0], Rows: size[1], Looks: []string{"grass"}, Misread: .1, Temper: 1,
			Modes: []mode{{Images: [][]byte{nil}, Lights: []tileLight{{Shades: make([]shade, len(cells))}}}}}
		if err := w.validate(); fine != (err == nil) {
			t.Errorf("weights of %v cells: %v", size, err)
		}
	}
}
