package interaction_test

import (
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// TestSightSaysWhatIsWrong: sides that are right aren't blamed for the number of cells.
func TestSightSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		sight interaction.Sight
		want  string
	}{
		{interaction.Sight{Width: 9, Height: 7, Cells: make([]int, 62)}, "the view is 9 by 7 and has 62 cells: there must be 63"},
		{interaction.Sight{Width: 8, Height: 7, Cells: make([]int, 56)}, "the view is 8 by 7: sides must be odd, from 3 to 255"},
		{interaction.Sight{Width: 3, Height: 257, Cells: make([]int, 771)}, "the view is 3 by 257: sides must be odd, from 3 to 255"},
		{interaction.Sight{Width: 3, Height: 3, Cells: make([]int, 9)}, ""},
	} {
		got := ""
		if err := c.sight.Valid(1); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%d by %d with %d cells: %q, want %q", c.sight.Width, c.sight.Height, len(c.sight.Cells), got, c.want)
		}
	}
}
