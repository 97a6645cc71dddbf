package land

import (
	"math"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

const (
	// sightFar is how many cells far one sees: there everything is as the sky.
	sightFar = 12.
	// fieldOfView is the angle of what is seen in a row, in radians.
	fieldOfView = 75 * math.Pi / 180
	// gloom is the part of the light that is left at night.
	gloom = .2
	// drops is in how many columns of 64 something falls.
	drops = 18
)

// eye is what it takes to draw what an agent sees: it is used again for each frame.
type eye struct {
	depth    []float64 // by column, how far the wall is
	standing []figure
	shows    []shown // by pixel, what it shows; empty: nobody asked
}

// shown is what a pixel shows: one more than the thing's number, or zero for the sky.
type shown struct {
	shows uint16
	far   uint8
}

// mark notes what a pixel shows, if somebody asked.
func (e *eye) mark(pixel, thing int, far float64) {
	if len(e.shows) > 0 {
		e.shows[pixel] = shown{uint16(thing) + 1, uint8(far + .5)}
	}
}

// figure is an upright thing in view.
type figure struct {
	thing     int
	far, side float64 // along the direction of view, and to the right of it
}

// Shoot implements [interaction.Camera].
func (s *session) Shoot(shot interaction.Shot, buffer []byte) (interaction.Frame, error) {
	f := interaction.Frame{Shot: shot}
	if err := shot.Validate(); err != nil {
		return f, err
	}
	if n := 3 * shot.Width * shot.Height; cap(buffer) < n {
		f.RGB = make([]byte, n)
	} else {
		f.RGB = buffer[:n]
	}
	if shot.View == interaction.Above {
		s.above(f)
	} else {
		s.eye.shows = s.eye.shows[:0]
		s.eyes(f)
	}
	return f, nil
}

// shade is the light and the weather that there are now.
type shade struct {
	light   float64
	r, g, b float64 // of the sky
	falls   int     // weather; -1: none
}

func (s *session) shade() shade {
	m := s.world.file.Map
	d := shade{light: gloom + (1-gloom)*float64(light(m.Day, s.clock.steps))/brightest, falls: -1}
	if len(m.Weather) > 0 {
		d.falls = s.clock.weather
	}
	d.r, d.g, d.b = 135, 190, 235
	if d.falls >= 0 {
		d.r, d.g, d.b = 140, 145, 155
		if !s.world.painter.rain[d.falls] {
			d.r, d.g, d.b = 190, 195, 205
		}
	}
	d.r, d.g, d.b = d.r*d.light, d.g*d.light, d.b*d.light
	return d
}

// put draws a texel that is so far off.
func (d *shade) put(rgb []byte, t texel, far, dim float64) {
	fog := min(1, far/sightFar)
	fog *= fog
	k := (1 - fog) * d.light * dim
	rgb[0] = uint8(float64(t.r)*k + d.r*fog)
	rgb[1] = uint8(float64(t.g)*k + d.g*fog)
	rgb[2] = uint8(float64(t.b)*k + d.b*fog)
}

// eyes draws what is seen from the agent's eyes: walls by casting a ray for each column, then the ground by rows, then
// what stands upright, the farthest first.
func (s *session) eyes(f interaction.Frame) {
	d := s.shade()
	step := interaction.Steps[s.facing]
	turn := float64(f.Yaw) * math.Pi / 180
	cos, sin := math.Cos(turn), math.Sin(turn)
	// Forward and right, in columns and rows.
	fx, fy := float64(step[0])*cos-float64(step[1])*sin, float64(step[1])*cos+float64(step[0])*sin
	wide := math.Tan(fieldOfView / 2)
	rx, ry := -fy*wide, fx*wide
	ox, oy := float64(s.x)+.5, float64(s.y)+.5
	w, h := f.Width, f.Height
	if len(s.eye.depth) < w {
		s.eye.depth = make([]float64, w)
	}
	high := float64(w) / (2 * wide) // pixels that a cell is high, one cell off
	for x := range w {
		at := 2*(float64(x)+.5)/float64(w) - 1
		dx, dy := fx+rx*at, fy+ry*at
		far, u, thing, dim := s.cast(ox, oy, dx, dy)
		s.eye.depth[x] = far
		top, bottom := float64(h)/2-high/far/2, float64(h)/2+high/far/2
		if thing < 0 {
			top, bottom = float64(h)/2, float64(h)/2
		}
		for y := range h {
			rgb := f.RGB[3*(y*w+x):]
			switch mid := float64(y) + .5; {
			case thing >= 0 && mid >= top && mid < bottom:
				d.put(rgb, s.world.painter.textures[thing].at(u, (mid-top)/(bottom-top)), far, dim)
				s.eye.mark(y*w+x, thing, far)
			case mid < float64(h)/2:
				rgb[0], rgb[1], rgb[2] = uint8(d.r), uint8(d.g), uint8(d.b)
			default:
				n := high / (2 * (mid - float64(h)/2))
				if n >= sightFar {
					rgb[0], rgb[1], rgb[2] = uint8(d.r), uint8(d.g), uint8(d.b)
					continue
				}
				gx, gy := ox+dx*n, oy+dy*n
				cx, cy := math.Floor(gx), math.Floor(gy)
				ground := s.floor(int(cx), int(cy))
				u, v := turned(gx-cx, gy-cy, s.seed, int(cx), int(cy))
				d.put(rgb, s.world.painter.textures[ground].at(u, v), n, 1)
				s.eye.mark(y*w+x, ground, n)
			}
		}
	}
	s.upright(f, &d, fx, fy, wide)
	s.fall(f, &d)
}

// turned is where in its texture a spot of the ground is: each cell has it turned another way, so that one sees whether
// one moves. It follows from the map's seed: which way a texture is turned doesn't tell where on the map one is.
func turned(u, v float64, seed uint64, x, y int) (float64, float64) {
	k := (seed ^ uint64(uint32(x))*0x9e3779b97f4a7c15 ^ uint64(uint32(y))*0xc2b2ae3d27d4eb4f) * 0xbf58476d1ce4e5b9
	if k>>61&1 == 1 {
		u = 1 - u
	}
	if k>>62&1 == 1 {
		v = 1 - v
	}
	if k>>63 == 1 {
		u, v = v, u
	}
	return u, v
}

// cast follows a ray to the first block: how far that is along the direction of view, where it was met, and how its
// side is lit. The thing is negative if there is none in sight.
func (s *session) cast(ox, oy, dx, dy float64) (far, u float64, thing int, dim float64) {
	x, y := s.x, s.y
	ax, ay := math.Abs(1/dx), math.Abs(1/dy)
	stepX, stepY := 1, 1
	nextX, nextY := (float64(x)+1-ox)*ax, (float64(y)+1-oy)*ay
	if dx < 0 {
		stepX, nextX = -1, (ox-float64(x))*ax
	}
	if dy < 0 {
		stepY, nextY = -1, (oy-float64(y))*ay
	}
	for {
		if nextX < nextY {
			far, x, dim = nextX, x+stepX, 1
			nextX += ax
		} else {
			far, y, dim = nextY, y+stepY, .8
			nextY += ay
		}
		if far >= sightFar {
			return sightFar, 0, -1, 1
		}
		if c := s.land.ground(x, y); s.world.painter.shapes[c] == block {
			u = oy + dy*far
			if dim < 1 {
				u = ox + dx*far
			}
			return far, u - math.Floor(u), c, dim
		}
	}
}

// floor is what the ground shows in the cell: what lies there, or else its biome's ground.
func (s *session) floor(x, y int) int {
	c := s.land.ground(x, y)
	if c != edge && s.world.painter.shapes[c] != flat {
		c = s.world.legend.ground[s.land.biome[y*s.land.size+x]]
	}
	return c
}

// upright draws plants and creatures.
func (s *session) upright(f interaction.Frame, d *shade, fx, fy, wide float64) {
	seen := s.eye.standing[:0]
	const reach = int(sightFar)
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			c := s.land.at(s.x+dx, s.y+dy)
			if s.world.painter.shapes[c] != upright {
				continue
			}
			if far := float64(dx)*fx + float64(dy)*fy; far > .3 && far < sightFar {
				seen = append(seen, figure{c, far, float64(dy)*fx - float64(dx)*fy})
			}
		}
	}
	s.eye.standing = seen
	slices.SortStableFunc(seen, func(a, b figure) int {
		switch {
		case a.far > b.far:
			return -1
		case a.far < b.far:
			return 1
		}
		return 0
	})
	high := float64(f.Width) / (2 * wide)
	for _, u := range seen {
		size := high / u.far
		middle := float64(f.Width) / 2 * (1 + u.side/(u.far*wide))
		left, top := middle-size/2, float64(f.Height)/2-size/2
		t := &s.world.painter.textures[u.thing]
		for x := max(0, int(left)); x < min(f.Width, int(left+size)+1); x++ {
			at := (float64(x) + .5 - left) / size
			if at < 0 || at >= 1 || s.eye.depth[x] < u.far {
				continue
			}
			for y := max(0, int(top)); y < min(f.Height, int(top+size)+1); y++ {
				down := (float64(y) + .5 - top) / size
				if down < 0 || down >= 1 {
					continue
				}
				if c := t.at(at, down); !c.clear {
					d.put(f.RGB[3*(y*f.Width+x):], c, u.far, 1)
					s.eye.mark(y*f.Width+x, u.thing, u.far)
				}
			}
		}
	}
}

// fall draws rain as streaks, and another weather as flakes.
func (s *session) fall(f interaction.Frame, d *shade) {
	if d.falls < 0 {
		return
	}
	rain := s.world.painter.rain[d.falls]
	for i := range drops * f.Width / 64 * 4 {
		// Where it is follows from the step: equal moments look the same.
		k := uint64(i)*0x9e3779b97f4a7c15 + uint64(s.clock.steps)*0xbf58476d1ce4e5b9
		k ^= k >> 29
		x, y := int(k>>8%1021)%f.Width, int(k>>20%4093)%f.Height
		long := max(1, f.Height/40)
		if rain {
			long = max(3, f.Height/10)
		}
		for n := range long {
			if y+n >= f.Height {
				break
			}
			rgb := f.RGB[3*((y+n)*f.Width+x):]
			lit := 200 * d.light
			if !rain {
				lit = 250 * d.light
			}
			for c := range 3 {
				rgb[c] = uint8((float64(rgb[c]) + lit) / 2)
			}
		}
	}
}

// above draws the cells around the agent as seen from above, the agent as a light square with a dark side where it
// faces. In the dark less is seen.
func (s *session) above(f interaction.Frame) {
	d := s.shade()
	for y := range f.Height {
		for x := range f.Width {
			u, v := (float64(x)+.5)*viewWidth/float64(f.Width), (float64(y)+.5)*viewHeight/float64(f.Height)
			cx, cy := int(u), int(v)
			px, py := s.x+cx-viewWidth/2, s.y+cy-viewHeight/2
			u, v = u-float64(cx), v-float64(cy)
			c := s.land.at(px, py)
			t := s.world.painter.textures[c].at(u, v)
			if t.clear {
				t = s.world.painter.textures[s.floor(px, py)].at(u, v)
			}
			if cx == viewWidth/2 && cy == viewHeight/2 && math.Abs(u-.5) < .3 && math.Abs(v-.5) < .3 {
				step := interaction.Steps[s.facing]
				t = texel{r: 240, g: 225, b: 200}
				if (u-.5)*float64(step[0])+(v-.5)*float64(step[1]) > .15 {
					t = texel{r: 40, g: 40, b: 60}
				}
			}
			rgb := f.RGB[3*(y*f.Width+x):]
			rgb[0], rgb[1], rgb[2] = uint8(float64(t.r)*d.light), uint8(float64(t.g)*d.light), uint8(float64(t.b)*d.light)
		}
	}
	s.fall(f, &d)
}
