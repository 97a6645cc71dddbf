package discovery

import (
	"slices"
	"testing"
)

func TestNamed(t *testing.T) {
	h := Hypothesis{Causes: map[int]float64{7: .9, 2: .5, 3: .49, 0: 1}}
	if got := h.Named(); !slices.Equal(got, []int{0, 2, 7}) {
		t.Errorf("%v", got)
	}
}
