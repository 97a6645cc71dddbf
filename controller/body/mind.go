package body

import (
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// mind is what an agent knows of itself, of things and of the map, and what it concludes from that. It does nothing.
type mind struct {
	lore
	vitals
	state  interaction.State
	atlas  atlas
	at     point
	was    point // before the latest step
	sight  interaction.Sight
	before []int // what was seen before the step
	steps  int

	threats  []point         // what it is better to keep away from, in sight
	haunts   []map[int16]int // by thing that roams: how often it was seen on each ground
	wild     []int           // by thing: in how many cells it was what was seen there first
	laid     map[point]int   // what the agent put down where
	beds     []bed
	missed   bool             // a bed was seen that isn't yet what it was reckoned to be
	marked   map[string]point // places, by the names that they were given
	shunned  map[point]bool   // where a shelter was begun in vain
	burrowed bool
	den      map[point]bool // while it is: the cells that it can walk on

	quest     []int // the things that are looked for
	fighting  bool
	forgetful bool       // it has no memory of places
	straight  bool       // it explores straight on
	heading   [2]float64 // in which it does, a unit vector or zero
}

func newMind(ground *interaction.Ground, factors []interaction.Factor) mind {
	return mind{lore: newLore(ground), vitals: newVitals(factors, ground), shunned: map[point]bool{}, wild: make([]int, len(ground.Things))}
}

// begin forgets what the life before saw and felt; this one begins with what it was taught, is told and sees.
func (m *mind) begin(state interaction.State, sight interaction.Sight) {
	m.atlas.clear()
	m.lore.begin()
	m.vitals.begin()
	m.state, m.at, m.was, m.steps, m.fighting = state, point{}, point{}, 0, false
	m.burrowed = false
	clear(m.shunned)
	m.beds, m.wild, m.laid = m.beds[:0], make([]int, len(m.ground.Things)), map[point]int{}
	m.marked, m.heading = map[string]point{}, [2]float64{}
	m.haunts = make([]map[int16]int, len(m.ground.Things))
	for i := range m.haunts {
		m.haunts[i] = map[int16]int{}
	}
	m.sight = sight
	m.before = append(m.before[:0], sight.Cells...)
}

// Near implements [interaction.Walker].
func (m *mind) Near(within int) (out []interaction.Action, calm bool) {
	w, h := m.sight.Width/2, m.sight.Height/2
	for dy := -min(within, h); dy <= min(within, h); dy++ {
		for dx := -min(within, w); dx <= min(within, w); dx++ {
			if c := m.sight.At(dx, dy); c >= 0 && (dx != 0 || dy != 0) {
				if a := m.ground.Things[c].Does; a != "" && !slices.Contains(out, a) && !m.spared(point{m.at.x + dx, m.at.y + dy}, c) {
					out = append(out, a)
				}
			}
		}
	}
	return out, len(m.threats) == 0
}
