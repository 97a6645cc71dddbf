package interaction

import (
	"fmt"
	"image"
	"slices"
	"strings"
)

// View is from where a picture is taken. The zero View is invalid.
type View uint8

const (
	// Above looks down on the cells around the agent, north at the top, as in Crafter.
	Above View = iota + 1
	// Eyes looks from the agent's eyes at what stands before it.
	Eyes
)

var viewNames = [...]string{"invalid", "above", "eyes"}

// String is "above" or "eyes".
func (v View) String() string {
	if int(v) < len(viewNames) {
		return viewNames[v]
	}
	return viewNames[0]
}

// MarshalText writes the word; the zero View can't be written.
func (v View) MarshalText() ([]byte, error) {
	if v == 0 || int(v) >= len(viewNames) {
		return nil, fmt.Errorf("view %d is invalid", v)
	}
	return []byte(viewNames[v]), nil
}

// UnmarshalText reads the word; anything else is an error.
func (v *View) UnmarshalText(text []byte) error {
	i := slices.Index(viewNames[1:], string(text))
	if i < 0 {
		return fmt.Errorf("view %q: it is %s", text, strings.Join(viewNames[1:], " or "))
	}
	*v = View(i + 1)
	return nil
}

// Shot says what picture is wanted, in the agent's own frame of reference: nothing in it tells where on the map the
// agent is.
type Shot struct {
	View View `json:"view"`
	// Width and Height are in pixels, each from 1 to [MaxFrame].
	Width  int `json:"width"`
	Height int `json:"height"`
	// Yaw is how far to the right of where the agent faces it looks, in degrees; a whole turn is 360. Above doesn't
	// turn.
	Yaw int `json:"yaw,omitempty"`
}

// MaxFrame is the longest side of a frame, in pixels.
const MaxFrame = 1024

// Validate reports what is wrong with the shot.
func (s Shot) Validate() error {
	if s.View != Above && s.View != Eyes {
		return fmt.Errorf("a shot is from above or by eyes, not %s", s.View)
	}
	if s.Width < 1 || s.Height < 1 || s.Width > MaxFrame || s.Height > MaxFrame {
		return fmt.Errorf("a shot of %d by %d pixels: sides are from 1 to %d", s.Width, s.Height, MaxFrame)
	}
	return nil
}

// Frame is a picture of what an agent sees.
type Frame struct {
	Shot
	// RGB are three bytes for each pixel, row by row from the top left.
	RGB []byte `json:"rgb"`
}

// Validate reports what is wrong with the frame: a shot that can't be, or too few or too many bytes.
func (f Frame) Validate() error {
	if err := f.Shot.Validate(); err != nil {
		return err
	}
	if want := 3 * f.Width * f.Height; len(f.RGB) != want {
		return fmt.Errorf("a frame of %d by %d pixels has %d bytes, not %d", f.Width, f.Height, len(f.RGB), want)
	}
	return nil
}

// Image is a copy of a valid frame.
func (f Frame) Image() image.Image {
	img := image.NewRGBA(image.Rect(0, 0, f.Width, f.Height))
	for i := range f.Width * f.Height {
		copy(img.Pix[4*i:4*i+3], f.RGB[3*i:])
		img.Pix[4*i+3] = 255
	}
	return img
}

// Camera is a session that shows pictures, as [Spec.Shots] says.
type Camera interface {
	Session
	// Shoot takes a picture of what is seen now, into the buffer if that is large enough. It changes nothing. A shot
	// that is invalid, or that the world doesn't take, is an error.
	Shoot(s Shot, buffer []byte) (Frame, error)
}

// Believer is a session that isn't told what there is, but perceives it: its states, and what it sees, are beliefs.
type Believer interface {
	Session
	// Sure is the probability, by its own account, that all of the latest state is right; at most 1.
	Sure() float64
	// Contradicted counts the beliefs of the session that what came later showed to be wrong, as far as that shows.
	Contradicted() int
}

// Scene is what a picture shows, as the world itself tells it. It is there to train percipients, to measure them and to
// compare with; no learner of a world's rules may read it.
type Scene struct {
	// Things are the classes of things in the picture, those that take the most pixels first.
	Things []InView `json:"things,omitempty"`
	// Ecology is the biome whose ground takes the most of the picture; Weather is what falls, or "clear".
	Ecology string `json:"ecology,omitempty"`
	Weather string `json:"weather,omitempty"`
	// Time is "day", "dusk" (or dawn) or "night"; Brightness "bright", "dim" or "dark", by the time and the weather.
	Time       string `json:"time,omitempty"`
	Brightness string `json:"brightness,omitempty"`
	// Names are the classes of what pixels can show; Shows says of each pixel which it is, counting from 1, row by row
	// from the top left, and zero is the sky, or what is too far off to be told.
	Names []string `json:"names,omitempty"`
	Shows []uint16 `json:"-"`
	// Grid is what the cells of a picture show that is made of them.
	Grid Grid `json:"grid,omitzero"`
}

// Grid is what a picture shows that is made of cells of one size, row by row from the top left: the cells around the agent
// as [Sight] has them, and beside or below them panels with levels. What is left over at the right and at the bottom shows
// nothing. The zero Grid is that of a picture which isn't made of cells.
type Grid struct {
	Columns int `json:"columns"`
	Rows    int `json:"rows"`
	// Cells say how each looks: "zombie", or "zombie@grass" where a class of things looks different on different
	// grounds; "agent:2@grass" is the agent, who faces north, the third of the moves, and "agent:-@grass" one whose face
	// isn't seen; "food=7" is a panel, and "" one that shows nothing; "beyond" is what is beyond the end of the map.
	Cells []string `json:"cells"`
	// Light is a number for how all of the picture is lit: equal numbers are lit alike, and numbers in a row nearly.
	Light int `json:"light"`
	// Levels are those of factors that a player can tell from the light alone.
	Levels map[string]int `json:"levels,omitempty"`
}

// Validate reports what is wrong with the grid of a picture of so many pixels.
func (g Grid) Validate(width, height int) error {
	if g.Columns < 1 || g.Rows < 1 || g.Columns > width || g.Rows > height || len(g.Cells) != g.Columns*g.Rows {
		return fmt.Errorf("%d looks of %d by %d cells, of %d by %d pixels, can't be", len(g.Cells), g.Columns, g.Rows, width, height)
	}
	return nil
}

// InView is a class of things in a picture.
type InView struct {
	Name     string `json:"name"`
	Creature bool   `json:"creature,omitempty"`
	// Pixels is how many show it, and Far how many cells off the nearest is.
	Pixels int `json:"pixels"`
	Far    int `json:"far"`
	// Side is where most of it is: "left", "middle" or "right".
	Side string `json:"side"`
}

// Teller is a session that can tell what its pictures show.
type Teller interface {
	Camera
	// Tell says what a picture that is taken now shows. It tells nothing that isn't in the picture, but for the
	// ecology where no ground is in view.
	Tell(Shot) (Scene, error)
}
