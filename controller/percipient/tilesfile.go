package percipient

import (
	"errors"
	"fmt"
	"math"

	"github.com/adam-discovery/adam/interaction"
)

// validate reports the first thing that is wrong with weights of a file.
func (w *tileWeights) validate() error {
	n := w.Columns * w.Rows
	if w.Columns < 1 || w.Rows < 1 || w.Width < w.Columns || w.Height < w.Rows || w.Width > interaction.MaxFrame || w.Height > interaction.MaxFrame {
		return fmt.Errorf("%d by %d cells of a picture of %d by %d pixels can't be", w.Columns, w.Rows, w.Width, w.Height)
	}
	cell := 3 * (w.Width / w.Columns) * (w.Height / w.Rows)
	panels := map[int]bool{}
	for _, p := range w.Panels {
		if p.Cell < 0 || p.Cell >= n || panels[p.Cell] || len(p.Labels) == 0 || len(p.Labels) != len(p.Images) {
			return errors.New("it has a panel that can't be")
		}
		panels[p.Cell] = true
		for i, image := range p.Images {
			if len(image) != cell {
				return errors.New("it has an image of another size than its cell")
			}
			if _, _, ok := levelOf(p.Labels[i]); !ok && p.Labels[i] != "" {
				return errors.New("it has a panel that tells no level")
			}
		}
	}
	around := n - len(panels)
	if !surrounds(around, w.Columns) {
		return errors.New("it has no cells all around the agent, which are odd numbers of rows and of columns, from three on")
	}
	if len(w.Looks) == 0 || len(w.Modes) == 0 || !(w.Temper > 0) {
		return errors.New("it has no look or no light")
	}
	if !(w.Misread > 0 && w.Misread < .5) {
		return fmt.Errorf("levels are misread with a probability of up to %g", w.Misread)
	}
	for _, look := range w.Looks {
		if !interaction.Plain(look) {
			return errors.New("it has a look that can't be")
		}
	}
	for _, m := range w.Modes {
		if len(m.Images) != len(w.Looks) || len(m.Lights) == 0 {
			return errors.New("it has lights without images, or none")
		}
		for _, image := range m.Images {
			if len(image) != 0 && len(image) != cell {
				return errors.New("it has an image of another size than its cell")
			}
		}
		for _, l := range m.Lights {
			if len(l.Shades) != around {
				return errors.New("it has shades of too few or too many cells")
			}
			for _, s := range l.Shades {
				for _, x := range append(append(s.Map[:], s.Add[:]...), s.Noise[:]...) {
					if math.IsNaN(float64(x)) || math.Abs(float64(x)) > 1e6 {
						return fmt.Errorf("%g is no weight", x)
					}
				}
			}
		}
	}
	return nil
}

// surrounds reports whether cells of such a number are all around an agent in their middle.
func surrounds(cells, columns int) bool {
	rows := cells / columns
	return cells == rows*columns && rows >= 3 && columns >= 3 && rows%2 == 1 && columns%2 == 1
}
