package land

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/adam-discovery/adam/interaction"
)

// Daylight is the vital that says how light it is, of a map with days: 9 by day, 0 in the night.
const Daylight = "daylight"

const (
	brightest = 9
	// An episode begins in the morning. Of a day, this part is light, and this one dusk, as is dawn; the rest is
	// night.
	lightPart, duskPart = .6, .1
	// weatherLasts is how many steps a weather lasts on average before it is drawn anew, and so do the levels of fixed factors.
	weatherLasts = 100
	// mending is how many steps pass before the life rises by one, or falls by one while another vital is used up.
	mending = 10
)

// clock is what passes by itself: day and night, weather, what is used up and what hurts.
type clock struct {
	rng     *rand.Rand
	steps   int
	weather int // index of it; -1: none
	well    int // steps since the life changed
}

// light is how light it is after so many steps.
func light(day, steps int) int {
	if day == 0 {
		return brightest
	}
	at := float64(steps%day) / float64(day)
	switch {
	case at < lightPart:
		return brightest
	case at < lightPart+duskPart:
		return int(brightest * (1 - (at-lightPart)/duskPart))
	case at < 1-duskPart:
		return 0
	}
	return int(brightest * (at - 1 + duskPart) / duskPart)
}

// wake begins the clock, and returns what there is at the beginning of an episode.
func (s *session) wake(state interaction.State, seed uint64) interaction.State {
	m := s.world.file.Map
	s.clock = clock{rng: rand.New(rand.NewPCG(seed, 0x74696d65)), weather: -1}
	var full []interaction.Change
	for _, v := range m.Vitals {
		full = append(full, interaction.Change{Factor: v.Name, To: s.world.file.Factor(v.Name).Max})
	}
	if m.Day > 0 {
		full = append(full, interaction.Change{Factor: Daylight, To: brightest})
	}
	return state.After(full)
}

// pass lets a step pass. It fails with interaction.ErrEnded when life is used up.
func (s *session) pass(ctx context.Context) error {
	m, c := s.world.file.Map, &s.clock
	c.steps++
	if s.world.fixed && c.rng.Float64() < 1./weatherLasts {
		drawn, err := s.rules.Resume(ctx, s.state, interaction.Key{s.seed ^ 0x6669786564, uint64(c.steps)}.Seed(s.seed), true)
		switch {
		case err == nil:
			s.state = drawn
		case interaction.AsFault(err).Class != interaction.FaultStart: // else the draw is one that can't be: it stays as it is
			return err
		}
	}
	var changes []interaction.Change
	set := func(name string, to int) {
		if from := s.state.Level(name); from != to {
			changes = append(changes, interaction.Change{Factor: name, From: from, To: to})
		}
	}
	if m.Day > 0 {
		set(Daylight, light(m.Day, c.steps))
	}
	if len(m.Weather) > 0 && c.rng.Float64() < 1./weatherLasts {
		was := c.weather
		c.weather = s.draw()
		if was >= 0 && was != c.weather {
			set(m.Weather[was].Name, 0)
		}
		if c.weather >= 0 {
			set(m.Weather[c.weather].Name, 1)
		}
	}
	blow := s.roam()
	want := false
	life := ""
	for _, v := range m.Vitals {
		n := s.state.Level(v.Name)
		switch {
		case v.Life:
			life = v.Name
			continue
		case c.steps%v.Lasts == 0 && n > 0:
			n--
			set(v.Name, n)
		}
		want = want || n == 0
	}
	if life != "" {
		n := s.state.Level(life) - blow
		if c.well++; c.well >= mending {
			c.well = 0
			if want {
				n--
			} else {
				n = min(n+1, s.world.file.Factor(life).Max)
			}
		}
		set(life, max(0, n))
		if n <= 0 {
			s.state = s.state.After(changes)
			return fmt.Errorf("%w: %s is used up", interaction.ErrEnded, life)
		}
	}
	if len(changes) > 0 {
		s.state = s.state.After(changes)
	}
	return nil
}

// draw is a weather by its share of the time; -1: none.
func (s *session) draw() int {
	at := s.clock.rng.Float64()
	for i, w := range s.world.file.Map.Weather {
		if at -= w.Share; at < 0 {
			return i
		}
	}
	return -1
}
