package inquiry

import "testing"

// Everything that is ever claimed, of any number of effects and tests, must fit
// into delta.
func TestBudgetsSumToDelta(t *testing.T) {
	sum := 0.0
	for j := 1; j <= 200000; j++ {
		s := share(j)
		if s <= 0 {
			t.Fatalf("share(%d) = %v", j, s)
		}
		sum += s
	}
	if sum > 1 || sum < .9999 {
		t.Errorf("shares sum to %v", sum)
	}
	for _, actions := range []int{1, 7, 120} {
		const delta = .05
		sum := 0.0
		for range actions {
			for e := 1; e <= 2000; e++ {
				sum += EffectBudget(delta, actions, e)
			}
		}
		if sum > delta*(1+1e-9) || sum < delta*.999 {
			t.Errorf("%d actions: budgets sum to %v, delta is %v", actions, sum, delta)
		}
	}
}

// While all of a batch are claimed, each of its tests may spend the share. If n of them are
// wrong, all but one of those are gone when the last is claimed, which may be any.
func TestBatchesSpendTheirShare(t *testing.T) {
	for size := 1; size <= 9; size++ {
		b := batch{size, share(size)}
		if got := b.threshold(size, false); got != b.share {
			t.Errorf("one of %d tests may spend %v of %v", size, got, b.share)
		}
		for wrong := 1; wrong <= size; wrong++ {
			if sum := float64(wrong) * b.threshold(size-wrong+1, false); sum > b.share*(1+1e-9) {
				t.Errorf("%d of %d tests may spend %v of %v", wrong, size, sum, b.share)
			}
		}
	}
}
