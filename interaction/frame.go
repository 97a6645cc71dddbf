package interaction

import (
	"fmt"
	"image"
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

// Shot says what picture is wanted, in the agent's own frame of reference: nothing in it tells where on the map the
// agent is.
type Shot struct {
	View View
	// Width and Height are in pixels, each from 1 to [MaxFrame].
	Width, Height int
	// Yaw is how far to the right of where the agent faces it looks, in degrees; a whole turn is 360. Above doesn't
	// turn.
	Yaw int
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
	RGB []byte
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

// Camera is a session that shows pictures.
type Camera interface {
	Session
	// Shoot takes a picture of what is seen now, into the buffer if that is large enough. It changes nothing. An
	// invalid shot is an error.
	Shoot(s Shot, buffer []byte) (Frame, error)
}

// Scene is what a picture shows, as the world itself tells it. It is there to train percipients, to measure them and to
// compare with; no learner of a world's rules may read it.
type Scene struct {
	// Things are the classes of things in the picture, those that take the most pixels first.
	Things []InView `json:"things,omitempty"`
	// Ecology is the biome whose ground takes the most of the picture; Weather is what falls, or "clear".
	Ecology string `json:"ecology"`
	Weather string `json:"weather"`
	// Time is "day", "dusk" (or dawn) or "night"; Brightness "bright", "dim" or "dark", by the time and the weather.
	Time       string `json:"time"`
	Brightness string `json:"brightness"`
	// Names are the classes of what pixels can show; Shows says of each pixel which it is, counting from 1, row by row
	// from the top left, and zero is the sky, or what is too far off to be told.
	Names []string `json:"names"`
	Shows []uint16 `json:"-"`
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
