package land

import (
	"math/rand/v2"

	"github.com/adam-discovery/adam/interaction/sim"
)

// legend numbers what a cell can show: first what lies beyond the map, then the grounds, the
// things and the stations.
type legend struct {
	names  []string
	ground []int // by biome
	thing  []int // by place
	open   int   // numbers from 1 to below this are free ground
	put    int   // numbers from this on are stations
}

// walkable reports whether one can go where this is shown: on free ground, and over what was put
// down, so that nobody walls himself in.
func (l *legend) walkable(c int) bool { return c != edge && c < l.open || c >= l.put }

// edge is the number of what lies beyond the map.
const edge = 0

func newLegend(m *sim.Map) legend {
	l := legend{names: []string{"edge"}}
	for _, b := range m.Biomes {
		n := l.find(b.Ground)
		if n < 0 {
			n = len(l.names)
			l.names = append(l.names, b.Ground)
		}
		l.ground = append(l.ground, n)
	}
	l.open = len(l.names)
	for _, p := range m.Places {
		l.thing = append(l.thing, len(l.names))
		l.names = append(l.names, p.Name)
	}
	l.put = len(l.names)
	l.names = append(l.names, m.Stations...)
	return l
}

func (l *legend) find(name string) int {
	for i, n := range l.names {
		if n == name {
			return i
		}
	}
	return -1
}

// terrain is a map: what each cell shows, row by row.
type terrain struct {
	size  int
	cells []uint16
	on    []uint16 // what roams there; zero: nothing
	biome []uint8
	in    [][]bool // by place, the biomes where it is
	// x and y are where an episode begins.
	x, y int
}

const (
	// region is how many cells a region has, on average.
	region = 150
	// sparse is how many cells of each class of things there are at least.
	sparse = 3
)

// draw makes a map: regions are the cells nearest to sites drawn at random.
func (t *terrain) draw(m *sim.Map, l *legend, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 0x6c616e64))
	t.size = m.Size
	n := m.Size * m.Size
	if len(t.cells) != n {
		t.cells, t.on, t.biome = make([]uint16, n), make([]uint16, n), make([]uint8, n)
	}
	clear(t.on)
	type site struct{ x, y, biome int }
	total := 0.0
	for _, b := range m.Biomes {
		total += b.Share
	}
	sites := make([]site, max(len(m.Biomes), n/region))
	for i := range sites {
		b, at := 0, rng.Float64()*total
		for b < len(m.Biomes)-1 && at >= m.Biomes[b].Share {
			at -= m.Biomes[b].Share
			b++
		}
		if i < len(m.Biomes) {
			b = i // each is somewhere
		}
		sites[i] = site{rng.IntN(m.Size), rng.IntN(m.Size), b}
	}
	in := make([][]bool, len(m.Places))
	t.in = in
	there := make([]bool, len(m.Places))
	for p := range m.Places {
		in[p] = make([]bool, len(m.Biomes))
		for b := range m.Biomes {
			in[p][b] = len(m.Places[p].Biomes) == 0
			for _, name := range m.Places[p].Biomes {
				in[p][b] = in[p][b] || name == m.Biomes[b].Name
			}
		}
		there[p] = rng.Float64() < m.Places[p].Worlds
	}
	count := make([]int, len(m.Places))
	for i := range t.cells {
		x, y := i%m.Size, i/m.Size
		best, b := 1<<30, 0
		if len(m.Biomes) > 1 {
			for _, s := range sites {
				if d := (s.x-x)*(s.x-x) + (s.y-y)*(s.y-y); d < best {
					best, b = d, s.biome
				}
			}
		}
		t.biome[i], t.cells[i] = uint8(b), uint16(l.ground[b])
		at := rng.Float64()
		for p := range m.Places {
			if !in[p][b] || !there[p] || m.Places[p].Roams {
				continue
			}
			if at -= m.Places[p].Share; at < 0 {
				t.cells[i] = uint16(l.thing[p])
				count[p]++
				break
			}
		}
	}
	t.x, t.y = m.Size/2, m.Size/2
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			t.clear(l, t.x+dx, t.y+dy)
		}
	}
	for p := range m.Places { // what is there at all can be found
		if m.Places[p].Roams {
			continue
		}
		for tries := 0; there[p] && count[p] < sparse && tries < 50*sparse; tries++ {
			x, y := 1+rng.IntN(m.Size-2), 1+rng.IntN(m.Size-2)
			if i := y*m.Size + x; int(t.cells[i]) < l.open && in[p][t.biome[i]] && max(x-t.x, t.x-x, y-t.y, t.y-y) > 1 {
				t.cells[i] = uint16(l.thing[p])
				count[p]++
			}
		}
	}
}

// clear makes the cell free ground.
func (t *terrain) clear(l *legend, x, y int) {
	i := y*t.size + x
	t.cells[i] = uint16(l.ground[t.biome[i]])
}

// at is what the cell shows.
func (t *terrain) at(x, y int) int {
	if x < 0 || y < 0 || x >= t.size || y >= t.size {
		return edge
	}
	if on := t.on[y*t.size+x]; on > 0 {
		return int(on)
	}
	return t.ground(x, y)
}

// ground is what the cell shows but for what roams.
func (t *terrain) ground(x, y int) int {
	if x < 0 || y < 0 || x >= t.size || y >= t.size {
		return edge
	}
	return int(t.cells[y*t.size+x])
}

// fits reports whether the place's roamers can be on the cell now.
func (t *terrain) fits(m *sim.Map, l *legend, place, at int) bool {
	return int(t.cells[at]) < l.open && t.on[at] == 0 && t.in[place][t.biome[at]]
}
