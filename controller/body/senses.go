package body

import (
	"context"
	"errors"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// habit is what is known of a class of things.
type habit struct {
	open    passable
	deadly  bool
	cleared bool // an action took it away
	crossed bool // what flies was seen over it
	walked  int  // steps on it
	moved   int  // how often it was seen to move
	shown   int  // in how many cells it was seen, view by view
	roams   bool
	hurt    int // how often a loss was felt beside it
	beside  int // steps that it was beside the agent
	menace  int // how often a loss was felt while it was near
	around  int // steps that it was near
	seen    int // how often it was seen beside the agent while it roamed, and in the same cell as a step before
	stays   int
	into    int // the number, plus one, of what it became in time where it was put down; zero: none was seen
}

// passable is whether a class of things can be walked on.
type passable uint8

const (
	untried passable = iota
	yes
	no
)

const (
	// roams is how often a thing is seen to move before it is taken for one that does, if there is at least one move in
	// roamsEvery cells where it is seen: what is misread in the dark seems to move now and then.
	roams, roamsEvery = 2, 200
	// harms is how often a loss is felt beside a thing before it is taken for the cause, if there is
	// at least one in harmEvery steps.
	harms, harmEvery = 2, 12
	// A thing is near within reach steps, and menacing if there is a loss in at least one of menaceEvery
	// steps that it is near.
	reach, menaceEvery = 4, 16
	// taughtHarm is as often as what was learned in another life counts.
	taughtHarm = 20
	// taughtFlight is how often a thing is seen before it is taken for one that never stays, and staysEvery
	// how rarely it may.
	taughtFlight, staysEvery = 12, 12
	// blow is a loss of so much of a vital at once that it isn't the time's.
	blow = 2
	// surprise: one in this many of the cells that are seen may differ from what was remembered.
	surprise = 8
	// mostMoves is in how many cells the view may differ where something is seen to move.
	mostMoves = 4
)

func (s *session) roaming(thing int) bool {
	return thing >= 0 && s.habits[thing].roams
}

// move notes that the thing was seen to move.
func (h *habit) move() {
	h.moved++
	h.roams = h.roams || h.moved >= roams && h.moved*roamsEvery >= h.shown
}

// step does one step of the world and looks; where it was, and what is in the cell to leave
// out, may change without surprise.
func (s *session) step(ctx context.Context, a interaction.Action) error {
	s.before = append(s.before[:0], s.sight.Cells...)
	was := s.state
	s.was = s.at
	after, err := s.Seer.Step(ctx, a)
	s.steps++
	if err != nil {
		return err
	}
	s.state = after
	s.sight = s.Look()
	if err := s.valid(); err != nil {
		return err
	}
	s.feel(was)
	return nil
}

func (s *session) valid() error {
	if err := s.sight.Valid(len(s.ground.Things)); err != nil {
		return &interaction.Fault{Class: interaction.FaultState, Dead: true, Err: err}
	}
	return nil
}

// past is what was seen before the last step.
func (s *session) past() interaction.Sight {
	return interaction.Sight{Width: s.sight.Width, Height: s.sight.Height, Cells: s.before}
}

// feel learns what hurts: what roams beside the agent when a vital falls at once.
func (s *session) feel(was interaction.State) {
	s.struck = false
	for _, v := range s.vitals {
		if was.Level(v)-s.state.Level(v) >= blow {
			s.struck, s.blows[v] = true, s.blows[v]+1
		}
	}
	blow := 0
	if s.struck {
		blow = 1
	}
	for i, v := range s.vitals {
		if f := &s.felt[i]; 2*was.Level(v) < s.tops[i] {
			f.Low, f.LowBlows = f.Low+1, f.LowBlows+blow
		} else {
			f.High, f.HighBlows = f.High+1, f.HighBlows+blow
		}
	}
	past := s.past()
	var near []int
	for i, c := range s.sight.Cells {
		if s.roaming(c) && distance(i%s.sight.Width-s.sight.Width/2, i/s.sight.Width-s.sight.Height/2) <= reach && !slices.Contains(near, c) {
			near = append(near, c)
			s.habits[c].around++
			if !s.plain() {
				s.habits[c].menace += blow
			}
		}
	}
	near = near[:0]
	for _, d := range interaction.Steps {
		for _, c := range [2]int{s.sight.At(d[0], d[1]), past.At(d[0], d[1])} {
			if s.roaming(c) && !slices.Contains(near, c) {
				near = append(near, c)
			}
		}
	}
	if len(near) > 1 && blow > 0 {
		return // it may have been either
	}
	for _, c := range near {
		s.habits[c].beside++
		s.habits[c].hurt += blow
	}
}

// plain reports whether what hurts is known and right beside the agent, so that nothing else has to be blamed.
func (s *session) plain() bool {
	past := s.past()
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			for _, c := range [2]int{s.sight.At(dx, dy), past.At(dx, dy)} {
				if s.roaming(c) && s.habits[c].harmful() {
					return true
				}
			}
		}
	}
	return false
}

// distance is how many steps it takes, where nothing is in the way.
func distance(dx, dy int) int { return max(dx, -dx) + max(dy, -dy) }

// flying reports whether the thing never stays where it is.
func (h *habit) flying() bool { return h.seen >= taughtFlight && h.stays*staysEvery <= h.seen }

// menacing reports whether an agent near the thing is hurt often.
func (h *habit) menacing() bool { return h.menace > harms && h.menace*menaceEvery >= h.around }

// threatening reports whether it is better to keep away from the thing. What flies is evaded when it comes.
func (h *habit) threatening() bool { return (h.menacing() || h.harmful()) && !h.flying() }

// fatal reports whether an agent that goes there dies; one that survived it for a while knows better.
func (h *habit) fatal() bool { return h.deadly && h.walked < survived }

// survived is how many steps that takes.
const survived = 5

// harmful reports whether the thing is taken to hurt an agent beside it.
func (h *habit) harmful() bool { return h.hurt >= harms && h.hurt*harmEvery >= h.beside }

// look enters into the atlas what is seen, but for the cell to leave out in the comparison with what
// was remembered.
func (s *session) look(leave point) {
	s.atlas.room(s.at, s.sight)
	type change struct {
		p        point
		was, now int
	}
	var changes []change
	n := 0
	for i, c := range s.sight.Cells {
		p := point{s.at.x + i%s.sight.Width - s.sight.Width/2, s.at.y + i/s.sight.Width - s.sight.Height/2}
		was := s.atlas.at(p)
		if c >= 0 {
			s.habits[c].shown++
		}
		if c >= 0 && was == interaction.Unseen {
			s.wild[c]++
		}
		if c < 0 || was < 0 || was == c || p == leave || s.roaming(c) {
			continue
		}
		if n++; n <= mostMoves {
			changes = append(changes, change{p, was, c})
		}
	}
	switch {
	case n > len(s.sight.Cells)/surprise:
		s.atlas.clear() // it isn't where it thought: it begins anew
		s.at, s.beds = point{}, s.beds[:0]
		clear(s.marked)
		clear(s.laid)
	case n <= mostMoves:
		for i, x := range changes {
			s.turned(x.p, x.was, x.now)
			for _, y := range changes[:i] {
				if x.was != y.now || y.was != x.now || max(x.p.x-y.p.x, y.p.x-x.p.x)+max(x.p.y-y.p.y, y.p.y-x.p.y) != 1 {
					continue
				}
				for _, c := range [2]int{x.was, x.now} {
					if other := x.was + x.now - c; s.habits[c].open != yes && s.habits[other].open == yes {
						s.habits[c].move()
					}
				}
			}
		}
	}
	s.threats = s.threats[:0]
	for i, c := range s.sight.Cells {
		p := point{s.at.x + i%s.sight.Width - s.sight.Width/2, s.at.y + i/s.sight.Width - s.sight.Height/2}
		before, was := s.atlas.visitors[p]
		delete(s.atlas.visitors, p)
		if s.roaming(c) {
			if h := &s.habits[c]; distance(p.x-s.at.x, p.y-s.at.y) == 1 { // farther off, a pursuer doesn't stay either
				h.seen++
				if was && int(before) == c {
					h.stays++
				}
			}
		}
		if s.roaming(c) && s.habits[c].threatening() {
			s.threats = append(s.threats, p)
		}
		k := s.atlas.index(p)
		if s.atlas.when[k] = int32(s.steps); s.roaming(c) && s.atlas.cells[k] >= 0 && !s.roaming(int(s.atlas.cells[k])) {
			s.haunts[c][s.atlas.cells[k]]++
		}
		switch {
		case c == interaction.Unseen:
			if s.atlas.cells[k] < 0 { // else something stands before it now
				s.atlas.cells[k] = void
			}
		case s.roaming(c):
			if g := s.atlas.cells[k]; g >= 0 && s.habits[c].flying() && s.habits[g].open == no {
				s.atlas.over[p] = g
			}
			if s.atlas.visitors[p] = int16(c); s.roaming(int(s.atlas.cells[k])) {
				s.atlas.cells[k] = interaction.Unseen
			}
		default:
			if g, flown := s.atlas.over[p]; flown {
				s.habits[c].crossed = s.habits[c].crossed || int(g) == c // it is still what it was
				delete(s.atlas.over, p)
			}
			s.atlas.cells[k] = int16(c)
		}
	}
	if c := s.sight.At(0, 0); c >= 0 {
		if s.habits[c].open = yes; s.at != s.was {
			s.habits[c].walked++
		}
	}
	s.tendBeds()
}

// move goes a step in the direction, or turns there. Whether it moved is told from what is
// seen, or, where that looks the same, from whether the cell can be walked on.
func (s *session) move(ctx context.Context, d int) error {
	dx, dy := interaction.Steps[d][0], interaction.Steps[d][1]
	ahead, from := s.sight.At(dx, dy), s.state
	if err := s.step(ctx, s.ground.Moves[d]); err != nil {
		if errors.Is(err, interaction.ErrEnded) && ahead >= 0 && s.blames(ahead, from) {
			s.habits[ahead].deadly = true
		}
		return err
	}
	s.drift(from)
	was := s.past()
	moved, stayed := s.differ(was, dx, dy), s.differ(was, 0, 0)
	alike := moved == stayed // then it is as likely as not, but for what lies ahead
	switch {
	case moved < stayed, alike && ahead >= 0 && s.habits[ahead].open == yes:
		s.at = s.at.step(d)
	case !alike && ahead >= 0 && s.habits[ahead].open == untried:
		s.habits[ahead].open = no
	}
	s.look(s.at)
	return nil
}

// blames reports whether what was walked onto is taken to be what ended the life: it is new, or hardly known and the agent
// wasn't on it already, and well.
func (s *session) blames(thing int, from interaction.State) bool {
	h := s.habits[thing]
	return h.open == untried || h.walked < survived && thing != s.sight.At(0, 0) && s.hale(from)
}

// hale reports whether no vital was nearly used up: whoever dies then didn't die of a blow, or of want.
func (s *session) hale(state interaction.State) bool {
	for i, v := range s.vitals {
		if 4*state.Level(v) < s.tops[i] {
			return false
		}
	}
	return true
}

// drift notes what rose though the agent did nothing but move or wait.
func (s *session) drift(from interaction.State) {
	for _, v := range s.free {
		if s.state.Level(v) > from.Level(v) && (s.ground.Busy == "" || from.Level(s.ground.Busy) == 0) {
			s.drifts[v] = true
		}
	}
}

// differ counts the cells that show something else than they would if the agent had gone so
// many columns and rows, but for what roams.
func (s *session) differ(was interaction.Sight, dx, dy int) (n int) {
	for y := -s.sight.Height / 2; y <= s.sight.Height/2; y++ {
		for x := -s.sight.Width / 2; x <= s.sight.Width/2; x++ {
			w, now := was.At(x+dx, y+dy), s.sight.At(x, y)
			if w >= 0 && w != now && !s.roaming(w) && !s.roaming(now) {
				n++
			}
		}
	}
	return n
}

// ahead is the cell that is faced, and faced what it shows.
func (s *session) ahead() point { return s.at.step(s.sight.Facing) }

func (s *session) faced() int {
	d := interaction.Steps[s.sight.Facing]
	return s.sight.At(d[0], d[1])
}

// Lessons implements [interaction.Walker].
func (s *session) Lessons() (out []interaction.Lesson) {
	for i, h := range s.habits {
		for _, l := range []struct {
			trait interaction.Trait
			holds bool
		}{
			{interaction.Walkable, h.open == yes && h.walked >= survived}, {interaction.Barred, h.open == no}, {interaction.Deadly, h.fatal()},
			{interaction.Roaming, h.roams}, {interaction.Harmful, h.harmful()}, {interaction.Menacing, h.menacing()},
			{interaction.Flying, h.flying()}, {interaction.Cleared, h.cleared}, {interaction.Crossed, h.crossed},
		} {
			if l.holds {
				out = append(out, interaction.Lesson{Thing: s.ground.Things[i].Name, Is: l.trait})
			}
		}
	}
	for i, h := range s.habits {
		if h.into > 0 {
			out = append(out, interaction.Lesson{Thing: s.ground.Things[i].Name, Is: interaction.Becomes, By: s.ground.Things[h.into-1].Does})
		}
	}
	for _, l := range []struct {
		puts []put
		is   interaction.Trait
	}{{s.puts, interaction.Laid}, {s.bears, interaction.Bears}} {
		for _, p := range l.puts {
			out = append(out, interaction.Lesson{Thing: s.ground.Things[p.thing].Name, Is: l.is, By: p.action})
		}
	}
	for _, v := range s.vitals {
		if s.blows[v] >= harms {
			out = append(out, interaction.Lesson{Thing: v, Is: interaction.Struck})
		}
	}
	for _, v := range s.free {
		if s.drifts[v] {
			out = append(out, interaction.Lesson{Thing: v, Is: interaction.Drifting})
		}
	}
	return out
}

// Learn implements [interaction.Walker].
func (s *session) Learn(lessons []interaction.Lesson) {
	clear(s.taught)
	s.taughtPuts, s.bears = s.taughtPuts[:0], s.bears[:0]
	for _, l := range lessons {
		i := slices.IndexFunc(s.ground.Things, func(t interaction.Thing) bool { return t.Name == l.Thing })
		if i < 0 {
			continue
		}
		h := &s.taught[i]
		switch l.Is {
		case interaction.Walkable:
			h.open, h.walked = yes, survived
		case interaction.Barred:
			if h.open != yes {
				h.open = no
			}
		case interaction.Deadly:
			h.deadly = true
		case interaction.Roaming:
			h.roams = true
		case interaction.Laid:
			s.taughtPuts = append(s.taughtPuts, put{l.By, i})
		case interaction.Bears:
			if b := (put{l.By, i}); !slices.Contains(s.bears, b) {
				s.bears = append(s.bears, b)
			}
		case interaction.Becomes:
			h.into = 1 + slices.IndexFunc(s.ground.Things, func(t interaction.Thing) bool { return t.Does == l.By })
		case interaction.Menacing:
			h.menace, h.around = taughtHarm, taughtHarm*menaceEvery/2
		case interaction.Cleared:
			h.cleared = true
		case interaction.Crossed:
			h.crossed = true
		case interaction.Flying:
			h.seen = taughtFlight
		case interaction.Harmful:
			h.hurt, h.beside = taughtHarm, taughtHarm*harmEvery/2
		}
	}
}
