package percipient

import "testing"

// What is seen higher up is farther off, and one picture that was misread stands for no band but its own neighbours.
func TestDistances(t *testing.T) {
	many := func(n int, far float64) (out []float64) {
		for range n {
			out = append(out, far)
		}
		return out
	}
	var rows [bands][]float64
	rows[63], rows[53], rows[52], rows[45] = many(3, 0), many(1, 7), many(20, 1), many(20, 2)
	rows[40], rows[39], rows[34] = many(1, 1), many(20, 3), many(20, 6)
	got := distances(rows)
	for band, want := range map[int]float64{63: 0, 60: 0, 53: 1, 52: 1, 46: 1, 45: 2, 41: 2, 40: 2, 39: 3, 35: 3, 34: 6, 0: 6} {
		if got[band] != want {
			t.Errorf("band %d: %v cells off, want %v", band, got[band], want)
		}
	}
	if got := distances([bands][]float64{}); got != [bands]float64{} {
		t.Errorf("of nothing: %v", got)
	}
}
