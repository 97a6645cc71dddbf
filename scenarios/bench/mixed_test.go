package bench

import (
	"context"
	"slices"
	"testing"
)

// Games of all kinds are played before the second one of any, and told kind by kind.
func TestPlayMixed(t *testing.T) {
	var order []int
	got, err := playMixed(t.Context(), 1, 3, 2, func(int, int) {}, func(_ context.Context, kind, i int) (int, error) {
		order = append(order, 10*kind+i)
		return 10*kind + i, nil
	})
	if want := []int{0, 1, 10, 11, 20, 21}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	if want := []int{0, 10, 20, 1, 11, 21}; !slices.Equal(order, want) {
		t.Errorf("played as %v", order)
	}
}
