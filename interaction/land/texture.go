package land

import (
	"hash/fnv"
	"math/rand/v2"

	"github.com/adam-discovery/adam/interaction/sim"
)

// grain is the side of a texture, in texels.
const grain = 16

// texel is a colour; clear: one sees through it.
type texel struct {
	r, g, b uint8
	clear   bool
}

// texture is what a side of a thing looks like, row by row from the top left. It is made of the thing's name, and of its
// colour if the world's file says one: nothing else.
type texture [grain * grain]texel

// at is the texel at these coordinates, each from 0 up to 1.
func (t *texture) at(u, v float64) texel {
	return t[min(int(v*grain), grain-1)*grain+min(int(u*grain), grain-1)]
}

// painter has the textures of a world, by the legend's numbers.
type painter struct {
	textures []texture
	shapes   []shape
	rain     []bool // by weather, whether it falls fast
}

// shape is how a cell that shows this is drawn.
type shape uint8

const (
	flat    shape = iota // the ground
	block                // it fills its cell
	upright              // a plant, or a creature: it stands in the middle of its cell
)

func newPainter(m *sim.Map, l *legend) *painter {
	p := &painter{textures: make([]texture, len(l.names)), shapes: make([]shape, len(l.names))}
	p.shapes[edge] = block
	colours := make([]sim.Colour, len(l.names))
	for b, n := range l.ground {
		if colours[n] == "" { // several biomes may have the same ground
			colours[n] = m.Biomes[b].Colour
		}
	}
	for n, name := range l.names {
		if n >= l.open && n < l.put {
			colours[n] = m.Places[n-l.open].Colour
		}
		kind := soil
		switch {
		case n >= l.put:
			kind, p.shapes[n] = crate, block
		case n < l.open:
		case m.Places[n-l.open].Roams:
			kind, p.shapes[n] = creature, upright
		case m.Places[n-l.open].Looks == sim.Plant:
			kind, p.shapes[n] = plant, upright
		case m.Places[n-l.open].Looks == sim.Pool:
			kind = water
		default:
			kind, p.shapes[n] = rock, block
		}
		p.textures[n] = draw(name, kind, colours[n])
	}
	for i := range m.Weather {
		p.rain = append(p.rain, i%2 == 0)
	}
	return p
}

// kinds of textures.
const (
	soil = iota
	rock
	water
	crate
	plant
	creature
)

// draw makes the texture of a name: two hues and a pattern that are drawn at random by it. Where a colour is given, it
// takes the place of the first hue, and its shadow that of the second.
func draw(name string, kind int, colour sim.Colour) (t texture) {
	red, green, blue, given := colour.RGB()
	h := fnv.New64a()
	_, _ = h.Write([]byte(name)) // it never fails
	rng := rand.New(rand.NewPCG(h.Sum64(), 0x74657874))
	first := rng.Float64()
	second := first + .2 + .3*rng.Float64()
	light, pattern := .35+.4*rng.Float64(), rng.IntN(4)
	across, along := 2+rng.IntN(4), 2+rng.IntN(4)
	body := outline(kind, rng)
	for i := range t {
		x, y := i%grain, i/grain
		mark := false
		switch pattern {
		case 0:
			mark = x/across%2 == y/along%2
		case 1:
			mark = (x+y)/across%2 == 0
		case 2:
			mark = y%(along+1) == 0 || x%(across+2) == y/(along+1)%2*2
		default:
			mark = rng.Float64() < .3
		}
		hueAt, lightAt := first, light
		switch kind {
		case soil: // quiet, so that what stands on it can be told from it
			hueAt, lightAt, mark = first, .5+.3*light, rng.Float64() < .15
		case water:
			hueAt, mark = first, (y+x/4)%5 == 0
		case crate:
			mark = x < 2 || y < 2 || x >= grain-2 || y >= grain-2 || mark && pattern < 2
		}
		if mark {
			if lightAt *= .6; kind != soil {
				hueAt = second
			}
		}
		uneven := .08 * (rng.Float64() - .5)
		c := hue(hueAt, max(.05, lightAt+uneven))
		if given {
			k := 1 + 2*uneven
			if mark {
				k *= .65
			}
			c.R, c.G, c.B = lit(red, k), lit(green, k), lit(blue, k)
		}
		t[i] = texel{c.R, c.G, c.B, !body(x, y)}
	}
	return t
}

// lit is a part of a colour under so much light.
func lit(part uint8, light float64) uint8 { return uint8(min(255, float64(part)*light)) }

// outline says where an upright thing is seen: the same on the left and on the right, as wide in each row as is drawn
// at random. Others are everywhere.
func outline(kind int, rng *rand.Rand) func(x, y int) bool {
	if kind != plant && kind != creature {
		return func(int, int) bool { return true }
	}
	var width [grain]int
	crown, trunk := 3+rng.IntN(5), 1+rng.IntN(2)
	for y := range width {
		switch n := 0; {
		case kind == plant && y < grain*2/3:
			width[y] = max(1, crown+rng.IntN(3)-1)
		case kind == plant:
			width[y] = trunk
		case y < grain/4: // a creature is lower than a plant
			width[y] = 0
		case y < grain*3/4:
			width[y] = crown + n
		default:
			width[y] = max(2, crown-1)
		}
	}
	gap := kind == creature
	return func(x, y int) bool {
		off := x - grain/2
		if off < 0 {
			off = -off - 1
		}
		return off < width[y] && !(gap && y >= grain*3/4 && off < 1)
	}
}
