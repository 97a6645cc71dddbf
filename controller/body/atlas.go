package body

import "github.com/adam-discovery/adam/interaction"

// point is a cell in the agent's own frame of reference: an episode begins at the origin.
type point struct{ x, y int }

func (p point) step(d int) point {
	return point{p.x + interaction.Steps[d][0], p.y + interaction.Steps[d][1]}
}

// atlas is what was seen of the map.
type atlas struct {
	side  int // of the square around the origin that there is room for
	cells []int16
	marks []int32 // of the search that came by last
	round int32
	queue []point
	from  []int8 // direction in which a cell was reached
}

// firstSide is room for a small map; it grows.
const firstSide = 128

func (a *atlas) clear() {
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
	a.side, a.cells, a.marks, a.from, a.round = side, make([]int16, n), make([]int32, n), make([]int8, n), 0
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

// at is what was seen there last.
func (a *atlas) at(p point) int {
	if i := a.index(p); i >= 0 {
		return int(a.cells[i])
	}
	return interaction.Unseen
}

// enter notes what is seen around the point.
func (a *atlas) enter(p point, s interaction.Sight) {
	for a.index(point{p.x - s.Width, p.y - s.Height}) < 0 || a.index(point{p.x + s.Width, p.y + s.Height}) < 0 {
		old := *a
		a.make(2 * old.side)
		for i, c := range old.cells {
			a.cells[a.index(point{i%old.side - old.side/2, i/old.side - old.side/2})] = c
		}
	}
	for i, c := range s.Cells {
		if c != interaction.Unseen {
			a.cells[a.index(point{p.x + i%s.Width - s.Width/2, p.y + i/s.Width - s.Height/2})] = int16(c)
		}
	}
}

// differs counts the cells that show something else than was remembered.
func (a *atlas) differs(p point, s interaction.Sight) (n int) {
	for i, c := range s.Cells {
		if was := a.at(point{p.x + i%s.Width - s.Width/2, p.y + i/s.Width - s.Height/2}); c != interaction.Unseen && was != interaction.Unseen && was != c {
			n++
		}
	}
	return n
}

// path is the directions of a shortest way from a cell to the nearest one that is a goal,
// over cells that can be walked on; ok is false if there is none that is known.
func (a *atlas) path(from point, open func(thing int) bool, goal func(point) bool) (way []int8, ok bool) {
	a.round++
	a.queue = append(a.queue[:0], from)
	a.marks[a.index(from)] = a.round
	for n := 0; n < len(a.queue); n++ {
		p := a.queue[n]
		if goal(p) {
			for p != from {
				d := a.from[a.index(p)]
				way = append(way, d)
				p = p.step(int(d) ^ 1) // west and east, north and south are neighbours in Steps
			}
			for i, j := 0, len(way)-1; i < j; i, j = i+1, j-1 {
				way[i], way[j] = way[j], way[i]
			}
			return way, true
		}
		for d := range interaction.Steps {
			q := p.step(d)
			i := a.index(q)
			if i < 0 || a.marks[i] == a.round || a.cells[i] == interaction.Unseen || !open(int(a.cells[i])) {
				continue
			}
			a.marks[i], a.from[i] = a.round, int8(d)
			a.queue = append(a.queue, q)
		}
	}
	return nil, false
}
