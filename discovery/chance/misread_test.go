package chance

import (
	"math"
	"testing"
)

func TestMisreadIsTheBinomialTail(t *testing.T) {
	for _, c := range []struct {
		hits, misses int
		rate         float64
	}{{1, 0, .01}, {1, 9, .01}, {2, 3, .05}, {3, 60, .002}, {5, 5, .3}} {
		n := c.hits + c.misses
		want, choose := 0., 1.
		for k := 0; k <= n; k++ {
			if k > 0 {
				choose *= float64(n-k+1) / float64(k)
			}
			if k >= c.hits {
				want += choose * math.Pow(c.rate, float64(k)) * math.Pow(1-c.rate, float64(n-k))
			}
		}
		if got := Misread(Tally{c.hits, c.misses}, c.rate); math.Abs(got-want) > 1e-12+1e-9*want {
			t.Errorf("%+v: %g, want %g", c, got, want)
		}
	}
	if Misread(Tally{0, 5}, .01) != 1 || Misread(Tally{3, 0}, 0) != 0 || Misread(Tally{3, 0}, 1) != 1 {
		t.Error("without a hit, without misreadings, or with nothing else")
	}
}
