package body

import "github.com/adam-discovery/adam/interaction"

// point is a cell in the agent's own frame of reference: an episode begins at the origin.
type point struct{ x, y int }

func (p point) step(d int) point {
	return point{p.x + interaction.Steps[d][0], p.y + interaction.Steps[d][1]}
}

// behind is the opposite direction: west and east, north and south are neighbours in Steps.
func behind(d int) int { return d ^ 1 }

// void is what a cell is beyond which nothing was to be seen, as at the end of the map.
const void = interaction.Unseen - 1

// atlas is what was seen of the map. It has room for the chunks of it in which something was seen.
type atlas struct {
	side     int // of the square of chunks around the origin
	chunks   []*chunk
	spare    []*chunk        // of episodes before
	visitors map[point]int16 // what roams, where it was seen last
	over     map[point]int16 // what was there before something that flies was seen there
	round    int32           // counts searches
	queues   [maxCost + 1][]point
	ahead    int // the direction in which the agent faces
}

const (
	chunkBits = 6
	chunkSide = 1 << chunkBits
)

// chunk is a square of the map, row by row.
type chunk struct {
	things [chunkSide * chunkSide]int16 // what was seen there last, but for what roams
	cells  [chunkSide * chunkSide]cell
}

// cell is what else is known of a cell.
type cell struct {
	when int32 // after how many steps it was seen last
	mark int32 // the round of the search that came by last
	cost int32 // at which that came by
	from int8  // the direction in which it did
}

// firstSide is room for a small map, in chunks; it grows.
const firstSide = 2

// maxCost is the highest cost of one cell of a way.
const maxCost = 15

func (a *atlas) clear() {
	a.visitors, a.over = map[point]int16{}, map[point]int16{}
	for _, c := range a.chunks {
		if c != nil {
			a.spare = append(a.spare, c)
		}
	}
	a.side, a.chunks = firstSide, make([]*chunk, firstSide*firstSide)
}

// keep forgets all cells but these.
func (a *atlas) keep(cell func(point) bool) {
	for n, c := range a.chunks {
		if c == nil {
			continue
		}
		corner := point{(n%a.side - a.side/2) * chunkSide, (n/a.side - a.side/2) * chunkSide}
		empty := true
		for i := range c.things {
			if cell(point{corner.x + i%chunkSide, corner.y + i/chunkSide}) {
				empty = false
			} else {
				c.things[i] = interaction.Unseen
			}
		}
		if empty {
			a.chunks[n] = nil
		}
	}
}

// index is the place of the cell's chunk; -1 if there is no room for it.
func (a *atlas) index(p point) int {
	x, y := p.x>>chunkBits+a.side/2, p.y>>chunkBits+a.side/2
	if x < 0 || y < 0 || x >= a.side || y >= a.side {
		return -1
	}
	return y*a.side + x
}

// in is the place of the cell in its chunk.
func in(p point) int { return p.y&(chunkSide-1)<<chunkBits | p.x&(chunkSide-1) }

// at is what was seen there last, but for what roams.
func (a *atlas) at(p point) int {
	if n := a.index(p); n >= 0 && a.chunks[n] != nil {
		return int(a.chunks[n].things[in(p)])
	}
	return interaction.Unseen
}

// cell is what else is known of a cell where something was seen.
func (a *atlas) cell(p point) *cell { return &a.chunks[a.index(p)].cells[in(p)] }

// room makes room for what can be seen from the point.
func (a *atlas) room(p point, s interaction.Sight) {
	for y := (p.y - s.Height/2) >> chunkBits; y <= (p.y+s.Height/2)>>chunkBits; y++ {
		for x := (p.x - s.Width/2) >> chunkBits; x <= (p.x+s.Width/2)>>chunkBits; x++ {
			a.chunk(point{x * chunkSide, y * chunkSide})
		}
	}
}

// chunk is the chunk of the cell, for which it makes room.
func (a *atlas) chunk(p point) *chunk {
	for a.index(p) < 0 {
		old := *a
		a.side *= 2
		a.chunks = make([]*chunk, a.side*a.side)
		for n, c := range old.chunks {
			a.chunks[(n/old.side+old.side/2)*a.side+n%old.side+old.side/2] = c
		}
	}
	c := &a.chunks[a.index(p)]
	if *c != nil {
		return *c
	}
	if last := len(a.spare) - 1; last >= 0 {
		*c, a.spare = a.spare[last], a.spare[:last]
	} else {
		*c = new(chunk)
	}
	for i := range (*c).things {
		(*c).things[i] = interaction.Unseen
	}
	return *c
}

// Map implements [interaction.Mapper]. What roams is where it was seen last.
func (m *mind) Map(within int) (out interaction.Sight, things []string) {
	for _, t := range m.ground.Things {
		things = append(things, t.Name)
	}
	out = interaction.Sight{Width: 2*within + 1, Height: 2*within + 1, Facing: m.sight.Facing}
	out.Cells = make([]int, 0, out.Width*out.Height)
	for y := -within; y <= within; y++ {
		for x := -within; x <= within; x++ {
			p := point{m.at.x + x, m.at.y + y}
			thing := m.atlas.at(p)
			if b := m.reckoned(p); b != nil {
				thing = b.thing
			}
			if v, ok := m.atlas.visitors[p]; ok {
				thing = int(v)
			}
			out.Cells = append(out.Cells, max(thing, interaction.Unseen))
		}
	}
	return out, things
}

// turn is the k-th direction to go on in: straight ahead first, and back last.
func (a *atlas) turn(k int) int {
	switch k {
	case 0:
		return a.ahead
	case len(interaction.Steps) - 1:
		return behind(a.ahead)
	}
	return (a.ahead/2*2 + 1 + k) % len(interaction.Steps) // to the sides
}

// path is the directions of a cheapest way from a cell to one that is a goal, of equally cheap ones rather straight ahead, as
// who turns back sees nothing new; ok is false if none is known. A cell costs from 1 to maxCost, or can't be gone to where the price is zero.
func (a *atlas) path(from point, price func(p point, thing int) int32, goal func(point) bool) (way []int8, ok bool) {
	a.round++
	for i := range a.queues {
		a.queues[i] = a.queues[i][:0]
	}
	start := &a.chunk(from).cells[in(from)]
	start.mark, start.cost = a.round, 0
	a.queues[0] = append(a.queues[0], from)
	for now, left := int32(0), 1; left > 0; now++ {
		queue := now % (maxCost + 1)
		for n := 0; n < len(a.queues[queue]); n++ {
			p := a.queues[queue][n]
			left--
			if a.cell(p).cost != now {
				continue // a cheaper way came first
			}
			if goal(p) {
				return a.back(from, p), true
			}
			for k := range interaction.Steps {
				d := a.turn(k)
				q := p.step(d)
				thing := a.at(q)
				if thing < 0 {
					continue
				}
				c, to := price(q, thing), a.cell(q)
				if c == 0 || to.mark == a.round && to.cost <= now+c {
					continue
				}
				to.mark, to.cost, to.from = a.round, now+c, int8(d)
				later := (now + c) % (maxCost + 1)
				a.queues[later] = append(a.queues[later], q)
				left++
			}
		}
		a.queues[queue] = a.queues[queue][:0]
	}
	return nil, false
}

// back is the way that a search came by.
func (a *atlas) back(from, p point) (way []int8) {
	for p != from {
		d := a.cell(p).from
		way = append(way, d)
		p = p.step(behind(int(d)))
	}
	for i, j := 0, len(way)-1; i < j; i, j = i+1, j-1 {
		way[i], way[j] = way[j], way[i]
	}
	return way
}
