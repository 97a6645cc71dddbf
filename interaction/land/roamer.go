package land

import "github.com/adam-discovery/adam/interaction"

// roamer is something that moves about.
type roamer struct {
	x, y  int
	place int // index in the map's places
	rests int // steps before it strikes again
}

const (
	// smells is from how many cells off what hurts comes nearer, and eager how often it does, of the steps.
	smells, eager = 6, .6
	// idle is how often something moves that wants nothing.
	idle = .25
	// strikes is how many steps pass between two blows of one roamer.
	strikes = 5
	// What comes in the dark comes at least this far from the agent, and at most that far; it vanishes in the
	// light, each step with this chance.
	nearest, farthest = 4, 8
	vanishes          = .1
	// comes is the chance that one comes in a step, while there is room for it.
	comes = .2
)

// populate puts what roams by day on the map.
func (s *session) populate() {
	m := s.world.file.Map
	s.roamers = s.roamers[:0]
	for p, x := range m.Places {
		if !x.Roams || x.Dark {
			continue
		}
		for range int(x.Share * float64(m.Size*m.Size)) {
			if at := s.clock.rng.IntN(m.Size * m.Size); s.land.fits(m, &s.world.legend, p, at) && at != s.y*m.Size+s.x {
				s.settle(p, at)
			}
		}
	}
}

// settle puts a roamer on a cell.
func (s *session) settle(place, at int) {
	s.land.on[at] = uint16(s.world.legend.thing[place])
	s.roamers = append(s.roamers, roamer{x: at % s.land.size, y: at / s.land.size, place: place})
}

// remove takes away the i-th roamer.
func (s *session) remove(i int) {
	r := s.roamers[i]
	s.land.on[r.y*s.land.size+r.x] = 0
	last := len(s.roamers) - 1
	s.roamers[i] = s.roamers[last]
	s.roamers = s.roamers[:last]
}

// gone takes away the roamer at the cell.
func (s *session) gone(x, y int) {
	for i, r := range s.roamers {
		if r.x == x && r.y == y {
			s.remove(i)
			return
		}
	}
}

// roam lets everything that roams move, and returns how much it hurt.
func (s *session) roam() (blow int) {
	m, rng := s.world.file.Map, s.clock.rng
	bright := light(m.Day, s.clock.steps)
	for i := len(s.roamers) - 1; i >= 0; i-- {
		r := &s.roamers[i]
		p := &m.Places[r.place]
		if p.Dark && bright > brightest/2 && rng.Float64() < vanishes {
			s.remove(i)
			continue
		}
		dx, dy := s.x-r.x, s.y-r.y
		far := max(dx, -dx) + max(dy, -dy)
		if far > 2*smells && r.place%4 != s.clock.steps%4 {
			continue // what isn't seen moves less often
		}
		r.rests = max(0, r.rests-1)
		switch {
		case p.Harm > 0 && far == 1:
			if r.rests == 0 {
				blow, r.rests = blow+p.Harm, strikes
			}
		case p.Harm > 0 && far <= smells && rng.Float64() < eager:
			if abs(dx) >= abs(dy) && s.shift(r, sign(dx), 0) {
				continue
			}
			if !s.shift(r, 0, sign(dy)) {
				s.shift(r, sign(dx), 0)
			}
		case rng.Float64() < idle:
			d := interaction.Steps[rng.IntN(len(interaction.Steps))]
			s.shift(r, d[0], d[1])
		}
	}
	s.gather(bright)
	return blow
}

// gather lets something come that comes in the dark.
func (s *session) gather(bright int) {
	m, rng := s.world.file.Map, s.clock.rng
	if bright > brightest/2 || m.Day == 0 {
		return
	}
	for p, x := range m.Places {
		if !x.Roams || !x.Dark || rng.Float64() >= comes {
			continue
		}
		there := 0
		for _, r := range s.roamers {
			if r.place == p && abs(r.x-s.x)+abs(r.y-s.y) <= 2*farthest {
				there++
			}
		}
		dx, dy := rng.IntN(2*farthest+1)-farthest, rng.IntN(2*farthest+1)-farthest
		cx, cy := s.x+dx, s.y+dy
		if float64(there) >= x.Share*float64((2*farthest+1)*(2*farthest+1)) || abs(dx)+abs(dy) < nearest || cx < 0 || cy < 0 || cx >= m.Size || cy >= m.Size {
			continue
		}
		if at := cy*m.Size + cx; s.land.fits(m, &s.world.legend, p, at) {
			s.settle(p, at)
		}
	}
}

// shift moves the roamer by a cell, if that is free.
func (s *session) shift(r *roamer, dx, dy int) bool {
	x, y := r.x+dx, r.y+dy
	if c := s.land.at(x, y); dx == 0 && dy == 0 || c == edge || c >= s.world.legend.open || x == s.x && y == s.y {
		return false
	}
	was, now := r.y*s.land.size+r.x, y*s.land.size+x
	s.land.on[was], s.land.on[now] = 0, s.land.on[was]
	r.x, r.y = x, y
	return true
}

func abs(n int) int { return max(n, -n) }

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}
