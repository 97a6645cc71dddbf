package rpc

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"

	"github.com/adam-discovery/adam/interaction"
)

// frame is the picture, in the buffer if that is large enough. It fails where that isn't the one that was asked for.
func (j *frameJSON) frame(shot interaction.Shot, buffer []byte) (interaction.Frame, error) {
	f := interaction.Frame{Shot: shot, RGB: buffer}
	switch {
	case j.RGB != nil && j.PNG != nil:
		return f, errors.New("the picture is there twice")
	case j.PNG != nil:
		if err := unpack(&f, j.PNG); err != nil {
			return f, err
		}
	default:
		f.RGB = append(f.RGB[:0], j.RGB...)
	}
	return f, f.Validate()
}

// unpack reads a picture of the frame's size from a file of the format PNG.
func unpack(f *interaction.Frame, file []byte) error {
	c, err := png.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return err
	}
	if c.Width != f.Width || c.Height != f.Height {
		return fmt.Errorf("the picture has %d by %d pixels, not %d by %d", c.Width, c.Height, f.Width, f.Height)
	}
	seen, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		return err
	}
	img := image.NewNRGBA(image.Rect(0, 0, f.Width, f.Height))
	draw.Draw(img, img.Bounds(), seen, seen.Bounds().Min, draw.Src)
	f.RGB = f.RGB[:0]
	for i := 0; i < len(img.Pix); i += 4 {
		f.RGB = append(f.RGB, img.Pix[i:i+3]...)
	}
	return nil
}
