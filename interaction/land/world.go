package land

import (
	"context"
	"fmt"
	"slices"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
)

// World is a world file that is lived in. It is safe for concurrent use.
type World struct {
	file    *sim.File // derived
	rules   *sim.World
	spec    interaction.Spec
	legend  legend
	painter *painter
	moves   map[interaction.Action]int
	acts    map[interaction.Action]act
	near    []string // facts, by station
	passes  bool     // something happens by itself
	fixed   bool     // some factors are fixed: their levels come and go
	stage   Stage    // how episodes begin
}

// act is what an action means on the map.
type act struct {
	thing   int // that it is done to; -1: it can be done anywhere
	place   int // index in the map's places
	station int // that it puts down; -1: none
}

var (
	_ interaction.World   = (*World)(nil)
	_ interaction.Labeler = (*World)(nil)
)

// waiting is the action that does nothing.
const waiting interaction.Action = "wait"

// New returns the world of the rules of a valid file. It fails as [Derive] does.
func New(f *sim.File) (*World, error) {
	d, err := Derive(f)
	if err != nil {
		return nil, err
	}
	w := &World{file: d, rules: sim.New(d), legend: newLegend(d.Map), acts: map[interaction.Action]act{}, moves: map[interaction.Action]int{}}
	ground := &interaction.Ground{Moves: [4]interaction.Action{"go-west", "go-east", "go-north", "go-south"}, Wait: waiting}
	for i, m := range ground.Moves {
		w.moves[m] = i
	}
	for _, name := range w.legend.names {
		ground.Things = append(ground.Things, interaction.Thing{Name: name})
	}
	for i, a := range d.Actions {
		id, x := interaction.ActionName(i), act{thing: -1, place: -1, station: -1}
		for p := range d.Map.Places {
			if a.At == d.Map.Places[p].Name {
				x.thing, x.place = w.legend.thing[p], p
				ground.Things[x.thing].Does = id
			}
		}
		if n := i - len(f.Actions); n >= 0 {
			station := w.legend.find(d.Map.Stations[n])
			x.station = n
			ground.Things[station].Near = sim.NearFact(d.Map.Stations[n])
			w.near = append(w.near, sim.NearFact(d.Map.Stations[n]))
		}
		w.acts[id] = x
	}
	m := d.Map
	w.painter = newPainter(m, &w.legend)
	w.fixed = slices.ContainsFunc(d.Factors, func(x interaction.Factor) bool { return x.Fixed })
	w.passes = w.fixed || m.Day > 0 || len(m.Weather)+len(m.Vitals) > 0 || slices.ContainsFunc(m.Places, func(p sim.Place) bool { return p.Roams })
	w.spec = w.rules.Spec()
	w.spec.Ground = ground
	w.spec.Caps.Starts = interaction.Episodes
	w.spec.Shots = []interaction.Shot{{View: interaction.Above, Width: 16 * viewWidth, Height: 16 * viewHeight}, {View: interaction.Eyes, Width: 160, Height: 120}}
	return w, nil
}

// Rules is the file that says what is so in the world, for the score.
func (w *World) Rules() *sim.File { return w.file }

// Spec implements [interaction.World].
func (w *World) Spec() interaction.Spec { return w.spec }

// Label implements [interaction.Labeler].
func (w *World) Label(a interaction.Action) string { return w.rules.Label(a) }

// Open implements [interaction.World].
func (w *World) Open(ctx context.Context) (interaction.Session, error) {
	s, err := w.rules.Open(ctx)
	if err != nil {
		return nil, err
	}
	return &session{world: w, rules: s.(sim.Resumer)}, nil
}

// session is a life on a map.
type session struct {
	world  *World
	rules  sim.Resumer
	land   terrain
	state  interaction.State
	x, y   int
	facing int
	near   []bool // by station, whether it is beside the agent
	stands []int  // by station, the cell where it is; -1: none
	seed   uint64
	steps  uint64
	view   [viewWidth * viewHeight]int

	clock   clock
	roamers []roamer
	eye     eye
}

var (
	_ interaction.Seer   = (*session)(nil)
	_ interaction.Camera = (*session)(nil)
)

// The sides of what an agent sees, as in Crafter (Hafner, "Benchmarking the spectrum of
// agent capabilities", 2021).
const viewWidth, viewHeight = 9, 7

// draws is how often the levels of fixed factors are drawn until they can be there together.
const draws = 64

// Begin implements [interaction.Session]: a map is drawn by the seed.
func (s *session) Begin(ctx context.Context, start interaction.State, seed uint64) (interaction.State, error) {
	if !start.IsEmpty() {
		return start, &interaction.Fault{Class: interaction.FaultStart, Err: interaction.ErrNoStarts}
	}
	state, err := s.rules.Begin(ctx, start, seed)
	for n := uint64(1); n < draws && err != nil && interaction.AsFault(err).Class == interaction.FaultStart; n++ {
		state, err = s.rules.Begin(ctx, start, seed+n<<32) // fixed factors may be drawn that exclude each other
	}
	if err != nil {
		return state, err
	}
	s.state, s.seed, s.steps, s.facing = s.wake(state, seed), seed, 0, 3
	s.land.draw(s.world.file.Map, &s.world.legend, seed)
	s.x, s.y = s.land.x, s.land.y
	s.populate()
	s.set(s.world.stage, seed)
	s.near, s.stands = make([]bool, len(s.world.near)), make([]int, len(s.world.near))
	for n := range s.stands {
		s.stands[n] = -1
	}
	return s.state, nil
}

// Step implements [interaction.Session]. It fails with interaction.ErrEnded when life is used up.
func (s *session) Step(ctx context.Context, a interaction.Action) (interaction.State, error) {
	err := s.act(ctx, a)
	if err == nil && s.world.passes {
		err = s.pass(ctx)
	}
	return s.state, err
}

// act does the action, or moves.
func (s *session) act(ctx context.Context, a interaction.Action) error {
	s.steps++
	if d, ok := s.world.moves[a]; ok {
		s.facing = d
		x, y := s.x+interaction.Steps[d][0], s.y+interaction.Steps[d][1]
		if s.world.legend.walkable(s.land.at(x, y)) {
			s.x, s.y = x, y
			s.look()
		}
		return nil
	}
	if a == waiting {
		return nil
	}
	x, known := s.world.acts[a]
	if !known {
		return &interaction.Fault{Class: sim.FaultAction, Err: fmt.Errorf("the world has no action %q", a)}
	}
	fx, fy := s.x+interaction.Steps[s.facing][0], s.y+interaction.Steps[s.facing][1]
	if x.thing >= 0 && s.land.at(fx, fy) != x.thing {
		return nil
	}
	if x.station >= 0 {
		var free bool
		if fx, fy, free = s.free(); !free || s.near[x.station] {
			return nil
		}
	}
	before := s.state
	if _, err := s.rules.Resume(ctx, before, interaction.Key{s.seed, s.steps}.Seed(s.seed), false); err != nil {
		return err
	}
	after, err := s.rules.Step(ctx, a)
	if err != nil {
		return err
	}
	s.state = after
	switch {
	case x.station >= 0 && after.Level(s.world.near[x.station]) > 0:
		if at := s.stands[x.station]; at >= 0 { // there is one of each: it is moved
			s.land.clear(&s.world.legend, at%s.land.size, at/s.land.size)
		}
		s.stands[x.station] = fy*s.land.size + fx
		s.land.cells[s.stands[x.station]] = uint16(s.world.legend.find(s.world.file.Map.Stations[x.station]))
		s.near[x.station] = true
	case x.place >= 0 && slices.ContainsFunc(interaction.Changes(before, after), func(c interaction.Change) bool { return c.Gain() > 0 }):
		switch p := s.world.file.Map.Places[x.place]; {
		case p.Roams:
			s.gone(fx, fy)
		case p.Leaves != "":
			s.land.cells[fy*s.land.size+fx] = uint16(s.world.legend.find(p.Leaves))
		}
	}
	return nil
}

// free is a cell beside the agent where something can be put down: the one that it faces, if
// that is free, or another, at last one at a corner.
func (s *session) free() (x, y int, ok bool) {
	open := func(dx, dy int) bool {
		c := s.land.at(s.x+dx, s.y+dy)
		return c != edge && c < s.world.legend.open
	}
	for i := range interaction.Steps {
		if d := interaction.Steps[(s.facing+i)%len(interaction.Steps)]; open(d[0], d[1]) {
			return s.x + d[0], s.y + d[1], true
		}
	}
	for _, d := range [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
		if open(d[0], d[1]) {
			return s.x + d[0], s.y + d[1], true
		}
	}
	return 0, 0, false
}

// look brings up to date which stations are beside the agent.
func (s *session) look() {
	for n, fact := range s.world.near {
		near := false
		if at := s.stands[n]; at >= 0 {
			dx, dy := at%s.land.size-s.x, at/s.land.size-s.y
			near = max(dx, -dx, dy, -dy) <= 1
		}
		if near != s.near[n] {
			s.near[n] = near
			was := s.state.Level(fact)
			is := 0
			if near {
				is = 1
			}
			s.state = s.state.After([]interaction.Change{{Factor: fact, From: was, To: is}})
		}
	}
}

// Look implements [interaction.Seer].
func (s *session) Look() interaction.Sight {
	for i := range s.view {
		s.view[i] = s.land.at(s.x+i%viewWidth-viewWidth/2, s.y+i/viewWidth-viewHeight/2)
	}
	return interaction.Sight{Width: viewWidth, Height: viewHeight, Cells: s.view[:], Facing: s.facing}
}

// Close implements [interaction.Session].
func (s *session) Close() error { return s.rules.Close() }
