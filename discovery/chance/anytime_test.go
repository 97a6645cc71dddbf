package chance

import (
	"math"
	"testing"
)

// TestAnytimeKeepsItsThreshold computes, for a start that suffices, the probability that its
// misses are ever enough: somebody may try the ways and the start in whatever order, and stop
// when it suits. The worst order is found by dynamic programming over all that can be seen.
func TestAnytimeKeepsItsThreshold(t *testing.T) {
	const most = 24 // trials at proven ways
	for _, threshold := range []float64{.05, .01} {
		needed := make([][]int, most+1)
		for h := range needed {
			for k := range most + 1 - h {
				_, m := Anytime{}.Weigh(Tally{h, k}, 0, threshold)
				needed[h] = append(needed[h], m)
			}
		}
		worst, at := 0.0, 0.0
		for p := .02; p < 1; p += .02 {
			// best[h][k][m] is the largest probability to get there from here, with m misses
			// at the start so far; a hit there ends it.
			const deep = 80
			var next [][deep + 1]float64
			for n := most; n >= 0; n-- {
				now := make([][deep + 1]float64, n+1)
				for h := range now {
					k := n - h
					for m := deep; m >= 0; m-- {
						v := 0.0
						if m >= needed[h][k] {
							v = 1
						} else {
							if m < deep {
								v = (1 - p) * now[h][m+1]
							}
							if n < most {
								v = max(v, p*next[h+1][m]+(1-p)*next[h][m])
							}
						}
						now[h][m] = v
					}
				}
				next = now
			}
			if next[0][0] > worst {
				worst, at = next[0][0], p
			}
		}
		t.Logf("threshold %v: at most %.4f, at a chance of %.2f", threshold, worst, at)
		if worst > threshold || worst < threshold/1000 {
			t.Errorf("threshold %v: wrong with probability %v at a chance of %v", threshold, worst, at)
		}
	}
}

// TestAnytimeIsExact compares the bound with the sums that define it.
func TestAnytimeIsExact(t *testing.T) {
	for _, c := range []struct{ h, k, m int }{{1, 0, 3}, {5, 0, 2}, {4, 7, 6}, {20, 20, 22}} {
		mixture := 0.0
		const steps = 200_000
		for i := range steps { // the prior is uniform in the angle
			p := math.Pow(math.Sin((float64(i)+.5)/steps*math.Pi/2), 2)
			mixture += math.Pow(p, float64(c.h)) * math.Pow(1-p, float64(c.k)) / steps
		}
		largest := 0.0
		for i := range 100_001 {
			p := float64(i) / 100_000
			largest = max(largest, math.Pow(p, float64(c.h))*math.Pow(1-p, float64(c.k+c.m)))
		}
		got, _ := Anytime{}.Weigh(Tally{c.h, c.k}, c.m, .01)
		if want := min(1, largest/mixture); math.Abs(got-want) > 1e-3*want {
			t.Errorf("%+v: %v, want %v", c, got, want)
		}
	}
}
