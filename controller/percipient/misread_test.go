package percipient

import (
	"math"
	"testing"
)

// The bound is that of the level that is misread most, whatever others there are, and what many levels cost is a share of the
// error, not of the pictures.
func TestMisreadBoundIsOfTheWorstLevel(t *testing.T) {
	bound := func(pictures int, wrong ...int) float64 {
		return (&misreadings{pictures: pictures, wrong: wrong}).bound()
	}
	if got, want := bound(1800, 0, 0, 0, 0, 0), 1-math.Pow(.05/5, 1./1800); math.Abs(got-want) > 1e-9 {
		t.Errorf("without an error: %g, not %g", got, want)
	}
	if one, many := bound(1800, 90), bound(1800, append(make([]int, 40), 90)...); one < .05 || many < one || many > 1.3*one {
		t.Errorf("one level of 20 is misread: %g alone, %g beside others", one, many)
	}
	if got := bound(12, 0, 12); got >= .5 || got < .49 {
		t.Errorf("a level that is never read: %g, and worlds can say less than a half", got)
	}
}
