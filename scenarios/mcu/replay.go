package mcu

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"github.com/adam-discovery/adam/interaction"
)

// ErrOther is wrapped by the error of a replay in which something else happened than was recorded: the world has other
// rules now, or the recording was changed.
var ErrOther = errors.New("something else happened than was recorded")

// View is a moment of a replay.
type View struct {
	Step, Move int
	State      interaction.State
	// Frame is what there is to see; an empty one where the world shows no pictures.
	Frame interaction.Frame
	// Event is what was recorded of this step; nil: nothing was.
	Event *Event
}

// Replay plays a recorded episode again, and shows each step of it. Its error wraps [ErrOther] where it isn't the same.
func (g *Game) Replay(ctx context.Context, t *Trace, shot interaction.Shot, see func(View) error) (err error) {
	if err := errors.Join(g.Valid(t.Scene), t.matches()); err != nil {
		return err
	}
	world, start := g.world, interaction.StateOf(t.Scene.Inventory)
	if g.Land != nil {
		if world, err = g.Land.Staged(t.Scene.stage()); err != nil {
			return err
		}
		start = interaction.State{}
	}
	s, err := world.Open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	state, err := s.Begin(ctx, start, t.Scene.Seed)
	if err != nil {
		return err
	}
	if !state.Equal(interaction.StateOf(t.Start)) {
		return fmt.Errorf("%w: it began with %s", ErrOther, state)
	}
	camera, _ := s.(interaction.Camera)
	c := &comparison{game: g, trace: t, world: world, session: s}
	show := func(step int, action interaction.Action, changes []interaction.Change) error {
		v := View{Step: step, State: state}
		if v.Event, err = c.step(step, action, changes); err != nil {
			return err
		}
		v.Move = c.move
		if camera != nil && shot.Width > 0 {
			if v.Frame, err = camera.Shoot(shot, nil); err != nil {
				return err
			}
		}
		return see(v)
	}
	if err := show(0, "", nil); err != nil {
		return err
	}
	step, over := 0, false
	for _, acts := range t.Acts {
		for range acts.Times {
			if err := ctx.Err(); err != nil {
				return err
			}
			if step++; step > t.Scene.Steps || over {
				return fmt.Errorf("%w: it has more steps than its scene allows", ErrOther)
			}
			after, err := s.Step(ctx, acts.Action)
			if over = errors.Is(err, interaction.ErrEnded); err != nil && !over {
				return err
			}
			changes := interaction.Changes(state, after)
			state = after
			if err := show(step, acts.Action, changes); err != nil {
				return err
			}
		}
	}
	return c.end(step)
}

// The size of animated pictures: a view of nine by seven cells, and a line of text below.
const (
	frameWidth, frameHeight = 9 * 24, 7 * 24
	lineHeight              = 14
	mostFrames              = 600
)

// Shot is the picture that replays are drawn with.
var Shot = interaction.Shot{View: interaction.Above, Width: frameWidth, Height: frameHeight}

// WriteGIF writes a replay as an animated picture, at most [mostFrames] frames, with what the agent had below.
func (g *Game) WriteGIF(ctx context.Context, t *Trace, w io.Writer) error {
	if g.Land == nil {
		return fmt.Errorf("%s shows no pictures", interaction.Shown(g.Name))
	}
	every := max(1, (t.Steps+mostFrames-1)/mostFrames)
	out := &gif.GIF{}
	err := g.Replay(ctx, t, Shot, func(v View) error {
		if v.Step%every != 0 && v.Step != t.Steps {
			return nil
		}
		out.Image = append(out.Image, paletted(v))
		out.Delay = append(out.Delay, 8)
		return nil
	})
	if err != nil {
		return err
	}
	if n := len(out.Delay); n > 0 {
		out.Delay[n-1] = 200
	}
	return gif.EncodeAll(w, out)
}

// paletted is a frame in few colours, with a line of text.
func paletted(v View) *image.Paletted {
	img := image.NewPaletted(image.Rect(0, 0, frameWidth, frameHeight+2*lineHeight), colours)
	draw.FloydSteinberg.Draw(img, image.Rect(0, 0, frameWidth, frameHeight), v.Frame.Image(), image.Point{})
	draw.Draw(img, image.Rect(0, frameHeight, frameWidth, frameHeight+2*lineHeight), image.Black, image.Point{}, draw.Src)
	d := font.Drawer{Dst: img, Src: image.White, Face: basicfont.Face7x13}
	lines := [2]string{fmt.Sprintf("step %d, move %d", v.Step, v.Move), v.State.String()}
	for i, text := range lines {
		d.Dot = fixed.P(2, frameHeight+(i+1)*lineHeight-3)
		const most = frameWidth / 7
		if len(text) > most {
			text = text[:most]
		}
		d.DrawString(text)
	}
	return img
}

// colours are six levels of each of red, green and blue.
var colours = func() (p color.Palette) {
	for r := range 6 {
		for g := range 6 {
			for b := range 6 {
				p = append(p, color.RGBA{uint8(51 * r), uint8(51 * g), uint8(51 * b), 255})
			}
		}
	}
	return p
}()
