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

// atlas is what was seen of the map.
type atlas struct {
	side     int // of the square around the origin that there is room for
	cells    []int16
	when     []int32         // after how many steps each cell was seen last
	visitors map[point]int16 // what roams, where it was seen last
	over     map[point]int16 // what was there before something that flies was seen there
	marks    []int32         // of the search that came by last
	round    int32
	cost     []int32
	from     []int8 // direction in which a cell was reached
	queues   [maxCost + 1][]point
	ahead    int // the direction in which the agent faces
}

// firstSide is room for a small map; it grows.
const firstSide = 128

// maxCost is the highest cost of one cell of a way.
const maxCost = 15

func (a *atlas) clear() {
	a.visitors, a.over = map[point]int16{}, map[point]int16{}
	if a.side == 0 {
		a.make(firstSide)
		return
	}
	for i := range a.cells {
		a.cells[i] = interaction.Unseen
	}
}

func (a *atlas) make(side int) {
	n := side * side
	a.when = make([]int32, n)
	a.side, a.cells, a.marks, a.cost, a.from, a.round = side, make([]int16, n), make([]int32, n), make([]int32, n), make([]int8, n), 0
	for i := range a.cells {
		a.cells[i] = interaction.Unseen
	}
}

// index is the place of the cell; -1 if there is no room for it.
func (a *atlas) index(p point) int {
	x, y := p.x+a.side/2, p.y+a.side/2
	if x < 0 || y < 0 || x >= a.side || y >= a.side {
		return -1
	}
	return y*a.side + x
}

// at is what was seen there last, but for what roams.
func (a *atlas) at(p point) int {
	if i := a.index(p); i >= 0 {
		return int(a.cells[i])
	}
	return interaction.Unseen
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

// room makes room for what can be seen from the point.
func (a *atlas) room(p point, s interaction.Sight) {
	for a.index(point{p.x - s.Width, p.y - s.Height}) < 0 || a.index(point{p.x + s.Width, p.y + s.Height}) < 0 {
		old := *a
		a.make(2 * old.side)
		for i, c := range old.cells {
			j := a.index(point{i%old.side - old.side/2, i/old.side - old.side/2})
			a.cells[j], a.when[j] = c, old.when[i]
		}
	}
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
	start := a.index(from)
	a.marks[start], a.cost[start] = a.round, 0
	a.queues[0] = append(a.queues[0], from)
	for now, left := int32(0), 1; left > 0; now++ {
		queue := now % (maxCost + 1)
		for n := 0; n < len(a.queues[queue]); n++ {
			p := a.queues[queue][n]
			left--
			i := a.index(p)
			if a.cost[i] != now {
				continue // a cheaper way came first
			}
			if goal(p) {
				return a.back(from, p), true
			}
			for k := range interaction.Steps {
				d := a.turn(k)
				q := p.step(d)
				j := a.index(q)
				if j < 0 || a.cells[j] < 0 {
					continue
				}
				c := price(q, int(a.cells[j]))
				if c == 0 || a.marks[j] == a.round && a.cost[j] <= now+c {
					continue
				}
				a.marks[j], a.cost[j], a.from[j] = a.round, now+c, int8(d)
				to := (now + c) % (maxCost + 1)
				a.queues[to] = append(a.queues[to], q)
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
		d := a.from[a.index(p)]
		way = append(way, d)
		p = p.step(behind(int(d)))
	}
	for i, j := 0, len(way)-1; i < j; i, j = i+1, j-1 {
		way[i], way[j] = way[j], way[i]
	}
	return way
}
