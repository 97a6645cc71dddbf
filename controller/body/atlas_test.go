package body

import (
	"runtime"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// Of places that are equally far, the one straight ahead is gone to, and the one behind only where there is no other.
func TestPathGoesAhead(t *testing.T) {
	a := &atlas{}
	a.clear()
	for y := -4; y <= 4; y++ {
		for x := -4; x <= 4; x++ {
			a.chunk(point{x, y}).things[in(point{x, y})] = 0
		}
	}
	even := func(point, int) int32 { return free }
	for d := range interaction.Steps {
		a.ahead = d
		around := func(p point) bool { return distance(p.x, p.y) == 3 }
		way, ok := a.path(point{}, even, around)
		if want := []int8{int8(d), int8(d), int8(d)}; !ok || !slices.Equal(way, want) {
			t.Errorf("facing %d it goes %v", d, way)
		}
		beside := func(p point) bool {
			ahead := point{}.step(d)
			return around(p) && p.x*ahead.x+p.y*ahead.y <= 0
		}
		if way, ok = a.path(point{}, even, beside); !ok || int(way[0]) == behind(d) {
			t.Errorf("facing %d, with nothing ahead, it goes %v", d, way)
		}
	}
}

// Who goes straight on for long needs room for what was seen on the way, not for a square as wide.
func TestAtlasGrowsWithWhatIsSeen(t *testing.T) {
	m := newMind(&interaction.Ground{Things: []interaction.Thing{{Name: "grass"}}}, nil)
	m.begin(interaction.State{}, interaction.Sight{Width: 9, Height: 9, Cells: make([]int, 81)})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const far = 1500
	for m.at.x = range far {
		m.was = m.at
		m.look(m.at)
	}
	runtime.ReadMemStats(&after)
	if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 20 {
		t.Errorf("%d MB for %d steps", mb, far)
	}
	if m.atlas.at(point{}) != 0 || m.atlas.at(point{far / 2, 4}) != 0 || m.atlas.at(point{far / 2, 5}) != interaction.Unseen {
		t.Error("it isn't known any more what was seen where")
	}
}
