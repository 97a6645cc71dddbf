package body

import (
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
			a.cells[a.index(point{x, y})] = 0
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
