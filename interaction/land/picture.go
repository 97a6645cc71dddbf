package land

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"strings"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
)

// tile is the side of a cell in a picture, in pixels.
const tile = 8

// Picture is the map that an episode with this seed begins on, seen from above; a white square is
// where it begins. No learner sees it.
func (w *World) Picture(seed uint64) image.Image {
	var t terrain
	t.draw(w.file.Map, &w.legend, seed)
	img := image.NewRGBA(image.Rect(0, 0, t.size*tile, t.size*tile))
	for y := range t.size {
		for x := range t.size {
			c := t.at(x, y)
			for py := range tile {
				for px := range tile {
					col := w.colour(int(t.biome[y*t.size+x]), c, px, py)
					if x == t.x && y == t.y && px >= 2 && px < tile-2 && py >= 2 && py < tile-2 {
						col = color.RGBA{255, 255, 255, 255}
					}
					img.SetRGBA(x*tile+px, y*tile+py, col)
				}
			}
		}
	}
	return img
}

// colour is that of a pixel of a cell: things are discs on their ground, in the colours that the world's file gives them.
func (w *World) colour(biome, c, px, py int) color.RGBA {
	dx, dy := 2*px-tile+1, 2*py-tile+1
	if c >= w.legend.open && dx*dx+dy*dy <= (tile-1)*(tile-1) {
		given := sim.Colour("")
		if c < w.legend.put {
			given = w.file.Map.Places[c-w.legend.open].Colour
		}
		return painted(given, hue(float64(c-w.legend.open)*0.618, .45))
	}
	return painted(w.file.Map.Biomes[biome].Colour, hue(float64(w.legend.ground[biome])*0.382+.3, .8))
}

// painted is the colour, or else another one.
func painted(c sim.Colour, otherwise color.RGBA) color.RGBA {
	if r, g, b, given := c.RGB(); given {
		return color.RGBA{r, g, b, 255}
	}
	return otherwise
}

// hue is a colour of the wheel, from 0 to 1, that is so light.
func hue(at, light float64) color.RGBA {
	at -= float64(int(at))
	channel := func(shift float64) uint8 {
		d := at + shift
		d -= float64(int(d))
		d = 6 * d
		v := 0.
		switch {
		case d < 1:
			v = d
		case d < 3:
			v = 1
		case d < 4:
			v = 4 - d
		}
		return uint8(255 * (light*.7 + .3*v*(1.3-light)))
	}
	return color.RGBA{channel(1. / 3), channel(0), channel(2. / 3), 255}
}

// Text is the same as a letter for each cell, with a line for each letter below; @ is where the
// episode begins, and a point is ground.
func (w *World) Text(seed uint64) string {
	var t terrain
	t.draw(w.file.Map, &w.legend, seed)
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	letter := func(c int) byte {
		if c < w.legend.open {
			return '.'
		}
		return letters[(c-w.legend.open)%len(letters)]
	}
	var b strings.Builder
	for y := range t.size {
		for x := range t.size {
			if x == t.x && y == t.y {
				b.WriteByte('@')
			} else {
				b.WriteByte(letter(t.at(x, y)))
			}
		}
		b.WriteByte('\n')
	}
	for p, place := range w.file.Map.Places {
		fmt.Fprintf(&b, "%c %s\n", letter(w.legend.thing[p]), place.Name)
	}
	return b.String()
}

// Census counts what there is in each biome as an episode with this seed begins, by the names of biomes and things: for
// judges, who choose maps where what they ask for can be had. No learner sees it.
func (w *World) Census(seed uint64) (map[string]map[string]int, error) {
	opened, err := w.Open(context.Background())
	if err != nil {
		return nil, err
	}
	s := opened.(*session)
	defer func() { _ = s.Close() }() // it was only looked at
	if _, err := s.Begin(context.Background(), interaction.State{}, seed); err != nil {
		return nil, err
	}
	out := map[string]map[string]int{}
	for i, b := range s.land.biome {
		name := w.file.Map.Biomes[b].Name
		if out[name] == nil {
			out[name] = map[string]int{}
		}
		out[name][w.legend.names[s.land.cells[i]]]++
		if roams := s.land.on[i]; roams > 0 {
			out[name][w.legend.names[roams]]++
		}
	}
	return out, nil
}
