package land

import (
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

const (
	// leastShown is the part of a picture's pixels that a class of things takes, at least, to be told of: 12 of 64 by 64.
	leastShown = .003
	// clearly is how many cells far things are told of: farther off, half of what is seen is fog.
	clearly = 8
)

var _ interaction.Teller = (*session)(nil)

// Tell implements [interaction.Teller]. From above it tells of the cells in view.
func (s *session) Tell(shot interaction.Shot) (interaction.Scene, error) {
	m := s.world.file.Map
	var scene interaction.Scene
	scene.Weather, scene.Time, scene.Brightness = s.air()
	if err := shot.Validate(); err != nil {
		return scene, err
	}
	n := shot.Width * shot.Height
	s.eye.shows = slices.Grow(s.eye.shows[:0], n)[:n]
	clear(s.eye.shows)
	if shot.View == interaction.Above {
		s.spread(shot)
	} else {
		s.eyes(interaction.Frame{Shot: shot, RGB: make([]byte, 3*n)})
	}
	kinds := len(s.world.legend.names)
	pixels, near, across := make([]int, kinds), make([]int, kinds), make([]int, kinds)
	scene.Names, scene.Shows = s.world.legend.names, make([]uint16, n)
	for i, x := range s.eye.shows {
		if x.far > clearly {
			continue
		}
		scene.Shows[i] = x.shows
		if c := int(x.shows) - 1; c >= 0 {
			if pixels[c]++; pixels[c] == 1 || int(x.far) < near[c] {
				near[c] = int(x.far)
			}
			across[c] += 3 * (i % shot.Width) / shot.Width
		}
	}
	scene.Ecology = s.ecology(pixels)
	for c, count := range pixels {
		if c < s.world.legend.open || float64(count) < max(1, leastShown*float64(n)) {
			continue
		}
		x := interaction.InView{Name: s.world.legend.names[c], Pixels: count, Far: near[c], Side: [...]string{"left", "middle", "right"}[(across[c]+count/2)/count]}
		if c < s.world.legend.put {
			x.Creature = m.Places[c-s.world.legend.open].Roams
		}
		scene.Things = append(scene.Things, x)
	}
	slices.SortStableFunc(scene.Things, func(a, b interaction.InView) int { return b.Pixels - a.Pixels })
	return scene, nil
}

// ecology is the biome whose ground takes the most pixels; where none is in the picture, or several have that ground,
// the one where the agent is.
func (s *session) ecology(pixels []int) string {
	m := s.world.file.Map
	here := int(s.land.biome[s.y*s.land.size+s.x])
	best, only := here, true
	for b, ground := range s.world.legend.ground {
		switch most := s.world.legend.ground[best]; {
		case pixels[ground] > pixels[most]:
			best, only = b, true
		case b != best && ground == most:
			only = false
		}
	}
	if !only || pixels[s.world.legend.ground[best]] == 0 {
		best = here
	}
	return m.Biomes[best].Name
}

// spread marks what the pixels of a picture from above show.
func (s *session) spread(shot interaction.Shot) {
	for i := range s.eye.shows {
		cx, cy := i%shot.Width*viewWidth/shot.Width-viewWidth/2, i/shot.Width*viewHeight/shot.Height-viewHeight/2
		s.eye.mark(i, s.land.at(s.x+cx, s.y+cy), float64(abs(cx)+abs(cy)))
	}
}

// air is what the weather, the time and the brightness are.
func (s *session) air() (weather, time, brightness string) {
	m := s.world.file.Map
	weather, time, brightness = "clear", "night", "dark"
	if len(m.Weather) > 0 && s.clock.weather >= 0 {
		weather = m.Weather[s.clock.weather].Name
	}
	switch n := light(m.Day, s.clock.steps); {
	case n == brightest:
		if time, brightness = "day", "bright"; weather != "clear" {
			brightness = "dim"
		}
	case n > brightest/3:
		time, brightness = "dusk", "dim"
	case n > 0:
		time = "dusk"
	}
	return weather, time, brightness
}
