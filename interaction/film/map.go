package film

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/adam-discovery/adam/interaction"
)

// Map is what an agent remembered of what is around it when a picture was taken.
type Map struct {
	// Sight has the things as they were seen last, the agent in the middle.
	interaction.Sight
	// Things are the names of the things that Cells number.
	Things []string `json:"things"`
}

// MaxSide is the highest width and height of a Map, in cells; maxThings how many things it has at most.
const MaxSide, maxThings = 255, 10_000

// ErrNoMap is wrapped where a file is no map.
var ErrNoMap = errors.New("not a map")

// ParseMap reads what [World.Draw] wrote. Its errors wrap [ErrNoMap].
func ParseMap(data []byte) (m Map, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		return Map{}, fmt.Errorf("%w: %w", ErrNoMap, err)
	}
	switch _, more := d.Token(); {
	case !errors.Is(more, io.EOF):
		err = fmt.Errorf("%w: something stands behind it", ErrNoMap)
	case m.Width < 1 || m.Height < 1 || m.Width > MaxSide || m.Height > MaxSide || m.Width%2 == 0 || m.Height%2 == 0 || len(m.Cells) != m.Width*m.Height:
		err = fmt.Errorf("%w: it is %d by %d with %d cells", ErrNoMap, m.Width, m.Height, len(m.Cells))
	case m.Facing < 0 || m.Facing >= len(interaction.Steps):
		err = fmt.Errorf("%w: the agent faces direction %d", ErrNoMap, m.Facing)
	case len(m.Things) > maxThings:
		err = fmt.Errorf("%w: it has %d things", ErrNoMap, len(m.Things))
	}
	for _, c := range m.Cells {
		if c < interaction.Unseen || c >= len(m.Things) {
			err = fmt.Errorf("%w: a cell has thing %d of %d", ErrNoMap, c, len(m.Things))
		}
	}
	if err != nil {
		return Map{}, err
	}
	return m, nil
}
