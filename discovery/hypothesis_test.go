package discovery_test

import (
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery"
)

func TestNamed(t *testing.T) {
	h := discovery.Hypothesis{Causes: map[int]float64{7: .9, 2: .5, 3: .49, 0: 1}}
	if got := h.Named(); !slices.Equal(got, []int{0, 2, 7}) {
		t.Errorf("%v", got)
	}
}
