package discovery

import "testing"

// Everything that is ever claimed, of any number of effects and tests, must fit
// into delta.
func TestBudgetsSumToDelta(t *testing.T) {
	for _, first := range []float64{firstEffect, firstBatch} {
		sum := 0.0
		for j := 1; j <= 200000; j++ {
			s := share(j, first)
			if s <= 0 {
				t.Fatalf("share(%d, %v) = %v", j, first, s)
			}
			sum += s
		}
		if sum > 1 || sum < .9999 {
			t.Errorf("after %v shares sum to %v", first, sum)
		}
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

// However many of a batch are refuted, its tests spend no more than its share: one of
// them before, together with all of them after.
func TestBatchesSpendTheirShare(t *testing.T) {
	for size := 1; size <= 9; size++ {
		b := batch{size, share(size, firstBatch)}
		whole, divided := b.threshold(size), 0.0
		for standing := 1; standing < size; standing++ {
			divided = max(divided, float64(size)*b.threshold(standing))
		}
		if sum := whole + divided; sum > b.share*(1+1e-9) || size > 1 && sum < b.share*.999 {
			t.Errorf("%d tests may spend %v and then %v, of %v", size, whole, divided, b.share)
		}
	}
}
